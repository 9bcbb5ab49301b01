"""Whatever is typed: a result or an AdvizError, and soon."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from programs import expressions

from graphviz_ad import columns, read_text
from graphviz_ad.differentiate import evaluate
from graphviz_ad.differentiate.partials import edge_symbols
from graphviz_ad.errors import AdvizError
from graphviz_ad.graph import Graph
from graphviz_ad.read.program.values import read_values
from graphviz_ad.write.program import program

SECONDS = 5.0

PIECES = [
    "x", "y", "e", "pi", "f", "max", "sin", "if", "else", "and", "lambda", "for", "in", "0", "1",
    "2.5", "1e9", "1e400",
    "9**9**9", "+", "-", "*", "/", "//", "%", "**", "^", "(", ")", "((", "))", ",", ";", "\n", "=",
    "==", "<", "<=", "!=",
    " ", "  ", "#", "\\\n", "²", "⁻¹", "√", "−", "×", "µ", "μ", "π", ".", "_", "'", '"', "[", "]",
    "{", "}", "\x00", "\t",
    "f(x) = ", "s(a, b) = ", "x = ", "log(", "where(", "where(x, y, 2)", "clip(x,0,1)", "\ufeff",
    "\u202e", "😀", "名", "½", "٣",
]  # fmt: skip


def read(text, at=None, **options):
    """Read a text and ask of the graph what every stage asks; return the graph, or the error."""
    begun = time.monotonic()
    try:
        graph = read_text(text, at, **options)
    except AdvizError as error:
        assert str(error)  # noqa: PT017 - an error is a right answer too
        assert error.start is None or 0 <= error.start <= len(text)  # noqa: PT017 - an error is a right answer too
        return error
    finally:
        assert time.monotonic() - begun < SECONDS
    assert isinstance(graph, Graph)
    tape = evaluate(graph, {graph.names[node]: 0.5 for node in graph.inputs})
    assert tape.complete
    assert len(edge_symbols(graph)) <= len(graph.operands)
    assert program(graph)
    return graph


@given(st.text(max_size=60))
@settings(max_examples=300)
def test_any_text(text):
    read(text)


@given(st.binary(max_size=60))
@settings(max_examples=200)
def test_any_bytes(data):
    read(data.decode("utf-8", "replace"))
    read(data.decode("latin-1"))


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
@settings(max_examples=600)
@example("f(x) = x\nf(f(f(y)))")
@example("x=0\n=")
@example("e=e")
@example("f(x)=x;f=f(2)")
@example("(x)=2")
@example("x = 2 = 3")
def test_pieces_of_programs(text):
    read(text)
    read(text, {"x": 0.0, "e": 1.0})
    read(text, share=True)


@given(expressions(leaves=20), st.integers(0, 10_000))
@settings(max_examples=300)
def test_expressions_with_a_piece_broken(text, where):
    place = where % (len(text) + 1)
    for broken in (
        text[:place] + text[place + 1 :],
        text[:place] + PIECES[where % len(PIECES)] + text[place:],
    ):
        read(broken, {"x": 0.25})


@given(st.lists(st.sampled_from([*PIECES, "x=1", "y=pi/2"]), max_size=12).map("".join))
@settings(max_examples=300)
def test_values(text):
    try:
        values = read_values([text])
    except AdvizError as error:
        assert str(error)  # noqa: PT017 - an error is a right answer too
        return
    assert all(type(value) is float for value in values.values())


def test_a_long_run_of_the_same_dice():
    dice = random.Random(20)
    for _ in range(1500):
        text = "".join(dice.choice(PIECES) for _ in range(dice.randrange(1, 40)))
        read(
            text, {"x": dice.choice([0.0, -1.0, 1e308, float("inf"), float("nan")])} if "x" in text else None
        )


@pytest.mark.parametrize(
    "text",
    [
        "(" * 50_000, ")" * 50_000, "x" * 200_000, "9" * 100_000, "1e" * 50_000, "x=" * 50_000,
        "if " * 50_000,
        "f(" * 50_000, "x," * 50_000, "#" * 200_000, "\n" * 200_000, ";" * 200_000, "²" * 50_000,
        '"' * 50_001,
        "[" * 50_000, "." * 50_000, "\\\n" * 50_000, " " * 200_000, "x if " * 50_000, "x if x else " * 30_000,
        "x<" * 50_000, "x**" * 50_000, "-" * 200_000, "_" * 200_000, "1_" * 50_000, "é" * 100_000,
        "x\n" * 50_000,
        "max(" + "x," * 50_000 + "x)", "s(x) = x\n" * 5_000, "\n".join(f"s{k}(x) = x" for k in range(5_000)),
        "s(" + ",".join(f"a{k}" for k in range(20_000)) + ") = a1",
    ],
    ids=lambda text: repr(text[:10]),
)  # fmt: skip
def test_long_texts_are_read_or_refused_in_linear_time(text):
    begun = time.monotonic()
    try:
        read_text(text)
    except AdvizError as error:
        assert len(str(error)) < 2000  # noqa: PT017 - an error is a right answer too
    assert time.monotonic() - begun < SECONDS


@pytest.mark.parametrize("last", ["s39(x)", "", "s39(x) if x < 0 else s38(x)"])
def test_definitions_that_multiply_are_refused_at_once(last):
    lines = ["s0(x) = x + x", *(f"s{k}(x) = s{k - 1}(s{k - 1}(x))" for k in range(1, 40)), last]
    begun = time.monotonic()
    with pytest.raises(AdvizError, match="unfolds to more than 5000000 operations"):
        read_text("\n".join(lines), {"x": 1.0})
    assert time.monotonic() - begun < SECONDS


def test_definitions_that_multiply_in_a_branch_are_stopped(monkeypatch):
    monkeypatch.setattr(columns, "LARGEST", 10_000)
    lines = [
        "s0(x) = x + x",
        *(f"s{k}(x) = s{k - 1}(s{k - 1}(x))" for k in range(1, 40)),
        "s39(x) if x < 0 else x",
    ]
    assert len(read_text("\n".join(lines), {"x": 1.0})) == 4
    with pytest.raises(AdvizError, match="unfolds to more than"):
        read_text("\n".join(lines), {"x": -1.0})
