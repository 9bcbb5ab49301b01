"""What all that is drawn has in common: looks, a picture that is placed once, formats, files."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from graphviz_ad.errors import NotSupported, UnknownName, close_matches
from graphviz_ad.noun import replace
from graphviz_ad.write import files
from graphviz_ad.write.formats import Format, format_of
from graphviz_ad.write.notebook import Shown

if TYPE_CHECKING:
    from graphviz_ad.draw.options import DrawOptions
    from graphviz_ad.picture import Picture

__all__ = ["Sheet", "json_bytes", "options_of"]

_LOOKS: Mapping[str, object] = {"theme": "auto", "background": "auto", "ids": None, "scale": 2.0}


class Sheet(Shown):
    """Something that is drawn and told; made into a format when asked.

    Attributes
    ----------
    called
        What it is, in messages: ``a sweep``.
    formats
        How it becomes bytes, by the name of the format; None: as the table of formats says.
    look
        ``theme``, ``background``, ``ids`` and ``scale``.
    notes
        What writing had to say: that a scale was lowered, that a font of the system was used.
    """

    called: ClassVar[str] = "a drawing"
    formats: ClassVar[Mapping[str, Callable[[Any], bytes]] | None] = None

    def __init__(self, options: DrawOptions | None, look: Mapping[str, object]) -> None:
        self._options = options
        self.look: dict[str, Any] = {**_LOOKS, **look}
        self.notes: list[str] = []
        self._picture: Picture | None = None

    @property
    def options(self) -> DrawOptions:
        """The options of the picture."""
        if self._options is None:
            from graphviz_ad.draw.options import DrawOptions

            self._options = DrawOptions()
        return self._options

    def _placed(self) -> Picture:
        """Lay the picture out."""
        raise NotImplementedError

    def picture(self) -> Picture:
        """Return the placed picture; laid out when first asked for."""
        if self._picture is None:
            self._picture = self._placed()
        return self._picture

    @property
    def width(self) -> float:
        """Pixels of the picture from left to right."""
        return self.picture().width

    @property
    def alt(self) -> str:
        """What a screen reader says first, the program, its values and the totals."""
        picture = self.picture()
        return picture.alt or picture.title

    def svg(self) -> str:
        """Return the picture as SVG."""
        from graphviz_ad.write.svg import svg

        return svg(self.picture(), **{key: self.look[key] for key in ("theme", "background", "ids")})

    def png(self) -> bytes:
        """Return the picture as PNG."""
        from graphviz_ad.write.png import png

        look = {key: self.look[key] for key in ("theme", "background", "scale")}
        data, notes = png(self.picture(), **look)
        self.notes += notes
        return data

    def pdf(self) -> bytes:
        """Return the picture as PDF, whose lines are lines and whose letters are letters."""
        from graphviz_ad.write.pdf import pdf

        data, notes = pdf(self.picture(), theme=self.look["theme"], background=self.look["background"])
        self.notes += notes
        return data

    def tex(self) -> str:
        """Return the picture as a LaTeX document that draws it with TikZ."""
        from graphviz_ad.write.tex import tex

        text, notes = tex(self.picture(), theme=self.look["theme"], background=self.look["background"])
        self.notes += notes
        return text

    def text(self, *, color: bool = False) -> str:
        """Return what is told as text, with colours for a terminal if asked."""
        raise NotImplementedError

    def in_format(self, entry: Format) -> Format:
        """Return a format as this is written in it.

        Raises
        ------
        NotSupported
            There is nothing that this format could show.
        """
        if self.formats is None:
            return entry
        make = self.formats.get(entry.name)
        if make is None:
            what = f"{self.called} cannot be written as {entry.name}: {entry.about}"
            raise NotSupported(what, legal=self.formats, hint=self._instead_of(entry))
        return replace(entry, write=lambda _sheet: make(self))

    def _instead_of(self, _entry: Format) -> str:
        """Return what to do where a format is refused."""
        return ""

    def save(self, path: str | os.PathLike[str], format: str | None = None) -> bool:  # noqa: A002 - the field's word
        """Write a file whose suffix (or ``format``) says what it is.

        Returns
        -------
        bool
            False when the file held the same bytes and was left untouched.
        """
        return files.write(path, self.in_format(format_of(path, format)).write(self))

    def _shown_sheet(self) -> Sheet:
        return self

    def _shown_text(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text().rstrip("\n")


def json_bytes(sheet: Any) -> bytes:  # noqa: ANN401 - a sheet that has a document
    """Return the JSON document of a sheet as bytes."""
    from graphviz_ad.write.document import dumps

    return dumps(sheet.document())


def options_of(who: str, how: Mapping[str, object]) -> tuple[DrawOptions, dict[str, Any]]:
    """Return the options of a picture and its looks, from the words that a function was given.

    Parameters
    ----------
    who
        The function, for the message.
    how
        Fields of `graphviz_ad.draw.DrawOptions`, and looks.

    Raises
    ------
    UnknownName
        There is no such option.

    Examples
    --------
    >>> options, look = options_of("draw", {"digits": 6, "theme": "dark"})
    >>> options.digits, look
    (6, {'theme': 'dark'})
    """
    from graphviz_ad.draw.options import DrawOptions

    fields = {key: value for key, value in how.items() if key not in _LOOKS}
    unknown = sorted(set(fields) - set(DrawOptions.__annotations__))
    if unknown:
        legal = [*_LOOKS, *DrawOptions.__annotations__]
        hint = close_matches(unknown[0], legal)
        raise UnknownName(f"{who} has no option {unknown[0]!r}", legal=legal, hint=hint)
    return DrawOptions(**fields), {key: how[key] for key in _LOOKS if key in how}  # type: ignore[arg-type]
