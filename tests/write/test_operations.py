"""The table of operations, told from its rows."""

from __future__ import annotations

from graphviz_ad import ops
from graphviz_ad.write.operations import operations_document, operations_text


def test_the_text_has_a_line_an_operation():
    lines = operations_text(ops.TABLE.values()).splitlines()
    assert len(lines) == 1 + len(ops.TABLE)
    assert lines[0].split("  ")[0] == "operation"
    assert [line.partition("(")[0] for line in lines[1:]] == list(ops.TABLE)


def test_what_a_line_says():
    line = operations_text([ops.TABLE["tanh"]]).splitlines()[1]
    assert "tanh(x)" in line
    assert "1 − v²" in line
    assert "its result" in line
    assert "nothing" in operations_text([ops.TABLE["add"]]).splitlines()[1]
    assert "y ,  x" in operations_text([ops.TABLE["mul"]]).splitlines()[1]


def test_aliases_are_named():
    assert "swish" in operations_text([ops.TABLE["silu"]])
    assert "ln" in operations_text([ops.TABLE["log"]])


def test_the_document_has_the_texts_of_the_rows():
    document = operations_document(ops.TABLE.values())
    assert document["schema"] == 1
    found = {row["name"]: row for row in document["operations"]}
    assert found.keys() == ops.TABLE.keys()
    assert found["mul"]["partials"] == ["y", "x"]
    assert found["mul"]["keeps"] == [["y"], ["x"]]
    assert found["add"]["keeps"] == [[], []]
    assert found["tanh"]["keeps"] == [["v"]]
    assert found["relu"]["kinks"]
