"""What a record is by itself: its operation, its operands, an input and its value."""

from __future__ import annotations

from graphviz_ad.expression import normal
from graphviz_ad.graph import CONSTANT, INPUT
from graphviz_ad.read.listing.operations import is_constant, operation
from graphviz_ad.read.listing.records import Arg, Listing, Record, stated

__all__ = ["args_of", "declared", "meaning", "values_of"]


def values_of(listing: Listing) -> dict[str, float]:
    """Return the values that a listing gives to its inputs, by their names, as `evaluate` takes them.

    An input is declared by its name or by its id; one that is not may have its value itself.
    """
    left, values = dict(listing.inputs), {}
    for record in filter(_is_input, listing.records):
        name = record.id if record.name is None else record.name
        key = name if name in left else record.id
        value = left.pop(key) if key in left else _value(record)
        if value is not None:
            values[normal(name)] = value
    return values | {normal(name): value for name, value in left.items() if value is not None}


def declared(listing: Listing) -> list[Record]:
    """Return records of the declared inputs that have none."""
    inputs = list(filter(_is_input, listing.records))
    there = {record.id for record in inputs} | {record.name for record in inputs}
    return [Record(name, INPUT, (), name, "inputs", {}) for name in listing.inputs if name not in there]


def _is_input(record: Record) -> bool:
    return not record.args and (not record.op.strip() or meaning(record)[0] == INPUT)


def meaning(record: Record) -> tuple[str, tuple[float, ...]]:
    """Return what the operation of a record is, and the numbers that it adds to the operands."""
    if not record.op.strip() and not record.args:
        return INPUT, ()
    count = len(record.args)
    if not count and _value(record) is not None and is_constant(record.op):
        count = 1
    return operation(record.op, count, record.where)


def args_of(record: Record, op: str) -> tuple[Arg, ...]:
    """Return the operands; a constant may have its number as its value."""
    value = _value(record)
    return (value,) if op == CONSTANT and not record.args and value is not None else record.args


def _value(record: Record) -> float | None:
    return stated(record.attributes.get("value"))
