"""Entry point: every way in which a run can end becomes one message and an exit code.

0 fine; 1 findings, bad input, a target that cannot be written; 2 usage; 3 layout program or
renderer; 130 Ctrl-C; a closed pipe ends quietly.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from adviz_cli import output
from graphviz_ad.errors import AdvizError, close_matches, shorten

if TYPE_CHECKING:
    import click

__all__ = ["main"]

INTERRUPTED = 130
COMPLETION = "_ADVIZ_COMPLETE"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Parameters
    ----------
    argv
        The words after the command's name; None takes those of this process, which then is
        taken to be ours alone.
    """
    if argv is None:
        # A run is short and makes next to no cycles: looking for them takes a sixth of its time.
        gc.disable()
    code = _guarded(list(sys.argv[1:] if argv is None else argv))
    if argv is None:
        gc.freeze()
    return code


def _guarded(args: list[str]) -> int:
    try:
        output.speak_utf8()
        code = _run(args)
        output.flush()
    except Exception as error:  # noqa: BLE001 - whatever it is, a person gets one message
        return _ended(error, traceback=_wants_traceback(args))
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run(args: list[str]) -> int:
    # Here, so that Ctrl-C is quiet from the start.
    import click

    from adviz_cli.app import adviz
    from adviz_cli.arguments import command_line

    if COMPLETION in os.environ:
        adviz.main(args, prog_name="adviz")
    try:
        # Not adviz.main(): it would end a closed pipe with 1 and Ctrl-C with an empty line.
        with adviz.make_context("adviz", command_line(args)) as context:
            result = adviz.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    return result if isinstance(result, int) else 0


def _wants_traceback(args: list[str]) -> bool:
    options = args[: args.index("--")] if "--" in args else args
    return "--traceback" in options


def _ended(error: Exception, *, traceback: bool) -> int:
    """Say in one message why the run ended; return the exit code."""
    if isinstance(error, BrokenPipeError):
        output.abandon_stdout()
        return 0
    message, code = _told(error)
    if traceback:
        import traceback as python

        output.say(["".join(python.format_exception(error)).rstrip("\n")])
    output.say([f"adviz: {message}"])
    return code


def _told(error: Exception) -> tuple[str, int]:
    """Return the message and the exit code of an error."""
    import click

    if isinstance(error, AdvizError):
        return str(error), error.exit_code
    if isinstance(error, click.UsageError):
        path = error.ctx.command_path if error.ctx else "adviz"
        return f"{_sentence(_usage(error))}\n  more: {path} --help", 2
    if isinstance(error, click.ClickException):
        return _sentence(error.format_message()), 1
    if isinstance(error, RecursionError):
        return "the input is nested too deeply for this version of Python", 1
    if isinstance(error, MemoryError):
        return "there is not enough memory for this", 1
    what = shorten(f"{type(error).__name__}: {error}", 300)
    return f"internal error: {what}; please report it with what the option --traceback prints", 1


def _usage(error: click.UsageError) -> str:
    import click

    if isinstance(error, click.NoSuchOption) and error.ctx:
        known = [name for param in error.ctx.command.get_params(error.ctx) for name in param.opts]
        hint = close_matches(error.option_name, known)
        hint = hint or f'an expression goes behind two dashes: adviz -- "{shorten(error.option_name)}"'
        return f"there is no option {error.option_name}\n  hint: {hint}"
    if isinstance(error, click.BadParameter) and isinstance(error.param, click.Option):
        return f"{max(error.param.opts, key=len)}: {error.message}"
    return error.format_message()


def _sentence(message: str) -> str:
    """Return a message of click's in the form of ours: no full stop, no capital that is no name."""
    first, _, rest = message.partition("\n")
    first = first.removesuffix(".")
    first = first if first[:2].isupper() else first[:1].lower() + first[1:]
    return f"{first}\n{rest}" if rest else first


if __name__ == "__main__":
    sys.exit(main())
