"""What is told while something takes long: how far it is, and that it can be stopped."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager

from lagr_gui.cli.output import note

FIRST, NEXT = 5.0, 10.0
"""Seconds until the first word is said, and between two of them."""


class _Stage:
    """What is being done, as last heard."""

    words = ""


def stage(words: str) -> None:
    """Note what is being done; it is told when it takes long."""
    _Stage.words = words


def derived(what: str, part: float) -> None:
    """Note how far a derivation is."""
    stage(f"{what} {part:.0%}" if part else what)


@contextmanager
def told(command: str) -> Generator[None]:
    """While something is done within that takes long, its stage is told on standard error."""
    done = threading.Event()
    _Stage.words = ""
    teller = threading.Thread(target=_tell, args=(command, done), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()


def _tell(command: str, done: threading.Event) -> None:
    seconds = FIRST
    hint = "; Ctrl+C stops it"
    while not done.wait(FIRST if seconds == FIRST else NEXT):
        at = f": {_Stage.words}" if _Stage.words else ""
        note(f"lagr {command}, {seconds:.0f} s{at}{hint}.")
        seconds += NEXT
        hint = ""
