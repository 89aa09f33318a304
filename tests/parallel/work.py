"""Work for crews, at which workers end in the middle."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def squares(shared: str, part: tuple[int, ...]) -> list[int]:
    """Squares; a number of `shared` ends its worker: ``once`` the first time only."""
    folder, sort, numbers = shared.split("|")
    for number in part:
        if str(number) in numbers.split(","):
            mark = Path(folder) / str(number)
            if sort == "always" or not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
    print("what is printed goes astray")
    return [number**2 for number in part]


def slow(shared: float, part: tuple[int, ...]) -> tuple[int, ...]:
    """The part itself, after a while."""
    time.sleep(shared)
    return part


def faulty(shared: None, part: tuple[int, ...]) -> None:
    """What has a fault."""
    raise ZeroDivisionError("a fault of ours")
