"""What rules change is put back: attributes, slots, what lists, sets and arrays hold, counts of classes."""

from typing import ClassVar

import numpy as np

from graphviz_ad.read.objects.keeping import Kept


class Slotted:
    __slots__ = ("grad", "more")


class Counting:
    made = 3
    rows: ClassVar = []

    def __init__(self):
        self.grad = np.zeros(2)
        self.inputs = {1, 2}
        self.table = {"a": 1}


def test_all_kinds_of_changes_are_undone():
    slotted, counting, tape = Slotted(), Counting(), [1, 2]
    slotted.grad = 1.0
    gradient = counting.grad
    kept = Kept([slotted, counting], [tape])
    slotted.grad, slotted.more = 2.0, "new"
    gradient += 5.0
    counting.grad, counting.new = None, 1
    counting.inputs.add(3)
    counting.table.clear()
    Counting.made += 1
    Counting.rows.append(1)
    tape.append(3)
    kept.put_back()
    assert slotted.grad == 1.0
    assert not hasattr(slotted, "more")
    assert counting.grad is gradient
    assert gradient.tolist() == [0.0, 0.0]
    assert sorted(vars(counting)) == ["grad", "inputs", "table"]
    assert (counting.inputs, counting.table, Counting.made, Counting.rows, tape) == (
        {1, 2},
        {"a": 1},
        3,
        [],
        [1, 2],
    )


def test_it_can_be_put_back_again_and_again():
    thing = Counting()
    kept = Kept([thing], [])
    for _ in range(2):
        thing.grad[0] = 7.0
        del thing.table
        kept.put_back()
        assert (thing.grad.tolist(), thing.table) == ([0.0, 0.0], {"a": 1})
