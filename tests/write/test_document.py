import json
import math

import pytest

from graphviz_ad.differentiate import evaluate
from graphviz_ad.explain import explain
from graphviz_ad.read import read_text
from graphviz_ad.write.document import document, dumps

KEYS = [
    "schema",
    "adviz",
    "source",
    "at",
    "outputs",
    "inputs",
    "nodes",
    "edges",
    "paths",
    "totals",
    "jacobian",
    "notes",
]
LOSS = "L = (y-(m*x+c))*(y-(m*x+c))"
POINT = {"y": 1, "m": 2, "x": 3, "c": 4}


def made(source, at=None, **options):
    return document(explain(evaluate(read_text(source, at or {}), at or {}), **options))


def test_the_keys_are_those_of_the_schema_in_order():
    content = made(LOSS, POINT)
    assert list(content) == KEYS
    assert (content["schema"], content["adviz"]) == (1, 1)
    assert list(content["nodes"][0]) == ["id", "label", "op", "name", "args", "value"]
    assert list(content["edges"][0]) == ["id", "tail", "head", "slot", "symbol", "value"]
    path = ["output", "input", "nodes", "edges", "symbols", "factors", "product", "symbol"]
    assert list(content["paths"][0]) == path
    total = ["output", "input", "reached", "count", "shown", "rest", "value", "symbol", "checks"]
    assert list(content["totals"][0]) == total
    assert list(content["totals"][0]["checks"]) == ["paths", "reverse", "forward", "difference"]
    assert list(content["jacobian"]) == ["outputs", "inputs", "values"]


def test_the_loss():
    content = made(LOSS, POINT, wrt=["x"])
    assert (content["source"], content["at"]) == (LOSS, POINT)
    assert (content["outputs"], content["inputs"]) == (["L"], ["x"])
    first = content["paths"][0]
    assert first["nodes"] == ["n11", "n10", "n6", "n5", "n3", "n2"]
    assert first["edges"] == ["n11_0", "n10_0", "n6_1", "n5_0", "n3_1"]
    assert first["factors"] == [1, -9, -1, 1, 2]
    assert first["symbols"] == ["1", "v6", "-1", "1", "m"]
    assert [path["product"] for path in content["paths"]] == [18, 18]
    (total,) = content["totals"]
    assert {key: total[key] for key in ("count", "shown", "rest", "value", "reached")} == {
        "count": 2, "shown": 36, "rest": 0, "value": 36, "reached": True,
    }  # fmt: skip
    assert {key: total["checks"][key] for key in ("paths", "reverse", "forward")} == {
        "paths": 36, "reverse": 36, "forward": 36,
    }  # fmt: skip
    assert content["jacobian"] == {"outputs": ["L"], "inputs": ["x"], "values": [[36]]}


def test_every_path_walks_along_edges_that_are_there():
    content = made("a = x*y + x; b = a*x", {"x": 2, "y": 3})
    edges = {edge["id"]: edge for edge in content["edges"]}
    for path in content["paths"]:
        walked = [edges[edge] for edge in path["edges"]]
        assert [edge["head"] for edge in walked] == path["nodes"][:-1]
        assert [edge["tail"] for edge in walked] == path["nodes"][1:]
        assert [edge["value"] for edge in walked] == path["factors"]
        assert [edge["symbol"] for edge in walked] == path["symbols"]
        assert math.prod(path["factors"]) == path["product"]


def test_every_variable_has_a_node_that_bears_its_name():
    content = made("a = x*y; b = a*x")
    named = {node["name"] for node in content["nodes"]}
    assert {*content["outputs"], *content["inputs"]} <= named


def test_constants_are_numbers_among_the_operands():
    content = made("k = 3; 2*x + pi*k", {"x": 1})
    args = {node["label"]: node["args"] for node in content["nodes"]}
    assert args["v1"] == [2, "n1"] or args["v1"] == [2, "n0"]
    assert args["k"] == [3]
    product = next(node for node in content["nodes"] if "pi" in node["args"])
    edge = next(e for e in content["edges"] if e["head"] == product["id"])
    assert (edge["symbol"], edge["value"]) == (None, None)


def test_formulas():
    (by_x, by_c) = made("z = (x + c)*x", formulas=True)["totals"]
    assert (by_x["value"], by_x["checks"]) == (
        None,
        {"paths": None, "reverse": None, "forward": None, "difference": None},
    )
    assert eval(by_x["symbol"], {}, {"x": 5, "c": 3}) == 13
    assert by_c["symbol"] == "x"


def test_counts_beyond_what_a_float_holds_are_digits():
    def ladder(rungs):
        return "; ".join(["x1 = x + x", *(f"x{k + 1} = x{k} + x{k}" for k in range(1, rungs))])

    assert made(ladder(53), {"x": 1})["totals"][0]["count"] == 2**53
    assert made(ladder(54), {"x": 1})["totals"][0]["count"] == str(2**54)
    content = made(ladder(1000), {"x": 1})
    assert content["totals"][0]["count"] == str(2**1000)
    assert len(content["paths"]) == 7


def test_numbers_that_are_not_finite_are_words():
    content = made("1/x + x*0", {"x": 0})
    assert content["nodes"][1]["value"] == "inf"
    assert "-inf" in content["paths"][0]["factors"]
    json.loads(dumps(content), parse_constant=pytest.fail)


def test_unused_inputs():
    content = made("a = x; b = y", {"x": 1, "y": 2})
    total = content["totals"][1]
    assert (total["output"], total["input"]) == ("a", "y")
    assert (total["count"], total["value"], total["reached"]) == (0, 0, False)
    kinds = [(note["kind"], note["message"]) for note in content["notes"]]
    assert ("unused_input", "y is not used in a") in kinds
    assert list(content["notes"][0]) == ["kind", "node", "edge", "message"]


def test_bytes():
    content = made("損失 = 重み*x", {"重み": 2, "x": 3})
    data = dumps(content)
    assert data == dumps(made("損失 = 重み*x", {"重み": 2, "x": 3}))
    assert json.loads(data) == content
    assert "損失".encode() in data
    assert data.endswith(b"}\n")
    # A name with half a character, as a file name may have.
    assert json.loads(dumps({"name": "\udc80"})) == {"name": "\udc80"}
    assert json.loads(dumps({"list": [], "dict": {}, "rows": [{"a": 1}, {"a": 2}]})) == {
        "list": [], "dict": {}, "rows": [{"a": 1}, {"a": 2}],
    }  # fmt: skip


def test_edges_of_large_graphs_have_their_symbols_too():
    content = made("+".join(["x*y"] * 3000), {"x": 2, "y": 3})
    assert len(content["nodes"]) > 5000
    assert {edge["symbol"] for edge in content["edges"]} == {"1", "x", "y"}
