"""How long the command takes: ratios to what it cannot do without, in one run.

Measured on a wheel that is installed in a virtual environment of its own, since a checkout may be
compiled anew at every start.  All commands take turns, so that whatever else the machine does meets
them alike; the median of each counts.  ``make bench`` calls this; ``--runs 31`` measures longer.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Ten nodes: five inputs, two products, two sums, one function.
EXPRESSION = "tanh(w1*x1 + w2*x2 + b)"
AT = "w1=0.5 x1=2 w2=-1 x2=3 b=1.5"
WARM_UP = 2
FEWEST = 15


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=21, help="runs of each command (default 21, at least 15)")
    parser.add_argument("--wheel", help="measure this wheel instead of one built from the checkout")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        commands = prepare(place, options.wheel)
        runs = max(FEWEST, options.runs)
        medians = measure(commands, runs, place)
    print(f"{'command':<12} median of {runs}")
    for name, seconds in medians.items():
        print(f"{name:<12} {seconds * 1000:8.1f} ms")
    return report(medians)


def prepare(place, wheel):
    """Install the wheel and return the commands: name -> (arguments, standard input)."""
    if not wheel:
        run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", place / "dist"], cwd=ROOT)
        [wheel] = (place / "dist").iterdir()
    venv.create(place / "venv", with_pip=True)
    binaries = place / "venv" / ("Scripts" if os.name == "nt" else "bin")
    run(
        [binaries / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel],
        cwd=place,
    )
    adviz, python = binaries / "adviz", binaries / "python"
    program, options, dot = overhear(place, adviz, python)
    print(f"Python {sys.version.split()[0]}, {EXPRESSION} at {AT}, layout by {Path(program).name}")
    return {
        "click": ([python, "-c", "import click"], None),
        "engine": ([program, *options], dot),
        "numbers": ([adviz, EXPRESSION, "--at", AT, "-o", "x.svg"], None),
        "symengine": ([python, "-c", "import click, symengine"], None),
        "symbols": ([adviz, EXPRESSION, "-o", "x.svg"], None),
        "eval": ([adviz, "eval", EXPRESSION, "--at", AT], None),
        "help": ([adviz, "--help"], None),
    }


def overhear(place, adviz, python):
    """Return the layout program, its arguments and the DOT that the command hands to it.

    A stand-in for the layout program notes what it gets and passes it on.
    """
    find = "from graphviz_ad.engine import find; print(find().path)"
    program = run([python, "-c", find], cwd=place).decode().strip()
    stand_in = place / "stand-in"
    stand_in.write_text(
        f"#!{python}\n"
        "import json, subprocess, sys\n"
        "text = sys.stdin.buffer.read()\n"
        f"open({str(place / 'dot')!r}, 'wb').write(text)\n"
        f"json.dump(sys.argv[1:], open({str(place / 'options')!r}, 'w'))\n"
        f"sys.exit(subprocess.run([{program!r}, *sys.argv[1:]], input=text).returncode)\n"
    )
    stand_in.chmod(0o755)
    run([adviz, EXPRESSION, "--at", AT, "--engine", stand_in, "-o", "x.svg"], cwd=place)
    return program, json.loads((place / "options").read_text()), (place / "dot").read_bytes()


def environment():
    names = ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "PYTHONHOME", "ADVIZ_DOT", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if name not in names}


def run(command, cwd, text=None):
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=environment(), input=text, capture_output=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stderr.decode(errors='replace')}")
    return done.stdout


def measure(commands, runs, place):
    """Run every command ``runs`` times, in turns; return the median seconds of each."""
    taken = {name: [] for name in commands}
    order = list(commands)
    for turn in range(WARM_UP + runs):
        for name in order[turn % len(order) :] + order[: turn % len(order)]:
            command, text = commands[name]
            # A file that holds the same bytes already would not be written.
            (place / "x.svg").unlink(missing_ok=True)
            start = time.perf_counter()
            run(command, place, text)
            if turn >= WARM_UP:
                taken[name].append(time.perf_counter() - start)
    return {name: statistics.median(seconds) for name, seconds in taken.items()}


def report(medians):
    """Print the ratios with their bounds; return the exit code."""
    least = medians["click"] + medians["engine"]
    algebra = medians["symengine"] - medians["click"]
    rows = [
        ("a picture with numbers / (click + engine)", medians["numbers"] / least, 2.0),
        (
            "(a picture of symbols - symengine) / (click + engine)",
            (medians["symbols"] - algebra) / least,
            2.0,
        ),
        ("eval / click", medians["eval"] / medians["click"], 1.4),
        ("--help / click", medians["help"] / medians["click"], 1.4),
    ]
    print(f"\n{'ratio':<56} {'is':>6} {'bound':>6}")
    for name, ratio, bound in rows:
        print(f"{name:<56} {ratio:6.2f} {bound:6.2f}  {'pass' if ratio <= bound else 'FAIL'}")
    beside = medians["symbols"] / (medians["numbers"] + algebra)
    print(f"{'a picture of symbols / (one with numbers + symengine)':<56} {beside:6.2f}")
    return int(any(ratio > bound for _, ratio, bound in rows))


if __name__ == "__main__":
    sys.exit(main())
