"""Faults of the whole sweep: simulated, and believed where every stated gradient comes out."""

from __future__ import annotations

from graphviz_ad.check.evidence import Cause, Evidence
from graphviz_ad.check.leaf_paths import last_path_kept
from graphviz_ad.check.leftovers import left_over
from graphviz_ad.check.runs import repeated
from graphviz_ad.check.starts import begun_elsewhere, reseeded, unseeded
from graphviz_ad.check.sums import assigning, last_only
from graphviz_ad.check.turns import ordered, per_path

__all__ = ["engine_causes"]


def engine_causes(evidence: Evidence) -> list[Cause]:
    """Return the faults of a whole sweep that give all stated gradients, the likeliest first."""
    found = list[Cause]()
    for simulated in (
        unseeded,
        reseeded,
        begun_elsewhere,
        repeated,
        ordered,
        per_path,
        assigning,
        last_only,
        last_path_kept,
        left_over,
    ):
        found += simulated(evidence)
    return sorted(found, key=lambda cause: cause.cost)
