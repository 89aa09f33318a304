"""Whether a running program holds a file: a lock that ends with its process, however that ends."""

from __future__ import annotations

import os
import sys
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

    def close(self) -> None:
        """Give the file free."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


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
