"""A program and its backward passes as one picture."""

from __future__ import annotations

from collections.abc import Mapping

from graphviz_ad.differentiate.passes import Passes
from graphviz_ad.draw.choosing import check_readable, choose
from graphviz_ad.draw.heading import alt, description, heading, record, said_of
from graphviz_ad.draw.measure import room
from graphviz_ad.draw.mirrored import levels_of, place_passes
from graphviz_ad.draw.moving import bounds
from graphviz_ad.draw.notes import mark_nodes, signs
from graphviz_ad.draw.options import DrawOptions
from graphviz_ad.draw.page import NARROWEST, Page
from graphviz_ad.draw.pieces import add_pieces, add_wires
from graphviz_ad.draw.scene import Piece, Scene, Wire
from graphviz_ad.explain.passing import heads, pass_words, result_text
from graphviz_ad.explanation import Derivation
from graphviz_ad.picture import Picture, Text

__all__ = ["draw_passes"]

DEFAULT = DrawOptions()
SEED = 50.0
"""Width of the circle of a seed."""
AIR = 16.0
"""Between the words forward and backward and what they stand beside."""
MOST_RESULTS = 24


def draw_passes(made: Passes, derivation: Derivation, options: DrawOptions = DEFAULT) -> Picture:
    """Return the placed picture of a program with its backward passes.

    Parameters
    ----------
    made
        What `graphviz_ad.differentiate.passes.passes` gives.
    derivation
        What `graphviz_ad.explain.passing.told` tells of it.
    options
        Those of `graphviz_ad.draw.draw`; what concerns paths and local derivatives has no meaning here.

    Raises
    ------
    NotSupported
        The picture would have too many nodes to be read.
    RenderProblem
        The layout program is missing or failed.

    Examples
    --------
    The picture of ``(2*x + 3)**2`` at x=2 has the boxes ``2 ×``, ``+ 3`` and ``( )²``, and beneath
    them, from right to left, the seed 1 and the boxes ``v̄₂ = 14`` and ``x̄ = 28``.
    """
    check_readable(
        len(made.graph),
        options,
        "look at the passes as text (adviz grad), draw a part of them (--focus NODE --radius 2), "
        "fewer derivatives (--wrt NAME), or everything all the same (--full)",
    )
    scene = Scene(derivation, options.digits, options.lang)
    scene.words = pass_words(made, derivation, options.digits, options.lang)
    scene.labels = scene.words.labels
    add_pieces(scene, choose(scene, options), constants=False)
    add_wires(scene)
    _add_seeds(scene, made)
    levels = levels_of(scene, made)
    _give_roles(scene, made, levels)
    mark_nodes(scene)
    place_passes(scene, made, options)
    return _compose(scene, made, options, levels)


def _add_seeds(scene: Scene, made: Passes) -> None:
    """Add the 1 that each backward pass begins with, and wires to all that it is a factor of."""
    for k, seed in enumerate(made.seeds):
        enters = [scene.pieces[f"n{node}"] for node in seed.enters if f"n{node}" in scene.pieces]
        target = scene.pieces.get(f"n{seed.target}")
        if not enters or target is None:
            continue
        name = scene.labels[seed.target]
        piece = Piece(
            f"s{k}", -1, ["constant"], scene.told(f"∂{name}/∂{name} = 1, with which the backward pass begins")
        )
        piece.shape = "ellipse"
        piece.lines = [("1", "name", ""), (scene.told("seed"), "value", "")]
        piece.width = piece.height = SEED
        scene.pieces[piece.key] = piece
        scene.wires.append(Wire(-1, 0, target, piece, "faint"))
        for head in enters:
            # Behind the operands that it has, so that no two wires have one key.
            slot = len(scene.operands(head.node)) + k
            scene.wires.append(Wire(-1, slot, piece, head, "plain"))


def _give_roles(scene: Scene, made: Passes, levels: Mapping[str, int]) -> None:
    """Set the backward passes off; what they take from the pass before is drawn faintly."""
    asked = {result.by[-1] for result in made.results}
    for key, piece in scene.pieces.items():
        if levels[key]:
            piece.roles.append("backward")
        elif scene.labels[piece.node] in asked and piece.shape == "ellipse":
            piece.roles.append("wrt")
    for wire in scene.wires:
        if levels[wire.tail.key] != levels[wire.head.key]:
            wire.role = "faint"
        elif wire.role == "constant":
            wire.role = "plain"


def _compose(scene: Scene, made: Passes, options: DrawOptions, levels: Mapping[str, int]) -> Picture:
    """Put title, passes, derivatives and notes below each other."""
    marks = [*signs(scene)]
    names = _names(scene, levels, options.rankdir)
    left, top, right, bottom = bounds(scene, {}, marks)
    left = min([left, *(x for x, _, _ in names)])
    top = min([top, *(y - 14 for _, y, _ in names)])
    title = heading(scene, options)
    page = Page(max(right - left, NARROWEST))
    page.add_title(title)
    across, down = page.add_graph(scene, {}, marks, (left, top, right, bottom))
    page.texts += [Text(x + across, y + down, text, "sum", "start") for x, y, text in names]
    page.y += 14
    told = [result_text(scene.words, result) for result in made.results]
    if options.table != "none":
        for line in told[:MOST_RESULTS]:
            page.add_line(line)
        if len(told) > MOST_RESULTS:
            page.add_line(scene.told(f"and {len(told) - MOST_RESULTS} more derivatives"), "note")
    page.add_notes(scene)
    return page.picture(
        title=title or said_of(scene),
        alt=alt(title or said_of(scene), told, options),
        description=description(scene, told, options),
        record={**record(scene, options), "gradient": {"order": made.order}},
        lang=options.lang,
    )


def _names(scene: Scene, levels: Mapping[str, int], rankdir: str) -> list[tuple[float, float, str]]:
    """Return place and name of each pass, beside it where passes are rows, else above it."""
    names, found = [scene.told(name) for name in heads(max(levels.values()))], []
    outermost = min(piece.x - piece.width / 2 for piece in scene.pieces.values())
    highest = min(piece.y - piece.height / 2 for piece in scene.pieces.values())
    for level, name in enumerate(names):
        pieces = [piece for key, piece in scene.pieces.items() if levels[key] == level]
        if not pieces:
            continue
        if rankdir in {"TB", "BT"}:
            found.append((min(piece.x - piece.width / 2 for piece in pieces), highest - AIR, name))
            continue
        ends = [piece.y + half for piece in pieces for half in (-piece.height / 2, piece.height / 2)]
        found.append(
            (
                outermost - AIR - max(room(each, "sum") for each in names),
                (min(ends) + max(ends)) / 2 + 5,
                name,
            )
        )
    return found
