import math
import random
import time

import pytest
from explain.tapes import every_path, graph_of, ladder, tape_of, tapes
from hypothesis import given
from hypothesis import strategies as st

from graphviz_ad.explain.paths import first
from graphviz_ad.explain.strongest import strongest
from graphviz_ad.graph import INPUT
from graphviz_ad.tape import UNSELECTED

ODD = st.sampled_from([0.0, 1.0, -2.0, 3.0, math.inf, -math.inf, math.nan, 0.3])


def rank(tape, edges):
    """Return (class, log|product|) of a path, straight from the rule."""
    if any(tape.states[edge] == UNSELECTED for edge in edges):
        return 0, 0.0
    factors = [tape.partials[edge] for edge in edges]
    if not all(map(math.isfinite, factors)):
        return 2, 0.0
    return (1, math.fsum(math.log(abs(f)) for f in factors)) if all(factors) else (0, 0.0)


def by_brute_force(tape, k):
    """Return the k largest paths: a stable sort of all, output by output, input by input."""
    graph, found = tape.graph, []
    for output in graph.outputs:
        for source in graph.inputs:
            found += [(output, source, edges) for edges in every_path(graph, output, source)]
    found.sort(key=lambda p: [-round(part, 7) for part in rank(tape, p[2])])
    return found[:k]


@given(tapes(), st.integers(1, 12))
def test_the_k_largest_are_those_of_a_sorted_list(tape, k):
    found = strongest(tape, tape.graph.outputs, tape.graph.inputs, k)
    assert sorted(p[:3] for p in found) == sorted(by_brute_force(tape, k))


@given(tapes(weights=ODD), st.integers(1, 12))
def test_nan_and_infinities_are_largest_and_zeros_last(tape, k):
    found = strongest(tape, tape.graph.outputs, tape.graph.inputs, k)
    assert sorted(p[:3] for p in found) == sorted(by_brute_force(tape, k))


@given(tapes(weights=st.floats(-10, 10)), st.integers(1, 12))
def test_any_weights(tape, k):
    found = strongest(tape, tape.graph.outputs, tape.graph.inputs, k)
    sizes = sorted(rank(tape, p.edges) for p in found)
    expected = sorted(rank(tape, edges) for _, _, edges in by_brute_force(tape, k))
    assert len(sizes) == len(expected)
    for (kind, size), (kind_, size_) in zip(sizes, expected, strict=True):
        assert kind == kind_
        assert size == pytest.approx(size_, abs=1e-6)


@given(tapes(), st.integers(1, 12))
def test_within_a_pair_the_largest_comes_first_and_ties_in_operand_order(tape, k):
    pairs = {}
    for p in strongest(tape, tape.graph.outputs, tape.graph.inputs, k):
        pairs.setdefault(p[:2], []).append(p.edges)
    for found in pairs.values():
        assert found == sorted(found, key=lambda e: [*(-round(x, 7) for x in rank(tape, e)), e])


def test_an_unselected_operand_makes_zero_even_of_infinity():
    graph = graph_of([(INPUT, ()), ("max", (0, 0)), ("f", (1,))], [("y", 2)])
    tape = tape_of(graph, [1.0, 0.0, math.inf], {1: UNSELECTED})
    (found,) = strongest(tape, (3,), (0,), 1)
    assert found.edges == (3, 2, 0)


def test_products_that_differ_by_rounding_are_tied():
    # 0.1 * 3 is not 0.3 in floats; the first in operand order is taken all the same.
    graph = graph_of([(INPUT, ()), ("f", (0,)), ("f", (0,)), ("add", (1, 2))], [("y", 3)])
    (found,) = strongest(tape_of(graph, [0.3, 0.1, 1.0, 3.0]), (4,), (0,), 1)
    assert found.edges[1] == 2
    (found,) = strongest(tape_of(graph, [0.1, 0.3, 3.0, 1.0]), (4,), (0,), 1)
    assert found.edges[1] == 2


@pytest.mark.parametrize(("k", "seconds"), [(7, 1.0), (1000, 5.0)])
@pytest.mark.parametrize("ties", [True, False])
def test_a_ladder_of_two_to_the_thousand_paths(k, seconds, ties):
    chance = random.Random(1)
    weights = None if ties else [chance.uniform(0.5, 2) for _ in range(2000)]
    tape = ladder(1000, weights)
    begin = time.perf_counter()
    found = strongest(tape, (1001,), (0,), k)
    # Generous: the machine may be busy; it takes a twentieth of that.
    assert time.perf_counter() - begin < seconds
    assert len({p.edges for p in found}) == k
    if not ties:
        pairs = [weights[2 * k : 2 * k + 2] for k in range(1000)]
        assert found[0].size == pytest.approx(sum(math.log(max(pair)) for pair in pairs))
        swaps = sorted(abs(math.log(a / b)) for a, b in pairs)
        assert found[1].size == pytest.approx(found[0].size - swaps[0])


def test_ties_of_a_ladder_are_the_first_in_operand_order():
    found = strongest(ladder(60), (61,), (0,), 4)
    lists = [p.edges for p in found]
    assert lists == sorted(lists)
    assert {edges[:-2] for edges in lists} == {lists[0][:-2]}


def test_the_first_are_those_of_the_first_pairs():
    graph = graph_of([(INPUT, ()), (INPUT, ()), ("mul", (0, 1)), ("mul", (2, 0))], [("y", 3)])
    tape = tape_of(graph, [None] * 4)
    assert [p[:2] for p in first(tape, (4,), (0, 1), 2)] == [(4, 0), (4, 0)]
    assert [p[:2] for p in first(tape, (4,), (0, 1), 9)] == [(4, 0), (4, 0), (4, 1)]
