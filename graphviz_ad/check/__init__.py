"""Checks of graphs that somebody else made: from what they state to findings."""

from __future__ import annotations

from graphviz_ad.check.judge import check, judge
from graphviz_ad.check.verdict import Verdict

__all__ = ["Verdict", "check", "judge"]
