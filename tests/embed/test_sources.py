"""What names a file, and where it lies."""

from __future__ import annotations

import os

from graphviz_ad.embed import sources


def test_two_lines_that_end_like_a_file_are_a_program():
    assert sources.file_of("x = 1\ny.txt") is None


def test_a_file_lies_in_its_folder_unless_its_path_is_whole(tmp_path):
    whole = str(tmp_path / "m.adviz")
    assert sources.file_of("m.adviz", "docs") == os.path.join("docs", "m.adviz")
    assert sources.file_of(whole, "docs") == whole
