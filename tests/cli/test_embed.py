"""``adviz embed``: what is said, and the exit codes."""

from __future__ import annotations

MARKER = '<!-- adviz: "x*x" --at x=3 -o x.svg -->\n'


def test_pictures_are_written_and_then_true(run, tmp_path):
    (tmp_path / "a.md").write_text(MARKER)
    done = run("embed", "a.md")
    assert (done.code, done.err) == (0, "x.svg written\na.md written\n1 picture in 1 document: up to date\n")
    done = run("embed", "--check", "a.md")
    assert (done.code, done.err) == (0, "1 picture in 1 document: all true\n")


def test_a_difference_is_told_with_file_and_line_and_is_exit_code_1(run, tmp_path):
    (tmp_path / "a.md").write_text(f"\n{MARKER}")
    run("embed", "a.md")
    svg = (tmp_path / "x.svg").read_text(encoding="utf-8")
    (tmp_path / "x.svg").write_text(svg.replace("= 6", "= 7"), encoding="utf-8")
    before = (tmp_path / "a.md").read_bytes()
    done = run("embed", "--check", "a.md", "-q")
    assert done.code == 1
    assert done.err.startswith("a.md:2: x.svg says something else than its source\n")
    assert (tmp_path / "a.md").read_bytes() == before


def test_all_documents_are_done_even_if_one_is_wrong(run, tmp_path):
    (tmp_path / "a.md").write_text('<!-- adviz: "x*" -o a.svg -->\n')
    (tmp_path / "b.md").write_text(MARKER)
    done = run("embed", "missing.md", "a.md", "b.md")
    assert done.code == 1
    assert "missing.md: cannot read missing.md: No such file" in done.err
    assert "a.md:1: the expression ends where a value should follow" in done.err
    assert "x.svg written" in done.err
    assert done.err.endswith("2 pictures in 3 documents: 2 faults\n")


def test_what_is_missing_everywhere_is_told_in_full_once(run, tmp_path, monkeypatch):
    monkeypatch.setenv("ADVIZ_DOT", "/no/such/dot")
    (tmp_path / "a.md").write_text(MARKER + MARKER.replace("x.svg", "y.svg"))
    done = run("embed", "a.md")
    assert done.err.count("hint: pip install graphviz-pure") == 1
    assert "a.md:2: there is no layout program '/no/such/dot' (as above)" in done.err


def test_no_document_is_wrong_usage(run):
    assert run("embed").code == 2


def test_the_help_shows_a_marker(run):
    done = run("embed", "--help")
    assert '<!-- adviz: "(x + c)*x" --wrt x --at "x=3 c=4" -o img/xcx.svg -->' in done.out
