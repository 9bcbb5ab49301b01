from __future__ import annotations

import re

import pytest
from browser.fit import violations
from derivations import PICTURES, pictured

from graphviz_ad.write.svg import svg


def test_every_text_fits_in_three_fonts():
    assert violations({name: svg(pictured(name)) for name in PICTURES}) == []


@pytest.mark.parametrize(
    ("fault", "break_it"),
    [
        ("leaves its box", lambda text: text.replace(">v₁ = 6<", ">v₁ = 600000000000<")),
        ("leaves the picture", lambda text: text.replace(">L = (y", f">{'wide ' * 30}(y")),
        ("lies on a strand", lambda text: _lowered(text, "number", 14)),
        ("lies on 'path (output", lambda text: _lowered(text, "head", -235)),
        ("leaves its badge", lambda text: text.replace(">1</text>", ">10000</text>")),
    ],
)
def test_the_check_sees_what_does_not_fit(fault, break_it):
    broken = break_it(svg(pictured("loss")))
    found = violations({"loss": broken}, fonts=["Liberation Sans"])
    assert any(fault in sentence for sentence in found), found


def _lowered(text, role, by):
    return re.sub(
        rf'(<text class="adviz-{role}"[^>]* y=")([\d.]+)', lambda m: f"{m[1]}{float(m[2]) + by}", text
    )
