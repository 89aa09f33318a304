"""Equilibria of a model, each with the verdict on its stability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from lagr_gui.analysis.audits import check_rest
from lagr_gui.analysis.small_motions.linearization import BALANCED, LATER, linearized
from lagr_gui.analysis.small_motions.resting import HeldRange, RestingPlaces, sliding_at_rest
from lagr_gui.analysis.small_motions.sampled import Sampled, sampled
from lagr_gui.expression.arguments import by_name, number, whole
from lagr_gui.foundation.message import Message, joined, say
from lagr_gui.foundation.problem import LagrError, Problem, Severity, refusal
from lagr_gui.foundation.selfcheck import SelfCheck
from lagr_gui.foundation.showing import Shown
from lagr_gui.kernel import compile_kernel
from lagr_gui.mechanics.checks.laws import eased_frictions
from lagr_gui.mechanics.linear import BoundRest, RestKernel
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.scope import Scope
from lagr_gui.mechanics.state import State
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import BoundConstraints
from lagr_gui.simulation.linear.modes import VERDICTS
from lagr_gui.simulation.linear.sampled import eigenmodes
from lagr_gui.simulation.positions.balance import Rest
from lagr_gui.simulation.positions.equilibrium import EquilibriumSearch, Found, find_equilibria
from lagr_gui.simulation.system import Array


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """A position (f,) that a system keeps, with constant velocities (f,), zero at rest.

    z (s,) are the states of the first order there.  `residual` (f,) are the forces that remain;
    `energy` is U − T there, of which a minimum is stable; `stability` and `reason` are those of
    `Modes`; `starts` led to it; `distance` is the largest difference of a coordinate from where the
    search began.  `obstacle` tells why eigenvalues decide nothing, as where the equations change
    with time.  Where laws sample `eigenvalues` are λ = ln z / T of z ≠ 0 with the `period` T (s),
    which is 0 otherwise.  `held` tells, by coordinates, how far dry friction holds the system about
    it.
    """

    q: Array
    qd: Array
    residual: Array
    energy: float
    stability: str
    reason: str
    eigenvalues: NDArray[np.complex128]
    starts: int
    distance: float
    obstacle: str = ""
    z: Array = field(default_factory=lambda: np.zeros(0))
    period: float = 0.0
    held: Mapping[str, HeldRange] = field(default_factory=dict[str, HeldRange])


@dataclass(frozen=True, eq=False)
class Equilibria(Shown):
    """All equilibria that were found, and what is to be said."""

    coordinates: tuple[str, ...]
    t: float
    found: tuple[Equilibrium, ...]
    indifferent: tuple[str, ...]
    tried: int
    notes: tuple[Problem, ...]
    certificate: SelfCheck | None = None
    states: tuple[str, ...] = ()


@on_one_thread
def equilibria(
    prepared: Prepared,
    velocities: Mapping[str, float] | None = None,
    near: Mapping[str, float] | None = None,
    t: float | None = None,
    seed: int = 1,
) -> Equilibria:
    """Equilibria of a system, relative ones where body 0 turns steadily.

    `velocities` of coordinates that go on steadily (a spinning wheel, a precession) stay as they
    are; all others are zero.  States of the first order rest too: they are looked for with the
    coordinates.  With a position `near` the equilibria come by their distance from
    it; without one, stable ones come first, and the lowest energy first among these.
    Raises LagrError for an unsound model or unknown coordinates.
    """
    return searched(sampled(prepared), velocities, near, t, seed)


def searched(
    holding: Sampled,
    velocities: Mapping[str, float] | None = None,
    near: Mapping[str, float] | None = None,
    t: float | None = None,
    seed: int = 1,
) -> Equilibria:
    """The equilibria of a system of which it is known what its laws hold."""
    velocities, near = by_name(velocities or {}, "Velocities"), by_name(near or {}, "Near")
    seed = whole(seed, "Seed", 0)
    prepared = holding.resting
    prepared.refuse_switching()
    coordinates, states = prepared.coordinates, prepared.layout.states
    names = (*coordinates, *states)
    qd = _by_name(velocities, coordinates)
    q0 = np.array([*prepared.start_values[0], *prepared.settings.z0])
    q0 = np.where([name in near for name in names], _by_name(near, names), q0)
    t = prepared.model.simulation.start if t is None else number(t, "Time")
    if senses := sliding_at_rest(prepared, t, prepared.layout.q(q0)):
        prepared = prepared.sliding(senses)
    angles = _angles(prepared)
    units = units_at(prepared, t, qd, q0)
    rest = rest_of(prepared, t, qd, units)
    watched = [index for index, name in enumerate(names) if name in near]
    if holding.blocks and not watched:  # what is held is as far as a force is large
        watched = [*range(len(coordinates))]
    search = find_equilibria(rest, q0, angles, seed, watched)
    conditions = prepared.conditions
    placed = [(equilibrium, prepared.layout.q(equilibrium.q)) for equilibrium in search.found]
    beyond = [
        equilibrium for equilibrium, q in placed if conditions and is_beyond(conditions, t, q)
    ]
    search = replace(search, found=tuple(item for item in search.found if item not in beyond))
    indifferent = tuple(names[i] for i in search.indifferent)
    _check_steady(velocities, indifferent)
    rests = [equilibrium_at(prepared, item, t, qd, holding) for item in search.found]
    rests.sort(key=lambda item: item.distance if near else _ranked(item))
    places = [np.concatenate([item.q, item.z]) for item in rests]
    certificate = check_rest(prepared, t, places, qd)
    resting = None
    if 0 in senses:
        resting = RestingPlaces(prepared, _acting(prepared, t, qd), units, angles, senses)
        if not rests and resting.ranges(q0):
            rests = [_held_at(prepared, q0, t, qd)]
            certificate = check_rest(prepared, t, [q0], qd, resting.held())
            search = replace(search, found=(Found(q0, search.left, 0.0),), indifferent=())
        rests = [_with_ranges(item, resting, coordinates) for item in rests]
    if slides := _sliding(prepared, senses):
        rests = [replace(item, reason=item.reason + slides) for item in rests]
    kernel = _kernel(prepared)
    changing = _changing(kernel, prepared.parameters, t, qd, search)
    notes = [*eased_frictions(prepared.model), *_remarks(search, names, changing)]
    if prepared.reading.limits:
        notes.append(_of_limits(len(beyond)))
    if resting and resting.left_out:
        notes.append(_of_pressed_friction())
    return Equilibria(
        coordinates, t, tuple(rests), indifferent, search.tried, tuple(notes), certificate, states
    )


def rest_of(prepared: Prepared, t: float, qd: Array, units: Array) -> Rest:
    """What acts at a time, for constant velocities (f,), by the `units` of the coordinates.

    Behind these stand states of the first order.
    """
    binding = prepared.conditions
    if binding is not None:
        binding = binding.leading(_kernel(prepared).c)
    holonomic = binding.holonomic if binding else np.zeros(0, bool)

    def place(q: Array) -> Array:
        if binding is None:
            return q
        q, z = np.split(q, [len(qd)])
        return np.concatenate([binding.project_positions(t, q), z])

    return Rest(_acting(prepared, t, qd), holonomic, place, units)


def units_at(prepared: Prepared, t: float, qd: Array, q0: Array) -> Array:
    """Usual sizes of the coordinates about a position, and of states of the first order."""
    return _units(prepared, _acting(prepared, t, qd), q0, _angles(prepared))


def _acting(prepared: Prepared, t: float, qd: Array) -> BoundRest:
    """What acts; rates of states of the first order become works by those of the forces."""
    acting = _kernel(prepared).at(prepared.parameters, t, qd)
    if not prepared.layout.s:
        return acting
    size, far = prepared.state_extents, prepared.extents
    start = np.array([*prepared.start_values[0], *prepared.settings.z0])
    here = replace(acting, weight=np.zeros_like(size))(start, np.zeros(acting.c))
    works = (here.slopes * np.concatenate([far, size]))[: len(far)] * far[:, None]
    work = float(np.max(np.abs(works[np.isfinite(works)]), initial=0.0)) or 1.0
    return replace(acting, weight=work * prepared.unit_of_time / size**2)


def _angles(prepared: Prepared) -> list[bool | None]:
    """Which coordinates and states are angles; None where that of a coordinate is not known."""
    units = dict(zip(prepared.report.coordinates, prepared.report.units, strict=True))
    angular = [units[name] == "rad" if units[name] else None for name in prepared.coordinates]
    return [*angular, *(entry.unit == "rad" for entry in prepared.model.own_states)]


def _kernel(prepared: Prepared) -> RestKernel:
    return prepared.kept("rest", lambda: RestKernel(prepared.recursion))


def _check_steady(velocities: Mapping[str, float], indifferent: Sequence[str]) -> None:
    """Only what no force depends on goes on with a constant velocity."""
    for name, speed in velocities.items():
        if speed and name not in indifferent:
            cause = say(
                "Forces depend on {name}, so it cannot go on with a constant velocity.", name=name
            )
            names = ", ".join(indifferent) or say("none")
            remedy = say("Coordinates that can are: {indifferent}.", indifferent=names)
            raise refusal(say("Velocity “{name}”", name=name), cause, remedy, "velocity")


def is_beyond(binding: BoundConstraints, t: float, q: Array) -> bool:
    """Whether a stop or wall is in the way of a position."""
    limits = binding.at_limits(t, q, np.zeros_like(q))
    return bool(np.any(limits.position > BEYOND * limits.rows.sizes(binding.extents)[1]))


BEYOND = 1e-9
"""A limit H ≤ 0 is passed where H is larger than this, of what it could be."""


def _of_limits(left_out: int) -> Problem:
    cause = say("Positions in which a stop or wall carries a force are not looked for.")
    if left_out:
        cause += say(" {left_out} beyond a stop or wall were left out.", left_out=left_out)
    remedy = "Simulate with damping to see where the system comes to rest."
    return Problem("Equilibrium", cause, remedy, Severity.HINT, "limits")


def _of_pressed_friction() -> Problem:
    cause = say("Friction that reactions press, in bearings, guides and ropes, is left out here.")
    remedy = "It may hold the system elsewhere, too: simulate from rest to see where."
    return Problem("Equilibrium", cause, remedy, Severity.HINT, "friction")


def _held_at(prepared: Prepared, place: Array, t: float, qd: Array) -> Equilibrium:
    """A position in which forces are not in balance without dry friction."""
    q, z = np.split(place, [len(qd)])
    here = _acting(prepared, t, qd)(place, np.zeros(_kernel(prepared).c))
    reason, none = say("forces would move it"), np.zeros(0, complex)
    return Equilibrium(q, qd, here.force[: len(qd)], here.V, "undecided", reason, none, 1, 0.0, z=z)


def _sliding(prepared: Prepared, senses: Sequence[float]) -> Message | None:
    """That frictions slide at rest, as those on belts; None where none does."""
    if not any(senses):
        return None
    pairs = zip(prepared.reading.frictions, senses, strict=True)
    names = [part.record.name for part, sense in pairs if sense]
    words = "; what rubs slides there, with its force in balance: {names}"
    return say(words, names=", ".join(names))


def _with_ranges(
    item: Equilibrium, resting: RestingPlaces, coordinates: Sequence[str]
) -> Equilibrium:
    ranges = resting.ranges(np.concatenate([item.q, item.z]))
    return replace(item, held={coordinates[place]: held for place, held in ranges.items()})


def _units(
    prepared: Prepared, acting: BoundRest, q0: Array, angles: Sequence[bool | None]
) -> Array:
    """Usual sizes of the coordinates: 1 for angles, the model's length for displacements.

    For charges it is what the voltages hold there; a coordinate of unknown unit moves as far as
    the forces about take it against its own stiffness, unless it turns as an angle does.
    Behind them stand those of states of the first order.
    """
    reading = prepared.reading
    unit, charges = prepared.extents.copy(), reading.mesh_charges
    unit = np.concatenate([unit, prepared.state_extents])
    still = np.zeros(acting.c)
    if charges:
        stiffness = np.abs(np.diag(acting(q0, still).slopes))
        usual = _voltage(prepared, reading)
        for index, name in enumerate(reading.coordinates):
            if name in charges and usual and stiffness[index] > 0:
                unit[index] = usual / stiffness[index]
    unknown = [
        index
        for index, (name, angle) in enumerate(zip(reading.coordinates, angles, strict=False))
        if angle is None and name not in charges and not _repeats(acting, q0, index)
    ]
    if not unknown:
        return unit
    sizes, source = np.abs(q0), np.random.default_rng(6)
    for _ in range(ROUNDS):
        here = acting(q0 + _only(sizes, unknown) * source.uniform(-1, 1, len(q0)), still)
        with np.errstate(all="ignore"):
            away = np.abs(here.force / np.diag(here.slopes))
        sizes = np.where(np.isfinite(away), np.maximum(sizes, away), sizes)
    unit[unknown] = np.where(sizes[unknown] > 0, sizes[unknown], 1.0)
    return unit


ROUNDS = 4
"""Looks at the forces near a start, each a little farther away, that find usual sizes."""


def _only(values: Array, places: Sequence[int]) -> Array:
    """Values at some places, zero elsewhere."""
    kept = np.zeros_like(values)
    kept[list(places)] = values[list(places)]
    return kept


def _repeats(acting: BoundRest, q0: Array, index: int) -> bool:
    """Whether a full turn of a coordinate changes no force, though some depend on it."""
    still, turn = np.zeros(acting.c), np.zeros(len(q0))
    turn[index] = 2 * np.pi
    here, there = acting(q0, still), acting(q0 + turn, still)
    depends = bool(np.any(acting(q0 + turn / 5, still).force != here.force))
    apart = np.abs(here.force - there.force)
    return depends and bool(np.all(apart <= BALANCED * np.maximum(here.terms, there.terms)))


def _voltage(prepared: Prepared, reading: Reading) -> float:
    """The largest voltage that sources give and capacitors hold at the start (V), 0 without any."""
    scope = Scope(reading)
    sources = [part for part in reading.parts if part.kind.voltage]
    voltages = [scope.node(part.law(part.kind.voltage)) for part in sources]
    if not voltages:
        return 0.0
    start = prepared.start_values
    outputs = {"voltages": voltages}
    kernel = compile_kernel(scope.program, scope.state, scope.parameters, outputs)
    bound = kernel.bind(prepared.parameters)
    values = bound(np.array([prepared.model.simulation.start, *start[0], *start[1]]))["voltages"]
    return float(np.max(np.abs(values[np.isfinite(values)]), initial=0.0)) or 1.0


def _ranked(item: Equilibrium) -> tuple[int, float, float]:
    """Stable before unstable, then low before high, then near before far."""
    return max(VERDICTS.index(item.stability), 1), float(f"{item.energy:.9g}"), item.distance


def equilibrium_at(
    prepared: Prepared, item: Found, t: float, qd: Array, holding: Sampled | None = None
) -> Equilibrium:
    """What was found, with the verdict on its stability, where some laws are `holding` values."""
    q, z = np.split(item.q, [len(qd)])
    state = State(t, tuple(q), tuple(qd), tuple(z))
    obstacle, period = "", 0.0
    try:
        linear = linearized(prepared, state, np.zeros(len(qd)), (), {})
        linear = holding.linear(linear) if holding else linear
        modes, obstacle, period = eigenmodes(linear), linear.obstacle, linear.step
        verdict = modes.stability, modes.reason, modes.eigenvalues
    except LagrError as error:  # an equilibrium where the linear equations have no modes
        verdict = "undecided", error.problems[0].cause, np.zeros(0, complex)
    stability, reason, values = verdict
    return Equilibrium(
        q=q,
        qd=qd,
        residual=item.residual[: len(qd)],
        energy=item.energy,
        stability=stability,
        reason=reason,
        eigenvalues=values,
        starts=item.starts,
        distance=item.distance,
        obstacle=obstacle,
        z=z,
        period=period,
    )


def _by_name(values: Mapping[str, float], coordinates: Sequence[str]) -> Array:
    """Values in the order of the coordinates, zero where nothing is given."""
    return np.array(State.read({"q": values, "qd": {}}, coordinates).q)


def _changing(
    kernel: RestKernel, parameters: Array, t: float, qd: Array, search: EquilibriumSearch
) -> NDArray[np.bool_]:
    """The coordinates (f,) on which forces in balance are not in balance a little later."""
    changing = np.zeros(kernel.f, bool)
    multipliers, acting = np.zeros(kernel.c), kernel.at(parameters, t, qd)
    for later in LATER:
        acting_then = kernel.at(parameters, t + later, qd)
        for item in search.found:
            change = acting_then(item.q, multipliers).force - acting(item.q, multipliers).force
            changing |= np.abs(change) > BALANCED * search.scale
    return changing


def _remarks(
    search: EquilibriumSearch, coordinates: Sequence[str], changing: NDArray[np.bool_]
) -> list[Problem]:
    """What is to be said about a search, in words."""
    notes: list[Problem] = []

    def hint(cause: str, remedy: str, code: str) -> None:
        notes.append(Problem("Equilibrium", cause, remedy, Severity.HINT, code))

    if search.indifferent:
        names = ", ".join(coordinates[i] for i in search.indifferent)
        cause = say(
            "No force depends on {names}: every value is as good as the other.", names=names
        )
        hint(cause, "The start value is kept.", "indifferent")
    limit = BALANCED * search.scale
    if np.any(changing):
        names = ", ".join(n for n, changes in zip(coordinates, changing, strict=True) if changes)
        cause = say(
            "The forces on {names} change with time: the balance holds at this time only.",
            names=names,
        )
        hint(cause, "Look at the prescribed motion and forces.", "time")
    if search.row:
        names = ", ".join(coordinates[i] for i in search.row)
        cause = say(
            "Equilibria lie in a row here: neighbours that differ in {names} are in balance too; "
            "{loose} more were found.",
            names=names,
            loose=search.loose,
        )
        hint(cause, "Of each row only the nearest one is listed.", "not-isolated")
    if not search.found:
        parts = joined(
            say("{force:.6g} on {name}", force=force, name=name)
            for force, name in zip(search.left.tolist(), coordinates, strict=True)
            if abs(force) > limit
        )
        cause = say("None was found from {tried} starts.", tried=search.tried)
        if parts:
            cause += say(" The least forces that remain are {parts}.", parts=parts)
        elif np.isnan(search.left).any():
            cause += say(" Forces have no value there.")
        else:
            cause += say(" Forces only fade away.")
        hint(
            cause,
            "Look whether anything holds the system there, or begin nearer to it.",
            "no-equilibrium",
        )
    return notes
