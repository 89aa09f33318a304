"""What nobody uses any more is taken apart in the window's thread, whoever makes objects."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest


class Ring:
    """Objects that hold each other until they are swept."""

    def __init__(self, ended: list[str]) -> None:
        self.ring, self.ended = self, ended

    def __del__(self) -> None:
        self.ended.append(threading.current_thread().name)


@pytest.fixture
def sweeps() -> Iterator[list[tuple[str, int]]]:
    """The threads that swept, and which generation."""
    seen: list[tuple[str, int]] = []

    def note(phase: str, told: dict[str, int]) -> None:
        if phase == "start":
            seen.append((threading.current_thread().name, told["generation"]))

    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)


def test_a_thread_that_makes_many_objects_ends_no_ring_of_others(qtbot, sweeps):
    ended: list[str] = []
    for _ in range(3):
        Ring(ended)
    made: list[list[int]] = []
    thread = threading.Thread(target=lambda: made.extend([n] for n in range(20_000)), name="busy")
    thread.start()
    thread.join()
    assert "busy" not in {name for name, _ in sweeps}
    qtbot.waitUntil(lambda: len(ended) == 3)
    assert set(ended) == {"MainThread"}


def test_older_objects_are_swept_in_their_turn(sweeper, sweeps):
    for _ in range(2 * 11 * 11):
        kept = [[n] for n in range(2 * gc.get_threshold()[0])]
        sweeper.sweep()
        del kept
    assert {generation for _, generation in sweeps} == {0, 1, 2}
