from itertools import islice

import pytest
from explain.tapes import every_path, graph_of, ladder, tape_of, tapes
from hypothesis import given

from graphviz_ad.explain.paths import nodes, paths
from graphviz_ad.explanation import Path
from graphviz_ad.graph import INPUT
from graphviz_ad.tape import NOT_DIFFERENTIATED


def test_a_square_has_two_paths():
    tape = tape_of(graph_of([(INPUT, ()), ("mul", (0, 0))], [("y", 1)]), [3.0, 3.0])
    assert [path.edges for path in paths(tape, 2, (0,))] == [(2, 0), (2, 1)]


def test_nodes_run_from_the_output_to_the_input():
    tape = ladder(2)
    assert nodes(tape.graph, 3, next(paths(tape, 3, (0,)))) == [3, 2, 1, 0]


@given(tapes())
def test_every_path_is_listed_once_in_operand_order(tape):
    for output in tape.graph.outputs:
        for source in tape.graph.inputs:
            listed = [path.edges for path in paths(tape, output, (source,))]
            assert listed == every_path(tape.graph, output, source)


@given(tapes())
def test_paths_to_several_inputs_are_those_to_each(tape):
    graph = tape.graph
    for output in graph.outputs:
        together = {path.edges for path in paths(tape, output, graph.inputs)}
        assert together == {edges for s in graph.inputs for edges in every_path(graph, output, s)}


def test_an_intermediate_ends_a_path_and_others_go_on_behind_it():
    tape = ladder(3)
    found = [path.edges for path in paths(tape, 4, (2, 0))]
    assert sum(len(edges) == 2 for edges in found) == 2
    assert sum(len(edges) == 4 for edges in found) == 8


def test_what_is_not_differentiated_is_not_walked():
    graph = graph_of([(INPUT, ()), ("add", (0, 0))], [("y", 1)])
    tape = tape_of(graph, [1.0, 1.0], {1: NOT_DIFFERENTIATED})
    assert [path.edges for path in paths(tape, 2, (0,))] == [(2, 0)]


@pytest.mark.parametrize("rungs", [1000, 100_000])
def test_the_first_of_very_many_long_paths_comes_at_once(rungs):
    tape = ladder(rungs)
    first, second = islice(paths(tape, rungs + 1, (0,)), 2)
    assert len(first.edges) == rungs + 1
    assert first.edges[:-1] == second.edges[:-1]
    assert second == Path((*first.edges[:-1], 1))


def test_a_dead_end_of_two_to_the_thousand_ways_is_not_entered():
    # y = other + x, where `other` is a ladder over another input.
    nodes_ = [(INPUT, ()), (INPUT, ())] + [("add", (k, k)) for k in [0, *range(2, 1001)]]
    graph = graph_of([*nodes_, ("add", (len(nodes_) - 1, 1))], [("y", len(nodes_))])
    tape = tape_of(graph, [1.0] * 2002)
    assert len(list(paths(tape, graph.outputs[0], (1,)))) == 1
