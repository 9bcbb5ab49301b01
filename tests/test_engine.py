"""The layout program: found in the right order, and every way in which it can fail."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from graphviz_ad.engine import Engine, find, identify, layout, process, program
from graphviz_ad.errors import RenderProblem

GRAPH = 'digraph { a [fixedsize=true width=1 height=1 label=""]; b; a -> b; a -> b }'
posix = pytest.mark.skipif(os.name == "nt", reason="the stand-ins are shell scripts")


@pytest.fixture
def script(tmp_path):
    """Return a function that writes an executable shell script."""

    def write(body, name="stand-in", mode=0o755, first="#!/bin/sh"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{first}\n{body}\n")
        file.chmod(mode)
        return str(file)

    return write


@pytest.fixture
def nothing_installed(monkeypatch, tmp_path):
    """No graphviz-pure, and nothing on PATH but an empty directory."""
    (tmp_path / "empty").mkdir()
    monkeypatch.setattr(program.sys, "path", [str(tmp_path / "empty"), str(tmp_path / "missing")])
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))


def site_packages(tmp_path, record, installed):
    """Make a directory with an installed graphviz-pure whose RECORD has one line."""
    site = tmp_path / "venv" / "lib" / "python3" / "site-packages"
    (site / "graphviz_pure-0.2.2.dist-info").mkdir(parents=True)
    (site / "graphviz_pure-0.2.2.dist-info" / "RECORD").write_text(
        f"{record},sha256=RSXe3cIS2T,13474360\ngraphviz_pure-0.2.2.dist-info/RECORD,,\n"
    )
    file = tmp_path / "venv" / installed
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)
    return str(site), str(file)


# --- which one ---


@posix
@pytest.mark.usefixtures("nothing_installed")
def test_the_order_is_argument_then_variable_then_package_then_path(script, monkeypatch, tmp_path):
    asked, variable = script("", "asked"), script("", "variable")
    on_path = script("", "bin/dot")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert find() == Engine(on_path, "PATH")
    site, packaged = site_packages(tmp_path, "../../../bin/graphviz-pure", "bin/graphviz-pure")
    monkeypatch.setattr(program.sys, "path", [site])
    assert find() == Engine(packaged, "graphviz-pure")
    monkeypatch.setenv("ADVIZ_DOT", variable)
    assert find() == Engine(variable, "ADVIZ_DOT")
    assert find(asked) == Engine(asked, "--engine")
    monkeypatch.setenv("ADVIZ_DOT", "")
    assert find().origin == "graphviz-pure"


@pytest.mark.usefixtures("nothing_installed")
@pytest.mark.parametrize(
    ("record", "installed"),
    [
        ("../../../bin/graphviz-pure", "bin/graphviz-pure"),
        ('"../../../bin/graphviz-pure"', "bin/graphviz-pure"),
        ("../../../Scripts/graphviz-pure.exe", "Scripts/graphviz-pure.exe"),
        ("..\\..\\..\\Scripts\\graphviz-pure.exe", "Scripts/graphviz-pure.exe"),
        # pip install --target writes this RECORD and puts the program elsewhere
        ("../../bin/graphviz-pure", "lib/python3/site-packages/bin/graphviz-pure"),
    ],
)
def test_the_package_is_found_without_being_on_path(tmp_path, monkeypatch, record, installed):
    site, file = site_packages(tmp_path, record, installed)
    monkeypatch.setattr(program.sys, "path", ["", str(tmp_path / "python311.zip"), site])
    assert find() == Engine(file, "graphviz-pure")


@pytest.mark.usefixtures("nothing_installed")
def test_a_name_finds_the_package_too(tmp_path, monkeypatch):
    site, file = site_packages(tmp_path, "../../../bin/graphviz-pure", "bin/graphviz-pure")
    monkeypatch.setattr(program.sys, "path", [site])
    assert find("graphviz-pure") == Engine(file, "--engine")


@pytest.mark.usefixtures("nothing_installed")
def test_a_package_whose_program_is_gone_is_not_found(tmp_path, monkeypatch):
    site, file = site_packages(tmp_path, "../../../bin/graphviz-pure", "bin/graphviz-pure")
    os.unlink(file)
    monkeypatch.setattr(program.sys, "path", [site])
    with pytest.raises(RenderProblem, match="there is no layout program"):
        find()
    os.unlink(os.path.join(site, "graphviz_pure-0.2.2.dist-info", "RECORD"))
    with pytest.raises(RenderProblem, match="there is no layout program"):
        find()


@pytest.mark.usefixtures("nothing_installed")
def test_none_at_all_names_the_ways_to_get_one():
    with pytest.raises(RenderProblem) as caught:
        layout(GRAPH)
    for way in ("pip install graphviz-pure", "dot is on PATH", "--engine", "ADVIZ_DOT"):
        assert way in caught.value.hint
    assert caught.value.exit_code == 3


@posix
def test_a_named_program_that_cannot_be_is_an_error_of_its_own(script, monkeypatch, tmp_path):
    with pytest.raises(RenderProblem, match="there is no layout program '/no/such/dot'") as caught:
        find("/no/such/dot")
    assert "--engine /no/such/dot" in str(caught.value)
    with pytest.raises(RenderProblem, match="is a directory"):
        find(str(tmp_path))
    with pytest.raises(RenderProblem, match="is not executable"):
        find(script("", "plain", mode=0o644))
    with pytest.raises(RenderProblem, match="there is no layout program"):
        find("nul\0byte")
    monkeypatch.setenv("ADVIZ_DOT", "no-such-dot")
    with pytest.raises(RenderProblem, match="'no-such-dot'") as caught:
        find()
    assert "ADVIZ_DOT=no-such-dot" in str(caught.value)


@posix
def test_a_program_in_the_working_directory_can_be_named(script, monkeypatch, tmp_path):
    file = script("", "mine")
    monkeypatch.chdir(tmp_path)
    assert find("mine").path == file


def test_this_environment_has_one_that_tells_its_version():
    name, version = identify(find())
    assert name in {"graphviz-pure", "dot"}
    assert version[0].isdigit()


@posix
def test_the_version_of_a_system_dot(script):
    engine = find(script('echo "dot - graphviz version 2.43.0 (0)" >&2'))
    assert identify(engine) == ("dot", "2.43.0 (0)")


@posix
@pytest.mark.parametrize("body", ["", "echo hello", "exit 3"])
def test_a_program_without_a_version(script, body):
    with pytest.raises(RenderProblem, match="does not tell its version"):
        identify(find(script(body)))


# --- runs ---


def test_both_of_two_parallel_edges_are_laid_out():
    placed = json.loads(layout(GRAPH))
    assert [(edge["tail"], edge["head"]) for edge in placed["edges"]] == [(0, 1), (0, 1)]
    assert placed["objects"][0]["width"] == "1"


def test_arguments_take_the_place_of_the_fixed_ones():
    assert layout(GRAPH, args=["-Tplain"]).startswith(b"graph 1 ")
    placed = json.loads(layout(GRAPH, args=["-Kpatchwork", "-Tjson0"]))
    assert len(placed["edges"]) == 2
    assert "_draw_" not in placed


@posix
def test_what_it_is_called_with(script, monkeypatch):
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    engine = script('cat > /dev/null; printf \'{"args": "%s", "locale": "%s"}\' "$*" "$LC_ALL"')
    called = json.loads(layout(GRAPH, engine=engine, args=["-Gnslimit=0.1"]))
    assert called == {"args": "-Kdot -Tjson -Gnslimit=0.1", "locale": "C"}


@posix
def test_a_large_graph_through_full_pipes(script):
    text = "digraph { /* " + "x" * 3_000_000 + " */ }"
    echo = script("printf '{\"all\": \"'; cat; printf '\"}'")
    assert json.loads(layout(text, engine=echo))["all"] == text


@posix
def test_one_that_answers_without_reading_everything(script):
    assert layout("x" * 3_000_000, engine=script("echo '{}'")) == b"{}\n"


@posix
def test_one_that_complains_a_lot_and_answers(script):
    engine = script("cat > /dev/null; head -c 3000000 /dev/zero >&2; echo '{}'")
    assert layout(GRAPH, engine=engine) == b"{}\n"


# --- fails ---


@pytest.mark.parametrize("text", ["digraph { a -> ", "digraph { a [label=<<b>] }", "nonsense"])
def test_an_error_in_the_text_is_told_in_its_words(text):
    with pytest.raises(RenderProblem, match="failed with exit code 1") as caught:
        layout(text)
    assert "syntax error" in caught.value.hint
    assert caught.value.exit_code == 3


def test_an_empty_text_is_an_error():
    with pytest.raises(RenderProblem, match=r"printed nothing|failed with exit code"):
        layout("")


@posix
@pytest.mark.parametrize(
    ("body", "what", "hint"),
    [
        ("echo out of memory >&2; exit 7", "failed with exit code 7", "it said: out of memory"),
        ("exit 1", "failed with exit code 1", "pip install graphviz-pure"),
        ("kill -SEGV $$", "was ended by SIGSEGV", "pip install graphviz-pure"),
        ("echo '{}'; kill -KILL $$", "was ended by SIGKILL", "pip install graphviz-pure"),
        ("cat > /dev/null", "printed nothing", "pip install graphviz-pure"),
        ("cat > /dev/null; echo; echo huh >&2", "printed nothing", "it said: huh"),
        ("echo '<svg/>'", "printed something that is not a layout", "it said: <svg/>"),
        ("echo '[1, 2]'", "printed something that is not a layout", "it said: [1, 2]"),
        ("echo '{\"objects\": ['", "printed something that is not a layout", "it said: {"),
        (
            "printf '\\377\\033[31m{'",
            "printed something that is not a layout",
            "it said: \N{REPLACEMENT CHARACTER}?[31m{",
        ),
        ("head -c 100000 /dev/zero | tr '\\0' '['", "printed something that is not a layout", "it said: [["),
    ],
)
def test_a_program_that_fails(script, body, what, hint):
    engine = script(body)
    with pytest.raises(RenderProblem) as caught:
        layout(GRAPH, engine=engine)
    assert what in caught.value.what
    assert hint in caught.value.hint
    assert engine in caught.value.where
    assert "--engine" in caught.value.where


@posix
def test_a_program_that_cannot_be_started(script):
    with pytest.raises(RenderProblem, match="cannot be run: No such file or directory"):
        layout(GRAPH, engine=script("", first="#!/no/such/interpreter"))
    with pytest.raises(RenderProblem, match="cannot be run: Exec format error"):
        layout(GRAPH, engine=script("", first="\x7fELF of another machine"))


@posix
def test_a_program_that_never_stops_printing(script, monkeypatch):
    monkeypatch.setattr(process, "LARGEST_OUTPUT", 2**20)
    with pytest.raises(RenderProblem, match="printed more than 1 MiB"):
        layout(GRAPH, engine=script("yes"))


HANGING = {
    "waits": "sleep 600",
    "has a child": "sleep 600 & echo $! > {pids}; wait",
    "ignores the polite signals": "trap '' TERM INT HUP; sleep 600 & echo $! > {pids}; wait; sleep 600",
    "left a child with its output": "sleep 600 & echo $! > {pids}; echo '{{}}'",
    "has closed its output": "exec >&- 2>&-; sleep 600 & echo $! > {pids}; wait",
}


@posix
@pytest.mark.parametrize("how", HANGING)
def test_a_program_that_hangs_is_stopped_with_its_children(script, tmp_path, how):
    pids = tmp_path / "pids"
    engine = script(HANGING[how].format(pids=pids))
    start = time.monotonic()
    with pytest.raises(RenderProblem, match=r"was stopped: it was not done after 0\.5 s") as caught:
        layout(GRAPH, engine=engine, timeout=0.5)
    assert time.monotonic() - start < 10
    assert "--timeout" in caught.value.hint
    # A slow machine may have stopped it before it had a child.
    if pids.exists() and (child := pids.read_text().strip()):
        assert_gone(int(child))


def assert_gone(pid):
    """Fail if a process still runs (one that is dead and not yet collected does not)."""
    for _ in range(200):
        try:
            with open(f"/proc/{pid}/stat") as file:
                if file.read().rpartition(")")[2].split()[0] == "Z":
                    return
        except FileNotFoundError:
            if not os.path.isdir("/proc/self"):
                pytest.skip("no /proc to look into")
            return
        time.sleep(0.02)
    pytest.fail(f"process {pid} still runs")


@posix
def test_ctrl_c_leaves_no_child_behind(script, tmp_path, python_environment):
    pids = tmp_path / "pids"
    engine = script(f"sleep 600 & echo $$ $! > {pids}.new; mv {pids}.new {pids}; wait")
    code = f"from graphviz_ad.engine import layout; layout('digraph {{}}', engine={engine!r})"
    caller = subprocess.Popen(
        [sys.executable, "-c", code], stderr=subprocess.PIPE, text=True, env=python_environment
    )
    while not pids.exists():
        assert caller.poll() is None
        time.sleep(0.02)
    caller.send_signal(signal.SIGINT)
    _, errors = caller.communicate(timeout=20)
    assert "KeyboardInterrupt" in errors
    for pid in pids.read_text().split():
        assert_gone(int(pid))


@posix
@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="no /proc to count in")
def test_nothing_stays_open(script):
    layout(GRAPH)
    failing = script("exit 1")
    before = sorted(os.listdir("/proc/self/fd"))
    for _ in range(5):
        layout(GRAPH)
        with pytest.raises(RenderProblem):
            layout(GRAPH, engine=failing)
    assert sorted(os.listdir("/proc/self/fd")) == before


def test_the_light_way_in(python_environment):
    code = (
        "import sys; from graphviz_ad.engine import layout; layout('digraph { a }');"
        "print(*{'importlib.metadata', 'pathlib', 'shutil', 'tempfile', 'graphviz'} & set(sys.modules))"
    )
    # -S: site and what it starts (coverage, editable installs) load things of their own.
    done = subprocess.run(
        [sys.executable, "-c", code], env=python_environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
