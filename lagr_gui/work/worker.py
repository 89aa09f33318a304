"""The near side of the worker process: submit, poll, cancel.

A thread reads what the process sends: unpacking long results must not stop the window.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import queue
import signal
import threading
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from itertools import count
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any

from lagr_gui.foundation.problem import Problem

PATIENCE = 0.3
"""Seconds that a job may take to stop by itself; then it is given up."""
STUBBORN = 1.0
"""Seconds after which its process is ended, too: to begin another one takes longer than that."""


@dataclass(frozen=True, slots=True)
class Message:
    """What a job says: `sort` is progress, result, problems or cancelled.

    It is "again" (with the problems) when its process ended and the job begins once more.
    """

    job: int
    sort: str
    content: Any


class Worker:
    """One warm process that does one job after the other."""

    def __init__(self, notify: Callable[[], None] = lambda: None) -> None:
        """`notify` is called, on another thread, when there is something to `poll`."""
        self._notify = notify
        self._context = multiprocessing.get_context("spawn")
        self._numbers = count(1)
        self._pending: dict[int, tuple[str, dict[str, Any]]] = {}
        self._cancelled: dict[int, float] = {}
        self._again: set[int] = set()
        self._resting = False
        self._start()

    @property
    def busy(self) -> bool:
        """Whether a job is running, waiting or being stopped."""
        return bool(self._pending or self._cancelled)

    def submit(self, name: str, **arguments: Any) -> int:
        """Ask for a job by name; the number under which its messages come."""
        job = next(self._numbers)
        if self._resting:
            self._start()
        self._pending[job] = (name, arguments)
        self._ask(job)
        return job

    def cancel(self, job: int) -> None:
        """Stop a job; its last message says cancelled, within half a second."""
        if job in self._pending and job not in self._cancelled:
            self._cancelled[job] = time.monotonic()
            self._tell(("cancel", job))

    def pause(self, paused: bool) -> None:
        """Let the running job rest after its next report, or go on."""
        self._tell(("pause", paused))

    def poll(self) -> list[Message]:
        """What the jobs have said since the last call; never waits."""
        messages: list[Message] = []
        while not self._heard.empty():
            message = self._heard.get()
            if message is None:
                return [*self._kept(messages), *self._after_end()]
            messages.append(message)
        return [*self._kept(messages), *self._given_up()]

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.join(1)
        if self._process.is_alive():
            self._process.kill()
            self._process.join(1)
        self._reader.join(1)  # it ends with the process, before its connection is closed
        self._connection.close()

    def _kept(self, messages: list[Message]) -> list[Message]:
        """Messages of jobs that are still wanted; ended jobs are crossed out."""
        kept: list[Message] = []
        for message in messages:
            if message.job not in self._pending:
                if message.sort != "progress":
                    self._forget(message.job)
                continue
            if message.job in self._cancelled:
                if message.sort == "progress":
                    continue
                message = Message(message.job, "cancelled", None)
            if message.sort != "progress":
                self._forget(message.job)
            kept.append(message)
        return kept

    def _given_up(self) -> list[Message]:
        """Say of jobs that do not stop that they are cancelled; after some more time end them."""
        now = time.monotonic()
        late = [job for job, since in self._cancelled.items() if now - since > PATIENCE]
        messages = [Message(job, "cancelled", None) for job in late if job in self._pending]
        for job in late:
            self._pending.pop(job, None)
        if any(now - since > STUBBORN for since in self._cancelled.values()):
            messages += self._stopped()
            self._renew()
        return messages

    def _stopped(self) -> list[Message]:
        """What is said of cancelled jobs whose process ends; they are crossed out."""
        jobs = list(self._cancelled)
        messages = [Message(job, "cancelled", None) for job in jobs if job in self._pending]
        for job in jobs:
            self._forget(job)
        return messages

    def _after_end(self) -> list[Message]:
        """The process ended by itself (memory, a fault of a library): take its work up again.

        A job that ends its process a second time is given up.  Without work there is no other
        process until it is asked for: one that cannot even begin must not be begun for ever.
        """
        problem = Problem(
            place="Program",
            cause="The process that calculates ended unexpectedly, perhaps for lack of memory.",
            remedy="Try again; if it happens again, use a smaller system.",
            code="worker-ended",
        )
        messages = self._stopped()
        running = next(iter(self._pending), None)
        if running in self._again:
            messages.append(Message(running, "problems", (problem,)))
            self._forget(running)
        elif running is not None:
            messages.append(Message(running, "again", (problem,)))
            self._again.add(running)
        if self._pending:
            self._renew()
        else:
            self.close()
            self._resting = True
        return messages

    def _renew(self) -> None:
        """Another process, which gets the jobs that are still wanted."""
        self.close()
        self._start()
        for job in self._pending:
            self._ask(job)

    def _forget(self, job: int) -> None:
        self._pending.pop(job, None)
        self._cancelled.pop(job, None)
        self._again.discard(job)

    def _start(self) -> None:
        self._resting = False
        self._connection, other = self._context.Pipe()
        self._process = self._context.Process(target=begin, args=(other, os.getpid()), daemon=True)
        with _deaf():
            self._process.start()
        other.close()
        self._heard: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        listen = (self._connection, self._heard, self._notify)
        self._reader = threading.Thread(target=_read, args=listen, daemon=True)
        self._reader.start()

    def _ask(self, job: int) -> None:
        name, arguments = self._pending[job]
        self._tell(("job", (job, name, arguments)))

    def _tell(self, request: tuple[str, Any]) -> None:
        try:
            self._connection.send(request)
        except (BrokenPipeError, OSError):
            return  # poll notices the end of the process and tells the user


@contextlib.contextmanager
def _deaf() -> Generator[None]:
    """What starts meanwhile does not hear what ends the window by hand, from its first moment."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it would let the signals through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _read(
    connection: Connection,
    heard: queue.SimpleQueue[Message | None],
    notify: Callable[[], None],
) -> None:
    """Hand on what comes, and None when the process has ended."""
    try:
        while True:
            heard.put(Message(*connection.recv()))
            notify()
    except (EOFError, OSError):
        heard.put(None)
        notify()


# --- Where the worker process begins: only there what computes is loaded -----------------------


def begin(connection: Connection, parent: int) -> None:
    """Serve jobs until the other side closes the connection, or its process ends."""
    gc.disable()  # nothing of what is loaded is garbage
    from lagr_gui.work.process import main

    gc.enable()
    main(connection, parent)
