"""``adviz ops``: the table of operations."""

from __future__ import annotations

import click

from adviz_cli import output
from adviz_cli.command import command as make
from adviz_cli.options import as_json as json_option
from graphviz_ad.errors import UnknownName, close_matches

__all__ = ["command"]

EXAMPLES = (
    "adviz ops",
    "adviz ops tanh swish                   some, also by their other names",
    "adviz ops --json",
)


@make(
    "ops", EXAMPLES, click.argument("names", nargs=-1, metavar="[NAME]..."), json_option("Print it as JSON.")
)
def command(*, names: tuple[str, ...], as_json: bool) -> None:
    """Print the table of operations: value, local derivatives, domain, kinks, other names."""
    from graphviz_ad import ops
    from graphviz_ad.write.operations import operations_document, operations_text

    called, rows = ops.called(), list(ops.TABLE.values())
    for name in names:
        if name not in called and name not in ops.TABLE:
            hint = close_matches(name, [*called, *ops.TABLE]) or "adviz ops lists all"
            raise UnknownName(f"there is no operation {name!r}", hint=hint)
    if names:
        found = [row for name in names for row in called.get(name, ()) or (ops.TABLE[name],)]
        rows = list(dict.fromkeys(found))
    if as_json:
        from graphviz_ad.write.document import dumps

        output.print_bytes(dumps(operations_document(rows)))
    else:
        output.print_text(operations_text(rows))
