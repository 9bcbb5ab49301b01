"""Entry point: every way in which a run can end becomes one message and an exit code.

0 fine; 1 findings, bad input, a target that cannot be written; 2 usage; 3 layout program or
renderer; 130 Ctrl-C; a closed pipe ends quietly.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from adviz_cli.app import adviz
from adviz_cli.arguments import command_line
from graphviz_ad.errors import AdvizError

__all__ = ["main"]

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    args = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        # Also on consoles that would rather have another encoding: the signs are − × ∂.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = _run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        _abandon_stdout()
        return 0
    except OSError as error:
        _abandon_stdout()
        return _say(f"the output cannot be written: {error.strerror or error}", 1)
    return code


def _run(args: list[str]) -> int:
    try:
        result = adviz.main(command_line(args), prog_name="adviz", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except AdvizError as error:
        if "--traceback" in args:
            raise
        return _say(str(error), error.exit_code)
    except click.UsageError as error:
        error.show()
        return 2
    except click.ClickException as error:
        return _say(error.format_message(), 1)
    except (KeyboardInterrupt, click.Abort):
        return _say("interrupted", INTERRUPTED)
    except RecursionError:
        return _say("the input is nested too deeply for this version of Python", 1)
    except MemoryError:
        return _say("there is not enough memory for this", 1)


def _say(message: str, code: int) -> int:
    first, _, rest = message.partition("\n")
    click.echo(f"adviz: {first}" + (f"\n{rest}" if rest else ""), err=True)
    return code


def _abandon_stdout() -> None:
    """Keep Python from trying once more, at exit, to write what nobody takes."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = None  # type: ignore[assignment]


if __name__ == "__main__":
    sys.exit(main())
