"""Orders of evaluation."""

from array import array

from hypothesis import given
from hypothesis import strategies as st

from graphviz_ad.read.listing.ordering import evaluation_order


def columns(operands):
    starts, flat = array("q", [0]), array("q")
    for args in operands:
        flat.extend(args)
        starts.append(len(flat))
    return starts, flat


@st.composite
def shuffled(draw):
    """Make a graph without cycles, its nodes in any order."""
    count = draw(st.integers(1, 12))
    before = [draw(st.lists(st.integers(0, k - 1), max_size=3)) if k else [] for k in range(count)]
    places = draw(st.permutations(range(count)))
    operands = [[]] * count
    for k, args in enumerate(before):
        operands[places[k]] = [places[arg] for arg in args]
    return operands


@given(shuffled())
def test_operands_come_first_and_nothing_is_lost(operands):
    order, cycle = evaluation_order(*columns(operands))
    assert cycle == []
    assert sorted(order) == list(range(len(operands)))
    at = {node: place for place, node in enumerate(order)}
    assert all(at[arg] < at[node] for node, args in enumerate(operands) for arg in args)
    # What is in order already stays as it is.
    again = columns([[at[arg] for arg in operands[node]] for node in order])
    assert evaluation_order(*again) == (list(range(len(operands))), [])


@given(shuffled(), st.data())
def test_a_cycle_is_told_and_is_one(operands, data):
    order, _ = evaluation_order(*columns(operands))
    first, last = sorted(data.draw(st.lists(st.sampled_from(range(len(order))), min_size=2, max_size=2)))
    # The first one needs the last one, which needs it.
    operands[order[last]] = [*operands[order[last]], order[first]]
    operands[order[first]] = [*operands[order[first]], order[last]]
    _, cycle = evaluation_order(*columns(operands))
    assert cycle
    for tail, head in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
        assert tail in operands[head]


def test_a_node_that_stands_too_late_is_moved_before_its_user():
    assert evaluation_order(*columns([[], [3], [0], [2]])) == ([0, 2, 3, 1], [])


def test_a_node_that_uses_itself():
    assert evaluation_order(*columns([[], [0, 1]])) == ([], [1])


def test_chains_are_walked_without_recursion():
    count = 100_000
    assert evaluation_order(*columns([[k + 1] for k in range(count)] + [[]]))[0] == list(range(count, -1, -1))
    assert len(evaluation_order(*columns([[(k + 1) % count] for k in range(count)]))[1]) == count
