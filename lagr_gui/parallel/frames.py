"""Values between a process and the workers that it has started, through pipes."""

from __future__ import annotations

from multiprocessing import reduction
from typing import IO, Any

_pickler: Any = reduction.ForkingPickler
_LENGTH = 8


def pack(value: Any) -> bytes:
    """A value as bytes."""
    return bytes(_pickler.dumps(value))


def unpack(data: bytes) -> Any:
    """The value of bytes that a process of ours has packed."""
    return _pickler.loads(data)


def send(target: IO[bytes], value: Any) -> None:
    """Write a value with its length before it. Raises OSError where nobody reads any more."""
    data = pack(value)
    target.write(len(data).to_bytes(_LENGTH, "big"))
    target.write(data)
    target.flush()


def receive(source: IO[bytes]) -> Any:
    """The next value. Raises EOFError where the other side has ended."""
    length = int.from_bytes(_exactly(source, _LENGTH), "big")
    return unpack(_exactly(source, length))


def _exactly(source: IO[bytes], count: int) -> bytes:
    data = source.read(count)
    if len(data) < count:
        raise EOFError
    return data
