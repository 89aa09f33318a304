"""From a prepared model to the description of a program that runs by itself."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from lagr_gui.expression import read, symbols
from lagr_gui.expression.units import in_si
from lagr_gui.extensions.programs.acting import standing, timed, told_acting
from lagr_gui.extensions.programs.answering import (
    told_derivatives,
    told_loads,
    told_outputs,
    told_reactions,
)
from lagr_gui.extensions.programs.formulas import FurtherFormulas, formulas
from lagr_gui.extensions.programs.gating import gates_of
from lagr_gui.extensions.programs.record import (
    NamedValue,
    ProgramFormula,
    ProgramStretch,
    Standalone,
)
from lagr_gui.extensions.programs.refusing import depend, refused
from lagr_gui.extensions.programs.rubbing import unrubbed
from lagr_gui.extensions.programs.vectors import rubbing_motion, vectors
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import Unprintable
from lagr_gui.foundation.wording import Wording
from lagr_gui.kernel.timed import FunctionsOfTime
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.sheets.condition_words import words_of
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.foresight import foreseen
from lagr_gui.simulation.timetable import Timetable
from lagr_gui.simulation.tuning import FORESIGHT


def describe(
    prepared: Prepared,
    pictured: bool = False,
    directional: bool = False,
    differentiated: bool = False,
    struck: bool = False,
) -> Standalone:
    """What every program of this system is made of; one that is `pictured` tells of places, too.

    One that is `directional` has the exact derivatives of its formulas along a seed, one that is
    `differentiated` those of the accelerations by all that they are functions of.

    Where the program is not one whose motions can be `struck` limits with impacts are refused, and
    dry friction; programs with derivatives know none either.
    Raises Unprintable, a LagrError, with all that cannot be written as a program, and LagrError for
    an unsound model, functions left unspecified, and a start that meets no conditions.
    """
    prepared.warn()
    if problems := refused(prepared, struck, struck and not (directional or differentiated)):
        raise Unprintable(problems)
    name = f"{_sort(pictured, directional)}standalone"
    program = prepared.own(name, lambda: _described(prepared, pictured, directional))
    if not differentiated:
        return program
    reading = prepared.reading
    residual = prepared.kept("residual formula", lambda: told_derivatives(reading), lasting=True)
    return replace(program, formulas=(*program.formulas, residual))


def described(prepared: Prepared, further: FurtherFormulas, changing: Container[str]) -> Standalone:
    """A program with `further` formulas, in a language that knows what they are for.

    Parameters that are `changing` do so while it moves.  Nothing is refused here.  Raises LagrError
    as `describe` does.
    """
    return _described(prepared, False, False, further, changing)


def _sort(pictured: bool, directional: bool) -> str:
    return "pictured " * pictured + "directional " * directional


def _described(
    prepared: Prepared,
    pictured: bool,
    directional: bool,
    further: FurtherFormulas | None = None,
    changing: Container[str] = (),
) -> Standalone:
    drawn, prepared = prepared, prepared if further else standing(prepared)
    model = prepared.model
    reading = prepared.reading if further else unrubbed(prepared.reading)
    name = f"{_sort(pictured, directional)}formulas"

    def made() -> tuple[ProgramFormula, tuple[ProgramFormula, ...]]:
        gates = {} if further else gates_of(drawn.model)
        return formulas(reading, pictured, directional, further, changing, gates)

    constants, some = made() if further else prepared.kept(name, made, lasting=True)
    reactions, transmitted = ((), ()) if pictured else told_reactions(prepared, bool(further))
    sensors, shown, unshown = told_outputs(prepared, directional, bool(further))
    loads, owners = ((), ()) if further else told_loads(prepared)
    signals, acting = ((), None) if further else told_acting(drawn)
    constraints, start = prepared.conditions, prepared.start
    rows = constraints.sources if constraints else ()
    near, far = constraints.reach if constraints else ((), ())
    settings = prepared.settings
    moved = partial(rubbing_motion, drawn, prepared) if acting else None
    return Standalone(
        title=Wording(model.name or "A mechanical system"),
        description=Wording(model.description),
        digest=drawn.digest,
        parameters=parameters_of(prepared, reading),
        coordinates=coordinates_of(prepared),
        states=states_of(prepared),
        constants=constants,
        transmitted=transmitted,
        shown=shown,
        unshown=unshown,
        formulas=(*some, *loads, *signals, *reactions, *sensors),
        conditions=tuple(map(Wording, rows)),
        on_positions=tuple(constraints.holonomic.tolist()) if constraints else (),
        limits=_limits(reading),
        frictions=() if further else tuple(Wording(p.record.name) for p in reading.frictions),
        owners=owners,
        rough=() if further else tuple(number for number, _ in reading.rough),
        near=tuple(map(float, near)),
        far=tuple(map(float, far)),
        dependent=depend(prepared),
        start=tuple(start.y.tolist()),
        begin=settings.t0,
        until=settings.t_end,
        rtol=settings.rtol,
        floors=tuple(prepared.floors.tolist()),
        extents=tuple(prepared.extents.tolist()),
        state_extents=tuple(prepared.state_extents.tolist()),
        time=prepared.unit_of_time,
        stretches=stretches(prepared, () if further else timed(drawn)),
        vectors=vectors(prepared, moved, acting.fixed if acting else {}),
        followed=_followed(prepared),
        acting=acting,
    )


def _followed(prepared: Prepared) -> dict[int, Wording]:
    """The start values that are expressions of parameters, by their places in (q, q̇, z)."""
    names = prepared.coordinates
    entries = {entry.coordinate: entry for entry in prepared.model.start}
    texts = [entries[n].position if n in entries else 0.0 for n in names]
    texts += [entries[n].velocity if n in entries else 0.0 for n in names]
    texts += [signal.start for signal in prepared.model.own_states]
    return {
        place: Wording(text)
        for place, text in enumerate(texts)
        if isinstance(text, str) and symbols(read(text))
    }


def parameters_of(prepared: Prepared, reading: Reading | None = None) -> tuple[NamedValue, ...]:
    """The parameters of a model, or a `reading` of it, with their values.

    Raises LagrError where one has none.
    """
    values = prepared.values
    entries = {entry.name: entry for entry in prepared.model.parameters}
    values_of: list[NamedValue] = []
    for name in (reading or unrubbed(prepared.reading)).parameters:
        entry = entries[name]
        words = entry.description
        if isinstance(entry.value, str) and not _is_number(entry.value):
            words = f"{words}; = {entry.value}" if words else f"= {entry.value}"
        values_of.append(NamedValue(name, Wording(in_si(entry.unit)), Wording(words), values[name]))
    return tuple(values_of)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def coordinates_of(prepared: Prepared) -> tuple[NamedValue, ...]:
    """The coordinates of a model with their units and joints."""
    units, model = prepared.report.units, prepared.model
    owner: dict[str, str] = {}
    for joint in model.joints:
        owner |= dict.fromkeys(joint.coordinates, f"joint {joint.name}")
    names = prepared.coordinates
    padded = (*units, *[""] * (len(names) - len(units)))
    return tuple(
        NamedValue(name, Wording(unit), Wording(owner.get(name, "")))
        for name, unit in zip(names, padded, strict=True)
    )


def states_of(prepared: Prepared) -> tuple[NamedValue, ...]:
    """The states of the first order of a model with their units."""
    return tuple(
        NamedValue(signal.name, Wording(signal.unit), Wording(signal.description))
        for signal in prepared.model.own_states
    )


def _limits(reading: Reading) -> tuple[Wording, ...]:
    """The elements that limit, with a word where one has several limits."""
    return tuple(
        Wording(f"{part.key.partition(':')[2]} {word}".strip())
        for part in reading.limits
        for word in words_of(part)
    )


# --- When steps of a program end, and how long they may be
# What depends on time alone is no surprise.
# What `simulation.foresight` tells of a motion, in a form that a small program can hold.

MOST = 1000
"""Stretches of time that a program holds; of more, one whose steps see each of them."""

ALIKE = 4.0
"""Allowed lengths of steps that differ by less than this factor are taken for the least of them."""


def stretches(
    prepared: Prepared, more: tuple[FunctionsOfTime, ...] = ()
) -> tuple[ProgramStretch, ...]:
    """The times between which functions of time neither jump nor bend, up to the model's end.

    Those of the motion, and some `more`.
    Empty for a model that takes no time.  Raises LagrError where they switch too often.
    """
    settings = prepared.settings
    if not settings.t_end > settings.t0:
        return ()
    timetable = foreseen((*prepared.system().functions_of_time, *more), settings)
    return told_stretches(timetable, settings.t0, settings.t_end)


def told_stretches(timetable: Timetable, begin: float, end: float) -> tuple[ProgramStretch, ...]:
    """Those of a timetable, from a time to another."""
    largest = FORESIGHT.largest * (end - begin)
    if len(timetable.switches) > MOST:
        shortest = float(np.min(np.diff(timetable.switches)))
        longest = min(largest, shortest, float(np.min(timetable.longest, initial=np.inf)))
        return (ProgramStretch(end, end, longest),)
    alike, ends = ALIKE, timetable.marks
    while len(ends) + len(timetable.switches) > MOST or alike == ALIKE:
        ends = _changes(timetable, alike)
        alike *= ALIKE
    cuts = [*zip(timetable.before.tolist(), timetable.after.tolist(), strict=True), (end, end)]
    cuts += [
        (t, t)
        for t in ends.tolist()
        if not np.any((timetable.before <= t) & (t <= timetable.after))
    ]
    cuts = sorted(cut for cut in cuts if begin < cut[0] <= end)
    starts = [begin, *(after for _, after in cuts)]
    lengths = (
        _longest(timetable, *ends) for ends in zip(starts, (b for b, _ in cuts), strict=False)
    )
    return tuple(
        ProgramStretch(before, after, min(largest, longest))
        for (before, after), longest in zip(cuts, lengths, strict=True)
    )


def _changes(timetable: Timetable, alike: float) -> Array:
    """The marks at which allowed lengths of steps change by more than a factor."""

    def found() -> Iterator[float]:
        least = most = float(timetable.longest[0])
        for mark, longest in zip(timetable.marks[1:], timetable.longest[1:].tolist(), strict=False):
            least, most = min(least, longest), max(most, longest)
            if most > alike * least:
                least = most = longest
                yield float(mark)

    return np.array([*found()] if len(timetable.longest) else [])


def _longest(timetable: Timetable, low: float, high: float) -> float:
    """The least of the allowed lengths between two times."""
    first = max(int(np.searchsorted(timetable.marks, low, side="right")) - 1, 0)
    last = int(np.searchsorted(timetable.marks, high, side="left"))
    return float(np.min(timetable.longest[first:last], initial=np.inf))
