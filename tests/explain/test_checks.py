import math

import pytest
from explain.tapes import every_path, graph_of, ladder, tape_of, tapes
from hypothesis import given
from hypothesis import strategies as st

from graphviz_ad.errors import DomainProblem
from graphviz_ad.explain.checks import added, agree, direction, path_sums
from graphviz_ad.graph import INPUT
from graphviz_ad.tape import UNSELECTED


@given(tapes(weights=st.floats(-10, 10)))
def test_path_sums_are_sums_of_products(tape):
    graph = tape.graph
    for output in graph.outputs:
        found = path_sums(tape, output, frozenset(graph.inputs))
        for source in graph.inputs:
            live = [
                edges
                for edges in every_path(graph, output, source)
                if all(tape.states[edge] != UNSELECTED for edge in edges)
            ]
            expected = math.fsum(math.prod(tape.partials[edge] for edge in edges) for edges in live)
            assert found[source] == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_path_sums_of_an_intermediate_and_of_what_lies_behind_it():
    # y = (x + x)*3: to the sum 3, to x 3 + 3.
    graph = graph_of([(INPUT, ()), ("add", (0, 0)), ("mul", (1, 3.0))], [("y", 2)])
    assert path_sums(tape_of(graph, [1.0, 1.0, 3.0]), 3, {0, 1}) == {0: 6.0, 1: 3.0}


def test_a_run_whose_own_product_vanishes_is_multiplied_in_place():
    graph = graph_of([(INPUT, ())] + [("f", (k,)) for k in range(4)], [("y", 4)])
    tape = tape_of(graph, [1e300, 1e-200, 1e-200, 1e300])
    assert path_sums(tape, 5, {0})[0] == pytest.approx(1e200)


def test_few_paths_of_a_hundred_thousand_edges():
    graph = graph_of([(INPUT, ())] + [("f", (k,)) for k in range(100_000)], [("y", 100_000)])
    assert path_sums(tape_of(graph, [1.0] * 100_000), 100_001, {0}) == {0: 1.0}


def test_ways_that_part_are_named():
    tape = ladder(2)
    with pytest.raises(DomainProblem, match=r"∂y/∂x part: paths 4, forward 4\.5") as caught:
        agree(tape, "∂y/∂x", {"paths": 4.0, "forward": 4.5}, 4.0, ({3: 1.0}, {0: 1.0}))
    assert "nothing was written" in caught.value.hint


def test_rounding_is_no_difference():
    tape = ladder(2)
    seeds = ({3: 1.0}, {0: 1.0})
    assert agree(tape, "∂y/∂x", {"paths": 0.1 + 0.2, "forward": 0.3}, 0.6, seeds)
    # Large products that cancel leave the rounding of the large ones.
    assert agree(tape, "∂y/∂x", {"paths": 1e-3, "forward": 0.0}, 1e12, seeds)


def test_what_is_not_finite_cannot_be_compared():
    tape = ladder(2)
    for value in (math.inf, math.nan):
        assert not agree(tape, "∂y/∂x", {"paths": value, "forward": 1.0}, 1.0, ({3: 1.0}, {0: 1.0}))


def test_underflow_by_one_order_only_cannot_be_compared():
    graph = graph_of([(INPUT, ())] + [("f", (k,)) for k in range(3)], [("y", 3)])
    tape = tape_of(graph, [1e-200, 1e-200, 1e300])
    assert not agree(tape, "∂y/∂x", {"reverse": 1e-100, "forward": 0.0}, 1e-100, ({4: 1.0}, {0: 1.0}))


def test_added_never_raises():
    assert math.isnan(added([math.inf, -math.inf]))
    assert added([1e308, 1e308]) == math.inf
    assert added([]) == 0


def test_the_direction_has_no_small_and_no_equal_component():
    components = list(direction(range(1000)).values())
    assert min(map(abs, components)) >= 0.75
    assert len(set(components)) == 1000
