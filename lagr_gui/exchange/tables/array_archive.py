"""Arrays by name in a file of NumPy; out, with bytes that depend on the numbers alone, and in."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from lagr_gui.foundation.incoming import MOST_ENTRIES, regular_size
from lagr_gui.foundation.message import Message, say

_HEADS = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
}
"""What reads the head of an array, by its version; later ones are of records."""


class UnreadableArrays(Exception):
    """A file whose arrays cannot be read, with the `cause` in words."""

    def __init__(self, cause: Message) -> None:
        super().__init__(cause)
        self.cause = cause


def npz(arrays: Mapping[str, Any]) -> bytes:
    """What `numpy.load` reads: numbers and texts, nothing that has to be unpickled."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        for name, array in arrays.items():
            entry = zipfile.ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            written = io.BytesIO()
            np.lib.format.write_array(written, np.asarray(array), allow_pickle=False)
            file.writestr(entry, written.getvalue())
    return content.getvalue()


def check_content(path: Path) -> None:
    """Raise LagrError for what is no regular file, UnreadableArrays for one without content.

    A system that tells of itself in files of no size may keep who reads them waiting.
    """
    if not regular_size(path):
        raise UnreadableArrays(say("It is empty."))


def arrays_in(path: Path, most: int) -> dict[str, np.ndarray[Any, Any]]:
    """The arrays of such a file, which are not larger than `most` bytes together.

    Sizes are judged before anything is unfolded.  Raises LagrError where it is no regular file,
    UnreadableArrays where it is none of NumPy, is damaged or holds objects.
    """
    check_content(path)
    try:
        with zipfile.ZipFile(path) as file:
            entries = file.infolist()
            if len(entries) > MOST_ENTRIES:
                raise UnreadableArrays(
                    say("It holds more than {count} arrays.", count=MOST_ENTRIES)
                )
            if sum(entry.file_size for entry in entries) > most:
                raise UnreadableArrays(say("It holds more than {most:g} MB.", most=most / 1e6))
            return {entry.filename.removesuffix(".npy"): _array(file, entry) for entry in entries}
    except UnreadableArrays:
        raise
    except Exception as error:  # whatever the libraries stumble over is told of the file
        why = " ".join(str(error).split())[:200].rstrip(".") or type(error).__name__
        raise UnreadableArrays(say("It is no file of arrays ({why}).", why=why)) from error


def _array(file: zipfile.ZipFile, entry: zipfile.ZipInfo) -> np.ndarray[Any, Any]:
    with file.open(entry) as stream:
        read_head = _HEADS.get(np.lib.format.read_magic(stream))
        if read_head is None:
            raise ValueError("an array is of an unknown version")
        shape, is_fortran, kind = read_head(stream)
        if kind.hasobject:
            raise ValueError("objects are not read")
        content = stream.read()
    if prod(shape) * kind.itemsize != len(content):
        raise ValueError("an array is not as large as its head tells")
    return np.frombuffer(content, kind).reshape(shape, order="F" if is_fortran else "C")
