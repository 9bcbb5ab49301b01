"""The directive ``adviz`` and the role ``:adviz:`` for Sphinx, in reStructuredText and in MyST.

``extensions = ["graphviz_ad.embed.sphinx"]`` in ``conf.py`` switches them on.  The picture is made
when a page is read: the page keeps what every builder can need, so that pages that did not change
are written again without the layout program, and pages are read and written in parallel.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from graphviz_ad.embed.asking import Asked, asked, asked_of_file, options_from, words_of
from graphviz_ad.embed.figure import figure
from graphviz_ad.embed.options import COMMANDS, DEFAULT, OPTIONS
from graphviz_ad.errors import AdvizError

__all__ = ["AdvizDirective", "AdvizRole", "adviz_picture", "setup"]

WAYS = ("inline", "svg", "png")
"""How HTML has the picture: in the page, or as an image in a file of its own."""
_LOG = logging.getLogger(__name__)


class adviz_picture(nodes.General, nodes.Inline, nodes.Element):  # type: ignore[misc]
    """A picture: its SVG, its alternative text, its path table, how it is shown, as attributes."""

    def astext(self) -> str:
        """Return the alternative text, where a title or a note has letters only."""
        return str(self["alt"])


class AdvizDirective(SphinxDirective):
    """``.. adviz::`` with a program as its content, or a file as its argument."""

    has_content = True
    required_arguments = 0
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        **dict.fromkeys(OPTIONS, lambda text: text or ""),
        "show": lambda text: directives.choice(text, tuple(COMMANDS)),
        "format": lambda text: directives.choice(text, WAYS),
        "align": lambda text: directives.choice(text, ("left", "center", "right")),
        "caption": directives.unchanged_required,
        "name": directives.unchanged,
        "class": directives.class_option,
        "figclass": directives.class_option,
    }
    _OWN = ("show", "format", "align", "caption", "name", "class", "figclass")

    def run(self) -> list[nodes.Node]:
        """Return the picture, in a figure if it has a caption; where it cannot be made, what is wrong."""
        try:
            picture = self._picture()
        except AdvizError as error:
            return _wrong(self.env, error, self.get_location(), self.block_text)
        self.set_source_info(picture)
        picture["align"] = self.options.get("align", "")
        picture["way"] = self.options.get("format", "inline")
        picture["classes"] += self.options.get("class", [])
        if "caption" not in self.options:
            self.add_name(picture)
            return [picture]
        return [self._captioned(picture)]

    def _picture(self) -> adviz_picture:
        if bool(self.arguments) == bool(self.content):
            raise AdvizError("the directive has either a program as its content or a file as its argument")
        command = self.options.get("show", DEFAULT)
        given = {name: text for name, text in self.options.items() if name not in self._OWN}
        options = options_from(command, given)
        if self.content:
            wanted = Asked(command, "\n".join(self.content), options, text=True)
            return _made(self.env, wanted, os.path.dirname(self.get_source_info()[0]))
        path, whole = self.env.relfn2path(self.arguments[0])
        if command == "debug" and not os.path.exists(re.sub(r":[\w.]+$", "", whole)):
            path = self.arguments[0]  # package.module:NAME
        return _made(self.env, asked_of_file(command, path, options), self.env.srcdir)

    def _captioned(self, picture: adviz_picture) -> nodes.figure:
        made = nodes.figure("", picture)
        caption, messages = self.parse_inline(self.options["caption"])
        made += nodes.caption(self.options["caption"], "", *caption, *messages)
        made["classes"] += self.options.get("figclass", [])
        if picture["align"]:
            made["align"] = picture["align"]
        self.set_source_info(made)
        self.add_name(made)
        return made


class AdvizRole(SphinxRole):
    """``:adviz:`` with a command line: an expression, and options behind it."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the picture."""
        try:
            picture = _made(
                self.env, asked(words_of(self.text)), os.path.dirname(self.env.doc2path(self.env.docname))
            )
        except AdvizError as error:
            return [*_wrong(self.env, error, self.get_location(), self.rawtext, block=False)], []
        self.set_source_info(picture)
        return [picture], []


def _made(env: BuildEnvironment, wanted: Asked, folder: str | os.PathLike[str]) -> adviz_picture:
    """Return the node of a picture; the page is read again when a file of it changes."""
    folder = os.fspath(folder)
    found = figure(wanted, folder)
    for file in found.files:
        env.note_dependency(os.path.abspath(file))
    sheet = found.sheet
    picture = adviz_picture(svg=sheet.svg(), alt=sheet.alt, text=sheet.text(), way="inline", align="")
    picture["width"] = sheet.width
    # Pixels take time and few builders want them: they are made from this.  Some builders write it
    # down, so that it has no place of this machine.
    place = _beside(folder, env.srcdir)
    picture["asked"] = (wanted.command, wanted.source, dict(wanted.options), wanted.text, place)
    return picture


def _beside(folder: str, root: str | os.PathLike[str]) -> str:
    try:
        return os.path.relpath(folder, root)
    except ValueError:  # another drive
        return folder


def _png(builder: Any, node: adviz_picture) -> bytes:  # noqa: ANN401 - Sphinx's builders
    *wanted, place = node["asked"]
    return figure(Asked(*wanted), os.path.join(builder.srcdir, place)).sheet.png()


def _wrong(
    env: BuildEnvironment, error: AdvizError, location: str, source: str, *, block: bool = True
) -> list[nodes.Node]:
    """Say what is wrong, now and at each build until it is mended; return what the page has of it."""
    message = str(error)
    _LOG.warning("adviz: %s", message, location=location, type="adviz", subtype="picture")
    env.metadata[env.docname][_BROKEN] = "yes"
    classes = ["adviz-error"]
    if block:
        return [nodes.literal_block(source, message, classes=classes, language="none")]
    return [nodes.literal(source, message.splitlines()[0], classes=classes)]


_BROKEN = "adviz-broken"


def _read_again(_app: Sphinx, env: BuildEnvironment, *_documents: object) -> Sequence[str]:
    """Return the pages with broken pictures: who builds again is told again."""
    return sorted(name for name, metadata in env.metadata.items() if _BROKEN in metadata)


def _html(translator: Any, node: adviz_picture) -> None:  # noqa: ANN401 - Sphinx's writers
    classes = " ".join([*node["classes"], *([f"align-{node['align']}"] if node["align"] else [])])
    classes = f"adviz-figure {classes}".strip()
    in_line = isinstance(node.parent, nodes.TextElement)
    tag = "span" if in_line else "div"
    translator.body.append(translator.starttag(nodes.Element(ids=node["ids"]), tag, "", CLASS=classes))
    if node["way"] == "inline" and not in_line:
        translator.body.append(node["svg"].rstrip())
    else:
        kind = "png" if node["way"] == "png" else "svg"
        name = _file(translator.builder, node, kind)
        address = f"{translator.builder.imgpath}/{name}"
        size = f' width="{node["width"]:g}"'
        translator.body.append(f'<img src="{address}" alt="{translator.attval(node["alt"])}"{size} />')
    translator.body.append(f"</{tag}>\n")
    raise nodes.SkipNode


def _file(builder: Any, node: adviz_picture, kind: str) -> str:  # noqa: ANN401 - Sphinx's builders
    """Write the picture among the images of the build; return the name, which its bytes make."""
    data = _png(builder, node) if kind == "png" else node["svg"].encode()
    name = f"adviz-{sha256(data).hexdigest()[:24]}.{kind}"
    folder = os.path.join(builder.outdir, getattr(builder, "imagedir", ""))
    os.makedirs(folder, exist_ok=True)
    from graphviz_ad.write import files

    files.write(os.path.join(folder, name), data)
    return name


def _latex(translator: Any, node: adviz_picture) -> None:  # noqa: ANN401 - Sphinx's writers
    name = _file(translator.builder, node, "png")
    # A pixel of a screen is three quarters of a point; nothing is wider than the line.
    width = f"{node['width'] * 0.75:.0f}bp"
    size = rf"width=\ifdim{width}>\linewidth\linewidth\else{width}\fi"
    included = rf"\sphinxincludegraphics[{size}]{{{{{name.removesuffix('.png')}}}.png}}"
    in_line = isinstance(node.parent, nodes.TextElement | nodes.figure)
    translator.body.append(included if in_line else f"\n\n\\noindent{included}\n\n")
    raise nodes.SkipNode


def _text(translator: Any, node: adviz_picture) -> None:  # noqa: ANN401 - Sphinx's writers
    if isinstance(node.parent, nodes.TextElement):
        translator.add_text(node["alt"])
        raise nodes.SkipNode
    translator.new_state(0)
    translator.add_text(node["text"].rstrip("\n"))
    translator.end_state(wrap=False)
    raise nodes.SkipNode


def _man(translator: Any, node: adviz_picture) -> None:  # noqa: ANN401 - Sphinx's writers
    if isinstance(node.parent, nodes.TextElement):
        nodes.Text(node["alt"]).walkabout(translator)
    else:
        nodes.literal_block(node["text"], node["text"]).walkabout(translator)
    raise nodes.SkipNode


def setup(app: Sphinx) -> Mapping[str, object]:
    """Add directive, role and node to Sphinx."""
    import graphviz_ad

    writers = {"html": _html, "latex": _latex, "text": _text, "man": _man, "texinfo": _man}
    app.add_node(adviz_picture, **{name: (visit, None) for name, visit in writers.items()})  # type: ignore[arg-type]
    app.add_directive("adviz", AdvizDirective)
    app.add_role("adviz", AdvizRole())
    app.connect("env-get-outdated", _read_again)
    return {"version": graphviz_ad.__version__, "parallel_read_safe": True, "parallel_write_safe": True}
