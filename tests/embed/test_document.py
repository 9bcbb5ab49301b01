"""Pictures in documents are written, and what is not true any more is found."""

from __future__ import annotations

import json
import os
import re
import stat

import pytest

from graphviz_ad.embed.document import checked, embedded

MARKER = '<!-- adviz: "(x + c)*x" --wrt x --at "x=3 c=4" -o img/xcx.svg -->\n'
TEXT = f"# Title\n\n{MARKER}<!-- /adviz -->\n\nend\n"
SHOWN = "![f = (x + c)·x at x = 3, c = 4: f = 21; ∂f/∂x = 3 + 7 = 10](img/xcx.svg)"


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "README.md"
    path.write_text(TEXT, encoding="utf-8")
    assert embedded(str(path)).faults == ()
    return path


def changed(file, old, new):
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def messages(page):
    return [message for _, message in checked(str(page)).faults]


def test_the_picture_is_written_and_shown_with_its_total(page):
    assert page.read_text(encoding="utf-8") == TEXT.replace(MARKER, f"{MARKER}{SHOWN}\n")
    assert "<svg" in (page.parent / "img" / "xcx.svg").read_text(encoding="utf-8")
    assert messages(page) == []


def test_a_second_run_touches_nothing(page):
    before = [os.stat(file).st_mtime_ns for file in (page, page.parent / "img" / "xcx.svg")]
    assert embedded(str(page)).written == ()
    assert before == [os.stat(file).st_mtime_ns for file in (page, page.parent / "img" / "xcx.svg")]


def test_a_number_that_was_changed_in_the_picture_is_found(page):
    changed(page.parent / "img" / "xcx.svg", ">c = 4<", ">c = 5<")
    (source, metadata) = messages(page)
    assert "- c = 5" in source
    assert "+ c = 4" in source
    assert "than its own metadata" in metadata


@pytest.mark.parametrize("where", ["aria-label", "title", "desc"])
def test_a_sentence_that_was_changed_is_found(page, where):
    svg = page.parent / "img" / "xcx.svg"
    text = svg.read_text(encoding="utf-8")
    start = text.index(where)
    place = text.index("10" if where != "title" else "4", start)
    svg.write_text(text[:place] + "9" + text[place + 1 :], encoding="utf-8")
    assert any("something else than its source" in message for message in messages(page))


def test_a_number_that_was_changed_in_the_metadata_is_found(page):
    changed(page.parent / "img" / "xcx.svg", "&quot;c&quot;:4", "&quot;c&quot;:5")
    (source, metadata) = messages(page)
    assert '"c":5' in source
    assert "than its own metadata" in metadata


def test_a_source_line_that_was_changed_is_found(page):
    changed(page, "x=3 c=4", "x=3 c=5")
    (picture, line) = messages(page)
    assert "img/xcx.svg says something else than its source" in picture
    assert "3 + 8 = 11" in line


def test_a_line_that_was_changed_is_found(page):
    changed(page, "= 10](img", "= 11](img")
    (line,) = messages(page)
    assert "not what it asks for" in line


def test_a_picture_that_is_missing_or_somebody_elses_is_found(page):
    svg = page.parent / "img" / "xcx.svg"
    svg.write_text("<svg/>", encoding="utf-8")
    assert "no metadata" in messages(page)[-1]
    svg.unlink()
    assert "img/xcx.svg cannot be read" in messages(page)[0]


def test_coordinates_may_differ(page):
    svg = page.parent / "img" / "xcx.svg"
    changed(svg, 'viewBox="0 0 ', 'viewBox="1 0 ')
    assert messages(page) == []


def test_hostile_metadata_start_no_program(page):
    changed(
        page.parent / "img" / "xcx.svg",
        "&quot;options&quot;:{",
        "&quot;options&quot;:{&quot;engine&quot;:&quot;/bin/false&quot;,",
    )
    assert not any("false" in message and "engine" not in message for message in messages(page))


@pytest.mark.parametrize(
    "record", ["[]", "{&quot;adviz&quot;:1}", "{&quot;adviz&quot;:1,&quot;source&quot;:&quot;x&quot;}"]
)
def test_strange_metadata_are_told(page, record):
    svg = page.parent / "img" / "xcx.svg"
    text = svg.read_text(encoding="utf-8")
    start, end = text.index("<metadata>") + 10, text.index("</metadata>")
    svg.write_text(text[:start] + record + text[end:], encoding="utf-8")
    assert "something else than its source" in messages(page)[0]


def test_a_broken_expression_is_told_with_its_line_and_the_others_are_written(tmp_path):
    page = tmp_path / "a.md"
    page.write_text(f'<!-- adviz: "x*" -o x.svg -->\nkept\n<!-- /adviz -->\n{TEXT}', encoding="utf-8")
    outcome = embedded(str(page))
    ((line, message),) = outcome.faults
    assert (line, "line 1, column 2" in message) == (1, True)
    assert SHOWN in page.read_text(encoding="utf-8")
    assert "kept" in page.read_text(encoding="utf-8")
    assert [line for line, _ in checked(str(page)).faults] == [1]


@pytest.mark.parametrize(
    ("marker", "said"),
    [
        ('"x*y"', "does not say where the picture goes"),
        ('"x*y" -o x.txt', "does not say where the picture goes"),
        ('"x*y" -o a.md -o x.svg', "the document itself"),
        ('"x*y" -o x.bmp -o x.svg', "bmp"),
        ('"x*y" --wrrt x -o x.svg', "did you mean wrt"),
        ('"x*y -o x.svg', "quote the expression"),
    ],
)
def test_a_marker_that_cannot_be_followed_is_told(tmp_path, marker, said):
    page = tmp_path / "a.md"
    page.write_text(f"\n<!-- adviz: {marker} -->\n", encoding="utf-8")
    ((line, message),) = embedded(str(page)).faults
    assert (line, said in message) == (2, True)
    assert page.read_text(encoding="utf-8") == f"\n<!-- adviz: {marker} -->\n"


def test_two_pictures_do_not_share_a_file(tmp_path):
    page = tmp_path / "a.md"
    page.write_text("<!-- adviz: x*y -o a.svg -->\n<!-- adviz: x+y -o ./a.svg -->\n", encoding="utf-8")
    ((line, message),) = embedded(str(page)).faults
    assert message.splitlines()[0] == "./a.svg is written by another marker too: x*y -o a.svg"
    # As the document is now, with the picture of the first marker.
    assert page.read_text(encoding="utf-8").splitlines()[line - 1] == "<!-- adviz: x+y -o ./a.svg -->"


def test_names_of_files_are_addresses(tmp_path):
    page = tmp_path / "a.md"
    page.write_text('<!-- adviz: "x*y" -o "a (1) #2 100%.svg" -->\n', encoding="utf-8")
    assert embedded(str(page)).faults == ()
    assert (tmp_path / "a (1) #2 100%.svg").exists()
    assert "](<a (1) %232 100%25.svg>)" in page.read_text(encoding="utf-8")
    assert checked(str(page)).faults == ()


def test_pictures_in_lists_and_quotations_are_checked_as_they_stand(tmp_path):
    page = tmp_path / "a.md"
    page.write_text(
        "- a\n\n  <!-- adviz: x*y -o a.svg -->\n\n> <!-- adviz: x+y -o b.svg -->\n", encoding="utf-8"
    )
    assert embedded(str(page)).faults == ()
    assert checked(str(page)).faults == ()
    text = page.read_text(encoding="utf-8")
    assert "\n  ![f = x·y" in text
    assert "\n> ![f = x + y" in text
    page.write_text(text.replace("x·y", "x·x"), encoding="utf-8")
    ((line, _),) = checked(str(page)).faults
    assert line == 3


def test_every_format_is_checked(tmp_path):
    page = tmp_path / "a.md"
    page.write_text('<!-- adviz: "x*x" -a x=3 -o x.png -o x.txt -->\n', encoding="utf-8")
    embedded(str(page))
    assert "](x.png)" in page.read_text(encoding="utf-8")
    assert messages(page) == []
    changed(tmp_path / "x.txt", "6", "7")
    changed(page, "x=3", "x=4")
    (png, text, _) = messages(page)
    assert png == "x.png was made from something else than its source says"
    assert text == "x.txt is not what its source says"


def test_a_program_in_a_file_lies_beside_the_document(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "m.adviz").write_text("y = x*x", encoding="utf-8")
    page = tmp_path / "docs" / "a.rst"
    page.write_text(".. adviz: m.adviz --at x=3 -o x.svg\n", encoding="utf-8")
    assert embedded(str(page)).faults == ()
    assert ".. image:: x.svg\n   :alt: y = x·x at x = 3" in page.read_text(encoding="utf-8")
    assert messages(page) == []


def test_sweeps_gradients_and_reports_are_checked_too(tmp_path):
    node = {"id": "y", "op": "mul", "args": ["x", "x"], "local": [3, 4]}
    graph = {"adviz": 1, "inputs": {"x": 3}, "output": "y", "nodes": [node]}
    (tmp_path / "g.json").write_text(json.dumps(graph), encoding="utf-8")
    page = tmp_path / "a.md"
    commands = ("sweep x*x --at x=3 -o s.svg", "grad x**3 --at x=2 -o g.svg", "debug g.json -o d.svg")
    page.write_text("".join(f"<!-- adviz: {command} -->\n" for command in commands), encoding="utf-8")
    assert embedded(str(page)).faults == ()
    assert messages(page) == []
    for name in ("s.svg", "g.svg", "d.svg"):
        svg = (tmp_path / name).read_text(encoding="utf-8")
        # The last text with a digit in it says something else.
        wrong = re.sub(r"(?s)(.*>[^<>]*)\d([^<>]*</text>)", r"\g<1>77\2", svg, count=1)
        assert wrong != svg
        (tmp_path / name).write_text(wrong, encoding="utf-8")
    assert {message.split()[0] for message in messages(page)} == {"s.svg", "g.svg", "d.svg"}


def test_line_endings_are_kept(tmp_path):
    page = tmp_path / "a.md"
    page.write_bytes(b"\xef\xbb\xbf# a\r\n<!-- adviz: x*y -o x.svg -->\r\nb\r\n")
    embedded(str(page))
    data = page.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf# a\r\n")
    assert data.count(b"\n") == data.count(b"\r\n") == 5


def test_permissions_are_kept(page):
    page.chmod(0o640)
    changed(page, "x=3 c=4", "x=3 c=5")
    embedded(str(page))
    assert stat.S_IMODE(page.stat().st_mode) == 0o640


def test_what_the_author_wrote_is_never_replaced(tmp_path):
    page = tmp_path / "a.rst"
    page.write_text('.. adviz: "x*y" -o x.svg\n\n.. image:: mine.png\n   :target: t\n', encoding="utf-8")
    for _ in range(2):
        assert embedded(str(page)).faults == ()
        text = page.read_text(encoding="utf-8")
        assert text.count(".. image:: x.svg") == 1
        assert text.endswith("\n.. image:: mine.png\n   :target: t\n")
    page = tmp_path / "a.md"
    before = "<!-- adviz: x*y -o e.svg -->\n\nProse.\n\n<!-- /adviz -->\n"
    page.write_text(before, encoding="utf-8")
    ((line, message),) = embedded(str(page)).faults
    assert (line, "more than a picture stands between" in message) == (1, True)
    assert page.read_text(encoding="utf-8") == before


def test_a_file_that_cannot_be_written_is_one_fault(tmp_path):
    page = tmp_path / "a.md"
    names = ("a.svg", "a.svg/b.svg", f"{'n' * 300}.svg", "c.svg")
    page.write_text("".join(f"<!-- adviz: x*y -o {name} -->\n" for name in names), encoding="utf-8")
    faults = embedded(str(page)).faults
    text = page.read_text(encoding="utf-8")
    assert [text.splitlines()[fault.line - 1] for fault in faults] == [
        f"<!-- adviz: x*y -o {name} -->" for name in names[1:3]
    ]
    assert text.count("![") == 2
    assert (tmp_path / "c.svg").exists()


def test_one_file_under_two_names_is_one_file(tmp_path):
    page = tmp_path / "a.md"
    other = f"../{tmp_path.name}/a.svg"
    page.write_text(f"<!-- adviz: x*y -o a.svg -->\n<!-- adviz: x+y -o {other} -->\n", encoding="utf-8")
    ((_, message),) = embedded(str(page)).faults
    assert "written by another marker too" in message
    page.write_text(f"<!-- adviz: x*y -o b.svg -o ../{tmp_path.name}/a.md -->\n", encoding="utf-8")
    ((_, message),) = embedded(str(page)).faults
    assert "is the document itself" in message


@pytest.mark.parametrize(
    ("old", "new"),
    [("</svg>\n", ""), ("<svg ", '<svg onload="f()" '), ("<svg ", '<svg display="none" '),
     ("</svg>", '<image href="http://x"/></svg>'), ("<style>", "<style>.adviz-number{display:none}")],
)  # fmt: skip
def test_an_svg_that_is_not_as_we_write_it_is_found(tmp_path, old, new):
    page = tmp_path / "a.md"
    page.write_text("<!-- adviz: x*y -o a.svg -->\n", encoding="utf-8")
    embedded(str(page))
    svg = (tmp_path / "a.svg").read_text(encoding="utf-8")
    (tmp_path / "a.svg").write_text(svg.replace(old, new, 1), encoding="utf-8")
    assert "is not as adviz writes it" in checked(str(page)).faults[0].message
