"""Files are written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import threading

import pytest

from graphviz_ad.errors import WriteProblem
from graphviz_ad.write import files
from graphviz_ad.write.files import write

posix = pytest.mark.skipif(os.name == "nt", reason="permissions and links of POSIX")
not_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere"
)


def permissions(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file(tmp_path):
    target = tmp_path / "x.svg"
    assert write(target, b"<svg/>") is True
    assert target.read_bytes() == b"<svg/>"
    assert os.listdir(tmp_path) == ["x.svg"]


def test_the_same_bytes_leave_it_untouched(tmp_path):
    target = tmp_path / "x.svg"
    write(str(target), b"<svg/>")
    os.utime(target, ns=(1, 1))
    before = target.stat()
    assert write(str(target), b"<svg/>") is False
    assert (target.stat().st_mtime_ns, target.stat().st_ino) == (1, before.st_ino)
    assert write(str(target), b"<svg />") is True
    assert write(str(target), b"<svG />") is True
    assert target.read_bytes() == b"<svG />"


def test_an_empty_file(tmp_path):
    target = tmp_path / "empty"
    assert write(target, b"") is True
    assert write(target, b"") is False
    assert target.read_bytes() == b""


def test_a_name_relative_to_the_working_directory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert write("x.svg", b"1") is True
    assert (tmp_path / "x.svg").read_bytes() == b"1"


def test_names_that_are_not_plain(tmp_path):
    for name in ("-", "a b", "λ·∂.svg", "🙂", "a" * 250, "100%.svg", "'\"\\"):
        if os.name == "nt" and set(name) & set('"\\'):
            continue
        assert write(tmp_path / name, name.encode()) is True
        assert (tmp_path / name).read_bytes() == name.encode()


@posix
def test_permissions(tmp_path):
    old = os.umask(0o027)
    try:
        write(tmp_path / "new", b"1")
    finally:
        os.umask(old)
    assert permissions(tmp_path / "new") == 0o640
    (tmp_path / "new").chmod(0o604)
    assert write(tmp_path / "new", b"2") is True
    assert permissions(tmp_path / "new") == 0o604


@posix
def test_symbolic_links_are_followed(tmp_path):
    (tmp_path / "real").mkdir()
    link, target = tmp_path / "link.svg", tmp_path / "real" / "x.svg"
    link.symlink_to("real/x.svg")
    assert write(link, b"1") is True  # the link's target is not there yet
    assert write(link, b"2") is True
    assert link.is_symlink()
    assert target.read_bytes() == b"2"
    assert not target.is_symlink()
    assert sorted(os.listdir(tmp_path)) == ["link.svg", "real"]
    assert os.listdir(tmp_path / "real") == ["x.svg"]


@posix
def test_what_is_no_regular_file_is_written_to(tmp_path):
    assert write("/dev/null", b"1") is True
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write(pipe, b"through the pipe")
    reader.join(10)
    assert received == [b"through the pipe"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@posix
@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="no /dev/stdout here")
def test_standard_output_by_its_name(tmp_path, python_environment):
    code = "from graphviz_ad.write.files import write; write('/dev/stdout', b'<svg/>')"
    command = [sys.executable, "-c", code]
    piped = subprocess.run(command, env=python_environment, stdout=subprocess.PIPE, check=True)
    assert piped.stdout == b"<svg/>"
    with open(tmp_path / "x.svg", "wb") as file:
        subprocess.run(command, env=python_environment, stdout=file, check=True)
        assert os.fstat(file.fileno()).st_ino == (tmp_path / "x.svg").stat().st_ino
    assert (tmp_path / "x.svg").read_bytes() == b"<svg/>"
    assert os.listdir(tmp_path) == ["x.svg"]


def test_a_closed_pipe_stays_a_closed_pipe(monkeypatch, tmp_path):
    monkeypatch.setattr(files, "_replace", raises(BrokenPipeError(errno.EPIPE, "Broken pipe")))
    with pytest.raises(BrokenPipeError):
        write(tmp_path / "x", b"1")


# --- cannot be written ---


def raises(error):
    def function(*_args, **_keywords):
        raise error

    return function


def test_a_directory_that_is_not_there(tmp_path):
    with pytest.raises(WriteProblem, match="there is no directory") as caught:
        write(tmp_path / "no" / "x.svg", b"1")
    assert caught.value.where == str(tmp_path / "no" / "x.svg")
    assert str(tmp_path / "no") in caught.value.what
    assert caught.value.hint == "make it first, or write elsewhere"
    assert caught.value.exit_code == 1
    assert isinstance(caught.value, OSError)


@posix
def test_a_link_into_a_directory_that_is_not_there(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "gone" / "x.svg")
    with pytest.raises(WriteProblem, match="there is no directory") as caught:
        write(tmp_path / "link", b"1")
    assert str(tmp_path / "gone") in caught.value.what


@posix
def test_a_working_directory_that_is_gone(tmp_path, monkeypatch):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(WriteProblem, match="there is no directory"):
        write("x.svg", b"1")


def test_a_directory_for_a_file(tmp_path):
    for name in (str(tmp_path), f"{tmp_path}/", f"{tmp_path}/new/", ""):
        with pytest.raises(WriteProblem, match="it is a directory"):
            write(name, b"1")
    assert os.listdir(tmp_path) == []


def test_a_file_for_a_directory(tmp_path):
    (tmp_path / "file").write_bytes(b"0")
    with pytest.raises(WriteProblem, match="is not a directory"):
        write(tmp_path / "file" / "x.svg", b"1")
    assert (tmp_path / "file").read_bytes() == b"0"


@posix
def test_impossible_names(tmp_path):
    with pytest.raises(WriteProblem, match="too long"):
        write(tmp_path / ("x" * 300), b"1")
    with pytest.raises(WriteProblem, match="null"):
        write(str(tmp_path / "nul\0byte"), b"1")
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(WriteProblem, match="symbolic link"):
        write(tmp_path / "loop", b"1")
    assert os.listdir(tmp_path) == ["loop"]


@pytest.mark.parametrize(
    ("number", "hint"),
    [
        (errno.ENOSPC, "full"),
        (errno.EDQUOT, "share"),
        (errno.EROFS, "only be read"),
        (errno.EACCES, "may not"),
    ],
)
def test_what_the_system_refuses_leaves_the_old_file(tmp_path, monkeypatch, number, hint):
    target = tmp_path / "x.svg"
    write(target, b"old")
    monkeypatch.setattr(files.os, "replace", raises(OSError(number, os.strerror(number))))
    with pytest.raises(WriteProblem, match=os.strerror(number)) as caught:
        write(target, b"new")
    assert hint in caught.value.hint
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["x.svg"]


def test_ctrl_c_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setattr(files.os, "replace", raises(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path / "x.svg", b"1")
    assert os.listdir(tmp_path) == []


def test_leftovers_of_others_are_not_touched(tmp_path):
    leftover = tmp_path / f".adviz-{os.getpid()}-0.tmp"
    leftover.write_bytes(b"not ours")
    assert write(tmp_path / "x.svg", b"1") is True
    assert leftover.read_bytes() == b"not ours"
    assert sorted(os.listdir(tmp_path)) == [leftover.name, "x.svg"]


@posix
def test_many_at_once_never_mix(tmp_path):
    target = tmp_path / "x.svg"
    contents = [bytes([65 + number]) * 200_000 for number in range(8)]
    threads = [threading.Thread(target=write, args=(target, content)) for content in contents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert target.read_bytes() in contents
    assert os.listdir(tmp_path) == ["x.svg"]


@posix
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_device():
    with pytest.raises(WriteProblem, match="No space left on device") as caught:
        write("/dev/full", b"1")
    assert "full" in caught.value.hint


@posix
def test_files_that_may_not_grow(tmp_path, python_environment):
    """The system itself refuses the last half: nothing is half-written."""
    target = tmp_path / "x.svg"
    write(target, b"old")
    code = f"""
import resource
from graphviz_ad.errors import WriteProblem
from graphviz_ad.write.files import write
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
try:
    write({str(target)!r}, b"x" * 100_000)
except WriteProblem as problem:
    print(problem)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], env=python_environment, capture_output=True, text=True, check=True
    )
    assert "File too large" in done.stdout
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["x.svg"]


@posix
def test_a_disk_that_is_really_full(tmp_path):
    """A file system of 64 kB, where one may be mounted."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("no file system can be mounted here")
    try:
        write(disk / "x.svg", b"old")
        with pytest.raises(WriteProblem, match="No space left on device"):
            write(disk / "x.svg", b"x" * 200_000)
        assert (disk / "x.svg").read_bytes() == b"old"
        assert os.listdir(disk) == ["x.svg"]
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@posix
@not_root
def test_without_permission(tmp_path):
    target = tmp_path / "locked" / "x.svg"
    target.parent.mkdir()
    write(target, b"old")
    target.chmod(0o444)
    with pytest.raises(WriteProblem, match="Permission denied"):
        write(target, b"new")  # the directory would allow it, the file's owner does not
    target.chmod(0o644)
    target.parent.chmod(0o555)
    try:
        with pytest.raises(WriteProblem, match="Permission denied") as caught:
            write(target, b"new")
        assert "may not write there" in caught.value.hint
        assert target.read_bytes() == b"old"
    finally:
        target.parent.chmod(0o755)


@posix
def test_a_write_protected_file_is_not_replaced(tmp_path, monkeypatch):
    target = tmp_path / "x.svg"
    write(target, b"old")
    monkeypatch.setattr(files.os, "access", lambda *_: False)  # as it is for anybody but root
    with pytest.raises(WriteProblem, match="Permission denied"):
        write(target, b"new")
    assert target.read_bytes() == b"old"
