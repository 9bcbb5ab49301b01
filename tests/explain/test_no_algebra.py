"""Numbers without symengine; formulas are missed with a note that says how to get them."""

from __future__ import annotations

import subprocess
import sys

WITHOUT = """
import sys
sys.modules["symengine"] = None
from graphviz_ad.differentiate import evaluate
from graphviz_ad.explain import explain
from graphviz_ad.read import read_text
for at in ({}, {"x": 3, "c": 4}):
    derivation = explain(evaluate(read_text("(x + c)*x"), at), formulas=True)
    print([e.total for e in derivation.explanations], [e.symbol for e in derivation.explanations])
    print([note.fault for note in derivation.notes])
"""


def test_without_symengine_numbers_are_right_and_formulas_are_missed_aloud():
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "[None, None] [None, None]",
        "['no_algebra']",
        "[10.0, 3.0] [None, None]",
        "['no_algebra']",
    ]
