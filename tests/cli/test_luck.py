"""Bad luck: full disks, closed pipes, layout programs that fail, strange surroundings, Ctrl-C."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time

import pytest

if sys.platform == "win32":
    pytest.skip("these surroundings are made with POSIX", allow_module_level=True)

COMMAND = shlex.join([sys.executable, "-m", "adviz_cli"])
PRODUCT = 'x*y --at "x=3 y=4"'


@pytest.fixture
def shell(python_environment, tmp_path):
    """Return a function that runs a line of shell, in which ``adviz`` is the command."""

    def call(line, env=None, timeout=60, stdin=""):
        return subprocess.run(
            ["/bin/sh", "-c", f'adviz() {{ {COMMAND} "$@"; }}\n{line}'],
            cwd=tmp_path,
            env={**python_environment, **(env or {})},
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            timeout=timeout,
            check=False,
        )

    return call


def message(done):
    err = done.stderr.decode()
    assert "Traceback" not in err
    assert "Exception ignored" not in err
    assert "internal error" not in err
    return err


def engine(folder, body):
    script = folder / "engine"
    script.write_text(f"#!/bin/sh\n{body}\n")
    script.chmod(0o755)
    return str(script)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("exit 7", "failed with exit code 7"),
        ("kill -9 $$", "was ended by SIGKILL"),
        ("echo rubbish", "printed something that is not a layout"),
        ("cat > /dev/null", "printed nothing"),
        ("echo '{}'", "layout"),
        ("echo '[1]'", "not a layout"),
        ("sleep 60", "was not done after 0.5 s"),
        ("exec 0<&-; exec 1>&-; sleep 60", "was not done after 0.5 s"),
    ],
)
def test_a_layout_program_that_fails(shell, tmp_path, body, told):
    program = engine(tmp_path, body)
    started = time.monotonic()
    done = shell(f"adviz {PRODUCT} -o x.svg -o x.txt --timeout 0.5 --engine {program}")
    assert done.returncode == 3
    assert told in message(done)
    assert not (tmp_path / "x.svg").exists()
    assert not (tmp_path / "x.txt").exists()
    assert time.monotonic() - started < 20


@pytest.mark.parametrize("name", ["/no/such/dot", "/", "/etc/passwd"])
def test_a_layout_program_that_is_none(shell, tmp_path, name):
    for way in (f"ADVIZ_DOT={name} adviz {PRODUCT} -o x.svg", f"adviz {PRODUCT} -o x.svg --engine {name}"):
        done = shell(f"export {way.replace(' adviz', '; adviz')}" if way.startswith("ADVIZ") else way)
        assert (done.returncode, name in message(done)) == (3, True)
    assert not (tmp_path / "x.svg").exists()


def test_words_need_no_layout_program(shell):
    for command in ("paths", "eval", "tape", "jacobian"):
        assert shell(f"adviz {command} {PRODUCT}", env={"ADVIZ_DOT": "/no/such/dot"}).returncode == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize(
    "line",
    [f"adviz {PRODUCT}", f"adviz paths {PRODUCT}", "adviz --help", "adviz -V", f"adviz {PRODUCT} -T png"],
)
def test_a_full_disk_behind_standard_output(shell, line):
    done = shell(f"{line} > /dev/full")
    assert done.returncode == 1
    assert message(done).splitlines()[0] == "adviz: cannot write to standard output: No space left on device"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk_behind_a_file(shell):
    done = shell(f"adviz {PRODUCT} -o /dev/full -T svg")
    assert (done.returncode, "No space left" in message(done)) == (1, True)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_where_nobody_can_be_told_the_work_is_done_still(shell, tmp_path):
    done = shell(f"adviz {PRODUCT} -o x.svg 2> /dev/full")
    assert done.returncode == 0
    assert (tmp_path / "x.svg").exists()


def test_files_that_may_not_become_so_large(shell, tmp_path):
    (tmp_path / "x.svg").write_text("what was there")
    done = shell(f"ulimit -f 1; trap '' XFSZ; adviz {PRODUCT} -o x.svg")
    assert (done.returncode, "x.svg" in message(done)) == (1, True)
    assert (tmp_path / "x.svg").read_text() == "what was there"
    assert [path.name for path in tmp_path.iterdir()] == ["x.svg"]


@pytest.mark.parametrize(
    "line",
    [
        f"adviz {PRODUCT}",
        f"adviz {PRODUCT} -T png",
        f"adviz paths {PRODUCT}",
        "adviz ops",
        "adviz --help",
        "adviz draw -h",
    ],
)
def test_a_closed_pipe_ends_quietly(shell, line):
    done = shell(f"{{ {line}; echo $? >&2; }} | head -c 10 > /dev/null")
    assert done.stderr.decode() == "0\n"
    done = shell(f"{{ sleep 0.5; {line}; echo $? >&2; }} | true")
    assert done.stderr.decode() == "0\n"


def test_files_are_written_before_the_pipe_is_met(shell, tmp_path):
    shell(f"{{ sleep 0.3; adviz {PRODUCT} -o - -o x.svg; }} | true")
    assert (tmp_path / "x.svg").exists()


def test_closed_streams(shell, tmp_path):
    done = shell("adviz - <&-")
    assert (done.returncode, "standard input: it is closed" in message(done)) == (1, True)
    done = shell(f"adviz {PRODUCT} >&-")
    assert (done.returncode, "standard output: it is closed" in message(done)) == (1, True)
    done = shell("adviz --help >&-")
    assert (done.returncode, "standard output: it is closed" in message(done)) == (1, True)
    assert shell(f"adviz {PRODUCT} -o x.svg >&- 2>&- <&-").returncode == 0
    assert (tmp_path / "x.svg").read_bytes().startswith(b"<svg")
    assert shell("adviz 'x*(' 2>&-").returncode == 1


def test_words_that_are_not_utf_8(shell):
    done = shell("adviz \"$(printf 'x*\\377')\"")
    assert (done.returncode, "line 1, column 3" in message(done)) == (1, True)
    done = shell("adviz x --title \"$(printf 'a\\377b')\" -o x.svg")
    message(done)
    assert done.returncode in (0, 1)


def test_a_directory_that_was_deleted(shell, tmp_path):
    done = shell(f"mkdir gone; cd gone; rmdir ../gone; adviz {PRODUCT} -o {tmp_path}/x.svg")
    assert done.returncode == 0, message(done)
    done = shell(f"mkdir gone; cd gone; rmdir ../gone; adviz {PRODUCT} -o x.svg")
    assert (done.returncode, "x.svg" in message(done)) == (1, True)
    assert shell("mkdir gone; cd gone; rmdir ../gone; adviz eval 2*3").stdout.startswith(b"f = 6")


SURROUNDINGS = [
    {"HOME": ""},
    {"LC_ALL": "C", "LANG": "C"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "no_SUCH"},
    {"PYTHONIOENCODING": "latin-1"},
    {"PYTHONIOENCODING": "ascii:strict"},
    {"PYTHONIOENCODING": "utf-16"},
    {"PYTHONHASHSEED": "1"},
    {"PYTHONHASHSEED": "77"},
    {"PYTHONOPTIMIZE": "2"},
    {"COLUMNS": "1"},
    {"TZ": "Pacific/Kiritimati"},
]


@pytest.fixture(scope="module")
def usual(python_environment, tmp_path_factory):
    return {
        words: subprocess.run(
            [sys.executable, "-m", "adviz_cli", *shlex.split(words)],
            cwd=tmp_path_factory.mktemp("usual"),
            env=python_environment,
            capture_output=True,
            check=True,
        ).stdout
        for words in (f"{PRODUCT}", "paths 'a*b+b*c+c*a'", "eval 'sin(x)*√2' --at x=1", "ops")
    }


@pytest.mark.parametrize("env", SURROUNDINGS, ids=lambda env: " ".join(f"{k}={v}" for k, v in env.items()))
def test_the_surroundings_change_no_byte(shell, usual, env):
    for words, printed in usual.items():
        if "PYTHONUTF8" in env and not words.isascii():
            continue  # what the words are then is for Python to decide
        done = shell(f"adviz {words}", env=env)
        assert done.returncode == 0, message(done)
        assert done.stdout == printed


def test_no_home_at_all(shell, usual):
    assert shell(f"unset HOME; adviz {PRODUCT}").stdout == usual[PRODUCT]


def running(folder):
    return [line for line in (folder / "pids").read_text().split() if is_alive(int(line))]


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
        return file.read().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="no /proc here")
def test_ctrl_c_during_the_layout_leaves_no_child_and_no_file(python_environment, tmp_path):
    program = engine(
        tmp_path, f'echo $$ >> "{tmp_path}/pids"\nsleep 60 &\necho $! >> "{tmp_path}/pids"\nwait'
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "adviz_cli", "x*y", "-o", "x.svg", "--engine", program],
        cwd=tmp_path,
        env=python_environment,
        stderr=subprocess.PIPE,
    )
    pids = tmp_path / "pids"
    for _ in range(200):
        if pids.exists() and len(pids.read_text().split()) == 2:
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, b"")
    assert not (tmp_path / "x.svg").exists()
    for _ in range(40):
        if not running(tmp_path):
            break
        time.sleep(0.05)
    assert running(tmp_path) == []
