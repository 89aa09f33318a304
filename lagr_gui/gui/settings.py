"""What the program remembers of its user: texts in a plain file, whatever has become of it.

Qt's own settings are not used: what they read from a file can run code (values of Python are
unpickled).  Here a value is a text or a list of texts; everything else counts as not there.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QStandardPaths

from lagr_gui.foundation.incoming import read_bytes
from lagr_gui.foundation.locking import one_at_a_time
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.writing import write

LARGEST = 1_000_000
"""Largest file in bytes that is read."""
Entries = dict[str, Any]
"""What the file holds by key: whatever somebody wrote there."""


class _Place:
    file: Path | None = None


def use_file(file: Path) -> None:
    """Remember everything in a file from now on."""
    _Place.file = file


def settings_file() -> Path:
    """Where everything is remembered."""
    if _Place.file is not None:
        return _Place.file
    where = QStandardPaths.StandardLocation.GenericConfigLocation
    return Path(QStandardPaths.writableLocation(where)) / "lagr_gui" / "settings.json"


def text(key: str, default: str = "") -> str:
    """A text."""
    value = _read().get(key)
    return value if isinstance(value, str) else default


def texts(key: str) -> list[str]:
    """A list of texts; what in it is none is left out."""
    return _texts(_read(), key)


def data(key: str) -> QByteArray:
    """Bytes of Qt, such as the arrangement of a window; empty where there are none."""
    return QByteArray.fromBase64(QByteArray(text(key).encode("ascii", "replace")))


def remember(key: str, value: str | list[str] | QByteArray) -> None:
    """Remember a value; a disk that does not take it hinders nothing else."""
    kept = bytes(value.toBase64().data()).decode() if isinstance(value, QByteArray) else value
    _change(lambda entries: {**entries, key: kept})


def change_texts(key: str, change: Callable[[list[str]], Iterable[str]]) -> None:
    """Change a list of texts as it is now: windows of other programs change it too."""
    _change(lambda entries: {**entries, key: [*change(_texts(entries, key))]})


def _change(change: Callable[[Entries], Entries]) -> None:
    file = settings_file()
    with contextlib.suppress(OSError, LagrError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with one_at_a_time(file):
            write(file, json.dumps(change(_read()), indent=1))


def _texts(entries: Entries, key: str) -> list[str]:
    value = entries.get(key)
    return [entry for entry in value if isinstance(entry, str)] if isinstance(value, list) else []


def _read() -> Entries:
    """The entries of the file; none where it cannot be read."""
    try:
        entries: Any = json.loads(read_bytes(settings_file(), most=LARGEST))
    except (LagrError, ValueError, RecursionError):
        return {}
    return entries if isinstance(entries, dict) else {}
