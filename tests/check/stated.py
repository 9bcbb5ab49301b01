"""Claims for tests: from a program, or from a case's list of nodes."""

from __future__ import annotations

from graphviz_ad.claims import Claims
from graphviz_ad.graph import OUTPUT
from graphviz_ad.read import read_text
from graphviz_ad.read.listing.assembly import assemble
from graphviz_ad.read.listing.records import Listing, Record


def of_case(data):
    """Return the claims of a case, and the node by the case's names."""
    nodes = data["nodes"]
    records = [
        Record(node["id"], node["op"], tuple(a if isinstance(a, str) else float(a) for a in node["args"]),
               node["id"], f"nodes[{k}]", {})
        for k, node in enumerate(nodes)
    ]  # fmt: skip
    listing = Listing(tuple(records), dict(data["inputs"]), (data["output"],), {})
    graph, index = assemble(listing)
    values, partials, adjoints, labels = {}, {}, {}, {}
    for node in nodes:
        place = index[node["id"]]
        if graph.ops[place] == OUTPUT:
            place = graph.operands[graph.starts[place]]
        index[node["id"]] = place
        if "value" in node:
            values[place] = float(node["value"])
        for slot, local in enumerate(node.get("local_given", ())):
            if graph.operands[graph.starts[place] + slot] >= 0:
                partials[graph.starts[place] + slot] = float(local)
        if "grad_given" in node:
            adjoints[place] = float(node["grad_given"])
    for name, adjoint in data.get("grad_given", {}).items():
        adjoints[index[name]] = float(adjoint)
    for blame in data.get("blame", ()):
        if "label" in blame:
            labels[index[blame["at"]]] = blame["label"]
    return Claims(graph, data["inputs"], values, partials, adjoints, stated_ops=labels), index


def of_text(text, at, values=None, local=None, grad=None, **more):
    """Return claims about a program; nodes by name, edges as ``"c.0"``: the operation and the slot."""
    graph = read_text(text, at)
    scope = {
        name: graph.operands[graph.starts[node]] if graph.ops[node] == OUTPUT else node
        for name, node in graph.scope.items()
    }

    def edge(text):
        name, _, slot = text.partition(".")
        return graph.starts[scope[name]] + int(slot)

    claims = Claims(
        graph, at, {scope[k]: float(v) for k, v in (values or {}).items()},
        {edge(k): float(v) for k, v in (local or {}).items()},
        {scope[k]: float(v) for k, v in (grad or {}).items()},
        **{
            name: {(edge(k) if name == "probes" else scope[k]): v for k, v in value.items()}
            if isinstance(value, dict)
            else value
            for name, value in more.items()
        },
    )  # fmt: skip
    return claims, scope
