"""A motion from where it is until a time at which somebody acts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np

from lagr_gui.analysis.motions.turn_charts import charts_of
from lagr_gui.analysis.runs import without_direction
from lagr_gui.analysis.structure.singular_coordinates import failing
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.validity import Validity
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import (
    BoundConstraints,
    Event,
    Guards,
    KernelSystem,
    Progress,
    Settings,
    Trajectory,
)
from lagr_gui.simulation import simulate as integrate
from lagr_gui.simulation.chart_steps import simulate_turning
from lagr_gui.simulation.chosen_rows import ChosenRows
from lagr_gui.simulation.contacts import Contacts
from lagr_gui.simulation.faults import Invalid
from lagr_gui.simulation.friction.frictions import RubbingContacts
from lagr_gui.simulation.friction.items import Senses, SlidingSystems
from lagr_gui.simulation.solvers import implicit_at_last
from lagr_gui.simulation.trajectory import Attitude, check_energies

if TYPE_CHECKING:  # few systems have friction bounded by reactions
    from lagr_gui.simulation.friction.loads import BoundLoads

PULLED = 1e-8
"""The square of the distance from a lock (rad, m) at which a motion that fails has failed by it."""


def refuse_controllers(prepared: Prepared) -> None:
    """Raise LagrError where controllers act, signals switch or events happen.

    What asks would move without.
    """
    prepared.refuse_switching()
    prepared.refuse_events()
    acting = [entry for entry in prepared.model.simulation.controllers if entry.enabled]
    if acting:
        raise refusal(
            say("Controller “{name}”", name=acting[0].name),
            say("A unit acts in this model; it can be simulated, but this is not asked of it."),
            say("Simulate it, or switch the controller off."),
            "controller",
        )


def contacts_of(prepared: Prepared) -> Contacts | None:
    """The limits of a system at the beginning of a motion; None where there are none."""
    binding = prepared.conditions
    if binding is None or not binding.limits:
        return None
    if binding.stops == binding.limits:
        return Contacts(binding)
    constraints = partial(_constraints, prepared)
    loads = partial(_loads, prepared) if prepared.reading.loaded else None
    systems = SlidingSystems(constraints, _systems(prepared), loads)
    if any(part.number for part in prepared.reading.loaded):
        from lagr_gui.simulation.friction import surfaces  # few models have such

        return (surfaces.SurfaceOneWayContacts if binding.one_way else surfaces.SurfaceContacts)(
            binding, systems
        )
    if binding.one_way:
        from lagr_gui.simulation.friction import one_way  # few models have such

        kind = one_way.LoadedOneWayContacts if loads else one_way.OneWayContacts
        return kind(binding, systems)
    if loads is None:
        return RubbingContacts(binding, systems)
    from lagr_gui.simulation.friction.loaded_contacts import LoadedContacts  # few models have such

    return LoadedContacts(binding, systems)


def _constraints(prepared: Prepared, senses: Senses) -> BoundConstraints:
    constraints = prepared.sliding(senses).conditions
    assert constraints is not None
    return constraints


def _loads(prepared: Prepared, senses: Senses) -> BoundLoads:
    loads = prepared.sliding(senses).loads
    assert loads is not None
    return loads


def _systems(prepared: Prepared) -> Callable[[Senses, ChosenRows | None], KernelSystem]:
    """The system by senses of frictions and rows, made once."""
    return cache(lambda senses, rows: prepared.sliding(senses).system(known=rows))


@dataclass(frozen=True, eq=False)
class Reached:
    """Where a motion is, and what it carries on: that is all that its future depends on.

    `fastest` (c,) are the greatest speeds at which limits were reached, by which rebounds end;
    `method` is the one that goes on (empty: that of the settings); `chosen` are the conditions that
    stand for all, where that is known; `attitudes` are those of joints near a lock of their angles;
    z (s,) are the states of the first order.
    """

    t: float
    q: tuple[float, ...]
    qd: tuple[float, ...]
    fastest: tuple[float, ...] = ()
    method: str = ""
    chosen: ChosenRows | None = None
    attitudes: tuple[Attitude, ...] = ()
    z: tuple[float, ...] = ()

    @property
    def y(self) -> Array:
        """The state (n,)."""
        return np.array([*self.q, *self.qd, *self.z])


def reached(prepared: Prepared, settings: Settings | None = None) -> Reached:
    """Where a motion begins: at start values that meet the conditions.

    Raises LagrError where there are none.
    """
    start = prepared.assembly if settings is None else prepared.assembled(settings)
    t = (settings or prepared.settings).t0
    z = tuple(prepared.completed(settings or prepared.settings).z0)
    return Reached(t, tuple(start.q.tolist()), tuple(start.qd.tolist()), z=z)


def stretch(
    prepared: Prepared,
    settings: Settings,
    at: Reached,
    until: float,
    points: int,
    checked: Callable[[KernelSystem], object] | None = None,
    stop: Callable[[], bool] | None = None,
    events: Sequence[Event | Guards] = (),
) -> tuple[Trajectory, Reached]:
    """The motion from where it is until a time, and where it then is.

    `checked` looks at the compiled system before it moves, `stop` is asked after each step;
    terminal `events` end it early.  Raises as `simulate` does.
    """
    chosen = replace(
        settings,
        t0=at.t,
        t_end=until,
        q0=at.q,
        qd0=at.qd,
        z0=at.z,
        points=points,
        method=at.method or settings.method,
    )
    compiled, rows = _compiled(prepared, at)
    if checked is not None:
        checked(compiled)
    contacts = contacts_of(prepared)
    if contacts is not None and at.fastest:
        contacts.fastest = np.array(at.fastest)
    trajectory = march(
        prepared,
        compiled,
        chosen,
        contacts,
        stop=stop,
        attitudes=at.attitudes,
        events=events,
    )
    check_energies(trajectory)
    then = Reached(
        float(trajectory.t[-1]),
        tuple(trajectory.q[-1].tolist()),
        tuple(trajectory.qd[-1].tolist()),
        tuple(contacts.fastest.tolist()) if contacts is not None else (),
        implicit_at_last(trajectory.method) or at.method,
        rows,
        trajectory.attitudes,
        tuple(trajectory.z[-1].tolist()),
    )
    return trajectory, then


def _compiled(prepared: Prepared, at: Reached) -> tuple[KernelSystem, ChosenRows | None]:
    """The system with the conditions that stand for all; others where these become dependent."""
    q, qd = np.array(at.q), np.array(at.qd)
    rows = at.chosen or prepared.chosen((at.t, q, qd))
    compiled = prepared.system((at.t, q, qd), rows)
    if at.chosen and compiled.is_outdated(at.t, at.y, compiled.acceleration(at.t, at.y)):
        rows = prepared.chosen((at.t, q, qd))
        compiled = prepared.system((at.t, q, qd), rows)
    return compiled, rows


def march(
    prepared: Prepared,
    compiled: KernelSystem,
    settings: Settings,
    contacts: Contacts | None,
    progress: Callable[[Progress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    stop: Callable[[], bool] | None = None,
    works: bool = True,
    attitudes: Sequence[Attitude] = (),
    events: Sequence[Event | Guards] = (),
) -> Trajectory:
    """The motion of a compiled system from start values that meet its conditions, unchecked.

    Settings know how far coordinates go (`Prepared.with_extents`).

    Attitudes of joints near a lock, with which a motion before has ended, go on.
    """

    def renew(t: float, y: np.ndarray) -> KernelSystem:
        return prepared.system((t, *compiled.layout.motion(y)))

    lost = partial(_lost, prepared)
    rest = (
        settings,
        progress,
        cancel,
        events,
        contacts,
        renew,
        lost,
        stop,
        works,
    )
    charts = charts_of(prepared)
    if charts is None:
        return integrate(compiled, *rest)
    return simulate_turning(compiled, charts, *rest, attitudes)


def _lost(prepared: Prepared, t: float, q: np.ndarray) -> Invalid | LagrError | None:
    """Those that made a motion fail near positions q, also by what bodies without mass do."""
    if (met := without_direction(prepared, t, q)) is not None:
        return met
    if (failure := failing(prepared, t, q, PULLED)) is not None:
        return failure
    moving = prepared.kept("validity moving", lambda: Validity(prepared.reading, moving=True))
    names = moving.failing_here(prepared.parameters.tolist(), t, q, PULLED)
    return Invalid(names) if names else None
