"""What can be chosen: inputs, outputs, and places about which a system moves a little."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from lagr_gui import pipeline
from lagr_gui.expression.letters import pretty
from lagr_gui.expression.units import with_unit
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.linear import prescribed
from lagr_gui.mechanics.state import State
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.pipeline import Equilibria, Report

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Option(Generic[Key]):
    """A thing to choose: what the computation calls it, and the words for it."""

    key: Key
    words: str
    group: str = ""
    usual: bool = False


def inputs(model: Model, report: Report) -> tuple[Option[str], ...]:
    """What can act from outside; usually the first force or moment, or else drive, of the model."""
    units = dict(zip(report.coordinates, report.units, strict=False))
    quantities = {entry.name for entry in (*model.functions, *model.parameters)}
    names = pipeline.possible_inputs(model)
    drives = [name for name in prescribed(model) if not name.startswith(BASE)]
    at_base = [name for name in prescribed(model) if name not in drives]
    others = (*units, *quantities, *drives, *at_base)
    usual = (*(name for name in names if name not in others), *drives, *names)[:1]
    moved = {name: tr("motion of {name}").format(name=name) for name in drives}
    moved |= {name: _of_base(name.removeprefix(BASE)) for name in at_base}
    return tuple(
        Option(name, moved.get(name) or _input(name, units.get(name)), usual=name in usual)
        for name in names
    )


BASE = "base."


def _of_base(entry: str) -> str:
    """Words for a displacement along an axis, or the turn, of body 0."""
    if entry == "angle":
        return tr("turn of body 0")
    return tr("displacement of body 0 along {axis}").format(axis=entry)


def _input(name: str, unit: str | None) -> str:
    words = {"m": tr("force on {name}"), "rad": tr("moment on {name}")}.get(unit or "", "{name}")
    return words.format(name=name if unit is None else pretty(name))


def outputs(report: Report) -> tuple[Option[str], ...]:
    """All coordinates and velocities."""
    known = tuple(zip(report.coordinates, report.units, strict=False))
    places = (Option(n, with_unit(pretty(n), unit), tr("Coordinates")) for n, unit in known)
    rates = (
        Option(f"{n}'", with_unit(pretty(n, 1), unit and f"{unit}/s"), tr("Velocities"))
        for n, unit in known
    )
    return (*places, *rates)


def places(search: Equilibria | None) -> tuple[Option[str | State], ...]:
    """The first equilibrium, the start, and every equilibrium that was found."""
    found = search.found if search else ()
    still = ((State(search.t, tuple(e.q), tuple(e.qd)), e) for e in found) if search else ()
    names = search.coordinates if search else ()
    return (
        Option("equilibrium", tr("equilibrium")),
        Option("start", tr("start values")),
        *(Option(state, f"{_numbers(names, state)} – {tr(e.stability)}") for state, e in still),
    )


def _numbers(names: Sequence[str], state: State) -> str:
    values = [f"{pretty(name)} = {q:.4g}" for name, q in zip(names, state.q, strict=True)]
    speeds = zip(names, state.qd, strict=True)
    values += [f"{pretty(name, 1)} = {speed:.4g}" for name, speed in speeds if speed]
    return ", ".join(values)
