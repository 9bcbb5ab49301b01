"""Every picture of the documentation in a real browser, in three fonts."""

from __future__ import annotations

import tomllib

from browser.fit import violations
from conftest import ROOT

from graphviz_ad.read.program.values import read_values
from graphviz_ad.write.drawing import draw

GALLERY = ROOT / "gallery"


def test_every_gallery_picture_fits_in_three_fonts():
    pictures = {file.stem: file.read_text(encoding="utf-8") for file in sorted(GALLERY.glob("*.svg"))}
    for name, example in tomllib.loads((GALLERY / "examples.toml").read_text(encoding="utf-8")).items():
        at = read_values([example["at"]]) if "at" in example else {}
        pictures[name] = draw(example["program"], at, wrt=example.get("wrt", ())).svg()
    assert len(pictures) >= 16
    assert violations(pictures) == []
