"""The picture of a program with its backward passes."""

from __future__ import annotations

import itertools
import math

import pytest
from derivations import overlap

from graphviz_ad.draw import DrawOptions, routing
from graphviz_ad.draw.curve import polyline
from graphviz_ad.draw.measure import room
from graphviz_ad.draw.scene import Piece, Scene, Wire
from graphviz_ad.errors import NotSupported
from graphviz_ad.picture import FONTS
from graphviz_ad.write.gradient import draw_gradient

PICTURES = {
    "chain": ("(2*x+3)**2", {"x": 2}, {}),
    "loss": ("(y-(m*x+c))**2", {"y": 1, "m": 2, "x": 3, "c": 4}, {}),
    "symbols": ("(y-(m*x+c))**2", {}, {}),
    "diamond": ("x**2*(x+1)", {"x": 2}, {}),
    "neuron": (
        "tanh(w1*x1+w2*x2+b)", {"w1": 0.5, "x1": 2, "w2": -1.5, "x2": 1, "b": 0.25}, {},
    ),
    "downwards": ("(y-(m*x+c))**2", {"y": 1, "m": 2, "x": 3, "c": 4}, {"rankdir": "TB"}),
    "to the left": ("(2*x+3)**2", {"x": 2}, {"rankdir": "RL"}),
    "softmax": ("e1=exp(a);e2=exp(b);s=e1+e2;p1=e1/s;p2=e2/s", {"a": 1, "b": 2}, {}),
    "relu": ("relu(x)", {"x": 2}, {}),
    "cubed twice": ("x**3", {"x": 2}, {"order": 2}),
    "product twice": ("x*y", {"x": 2, "y": 3}, {"order": 2}),
    "logarithm": ("log(x, b)", {"x": 2, "b": 3}, {}),
    "choice": ("where(x > 0, x*a, -x)", {"x": 1, "a": 2}, {}),
    "nothing": ("3", {}, {}),
    "at the edge": ("log(x)*x", {"x": 0}, {}),
}  # fmt: skip


@pytest.fixture(scope="module", params=PICTURES)
def made(request):
    source, at, options = PICTURES[request.param]
    drawing = draw_gradient(source, at, **options)
    return drawing, drawing.picture()


def rect(box):
    return (box.x - box.width / 2, box.y - box.height / 2, box.width, box.height)


def rects_of_texts(picture):
    for text in picture.texts:
        size, _, _ = FONTS[text.role]
        yield (text.x, text.y - 0.8 * size, room(text.text, text.role), size)


def test_nothing_overlaps(made):
    _, picture = made
    rects = [*map(rect, picture.boxes), *rects_of_texts(picture)]
    for one, other in itertools.combinations(rects, 2):
        assert overlap(one, other) == 0


def test_all_is_inside(made):
    _, picture = made
    for left, top, width, height in [*map(rect, picture.boxes), *rects_of_texts(picture)]:
        assert left >= 0
        assert top >= 0
        assert left + width <= picture.width
        assert top + height <= picture.height
    for arrow in picture.arrows:
        for strand in arrow.strands:
            assert all(0 < x < picture.width and 0 < y < picture.height for x, y in strand.points)


def test_no_wire_runs_through_a_word(made):
    _, picture = made
    words = [
        (left, top, width, height)
        for text, (left, top, width, height) in zip(picture.texts, rects_of_texts(picture), strict=True)
        if text.role == "sum"
    ]
    for arrow in picture.arrows:
        for x, y in polyline(arrow.strands[0].points):
            assert not any(l < x < l + w and t < y < t + h for l, t, w, h in words), arrow.title  # noqa: E741


LONG = [
    ("x*y", {"x": 1234.567, "y": 2345.678}, 7),
    ("x*y+z", {"x": 123456.7, "y": 234567.8, "z": 1}, 8),
    ("first_long_name*second_long_name", {}, 4),
]


def behind(picture):
    """Return every wire with a box that it runs behind, as the picture has them."""
    for arrow in picture.arrows:
        # n5_0 enters n5; what it leaves is the box in which it begins.
        points = polyline(arrow.strands[0].points)
        boxes = [box for box in picture.boxes if box.id != arrow.id.partition("_")[0]]
        start = min(boxes, key=lambda box: far(box, points[0]))
        yield from (
            (arrow.id, box.id)
            for box in boxes
            if box is not start and any(far(box, point) < 1 - 2 / box.height for point in points)
        )


def far(box, point):
    x, y = abs(point[0] - box.x) / (box.width / 2), abs(point[1] - box.y) / (box.height / 2)
    return max(x, y) if box.shape == "box" else math.hypot(x, y)


@pytest.mark.parametrize(("text", "at", "digits"), LONG)
def test_no_wire_runs_behind_a_box_that_is_not_its_own(text, at, digits):
    assert [*behind(draw_gradient(text, at, digits=digits).picture())] == []


def test_no_wire_of_the_pictures_runs_behind_a_box(made):
    assert [*behind(made[1])] == []


@pytest.mark.parametrize(("x", "shape"), [(0, "box"), (0, "ellipse"), (30, "box")])
def test_a_wire_is_led_around_where_the_router_finds_nothing(monkeypatch, x, shape):
    """The router answers with straight lines, as it does when it gives up."""
    ends = [Piece("n0", 0, [], ""), Piece("n1", 1, [], "")]
    between = Piece("n2", 2, [], "")
    scene = draw_scene([*ends, between], [Wire(0, 0, *ends, "plain")])
    for piece, place in zip(scene.pieces.values(), [(0, 0), (0, 300), (x, 150)], strict=True):
        piece.width, piece.height, piece.shape = 80.0, 40.0, shape
        piece.x, piece.y = place

    def gives_up(scene, dot, options, args=()):  # noqa: ARG001 - as `arrange`
        for wire in scene.wires:
            wire.spline, wire.tip = [(0.0, 20.0), (0.0, 100.0), (0.0, 200.0), (0.0, 270.0)], (0.0, 280.0)

    monkeypatch.setattr(routing, "arrange", gives_up)
    routing.route(scene, DrawOptions())
    (wire,) = scene.wires
    assert not routing.hidden(scene.pieces.values(), wire)
    assert wire.spline[0] != wire.spline[-1]
    # It still ends at the rim of its head.
    assert far(ends[1], wire.tip) == pytest.approx(1)


def draw_scene(pieces, wires):
    scene = object.__new__(Scene)
    scene.pieces, scene.wires = {piece.key: piece for piece in pieces}, wires
    return scene


def test_passes_stand_beneath_each_other(made):
    drawing, picture = made
    levels = {f"n{node}": level for node, level in enumerate(drawing.passes.levels)}
    levels |= {f"s{k}": seed.level for k, seed in enumerate(drawing.passes.seeds)}
    across = drawing.options.rankdir == "TB"
    bands = {}
    for box in picture.boxes:
        left, top, width, height = rect(box)
        bands.setdefault(levels[box.id], []).append((left, left + width) if across else (top, top + height))
    reach = [(min(a for a, _ in bands[k]), max(b for _, b in bands[k])) for k in sorted(bands)]
    for (_, end), (start, _) in itertools.pairwise(reach):
        assert end < start


def test_words_name_the_passes(made):
    drawing, picture = made
    texts = [text.text for text in picture.texts]
    assert "forward" in texts
    assert ("backward" in texts) == bool(drawing.passes.results)
    assert ("backward again" in texts) == (drawing.passes.order == 2)


def test_backward_boxes_have_a_role_of_their_own(made):
    drawing, picture = made
    for box in picture.boxes:
        backward = box.id.startswith("s") or drawing.passes.levels[int(box.id[1:])] > 0
        assert ("backward" in box.roles) == backward


def test_keys_of_wires_are_unique(made):
    _, picture = made
    keys = [arrow.id for arrow in picture.arrows]
    assert len(keys) == len({*keys})


def test_adjoints_stand_below_their_nodes():
    drawing = draw_gradient("(2*x+3)**2", {"x": 2})
    boxes = {box.id: box for box in drawing.picture().boxes}
    for adjoint, node in drawing.passes.adjoints.items():
        assert boxes[f"n{adjoint}"].x == pytest.approx(boxes[f"n{node}"].x, abs=1)
        assert boxes[f"n{adjoint}"].y > boxes[f"n{node}"].y
    assert boxes["s0"].x == pytest.approx(boxes[f"n{drawing.passes.seeds[0].target}"].x, abs=1)


def test_the_backward_pass_runs_back():
    drawing = draw_gradient("(2*x+3)**2", {"x": 2})
    for arrow in drawing.picture().arrows:
        strand = arrow.strands[0]
        head = int(arrow.id.split("_")[0][1:])
        if arrow.id[0] == "n" and strand.role == "plain":
            forward = drawing.passes.levels[head] == 0
            assert (strand.points[-1][0] > strand.points[0][0]) == forward, arrow.id


def test_what_a_pass_takes_from_another_is_faint():
    drawing = draw_gradient("(2*x+3)**2", {"x": 2})
    roles = [arrow.strands[0].role for arrow in drawing.picture().arrows]
    # v₂ to v̄₂, f to the seed; three operations and the output, the seed, v̄₂, x̄.
    assert (roles.count("faint"), roles.count("plain")) == (2, 4 + 3)
    assert drawing.svg().count('class="adviz-faint"') == 2


def test_each_derivative_has_a_line():
    texts = [text.text for text in draw_gradient("x*y", {"x": 2, "y": 3}).picture().texts]
    assert texts[-2:] == ["x̄ = ∂f/∂x = 3", "ȳ = ∂f/∂y = 2"]
    many = "; ".join(f"y{k} = x*{k}" for k in range(2, 32))
    texts = [text.text for text in draw_gradient(many, {"x": 1}).picture().texts]
    assert texts[-1] == "and 6 more derivatives"


def test_the_description_says_what_is_seen():
    svg = draw_gradient("(2*x+3)**2", {"x": 2}).svg()
    assert "x̄ = ∂f/∂x = 28." in svg
    assert "∂f/∂f = 1, with which the backward pass begins" in svg


def test_pictures_that_nobody_could_read_are_refused():
    text = "s0 = sin(x)\n" + "\n".join(f"s{k} = sin(s{k - 1})" for k in range(1, 120))
    drawing = draw_gradient(text, {"x": 1})
    with pytest.raises(NotSupported, match="could not be read"):
        drawing.svg()
    part = draw_gradient(text, {"x": 1}, focus="s3", radius=1)
    assert 3 <= len(part.picture().boxes) < 10


def test_many_nodes_have_straight_wires():
    text = "s0 = sin(x)\n" + "\n".join(f"s{k} = sin(s{k - 1})" for k in range(1, 25))
    picture = draw_gradient(text, {"x": 1}).picture()
    assert len(picture.boxes) > 60
    for arrow in picture.arrows:
        points = arrow.strands[0].points
        way = math.dist(points[0], points[-1])
        assert sum(itertools.starmap(math.dist, itertools.pairwise(points))) < 1.01 * way


def test_long_numbers_are_cut_at_their_end():
    drawing = draw_gradient("gelu(x)").svg()
    assert "÷ ≈ 2.507" in drawing
    assert "÷ ≈ 1.414" in drawing
    assert "…" not in drawing


def test_a_title_calls_variables_as_they_are_called():
    assert draw_gradient("pi*x", {"pi": 3, "x": 2}).picture().title == "f = pi·x at pi = 3, x = 2"
    assert draw_gradient("pi*x", {"x": 2}).picture().title == "f = π·x at x = 2"
