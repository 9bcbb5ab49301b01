"""A program with its backward passes as JSON, schema 1."""

from __future__ import annotations

from typing import cast

from graphviz_ad.differentiate.passes import Passes
from graphviz_ad.explain.passing import heads
from graphviz_ad.explain.words import Words
from graphviz_ad.noun import replace
from graphviz_ad.number import json_number
from graphviz_ad.write.document import Json, document
from graphviz_ad.write.program import program, sourced

__all__ = ["gradient_document"]


def gradient_document(made: Passes, words: Words) -> Json:
    """Return the passes as a JSON document: the nodes with the pass of each, and the derivatives.

    ``source`` is all of it on one line, ``program`` the same with a line a statement, and
    ``differentiated`` the program whose derivatives they are; ``pass`` is 0 for the forward pass, and
    the backward passes count from 1; ``enters`` are the nodes that the seed of a pass is a factor of.
    """
    derivation = words.derivation
    base = document(replace(derivation, outputs=(), inputs=()))
    nodes = cast("list[Json]", base["nodes"])
    primals = derivation.tape.primals
    return {
        **{key: base[key] for key in ("schema", "adviz")},
        "source": sourced(replace(made.graph, source="")).source,
        "differentiated": base["source"],
        "at": base["at"],
        "outputs": list(derivation.outputs),
        "inputs": list(derivation.inputs),
        "order": made.order,
        "program": program(made.graph),
        "passes": heads(max(made.levels, default=0)),
        "nodes": [{**node, "pass": level} for node, level in zip(nodes, made.levels, strict=True)],
        "seeds": [
            {"pass": seed.level, "node": f"n{seed.target}", "enters": [f"n{node}" for node in seed.enters]}
            for seed in made.seeds
        ],
        "derivatives": [
            {
                "name": result.name,
                "node": f"n{result.node}",
                "output": result.of,
                "inputs": list(result.by),
                "value": json_number(primals[result.node]),
                "symbol": result.formula or None,
            }
            for result in made.results
        ],
        "notes": base["notes"],
    }
