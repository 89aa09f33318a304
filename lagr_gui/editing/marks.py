"""Marks of the content of files: by them one sees that another program changed a file."""

from __future__ import annotations

import stat
from hashlib import sha256
from pathlib import Path

GONE = "gone"
"""The mark of a file that is not there."""


def mark_of(path: Path) -> str:
    """The mark of what a file holds now; empty where that cannot be read."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return ""
        with path.open("rb") as stream:
            digest = sha256()
            while block := stream.read(1 << 20):
                digest.update(block)
    except (FileNotFoundError, NotADirectoryError):
        return GONE
    except (OSError, ValueError):
        return ""
    return digest.hexdigest()


def mark_of_text(text: str) -> str:
    """The mark of a file with this text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
