"""Words of a command line, and options by name, become what is asked for."""

from __future__ import annotations

import pytest

from graphviz_ad.draw.options import CHOICES
from graphviz_ad.embed.asking import asked, options_from, words_of
from graphviz_ad.embed.options import COMMANDS, FLAG, OPTIONS
from graphviz_ad.errors import AdvizError, UnknownName


def test_without_a_command_it_is_drawn():
    found = asked(words_of('"-x*y" --wrt x --wrt "y, z" -a x=3 --at=y=pi/2 --share'))
    assert (found.command, found.source) == ("draw", "-x*y")
    assert found.options == {"wrt": ("x", "y", "z"), "at": ("x=3", "y=pi/2"), "share": True}


def test_every_command_is_known_by_its_name():
    assert [asked([command, "x"]).command for command in COMMANDS] == list(COMMANDS)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("x --wrrt x", "did you mean wrt"),
        ("x y", "one expression is expected, here are 2"),
        ("", "one expression is expected, here are 0"),
        ("x --wrt", "--wrt needs a value"),
        ("x --title --wrt x", "--title needs a value"),
        ("x --digits 18", "not a whole number from 1 to 17"),
        ("x --digits ²", "not a whole number"),
        ("x --scale -1", "not a number above 0"),
        ("x --rankdir XX", "is not possible"),
        ("x --share=perhaps", "set by its name alone"),
        ("grad x --labels none", "there is no option labels"),
        ('"x', "quote the expression"),
    ],
)
def test_what_is_wrong_is_said(line, said):
    with pytest.raises(AdvizError) as caught:
        asked(words_of(line))
    assert said in str(caught.value)


def test_twice_minus_is_an_expression_and_two_dashes_end_the_options():
    assert asked(["--x"]).source == "--x"
    assert asked(["--wrt", "x", "--", "--wrt"]).source == "--wrt"


def test_options_of_a_host_are_read_in_the_same_way():
    assert options_from("sweep", {"mode": "FORWARD", "at": "x=1"}) == {"mode": "forward", "at": ("x=1",)}
    with pytest.raises(UnknownName, match="no option tabel"):
        options_from("draw", {"tabel": "none"})
    with pytest.raises(UnknownName, match="cannot be shown"):
        options_from("paths", {})


def test_the_choices_are_those_of_pictures():
    assert {name: OPTIONS[name].legal for name in CHOICES} == dict(CHOICES)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_has_the_options_of_the_command_as_it_has_them(name):
    """Every option of a picture is one of the command, with its short form, values and default."""
    from importlib import import_module

    command = import_module(f"adviz_cli.commands.{name}").command
    values = command.make_context(name, ["x"]).params
    own = {max(param.opts, key=len).removeprefix("--"): param for param in command.params}
    for option in COMMANDS[name]:
        row, param = OPTIONS[option], own[option]
        assert row.short in {*param.opts, ""}
        assert bool(param.is_flag) == (row.kind == FLAG)
        assert tuple(getattr(param.type, "choices", ())) == row.legal
        if option != "timeout":  # which in debug is about more than the layout
            assert (values[param.name] or None) == (row.default or None)
    writing = {"expression", "output", "format", "json", "color", "open", "watch", "quiet", "verbose", "fix",
               "traceback"}  # fmt: skip
    assert own.keys() - set(COMMANDS[name]) <= writing
