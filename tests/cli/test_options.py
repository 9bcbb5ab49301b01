"""Every option does what its help says."""

from __future__ import annotations

import json
import re
import struct

import click
import pytest

from adviz_cli.app import adviz as group
from adviz_cli.arguments import COMMANDS
from adviz_cli.config import CONFIGURABLE
from adviz_cli.options import FORMATS as NAMES
from graphviz_ad.draw.options import CHOICES
from graphviz_ad.write.formats import FORMATS

LOSS = "(y-(m*x+c))**2"
AT = "y=1 m=2 x=3 c=4"


def commands():
    context = click.Context(group)
    return {name: group.get_command(context, name) for name in COMMANDS}


def svg_texts(svg):
    return re.findall(r">([^<>]+)</(?:text|tspan)>", svg)


def record(svg):
    """Return what the picture says of itself in its metadata."""
    from html import unescape

    return json.loads(unescape(re.search(r"<metadata>(.*)</metadata>", svg)[1]))


def test_the_expression_alone_is_drawn(run):
    assert run("x*y").out == run("draw", "x*y").out
    assert run("x*y").out.startswith("<svg")


@pytest.mark.parametrize("expression", ["-a*b", "-w*x", "--x", "-x", "-1*x"])
def test_an_expression_may_begin_with_a_minus(run, expression):
    for words in ([expression, "--json"], ["--json", "--", expression], ["draw", "-T", "json", expression]):
        assert json.loads(run(*words).out)["source"] == expression


def test_the_derivative_of_minus_a_b(run):
    totals = json.loads(run("-a*b", "-w", "a", "--at", "a=2 b=5", "--json").out)["totals"]
    assert [(t["input"], t["value"]) for t in totals] == [("a", -5)]


@pytest.mark.parametrize(
    "given",
    [
        ["-a", "x=3", "-a", "c=4"],
        ["--at", "x=3 c=4"],
        ["--at", "x=3,c=4"],
        ["--at", "x=3, c=4"],
        ["--at", "x = 3; c = 4"],
        ["--at=x=3 c=4"],
        ["--at", "x=6/2", "--at", "c=2**2"],
        ["--at", "c=1e0*4,x=-(-3)"],
        ["--at", "x=3\nc=4"],
    ],
)
def test_values_are_given_in_many_ways(run, given):
    at = json.loads(run("(x+c)*x", *given, "--json").out)["at"]
    assert at == {"x": 3, "c": 4}


def test_values_may_be_constants_of_mathematics(run):
    at = json.loads(run("x*y*z", "--at", "x=pi/2 y=-1e-3 z=inf", "--json").out)["at"]
    assert at == {"x": 1.5707963267948966, "y": -0.001, "z": "inf"}


@pytest.mark.parametrize("given", [["-w", "x", "-w", "c"], ["--wrt", "x,c"], ["-w", "x c"], ["--wrt=x,c"]])
def test_variables_are_given_in_many_ways(run, given):
    assert json.loads(run("(x+c)*x*y", *given, "--json").out)["inputs"] == ["x", "c"]


def test_wrt_may_name_an_intermediate(run):
    done = json.loads(run("t = x+c; f = t*x", "-w", "t", "--at", "x=3 c=4", "--json").out)
    assert [(t["input"], t["value"]) for t in done["totals"]] == [("t", 3)]


def test_a_name_that_is_given_twice_counts_once(run):
    assert json.loads(run("x*y", "-w", "x", "-w", "x,y", "--json").out)["inputs"] == ["x", "y"]


def test_of_chooses_outputs(run):
    done = run("a = x*y; b = x+y", "--of", "b", "--at", "x=3 y=4", "--json")
    assert json.loads(done.out)["outputs"] == ["b"]


def test_share_merges_equal_subexpressions(run):
    def operations(*more):
        nodes = json.loads(run("(x+c)*(x+c)", "--json", *more).out)["nodes"]
        return sum(node["op"] == "add" for node in nodes)

    assert (operations(), operations("--share")) == (2, 1)


def test_several_outputs_are_written(run, tmp_path):
    done = run(LOSS, "--at", AT, "-o", "a.svg", "-o", "b.json", "-o", "c.md", "-o", "d.txt", "-o", "e.gv")
    assert (done.code, done.out) == (0, "")
    assert done.err.splitlines()[:5] == [
        f"{name} written" for name in ("a.svg", "b.json", "c.md", "d.txt", "e.gv")
    ]
    assert (tmp_path / "a.svg").read_text().startswith("<svg")
    assert json.loads((tmp_path / "b.json").read_text())["schema"] == 1
    assert (tmp_path / "e.gv").read_text().startswith("digraph")


def test_a_file_with_the_same_bytes_is_left_untouched(run, tmp_path):
    run(LOSS, "-o", "a.svg")
    before = (tmp_path / "a.svg").stat().st_mtime_ns
    assert run(LOSS, "-o", "a.svg").err.splitlines()[0] == "a.svg is up to date"
    assert (tmp_path / "a.svg").stat().st_mtime_ns == before


@pytest.mark.parametrize("kind", NAMES)
def test_every_format_comes_on_standard_output(run, tmp_path, kind):
    printed = run(LOSS, "--at", AT, "-T", kind)
    assert printed.code == 0
    assert printed.bytes == run(LOSS, "--at", AT, "-o", "-", "--format", kind.upper()).bytes
    run(LOSS, "--at", AT, "-o", "x", "-T", kind)
    assert (tmp_path / "x").read_bytes() == printed.bytes


def test_a_dash_is_standard_output_as_svg(run):
    assert run("x*y", "-o", "-").out == run("x*y").out


def test_json_goes_to_standard_output_and_files_are_written_still(run, tmp_path):
    done = run(LOSS, "--at", AT, "--json", "-o", "x.json")
    assert done.out == (tmp_path / "x.json").read_text()
    assert {t["input"]: t["value"] for t in json.loads(done.out)["totals"]} == {
        "y": -18,
        "m": 54,
        "x": 36,
        "c": 18,
    }


@pytest.mark.parametrize("words", [["--json", "-o", "-"], ["-o", "-", "-o", "-"]])
def test_standard_output_takes_one_thing(run, words):
    done = run("x*y", *words)
    assert (done.code, done.out) == (2, "")
    assert "one thing only" in done.err


@pytest.mark.parametrize(
    ("stage", "shown", "hidden"),
    [
        ("none", [], ["t", "= 5", "5", "a", "∂mul(u₁,u₂)/∂u₁"]),
        ("letters", ["a", "b"], ["t", "= 5", "5"]),
        ("partials", ["∂mul(u₁,u₂)/∂u₁"], ["= 5", "5"]),
        ("symbols", ["t"], ["= 5", "5"]),
        ("values", ["5"], ["t", "= 5"]),
        ("both", ["t", "= 5"], ["5"]),
    ],
)
def test_labels_have_stages(run, stage, shown, hidden):
    # The derivative of w·t by w is t, which is 5; the variables themselves are drawn in any case.
    none = svg_texts(run("w*t", "--at", "w=3 t=5", "--labels", "none", "--table", "none", "--title", "").out)
    texts = svg_texts(run("w*t", "--at", "w=3 t=5", "--labels", stage, "--table", "none", "--title", "").out)
    added = list(texts)
    for text in none:
        added.remove(text)
    assert set(shown) <= set(added)
    assert not set(hidden) & set(added)


def test_constants_may_be_nodes(run):
    def shapes(how):
        return run("2*x", "--constants", how, "--table", "none").out.count("<ellipse")

    assert shapes("nodes") >= shapes("boxes")
    assert "2" in svg_texts(run("2*x", "--constants", "nodes", "--table", "none").out)


def test_the_table_may_be_left_out(run):
    heights = [
        int(re.search(r'height="(\d+)"', run("(x+c)*x", "--table", table).out)[1])
        for table in ("paths", "none")
    ]
    assert heights[0] > heights[1]


def test_max_paths_shows_the_largest_and_the_others_as_one(run):
    source = "a*x + b*x + c*x"
    totals = json.loads(run(source, "-w", "x", "--at", "a=1 b=5 c=3 x=1", "--max-paths", "1", "--json").out)[
        "totals"
    ]
    assert [(t["count"], t["shown"], t["rest"], t["value"]) for t in totals] == [(3, 5, 4, 9)]


def test_the_direction_turns_the_picture(run):
    def size(direction):
        svg = run("sin(sin(sin(x)))", "--rankdir", direction, "--table", "none", "--title", "").out
        return [int(n) for n in re.search(r'width="(\d+)" height="(\d+)"', svg).groups()]

    (wide, low), (narrow, high) = size("LR"), size("tb")
    assert wide > low
    assert high > narrow
    assert size("RL") != size("BT")


def test_theme_and_background(run):
    assert len({run("x*y", "--theme", theme).out for theme in ("auto", "light", "dark")}) == 3
    assert run("x*y", "--background", "transparent").out != run("x*y").out


def png_size(data):
    assert data.startswith(b"\x89PNG")
    return struct.unpack(">II", data[16:24])


def test_scale_and_dpi_say_how_many_pixels(run):
    svg = run("x*y").out
    width = int(re.search(r'width="(\d+)"', svg)[1])
    assert png_size(run("x*y", "-T", "png").bytes)[0] == 2 * width
    assert png_size(run("x*y", "-T", "png", "--scale", "1").bytes)[0] == width
    assert png_size(run("x*y", "-T", "png", "--dpi", "288").bytes)[0] == 3 * width


def test_title_and_alt(run):
    svg = run("x*y", "--title", "Two <factors>", "--alt", "A product").out
    assert "Two &lt;factors&gt;" in svg
    assert 'aria-label="A product"' in svg
    assert svg_texts(run("x*y", "--title", "Heading").out).count("Heading") == 1
    assert "Heading" not in run("x*y", "--title", "").out


def test_highlight_lets_a_path_stand_out(run):
    assert run("x*y", "--highlight", "2").out != run("x*y").out
    done = run("x*y", "--highlight", "3", "-o", "x.svg")
    assert (done.code, "no path 3" in done.err) == (1, True)


def test_ids_begin_as_told(run):
    assert ' id="' not in run("x*y").out
    ids = re.findall(r' id="([^"]*)"', run("x*y", "--ids", "fig").out)
    assert ids
    assert all(each.startswith("fig") for each in ids)


def test_focus_and_radius_draw_a_part(run):
    source = "sin(sin(sin(sin(sin(x)))))"
    whole = len(svg_texts(run(source, "--table", "none").out))
    two = len(svg_texts(run(source, "--focus", "v3", "--radius", "2", "--table", "none").out))
    one = len(svg_texts(run(source, "--focus", "v3", "--radius", "1", "--table", "none").out))
    assert one < two < whole


def test_full_is_recorded(run):
    assert record(run("x*y", "--full").out)["options"] == {"full": True}


def test_options_are_recorded_in_the_picture(run):
    said = record(run(LOSS, "-w", "x", "--at", AT, "--labels", "symbols", "--max-paths", "3").out)
    assert said["source"] == LOSS
    assert said["at"] == {"y": 1, "m": 2, "x": 3, "c": 4}
    assert said["options"] == {"wrt": ["x"], "labels": "symbols", "max_paths": 3}


def test_digits(run):
    assert "0.8415" in run("paths", "sin(x)", "--at", "x=1").out
    assert "0.841471" in run("paths", "sin(x)", "--at", "x=1", "--digits", "6").out
    assert "0.8414709848" in run("eval", "sin(x)", "--at", "x=1").out


def test_quiet_says_nothing_but_errors(run):
    assert run("x*y", "-o", "x.svg", "-q").err == ""
    assert run("x*", "-o", "x.svg", "-q").err != ""


def test_verbose_tells_the_layout_program_and_the_times(run):
    err = run("x*y", "-o", "x.svg", "-v").err
    assert "layout program: " in err
    assert re.search(r"\d ms  laying out 4 nodes", err)
    assert re.search(r"\d ms  making svg", err)


def test_paths_writes_words(run, tmp_path):
    done = run("paths", "(x+c)*x", "--at", "x=3 c=4", "-w", "x")
    assert "∂f/∂x = 3 + 7 = 10" in done.out
    run("paths", "(x+c)*x", "--at", "x=3 c=4", "-w", "x", "-o", "p.txt", "-o", "p.md")
    assert (tmp_path / "p.txt").read_text() == done.out
    assert run("paths", "(x+c)*x", "-T", "md").out.count("|") > 8
    assert run("paths", "x*y", "--json").out == run("draw", "x*y", "--json").out


@pytest.mark.parametrize("command", ["draw", "paths"])
def test_schema_1_is_the_same_from_file_and_option(run, tmp_path, command):
    printed = run(command, "x*y", "--json").out
    run(command, "x*y", "-o", "x.json")
    assert (tmp_path / "x.json").read_text() == printed
    assert json.loads(printed)["adviz"] == 1


def test_the_lists_of_the_options_are_those_of_the_library():
    assert tuple(FORMATS) == NAMES
    types = {param.opts[-1]: param.type for param in commands()["draw"].params}
    for name, words in CHOICES.items():
        assert tuple(types[f"--{name}"].choices) == words


def test_every_configurable_option_is_one():
    known = {name for each in commands().values() for param in each.params for name in param.opts}
    assert {f"--{name}" for name in CONFIGURABLE} <= known


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_a_line_of_help(name):
    command = commands()[name]
    assert command.help
    assert command.examples
    for param in command.params:
        assert isinstance(param, click.Argument) or param.help


def test_a_suffix_wins_and_the_format_speaks_for_the_others(run, tmp_path):
    assert run("x*y", "-o", "a.svg", "-o", "b", "-o", "c.out", "-T", "json").code == 0
    assert (tmp_path / "a.svg").read_text().startswith("<svg")
    assert (tmp_path / "b").read_text() == (tmp_path / "c.out").read_text()
    assert json.loads((tmp_path / "b").read_text())["schema"] == 1


def test_a_format_that_a_project_sets_does_not_change_what_a_suffix_tells(run, tmp_path):
    (tmp_path / "pyproject.toml").write_text('[tool.adviz]\nformat = "txt"\n')
    assert run("x*y", "-o", "a.svg").code == 0
    assert (tmp_path / "a.svg").read_text().startswith("<svg")
    assert run("x*y", "--json").out.startswith("{")


@pytest.mark.parametrize("words", [["-o", "a.svg", "-T", "png"], ["--json", "-T", "svg"]])
def test_a_format_for_nothing_is_refused(run, tmp_path, words):
    done = run("x*y", *words)
    assert (done.code, "--format" in done.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["draw", "paths"])
@pytest.mark.parametrize(
    ("source", "target"), [("@m.adviz", "m.adviz"), ("m.txt", "./m.txt"), ("@m.txt", "link.txt")]
)
def test_the_program_itself_is_never_overwritten(run, tmp_path, command, source, target):
    for name in ("m.adviz", "m.txt"):
        (tmp_path / name).write_text("x*y  # mine")
    (tmp_path / "link.txt").symlink_to("m.txt")
    done = run(command, source, "-o", target)
    assert (done.code, "is the program itself" in done.err) == (1, True)
    assert (tmp_path / "m.txt").read_text() == (tmp_path / "m.adviz").read_text() == "x*y  # mine"
