"""Units of FMI for co-simulation that are stepped along with a motion.

A unit holds a program.  It is loaded in a process of its own, which those who ask have to allow:
where it crashes, or never answers, that is told, and nothing that was unpacked stays.
"""

from __future__ import annotations

import math
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import Cancelled, LagrError, refusal
from lagr_gui.foundation.starting import command, environment
from lagr_gui.parallel.frames import receive, send
from lagr_gui.simulation.units.reading import UnitFile, unit_place, unpack

PATIENCE = 600.0
"""Seconds in which a unit must answer."""
LOOK = 0.2
"""Seconds between two looks whether the answer is still wanted."""
ENDING = 5.0
"""Seconds that a unit may take to end."""


class SteppedUnit:
    """A unit under way; `close` ends it and takes away what was unpacked.

    Where `cancel` says so while it is asked for something, Cancelled is raised.
    """

    def __init__(
        self,
        unit: UnitFile,
        inputs: Sequence[str],
        outputs: Sequence[str],
        cancel: Callable[[], bool] | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.path, self.cancel, self.patience = unit.path, cancel, patience
        self._t = math.nan
        self._busy = False
        self._process: subprocess.Popen[bytes] | None = None
        self._heard: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._folder = tempfile.mkdtemp(prefix="lagr-fmu-")
        try:
            unpack(unit, self._folder)
            self._process = subprocess.Popen(
                command("unit"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment(),
            )
            threading.Thread(target=self._hear, args=(self._process,), daemon=True).start()
            self._send((str(unit.path), self._folder, list(inputs), list(outputs)))
            self._answer()
        except BaseException:
            self.close()
            raise

    def begin(self, t: float, values: Mapping[str, float], signals: Sequence[float]) -> None:
        """Initialise it at a time with values of its parameters and inputs. Raises LagrError."""
        self._t = t
        self._ask("begin", t, dict(values), list(signals))

    def step(self, by: float, signals: Sequence[float]) -> list[float]:
        """Its outputs after a step with these inputs. Raises LagrError."""
        values = self._ask("step", by, list(signals))
        self._t += by
        return values

    def close(self) -> None:
        """End it, whatever state it is in."""
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None
            with suppress(OSError, subprocess.TimeoutExpired):
                if not self._busy:
                    send(process.stdin, ("close", ()))
                    process.wait(ENDING)
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]
        shutil.rmtree(self._folder, ignore_errors=True)

    # --- one question ---------------------------------------------------------------------------

    def _ask(self, name: str, *arguments: Any) -> Any:
        self._send((name, arguments))
        return self._answer()

    def _send(self, value: Any) -> None:
        assert self._process is not None and self._process.stdin is not None
        self._busy = True
        with suppress(OSError):  # it has ended: that is heard
            send(self._process.stdin, value)

    def _answer(self) -> Any:
        """What it answers. Raises LagrError where it refuses, ends or does not answer."""
        started = monotonic()
        while True:
            try:
                sort, value = self._heard.get(timeout=LOOK)
                break
            except queue.Empty:
                if self.cancel is not None and self.cancel():
                    raise Cancelled from None
                if monotonic() - started > self.patience:
                    cause = say("It has not answered for {seconds:g} s.", seconds=self.patience)
                    raise self._refused(cause) from None
        self._busy = False
        if sort == "refused":
            raise value
        if sort == "ended":
            raise self._refused(self._end())
        return value

    def _hear(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        try:
            while True:
                self._heard.put(receive(process.stdout))
        except (EOFError, OSError, ValueError):
            self._heard.put(("ended", None))

    def _end(self) -> Message:
        """How its process ended."""
        assert self._process is not None
        status = self._process.wait()
        how = say("exit status {status}", status=status)
        if status < 0:
            with suppress(ValueError):
                how = say("signal {name}", name=signal.Signals(-status).name)
        if math.isnan(self._t):
            return say("Its program crashes when it is started ({how}).", how=how)
        return say("Its program crashes at t = {t:.6g} s ({how}).", t=self._t, how=how)

    def _refused(self, cause: Message) -> LagrError:
        remedy = say("Ask who made the unit; the model goes on without it.")
        return refusal(unit_place(self.path), cause, remedy, "fmu-crash")
