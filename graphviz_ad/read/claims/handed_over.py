"""What claims say beyond values and derivatives, as `graphviz_ad.write.claims_document` writes it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from graphviz_ad.claims import Claims, Line, Probe
from graphviz_ad.errors import GraphProblem
from graphviz_ad.finding import Finding, Source
from graphviz_ad.noun import replace
from graphviz_ad.read.listing.json_fields import items_of, number_of, refuse, text_of
from graphviz_ad.read.listing.problems import shown
from graphviz_ad.read.listing.records import Listing, stated

__all__ = ["KEY", "handed_over", "is_handed_over"]

KEY = "claims"
_OWN = frozenset(("unknown_operation", "wrong_arity"))
_EDGE = re.compile(r"(.+)_(\d{1,9})")
_OF_FINDING = frozenset(Finding.__annotations__)


def is_handed_over(listing: Listing) -> bool:
    """Whether a document has claims as another process read them: what they say of them is taken over."""
    return KEY in listing.attributes


def handed_over(claims: Claims, listing: Listing, nodes: Mapping[str, int]) -> Claims:
    """Return claims with what a document says of probes, rules, order, sources and notes.

    Raises
    ------
    GraphProblem
        Something is not what it has to be; the path in the document says where.
    """
    said = _object(listing.attributes[KEY], KEY)
    reading = _HandedOver(said, claims, nodes)
    own = [finding for finding in claims.structure if finding.fault not in _OWN]
    return replace(
        claims,
        stated_ops={
            reading.node(id_, "stated_ops"): text_of(word, f"{KEY}.stated_ops.{shown(id_)}")
            for id_, word in reading.items("stated_ops")
        },
        probes={reading.edge(id_, "probes"): _probe(probe, id_) for id_, probe in reading.items("probes")},
        missing_rules=frozenset(reading.listed("missing_rules")),
        order=tuple(reading.listed("order")),
        sources={
            reading.node(id_, "sources"): _source(source, f"{KEY}.sources", id_)
            for id_, source in reading.items("sources")
        },
        kind=text_of(said.get("kind", ""), f"{KEY}.kind"),
        notes=_findings(said.get("notes", []), f"{KEY}.notes"),
        structure=(*_findings(said.get("structure", []), f"{KEY}.structure"), *own),
        lines=reading.lines(),
    )


class _HandedOver:
    """The part of one document that is about claims."""

    def __init__(self, said: Mapping[str, object], claims: Claims, nodes: Mapping[str, int]) -> None:
        self.said = said
        self.graph = claims.graph
        self.nodes = nodes

    def items(self, key: str) -> list[tuple[str, object]]:
        """Return the entries of an object."""
        return list(_object(self.said.get(key, {}), f"{KEY}.{key}").items())

    def listed(self, key: str) -> list[int]:
        """Return the nodes of a list of ids."""
        where = f"{KEY}.{key}"
        return [self.node(text_of(id_, where), key) for id_ in items_of(self.said.get(key, []), where)]

    def node(self, id_: str, key: str) -> int:
        """Return the node of an id."""
        if id_ not in self.nodes:
            raise GraphProblem(f"there is no node {shown(id_)}", where=f"{KEY}.{key}")
        return self.nodes[id_]

    def edge(self, id_: str, key: str) -> int:
        """Return the position of an edge, ``n3_1``."""
        match = _EDGE.fullmatch(id_)
        node = self.node(match[1], key) if match else -1
        if match is None or int(match[2]) >= self.graph.starts[node + 1] - self.graph.starts[node]:
            raise GraphProblem(f"there is no edge {shown(id_)}", where=f"{KEY}.{key}")
        return self.graph.starts[node] + int(match[2])

    def lines(self) -> tuple[Line, ...]:
        """Return the lines of a backward pass that was derived by hand."""
        found: list[Line] = []
        for k, item in enumerate(items_of(self.said.get("lines", []), f"{KEY}.lines")):
            where = f"{KEY}.lines[{k}]"
            line = _object(item, where)
            node = line.get("node")
            text, name, formula = (text_of(line.get(key), f"{where}.{key}") for key in _TEXTS_OF_LINE)
            target = None if node is None else self.node(text_of(node, f"{where}.node"), "lines")
            number = int(number_of(line.get("number"), f"{where}.number"))
            found.append(Line(number, text, name, target, line.get("adds") is True, formula))
        return tuple(found)


_TEXTS_OF_LINE = ("text", "name", "formula")
_PARTS_OF_PROBE = tuple(Probe.__annotations__)


def _object(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise refuse(value, where, "an object")
    return value


def _probe(value: object, id_: str) -> Probe:
    if isinstance(value, dict):
        # Of a hundred thousand probes hardly one needs the words for its place.
        first, second, third = (stated(value.get(key)) for key in _PARTS_OF_PROBE)
        if first is not None and second is not None and third is not None:
            return Probe(first, second, third)
    where = f"{KEY}.probes.{shown(id_)}"
    probe = _object(value, where)
    once, scaled, onto = (number_of(probe.get(key), f"{where}.{key}") for key in _PARTS_OF_PROBE)
    return Probe(once, scaled, onto)


def _source(value: object, where: str, id_: str = "") -> Source:
    if isinstance(value, dict):
        file, line, text = value.get("file"), value.get("line"), value.get("text")
        if type(file) is str and type(line) is int and type(text) is str:
            return Source(file, line, text)
    where = f"{where}.{shown(id_)}" if id_ else where
    source = _object(value, where)
    number = int(number_of(source.get("line"), f"{where}.line"))
    return Source(text_of(source.get("file"), f"{where}.file"), number, text_of(source.get("text"), where))


def _findings(value: object, where: str) -> tuple[Finding, ...]:
    return tuple(_finding(item, f"{where}[{k}]") for k, item in enumerate(items_of(value, where)))


def _finding(value: object, where: str) -> Finding:
    item = dict(_object(value, where))
    if "fault" not in item or not item.keys() <= _OF_FINDING:
        raise refuse(value, where, f"an object of {', '.join(sorted(_OF_FINDING))}")
    source = item.pop("source", None)
    for key, told in item.items():
        words = isinstance(told, str) and told not in ("nan", "inf", "-inf")
        number = stated(told) if key in ("given", "expected") and not words else None
        item[key] = text_of(told, f"{where}.{key}") if number is None else number
    made: dict[str, object] = {**item, "source": None if source is None else _source(source, where)}
    return Finding(**made)  # type: ignore[arg-type]
