"""What nodes are called: plain variables first, never lists that an engine keeps for itself."""

import linecache

from graphviz_ad.read.objects.families import Families
from graphviz_ad.read.objects.naming import held, loop_variables


def things(count):
    return [object() for _ in range(count)]


def identities(nodes):
    return {id(node) for node in nodes}


def test_a_list_that_holds_the_output_orders_the_graph():
    x, u, y = nodes = things(3)
    names = held(
        {"order": [x, u, y], "w": [x, u]}, identities(nodes), Families(), made={id(u), id(y)}, root=id(y)
    )
    assert names == {id(x): "w_0", id(u): "w_1"}


def test_a_long_list_of_operations_is_not_looked_into():
    nodes = things(30)
    made = identities(nodes[10:])
    assert held({"seen": nodes}, identities(nodes), Families(), made=made) == {}
    assert len(held({"weights": nodes}, identities(nodes), Families())) == 30


def test_a_tape_is_not_looked_into():
    nodes = things(2)
    assert held({"t": nodes}, identities(nodes), Families(), skipped={id(nodes)}) == {}


def test_what_only_a_loop_of_the_module_sets_is_no_name():
    text = "x = 1\nfor o, (i, j) in rows:\n    k = o\ndef f():\n    o = 2\nfor x in rows: pass\n"
    linecache.cache["looping.py"] = (len(text), None, text.splitlines(keepends=True), "looping.py")
    assert loop_variables({"__file__": "looping.py"}) == {"o", "i", "j"}


def test_a_file_that_does_not_parse_has_no_loops():
    linecache.cache["broken.py"] = (3, None, ["for\n"], "broken.py")
    assert loop_variables({"__file__": "broken.py"}) == frozenset()
