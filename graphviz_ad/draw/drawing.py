"""The steps from a derivation to a placed picture, in order."""

from __future__ import annotations

from graphviz_ad.draw.badges import place_badges
from graphviz_ad.draw.choosing import choose
from graphviz_ad.draw.edge_labels import add_labels
from graphviz_ad.draw.heading import alt, description, heading, record, said_of, totals
from graphviz_ad.draw.label_places import Label, lines_of, occupied, place_labels
from graphviz_ad.draw.moving import bounds
from graphviz_ad.draw.notes import mark_nodes, signs, stops
from graphviz_ad.draw.options import DrawOptions
from graphviz_ad.draw.page import NARROWEST, Page
from graphviz_ad.draw.pieces import add_pieces, add_wires
from graphviz_ad.draw.placing import place
from graphviz_ad.draw.scene import Scene
from graphviz_ad.draw.strands import mark_paths, order_paths
from graphviz_ad.draw.table import Table
from graphviz_ad.draw.telling import tell_paths
from graphviz_ad.errors import UnknownName
from graphviz_ad.explanation import Derivation
from graphviz_ad.picture import Mark, Picture

__all__ = ["draw"]

DEFAULT = DrawOptions()


def draw(derivation: Derivation, options: DrawOptions = DEFAULT) -> Picture:
    """Return the placed picture of a derivation.

    Parameters
    ----------
    derivation
        What `graphviz_ad.explain.explain` tells.
    options
        What to show and which way.

    Raises
    ------
    NotSupported
        The picture would have too many nodes to be read.
    RenderProblem
        The layout program is missing or failed.
    UnknownName
        ``highlight`` or ``focus`` names something that is not there.

    Examples
    --------
    A derivation of ``(x + c)*x`` at x=3 c=4 by x gives two operations, two variables, the
    output, two rows and the sum line ``∂f/∂x = 3 + 7 = 10``.
    """
    scene = Scene(derivation, options.digits, options.lang)
    if options.highlight is not None and not 1 <= options.highlight <= len(scene.paths):
        raise UnknownName(
            f"there is no path {options.highlight} to highlight",
            legal=[str(number) for number, _, _ in scene.paths],
        )
    constants = options.constants == "nodes"
    add_pieces(scene, choose(scene, options), constants=constants)
    add_wires(scene)
    words = add_labels(scene, options.labels)
    mark_paths(scene)
    mark_nodes(scene)
    place(scene, options)
    order_paths(scene, options.rankdir)
    lines = lines_of(scene)
    space = occupied(scene, lines)
    marks = [*place_badges(scene, lines, space, options.rankdir), *signs(scene), *stops(scene, lines, space)]
    labels = place_labels(scene, lines, space)
    table = tell_paths(scene, words, options.labels) if options.table == "paths" else Table(scene, ())
    return _compose(scene, options, labels, marks, table)


def _compose(
    scene: Scene, options: DrawOptions, labels: dict[str, Label], marks: list[Mark], table: Table
) -> Picture:
    """Put title, graph, table, grid and notes below each other."""
    extent = bounds(scene, labels, marks)
    title = heading(scene, options)
    page = Page(max(extent[2] - extent[0], table.least_width(), NARROWEST))
    page.add_title(title)
    page.add_graph(scene, labels, marks, extent)
    page.add_table(table)
    several = len(scene.derivation.outputs) > 1
    if options.table == "jacobian" or (options.table == "paths" and several):
        page.add_grid(scene, indent=60.0 if table.lines else 0.0)
    page.add_notes(scene)
    return page.picture(
        title=title or said_of(scene),
        alt=alt(title or said_of(scene), totals(scene), options),
        description=description(scene, [row.title for row in page.rows], options),
        record=record(scene, options),
        highlight=options.highlight,
        lang=options.lang,
    )
