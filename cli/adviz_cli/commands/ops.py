"""``adviz ops``: the table of operations."""

from __future__ import annotations

import click

from adviz_cli import output
from adviz_cli.options import command as make
from graphviz_ad.errors import UnknownName, close_matches

__all__ = ["command"]

EXAMPLES = """\
  adviz ops
  adviz ops tanh swish
  adviz ops --json
"""


@make("ops", EXAMPLES)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def command(names: tuple[str, ...], as_json: bool) -> None:
    """Print the table of operations: value, local derivatives, domain, kinks, other names."""
    from graphviz_ad import ops
    from graphviz_ad.write.operations import operations_document, operations_text

    rows = list(ops.TABLE.values())
    if names:
        found = [row for name in names for row in ops.called().get(name, ()) or [r for r in rows if r.name == name]]
        for name in names:
            if name not in ops.called() and name not in ops.TABLE:
                known = [*ops.called(), *ops.TABLE]
                raise UnknownName(f"there is no operation {name}", hint=close_matches(name, known) or "adviz ops lists all")
        rows = list(dict.fromkeys(found))
    if as_json:
        from graphviz_ad.write.document import dumps

        output.print_bytes(dumps(operations_document(rows)), binary=False)
    else:
        output.print_text(operations_text(rows))
