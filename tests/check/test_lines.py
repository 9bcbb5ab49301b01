"""Backward passes that were derived by hand, with a line planted that is wrong, and one that nearly is."""

import time

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from programs import programs

from graphviz_ad.check.judge import judge
from graphviz_ad.check.lines import check_lines, judge_lines, stated_gradients
from graphviz_ad.differentiate import evaluate, reverse
from graphviz_ad.differentiate.gradient import gradient_graph
from graphviz_ad.read import read_text
from graphviz_ad.read.claims.typed_pass import read_backward_pass
from graphviz_ad.write.program import program

LOSS = "u = m*x + c ; e = y - u ; L = e**2\n---\n"
AT = {"m": 2, "x": 3, "c": 4, "y": 1}
RIGHT = "dL = 1\nde = 2*e*dL\ndu = -de\ndm = du*x\ndx = du*m\ndc = du\ndy = de"
FORKED = "s = x + y; p = x*y; z = s*p\n---\ndz = 1\nds = p*dz\ndp = s*dz\n"
TWICE = "u = x*x; v = u*x; y = v + u\n---\ndy = 1\ndv = dy\ndu = dy\n"


def errors(text, at=None):
    return [f for f in check_lines(read_backward_pass(text, at)) if f.severity == "error"]


def told(text, at=None):
    return [(f.fault, f.source.line) for f in errors(text, at)]


points = pytest.mark.parametrize("valued", [True, False])


@points
@pytest.mark.parametrize(
    "text",
    [
        LOSS + RIGHT,
        LOSS + "dm = -2*e*x\nde = 2*e\ndL = 1",
        LOSS + "L_bar = 1\ngrad_e = 2*e*L_bar\ndu = -e_bar\ndm = du*x",
        LOSS + "dL/dL = 1; dL/de = 2*e*dL/dL; dL/du = -dL/de; dL/dm = dL/du*x",
        LOSS + "dL = 1\nt = 2*e\nde = t*dL\ndu -= de\ndm = (du\n  *x)  # its path\n",
        LOSS + "L\u0304 = 1\ne\u0305 = 2*e*L\u0304",
        FORKED + "dx = ds\ndx += dp*y\ndy = ds + dp*x",
        FORKED + "dx = ds\ndx = dx + dp*y\ndy = dp*x; dy += ds",
        TWICE + "du += dv*x\ndx = du*x\ndx += du*x\ndx += dv*u",
        "s(t) = 1/(1+exp(-t)); p = s(w*x + b)\n---\ndp = 1\ndq = p*(1 - p)*dp\ndw = dq*x\ndx = dq*w\ndb = dq",
        "y = relu(x)*log(z)\n---\ndy = 1\ndx = (1 if x > 0 else 0)*log(z)*dy\ndz = relu(x)/z*dy",
    ],
)
def test_right_passes_are_clean(text, valued):
    names = read_backward_pass(text).graph
    at = {names.names[k]: 1.7 + 0.4 * k for k in names.inputs}
    assert told(text, at if valued else None) == []


@points
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (LOSS + "dL = 1\nde = 2*e*dL\ndu = de\ndm = du*x\ndx = du*m", [
            ("wrong_local_sign", 5), ("wrong_gradient", 6), ("wrong_gradient", 7)]),
        (LOSS + "dL = 1\nde = 2*e*dL\ndu = -de\ndm = du*m", [("operands_swapped", 6)]),
        (LOSS + "dL = 1\nde = 2*e*dL\ndu = -de\ndm = x", [("upstream_not_multiplied", 6)]),
        (LOSS + "dL = 1\nde = 2*e*dL\ndu = -de\ndm = du", [("wrong_local", 6)]),
        (LOSS + "dL = 1\nde = e*dL\ndu = -de", [("wrong_local_constant_factor", 4), ("wrong_gradient", 5)]),
        (LOSS + "dL = 1\nde = 2*dL", [("wrong_local_extra_factor", 4)]),
        (LOSS + "dL = 0\nde = 2*e*dL", [("output_not_seeded", 3), ("wrong_gradient", 4)]),
        (LOSS + "dL = 1\ndm = du*x\nde = 2*e*dL\ndu = -de", [("pushed_before_complete", 4)]),
        (LOSS + "dL = 1\nde = 2*e*dL\ndm = du*x", [("pushed_before_complete", 5)]),
        (FORKED + "dx = ds\ndx = dp*y", [("assign_instead_of_accumulate", 7)]),
        (FORKED + "dx = ds", [("edge_gets_nothing", 6)]),
        (FORKED + "dx = ds + dp*y\ndy = ds + dp*x + ds", [("visited_twice", 7)]),
        (FORKED + "dx = ds\ndx += dp*y\ndx += dp*y", [("visited_twice", 8)]),
        (FORKED + "dx = ds\ndx += dp*x", [("operands_swapped", 7)]),
        (TWICE + "dx = du*2*x\ndu += dv*x\ndx += dv*u", [("pushed_before_complete", 6)]),
        ("y1 = x*z; y2 = x + z\n---\ndy1 = 1\ndy2 = 1\ndz = dy1*x", [("edge_gets_nothing", 5)]),
    ],
)  # fmt: skip
def test_planted_faults(text, expected, valued):
    at = dict(zip([n for n in "mxcywbz" if n in text], [2.0, 3.0, 4.5, 1.25, 0.7, 0.3, 5.0], strict=False))
    graph = read_backward_pass(text).graph
    at = {name: at[name] for name in (graph.names[node] for node in graph.inputs)}
    assert told(text, at if valued else None) == expected


def test_the_words():
    sign, after, upstream = errors(LOSS + "dL = 1\nde = 2*e*dL\ndu = de\ndm = du*x\ndx = m", AT)
    assert sign.message == "line 5, du = de: the sign of u → e is wrong"
    assert sign.hint == "should read du = -de"
    assert (sign.node, sign.edge, sign.given, sign.expected) == ("n4", "n6_1", -18.0, 18.0)
    assert after.message == "line 6, dm = du*x: follows from line 5"
    assert (after.by, after.expected) == ("n4", 54.0)
    assert upstream.message.endswith("local derivative alone: the upstream gradient du is not multiplied in")
    assert upstream.hint == "should read dx = du*m"
    (lost,) = errors(FORKED + "dx = ds\ndx = dp*y", {"x": 3, "y": 5})
    assert lost.message.endswith("it overwrites what line 6 gave: the path x → s is lost; write dx += ...")
    assert lost.hint == "should read dx = ds + dp*y"
    (early,) = errors(TWICE + "dx = du*2*x\ndu += dv*x\ndx += dv*u", {"x": 3})
    assert early.message.endswith("it uses du too early: line 7 still adds to it")
    assert early.hint == "move it below line 7"


def test_without_values_formulas_are_given_and_expected():
    claims = read_backward_pass(LOSS + "dL = 1\nde = 2*e*dL\ndu = -de\ndm = du*m")
    finding, note = check_lines(claims)
    assert (finding.given, finding.expected) == ("dm = du*m", "dm = du*x")
    assert note.fault == "no_values"
    assert judge(claims).findings == (finding, note)


def test_a_swapped_rule_hides_where_both_are_equal_and_not_without_values():
    text = LOSS + "dL = 1\nde = 2*e*dL\ndu = -de\ndm = du*m"
    assert told(text, {"m": 2, "x": 2, "c": 4, "y": 1}) == []
    assert told(text) == [("operands_swapped", 6)]


def test_numbers_with_few_digits_are_held_to_these():
    assert told("x = 3.3333; y = x*x\n---\ndy = 1\ndx = 6.67") == []
    assert told("x = 3.3333; y = x*x\n---\ndy = 1\ndx = 6.66") == [("wrong_local", 4)]
    text = "x = 3.3333; u = x*x; y = 3*u\n---\ndu = 3\ndx = 20.00"
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("y = relu(x)\n---\ndy = 1\ndx = dy", {"x": 0}, []),
        ("y = relu(x)\n---\ndy = 1\ndx = 0.5*dy", {"x": 0}, []),
        ("x = a*b; r = relu(x); y = 3*r\n---\ndr = 3\ndx = dr\nda = dx*b", {"a": 0, "b": 5}, []),
        ("y = relu(x)\n---\ndy = 1\ndx = 1.5*dy", {"x": 0}, [("not_a_subgradient", 4)]),
        ("y = 2*abs(3*x)\n---\ndy = 1\ndx = -6*dy", {"x": 0}, []),
        ("y = 2*abs(3*x)\n---\ndy = 1\ndx = 7*dy", {"x": 0}, [("not_a_subgradient", 4)]),
        ("y = max(a, b)\n---\ndy = 1\nda = dy\ndb = 0", {"a": 1, "b": 1}, []),
        ("y = relu(x)\n---\ndy = 1\ndx = 0.5*dy", {"x": 0.1}, [("wrong_local_constant_factor", 4)]),
    ],
)
def test_at_a_kink_there_is_a_choice(text, at, expected):
    assert told(text, at) == expected


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        # Nearly cancelling contributions, whose rest is rounding.
        ("y = a*b - b*a\n---\ndy = 1\nda = dy*b - dy*b", {"a": 0.1, "b": 0.3}, []),
        ("s = a + b; y = s - a\n---\ndy = 1\nds = dy\nda = ds - dy", {"a": 1e8, "b": 1}, []),
        ("y = x*3\n---\ndy = 1\ndx = 3*dy*(1 + 1e-16)", {"x": 2}, []),
        ("y = x*3\n---\ndy = 1\ndx = 3*dy*(1 + 1e-6)", {"x": 2}, [("wrong_local", 4)]),
        ("y = floor(x)*x\n---\ndy = 1\ndx = floor(x)*dy", {"x": 2.5}, []),
        ("y = asin(x)\n---\ndy = 1\ndx = 1/sqrt(1 - x**2)*dy", None, []),
        ("y = acosh(x)\n---\ndy = 1\ndx = 2/sqrt(x**2 - 1)*dy", None, [("wrong_local_constant_factor", 4)]),
    ],
)
def test_what_nearly_is_a_fault(text, at, expected):
    assert told(text, at) == expected


def test_lines_that_cannot_be_judged_are_told():
    found = check_lines(read_backward_pass("y = log(x)\n---\ndy = 1\ndx = x*dy", {"x": 0}))
    assert [f.message for f in found if f.fault == "non_finite"] == [
        "not judged: line 4, whose gradient is no finite number"
    ]


def test_the_verdict_has_the_right_gradients():
    verdict = judge_lines(read_backward_pass(LOSS + "dL = 1\nde = 2*e*dL\ndu = de\ndm = du*x", AT))
    assert verdict.roots == (None, 0)
    assert verdict.gradients == {4: 18.0, 0: 54.0}
    # (1 - (2*3 + 4))**2: de = -18, du = 18, dm = 54, dx = 36.
    assert [verdict.adjoints[k] for k in verdict.tape.graph.inputs] == [54.0, 36.0, 18.0, -18.0]
    assert not verdict.ok


def test_what_the_lines_give_in_the_end():
    claims = read_backward_pass(FORKED + "dx = ds\ndx += dp*y", {"x": 3, "y": 5})
    names = {node: name for name, node in claims.graph.scope.items()}
    found = {names[node]: value for node, value in stated_gradients(claims).items()}
    assert found == {"z": 1.0, "s": 15.0, "p": 8.0, "x": 55.0}


@st.composite
def passes(draw):
    """Make a program of one output, its values, and its true gradients."""
    text, at = draw(programs())
    every = read_text(text, at)
    graph = read_text(text, at, of=[every.names[draw(st.sampled_from(every.outputs))]])
    at = {name: at[name] for name in (graph.names[node] for node in graph.inputs)}
    tape = evaluate(graph, at)
    return graph, at, tape, reverse(tape, {graph.outputs[0]: 1.0}) if tape.complete else []


def wide(number):
    return number is not None and 1e-6 < abs(number) < 1e6


@settings(max_examples=50)
@given(passes(), st.randoms(use_true_random=False))
def test_numbers_of_random_programs_are_right_and_a_wrong_one_is_found(made, random):
    graph, at, tape, true = made
    nodes = [node for node in graph.inputs if true and wide(true[node])]
    if not nodes or any(f"d{graph.names[node]}" in graph.scope for node in nodes):
        return
    lines = [f"d{graph.names[node]} = {true[node]!r}" for node in nodes]
    source = f"{program(graph)}\n---\n"
    assert errors(source + "\n".join(lines), at) == []
    if any(note.fault == "kink" for note in tape.notes):
        return
    k = random.randrange(len(nodes))
    lines[k] = f"d{graph.names[nodes[k]]} = {true[nodes[k]] * 1.37 + 0.011!r}"
    event("changed")
    assert [f.source.text for f in errors(source + "\n".join(lines), at)] == [lines[k]]


@settings(max_examples=50)
@given(passes(), st.randoms(use_true_random=False))
def test_the_backward_pass_that_adviz_writes_is_right_and_a_changed_line_is_found(made, random):
    graph, at, tape, _ = made
    if not graph.inputs:
        return
    whole = program(gradient_graph(graph))
    lines = [line for line in whole.splitlines() if line.partition(" = ")[0] not in graph.scope]
    source = f"{program(graph)}\n---\n"
    assert [f.message for f in errors(source + "\n".join(lines), at)] == []
    claims = read_backward_pass(source + "\n".join(lines), at)
    # Read from its text, a graph may have its nodes in another order.
    right = evaluate(claims.graph, at)
    true = reverse(right, {claims.graph.outputs[0]: 1.0}) if right.complete else []
    chosen = [
        k for k, line in enumerate(claims.lines) if line.node is not None and true and wide(true[line.node])
    ]
    if not chosen or any(note.fault == "kink" for note in tape.notes):
        return
    event("changed")
    k = random.choice(chosen)
    name, _, right = lines[k].partition(" = ")
    lines[k] = f"{name} = 1.37*({right})"
    first = errors(source + "\n".join(lines), at)[0]
    assert (first.source.text, first.node) == (lines[k], f"n{claims.lines[k].node}")


def test_thousands_of_lines_take_seconds():
    count = 3_000
    forward = "\n".join(["v0 = x*x", *(f"v{k} = v{k - 1}*1.0001 + x" for k in range(1, count))])
    backward = [f"dv{count - 1} = 1"]
    backward += [f"dv{k - 1} = dv{k}*1.0001\ndx += dv{k}" for k in range(count - 1, 0, -1)]
    backward.append("dx += 2*x*dv0")
    start = time.perf_counter()
    assert told(f"x = 0.5\n{forward}\n---\n" + "\n".join(backward)) == []
    assert time.perf_counter() - start < 30
