"""What comes from outside: files, standard input, JSON; each with a limit.

Only regular files are read.  A pipe, a device or a socket can hang who reads it or never end; it
is refused without waiting for it, and a file that grows while it is read is not followed.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal, why

MOST_BYTES = 10_000_000
"""Largest file, in bytes."""

MOST_PARTS = 300_000
"""Lists and objects that a JSON text may hold: some 15 000 bodies."""

MOST_ENTRIES = 20_000
"""Entries that a list of a model, or an object, may have."""

MOST_DIGITS = 400
"""Digits of a whole number: more than any float has."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPED = re.compile(r"\\u[dD][89a-fA-F]")

_SORTS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def read_bytes(path: str | os.PathLike[str], place: str = "", most: int = MOST_BYTES) -> bytes:
    """The content of a regular file.

    Raises LagrError at `place` (by default the file) where it cannot be read, is none, or is
    larger than `most` bytes.
    """
    place = place or say("File “{name}”", name=Path(path).name)
    data = _read(path, place, most + 1)
    if len(data) > most:
        raise too_large(place, most)
    return data


def regular_size(path: str | os.PathLike[str], place: str = "") -> int:
    """The bytes of a regular file, which a library will open. Raises LagrError where it is none."""
    place = place or say("File “{name}”", name=Path(path).name)
    with _told(place):
        stat_of = os.stat(path)
        _refuse(stat_of.st_mode, place)
        return stat_of.st_size


def read_head(path: str | os.PathLike[str], most: int) -> bytes:
    """The first bytes of a regular file. Raises LagrError where it cannot be read, or is none."""
    return _read(path, say("File “{name}”", name=Path(path).name), most)


def read_text(path: str | os.PathLike[str], place: str = "", most: int = MOST_BYTES) -> str:
    """The text of a regular file in UTF-8, without byte order mark. Raises as `read_bytes`."""
    place = place or say("File “{name}”", name=Path(path).name)
    return decoded(read_bytes(path, place, most), place)


def read_input(place: str, most: int = MOST_BYTES) -> str:
    """What standard input holds. Raises LagrError where it is closed, too large or no text."""
    if sys.stdin is None or sys.stdin.closed:
        raise _unreadable(place, "Standard input is closed.", "read")
    try:
        text = sys.stdin.read(most + 1)
    except (OSError, ValueError) as error:
        raise _unreadable(
            place, say("It cannot be read ({why}).", why=why(error)), "read"
        ) from error
    if len(text) > most:
        raise too_large(place, most)
    return text


def decoded(data: bytes, place: str) -> str:
    """A text in UTF-8, without byte order mark. Raises LagrError where it is none."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unreadable(place, "It is not a text in UTF-8.", "encoding") from error


def decoded_table(data: bytes, place: str) -> str:
    """A text of other programs: with a byte order mark, in UTF-8, or as Windows writes letters."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        with suppress(UnicodeDecodeError):
            return data.decode("utf-16")
    for name, upper in (("utf-16-le", data[1::2]), ("utf-16-be", data[::2])):
        if 2 * upper.count(0) > len(upper):  # without its mark
            with suppress(UnicodeDecodeError):
                return data.decode(name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if b"\0" in data:  # no text in any alphabet
            return decoded(data, place)
        return data.decode("cp1252", "replace")


def read_json(text: str) -> Any:
    """The value of a JSON text, with nothing in it that a number or a name cannot be.

    Raises ValueError (a JSONDecodeError with the line where that is known) that says why: what
    is no JSON, nan, numbers without end, a key twice, halves of characters, too many parts.
    """
    if text.count("[") + text.count("{") > MOST_PARTS:
        raise ValueError(
            say("it holds more than {most_parts} lists and objects", most_parts=MOST_PARTS)
        )
    try:
        data = json.loads(
            text, parse_constant=_no_number, parse_int=_whole, object_pairs_hook=_unique
        )
    except RecursionError as error:
        raise ValueError("brackets are nested too deeply") from error
    if _ESCAPED.search(text):
        _refuse_halves(data)
    return data


def refuse_long_lists(data: Any) -> None:
    """Raise ValueError where a list has more entries than any model."""
    pending = [data]
    while pending:
        value = pending.pop()
        if isinstance(value, list) and len(value) > MOST_ENTRIES:
            raise ValueError(
                say("a list has more than {most_entries} entries", most_entries=MOST_ENTRIES)
            )
        if isinstance(value, (list, dict)):
            pending += value.values() if isinstance(value, dict) else value


def has_halves(text: str) -> bool:
    """Whether a text holds halves of characters (lone surrogates), which no file can hold."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def too_large(place: str, most: int) -> LagrError:
    """The problem of a file larger than `most` bytes."""
    return _unreadable(
        place, say("It is larger than {most:g} MB.", most=most / 1000000.0), "too-large"
    )


def _read(path: str | os.PathLike[str], place: str, most: int) -> bytes:
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with _told(place):
        _refuse(os.stat(path).st_mode, place)
        with os.fdopen(os.open(path, flags), "rb", buffering=0) as stream:
            _refuse(os.fstat(stream.fileno()).st_mode, place)
            return _up_to(stream.read, most)


@contextmanager
def _told(place: str) -> Generator[None]:
    """Faults of files as LagrError."""
    try:
        yield
    except FileNotFoundError as error:
        raise _unreadable(place, "There is no such file.", "read") from error
    except (OSError, ValueError) as error:
        raise _unreadable(
            place, say("It cannot be read ({why}).", why=why(error)), "read"
        ) from error


def _refuse(mode: int, place: str) -> None:
    """Raise LagrError where a mode is not that of a regular file."""
    for is_sort, words in _SORTS:
        if is_sort(mode):
            raise _unreadable(place, say("It is {words}, not a file.", words=words), "no-file")


def _up_to(read: Any, most: int) -> bytes:
    """At most so many bytes; a read may return less than was asked for."""
    parts: list[bytes] = []
    while most > 0 and (part := read(most)):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def _unreadable(place: str, cause: str, code: str) -> LagrError:
    return refusal(place, cause, "Choose another file.", code=code)


def _no_number(constant: str) -> float:
    raise ValueError(say("{constant} is not a number that a file can hold", constant=constant))


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(say("a number has {count} digits", count=len(digits)))
    return int(digits)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise ValueError(
            say(
                "the key “{twice}” occurs twice in one object",
                twice=_twice((key for key, _ in pairs))[:60],
            )
        )
    if len(entries) > MOST_ENTRIES:
        raise ValueError(
            say("an object has more than {most_entries} entries", most_entries=MOST_ENTRIES)
        )
    return entries


def _twice(keys: Iterable[str]) -> str:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            return key
        seen.add(key)
    raise AssertionError("no key occurs twice")


def _refuse_halves(data: Any) -> None:
    pending = [data]
    while pending:
        value = pending.pop()
        if isinstance(value, str) and has_halves(value):
            raise ValueError(
                say("{value} holds half a character (a lone surrogate)", value=repr(value[:40]))
            )
        if isinstance(value, dict):
            pending += [*value, *value.values()]
        elif isinstance(value, list):
            pending += value
