from __future__ import annotations

import re

from browser.fit import violations
from sweeps import SWEEPS

from graphviz_ad.write.sweep_drawing import sweep


def test_every_text_of_a_sweep_fits_in_three_fonts():
    pictures = {name: sweep(source, at, **how).svg() for name, (source, at, how) in SWEEPS.items()}
    assert violations(pictures) == []


def test_a_carried_number_on_its_wire_is_seen():
    drawn = sweep("(2*x + 3)**2", {"x": 2}).svg()
    broken = re.sub(
        r'(<text class="adviz-carried"[^>]* y=")([\d.]+)', lambda m: f"{m[1]}{float(m[2]) + 8}", drawn
    )
    found = violations({"chain": broken}, fonts=["Liberation Sans"])
    assert any("lies on a strand" in sentence for sentence in found), found
