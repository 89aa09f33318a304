"""The motion of a compiled system, step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from lagr_gui.analysis.motions.turn_charts import charts_of
from lagr_gui.analysis.runs import without_direction
from lagr_gui.analysis.structure.singular_coordinates import failing
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.validity import Validity
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import KernelSystem, Progress, Settings, Trajectory
from lagr_gui.simulation import simulate as integrate
from lagr_gui.simulation.chart_steps import simulate_turning
from lagr_gui.simulation.contacts import Contacts
from lagr_gui.simulation.faults import Invalid
from lagr_gui.simulation.trajectory import Attitude

PULLED = 1e-8
"""The square of the distance from a lock (rad, m) at which a motion that fails has failed by it."""


def refuse_controllers(prepared: Prepared) -> None:
    """Raise LagrError where controllers act: what asks here would move without them."""
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
    return Contacts(binding) if binding is not None and binding.limits else None


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
) -> Trajectory:
    """The motion of a compiled system from start values that meet its conditions, unchecked.

    Attitudes of joints near a lock, with which a motion before has ended, go on.
    """

    def renew(t: float, y: np.ndarray) -> KernelSystem:
        return prepared.system((t, *compiled.layout.motion(y)))

    lost = partial(_lost, prepared)
    far = prepared.extents.tolist(), prepared.state_extents.tolist()
    settings = replace(settings, extents=far[0], z_extents=far[1])
    rest = (settings, progress, cancel, (), contacts, renew, lost, stop, works)
    charts = charts_of(prepared)
    if charts is None:
        return integrate(compiled, *rest)
    return simulate_turning(compiled, charts, *rest, attitudes)


def _lost(prepared: Prepared, t: float, q: np.ndarray) -> Invalid | LagrError | None:
    """Those that made a motion fail near positions q, also by what bodies without mass do."""
    if (met := without_direction(prepared, t, q)) is not None:
        return met
    if (found := failing(prepared, t, q, PULLED)) is not None:
        return found
    moving = prepared.kept("validity moving", lambda: Validity(prepared.reading, moving=True))
    names = moving.failing_here(prepared.parameters.tolist(), t, q, PULLED)
    return Invalid(names) if names else None
