"""Where markers are found in Markdown, MDX and reStructuredText, and what is put there."""

from __future__ import annotations

import pytest

from graphviz_ad.embed.markers import dialect_of, markers, replaced
from graphviz_ad.errors import AdvizError, NotSupported


def found(text, name="a.md"):
    return markers(text, dialect_of(name))[1]


def put(text, body, name="a.md"):
    dialect = dialect_of(name)
    lines, them = markers(text, dialect)
    return replaced(lines, dict.fromkeys(them, body), dialect)


def test_what_stands_between_the_markers_is_replaced():
    text = "a\n<!-- adviz: x*y -o x.svg -->\nold\nolder\n<!-- /adviz -->\nb\n"
    assert put(text, ["new"]) == "a\n<!-- adviz: x*y -o x.svg -->\nnew\n<!-- /adviz -->\nb\n"
    assert put(put(text, ["new"]), ["new"]) == put(text, ["new"])


def test_a_marker_without_an_end_gets_one_and_nothing_is_lost():
    text = "<!-- adviz: x -o x.svg -->\nkept\n<!-- adviz: y -o y.svg -->\n<!-- /adviz -->\n"
    assert [(marker.line, marker.closed) for marker in found(text)] == [(1, False), (3, True)]
    assert put(text, ["new"]).count("kept") == 1
    assert put("<!-- adviz: x -o x.svg -->", ["new"]).endswith("-->\nnew\n<!-- /adviz -->\n")


@pytest.mark.parametrize(
    "fence", ["```md\n{}\n```\n", "~~~\n{}\n~~~\n", "````\n```\n{}\n```\n````\n", "- ```\n  {}\n  ```\n"]
)
def test_blocks_of_code_are_left_alone(fence):
    marker = "<!-- adviz: x*y -o x.svg -->"
    assert found(fence.format(marker)) == []
    assert len(found(fence.format(marker) + marker)) == 1


def test_an_indented_block_and_a_span_of_code_are_left_alone():
    assert found("    <!-- adviz: x*y -o x.svg -->\n`<!-- adviz: x*y -o x.svg -->`\n") == []


@pytest.mark.parametrize(
    "text",
    ["- a\n\n      {}\n", "a\n\n    {}\n", "> ```\n> {}\n> ```\n", "1. a\n\n   ```\n   {}\n   ```\n",
     "- a\n  - b\n\n    ~~~\n    {}\n    ~~~\n", "``a ` {} ``\n", ">     {}\n"],
)  # fmt: skip
def test_code_in_lists_and_quotations_is_left_alone(text):
    assert found(text.format("<!-- adviz: x*y -o x.svg -->")) == []


@pytest.mark.parametrize(
    ("before", "margin"),
    [("", ""), ("  ", "  "), ("- ", "  "), ("10. ", "    "), ("> ", "> "), ("> - ", ">   "),
     ("- a\n  - b\n\n    ", "    "), ("1. a\n\n   ", "   "), ("- a\n\nb\n\n- c\n\n  ", "  ")],
)  # fmt: skip
def test_pictures_stand_as_far_in_as_their_markers(before, margin):
    text = before + "<!-- adviz: x*y -o x.svg -->\n"
    now = put(text, ["new"])
    assert now == f"{text}{margin}new\n{margin}<!-- /adviz -->\n"
    assert put(now, ["newer"]) == now.replace("new", "newer")


def test_in_mdx_indentation_is_no_code():
    text = "<Tab>\n    {/* adviz: x*y -o x.svg */}\n</Tab>\n"
    assert put(text, ["new"], "a.mdx") == text.replace("</Tab>", "    new\n    {/* /adviz */}\n</Tab>")


@pytest.mark.parametrize(
    "line",
    ["text <!-- adviz: x*y -o x.svg -->", "<!-- adviz: x*y -o x.svg --> text",
     "<!-- adviz: x -o x.svg --> <!-- adviz: y -o y.svg -->", "| <!-- adviz: x*y -o x.svg --> |"],
)  # fmt: skip
def test_a_marker_beside_something_is_a_fault(line):
    (marker,) = found(f"a\n\n{line}\nb\n")
    assert (marker.line, marker.fault) == (3, "a marker stands on a line of its own")


def test_what_stands_behind_a_quotation_mark_is_one_command():
    (marker,) = found('> <!-- adviz:\n>   "x*y"\n>   -o x.svg -->\n')
    assert marker.command.split() == ['"x*y"', "-o", "x.svg"]


def test_an_end_in_an_example_ends_nothing():
    text = "<!-- adviz: x -o x.svg -->\nkept\n```\n<!-- /adviz -->\n```\n"
    assert put(text, ["new"]) == text.replace("kept", "new\n<!-- /adviz -->\nkept")


def test_a_fence_that_is_inline_code_opens_nothing():
    assert len(found("```code``` and\n<!-- adviz: x -o x.svg -->\n")) == 1


def test_a_marker_may_have_several_lines():
    (marker,) = found('<!-- adviz:\n  "x*y"\n  --wrt x -o x.svg\n-->\nold\n<!-- /adviz -->\n')
    assert marker.command.split() == ['"x*y"', "--wrt", "x", "-o", "x.svg"]
    assert (marker.start, marker.stop) == (4, 5)


def test_a_marker_that_does_not_end_is_an_error():
    for text in ("<!-- adviz: x*y\nb\n", "<!-- adviz: x*y\n<!-- adviz: y -o y.svg -->\n"):
        with pytest.raises(AdvizError, match="line 1"):
            found(text)


def test_line_endings_and_a_byte_order_mark_are_kept():
    text = "\ufeff<!-- adviz: x -o x.svg -->\r\nold\r\n<!-- /adviz -->\r\nb\nc"
    assert put(text, ["new"]) == text.replace("old", "new")


def test_mdx_has_its_own_comments():
    text = "{/* adviz: x*y -o x.svg */}\nold\n{/* /adviz */}\n"
    assert put(text, ["new"], "a.mdx") == text.replace("old", "new")
    assert found("<!-- adviz: x*y -o x.svg -->\n", "a.mdx") == []


def test_restructuredtext_has_a_comment_before_its_image():
    text = ".. adviz: x*y -o x.svg\n\n.. image:: x.svg\n   :alt: old\n\nb\n"
    now = put(text, ["", ".. image:: x.svg", "   :alt: new"], "a.rst")
    assert now == text.replace("old", "new")
    assert (
        put(".. adviz: x*y\n   -o x.svg\n\nb\n", ["", "i"], "a.rst")
        == ".. adviz: x*y\n   -o x.svg\n\ni\n\nb\n"
    )
    assert found(".. code::\n\n   .. adviz: x*y -o x.svg\n\n.. adviz:: x*y\n", "a.rst") == []


def test_other_files_have_no_markers():
    with pytest.raises(NotSupported, match=r"a\.html"):
        dialect_of("a.html")
