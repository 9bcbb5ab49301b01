"""Pictures as TikZ: what LaTeX makes of them."""

from __future__ import annotations

import io
import subprocess

import pytest
from derivations import LOSS, PICTURES, derive, picture
from PIL import Image

from graphviz_ad.draw import draw
from graphviz_ad.errors import UnknownName
from graphviz_ad.noun import replace
from graphviz_ad.write.sweep_drawing import sweep
from graphviz_ad.write.tex import tex

HOSTILE = r"\input{/etc/passwd} 50% & #1 ^_~ {}$x$ \end{document} --- ?` <<"


def compiled(pdflatex, folder, text):
    """Return the PDF that LaTeX makes of a text; it must have nothing to complain of."""
    (folder / "picture.tex").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [pdflatex, "-halt-on-error", "-interaction=nonstopmode", "-no-shell-escape", "picture.tex"],
        cwd=folder, capture_output=True, timeout=120, check=False,
    )  # fmt: skip
    log = done.stdout.decode("utf-8", "replace")
    assert done.returncode == 0, log[-3000:]
    for complaint in ("Overfull", "Missing character", "LaTeX Warning", "Undefined"):
        assert complaint not in log, log[-3000:]
    return folder / "picture.pdf"


def body(text):
    """Return a document without its remarks, which may be in any script."""
    return "".join(line for line in text.splitlines() if not line.startswith("%"))


def letters(pdftotext, file):
    told = subprocess.run([pdftotext, "-layout", file, "-"], capture_output=True, timeout=60, check=True)
    return told.stdout.decode()


@pytest.mark.parametrize("name", ["loss", "letters", "jacobian", "constants as nodes", "loss highlighted"])
def test_latex_sets_every_picture_in_its_size(name, pdflatex, tmp_path):
    source, at, options = PICTURES[name]
    placed = picture(source, at, **options)
    text, notes = tex(placed)
    assert notes == ()
    assert body(text).isascii()
    file = compiled(pdflatex, tmp_path, text)
    info = file.read_bytes()
    # One page, three quarters of a point a pixel.
    assert info.count(b"/Type /Page\n") + info.count(b"/Type/Page/") <= 1
    boxes = [line for line in text.splitlines() if "paperwidth" in line]
    assert f"paperwidth={placed.width * 0.75:.2f}".rstrip("0").rstrip(".") in boxes[0]


def test_the_numbers_can_be_read_in_the_pdf(pdflatex, pdftotext, tmp_path):
    text = letters(pdftotext, compiled(pdflatex, tmp_path, tex(picture(*LOSS, wrt=("x",)))[0]))
    # From the worked examples: dL/dx = 1·(−18)·(−1)·1·2 = 36.
    assert "36" in text
    assert "−18" in text
    assert "L" in text


def test_a_sweep_is_set_too(pdflatex, pdftotext, tmp_path):
    text = letters(pdftotext, compiled(pdflatex, tmp_path, sweep("(2*x + 3)**2", {"x": 2}).tex()))
    assert "28" in text


def test_nothing_that_somebody_wrote_is_a_command(pdflatex, pdftotext, tmp_path):
    text, _ = tex(picture("x*y", {"x": 2, "y": 3}, title=HOSTILE))
    shown = letters(pdftotext, compiled(pdflatex, tmp_path, text))
    assert r"\input{/etc/passwd} 50% & #1" in shown
    assert "∂f/∂y = 2" in shown
    assert "root:" not in shown


def test_letters_that_tex_lacks_become_a_box_and_a_note(pdflatex, tmp_path):
    text, notes = tex(picture("損*x", {"x": 2, "損": 1}))
    assert body(text).isascii()
    assert "損" in " ".join(notes)
    compiled(pdflatex, tmp_path, text)


def test_the_colours_are_those_of_the_theme(pdflatex, pdftoppm, tmp_path):
    for theme, ground in (("light", (255, 255, 255)), ("dark", (13, 17, 23))):
        file = compiled(pdflatex, tmp_path, tex(picture(*LOSS, wrt=("x",)), theme=theme)[0])
        done = subprocess.run([pdftoppm, "-r", "72", "-png", file], capture_output=True, check=True)
        pixels = Image.open(io.BytesIO(done.stdout)).convert("RGB")
        assert pixels.getpixel((2, 2)) == ground
        path = {"light": (0, 114, 178), "dark": (86, 180, 233)}[theme]
        counted = pixels.getcolors(1 << 20)
        near = [count for count, p in counted if max(abs(a - b) for a, b in zip(p, path, strict=True)) < 12]
        assert sum(near) > 50


def test_the_same_picture_is_the_same_text():
    one, two = (tex(draw(derive(*LOSS)))[0] for _ in range(2))
    assert one == two


def test_an_unknown_theme_is_refused():
    with pytest.raises(UnknownName, match="unknown theme 'grey'"):
        tex(picture(*LOSS), theme="grey")


def test_a_page_that_is_too_large_is_drawn_smaller():
    placed = picture(*LOSS)
    _, notes = tex(replace(placed, width=40_000.0))
    assert "14400 points" in notes[0]
