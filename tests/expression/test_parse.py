"""Precedence, associativity and places, against Python's own parser."""

from __future__ import annotations

import ast
import math

import pytest
from hypothesis import example, given, settings
from programs import expressions

from graphviz_ad.errors import SyntaxProblem
from graphviz_ad.expression import Term, fold, parse_expression, parse_program

PYTHONS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Pow: "pow", ast.USub: "neg", ast.UAdd: "pos", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip


def pythons(node):
    """Return Python's syntax tree as nested tuples; a negative literal is one number, as ours is."""
    if isinstance(node, ast.Constant):
        return float(node.value)
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.UnaryOp):
        inner = pythons(node.operand)
        negative = isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant)
        return -inner if negative else (PYTHONS[type(node.op)], inner)
    if isinstance(node, ast.BinOp):
        return (PYTHONS[type(node.op)], pythons(node.left), pythons(node.right))
    if isinstance(node, ast.Compare):
        signs = " ".join(PYTHONS[type(op)] for op in node.ops)
        return ("compare", signs, *map(pythons, [node.left, *node.comparators]))
    if isinstance(node, ast.IfExp):
        return ("if", pythons(node.body), pythons(node.test), pythons(node.orelse))
    assert isinstance(node, ast.Call)
    return ("call", node.func.id, *map(pythons, node.args))


def ours(term):
    def combine(part, args):
        if part.op == "number":
            return part.value
        if part.op == "name":
            return part.text
        if part.op in ("compare", "call"):
            return (part.op, part.text, *args)
        return (part.op, *args)

    return fold(term, combine)


@given(expressions())
@example("-x**2")
@example("2**-x**2")
@example("2**3**2")
@example("-x*y")
@example("x*-y**2")
@example("x - y - z")
@example("x/y/z*2")
@example("x//y%z")
@example("--x")
@example("-(2)**2")
@example("x < y == z")
@example("x if y else z if x else y")
@example("x if y if z else x else 2")
@example("(x if y else z)*2")
@example("-x if y > 0 else +z")
@settings(max_examples=400)
def test_syntax_is_pythons(text):
    try:
        tree = ast.parse(text, mode="eval").body
    except SyntaxError:
        parse_or_refuse(text)
        return
    assert ours(parse_expression(text)) == pythons(tree)


def parse_or_refuse(text):
    try:
        parse_expression(text)
    except SyntaxProblem as error:
        assert error.start is not None  # noqa: PT017 - an error is a right answer too


@given(expressions(leaves=12))
@settings(max_examples=150)
def test_numbers_are_pythons(text):
    try:
        code = compile(ast.parse(text, mode="eval"), "test", "eval")
    except SyntaxError:
        return
    values = {"x": 0.75, "y": -1.5, "z": 2.0, "a1": 3.0, "λ": 0.5}
    try:
        expected = float(eval(code, {"sin": math.sin, "max": max, **values}))
    except (ArithmeticError, TypeError):
        return  # complex numbers and division by zero, which we answer otherwise
    from derivatives import value_of

    used = {name: value for name, value in values.items() if name in text}
    try:
        found = value_of(text, used)
    except LookupError:
        return  # a name that occurs only as part of another
    assert found == pytest.approx(expected, rel=1e-12, nan_ok=True)


def parts(term):
    return fold(term, lambda part, args: [part, *(inner for arg in args for inner in arg)])


@given(expressions(leaves=12))
def test_places_are_those_of_the_text(text):
    try:
        term = parse_expression(text)
    except SyntaxProblem:
        return
    assert (term.start, term.end) == (0, len(text))
    for part in parts(term):
        piece = text[part.start : part.end]
        # A piece read by itself is the same piece, brackets and all.
        assert ours(parse_expression(piece)) == ours(part) or part.op == "number", (text, piece)


def test_places_in_one_expression():
    term = parse_expression("(a + b)*sin(c)")
    assert (term.start, term.end) == (0, 14)
    left, right = term.args
    assert (left.start, left.end, right.start, right.end) == (0, 7, 8, 14)


def test_a_negative_literal_is_one_number_and_a_second_sign_is_none():
    assert parse_expression("-2") == Term("number", (), "-2", -2.0, 0, 2)
    assert parse_expression("--2").op == "neg"
    assert parse_expression("-2**2").op == "neg"
    assert parse_expression("(-2)**2").args[0].value == -2.0


# Depth and length -------------------------------------------------------------------------------

MANY = 10_000


@pytest.mark.parametrize(
    "text",
    [
        "(" * MANY + "x" + ")" * MANY,
        "-" * 10 * MANY + "x",
        "+".join(["x"] * 10 * MANY),
        "**".join(["x"] * MANY),
        "sin(" * MANY + "x" + ")" * MANY,
        "f(x, " * MANY + "x" + ")" * MANY,
        "x if x else " * MANY + "x",
        "(x if " * MANY + "x" + " else x)" * MANY,
        " < ".join(["x"] * MANY),
        "√" * MANY + "x",
        "x" * 10 * MANY,
        "1" * 300,
        "x = 1\n" * 0 + ";".join(f"y{k} = {k}" for k in range(MANY)),
    ],
    ids=lambda text: text[:12],
)
def test_nothing_is_too_deep_or_too_long(text):
    program = parse_program(text)
    assert len(program.statements) == text.count(";") + 1


def test_unbalanced_depth_is_an_error_with_a_place():
    with pytest.raises(SyntaxProblem, match="never closed") as caught:
        parse_expression("(" * MANY + "x")
    assert caught.value.start == MANY - 1


# Refusals: the piece, its place, what to write ---------------------------------------------------

REFUSED = [
    # text, what, start, end, hint
    ("2x", "an operator is missing between 2 and x", 1, 2, "2*x"),
    ("1/2x", "an operator is missing between 2 and x", 3, 4, "1/2*x or 1/(2*x)"),
    ("2(1+x)", "an operator is missing between 2 and (", 1, 2, "2*(...)"),
    ("(1+x)(1-x)", "an operator is missing between ) and (", 5, 6, "(...)*(...)"),
    ("x y", "an operator is missing between x and y", 2, 3, "x*y"),
    ("2²x", "an operator is missing", 2, 3, "*x"),
    ("lambda*x", "lambda is a reserved word", 0, 6, "lambda_"),
    ("lambda x: x", "lambda is a reserved word", 0, 6, "lambda_"),
    ("lambda: x", "lambda is a reserved word", 0, 6, "lambda_"),
    ("(lambda x: x)(2)", "lambda is a reserved word", 1, 7, "lambda_"),
    ("x = [1, 2]", "[1, 2] is not part of the language", 4, 10, "lists"),
    ("[1] = 2", "[1] is not part of the language", 0, 3, "lists"),
    ("f(x.y) = 2", ".y is not part of the language", 3, 5, "attributes"),
    ("x + None", "None is a reserved word", 4, 8, "None_"),
    ("x and y", "and is a reserved word", 2, 5, "0 < x < 1"),
    ("not x", "not is a reserved word", 0, 3, "not arithmetic"),
    ("x for x in y", "for is a reserved word", 2, 5, "write the terms out"),
    ("f(x for x in y)", "for is a reserved word", 4, 7, "write the terms out"),
    ("[x for x in y]", "[x for x in y] is not part of the language", 0, 14, "write the terms out"),
    ('"a" + x', '"a" is not part of the language', 0, 3, "strings"),
    ("'a' + x", "'a' is not part of the language", 0, 3, "strings"),
    ("x.real", ".real is not part of the language", 1, 6, "attributes"),
    ("x[0]", "[0] is not part of the language", 1, 4, "x1, x2"),
    ("{x}", "{ is not part of the language", 0, 1, "( )"),
    ("|x|", "| is not part of the language", 0, 1, "abs(x)"),
    ("x & y", "& is not part of the language", 2, 3, "multiply"),
    ("x @ y", "@ is not part of the language", 2, 3, "*"),
    ("1 << 2", "<< is not part of the language", 2, 4, "2**n"),
    ("(x := 2)", ":= is not part of the language", 3, 5, "line of its own"),
    ("x ? 1 : 2", "? is not part of the language", 2, 3, "if x > 0 else"),
    ("$x$", "$ is not part of the language", 0, 1, "dollar"),
    ("\\sin(x)", "\\ is not part of the language", 0, 1, "sin(x)"),
    ("x\x00", "U+0000 is not part of the language", 1, 2, ""),
    ("½x", "½x is not a name", 0, 2, "letters"),
    ("x²⁺¹", "²⁺¹ is not an exponent", 1, 4, "x**(2+1)"),
    ("1e400", "the number 1e400 is too large for a 64-bit float", 0, 5, "1.8e308"),
    ("x +", "the expression ends where a value should follow", 2, 3, "add"),
    ("x + )", "a value should stand before )", 4, 5, ""),
    ("(x", "this ( is never closed", 0, 1, "add )"),
    ("sin(x", "this ( is never closed", 3, 4, "add )"),
    ("x)", "this ) has no ( before it", 1, 2, "take it away"),
    ("()", "the brackets are empty", 1, 2, "put a value"),
    ("sin()", "the brackets are empty", 4, 5, "put a value"),
    ("* x", "a value should stand before *", 0, 1, ""),
    ("x, y", "a comma outside of a call", 1, 2, "1.5"),
    ("(x, y)", "a comma outside of a call", 2, 3, "1.5"),
    ("x if y", "this if has no else", 2, 4, "if x > 0 else"),
    ("x else y", "else without if", 2, 6, "if x > 0 else"),
    ("f(x=1)", "= inside an expression", 3, 4, "=="),
    ("x = y = 2", "= inside an expression", 6, 7, "=="),
    ("= 2", "only a name can stand before =", 0, 1, "name = expression"),
    ("2 = x", "only a name can stand before =", 0, 1, "name = expression"),
    ("x =", "nothing stands after =", 2, 3, "name = expression"),
    ("x + y = 2", "this is neither", 2, 3, "s(x)"),
    ("f(2) = 2", "parameters are names", 2, 3, "f(x, y)"),
    ("f() = 2", "this is neither", 1, 2, "s(x)"),
    ("f(x, x) = 2", "parameters are different names", 5, 6, ""),
    ("f(if) = 2", "if is a reserved word", 2, 4, "if_"),
    ("if = 2", "if is a reserved word", 0, 2, "if_"),
    ("x *= w", "x *= changes a value", 2, 3, "x2 = x*(...)"),
    ("x **= w", "x **= changes a value", 2, 4, "x2 = x**(...)"),
    ("x\ny", "two expressions on two lines", 2, 3, "operator missing at the line break"),
    ("(x; y)", "this ( is never closed", 0, 1, "add )"),
]


@pytest.mark.parametrize(("text", "what", "start", "end", "hint"), REFUSED, ids=[case[0] for case in REFUSED])
def test_refused(text, what, start, end, hint):
    with pytest.raises(SyntaxProblem) as caught:
        parse_program(text)
    error = caught.value
    assert error.what.startswith(what)
    assert (error.start, error.end) == (start, end)
    assert hint in error.hint
    assert error.line == text.count("\n", 0, start) + 1


@pytest.mark.parametrize("text", ["", "   ", "\n\n", "# nothing", ";;"])
def test_an_empty_text(text):
    with pytest.raises(SyntaxProblem, match="there is no expression"):
        parse_program(text)


# Statements ---------------------------------------------------------------------------------------


def names(text):
    return [(s.name, s.params) for s in parse_program(text).statements]


def test_statements():
    assert names("a = 1; b = 2\nc = 3 # four; five\n\nd = 4;") == [(n, None) for n in "abcd"]
    assert names("s(x) = x; t(a, b) = a*b\ns(2)") == [("s", ("x",)), ("t", ("a", "b")), (None, None)]
    assert names("(a +\n b)*\\\n c") == [(None, None)]
    assert names("a == b") == [(None, None)]
    assert names("x; y") == [(None, None), (None, None)]
    assert names("x\r\ny = x\r\n") == [(None, None), ("y", None)]


def test_what_a_statement_says_of_its_names():
    statement = parse_program("y = f(a, b) + a*(b if c > 0 else 2)").statements[0]
    assert statement.uses == ("a", "b", "c")
    assert [token.text for token in statement.calls] == ["f"]
    assert statement.chooses
    assert not parse_program("y = f (x)").statements[0].chooses


def test_one_expression_is_expected():
    for text in ("a; b", "y = 2"):
        with pytest.raises(SyntaxProblem, match="one expression"):
            parse_expression(text)
