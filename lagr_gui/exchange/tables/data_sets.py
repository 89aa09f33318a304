"""Data sets of an HDF5 file of somebody else, read in a process of its own.

A damaged file may end the library, keep it busy or have it ask for any memory, and a sound one may
lead to other files: links, external storage, virtual data sets.  So a process that can open nothing
more, with limits of time and memory, takes out the plain data sets of the file itself; their sizes
are judged before they are read.  What it says are texts as JSON and bare numbers.
"""

from __future__ import annotations

import codecs
import json
import os
import subprocess
import sys
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np

from lagr_gui.exchange.tables.array_archive import UnreadableArrays, check_content
from lagr_gui.foundation.incoming import MOST_ENTRIES
from lagr_gui.foundation.libraries import MissingLibrary, library, missing_library
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.starting import command

Numbers = np.ndarray[Any, Any]

SECONDS = 1.0
"""Of processor time for what does not depend on the size: a sound file takes some 0.01."""
SECONDS_PER_BYTE = 1e-8
PATIENCE = 60.0
"""Seconds after which it is given up on any machine, for the start of the process too."""
WRITER_SECONDS, WRITER_SECONDS_PER_BYTE = 1.5, 1e-7
"""On the clock, where one who writes is waited for: half of something is whole soon."""
_SUPERBLOCK, _WRITTEN = b"\x89HDF\r\n\x1a\n\x03", 4
"""How such a file begins, and the bit of its twelfth byte that says so."""
SPARE_BYTES = 300_000_000
"""Of memory beside the numbers themselves."""


@dataclass(frozen=True)
class DataSets:
    """What an HDF5 file holds, by paths such as ``axes/m``.

    `numbers` are arrays of numbers or of bytes, `texts` single texts, `names` the attribute `name`
    of those that have one, `attributes` the texts and whole numbers of the file.
    """

    attributes: Mapping[str, Any] = field(default_factory=dict[str, Any])
    numbers: dict[str, Numbers] = field(default_factory=dict[str, Numbers])
    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    names: Mapping[str, str] = field(default_factory=dict[str, str])


def read_sets(
    path: Path, most: int, groups: Sequence[str] = (), first: Sequence[str] = ()
) -> DataSets:
    """The data sets at the top of a file and in some of its groups.

    A file that is being written in the mode of one writer and many readers may be read meanwhile;
    those of `first` are read before any other is looked at.
    Raises LagrError where it is no regular file or h5py is missing, UnreadableArrays where it is
    empty, none of HDF5, leads elsewhere, holds other things or more than `most` bytes.
    """
    check_content(path)
    asked = {"path": os.path.abspath(path), "most": most, "groups": groups, "first": first}
    with _process(json.dumps(asked), PATIENCE + most * SECONDS_PER_BYTE) as stream:
        try:
            return _received(stream)
        except (ValueError, KeyError, TypeError, EOFError):
            cause = "It is damaged: HDF5, the library that reads it, came to no end."
            raise UnreadableArrays(say(cause)) from None


@contextmanager
def _process(asked: str, patience: float) -> Generator[IO[bytes]]:
    """What a process says that reads; it is ended in any case."""
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    process = subprocess.Popen(
        command("sets", asked),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={
            **os.environ,
            "PYTHONPATH": path,
            "PYTHONSAFEPATH": "1",
            "OPENBLAS_NUM_THREADS": "1",
        },
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    assert process.stdout is not None
    timer = threading.Timer(patience, process.kill)
    timer.daemon = True
    timer.start()
    try:
        yield process.stdout
    finally:
        timer.cancel()
        process.kill()
        process.stdout.close()
        process.wait()


def _received(stream: IO[bytes]) -> DataSets:
    reply = json.loads(stream.readline())
    if reply.get("cause") == "library":
        raise missing_library(ModuleNotFoundError(reply["name"], name="h5py"))
    if "cause" in reply:
        raise UnreadableArrays(_words(reply))
    numbers: dict[str, Numbers] = {}
    for path, kind, shape in reply["numbers"]:
        numbers[path] = np.empty(shape, np.dtype(kind))
        left = _bytes_of(numbers[path])
        while left:
            count = stream.readinto(left)  # type: ignore[attr-defined]
            if not count:
                raise EOFError
            left = left[count:]
    return DataSets(reply["attributes"], numbers, reply["texts"], reply["names"])


def _bytes_of(array: Numbers) -> memoryview:
    """The memory of an array that has no gaps."""
    return array.reshape(-1).view(np.uint8).data


def _words(refusal: Mapping[str, Any]) -> Message:
    name = str(refusal.get("name", ""))[:60]
    match refusal["cause"]:
        case "elsewhere":
            cause = "“{name}” is a link or lies in other files; only what is in the file is read."
            return say(cause, name=name)
        case "sort":
            return say("“{name}” holds neither numbers nor a text.", name=name)
        case "size":
            return say("It holds more than {most:g} MB.", most=refusal["most"] / 1e6)
        case "many":
            return say("It holds more than {count} data sets.", count=MOST_ENTRIES)
        case _:
            return say("It cannot be opened as an HDF5 file ({why}).", why=name)


# --- in the process of its own -----------------------------------------------------------------


class _Refused(Exception):
    """What is told in place of data sets."""

    def __init__(self, cause: str, **values: Any) -> None:
        self.told = {"cause": cause, **values}


def main() -> None:
    """Read the file and say what it holds, as it is asked by the first word."""
    asked = json.loads(sys.argv[1])
    target = sys.stdout.buffer
    try:
        head, numbers = _read(**asked)
        target.write(_line(head))
        for array in numbers:
            target.write(_bytes_of(array))
    except _Refused as refused:
        target.write(_line(refused.told))
    except Exception as error:  # noqa: BLE001 - whatever the library stumbles over is told
        text = " ".join(str(error).split())[:200].rstrip(".") or type(error).__name__
        target.write(_line({"cause": "", "name": text}))
    target.flush()
    os._exit(0)  # the library may stumble where it ends, too


def _line(header: Mapping[str, Any]) -> bytes:
    return json.dumps(header).encode("ascii") + b"\n"


def _read(
    path: str, most: int, groups: Sequence[str], first: Sequence[str]
) -> tuple[dict[str, Any], list[Numbers]]:
    try:
        h5py = library("h5py")
    except MissingLibrary as missing:
        raise _Refused("library", name=str(missing.__cause__)) from None
    numbers: dict[str, Numbers] = {}
    texts: dict[str, str] = {}
    names: dict[str, str] = {}
    total = 0
    _allow(0)
    with h5py.File(path, "r", libver="latest", swmr=_awaits_writer(path)) as file:
        _open_no_more()
        for label, entry in _plain(h5py, file, groups, first):
            size = entry.size * entry.dtype.itemsize
            total += size
            if total > most:
                raise _Refused("size", most=most)
            _allow(size)
            if entry.dtype.kind == "O":
                texts[label] = _text(label, entry)
            else:
                numbers[label] = np.ascontiguousarray(entry[()]).reshape(entry.shape)
            if isinstance(name := dict(_attributes(entry)).get("name"), str):
                names[label] = name
        head = {
            "attributes": dict(_attributes(file)),
            "numbers": [(label, array.dtype.str, array.shape) for label, array in numbers.items()],
            "texts": texts,
            "names": names,
        }
    return head, [*numbers.values()]


def _awaits_writer(path: str) -> bool:
    """Whether a file says that it is being written in the mode of one writer and many readers.

    Where it is damaged the library would wait for that writer without end.
    """
    with open(path, "rb") as stream:
        head = stream.read(12)
    if len(head) < 12 or head[:9] != _SUPERBLOCK or not head[11] & _WRITTEN:
        return False
    with suppress(ImportError, ValueError, OSError):
        import signal

        signal.setitimer(signal.ITIMER_REAL, WRITER_SECONDS)
    return True


def _allow(size: int) -> None:
    """Time and memory for so many bytes more; systems without such limits know `PATIENCE` alone."""
    with suppress(ImportError, ValueError, OSError):
        import resource
        import signal

        left = signal.getitimer(signal.ITIMER_PROF)[0] or SECONDS
        signal.setitimer(signal.ITIMER_PROF, left + SECONDS_PER_BYTE * size)
        if left := signal.getitimer(signal.ITIMER_REAL)[0]:
            signal.setitimer(signal.ITIMER_REAL, left + WRITER_SECONDS_PER_BYTE * size)
        most, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = SPARE_BYTES if most == resource.RLIM_INFINITY else most + 2 * size
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def _open_no_more() -> None:
    """Nothing else can be opened by this process, whatever a file names."""
    codecs.lookup("ascii")  # which texts need, and Python loads from its file when they do
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))


def _plain(
    h5py: Any, file: Any, groups: Sequence[str], first: Sequence[str]
) -> Generator[tuple[str, Any]]:
    """The data sets with their paths. Raises _Refused where one is not of the file itself."""
    for name in first:
        if name in file:
            yield from _own_set(h5py, file, name, name)
    for group in ("", *groups):
        place: Any = file if not group else _own(h5py, file, group) if group in file else None
        if not isinstance(place, h5py.Group):
            continue
        if len(place) > MOST_ENTRIES:
            raise _Refused("many")
        for name in place:
            path = f"{group}/{name}".lstrip("/")
            if path not in first:
                yield from _own_set(h5py, place, name, path)


def _own_set(h5py: Any, place: Any, name: str, path: str) -> Generator[tuple[str, Any]]:
    """A data set; nothing where it is a group or a type.

    Where it is stored is looked at first: to ask a virtual one for its size opens other files.
    """
    entry = _own(h5py, place, name)
    if not isinstance(entry, h5py.Dataset):
        return
    if entry.is_virtual or entry.external is not None:
        raise _Refused("elsewhere", name=path)
    is_text = entry.dtype.kind == "O" and h5py.check_string_dtype(entry.dtype) is not None
    is_known = entry.dtype.kind in "fiuS" or (is_text and entry.shape == ())
    if entry.shape is None or not is_known:
        raise _Refused("sort", name=path)
    yield path, entry


def _own(h5py: Any, place: Any, name: str) -> Any:
    if not isinstance(place.get(name, getlink=True), h5py.HardLink):
        raise _Refused("elsewhere", name=name)
    return place[name]


def _text(path: str, entry: Any) -> str:
    text = entry.asstr()[()]
    if not isinstance(text, str):
        raise _Refused("sort", name=path)
    return text


def _attributes(entry: Any) -> Generator[tuple[str, str | int]]:
    """The texts and whole numbers of what has attributes."""
    for name in entry.attrs:
        if entry.attrs.get_id(name).shape == ():
            value = entry.attrs[name]
            if isinstance(value, str):
                yield name, value
            elif isinstance(value, np.integer):
                yield name, int(value)
