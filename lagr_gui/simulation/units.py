"""Units of FMI for co-simulation that are stepped along with a motion.

A unit holds a program. Nothing of it is loaded before it is opened here, which those who ask
have to allow.
"""

from __future__ import annotations

import io
import math
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from lagr_gui.incoming import read_bytes
from lagr_gui.message import Message, say
from lagr_gui.problem import LagrError, refusal
from lagr_gui.registry import did_you_mean

MOST_BYTES = 256_000_000
"""Bytes of a unit, and of all that it holds."""

MOST_FILES = 10_000
_REALS = ("Real", "Float64", "Float32")
_WORDS = 3
"""Last words of a unit that are told with an error."""


@dataclass(frozen=True, slots=True)
class UnitFile:
    """A unit that has been read, not opened: its content and what tells it from others."""

    path: Path
    content: bytes = field(repr=False)

    @property
    def mark(self) -> str:
        """The SHA-256 of the file."""
        return sha256(self.content).hexdigest()


def read_unit(file: str, folder: str | Path = "") -> UnitFile:
    """The content of a file, sought in a folder where it is no whole path. Raises LagrError."""
    path = Path(folder) / file
    return UnitFile(path, read_bytes(path, most=MOST_BYTES))


def allowed_unit(file: str, folder: str | Path, allowed: bool | Collection[str]) -> UnitFile:
    """The content of a file where all units, or this one by its mark, may run.

    Raises LagrError, also where it cannot be read.
    """
    unit = read_unit(file, folder)
    if allowed is True or (not isinstance(allowed, bool) and unit.mark in allowed):
        return unit
    cause = say(
        "It is a program, and would run on this computer with all that you may do "
        "(SHA-256 {mark}).",
        mark=unit.mark,
    )
    remedy = say(
        "If you trust where it comes from, allow it: when the window asks, by --allow-fmu on the "
        "command line, by allow_fmu=True in Python."
    )
    raise refusal(_place(unit.path), cause, remedy, "fmu-consent")


class SteppedUnit:
    """A unit under way; `close` ends it and takes away what was unpacked."""

    def __init__(self, unit: UnitFile, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        self.path = unit.path
        self._words: list[str] = []
        self._folder = tempfile.mkdtemp(prefix="lagr-fmu-")
        self._made: Any = None
        self._t = math.nan
        try:
            self._open(unit, inputs, outputs)
        except BaseException:
            self.close()
            raise

    def _open(self, unit: UnitFile, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        fmpy, simulation = _fmpy(self.path)
        _unpack(unit, self._folder)
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
        known = fmpy.supported_platforms(self._folder)
        if fmpy.platform not in known:
            raise self._refused(
                say("It has no program for this computer ({name}).", name=fmpy.platform_tuple),
                say("Export it on this platform; source code alone is not compiled here."),
            )
        self._second = said.fmiVersion.startswith("2")
        self._by_name = {v.name: v for v in said.modelVariables}
        self._inputs = [self._real(name, "input") for name in inputs]
        self._outputs = [self._real(name, "output") for name in outputs]
        self._made = self._tried(
            lambda: simulation.instantiate_fmu(
                self._folder, said, "CoSimulation", logger=self._hear, require_functions=False
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
        found = [float(x) for x in self._do(self._name("get"), self._outputs)]
        for place, value in enumerate(found):
            if not math.isfinite(value):
                raise self._refused(
                    say(
                        "Its output {place} is {value} at t = {t:.6g} s.",
                        place=place + 1,
                        value=value,
                        t=self._t,
                    )
                )
        return found

    def close(self) -> None:
        """End it, whatever state it is in."""
        made, self._made = self._made, None
        if made is not None:
            for name in ("terminate", "freeInstance"):
                # It may be in any state; it ends all the same.
                with suppress(Exception):
                    getattr(made, name)()
        shutil.rmtree(self._folder, ignore_errors=True)

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

    def _do(self, name: str, *given: Any, **named: Any) -> Any:
        def failed(why: str) -> Message:
            words = " ".join(self._words[-_WORDS:])
            t = self._t if math.isfinite(self._t) else 0.0
            return say("At t = {t:.6g} s it fails: {why}. {words}", t=t, why=why, words=words)

        return self._tried(lambda: getattr(self._made, name)(*given, **named), failed)

    def _tried(self, call: Callable[[], Any], told: Callable[[str], Message]) -> Any:
        """What a call of the library or of the unit gives; a refusal where it fails."""
        try:
            return call()
        except Exception as error:  # noqa: BLE001 - FMPy raises plain exceptions
            raise self._refused(told(_one(error))) from None

    def _hear(self, *said: Any) -> None:
        message = said[-1]
        text = message.decode("utf-8", "replace") if isinstance(message, bytes) else str(message)
        self._words = [*self._words[-_WORDS:], text.strip()]

    def _real(self, name: str, causality: str) -> int:
        found = self._by_name.get(name)
        known = [n for n, v in self._by_name.items() if v.causality == causality]
        if found is None or found.causality != causality:
            sort = say(causality)
            cause = say("It has no {sort} “{name}”.", sort=sort, name=name)
            raise self._refused(cause, did_you_mean(name, known))
        if found.type not in ("Real", "Float64") or found.dimensions:
            cause = say("“{name}” is no real number but {kind}.", name=name, kind=found.type)
            raise self._refused(cause, say("Choose a variable that is one real number."))
        return found.valueReference

    def _parameter(self, name: str) -> Any:
        found = self._by_name.get(name)
        settable = {"parameter", "structuralParameter", "local", "output", "input"}
        if found is None or found.causality not in settable or found.type in ("String", "Binary"):
            known = [n for n, v in self._by_name.items() if v.causality == "parameter"]
            cause = say("It has no parameter “{name}”.", name=name)
            raise self._refused(cause, did_you_mean(name, known))
        return found

    def _refused(self, cause: str | Message, remedy: str | Message = "") -> LagrError:
        return refusal(_place(self.path), cause, remedy or say("Look at the unit."), "fmu")


def _place(path: Path) -> str:
    return say("Unit “{name}”", name=path.name)


def _one(error: Exception) -> str:
    """An error of elsewhere in one line."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text[:300].rstrip(".")


def _fmpy(path: Path) -> tuple[Any, Any]:
    """The library, loaded with the first unit, and its part that starts units."""
    try:
        return import_module("fmpy"), import_module("fmpy.simulation")
    except ImportError:
        raise refusal(
            _place(path),
            say("FMPy, which runs units, is not installed."),
            say("Install it: pip install lagr-gui[fmu]"),
            "fmu-library",
        ) from None


def _unpack(unit: UnitFile, folder: str) -> None:
    """All files of a unit within a folder, within limits."""
    try:
        with zipfile.ZipFile(io.BytesIO(unit.content)) as archive:
            entries = archive.infolist()
            size = sum(entry.file_size for entry in entries)
            if size > MOST_BYTES or len(entries) > MOST_FILES:
                raise refusal(
                    _place(unit.path), say("It holds too much."), say("Look at the unit."), "fmu"
                )
            archive.extractall(folder)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError) as error:
        raise refusal(
            _place(unit.path),
            say("It cannot be unpacked: {why}.", why=_one(error)),
            say("Export it once more."),
            "fmu",
        ) from None
