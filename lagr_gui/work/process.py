"""The loop of the worker process.

Jobs run in the main thread.  A second thread reads requests, so that a cancel is heard in
the middle of a job; a third one sends, so that a message is never cut in two when the job
is interrupted.
"""

from __future__ import annotations

import ctypes
import queue
import threading
import time
import traceback
from multiprocessing.connection import Connection
from typing import Any

from lagr_gui import pipeline
from lagr_gui.kernel import undisturbed
from lagr_gui.message import say
from lagr_gui.problem import Cancelled, LagrError, Problem
from lagr_gui.work.jobs import JOBS


def main(connection: Connection) -> None:
    """Serve jobs until the other side closes the connection."""
    _Server(connection).serve()


class _Server:
    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.jobs: queue.SimpleQueue[tuple[int, str, dict[str, Any]] | None] = queue.SimpleQueue()
        self.answers: queue.SimpleQueue[tuple[int, str, Any]] = queue.SimpleQueue()
        self.lock = threading.Lock()
        self.current = 0
        self.struck = False
        self.paused = False
        self.unwanted: set[int] = set()
        self.main_thread = threading.get_ident()

    def serve(self) -> None:
        for target in (self._receive, self._send):
            threading.Thread(target=target, daemon=True).start()
        while (job := self.jobs.get()) is not None:
            self.answers.put(self._answer(*job))

    def _answer(self, number: int, name: str, arguments: dict[str, Any]) -> tuple[int, str, Any]:
        try:
            self._begin(number)
            result = JOBS[name](lambda what: self._report(number, what), **arguments)
            self._end()
        except Cancelled:
            pipeline.forget()  # a derivation that was interrupted may be half done
            return number, "cancelled", None
        except LagrError as error:
            return number, "problems", error.problems
        except (MemoryError, RecursionError):
            return number, "problems", (_too_large(),)
        except Exception:  # noqa: BLE001 - the edge of the worker: a fault of ours is told, not lost
            return number, "problems", (_fault(traceback.format_exc()),)
        finally:
            self.current = 0
        return number, "result", result

    def _report(self, number: int, what: Any) -> None:
        self.answers.put((number, "progress", what))
        while self.paused:
            time.sleep(0.02)

    def _begin(self, number: int) -> None:
        with self.lock:
            self.struck = self.paused = False
            if number in self.unwanted:
                raise Cancelled
            self.current = number

    def _end(self) -> None:
        """From here on no cancel strikes; one that is under way is awaited."""
        with self.lock:
            self.current = 0
        while self.struck:
            time.sleep(0.001)

    def _receive(self) -> None:
        while True:
            try:
                sort, content = self.connection.recv()
            except (EOFError, OSError):
                self.jobs.put(None)
                return
            if sort == "cancel":
                self._strike(content)
            elif sort == "pause":
                self.paused = content
            else:
                self.jobs.put(content)

    def _strike(self, number: int) -> None:
        """Raise Cancelled in the running job, wherever it is but among LLVM's objects."""
        with undisturbed, self.lock:
            self.unwanted.add(number)
            if self.current == number and not self.struck:
                self.struck = True
                thread = ctypes.c_ulong(self.main_thread)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(Cancelled))

    def _send(self) -> None:
        while True:
            answer = self.answers.get()
            try:
                self.connection.send(answer)
            except (BrokenPipeError, OSError):
                return


def _too_large() -> Problem:
    return Problem(
        place="Equations",
        cause="The results are too large for this machine's memory.",
        remedy="Use the recursive derivation (simulate, evaluate), or divide the system.",
        code="too-large",
    )


def _fault(trace: str) -> Problem:
    last = trace.strip().splitlines()[-1]
    return Problem(
        place="Program",
        cause=say("The calculation met a fault of the program itself ({last}).", last=last),
        remedy="Please report it with the model; your drawing is safe.",
        code="program-fault",
    )
