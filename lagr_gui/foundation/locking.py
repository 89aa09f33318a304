"""Whether a running program holds a file: a lock that ends with its process, however that ends.

A `FileClaim` is such a lock for a file that is replaced, or grows, while a program works at it: it
stands beside it and tells who that is.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FAR = 1 << 30
"""Where a byte is locked (Windows): behind all content, which others may read."""


class Hold:
    """A lock on a file, which is made if it is not there; `close` gives it back.

    Raises OSError when somebody else holds it, or when it cannot be opened.
    """

    def __init__(self, file: Path) -> None:
        self._handle = os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            _lock(self._handle)
        except OSError:
            self.close()
            raise

    def is_of(self, file: Path) -> bool:
        """Whether it is still the file of this name that is locked."""
        try:
            return os.path.samestat(os.fstat(self._handle), file.stat())
        except OSError:
            return False

    def close(self) -> None:
        """Give the file free."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


PATIENCE, LOOK = 5.0, 0.01
"""Seconds for which others are waited for, and between two looks."""


@contextmanager
def one_at_a_time(target: Path) -> Generator[None]:
    """What is done to a file in a moment, one program and one thread after the other.

    Who holds it for longer is not waited for, and systems without locks know none.
    """
    end, hold = time.monotonic() + PATIENCE, None
    while hold is None and time.monotonic() < end:
        try:
            hold = Hold(_beside(target, "turn"))
        except (BlockingIOError, PermissionError):
            time.sleep(LOOK)
        except OSError:
            break
    try:
        yield
    finally:
        if hold is not None:
            hold.close()


@dataclass(frozen=True, slots=True)
class FileOwner:
    """Who works at a file: the number of the process, and since when; 0 and "" where unknown."""

    pid: int = 0
    since: str = ""


class FileClaimed(Exception):
    """Another program works at the file; `owner` says which one."""

    def __init__(self, owner: FileOwner) -> None:
        super().__init__(owner)
        self.owner = owner


class FileClaim:
    """That this program alone works at a file; `close` gives it back.

    Raises FileClaimed where somebody does, OSError where nothing can be written beside the file.
    """

    def __init__(self, target: Path) -> None:
        self._file = _beside(target)
        self._hold = self._taken()
        owner = {"pid": os.getpid(), "since": datetime.now().astimezone().isoformat(" ", "seconds")}
        self._file.write_text(json.dumps(owner), "utf-8")

    def _taken(self) -> Hold:
        while True:
            try:
                hold = Hold(self._file)
            except (BlockingIOError, PermissionError):
                if not held(self._file):
                    raise
                raise FileClaimed(_owner(self._file)) from None
            if hold.is_of(self._file):
                return hold
            hold.close()  # who had it before has just removed it

    def close(self) -> None:
        """Let others work at the file."""
        if sys.platform == "win32":  # which removes no file that is open
            self._hold.close()
        with suppress(OSError):
            self._file.unlink()
        self._hold.close()


def owner_of(target: Path) -> FileOwner | None:
    """Which other program works at a file; None where none does."""
    file = _beside(target)
    if not held(file):
        return None
    owner = _owner(file)
    return None if owner.pid == os.getpid() else owner


def _beside(target: Path, ending: str = "lock") -> Path:
    """The file that is locked instead of a target, by whatever links that is named."""
    place = Path(os.path.realpath(target))
    return place.with_name(f".{place.name}.{ending}")


def _owner(file: Path) -> FileOwner:
    with suppress(OSError, ValueError, TypeError, KeyError):
        content = json.loads(file.read_text("utf-8"))
        return FileOwner(int(content["pid"]), str(content["since"])[:40])
    return FileOwner()


def held(file: Path) -> bool:
    """Whether a program that runs holds a file that is there."""
    try:
        handle = os.open(file, os.O_RDWR)
    except OSError:
        return False
    try:
        _lock(handle)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        os.lseek(handle, FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
