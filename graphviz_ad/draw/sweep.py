"""The steps from a sweep to a placed picture, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphviz_ad.differentiate.partials import edge_symbols
from graphviz_ad.draw.carrying import add_carried, turn
from graphviz_ad.draw.choosing import check_readable, choose
from graphviz_ad.draw.edge_labels import add_labels
from graphviz_ad.draw.heading import alt, description, heading, record, said_of
from graphviz_ad.draw.label_places import lines_of, occupied, place_labels
from graphviz_ad.draw.moving import bounds
from graphviz_ad.draw.notes import mark_nodes, signs, stops
from graphviz_ad.draw.options import DrawOptions
from graphviz_ad.draw.page import MARGIN, NARROWEST, Page
from graphviz_ad.draw.pieces import add_pieces, add_wires
from graphviz_ad.draw.placing import place
from graphviz_ad.draw.scene import Scene
from graphviz_ad.draw.swept_grid import swept_grid
from graphviz_ad.draw.visiting import visits
from graphviz_ad.explain.sums import sweeps
from graphviz_ad.explain.sweep_words import beginning, equation, results
from graphviz_ad.explain.sweeping import FORWARD
from graphviz_ad.noun import replace
from graphviz_ad.number import json_number
from graphviz_ad.picture import Mark, Picture, Rect

if TYPE_CHECKING:
    from graphviz_ad.draw.label_places import Label
    from graphviz_ad.explanation import Derivation, Sweep

__all__ = ["draw_sweep"]

DEFAULT = DrawOptions()


def draw_sweep(derivation: Derivation, sweep: Sweep, options: DrawOptions = DEFAULT) -> Picture:
    """Return the placed picture of a sweep.

    Parameters
    ----------
    derivation
        Of the tape that is swept; its paths are not shown.
    sweep
        What `graphviz_ad.explain.sweeping.sweep` returns.
    options
        Those of `graphviz_ad.draw.draw`; ``highlight`` has no meaning here, and of ``table``
        only ``none`` has one: nothing below the graph.

    Raises
    ------
    NotSupported
        The picture would have too many nodes to be read.
    RenderProblem
        The layout program is missing or failed.

    Examples
    --------
    The reverse sweep of ``(2*x + 3)**2`` at x=2 has four wires, with 1, 14, 14 and 28.
    """
    check_readable(
        len(derivation.tape.graph),
        options,
        "look at the sweep as text, draw a part of it (--focus NODE --radius 2), or everything all the same "
        "(--full)",
    )
    scene = Scene(
        replace(derivation, edge_symbols=edge_symbols(derivation.tape.graph)), options.digits, options.lang
    )
    add_pieces(scene, choose(scene, options), constants=options.constants == "nodes")
    add_wires(scene)
    add_labels(scene, options.labels)
    add_carried(scene, sweep, options.rankdir)
    mark_nodes(scene)
    place(scene, options)
    if sweep.mode != FORWARD:
        turn(scene)
    lines = lines_of(scene)
    space = occupied(scene, lines)
    marks = [*visits(scene, sweep, lines, space), *signs(scene), *stops(scene, lines, space)]
    labels = place_labels(scene, lines, space)
    return _compose(scene, sweep, options, labels, marks)


def _compose(
    scene: Scene, sweep: Sweep, options: DrawOptions, labels: dict[str, Label], marks: list[Mark]
) -> Picture:
    """Put title, graph, the sweep in a line, the Jacobian and notes below each other."""
    extent = bounds(scene, labels, marks)
    title = heading(scene, options)
    page = Page(max(extent[2] - extent[0], NARROWEST))
    page.add_title(title)
    page.add_graph(scene, labels, marks, extent)
    told = [text for text in (beginning(scene.words, sweep), results(scene.words, sweep)) if text]
    whole = scene.told(": ").join(told)
    filled: tuple[Rect, ...] = ()
    if options.table != "none":
        page.y += 14
        page.add_line(whole)
        if scene.derivation.inputs:
            filled = page.add_swept(swept_grid(scene, sweep, MARGIN, page.y + 20))
            page.add_line(scene.told(sweeps(scene.derivation)), "note")
    page.add_notes(scene)
    sentences = [
        whole + scene.told(". ").rstrip(),
        *(equation(scene.words, sweep, node) for node in sweep.visits[:60]),
    ]
    seed = {scene.derivation.tape.graph.labels()[node]: json_number(v) for node, v in sweep.seed.items()}
    return page.picture(
        title=title or said_of(scene),
        alt=alt(title or said_of(scene), told, options),
        description=description(scene, sentences, options),
        record={**record(scene, options), "sweep": {"mode": sweep.mode, "seed": seed}},
        filled=filled,
        lang=options.lang,
    )
