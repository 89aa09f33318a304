"""Results of analyses as text to read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lagr_gui.exchange import rounding
from lagr_gui.expression.units import with_unit
from lagr_gui.foundation.problem import Problem
from lagr_gui.foundation.selfcheck import DRIFT, SelfCheck
from lagr_gui.simulation import Trajectory
from lagr_gui.simulation.linear.linearization import Linearization
from lagr_gui.simulation.linear.modes import Mode, Modes
from lagr_gui.simulation.linear.sampled import (
    SampledLinearization,
    SampledMode,
    SampledModes,
    written,
)
from lagr_gui.simulation.system import Array

MOST_SHOWN = 20
"""Impacts that are told one by one."""

MATRICES = {
    "M": "mass",
    "D": "damping (symmetric part of the velocity terms)",
    "G": "gyroscopic (skew part)",
    "K": "stiffness (symmetric part of the position terms)",
    "N": "circulatory (skew part)",
}

Units = Mapping[str, str]
"""The units of coordinates by their names; without them only what is certainly rounding is 0."""


class HeldBounds(Protocol):
    """A range that dry friction holds."""

    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...
    @property
    def exact(self) -> bool: ...


class OneEquilibrium(Protocol):
    """One equilibrium."""

    @property
    def q(self) -> Array: ...
    @property
    def qd(self) -> Array: ...
    @property
    def z(self) -> Array: ...
    @property
    def residual(self) -> Array: ...
    @property
    def energy(self) -> float: ...
    @property
    def stability(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def held(self) -> Mapping[str, HeldBounds]: ...


class Search(Protocol):
    """The equilibria that were found."""

    @property
    def coordinates(self) -> tuple[str, ...]: ...
    @property
    def states(self) -> tuple[str, ...]: ...
    @property
    def tried(self) -> int: ...
    @property
    def notes(self) -> tuple[Problem, ...]: ...
    @property
    def certificate(self) -> SelfCheck | None: ...

    @property
    def found(self) -> tuple[OneEquilibrium, ...]: ...


def modes_text(found: Modes) -> str:
    """The verdict, and eigenvalue and shape of each mode."""
    lines = [f"{found.stability}: {found.reason}"]
    if isinstance(found, SampledModes) and found.gone:
        count = "an eigenvalue is" if found.gone == 1 else f"{found.gone} eigenvalues are"
        lines.append(f"{count} z = 0: such deviations are gone after some samples")
    for number, mode in enumerate(found.modes, start=1):
        lines.append(f"Mode {number}: {_character(mode)}")
        for name, entry in zip(found.coordinates, mode.shape.tolist(), strict=True):
            if abs(entry) > 1e-12 * float(np.max(np.abs(mode.shape))):
                phase = rounding.phase(entry)
                lines.append(f"  {name}: {abs(entry):.6g}, phase {phase:.7g}°")
    return "\n".join([*lines, str(found.certificate), *found.notes])


def _character(mode: Mode) -> str:
    if isinstance(mode, SampledMode):
        return _in_unit_circle(mode)
    if mode.kind == "rigid":
        return "rigid-body motion, eigenvalue 0"
    if mode.kind == "oscillation":
        return (
            f"{mode.frequency:.9g} rad/s ({mode.frequency / (2 * np.pi):.6g} Hz), damping ratio "
            f"{mode.damping_ratio:.6g}, eigenvalue {mode.eigenvalue.real:.6g} "
            f"± {mode.damped_frequency:.9g}i 1/s"
        )
    return f"{mode.kind}, eigenvalue {mode.eigenvalue.real:.9g} 1/s"


def _in_unit_circle(mode: SampledMode) -> str:
    """The eigenvalue z, and the oscillation that passes through the same states."""
    if mode.kind == "rigid":
        return "z = 1, stays as it is"
    if mode.kind != "oscillation":
        return f"{written(mode)}: {mode.kind}, {mode.eigenvalue.real:.6g} 1/s"
    return (
        f"{written(mode)}: {mode.frequency:.6g} rad/s ({mode.frequency / (2 * np.pi):.6g} Hz), "
        f"damping ratio {mode.damping_ratio:.6g}"
    )


def equilibria_text(found: Search, units: Units | None = None) -> str:
    """Positions, stability and energies."""
    count = len(found.found)
    starts = f"{found.tried} start{'s' * (found.tried != 1)}"
    lines = [f"{count} {'equilibrium' if count == 1 else 'equilibria'} from {starts}"]
    energies = rounding.alike([item.energy for item in found.found])
    for item, energy in zip(found.found, energies, strict=True):
        shown = rounding.positions(item.q, found.coordinates, units or {})
        values = [
            f"{name} = {q:.9g}" + (f" (velocity {v:.6g})" if v else "")
            for name, q, v in zip(found.coordinates, shown, item.qd, strict=True)
        ]
        values += [f"{name} = {z:.9g}" for name, z in zip(found.states, item.z, strict=True)]
        lines.append(f"  {', '.join(values)}")
        bare = "without dry friction " if item.held else ""
        lines.append(f"    {bare}{item.stability}: {item.reason}")
        if item.held:
            lines.append(f"    rests by dry friction for {held_text(item.held)}")
        left = max(map(abs, item.residual), default=0.0)
        lines.append(f"    energy {energy:.9g} J, forces left {left:.1e}")
    lines += [str(found.certificate)] if found.found else []
    notes = found.notes if found.found else ()  # otherwise they are why there is none
    return "\n".join([*lines, *(f"{note.severity}: {note}" for note in notes)])


def held_text(ranges: Mapping[str, HeldBounds], said: Callable[[str], str] = str) -> str:
    """The ranges that dry friction holds, “about” where they are known as far as it is linear."""
    return ", ".join(_range(name, held, said) for name, held in ranges.items())


def _range(name: str, held: HeldBounds, said: Callable[[str], str]) -> str:
    low, high = (f"{end:.6g}".replace("-", "−") for end in (held.low, held.high))
    if np.isinf(held.low) and np.isinf(held.high):
        return said("any {name}").format(name=name)
    text = f"{low} ≤ {name} ≤ {high}"
    if np.isinf(held.low) or np.isinf(held.high):
        text = f"{name} ≤ {high}" if np.isinf(held.low) else f"{name} ≥ {low}"
    return text if held.exact else said("about {range}").format(range=text)


def linear_text(linear: Linearization, units: Units | None = None) -> str:
    """The place and the matrices that differ from zero."""
    q = rounding.positions(linear.q, linear.coordinates, units or {})
    place = (f"{name} = {value:.9g}" for name, value in zip(linear.coordinates, q, strict=True))
    lines = [f"At t = {linear.t:g} s, {', '.join(place)}"]
    pushed = " + L δs" if linear.own else ""
    over = ", ".join(linear.independent)
    lines.append(f"M δq'' + (D + G) δq' + (K + N) δq{pushed} = B u over {over}")
    matrices = rounding.matrices(linear)
    for name, meaning in MATRICES.items():
        matrix = matrices[name]
        if matrix.any():
            lines += [f"{name}: {meaning}", *_rows(matrix)]
    for number, (signal, at, order) in enumerate(linear.signals, start=1):
        shown = rounding.column(linear.B[order, :, at], linear)
        column = ", ".join(f"{entry:.9g}" for entry in shown)
        lines.append(f"B, column {number} ({signal}): {column}")
    if linear.first is not None:
        own = f"s = ({', '.join(linear.own)})"
        lines += [f"L: by states of the first order, {own}", *_rows(linear.first.L)]
        lines += [f"A: x' = A x, x = ({', '.join(linear.states)})", *_rows(linear.A)]
    if isinstance(linear, SampledLinearization):
        lines += _sampled(linear)
    return "\n".join([*lines, str(linear.certificate), *linear.notes])


def _sampled(linear: SampledLinearization) -> Iterable[str]:
    """What laws hold, and the map over a period of their samples."""
    for block in linear.blocks:
        yield f"“{block.name}” is sampled each {block.sample:.9g} s"
    yield f"E: what samples set {', '.join(linear.held)} to, by x; between samples they stay"
    yield from _rows(linear.laws)
    yield f"Ad: x(t + T) = Ad x(t), T = {linear.period:.9g} s, right before samples"
    yield from _rows(linear.Ad)
    for number, (signal, _, _) in enumerate(linear.signals):
        column = ", ".join(f"{entry:.9g}" for entry in linear.Bd[:, number].tolist())
        yield f"Bd, column {number + 1} ({signal}, which stays for T): {column}"


def _rows(matrix: NDArray[np.float64]) -> list[str]:
    return ["  " + "  ".join(f"{entry:14.9g}" for entry in row) for row in matrix.tolist()]


def _course(trajectory: Trajectory) -> Iterable[str]:
    """How a motion was computed; without coordinates there is nothing to compute or to compare."""
    if not trajectory.coordinates:
        yield f"Nothing can move until t = {trajectory.t[-1]:g} s: the system has no coordinates."
        return
    steps = f"{trajectory.steps} steps in {trajectory.seconds:.3f} s"
    yield f"Simulated until t = {trajectory.t[-1]:g} s by {trajectory.method}: {steps}"
    drift = f"constraint drift {trajectory.constraint_error:.1e}"
    yield f"Energy drift {trajectory.energy_error:.1e}, {drift}"
    if trajectory.energy_error > DRIFT:
        error = f"{trajectory.energy_error:.1e}"
        yield f"Warning: the energy balance misses {error} of the largest energy"
    yield str(trajectory.certificate)


def _called(key: str) -> str:
    """What an item is called, by its key."""
    return key.partition(":")[2]


def trajectory_text(found: Trajectory) -> str:
    """How a motion was found, how well it holds, and where it ends."""
    ends = zip(found.coordinates, found.q[-1], found.qd[-1], strict=True)
    return "\n".join(
        [
            *_course(found),
            *(f"{note.severity}: {note.place}: {note.cause}" for note in found.notes),
            *(
                f"Impact at t = {impact.t:.9g} s: {', '.join(map(_called, impact.names))}"
                for impact in found.impacts[:MOST_SHOWN]
            ),
            *(
                f"At rest from t = {rest.t:.9g} s after impacts without end: {_called(rest.name)}"
                for rest in found.settled[:MOST_SHOWN]
            ),
            *(
                f"At t = {one.t:.9g} s, {_called(one.item)}: {one.said}"
                for one in found.happened[:MOST_SHOWN]
            ),
            *(f"  {name} = {q:.12g}, velocity {qd:.12g}" for name, q, qd in ends),
            *(
                f"  {with_unit(text, found.output_units.get(text, ''))}: "
                f"{values.min():.6g} to {values.max():.6g}, at the end {values[-1]:.6g}"
                for text, values in found.outputs.items()
            ),
        ]
    )
