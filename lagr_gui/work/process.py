"""The loop of the worker process.

Jobs run in the main thread.  A second thread reads requests, so that a cancel is heard in
the middle of a job; a third one sends, so that a message is never cut in two when the job
is interrupted.
"""

from __future__ import annotations

import ctypes
import gc
import os
import queue
import signal
import sys
import threading
import time
import traceback
import warnings
from multiprocessing.connection import Connection
from typing import Any

from lagr_gui.foundation.interruption import load_whole, undisturbed
from lagr_gui.foundation.libraries import libraries_told
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Cancelled, LagrError, ModelWarning, Problem
from lagr_gui.model import Model
from lagr_gui.prepared import begin, forget_interrupted, prepare, take_as_old
from lagr_gui.work.jobs import DERIVING, JOBS

KILLED_WITH_PARENT = 1
"""PR_SET_PDEATHSIG: Linux ends this process when its parent ends."""

LONG = 1.0
"""Seconds of a job after which what it had taken of memory is given back."""


def main(connection: Connection, parent: int) -> None:
    """Serve jobs until the other side closes the connection, or its process ends."""
    _belong_to(parent)
    load_whole()
    warnings.simplefilter("ignore", ModelWarning)  # the window tells what it knows of its model
    Server(connection).serve()


def _belong_to(parent: int) -> None:
    """End with the window, however it ends; what ends the window by hand is not for us."""
    for name in ("SIGINT", "SIGHUP"):
        if number := getattr(signal, name, None):
            signal.signal(number, signal.SIG_IGN)
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(KILLED_WITH_PARENT, signal.SIGKILL)
    if sys.platform != "win32" and os.getppid() != parent:
        os._exit(0)  # it ended while we began


class Server:
    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.jobs: queue.SimpleQueue[tuple[int, str, dict[str, Any]]] = queue.SimpleQueue()
        self.answers: queue.SimpleQueue[tuple[int, str, Any] | None] = queue.SimpleQueue()
        """What is to be sent; None: memory is swept and given back, now that nobody waits."""
        self.lock = threading.Lock()
        self.current = 0
        self.struck = False
        self.paused = False
        self.unwanted: set[int] = set()
        self.main_thread = threading.get_ident()
        self.model: Model | None = None

    def serve(self) -> None:
        for target in (self._receive, self._send):
            threading.Thread(target=target, daemon=True).start()
        while True:
            number, name, arguments = self.jobs.get()
            deriving, start = name in DERIVING, time.monotonic()
            if deriving:
                gc.disable()  # what is made is swept when it has been sent
            self.answers.put(self._answer(number, name, arguments))
            if deriving or time.monotonic() - start > LONG:
                self.answers.put(None)

    def _answer(self, number: int, name: str, arguments: dict[str, Any]) -> tuple[int, str, Any]:
        try:
            begin()
            self._begin(number)
            asked = self._prepared(**arguments)
            with libraries_told():
                result = JOBS[name](lambda what: self._report(number, what), **asked)
            self._end()
        except Cancelled:
            forget_interrupted()
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

    def _prepared(
        self, model: Model | None = None, special: str = "", **words: Any
    ) -> dict[str, Any]:
        """The arguments of a job; of what is asked about a model it needs several things at once.

        A model that equals the one before stands for it: what was made of that is known still.
        """
        if model is None:
            return words
        if self.model is None or model != self.model:
            self.model = model
        return {"prepared": prepare(self.model, special), **words}

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
                os._exit(0)  # the window is gone: nobody wants the job that is under way
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
            if answer is None:
                if not gc.isenabled():
                    take_as_old()
                    gc.enable()
                _give_back()
                continue
            try:
                self.connection.send(answer)
            except (BrokenPipeError, OSError):
                return


def _give_back() -> None:
    """Return freed memory to the system: glibc keeps what long results had taken."""
    if sys.platform.startswith("linux") and (
        trim := getattr(ctypes.CDLL(None), "malloc_trim", None)
    ):
        trim(0)


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
