"""From a model to its motion: compiled equations, trajectory, poses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from lagr_gui.kernel import Kernel, Node, Outputs, compile_kernel, shaped
from lagr_gui.mechanics.motion import Motion, PoseKernel
from lagr_gui.mechanics.numbers import parameter_values, specialised, start_values
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.recursion.bound import bound
from lagr_gui.mechanics.recursion.reach import MEETING
from lagr_gui.mechanics.state import State
from lagr_gui.mechanics.validity import LOST, Validity
from lagr_gui.model import Model
from lagr_gui.numerics import collide, on_one_thread
from lagr_gui.pipeline.auditing import Ending, check_motion, check_poses, check_start
from lagr_gui.pipeline.cache import kept, physics
from lagr_gui.pipeline.derivation import recursion_of
from lagr_gui.pipeline.structure import read
from lagr_gui.problem import LagrError, Problem
from lagr_gui.simulation import (
    Conditions,
    KernelSystem,
    Progress,
    Settings,
    SimulationStopped,
    Trajectory,
    check_settings,
    faults,
)
from lagr_gui.simulation import simulate as integrate
from lagr_gui.simulation.assembly import Assembly, assemble
from lagr_gui.simulation.conditions import Choice, ConditionKernel, choose_rows
from lagr_gui.simulation.contacts import Contacts
from lagr_gui.simulation.faults import Invalid
from lagr_gui.simulation.trajectory import check_energies

PULLED = 1e-8
"""The square of the distance from a lock (rad, m) at which a motion that fails has failed by it."""


def system(
    model: Model, special: str = "", start: tuple[float, Any, Any] | None = None
) -> KernelSystem:
    """The compiled equations of motion; parameters are inputs of the machine code.

    Of conditions that depend on each other those that are independent at `start` (t, q, q̇) are
    used, by default at the start of the model.
    """
    model = specialised(model, special)
    values = parameter_array(model)
    binding = conditions(model)
    if binding is None or not binding.sources:
        kernel = kept("system", physics(model), lambda: _compile(recursion_of(model)))
        return KernelSystem(read(model).coordinates, kernel.bind(values))
    t, q, qd = start or _start(model)
    chosen = choose_rows(binding, t, np.asarray(q, float), np.asarray(qd, float))
    key = f"{physics(model)} {chosen.rows} {chosen.weights}"
    kernel = kept("system", key, lambda: _compile_bound(model, chosen))
    return KernelSystem(read(model).coordinates, kernel.bind(values), binding, chosen)


def conditions(model: Model) -> Conditions | None:
    """The conditions on the motion in numbers, with its limits; None where there are none."""
    reading = read(model)
    if not (reading.constraints or reading.limits or reading.meshes):
        return None
    found = kept("conditions", physics(model), lambda: _conditions(recursion_of(model)))
    return found.bind(parameter_array(model))


@dataclass(frozen=True)
class Struck:
    """An impact of one limit at a state: its h = ∂H/∂q (f,), h₀ = ∂H/∂t, and what follows.

    u (f,) and v (m,) solve (36); `impulse` is Λ (38), `after` q̇⁺ (f,) (39), `multipliers` the
    impulses Λ v (m,) of the conditions; T before and after.
    """

    source: str
    h: np.ndarray
    h0: float
    u: np.ndarray
    v: np.ndarray
    impulse: float
    after: np.ndarray
    multipliers: np.ndarray
    T_before: float
    T_after: float


@on_one_thread
def strike(model: Model, state: State | Mapping[str, Any], special: str = "") -> list[Struck]:
    """What an impact of each limit would do at a state, wherever that is (33–39).

    Raises LagrError for an unsound model or a state that does not fit.
    """
    model = specialised(model, special)
    binding = conditions(model)
    given = State.read(state, read(model).coordinates)
    if binding is None:
        return []
    t, q, qd = given.t, np.array(given.q), np.array(given.qd)
    bound, limits, kappa = binding.at(t, q, qd), binding.at_limits(t, q, qd), binding.restitution()
    struck: list[Struck] = []
    for i, source in enumerate(binding.limit_sources):
        h, speed = limits.G[i], limits.velocity[i]
        one = np.array([i])
        found = collide(bound.g, bound.rows, limits.rows[one], speed[None], kappa[one], qd)
        struck.append(
            Struck(
                source,
                h,
                float(speed - h @ qd),
                found.u[0],
                found.v[0],
                float(found.impulses[0]),
                found.qd,
                found.multipliers,
                float(qd @ bound.g @ qd) / 2,
                float(found.qd @ bound.g @ found.qd) / 2,
            )
        )
    return struck


@on_one_thread
def assembly(model: Model, settings: Settings | None = None) -> Assembly:
    """Start values that meet the conditions, near those of the settings or of the model.

    Raises LagrError where the conditions cannot be met.
    """
    coordinates = read(model).coordinates
    given = tuple(entry.coordinate for entry in model.start)
    settings = settings or settings_of(model)
    check_settings(settings, coordinates)
    if list(settings.q0) != start_state(model)[0]:
        given = coordinates
    binding = conditions(model)
    q, qd = np.array(settings.q0, float), np.array(settings.qd0, float)
    if binding is None or not binding.sources:
        return Assembly(q, qd, ())
    return assemble(binding, settings.t0, q, qd, given)


def _start(model: Model) -> tuple[float, Any, Any]:
    found = assembly(model)
    return model.simulation.start, found.q, found.qd


def consistent_start(model: Model, special: str = "") -> State:
    """The state with which a simulation begins. Raises LagrError as `assembly` does."""
    model = specialised(model, special)
    found = assembly(model)
    return State(model.simulation.start, tuple(found.q.tolist()), tuple(found.qd.tolist()))


def start_state(model: Model) -> tuple[list[float], list[float]]:
    """q and q̇ at the start of a simulation, in the order of the coordinates."""
    return start_values(model, read(model).coordinates)


@on_one_thread
def simulate(
    model: Model,
    settings: Settings | None = None,
    special: str = "",
    progress: Callable[[Progress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Trajectory:
    """The motion from the start values.

    Raises LagrError where it cannot begin, SimulationStopped with the motion up to there (its
    `trajectory`) where it cannot go on, Disagreement where an independent formalism contradicts,
    and Cancelled.
    """
    model = specialised(model, special)
    settings = settings or settings_of(model)
    start = assembly(model, settings)
    compiled = system(model, start=(settings.t0, start.q, start.qd))
    consistent = replace(settings, q0=tuple(start.q), qd0=tuple(start.qd))
    binding = conditions(model)
    contacts = Contacts(binding) if binding is not None and binding.limits else None

    def renew(t: float, q: np.ndarray, qd: np.ndarray) -> KernelSystem:
        return system(model, start=(t, q, qd))

    lost = partial(_lost, model)
    ending = Ending(lambda: check_start(model, compiled, settings.t0, start.q, start.qd), stop)

    def certified(found: Trajectory, stopped: bool = False) -> Trajectory:
        found = replace(found, notes=start.notes, stopped=stopped)
        return replace(found, certificate=check_motion(model, found, begun=compiled))

    try:
        found = integrate(compiled, consistent, progress, cancel, (), contacts, renew, lost, ending)
    except SimulationStopped as ended:
        ended.trajectory = certified(ended.trajectory, stopped=True)
        raise
    check_energies(found)
    return certified(found)


def simulate_as_far(
    model: Model,
    settings: Settings | None = None,
    special: str = "",
    progress: Callable[[Progress], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> tuple[Trajectory, tuple[Problem, ...]]:
    """The motion from the start values as far as it goes, and why it ends early if it does.

    It ends where `stop`, which is asked after each step, says yes.

    Raises LagrError where it cannot begin.
    """
    try:
        return simulate(model, settings, special, progress, stop=stop), ()
    except SimulationStopped as ended:
        return ended.trajectory, ended.problems


def failing(model: Model, t: float, q: np.ndarray, lost: float = LOST) -> Invalid | None:
    """The coordinates that are no valid minimal coordinates at positions q (f,)."""
    looking = kept("validity", physics(model), lambda: Validity(read(model)))
    values = parameter_array(model).tolist()
    if names := looking.unbounded(values, t, q, lost):
        return Invalid(names, unbounded=True)
    names = looking.failing(values, t, q, lost)
    return Invalid(names) if names else None


def without_direction(model: Model, t: float, q: np.ndarray) -> LagrError | None:
    """Springs and dashpots whose ends coincide at positions q (f,), where there are some."""
    lines = poses(model, "", [t], q[None], 0 * q[None]).lines
    directed = kept("directed", physics(model), lambda: {*recursion_of(model).applied.straight})
    kinds = {element.name: element for element in model.elements if element.name not in directed}
    met = [
        f"element:{name}"
        for name, ends in lines.items()
        if name in kinds
        and _needs_direction(kinds[name])
        and np.linalg.norm(ends[0, 0] - ends[0, 1]) <= 2 * MEETING * np.linalg.norm(ends)
    ]
    return faults.without_direction(met, t) if met else None


def _needs_direction(element: Any) -> bool:
    return element.kind == "dashpot" or (element.kind == "spring" and element.l0 not in (0, "0"))


def _lost(model: Model, t: float, q: np.ndarray) -> Invalid | LagrError | None:
    """Those that made a motion fail near positions q, also by what bodies without mass do."""
    if (met := without_direction(model, t, q)) is not None:
        return met
    if (found := failing(model, t, q, PULLED)) is not None:
        return found
    moving = kept("validity moving", physics(model), lambda: Validity(read(model), moving=True))
    names = moving.failing_here(parameter_array(model).tolist(), t, q, PULLED)
    return Invalid(names) if names else None


def settings_of(model: Model) -> Settings:
    """The settings that the model holds, with its start values."""
    q, qd = start_state(model)
    chosen = model.simulation
    return Settings(
        t_end=chosen.until,
        q0=q,
        qd0=qd,
        t0=chosen.start,
        rtol=chosen.rtol,
        atol=chosen.atol,
        method=chosen.method,
    )


def motion(model: Model, trajectory: Trajectory, special: str = "") -> Motion:
    """Where the bodies are along a trajectory."""
    return poses(model, special, trajectory.t, trajectory.q, trajectory.qd)


def start_motion(model: Model, special: str = "") -> Motion:
    """Where the bodies are at the start: a motion of one instant.

    Where the conditions cannot be met the start values are shown as they were given.
    """
    model = specialised(model, special)
    try:
        found = assembly(model)
        q, qd = found.q, found.qd
    except LagrError:
        q, qd = (np.array(values) for values in start_state(model))
    t = np.array([model.simulation.start])
    return poses(model, "", t, q.reshape(1, -1), qd.reshape(1, -1))


def poses(model: Model, special: str, t: Any, q: Any, qd: Any) -> Motion:
    """Where the bodies are at times (n,) and states (n, f).

    Raises Disagreement where an independent formalism contradicts.
    """
    model = specialised(model, special)
    kernel = kept("poses", physics(model), lambda: PoseKernel(recursion_of(model)))
    found = kernel.motion(parameter_array(model), t, q, qd)
    check_poses(model, found, q, qd)
    return found


def _compile(recursion: Recursion) -> Kernel:
    outputs: Outputs = {
        "qdd": recursion.qdd,
        "pivots": recursion.pivots,
        **_powers(recursion, recursion.qdd, []),
    }
    return _kernel(recursion, outputs)


def _compile_bound(model: Model, chosen: Choice) -> Kernel:
    recursion = recursion_of(model)
    found = bound(recursion, chosen.rows, chosen.weights)
    outputs: Outputs = {
        "qdd": found.qdd,
        "pivots": [*found.pivots, *found.row_pivots],
        **_powers(recursion, found.qdd, found.multipliers),
    }
    return _kernel(recursion, outputs)


def _powers(recursion: Recursion, qdd: list[Node], multipliers: list[Node]) -> dict[str, Node]:
    energies = recursion.energies(qdd, multipliers)
    return {
        "T": energies.T,
        "U": energies.U,
        "dissipated": energies.dissipated,
        "supplied": energies.supplied,
    }


def _conditions(recursion: Recursion) -> ConditionKernel:
    constraints, zero = recursion.constraints, recursion.program.zero
    rows = (*constraints.rows, *constraints.limits)
    f = len(recursion.reading.coordinates)
    slopes = (entry for row in rows for entry in constraints.slopes(row))
    outputs: Outputs = {
        "position": [row.value or zero for row in rows],
        "velocity": [row.rate for row in rows],
        "gamma": [row.drift for row in rows],
        "G": shaped(slopes, len(rows), f),
        "reach": shaped((b for row in rows for b in constraints.bounds(row)), len(rows), f),
        "g": shaped((entry for row in recursion.g[1:] for entry in row[1:]), f, f),
        "force": recursion.right[1:],
        "sides": constraints.sides,
        "restitution": constraints.restitution,
    }
    return ConditionKernel(
        recursion.reading.coordinates,
        _kernel(recursion, outputs),
        tuple(row.source for row in rows),
        np.array([row.value is not None for row in rows], bool),
        len(constraints.limits),
        recursion.reading.light,
    )


def _kernel(recursion: Recursion, outputs: Outputs) -> Kernel:
    scope = recursion.scope
    kernel = compile_kernel(recursion.program, scope.state, scope.parameters, outputs)
    kernel.optimise_in_background()
    return kernel


def parameter_array(model: Model) -> np.ndarray:
    return np.array(list(parameter_values(model).values()))
