"""Worker processes that do the parts of a work; one that ends by itself is replaced.

They are started as programs of their own, not by `multiprocessing`, which would run the script of
a user once more in each of them.
"""

from __future__ import annotations

import contextlib
import queue
import subprocess
import threading
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from lagr_gui.foundation.starting import command, environment
from lagr_gui.parallel.duty import Duty, Part
from lagr_gui.parallel.frames import receive, send

TRIES = 2
"""So many workers may end with a part in hand; then it is divided, or given up."""

FALSE_STARTS = 3
"""So many workers in a row may end before they are ready."""

LOOK = 0.2
"""Seconds between two looks whether the work is still wanted."""

Answer = tuple[Part, Any]
"""A part with its result; None where no worker survives it."""


def crew(duty: Duty, parts: Iterable[Part], size: int) -> Generator[Answer | None]:
    """The parts done by worker processes, as they are ready; None now and then meanwhile.

    Who closes the generator ends the workers.  Raises RuntimeError for faults of the function, and
    where workers cannot be started.
    """
    leader = _Leader(duty, deque(parts))
    try:
        leader.hire(size)
        while leader.workers:
            yield from leader.next()
    finally:
        leader.dismiss()


@dataclass(eq=False)
class _Worker:
    """A process, and the part that it has in hand."""

    process: subprocess.Popen[bytes]
    part: Part | None = None
    ready: bool = False


@dataclass(eq=False)
class _Leader:
    duty: Duty
    waiting: deque[Part]
    workers: list[_Worker] = field(default_factory=list[_Worker])
    heard: queue.SimpleQueue[tuple[_Worker, str, Any]] = field(default_factory=queue.SimpleQueue)
    lost: Counter[Part] = field(default_factory=Counter[Part])
    false_starts: int = 0

    def hire(self, size: int) -> None:
        """Start workers, no more than there are parts."""
        for _ in range(min(size, len(self.waiting))):
            self._start()

    def dismiss(self) -> None:
        """End all workers."""
        for worker in self.workers:
            worker.process.kill()
        for worker in self.workers:
            worker.process.wait()
            self._close(worker)
        self.workers.clear()

    def next(self) -> Iterator[Answer | None]:
        """What has happened next."""
        try:
            worker, sort, content = self.heard.get(timeout=LOOK)
        except queue.Empty:
            yield None
            return
        if worker not in self.workers:
            return
        if sort == "ended":
            yield from self._replaced(worker)
            return
        if sort == "fault":
            raise RuntimeError(content)
        worker.ready, self.false_starts = True, 0
        if sort == "done" and worker.part is not None:
            yield worker.part, content
        self._give(worker)

    def _start(self) -> None:
        process = subprocess.Popen(
            command("crew"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
        )
        worker = _Worker(process)
        self.workers.append(worker)
        threading.Thread(target=self._hear, args=(worker,), daemon=True).start()
        assert process.stdin is not None
        with contextlib.suppress(OSError):  # it has ended: that is heard
            send(process.stdin, self.duty)

    def _hear(self, worker: _Worker) -> None:
        assert worker.process.stdout is not None
        try:
            while True:
                self.heard.put((worker, *receive(worker.process.stdout)))
        except (EOFError, OSError, ValueError):
            self.heard.put((worker, "ended", None))

    def _give(self, worker: _Worker) -> None:
        """Hand the next part to a worker; without any it may go."""
        if not self.waiting:
            worker.part = None
            worker.process.kill()
            worker.process.wait()
            self._close(worker)
            self.workers.remove(worker)
            return
        worker.part = self.waiting.popleft()
        assert worker.process.stdin is not None
        with contextlib.suppress(OSError):  # it has ended: that is heard
            send(worker.process.stdin, worker.part)

    def _replaced(self, worker: _Worker) -> Iterator[Answer]:
        """Another worker in the place of one that has ended; its part is done once more."""
        self.workers.remove(worker)
        worker.process.wait()
        self._close(worker)
        self.false_starts += not worker.ready
        if self.false_starts >= FALSE_STARTS:
            raise RuntimeError(f"Workers end with status {worker.process.returncode} at once.")
        if worker.part is not None:
            yield from self._again(worker.part)
        if self.waiting:
            self._start()

    def _again(self, part: Part) -> Iterator[Answer]:
        self.lost[part] += 1
        if self.lost[part] < TRIES:
            self.waiting.appendleft(part)
        elif len(part) > 1:  # one of them is to blame: the others shall not suffer
            self.waiting.extendleft((number,) for number in reversed(part))
        else:
            yield part, None

    def _close(self, worker: _Worker) -> None:
        for pipe in (worker.process.stdin, worker.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
