"""The layout program: found, run with a time limit, never left behind.

Graphviz decides where things go.  Any program that understands ``dot``'s options
will do.  `find` says which one is taken, `layout` runs it.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad.engine.process import About, Refuse, ending, excerpt, run
from graphviz_ad.engine.program import VARIABLE, WAYS, Engine, find, problem

__all__ = ["TIMEOUT", "VARIABLE", "Engine", "find", "identify", "layout"]

TIMEOUT = 20.0
_FIXED = ("-Kdot", "-Tjson")
_HINTS: dict[About, str] = {
    "start": WAYS,
    "output": WAYS,
    "time": "draw less (--focus, --max-paths), or give it more time with --timeout",
}


def layout(
    dot: str, *, engine: str | None = None, timeout: float = TIMEOUT, args: Sequence[str] = ()
) -> bytes:
    """Lay out a graph and return what the program printed.

    Parameters
    ----------
    dot
        The graph in the DOT language.
    engine
        As for `find`.
    timeout
        Seconds after which the program and its children are killed.
    args
        Further options.  ``-K...`` and ``-T...`` take the place of ``-Kdot`` and ``-Tjson``.

    Returns
    -------
    bytes
        One JSON object (for every ``-Tjson``, checked), else whatever was asked for.

    Raises
    ------
    RenderProblem
        The program is missing, cannot be started, fails, dies, prints nothing, too much or
        something else than JSON, or runs out of time.

    Examples
    --------
    >>> import json
    >>> placed = json.loads(layout("digraph { a [fixedsize=true width=2 height=1] }"))
    >>> placed["objects"][0]["width"]
    '2'
    """
    program = find(engine)
    fixed = [arg for arg in _FIXED if not any(other.startswith(arg[:2]) for other in args)]
    options = [*fixed, *args]
    command, text = [program.path, *options], dot.encode(errors="replace")
    output, complaint, status = run(command, text, timeout, _refuse(program))
    said = f"it said: {excerpt(complaint)}" if complaint.strip() else WAYS
    if status:
        raise problem(program, ending(status), hint=said)
    if not output.strip():
        raise problem(program, "printed nothing", hint=said)
    if any(option.startswith("-Tjson") for option in options) and not _is_object(output):
        raise problem(program, "printed something that is not a layout", hint=f"it said: {excerpt(output)}")
    return output


def identify(engine: Engine, *, timeout: float = 5.0) -> tuple[str, str]:
    """Return the name and the version of a layout program, as it tells them itself.

    Raises
    ------
    RenderProblem
        It cannot be run, or does not tell.

    Examples
    --------
    >>> name, version = identify(find())  # such as ('dot', '2.43.0 (0)')
    >>> name in {"dot", "graphviz-pure"}, version[0].isdigit()
    (True, True)
    """
    # dot writes its version on standard error, graphviz-pure on standard output.
    output, complaint, status = run([engine.path, "-V"], b"", timeout, _refuse(engine))
    said = (output + complaint).decode(errors="replace").strip()
    name, dash, rest = said.partition(" - ")
    _, word, version = rest.partition(" version ")
    if status or not dash or not word:
        told = f"it said: {excerpt(output + complaint)}" if said else WAYS
        raise problem(engine, "does not tell its version (asked with -V)", hint=told)
    return name, version.splitlines()[0]


def _refuse(engine: Engine) -> Refuse:
    return lambda what, about: problem(engine, what, hint=_HINTS[about])


def _is_object(output: bytes) -> bool:
    import json  # whoever asks for JSON will load it anyway

    try:
        return isinstance(json.loads(output), dict)
    except (ValueError, RecursionError):
        return False
