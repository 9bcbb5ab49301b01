"""Every picture of the gallery in a real browser, in three fonts."""

from __future__ import annotations

from pathlib import Path

from browser.fit import violations

GALLERY = Path(__file__).resolve().parents[2] / "gallery"


def test_every_gallery_picture_fits_in_three_fonts():
    pictures = {file.stem: file.read_text(encoding="utf-8") for file in sorted(GALLERY.glob("*.svg"))}
    assert len(pictures) >= 16
    assert violations(pictures) == []
