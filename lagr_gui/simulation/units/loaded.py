"""The far side of a unit of FMI: the process in which its program is loaded and runs.

What is asked comes in on standard input, answers go out; what the program prints goes to standard
error.  Whatever it does to its process, who asked goes on.
"""

from __future__ import annotations

import math
import os
import queue
import re
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from lagr_gui.expression.arguments import shortened
from lagr_gui.foundation.libraries import library
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.parallel.frames import receive, send
from lagr_gui.simulation.units.reading import one_line, unit_place

_REALS = ("Real", "Float64", "Float32")
_WORDS = 3
"""Last words of a unit that are told with an error."""
_IDENTIFIER = re.compile("[A-Za-z_][A-Za-z0-9_]*")


def main() -> None:
    """Do what is asked of one unit until the other side is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asked hears Ctrl+C
    source, target = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    path, folder, inputs, outputs = receive(source)
    asked: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(source, asked, folder), daemon=True).start()
    unit = LoadedUnit(Path(path), folder)
    asked.put(("open", (inputs, outputs)))
    while True:
        name, arguments = asked.get()
        try:
            send(target, ("done", getattr(unit, name)(*arguments)))
        except LagrError as error:
            send(target, ("refused", error))
        if name == "close":
            os._exit(0)


def _listen(source: IO[bytes], asked: queue.SimpleQueue[tuple[str, Any]], folder: str) -> None:
    """Hand on what is asked; end with the process that asks, and leave nothing of it behind."""
    try:
        while True:
            asked.put(receive(source))
    except (EOFError, OSError):
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)


class LoadedUnit:
    """A unit whose program is loaded."""

    def __init__(self, path: Path, folder: str) -> None:
        self.path = path
        self._words: list[str] = []
        self._folder = folder
        self._made: Any = None
        self._t = math.nan

    def open(self, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        """Load and instantiate it, for inputs and outputs by name. Raises LagrError."""
        fmpy, simulation = _fmpy()
        said = self._tried(
            lambda: fmpy.read_model_description(self._folder),
            lambda why: say("It does not say what it is: {why}.", why=why),
        )
        if said.coSimulation is None:
            raise self._refused(
                say("It is not for co-simulation."),
                say("Export it with co-simulation (FMI 2 or 3)."),
            )
        if said.fmiVersion.split(".")[0] not in ("2", "3"):
            raise self._refused(say("It is of FMI {version}.", version=said.fmiVersion))
        platforms = fmpy.supported_platforms(self._folder)
        if fmpy.platform not in platforms:
            raise self._refused(
                say("It has no program for this computer ({name}).", name=fmpy.platform_tuple),
                say("Export it on this platform; source code alone is not compiled here."),
            )
        identifier = said.coSimulation.modelIdentifier
        if not _IDENTIFIER.fullmatch(identifier):
            raise self._refused(
                say("Its model identifier “{name}” is no name of C.", name=shortened(identifier)),
                say("Do not run it: it may want to load what lies elsewhere on this computer."),
            )
        library = self._library(fmpy, said.fmiVersion, identifier)
        self._second = said.fmiVersion.startswith("2")
        self._by_name = {v.name: v for v in said.modelVariables}
        self._inputs = [self._real(name, "input") for name in inputs]
        self._outputs = [self._real(name, "output") for name in outputs]
        self._made = self._tried(
            lambda: simulation.instantiate_fmu(
                self._folder,
                said,
                "CoSimulation",
                logger=self._hear,
                library_path=library,
                require_functions=False,
            ),
            lambda why: say("It cannot be started: {why}.", why=why),
        )

    def begin(self, t: float, values: Mapping[str, float], signals: Sequence[float]) -> None:
        """Initialise it at a time with values of its parameters and inputs. Raises LagrError."""
        named = {name: self._parameter(name) for name in values}
        if self._second:
            self._do("setupExperiment", startTime=t)
        for name, value in values.items():
            self._put_value(named[name], value)
        if self._second:
            self._do("enterInitializationMode")
        else:
            self._do("enterInitializationMode", startTime=t)
        self._put(signals)
        self._do("exitInitializationMode")
        self._t = t

    def step(self, by: float, signals: Sequence[float]) -> list[float]:
        """Its outputs after a step with these inputs. Raises LagrError."""
        self._put(signals)
        done = self._do("doStep", self._t, by)
        if isinstance(done, tuple) and (done[1] or done[2]):
            raise self._refused(say("It ends at t = {t:.6g} s.", t=done[3]))
        self._t += by
        values = [float(x) for x in self._do(self._name("get"), self._outputs)]
        for place, value in enumerate(values):
            if not math.isfinite(value):
                raise self._refused(
                    say(
                        "Its output {place} is {value} at t = {t:.6g} s.",
                        place=place + 1,
                        value=value,
                        t=self._t,
                    )
                )
        return values

    def close(self) -> None:
        """End it, whatever state it is in."""
        for name in ("terminate", "freeInstance"):
            # It may be in any state; it ends all the same.
            with suppress(Exception):
                getattr(self._made, name)()

    def _library(self, fmpy: Any, version: str, identifier: str) -> str:
        """The file that is loaded. Raises LagrError where it lies outside of the unit."""
        whole = Path(self._folder).resolve()
        place = fmpy.platform if version.startswith("2") else fmpy.platform_tuple
        file = whole / "binaries" / place / f"{identifier}{fmpy.sharedLibraryExtension}"
        if not file.resolve().is_relative_to(whole) or not file.is_file():
            raise self._refused(say("It holds no program “{name}”.", name=file.name))
        return str(file.resolve())

    # --- one call -------------------------------------------------------------------------------

    def _name(self, verb: str) -> str:
        return f"{verb}{'Real' if self._second else 'Float64'}"

    def _put(self, signals: Sequence[float]) -> None:
        if self._inputs:
            self._do(self._name("set"), self._inputs, list(signals))

    def _put_value(self, variable: Any, value: float) -> None:
        kind = str(variable.type)
        sort = ("Integer" if self._second else "Int64") if kind == "Enumeration" else kind
        number: Any = bool(value) if kind == "Boolean" else value
        if kind not in (*_REALS, "Boolean"):
            number = int(value)
        self._do(f"set{sort}", [variable.valueReference], [number])

    def _do(self, name: str, *arguments: Any, **named: Any) -> Any:
        def failed(why: str) -> Message:
            words = " ".join(self._words[-_WORDS:])
            t = self._t if math.isfinite(self._t) else 0.0
            return say("At t = {t:.6g} s it fails: {why}. {words}", t=t, why=why, words=words)

        return self._tried(lambda: getattr(self._made, name)(*arguments, **named), failed)

    def _tried(self, call: Callable[[], Any], wording: Callable[[str], Message]) -> Any:
        """What a call of the library or of the unit gives; a refusal where it fails."""
        try:
            return call()
        except Exception as error:  # noqa: BLE001 - FMPy raises plain exceptions
            raise self._refused(wording(one_line(error))) from None

    def _hear(self, *said: Any) -> None:
        message = said[-1]
        text = message.decode("utf-8", "replace") if isinstance(message, bytes) else str(message)
        self._words = [*self._words[-_WORDS:], text.strip()]

    def _real(self, name: str, causality: str) -> int:
        variable = self._by_name.get(name)
        names = [n for n, v in self._by_name.items() if v.causality == causality]
        if variable is None or variable.causality != causality:
            sort = say(causality)
            cause = say("It has no {sort} “{name}”.", sort=sort, name=name)
            raise self._refused(cause, did_you_mean(name, names))
        if variable.type not in ("Real", "Float64") or variable.dimensions:
            cause = say("“{name}” is no real number but {kind}.", name=name, kind=variable.type)
            raise self._refused(cause, say("Choose a variable that is one real number."))
        return variable.valueReference

    def _parameter(self, name: str) -> Any:
        variable = self._by_name.get(name)
        settable = {"parameter", "structuralParameter", "local", "output", "input"}
        if (
            variable is None
            or variable.causality not in settable
            or variable.type in ("String", "Binary")
        ):
            names = [n for n, v in self._by_name.items() if v.causality == "parameter"]
            cause = say("It has no parameter “{name}”.", name=name)
            raise self._refused(cause, did_you_mean(name, names))
        return variable

    def _refused(self, cause: str | Message, remedy: str | Message = "") -> LagrError:
        return refusal(unit_place(self.path), cause, remedy or say("Look at the unit."), "fmu")


def _fmpy() -> tuple[Any, Any]:
    """The library, loaded with the first unit, and its part that starts units."""
    return library("fmpy"), library("fmpy.simulation")
