"""A document with markers: its pictures written, or checked against their sources and against themselves."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from graphviz_ad.embed.asking import Asked, asked, words_of
from graphviz_ad.embed.comparing import compared
from graphviz_ad.embed.figure import figure
from graphviz_ad.embed.markers import Dialect, Marker, dialect_of, lines_in, markers, replaced
from graphviz_ad.embed.options import VALUES, OptionRow
from graphviz_ad.embed.sources import decoded
from graphviz_ad.errors import AdvizError, shorten
from graphviz_ad.noun import noun, replace
from graphviz_ad.write import files
from graphviz_ad.write.formats import format_of
from graphviz_ad.write.sheet import Sheet

__all__ = ["Fault", "Outcome", "checked", "embedded"]

OUTPUT = OptionRow("output", VALUES, "Write FILE, from the folder of the document.", "FILE", short="-o")
PICTURES = (".svg", ".png")
_PICTURE = re.compile(r"[> \t]*!\[")
_SPECIAL = re.compile(r"[\\`*_\[\]<>{}&$~#|]")


class Fault(NamedTuple):
    """What is wrong in a document: the line of the marker, and the message."""

    line: int
    message: str


@noun
class Outcome:
    """What became of a document: its pictures, the files that were written, what is wrong, what was said."""

    pictures: int
    written: tuple[str, ...]
    faults: tuple[Fault, ...]
    notes: tuple[str, ...] = ()


class _Made(NamedTuple):
    """The picture of a marker: its files by their names in the document, and the lines that show it."""

    sheet: Sheet
    files: Mapping[str, bytes]
    body: list[str]


def embedded(path: str) -> Outcome:
    """Write the pictures of a document, and the lines that show them.

    Where a picture cannot be made, it and its lines stay as they are; all others are written.

    Raises
    ------
    AdvizError
        The document cannot be read or written, or a marker does not end.
    """
    document = _Document(path)
    faults, written, notes = [], [], []
    bodies: dict[Marker, list[str]] = {}
    for marker, made in document.made():
        if isinstance(made, AdvizError):
            faults.append(Fault(marker.line, str(made)))
            continue
        try:
            for name, data in made.files.items():
                target = os.path.join(document.folder, name)
                os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
                if files.write(target, data):
                    written.append(target)
        except AdvizError as error:
            faults.append(Fault(marker.line, str(error)))
            continue
        except OSError as error:
            faults.append(Fault(marker.line, f"{name} cannot be written: {error.strerror or error}"))
            continue
        bodies[marker] = made.body
        notes += made.sheet.notes
    faults = [fault._replace(line=_line_in(fault.line, bodies)) for fault in faults]
    text = replaced(document.lines, bodies, document.dialect)
    if files.write(path, text.encode()):
        written.append(path)
    return Outcome(len(document.markers), tuple(written), tuple(faults), tuple(notes))


def checked(path: str) -> Outcome:
    """Compute the pictures of a document once more, and say where a file or a line says something else.

    Nothing is written.  Texts, titles, numbers and the record of an SVG are compared, not coordinates.

    Raises
    ------
    AdvizError
        The document cannot be read, or a marker does not end.
    """
    document = _Document(path)
    faults = []
    for marker, made in document.made():
        messages = [str(made)] if isinstance(made, AdvizError) else list(_parted(document, marker, made))
        faults += [Fault(marker.line, message) for message in messages]
    return Outcome(len(document.markers), (), tuple(faults))


class _Document:
    """A document that has been read, and its markers."""

    def __init__(self, path: str) -> None:
        self.dialect: Dialect = dialect_of(path)
        self.folder = os.path.dirname(path)
        self._place = os.path.realpath(path)
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError as error:
            raise AdvizError(f"cannot read {path}: {error.strerror or error}") from error
        decoded(data, path)  # for its message
        self.lines, self.markers = markers(data.decode(), self.dialect)

    def made(self) -> Iterator[tuple[Marker, _Made | AdvizError]]:
        """Yield every marker with its picture, or with what is wrong."""
        owners: dict[str, Marker] = {}
        for marker in self.markers:
            try:
                made = self._made(marker)
                _refuse_another(owners, marker, made.files, self.folder)
                theirs = self._own(marker, made)
            except AdvizError as error:
                yield marker, error
            else:
                yield theirs, made

    def _own(self, marker: Marker, made: _Made) -> Marker:
        """Return a marker to which nothing belongs but a picture that it wrote: the rest is its author's.

        Raises
        ------
        AdvizError
            Something else stands between it and its end.
        """
        lines = [line.strip() for line in self.lines[marker.start : marker.stop]]
        if self.dialect.closes is None:
            addresses = [line.partition("::")[2].strip() for line in lines if line.startswith(".. image::")]
            own = not addresses or addresses[0] in {name.replace(os.sep, "/") for name in made.files}
            return marker if own else replace(marker, stop=marker.start)
        if marker.closed and any(line.lstrip("> \t") and not _PICTURE.match(line) for line in lines):
            raise AdvizError(
                "more than a picture stands between the marker and its end, and would be lost",
                hint="put what is yours below the end",
            )
        return marker

    def _made(self, marker: Marker) -> _Made:
        if marker.fault:
            raise AdvizError(marker.fault, hint="nothing but blanks, > and the sign of a list before it")
        found = asked(words_of(marker.command), also={"output": OUTPUT})
        options = dict(found.options)
        names = options.pop("output", ())
        if not any(os.path.splitext(name)[1].lower() in PICTURES for name in names):
            raise AdvizError("the marker does not say where the picture goes", hint="-o img/x.svg")
        itself = [n for n in names if os.path.realpath(os.path.join(self.folder, n)) == self._place]
        if itself:
            raise AdvizError(f"{itself[0]} is the document itself", hint="write to another file")
        sheet = figure(Asked(found.command, found.source, options), self.folder).sheet
        data = {name: sheet.in_format(format_of(name, None)).write(sheet) for name in names}
        picture = next(name for name in names if os.path.splitext(name)[1].lower() in PICTURES)
        return _Made(sheet, data, _shown(picture, sheet.alt, self.dialect))


def _line_in(line: int, bodies: Mapping[Marker, list[str]]) -> int:
    """Return where a line of the document stands when these lines have been written."""
    above = [(marker, body) for marker, body in bodies.items() if marker.line < line]
    more = (len(body) + (not marker.closed) - (marker.stop - marker.start) for marker, body in above)
    return line + sum(more)


def _refuse_another(owners: dict[str, Marker], marker: Marker, names: Iterable[str], folder: str) -> None:
    """Refuse files that another marker writes, unless it asks for the same.

    Raises
    ------
    AdvizError
        Two pictures would go to one file.
    """
    for name in names:
        other = owners.setdefault(os.path.realpath(os.path.join(folder, name)), marker)
        if other.command != marker.command:
            raise AdvizError(
                f"{name} is written by another marker too: {shorten(other.command, 60)}",
                hint="take another name",
            )


def _shown(name: str, alt: str, dialect: Dialect) -> list[str]:
    """Return the lines that show a picture."""
    alt = " ".join(alt.split())
    name = name.replace(os.sep, "/")
    if dialect.closes is None:
        escaped = alt.replace("\\", "\\\\")
        return ["", f".. image:: {name}", f"   :alt: {escaped}"]
    # What ends the path of an address, or its text.
    name = re.sub(r"[%#?<>\\]", lambda sign: f"%{ord(sign[0]):02X}", name)
    address = f"<{name}>" if re.search(r"[\s()]", name) else name
    return [f"![{_SPECIAL.sub(lambda sign: chr(92) + sign[0], alt)}]({address})"]


def _parted(document: _Document, marker: Marker, made: _Made) -> Iterator[str]:
    """Yield where files and lines say something else than the source."""
    for name, data in made.files.items():
        target = os.path.join(document.folder, name)
        try:
            with open(target, "rb") as file:
                before = file.read()
        except OSError as error:
            yield f"{name} cannot be read: {error.strerror or error}"
            continue
        yield from compared(name, before, data)
    there = [line.rstrip("\r\n") for line in document.lines[marker.start : marker.stop]]
    body = lines_in(marker, made.body)
    if there != body or not marker.closed:
        old, new = (
            "\n".join(f"    - {line}" for line in there),
            "\n".join(f"    + {line}" for line in body),
        )
        yield f"the lines below the marker are not what it asks for\n{old}\n{new}"
