"""A document with markers: its pictures written, or checked against their sources and against themselves."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from graphviz_ad.embed.asking import Asked, asked, words_of
from graphviz_ad.embed.figure import figure
from graphviz_ad.embed.markers import Dialect, Marker, dialect_of, lines_in, markers, replaced
from graphviz_ad.embed.options import VALUES, OptionRow
from graphviz_ad.embed.saying import again, differences, record_of
from graphviz_ad.embed.sources import decoded
from graphviz_ad.errors import AdvizError, NotSupported, shorten
from graphviz_ad.noun import noun
from graphviz_ad.write import files
from graphviz_ad.write.formats import format_of
from graphviz_ad.write.sheet import Sheet

__all__ = ["Fault", "Outcome", "checked", "embedded"]

OUTPUT = OptionRow("output", VALUES, "Write FILE, from the folder of the document.", "FILE", short="-o")
SHOWN = 20
"""So many lines of a difference are told."""
PICTURES = (".svg", ".png")
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
        bodies[marker] = made.body
        for name, data in made.files.items():
            target = os.path.join(document.folder, name)
            os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
            if files.write(target, data):
                written.append(target)
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
        self._name = os.path.basename(path)
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
                _refuse_another(owners, marker, made.files)
            except AdvizError as error:
                yield marker, error
            else:
                yield marker, made

    def _made(self, marker: Marker) -> _Made:
        if marker.fault:
            raise AdvizError(marker.fault, hint="nothing but blanks, > and the sign of a list before it")
        found = asked(words_of(marker.command), also={"output": OUTPUT})
        options = dict(found.options)
        names = options.pop("output", ())
        if not any(os.path.splitext(name)[1].lower() in PICTURES for name in names):
            raise AdvizError("the marker does not say where the picture goes", hint="-o img/x.svg")
        if self._name in {os.path.normpath(name) for name in names}:
            raise AdvizError(f"{self._name} is the document itself", hint="write to another file")
        sheet = figure(Asked(found.command, found.source, options), self.folder).sheet
        data = {name: sheet.in_format(format_of(name, None)).write(sheet) for name in names}
        picture = next(name for name in names if os.path.splitext(name)[1].lower() in PICTURES)
        return _Made(sheet, data, _shown(picture, sheet.alt, self.dialect))


def _line_in(line: int, bodies: Mapping[Marker, list[str]]) -> int:
    """Return where a line of the document stands when these lines have been written."""
    above = [(marker, body) for marker, body in bodies.items() if marker.line < line]
    more = (len(body) + (not marker.closed) - (marker.stop - marker.start) for marker, body in above)
    return line + sum(more)


def _refuse_another(owners: dict[str, Marker], marker: Marker, names: Iterable[str]) -> None:
    """Refuse files that another marker writes, unless it asks for the same.

    Raises
    ------
    AdvizError
        Two pictures would go to one file.
    """
    for name in names:
        other = owners.setdefault(os.path.normpath(name), marker)
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
        yield from _compared(name, before, data)
    there = [line.rstrip("\r\n") for line in document.lines[marker.start : marker.stop]]
    body = lines_in(marker, made.body)
    if there != body or not marker.closed:
        old, new = (
            "\n".join(f"    - {line}" for line in there),
            "\n".join(f"    + {line}" for line in body),
        )
        yield f"the lines below the marker are not what it asks for\n{old}\n{new}"


def _compared(name: str, before: bytes, now: bytes) -> Iterator[str]:
    """Yield what a file says differently from its source; an SVG also from its own metadata."""
    if before == now:
        return
    kind = os.path.splitext(name)[1].lower()
    if kind == ".png":
        if _texts_of_png(before) != _texts_of_png(now):
            yield f"{name} was made from something else than its source says"
        return
    if kind != ".svg":
        yield f"{name} is not what its source says"
        return
    text = before.decode("utf-8", "replace")
    if parted := differences(text, now.decode()):
        yield f"{name} says something else than its source\n{_indented(parted)}"
    record = record_of(text)
    if record is None:
        yield f"{name} has no metadata that say what it was made from"
        return
    try:
        parted = differences(text, again(record).svg())
    except NotSupported:
        return
    except AdvizError as error:
        yield f"{name}: {error}"
        return
    if parted:
        yield f"{name} says something else than its own metadata\n{_indented(parted)}"


def _texts_of_png(data: bytes) -> dict[str, str] | None:
    import io

    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data)) as image:
            image.load()
            return dict(getattr(image, "text", {}))
    except (UnidentifiedImageError, OSError, ValueError):
        return None


def _indented(lines: list[str]) -> str:
    shown = [f"    {line}" for line in lines[:SHOWN]]
    return "\n".join([*shown, f"    and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else shown)
