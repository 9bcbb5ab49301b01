"""What a call means: a row of the table or one of the user's definitions, with as many operands."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad import ops
from graphviz_ad.columns import LARGEST, too_large
from graphviz_ad.errors import AdvizError, SyntaxProblem, UnknownName, close_matches
from graphviz_ad.expression import CONSTANTS, Program, Statement, Term, fold
from graphviz_ad.read.program.names import Names
from graphviz_ad.rule import Row

__all__ = ["check_size", "parameters", "refuse_name", "row"]


def row(names: Names, term: Term) -> Row:
    """Return the operation that a call means.

    Raises
    ------
    UnknownName
        There is no such function.
    SyntaxProblem
        It takes another number of values.
    """
    rows = ops.called().get(term.text)
    if rows is None:
        raise _refuse_call(names, term)
    found = ops.fitting(term.text, len(term.args))
    if found is not None:
        return found
    raise _refuse_count(names, term, [f"{term.text}({', '.join(found.params)})" for found in rows])


def parameters(names: Names, definition: Statement, term: Term) -> tuple[str, ...]:
    """Return the parameters of a definition, one for each operand of the call."""
    params = definition.params or ()
    if len(params) != len(term.args):
        raise _refuse_count(names, term, [f"{term.text}({', '.join(params)})"])
    return params


def check_size(names: Names, program: Program) -> None:
    """Refuse at once what would unfold to too many operations: definitions that call definitions multiply.

    Of a choice the smaller branch is counted: what takes the larger one is refused while it unfolds.
    """
    if not names.definitions:
        return
    sizes: dict[str, int] = {}
    for statement in program.statements:

        def operations(term: Term, args: list[int]) -> int:
            inside = min(args[0], args[2]) + args[1] if term.op == "if" else sum(args)
            own = sizes.get(term.text, 1) if term.op == "call" else int(bool(term.args))
            return min(inside + own, LARGEST + 1)

        size = fold(statement.term, operations)
        if statement.params is not None:
            sizes[statement.name or ""] = size
        if size > LARGEST and (statement.params is None or statement.name not in names.called):
            raise too_large(source=program.source, start=statement.start, end=statement.end)


def refuse_name(names: Names, term: Term) -> AdvizError:
    """Return the error for a name that is only a function."""
    hint = f"call it, {term.text}(x); with a value or in --wrt it is a variable"
    return UnknownName(
        f"{term.text} is a function", source=names.source, start=term.start, end=term.end, hint=hint
    )


def _refuse_call(names: Names, term: Term) -> AdvizError:
    known = [*names.definitions, *ops.called()]
    hint = close_matches(term.text, known)
    if term.text in names.variables or term.text in names.assigned or term.text in CONSTANTS or not hint:
        hint = f"for a product write {term.text}*(...)" + (f"; or {hint}" if hint else "")
    end = term.start + len(term.text)
    return UnknownName(
        f"{term.text} is not a function", source=names.source, start=term.start, end=end, hint=hint
    )


def _refuse_count(names: Names, term: Term, forms: Sequence[str]) -> AdvizError:
    given = len(term.args)
    what = f"{term.text} was called with {given} value{'' if given == 1 else 's'}"
    hint = f"write {' or '.join(forms)}"
    return SyntaxProblem(what, source=names.source, start=term.start, end=term.end, hint=hint)
