"""Plants and controllers as text to read, and as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from lagr_gui.expression import write
from lagr_gui.expression.units import with_unit
from lagr_gui.extensions.control.design import Design
from lagr_gui.extensions.control.numbers.faults import poles_text
from lagr_gui.extensions.control.numbers.margins import Margins
from lagr_gui.extensions.control.numbers.riccati import modes_text
from lagr_gui.extensions.control.numbers.state_space import Complex
from lagr_gui.extensions.control.numbers.structure import Reach
from lagr_gui.extensions.control.plant import Plant
from lagr_gui.extensions.control.symbols import PlantSymbols
from lagr_gui.foundation.arrays import Array
from lagr_gui.typesetting.text_lines import bracketed

WIDE = 100
"""Columns beyond which a matrix is not written out."""


def text_design(design: Design, symbols: PlantSymbols | None = None) -> str:
    """The plant, what can be moved and seen, the controller, the closed loop and its margins."""
    lines = [*_plant_lines(design, symbols), "", *_structure_lines(design)]
    if design.K is not None or design.pid is not None or design.L is not None:
        lines += ["", *_controller_lines(design)]
    if design.is_closed:
        lines += ["", *_closed_lines(design)]
    return "\n".join(lines)


def text_plant(plant: Plant) -> str:
    """The plant alone."""
    from lagr_gui.extensions.control.design import designed
    from lagr_gui.extensions.control.task import ControlTask

    return text_design(designed(plant, ControlTask()))


def _plant_lines(design: Design, symbols: PlantSymbols | None) -> Iterator[str]:
    plant, system = design.plant, design.system
    yield plant.title or "Model without a name"
    yield f"About {_values(plant.states, plant.place, plant.units)}"
    yield f"Held by {_values(plant.inputs, plant.held, plant.input_units)}"
    for name, law in plant.laws.items():
        yield f"The law of {name} is taken away: {law}"
    sampled = bool(system.h)
    rates = "z[k+1] = A z[k] + B u[k]" if sampled else "z' = A z + B u"
    yield ""
    yield f"{rates}, y = C z + D u" + (f", a sample each {system.h:g} s" if sampled else "")
    for letter, names, units in (
        ("z", plant.states, plant.units),
        ("u", plant.inputs, plant.input_units),
        ("y", plant.outputs, plant.units),
    ):
        yield f"  {letter} = {', '.join(with_unit(n, units.get(n, '')) for n in names)}"
    if symbols is not None:
        for letter, rows in (("A", symbols.A), ("B", symbols.B)):
            yield from _matrix(letter, [[write(entry) for entry in row] for row in rows])
    for letter, matrix in (("A", system.A), ("B", system.B), ("C", system.C)):
        yield from _matrix(letter, _numbers(matrix))
    if system.D.any():
        yield from _matrix("D", _numbers(system.D))
    if plant.certificate is not None:
        yield str(plant.certificate)


def _structure_lines(design: Design) -> Iterator[str]:
    n = design.system.n
    yield from _reach_lines(design, design.controllability, "Controllable", n)
    yield from _reach_lines(design, design.observability, "Observable", n)
    yield f"Poles{_of_unit(design)}: {poles_text(design.system.poles)}"
    yield f"Zeros{_of_unit(design)}: {poles_text(design.zeros) or 'none'}"


def _of_unit(design: Design) -> str:
    return " (of a step)" if design.system.h else " (1/s)"


def _reach_lines(design: Design, reach: Reach, word: str, n: int) -> Iterator[str]:
    yield f"{word}: {reach.rank} of {n}, weakest coupling {reach.weakest:.3g} of 1"
    if reach.is_complete:
        return
    what = "no input moves" if word == "Controllable" else "no output shows"
    for way in reach.rest.T:
        yield f"  {what} {direction_text(design.plant.states, way)}"
    rest = "which dies out" if reach.decays else "which does not die out"
    yield f"  its modes: {modes_text(reach)}, {rest}"


def direction_text(names: Sequence[str], way: Array) -> str:
    """A direction of states as a sum: ``theta1 - theta2``."""
    text = ""
    for name, part in zip(names, way.tolist(), strict=True):
        if part:
            size = "" if abs(abs(part) - 1) < 1e-9 else f"{abs(part):.4g} "
            text += f" {'-' if part < 0 else '+'} {size}{name}"
    text = text.removeprefix(" + ")
    return f"-{text[3:]}" if text.startswith(" - ") else text


def _controller_lines(design: Design) -> Iterator[str]:
    plant, task = design.plant, design.task
    if design.pid is not None:
        pid = design.pid
        yield (
            f"{pid.sort} of {plant.outputs[0]} for a phase margin of "
            f"{np.degrees(pid.phase):.4g}° at {pid.crossover:.5g} rad/s"
        )
        gains = {"KP": pid.kp, "KI": pid.ki, "KD": pid.kd}
        yield "  " + ", ".join(f"{name} = {value:.9g}" for name, value in gains.items() if value)
    if design.K is not None:
        way = "LQR" if design.optimum is not None else "Poles placed"
        yield f"{way}: u = held - K (z - place)"
        for name, row in zip(plant.inputs, design.K, strict=True):
            for state, gain in zip(plant.states, row.tolist(), strict=True):
                unit = plant.gain_unit(name, state)
                yield f"  {_input(plant, name)} by {state}: {gain:.10g} {unit}".rstrip()
        if design.optimum is not None:
            yield f"  residual of the Riccati equation {design.optimum.residual:.1e}"
    if design.L is not None:
        way = "Kalman filter" if design.estimate is not None else "Observer by poles"
        rate = "z_[k+1]" if task.sample else "z_'"
        yield f"{way}: {rate} = A z_ + B u + L (y - C z_)"
        yield from _matrix("L", _numbers(design.L))
        yield f"  poles of the error: {poles_text(design.estimate_poles)}"


def _closed_lines(design: Design) -> Iterator[str]:
    stable = "stable" if design.is_stable else "unstable"
    yield f"Closed loop, {stable}; poles{_of_unit(design)}: {poles_text(design.poles)}"
    if (slowest := slowest_time(design.poles, design.system.h)) is not None:
        yield f"  slowest time constant {slowest:.4g} s"
    for name, known in design.margins.items():
        yield f"Margins at {_input(design.plant, name)}: {margins_text(known)}"


def slowest_time(poles: Complex, h: float) -> float | None:
    """The time constant (s) of the slowest pole; None where one does not decay."""
    rates = np.log(np.maximum(np.abs(poles), 1e-300)) / h if h else poles.real
    slowest = float(np.max(rates, initial=-np.inf))
    return -1 / slowest if -np.inf < slowest < 0 else None


def _input(plant: Plant, name: str) -> str:
    """What an input is: of a coordinate a force or moment on it."""
    if name not in plant.linear.coordinates:
        return name
    return f"{'moment' if plant.input_units.get(name) == 'N m' else 'force'} on {name}"


def margins_text(known: Margins) -> str:
    """Margins of gain, phase and delay in one line."""
    if not known.stable:
        return "none, the closed loop is unstable"
    parts: list[str] = []
    if np.isfinite(known.gain):
        parts.append(f"gain up by {known.gain:.4g} ({known.decibel:.3g} dB)")
    if np.isfinite(known.least):
        parts.append(f"gain down to {known.least:.4g} ({20 * np.log10(known.least):.3g} dB)")
    if np.isfinite(known.phase):
        parts.append(f"phase {np.degrees(known.phase):.4g}° at {known.at_phase:.4g} rad/s")
    if np.isfinite(known.delay):
        parts.append(f"delay {known.delay:.4g} s")
    parts.append(f"nearest to -1 {known.nearest:.3g}")
    return ", ".join(parts)


def _values(names: Iterable[str], values: Array, units: Mapping[str, str]) -> str:
    return ", ".join(
        f"{name} = {value:.9g} {units.get(name, '')}".rstrip()
        for name, value in zip(names, values.tolist(), strict=True)
    )


def _matrix(name: str, rows: Sequence[Sequence[str]]) -> list[str]:
    lines = bracketed(f"  {name} = ", rows) if rows and rows[0] else []
    return lines if max(map(len, lines), default=0) <= WIDE else []


def _numbers(matrix: Array) -> list[list[str]]:
    least = 1e-13 * float(np.max(np.abs(matrix), initial=0.0))
    return [[f"{v if abs(v) > least else 0.0:.6g}" for v in row] for row in matrix.tolist()]


# --- As data -------------------------------------------------------------------------------------


def design_json(design: Design, symbols: PlantSymbols | None = None) -> dict[str, Any]:
    """Everything, with all digits; complex numbers as pairs."""
    plant, system = design.plant, design.system
    content: dict[str, Any] = {
        "states": plant.states,
        "inputs": plant.inputs,
        "outputs": plant.outputs,
        "units": dict(plant.units),
        "input_units": dict(plant.input_units),
        "place": plant.place,
        "held": plant.held,
        "laws": dict(plant.laws),
        "sample": system.h,
        "A": system.A,
        "B": system.B,
        "C": system.C,
        "D": system.D,
        "poles": _pairs(system.poles),
        "zeros": _pairs(design.zeros),
        "controllable": _reach_json(design.controllability),
        "observable": _reach_json(design.observability),
        "certificate": plant.certificate,
    }
    if symbols is not None:
        content["symbols"] = {
            "A": [[write(entry) for entry in row] for row in symbols.A],
            "B": [[write(entry) for entry in row] for row in symbols.B],
        }
    if design.K is not None:
        content["K"] = design.K
    if design.optimum is not None:
        content |= {"P": design.optimum.P, "residual": design.optimum.residual}
    if design.L is not None:
        content |= {"L": design.L, "estimate_poles": _pairs(design.estimate_poles)}
    if design.pid is not None:
        content["pid"] = vars(design.pid)
    if design.is_closed:
        content |= {"closed_poles": _pairs(design.poles), "stable": design.is_stable}
        content["margins"] = {name: vars(known) for name, known in design.margins.items()}
    return content


def _pairs(values: Complex) -> Array:
    return np.stack([values.real, values.imag], axis=-1)


def _reach_json(reach: Reach) -> dict[str, Any]:
    return {
        "rank": reach.rank,
        "weakest": reach.weakest,
        "rest": reach.rest.T,
        "modes": _pairs(reach.modes),
        "dies_out": reach.decays,
    }
