"""Graphs of real engines that went wrong: the cases that are graphs, and a case as a JSON document."""

from __future__ import annotations

import json

from conftest import ROOT

CASES = {
    case["id"]: case["data"]
    for file in ("cases.json", "faulty_graphs.json")
    for case in json.loads((ROOT / "tests/data" / file).read_text(encoding="utf-8"))
    if case.get("data", {}).get("form") == "graph"
}


def as_document(data):
    """Return a case in the form of gallery/json.md."""
    renamed = {"id": "id", "op": "op", "args": "args", "value": "value", "local_given": "local"}
    renamed["grad_given"] = "grad"
    return {
        "adviz": 1,
        "inputs": data["inputs"],
        "nodes": [{renamed[k]: v for k, v in node.items() if k in renamed} for node in data["nodes"]],
        "output": data["output"],
        **({"grads": data["grad_given"]} if "grad_given" in data else {}),
    }
