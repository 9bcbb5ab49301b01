"""How often the debugger finds a planted fault, and how often it cries wolf; `make bench-debug`."""

from __future__ import annotations

import math
import pathlib
import sys
import time
from collections import Counter, defaultdict

if __name__ == "__main__":
    sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parent.parent)]

from check.faults import FAULTS
from check.planting import Engine, random_graph, seeded

from graphviz_ad.check import judge

SETTINGS = (
    {"inner": True, "partials": True},
    {"inner": True, "partials": False},
    {"inner": False, "partials": True},
    {"inner": False, "partials": False},
    {"inner": True, "partials": False, "probes": True},
)


def told(setting):
    """Return in words what a graph states beside values and the gradients of its inputs."""
    parts = [
        word
        for word, key in (("inner", "inner"), ("locals", "partials"), ("probes", "probes"))
        if setting.get(key)
    ]
    return "+".join(parts) or "leaves only"


def changes(claims, clean):
    """Whether a fault changed any number that is stated."""

    def differ(ours, theirs):
        return any(
            abs(ours[k] - theirs[k]) > 1e-7 * max(1.0, abs(theirs[k])) or ours[k] != ours[k] for k in theirs
        )

    probes = any(claims.probes[e] != clean.probes[e] for e in clean.probes)
    mapped = (
        (claims.values, clean.values),
        (claims.partials, clean.partials),
        (claims.adjoints, clean.adjoints),
    )
    return probes or claims.graph.ops != clean.graph.ops or any(differ(*pair) for pair in mapped)


def end_to_end(claims, clean):
    """Whether a check of the inputs' gradients alone sees anything."""
    return any(abs(claims.adjoints[k] - clean.adjoints[k]) > 1e-6 for k in claims.graph.inputs)


def plant(number, fault, setting):
    """Return an engine with a fault, its claims and the clean ones; None where nothing can be planted."""
    rng = seeded("fault", number, fault.__name__)
    graph, at = random_graph(rng)
    engine = Engine(graph, at)
    clean = engine.claims(**setting)
    planted = fault(engine, rng)
    if planted is None:
        return None
    claims = engine.claims(**setting)
    if not changes(claims, clean) or not all(map(math.isfinite, claims.adjoints.values())):
        return None
    return engine, planted, claims, clean


def measure(count, show=False):
    """Plant ``count`` faults and return what was found, by fault and by what is stated."""
    tally = defaultdict(Counter)
    done = number = 0
    while done < count:
        fault = FAULTS[number % len(FAULTS)]
        setting = SETTINGS[number // len(FAULTS) % len(SETTINGS)]
        number += 1
        case = plant(number, fault, setting)
        if case is None:
            continue
        engine, planted, claims, clean = case
        done += 1
        verdict = judge(claims)
        findings = verdict.findings
        first = findings[0] if findings and findings[0].severity != "note" else None
        located = first is not None and planted.located(engine, first)
        named = located or any(planted.located(engine, other) for other in verdict.instead.get(0, ()))
        kind = first is not None and first.fault in planted.kinds
        exact = first is not None and first.fault == planted.fault
        for key in (fault.__name__, "= " + told(setting), "all"):
            tally[key].update(
                {
                    "planted": 1,
                    "located": located,
                    "named": named,
                    "kind": kind,
                    "exact": exact,
                    "gradcheck": end_to_end(claims, clean),
                }
            )
        if show and not (named and kind):
            place = (sorted(planted.nodes), sorted(planted.edges))
            print(number, fault.__name__, told(setting), planted.fault, place, "|",
                  first and (first.fault, first.node, first.edge, first.by, first.message))  # fmt: skip
    return tally


def false_alarms(count):
    """Return how many of so many clean graphs get an error or a warning."""
    wrong = []
    for number in range(count):
        graph, at = random_graph(seeded("clean", number))
        claims = Engine(graph, at).claims(**SETTINGS[number % len(SETTINGS)])
        if any(finding.severity != "note" for finding in judge(claims).findings):
            wrong.append(number)
    return wrong


def main():
    begun = time.monotonic()
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    tally = measure(count, show="-v" in sys.argv)
    print(f"{'fault':<24}{'planted':>8}{'located':>9}{'named':>9}{'kind':>8}{'exact':>8}{'gradcheck':>11}")
    for key in [*(f.__name__ for f in FAULTS), *("= " + told(s) for s in SETTINGS), "all"]:
        row = tally[key]
        if row["planted"]:
            shares = [
                f"{100 * row[name] / row['planted']:.1f} %"
                for name in ("located", "named", "kind", "exact", "gradcheck")
            ]
            print(
                f"{key:<24}{row['planted']:>8}{shares[0]:>9}{shares[1]:>9}{shares[2]:>8}{shares[3]:>8}{shares[4]:>11}"
            )
    alarms = false_alarms(count)
    print(f"false alarms: {len(alarms)} in {count} clean graphs {alarms[:10]}")
    print("gradcheck: how often the gradients of the inputs differ at all; it never names an operation")
    print(f"{time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
