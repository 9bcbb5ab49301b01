"""Graphs in JSON: written by hand, or the document that adviz itself writes (schema 1)."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence

from graphviz_ad.errors import GraphProblem, SyntaxProblem
from graphviz_ad.graph import Graph
from graphviz_ad.read.listing.assembly import graph_of
from graphviz_ad.read.listing.json_fields import (
    items_of,
    kind_of,
    notes_of,
    number_of,
    refuse,
    scope_of_names,
    text_of,
)
from graphviz_ad.read.listing.problems import shown
from graphviz_ad.read.listing.records import Arg, Listing, Named, Record

__all__ = ["VERSION", "content_of", "from_json", "is_node_link", "listing_of_document", "read_document"]

VERSION = 1
_OF_NODE = frozenset(("id", "op", "args", "name", "place"))
_OF_GRAPH = frozenset(("adviz", "inputs", "nodes", "output", "outputs", "scope", "source", "notes"))


def read_document(source: str | bytes | Mapping[str, object]) -> Graph:
    """Return the graph of a JSON document.

    Parameters
    ----------
    source
        The text, or what it says.  ``gallery/json.md`` describes both forms.

    Raises
    ------
    SyntaxProblem
        The text is not JSON.
    GraphProblem, UnknownName
        It is no graph; the path in the document says where.

    Examples
    --------
    >>> text = '{"adviz": 1, "inputs": {"p": 1.3}, "output": "y", "nodes": ['
    >>> text += '{"id": "c", "op": "pow", "args": ["p", 3]}, {"id": "y", "op": "+", "args": ["c", "p"]}]}'
    >>> read_document(text).ops
    ['input', 'pow', 'add', 'output']
    """
    return graph_of(listing_of_document(source))


def content_of(source: str | bytes | Mapping[str, object]) -> Mapping[str, object]:
    """Return what a JSON document says."""
    return source if isinstance(source, Mapping) else _parsed(source)


def listing_of_document(source: str | bytes | Mapping[str, object]) -> Listing:
    """Return the records of a JSON document, also of networkx's, with all that it says of them."""
    content = content_of(source)
    if is_node_link(content):
        from graphviz_ad.read.formats.networks import node_link

        return node_link(content)
    version = content.get("adviz")
    if version != VERSION or isinstance(version, bool):
        what = 'the document has no "adviz"' if version is None else 'the document\'s "adviz" is not 1'
        raise GraphProblem(what, where="adviz", hint='a graph in JSON begins with {"adviz": 1, "nodes": [...')
    text = text_of(content.get("source", ""), "source")
    items = items_of(content.get("nodes", []), "nodes")
    # In a derivation, inputs, outputs and notes are those of the differentiation.
    derived = "schema" in content
    values = "at" if derived else "inputs"
    return Listing(
        tuple(_record(item, f"nodes[{k}]", len(text)) for k, item in enumerate(items)),
        _values(content.get(values), values),
        () if derived else _outputs(content),
        {key: value for key, value in content.items() if key not in _OF_GRAPH},
        scope_of_names(content.get("scope")),
        text,
        () if derived else notes_of(content.get("notes", [])),
    )


def is_node_link(content: Mapping[str, object]) -> bool:
    """Whether a document is networkx's own."""
    return "adviz" not in content and "directed" in content and ("links" in content or "edges" in content)


from_json = read_document
"""The name that goes with `graphviz_ad.write.graph_document.to_json`."""


# JSON -----------------------------------------------------------------------------------------


def _parsed(source: str | bytes) -> Mapping[str, object]:
    try:
        text = source if isinstance(source, str) else source.decode("utf-8-sig")
        content = json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=_object, parse_float=_float, parse_int=_int
        )
    except UnicodeDecodeError as error:
        raise SyntaxProblem("the document is not UTF-8", hint="save the text as UTF-8") from error
    except json.JSONDecodeError as error:
        place = {"source": error.doc, "start": error.pos, "end": error.pos + 1}
        raise SyntaxProblem(f"this is not JSON: {error.msg}", **place) from error  # type: ignore[arg-type]
    except RecursionError as error:
        raise SyntaxProblem("the document is nested too deeply", hint="a graph is a flat list") from error
    if not isinstance(content, dict):
        raise GraphProblem(
            f"the document is {kind_of(content)}", hint='a graph is an object: {"adviz": 1, ...'
        )
    return content


def _object(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for k, key in enumerate(keys) if key in keys[:k])
        raise GraphProblem(f"the key {shown(twice)} stands twice in one object", hint="JSON would drop one")
    return found


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise GraphProblem(f"{shown(text)} is too large", hint='infinity is written "inf"')
    return value


def _int(text: str) -> float | int:
    return int(text) if len(text) < 300 else _float(text)


# Parts of the document ------------------------------------------------------------------------


def _record(item: object, where: str, length: int) -> Record:
    if not isinstance(item, Mapping):
        raise refuse(item, where, "an object with id, op and args")
    if "id" not in item:
        raise GraphProblem("the node has no id", where=where, hint='for example {"id": "y", ...')
    id_ = text_of(item["id"], f"{where}.id")
    op, name = item.get("op"), item.get("name", id_)
    args = items_of(item.get("args", []), f"{where}.args")
    return Record(
        id_,
        "" if op is None else text_of(op, f"{where}.op"),
        tuple(_arg(arg, f"{where}.args[{k}]") for k, arg in enumerate(args)),
        None if name is None else text_of(name, f"{where}.name"),
        where,
        {key: value for key, value in item.items() if key not in _OF_NODE},
        _place(item.get("place"), f"{where}.place", length),
    )


def _arg(arg: object, where: str) -> Arg:
    if isinstance(arg, str):
        return arg
    if isinstance(arg, Mapping) and isinstance(arg.get("symbol"), str):
        return Named(number_of(arg.get("value"), f"{where}.value"), arg["symbol"])
    return number_of(arg, where)


def _values(value: object, where: str) -> dict[str, float | None]:
    """Return the declared variables, a list of names or an object of names and values."""
    if value is None:
        return {}
    if isinstance(value, list | tuple):
        return {text_of(name, f"{where}[{k}]"): None for k, name in enumerate(value)}
    if not isinstance(value, Mapping):
        raise refuse(value, where, "an object of names and values")
    return {
        name: None if number is None else number_of(number, f"{where}.{shown(name)}")
        for name, number in value.items()
    }


def _outputs(content: Mapping[str, object]) -> tuple[str, ...]:
    refs = items_of(content.get("outputs", []), "outputs")
    several = tuple(text_of(ref, f"outputs[{k}]") for k, ref in enumerate(refs))
    if "output" not in content:
        return several
    if "outputs" in content:
        raise GraphProblem("output and outputs are both there", where="output", hint="keep outputs alone")
    return (text_of(content["output"], "output"),)


def _place(value: object, where: str, length: int) -> tuple[int, int]:
    if value is None:
        return 0, 0
    if isinstance(value, list | tuple) and [type(k) for k in value] == [int, int]:
        start, end = value
        if 0 <= start <= end <= length:
            return start, end
    raise refuse(value, where, "two positions in the source")
