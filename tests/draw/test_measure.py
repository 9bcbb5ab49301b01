from __future__ import annotations

from pathlib import Path

import pytest
from PIL import ImageFont

from graphviz_ad.draw.measure import fit, room, width

FOLDER = Path("/usr/share/fonts/truetype/dejavu")
TEXTS = (
    "v₁₂ ≈ −0.2449",
    "∂L/∂x = 18 + 18 = 36",
    "L ← ( )² v₄ ← − v₃ ← x",
    "leaky_relu(·, 0.1)",
    "ÆŒ√∞≤ αβγΩ Жщ",
)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    ("family", "cut", "role"),
    [("Sans", "", "cell"), ("Sans", "-Bold", "sum"), ("Serif", "", "cell"), ("Serif", "-Bold", "sum")],
)
def test_there_is_room_in_the_widest_usual_fonts(text, family, cut, role):
    file = f"DejaVu{family}{cut}.ttf"
    if not (FOLDER / file).exists():
        pytest.skip("fonts-dejavu is not installed")
    font = ImageFont.truetype(FOLDER / file, 1300, layout_engine=ImageFont.Layout.BASIC)
    assert font.getlength(text) / 100 <= room(text, role)


def test_width_is_that_of_dejavu_sans():
    # 0.5918 em for v, 0.4009 for a subscript, 0.3179 for a space, 0.8379 for = and −, 0.6362 for 9.
    expected = 12 * (0.5918 + 0.4009 + 2 * 0.3179 + 2 * 0.8379 + 0.6362)
    assert width("v₃ = −9", "value") == pytest.approx(expected, rel=0.02)


def test_combining_marks_have_no_width_and_wide_letters_one_em():
    assert width("x̂", "cell") == width("x", "cell")
    assert width("变量", "cell") == 2 * 13
    assert width("\u200b\u0007", "cell") == 0


def test_fit_leaves_what_fits_and_cuts_the_middle_of_what_does_not():
    assert fit("short", "cell", 100) == "short"
    cut = fit("a_name_that_is_much_too_long_to_show", "cell", 100)
    assert "…" in cut
    assert cut.startswith("a_n")
    assert "a_name_that_is_much_too_long_to_show".endswith(cut.split("…")[1])
    assert room(cut, "cell") <= 100


def test_fit_does_not_measure_what_nobody_can_read():
    assert len(fit("x" * 20_000, "name", 150)) < 40
