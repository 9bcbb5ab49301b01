"""Words with dashes (an expression may begin with a minus), and the command that is left out."""

from __future__ import annotations

import pytest

from adviz_cli.arguments import COMMANDS, NoValue, arranged, command_line, too_many

FLAGS = {"--json": "--json", "-q": "--quiet", "-h": "--help", "--help": "--help"}
TAKERS = {
    "-w": "--wrt",
    "--wrt": "--wrt",
    "-a": "--at",
    "--at": "--at",
    "-o": "--output",
    "--title": "--title",
}


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ([], ["--help"]),
        (["x*y"], ["draw", "x*y"]),
        (["-x*y", "-w", "x"], ["draw", "-x*y", "-w", "x"]),
        (["-w", "x", "x*y"], ["draw", "-w", "x", "x*y"]),
        (["--", "-x"], ["draw", "--", "-x"]),
        (["-"], ["draw", "-"]),
        (["-h"], ["-h"]),
        (["--version"], ["--version"]),
        (["--traceback", "eval", "x"], ["eval", "--traceback", "x"]),
        (["--traceback", "x"], ["draw", "--traceback", "x"]),
        (["--traceback"], ["--help"]),
    ],
)
def test_the_command_may_be_left_out(args, expected):
    assert command_line(args) == expected


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_one_only_as_the_first_word(name):
    assert command_line([name, "x"]) == [name, "x"]
    assert command_line(["x", name]) == ["draw", "x", name]


@pytest.mark.parametrize(
    "word", ["-a*b", "-w*x", "-x", "--x", "-w", "-", "-1", "-q*2", "---x", "-h/2", "-o.5"]
)
def test_a_word_with_a_dash_is_an_option_only_if_it_is_exactly_one(word):
    options, words = arranged([word, "v"] if word in TAKERS else [word], FLAGS, TAKERS)
    assert (words == [word]) == (word not in TAKERS)
    assert options == ([TAKERS[word], "v"] if word in TAKERS else [])


def test_options_stand_anywhere():
    assert arranged(["--json", "x", "-w", "x", "--at=x=3"], FLAGS, TAKERS) == (
        ["--json", "--wrt", "x", "--at=x=3"],
        ["x"],
    )


def test_what_follows_two_dashes_is_no_option():
    assert arranged(["-q", "--", "--json", "-w"], FLAGS, TAKERS) == (["--quiet"], ["--json", "-w"])


def test_a_value_may_begin_with_a_dash():
    assert arranged(["--title", "-x", "-o", "-"], FLAGS, TAKERS) == (["--title", "-x", "--output", "-"], [])


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["x", "-w"], ("-w", "")),
        (["-w", "--", "x"], ("-w", "--")),
        (["--at", "--json"], ("--at", "--json")),
        (["-o", "-w", "x"], ("-o", "-w")),
    ],
)
def test_a_missing_value_is_told_from_an_option_that_follows(args, told):
    with pytest.raises(NoValue) as caught:
        arranged(args, FLAGS, TAKERS)
    assert caught.value.args == told


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["x", "+", "y"], 'quote the expression: adviz draw "x + y"'),
        (["evl", "x"], "did you mean eval?"),
        (["x", "eval"], 'the command goes first: adviz eval "x"'),
        (["x*y", "y=2"], 'values are one word: --at "... y=2"'),
        (["a=1", "y=2"], 'quote the expression: adviz draw "a=1 y=2"'),
    ],
)
def test_several_words_get_the_hint_that_was_probably_needed(words, hint):
    message = too_many(words, "draw")
    assert f"here are {len(words)}: " in message
    assert hint in message


def test_many_long_words_make_a_short_message():
    assert len(too_many(["x" * 20_000] * 50, "draw")) < 400
