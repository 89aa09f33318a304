"""Values between a process and the workers that it has started, through pipes."""

from __future__ import annotations

from multiprocessing import reduction
from typing import IO, Any

_pickler: Any = reduction.ForkingPickler
_LENGTH = 8


def send(target: IO[bytes], value: Any) -> None:
    """Write a value with its length before it. Raises OSError where nobody reads any more."""
    data = _pickler.dumps(value)
    target.write(len(data).to_bytes(_LENGTH, "big"))
    target.write(data)
    target.flush()


def receive(source: IO[bytes]) -> Any:
    """The next value. Raises EOFError where the other side has ended."""
    length = int.from_bytes(_exactly(source, _LENGTH), "big")
    return _pickler.loads(_exactly(source, length))


def _exactly(source: IO[bytes], count: int) -> bytes:
    data = source.read(count)
    if len(data) < count:
        raise EOFError
    return data
