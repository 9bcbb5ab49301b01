"""Writes files: whole or not at all, and only when something changed.

The bytes go to a new file beside the target, which then takes the target's place
in one step: nobody ever sees half a picture, and when the disk is full what was
there before is still there.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import stat

from graphviz_ad.errors import WriteProblem

__all__ = ["write"]

CHUNK = 2**20
# Names of things that are already open; their file must not be replaced under its owner's hands.
_OPEN_ELSEWHERE = ("/dev/std", "/dev/fd/", "/proc/")
_HINTS = {
    errno.ENOSPC: "the disk is full: make room, or write elsewhere",
    errno.EDQUOT: "your share of the disk is used up: make room, or write elsewhere",
    errno.EFBIG: "files may not become so large here",
    errno.EROFS: "this file system can only be read: write elsewhere",
    errno.EACCES: "you may not write there: write elsewhere, or change the permissions",
    errno.EPERM: "you may not write there: write elsewhere, or change the permissions",
    errno.ENAMETOOLONG: "take a shorter name",
    errno.ELOOP: "this symbolic link leads to itself",
    errno.EBUSY: "it is in use: write elsewhere",
}


def write(path: str | os.PathLike[str], data: bytes) -> bool:
    """Write ``data`` to a file in one step.

    Parameters
    ----------
    path
        Where to.  A symbolic link is followed, the permissions of an existing file are kept.
        What is no regular file (a pipe, ``/dev/stdout``) is simply written to.
    data
        All of the file.

    Returns
    -------
    bool
        False when the file held exactly these bytes and was left untouched.

    Raises
    ------
    WriteProblem
        It cannot be written; nothing has changed then.
    BrokenPipeError
        It is a pipe and nobody reads it any more.

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     target = os.path.join(folder, "x.svg")
    ...     write(target, b"<svg/>"), write(target, b"<svg/>")
    (True, False)
    """
    name = os.fspath(path)
    try:
        before = _status(name)
        if before is not None and (not stat.S_ISREG(before.st_mode) or _is_open_elsewhere(name)):
            _write_through(name, data)
            return True
        target = os.path.realpath(name)
        if before is not None and before.st_size == len(data) and _holds(target, data):
            return False
        if before is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        _replace(target, data, before)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        raise _problem(name, error) from error
    return True


def _status(name: str) -> os.stat_result | None:
    """Return what stands there, None for nothing; refuse what cannot become a file."""
    try:
        found = os.stat(name)
    except FileNotFoundError:
        if not name or name.endswith(("/", os.sep)):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)) from None
        return None
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return found


def _is_open_elsewhere(name: str) -> bool:
    return os.path.abspath(name).startswith(_OPEN_ELSEWHERE)


def _holds(target: str, data: bytes) -> bool:
    # A file that may be written but not read is written.
    with contextlib.suppress(OSError), open(target, "rb") as file:
        return file.read() == data
    return False


def _write_through(name: str, data: bytes) -> None:
    with open(name, "wb") as file:
        file.write(data)


def _replace(target: str, data: bytes, before: os.stat_result | None) -> None:
    """Write a new file beside ``target`` and put it in its place."""
    folder = os.path.dirname(target)
    for number in itertools.count():
        fresh = os.path.join(folder, f".adviz-{os.getpid()}-{number}.tmp")
        try:
            _fill(fresh, data, before)
            os.replace(fresh, target)
        except FileExistsError:
            continue  # another thread's, or left by a process that was killed
        except BaseException:
            # Ctrl-C too: nothing stays behind.
            with contextlib.suppress(OSError):
                os.unlink(fresh)
            raise
        return


def _fill(fresh: str, data: bytes, before: os.stat_result | None) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    # 0o666 less the user's umask, as for every new file.
    with os.fdopen(os.open(fresh, flags, 0o666), "wb") as file:
        file.write(data)
    if before is not None:
        if hasattr(os, "chown") and (before.st_uid, before.st_gid) != (os.geteuid(), os.getegid()):
            with contextlib.suppress(OSError):
                os.chown(fresh, before.st_uid, before.st_gid)
        os.chmod(fresh, stat.S_IMODE(before.st_mode))


def _problem(name: str, error: OSError | ValueError) -> WriteProblem:
    number = getattr(error, "errno", None)
    reason = getattr(error, "strerror", None) or str(error)
    hint = _HINTS.get(number or 0, "")
    # The file's own name, where a symbolic link leads elsewhere.
    parent = os.path.dirname(getattr(error, "filename", None) or name) or os.curdir
    if isinstance(error, IsADirectoryError):
        reason, hint = "it is a directory", "name a file in it"
    elif isinstance(error, FileNotFoundError):
        reason, hint = f"there is no directory {parent}", "make it first, or write elsewhere"
    elif isinstance(error, NotADirectoryError):
        reason, hint = f"{parent} is not a directory", "write elsewhere"
    return WriteProblem(f"the file cannot be written: {reason}", where=name or "''", hint=hint)
