"""The catalogue of Chinese phrases, in parts."""

from __future__ import annotations

from graphviz_ad.wording.zh.causes import CAUSES
from graphviz_ad.wording.zh.faults import FAULTS
from graphviz_ad.wording.zh.hints import HINTS
from graphviz_ad.wording.zh.notes import NOTES
from graphviz_ad.wording.zh.numbers import NUMBERS
from graphviz_ad.wording.zh.pictures import PICTURES
from graphviz_ad.wording.zh.reading import READING
from graphviz_ad.wording.zh.reports import REPORTS

__all__ = ["CATALOGUE"]

CATALOGUE = {**PICTURES, **NOTES, **FAULTS, **CAUSES, **NUMBERS, **HINTS, **READING, **REPORTS}
