"""The table of operations as text and JSON, from the rows themselves."""

from __future__ import annotations

from collections.abc import Iterable

from graphviz_ad.expression import typeset
from graphviz_ad.rule import RESULT, Row
from graphviz_ad.write.columns import aligned

__all__ = ["operations_document", "operations_text"]


def operations_document(rows: Iterable[Row]) -> dict[str, object]:
    """Return the rows as a JSON document; texts are in adviz's own language, ``v`` is the result."""
    return {
        "schema": 1,
        "operations": [
            {
                "name": row.name,
                "aliases": list(row.aliases),
                "params": list(row.params),
                "value": row.value,
                "partials": list(row.partials),
                "keeps": [sorted(row.keeps(slot)) for slot in range(len(row.partials))],
                "domain": row.domain,
                "needs": row.needs,
                "kinks": list(row.kinks),
                "flat": row.flat,
                "about": row.about,
            }
            for row in rows
        ],
    }


def operations_text(rows: Iterable[Row]) -> str:
    """Return the rows as a table; in local derivatives ``v`` is the operation's own result."""
    cells = [["operation", "value v", "local derivatives", "keeps", "needs", "kink at", "also called"]]
    for row in rows:
        kept = sorted(set().union(*(row.keeps(slot) for slot in range(len(row.partials)))))
        cells.append(
            [
                f"{row.name}({', '.join(row.params)})",
                typeset(row.value),
                " ,  ".join(typeset(partial) for partial in row.partials),
                ", ".join("its result" if name == RESULT else name for name in kept) or "nothing",
                row.needs or (typeset(row.domain) if row.domain else ""),
                ", ".join(typeset(kink) for kink in row.kinks),
                ", ".join(row.aliases),
            ]
        )
    return "\n".join(aligned(cells))
