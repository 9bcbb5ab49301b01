"""All examples on one sheet, twice as wide as high, as links to the project show it."""

from __future__ import annotations

import io
import json

from generated import examples
from PIL import Image, ImageDraw, ImageFont, PngImagePlugin

from graphviz_ad.read.program.values import read_values
from graphviz_ad.write import fonts
from graphviz_ad.write.drawing import Drawing, draw

__all__ = ["contact_sheet", "said_by"]

WIDTH, HEIGHT = 1280, 640
COLUMNS = 4
MARGIN, GAP = 28, 14
HEAD = 66
CAPTION = 20
PAPER, INK, QUIET, EDGE = "#f6f8fa", "#1f2328", "#57606a", "#d0d7de"
KEY = "adviz"


def contact_sheet() -> bytes:
    """Return the sheet as PNG; what its pictures say is a text in it."""
    shown = examples()
    made = {name: _drawing(example) for name, example in shown.items()}
    caption = _font(400, 12)
    sheet = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(sheet)
    pen.text((MARGIN, 18), "adviz", INK, _font(700, 30))
    about = "the chain rule as a picture: every edge with its local derivative, every path with its product"
    pen.text((MARGIN + 100, 30), about, QUIET, _font(400, 16))
    rows = -(-len(made) // COLUMNS)
    wide = (WIDTH - 2 * MARGIN - (COLUMNS - 1) * GAP) // COLUMNS
    high = (HEIGHT - HEAD - MARGIN - (rows - 1) * GAP) // rows
    for number, (name, drawing) in enumerate(made.items()):
        left = MARGIN + number % COLUMNS * (wide + GAP)
        top = HEAD + number // COLUMNS * (high + GAP)
        pen.rounded_rectangle((left, top, left + wide, top + high), 6, "white", EDGE)
        picture = Image.open(io.BytesIO(drawing.png())).convert("RGB")
        picture.thumbnail((wide - 20, high - CAPTION - 14), Image.Resampling.LANCZOS)
        room = high - CAPTION
        sheet.paste(picture, (left + (wide - picture.width) // 2, top + 4 + (room - picture.height) // 2))
        title = shown[name]["title"]
        pen.text((left + wide / 2, top + high - CAPTION), title, QUIET, caption, anchor="ma")
    texts = PngImagePlugin.PngInfo()
    texts.add_itxt(KEY, json.dumps({name: drawing.alt for name, drawing in made.items()}))
    out = io.BytesIO()
    sheet.quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True, pnginfo=texts)
    return out.getvalue()


def said_by(data: bytes) -> object:
    """Return what the pictures on a sheet say, by name."""
    with Image.open(io.BytesIO(data)) as image:
        return image.size, json.loads(image.text.get(KEY, "null"))  # type: ignore[attr-defined]


def _drawing(example: dict[str, object]) -> Drawing:
    at = read_values([example["at"]]) if "at" in example else {}
    return draw(example["program"], at, wrt=example.get("wrt", ()), table="none", title="", labels="none")


def _font(weight: int, size: int) -> ImageFont.FreeTypeFont:
    upright = next(path for path in fonts.files() if "Italic" not in path)
    font = ImageFont.truetype(upright, size)
    font.set_variation_by_axes([weight])
    return font
