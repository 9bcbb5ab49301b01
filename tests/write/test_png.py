from __future__ import annotations

import io
import json
import struct
import sys
import unicodedata
import zlib

import pytest
from derivations import LOSS, picture, pictured
from PIL import Image, ImageFont

from graphviz_ad.errors import AdvizError, RenderProblem, UnknownName
from graphviz_ad.noun import replace
from graphviz_ad.write.fonts import COVERED, SINGLE
from graphviz_ad.write.png import png

pytest.importorskip("resvg_py")


def chunks(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    place, found = 8, []
    while place < len(data):
        (size,) = struct.unpack(">I", data[place : place + 4])
        kind, content = data[place + 4 : place + 8], data[place + 8 : place + 8 + size]
        (check,) = struct.unpack(">I", data[place + 8 + size : place + 12 + size])
        assert check == zlib.crc32(kind + content)
        found.append((kind, content))
        place += 12 + size
    return found


def image(data):
    return Image.open(io.BytesIO(data)).convert("RGB")


def test_size_resolution_and_metadata():
    pic = picture(*LOSS)
    data, notes = png(pic, scale=1.5)
    assert notes == ()
    kinds = [kind for kind, _ in chunks(data)]
    assert kinds[:5] == [b"IHDR", b"pHYs", b"iTXt", b"iTXt", b"iTXt"]
    opened = Image.open(io.BytesIO(data))
    assert opened.size == pytest.approx((pic.width * 1.5, pic.height * 1.5), abs=1)
    assert opened.info["dpi"] == pytest.approx((144, 144), abs=0.1)
    assert opened.text["Title"] == "L = (y − (m·x + c))² at y = 1, m = 2, x = 3, c = 4"
    assert json.loads(opened.text["adviz"])["source"] == LOSS[0]


def test_the_theme_is_resolved():
    light, dark, auto = (png(picture(*LOSS), theme=theme, scale=1)[0] for theme in ("light", "dark", "auto"))
    assert image(light).getpixel((2, 2)) == (255, 255, 255)
    assert image(dark).getpixel((2, 2)) == (13, 17, 23)
    assert light == auto


def test_a_transparent_background():
    opened = Image.open(io.BytesIO(png(picture(*LOSS), background="transparent", scale=1)[0]))
    assert opened.convert("RGBA").getpixel((2, 2))[3] == 0


def test_the_same_bytes_twice():
    assert png(picture(*LOSS), scale=1) == png(picture(*LOSS), scale=1)


def test_bold_is_bold_and_italic_is_italic():
    pic = picture("y = x*2", {"x": 3})
    title = next(text for text in pic.texts if text.role == "title")

    def ink(role):
        line = replace(title, role=role, text="HIHIHI", y=30)
        alone = replace(
            pic, boxes=(), arrows=(), marks=(), rows=(), texts=(line,), lines=(), cells=(), height=44.0
        )
        return image(png(alone, scale=4)[0]).convert("L").point(lambda v: 255 * (v < 128))

    def black(picture_):
        return picture_.histogram()[255]

    # Set in the same size: "cell" is regular, "product" bold, "variable" bold italic.
    regular, bold, italic = ink("cell"), ink("product"), ink("variable")
    assert black(bold) > 1.3 * black(regular)
    left_of = [min(x for x in range(part.width) if part.getpixel((x, y)))
               for part in (bold, italic) for y in (90, 115)]  # fmt: skip
    assert left_of[0] == left_of[1]
    assert left_of[2] > left_of[3]


def test_too_many_pixels_lower_the_scale_and_are_told():
    data, notes = png(pictured("ladder"), scale=20)
    width, height = image(data).size
    assert width * height <= 16_000_000
    assert width * height > 15_000_000
    assert "the limit is 16 million" in notes[0]


def test_a_name_outside_of_our_font_takes_the_fonts_of_the_machine_and_is_told():
    data, notes = png(pictured("Greek and Chinese"), scale=1)
    assert data.startswith(b"\x89PNG")
    assert notes == ("this PNG depends on the fonts of this machine: it has letters that ours lacks",)
    assert png(picture("y = α*β", {"α": 1, "β": 2}), scale=1)[1] == ()


@pytest.mark.parametrize("scale", [0, -1, float("nan"), float("inf")])
def test_scales_that_are_none(scale):
    with pytest.raises(AdvizError):
        png(picture(*LOSS), scale=scale)


def test_themes_that_are_none():
    with pytest.raises(UnknownName):
        png(picture(*LOSS), theme="blue")


def test_without_the_renderer_there_is_a_way_out(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(RenderProblem) as caught:
        png(picture(*LOSS))
    assert "pip install" in caught.value.hint


def test_our_font_has_every_letter_that_it_is_trusted_with():
    root = pytest.importorskip("fontpkg_arimo").ROOT
    for file in sorted((root / "files").glob("*.ttf")):
        font = ImageFont.truetype(file, 40, layout_engine=ImageFont.Layout.BASIC)
        missing = bytes(font.getmask("\U000f1234"))
        trusted = {chr(code) for first, last in COVERED for code in range(first, last + 1)} | SINGLE
        letters = {c for c in trusted if unicodedata.category(c) not in {"Cn", "Cc", "Cf", "Zs"}}
        assert [c for c in sorted(letters) if bytes(font.getmask(c)) == missing] == []
