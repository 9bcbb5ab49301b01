"""Colours: what each role looks like in light and in dark, and the style block that says so.

The block has the same bytes in every picture, because a page that shows several of them
inline applies each block to all.  What differs between pictures is attributes and root classes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from graphviz_ad.picture import FONTS

__all__ = ["BLACK", "DASHES", "DIGITS", "FAMILY", "PATHS", "THEMES", "colour", "pairs", "path_class", "style"]

THEMES = ("auto", "light", "dark")
FAMILY = "Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif"

INK, MUTED = ("#1f2328", "#e6edf3"), ("#57606a", "#9198a1")
PAPER, PANEL = ("#ffffff", "#0d1117"), ("#f6f8fa", "#161b22")
FAINT = ("#afb8c1", "#484f58")
SWEEP = ("#0550ae", "#79c0ff")
FAULT, SPOILT = ("#b42318", "#ff8a80"), ("#9a5b55", "#c98f89")
GREY, EDGE = ("#858d97", "#7d8590"), ("#57606a", "#8b949e")
BLACK, WHITE = "#000000", "#ffffff"

# Each at least 3:1 on white and 4.6:1 on #0d1117; under normal, protan, deutan and tritan sight
# no two are closer than dE 17 and 16.  The fifth and later ones are dashed as well.
PATHS: tuple[tuple[str, str], ...] = (
    ("#0072b2", "#56b4e9"),
    ("#d55e00", "#e69f00"),
    ("#009e73", "#009e73"),
    ("#cc79a7", "#cc79a7"),
    ("#4c0036", "#ffffbf"),
    ("#8000ff", "#9466ff"),
    ("#000066", "#bffff2"),
    ("#800000", "#d0602f"),
)
DASHES = ("", "", "", "", "7 3", "2 3", "9 3 2 3", "4 2")
# The digit of a badge is black or white, whichever contrasts more with it.
DIGITS = (
    (WHITE, BLACK),
    (BLACK, BLACK),
    (BLACK, BLACK),
    (BLACK, BLACK),
    (WHITE, BLACK),
    (WHITE, BLACK),
    (WHITE, BLACK),
    (WHITE, BLACK),
)
_TEXTS = {
    role: {"fill": MUTED if role in {"value", "constant", "head"} else INK}
    for role in FONTS
    if role != "badge"
}
_SHAPES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "paper": {"fill": PAPER},
    "box": {"fill": PANEL, "stroke": EDGE},
    "ring": {"fill": PAPER, "stroke": EDGE},
    "wrt": {"fill": ("#fff6df", "#2b230f"), "stroke": ("#9a6700", "#e3b341")},
    "noted": {"fill": ("#fff0a8", "#2f2800"), "stroke": INK},
    "quiet": {"fill": PAPER, "stroke": GREY},
    "line": {"stroke": ("#d0d7de", "#30363d")},
    "grid": {"fill": PANEL, "stroke": ("#afb8c1", "#484f58")},
    "plain": {"stroke": GREY},
    "head-plain": {"fill": GREY},
    "carried": {"fill": SWEEP},
    "swept": {"stroke": SWEEP},
    "head-swept": {"fill": SWEEP},
    "backward": {"fill": ("#eff6ff", "#10233f"), "stroke": SWEEP},
    "faint": {"stroke": FAINT},
    "head-faint": {"fill": FAINT},
    "faulty": {"stroke": FAULT},
    "head-faulty": {"fill": FAULT},
    "faulty-box": {"fill": ("#ffebe9", "#3a1614"), "stroke": FAULT},
    "spoilt-line": {"stroke": SPOILT},
    "head-spoilt": {"fill": SPOILT},
    "spoilt-box": {"fill": ("#fff7f6", "#201514"), "stroke": SPOILT},
    "wrong": {"fill": FAULT},
    "spoilt": {"fill": SPOILT},
    "filled": {"fill": ("#ddf4ff", "#0c2d6b"), "stroke": SWEEP},
    "warning": {"fill": ("#ffd60a", "#ffd60a"), "stroke": ("#1f2328", "#1f2328")},
    "stopped": {"fill": PAPER, "stroke": INK},
    "s0": {"stroke": GREY},
    "f0": {"fill": GREY},
    "d0": {"fill": (BLACK, BLACK)},
}


def _roles() -> dict[str, Mapping[str, tuple[str, str]]]:
    """Return the colours of every class."""
    roles: dict[str, Mapping[str, tuple[str, str]]] = {**_TEXTS, **_SHAPES}
    for k, (pair, digit) in enumerate(zip(PATHS, DIGITS, strict=True), start=1):
        roles |= {f"s{k}": {"stroke": pair}, f"f{k}": {"fill": pair}, f"d{k}": {"fill": digit}}
    return roles


_ROLES = _roles()


def path_class(path: int) -> int:
    """Return the number that a path's classes end in: 1 to 8, then from 1 again; 0 for the rest."""
    return (path - 1) % len(PATHS) + 1 if path > 0 else 0


def pairs(role: str) -> Mapping[str, tuple[str, str]]:
    """Return the colours of a role: (light, dark) of ``fill`` and of ``stroke``, where it has them.

    Examples
    --------
    >>> dict(pairs("box"))
    {'fill': ('#f6f8fa', '#161b22'), 'stroke': ('#57606a', '#8b949e')}
    """
    return _ROLES[role]


@cache
def colour(role: str, theme: str, also: str = "") -> str:
    """Return the attributes that paint a role; ``also`` is a second class.

    Examples
    --------
    >>> colour("box", "light")
    'class="adviz-box" fill="#f6f8fa" stroke="#57606a"'
    """
    dark = theme == "dark"
    paint = " ".join(f'{name}="{pair[dark]}"' for name, pair in _ROLES[role].items())
    second = f" adviz-{also}" if also else ""
    return f'class="adviz-{role}{second}" {paint}'


# Pages say in many ways that they are dark.
_DARK = (
    '[data-theme="dark"],[data-theme$="-dark"],[data-jp-theme-light="false"],[data-md-color-scheme="slate"],'
    '[data-bs-theme="dark"],.quarto-dark,.vscode-dark,.dark'
)
_LIGHT = (
    '[data-theme="light"],[data-theme$="-light"],[data-jp-theme-light="true"],[data-md-color-scheme="default"],'
    '[data-bs-theme="light"],.quarto-light,.vscode-light,.light'
)
_LOOKED_AT = ":is(:hover,:focus-visible,:target)"


@cache
def style() -> str:
    """Return the style block, on one line a rule."""
    rules = [
        ".adviz:root{color-scheme:light dark}",
        ".adviz:not(:root){max-width:100%;height:auto}",
        # What pages say of all pictures and all texts: icons are drawn in strokes, charts centred.
        ".adviz{stroke:none;stroke-width:1;direction:ltr;unicode-bidi:isolate}",
        ".adviz [text-anchor=start]{text-anchor:start}",
        ".adviz [text-anchor=middle]{text-anchor:middle}",
        ".adviz [text-anchor=end]{text-anchor:end}",
        ",".join(f".adviz .adviz-{role}" for role in FONTS)
        + f"{{font-family:{FAMILY};letter-spacing:0;word-spacing:0;text-transform:none;white-space:pre;"
        + "stroke:none;text-shadow:none;dominant-baseline:auto}",
    ]
    for role, (size, bold, italic) in FONTS.items():
        weight, slant = ("700" if bold else "400"), ("italic" if italic else "normal")
        rules.append(f".adviz .adviz-{role}{{font-size:{size:g}px;font-weight:{weight};font-style:{slant}}}")
    rules += [
        ".adviz .adviz-hit{pointer-events:all}",
        ".adviz .adviz-path{outline:none;cursor:default}",
        f".adviz:has(.adviz-path{_LOOKED_AT}) .adviz-path:not({_LOOKED_AT}){{opacity:.16}}",
        f".adviz .adviz-path{_LOOKED_AT}{{opacity:1}}",
        f".adviz .adviz-path{_LOOKED_AT}>.adviz-hit{{fill-opacity:.14}}",
    ]
    for k in range(len(PATHS) + 1):
        rules.append(f".adviz:has(.adviz-p{k}{_LOOKED_AT}) .adviz-label:not(.adviz-on{k}){{opacity:.16}}")
    return "\n".join([*rules, *_dark_rules()])


def _dark_rules() -> list[str]:
    """Return the rules for dark pages, guarded: one renderer crashes on a bare light-dark()."""
    rules = [
        "@supports (color:light-dark(red,red)){",
        f":is({_LIGHT}) .adviz{{color-scheme:light}}",
        f":is({_DARK}) .adviz{{color-scheme:dark}}",
        '@media (prefers-color-scheme:dark){[data-theme="auto"] .adviz{color-scheme:dark}}',
        "@media print{.adviz.adviz.adviz{color-scheme:light}}",
        ".adviz.adviz-light.adviz-light{color-scheme:light}",
        ".adviz.adviz-dark.adviz-dark{color-scheme:dark}",
    ]
    for role, paint in _ROLES.items():
        told = ";".join(f"{name}:light-dark({light},{dark})" for name, (light, dark) in paint.items())
        rules.append(f".adviz .adviz-{role}{{{told}}}")
    return [*rules, "}"]
