"""A plant with its gains for other programs: MATLAB and Octave, python-control, LaTeX."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from lagr_gui.exchange.registry import EXPORTS
from lagr_gui.expression import Expression, read
from lagr_gui.extensions.control.design import Design
from lagr_gui.extensions.control.putting import with_controller
from lagr_gui.extensions.control.symbols import PlantSymbols
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Model, write_text
from lagr_gui.typesetting import latex
from lagr_gui.typesetting.formula import letter
from lagr_gui.typesetting.matrices import latex_matrix

DIGITS = 6
"""Digits of numbers in LaTeX."""


def control_matlab(controller: Design) -> str:
    """A script of MATLAB and Octave: the state space of the plant, then K, L, the closed loop."""
    plant = controller.plant
    named = replace(plant.linear, inputs=plant.inputs)
    known = {"linear": named, "model": plant.opened.model}
    text = EXPORTS["state-space"].write(known.get)
    assert isinstance(text, str)
    lines = ["", f"% Held inputs: {_pairs(plant.inputs, plant.held)}"]
    if controller.task.sample:
        lines += ["% Between samples inputs are held: x(k+1) = A x(k) + B u(k)"]
        lines += [f"h = {controller.task.sample!r};", "plant = c2d(ss(A, B, C, D), h, 'zoh');"]
        lines += ["A = plant.A; B = plant.B;"]
    if controller.K is not None:
        lines += ["", "% u = held - K (x - place)", f"K = {_matlab(controller.K)};"]
    if controller.L is not None:
        lines += ["", "% dx_/dt = A x_ + B u + L (y - C x_ - D u)", f"L = {_matlab(controller.L)};"]
    if controller.pid is not None:
        pid = controller.pid
        lines += ["", f"KP = {pid.kp!r}; KI = {pid.ki!r}; KD = {pid.kd!r};"]
    if controller.K is not None:
        lines += ["", "closed_poles = eig(A - B*K)"]
    return text + "\n".join(lines) + "\n"


def control_python(controller: Design) -> str:
    """A script of Python with the plant and the closed loop as systems of python-control."""
    plant, system = controller.plant, controller.system
    names = {
        sort: [name.replace(".", "_") for name in getattr(plant, sort)]
        for sort in ("states", "inputs", "outputs")
    }
    lines = [
        f'"""{_one_line(plant.title) or "A mechanical system"}: deviations from a place."""',
        "",
    ]
    lines += ["import control", "import numpy as np", ""]
    lines += [f"# place: {_pairs(plant.states, plant.place)}"]
    lines += [f"# held inputs: {_pairs(plant.inputs, plant.held)}"]
    for letter_, matrix in zip("ABCD", (system.A, system.B, system.C, system.D), strict=True):
        lines += [f"{letter_} = np.array({_python(matrix)})"]
    time = f", {controller.task.sample!r}" if controller.task.sample else ""
    words = ", ".join(f"{sort}={entries!r}" for sort, entries in names.items())
    lines += [f"plant = control.ss(A, B, C, D{time}, {words})"]
    if controller.K is not None:
        lines += ["", f"K = np.array({_python(controller.K)})  # u = held - K (x - place)"]
        lines += [f"regulated = control.ss(A - B @ K, B, C - D @ K, D{time})"]
    if controller.L is not None:
        lines += [
            "",
            f"L = np.array({_python(controller.L)})  # dx_/dt = A x_ + B u + L (y - C x_ - D u)",
        ]
    if controller.pid is not None:
        pid = controller.pid
        lines += ["", 's = control.tf("s")']
        lines += [f"loop = plant * ({pid.kp!r} + {pid.ki!r} / s + {pid.kd!r} * s)"]
    return "\n".join(lines) + "\n"


def control_latex(controller: Design, symbols: PlantSymbols | None = None) -> str:
    """A, B, C, D and the gains as matrices; A and B as symbols where these are known."""
    plant = controller.plant
    if controller.task.sample:
        symbols = None
        head = r"\[x_{k+1} = A x_k + B u_k, \quad y_k = C x_k + D u_k\]"
    else:
        head = r"\[\dot x = A x + B u, \quad y = C x + D u\]"
    lines = [head, f"% x = ({', '.join(plant.states)}), u = ({', '.join(plant.inputs)})"]
    lines += [f"% y = ({', '.join(plant.outputs)}); deviations from a place"]
    lines += matrices_latex(controller, symbols)
    return "\n".join(lines) + "\n"


def matrices_latex(controller: Design, symbols: PlantSymbols | None) -> list[str]:
    """The matrices that there are, each displayed."""
    system = controller.system
    tables = {"A": symbols.A if symbols else number_table(system.A)}
    tables["B"] = symbols.B if symbols else number_table(system.B)
    tables |= {"C": number_table(system.C), "D": number_table(system.D)}
    tables |= {
        name: number_table(gains)
        for name, gains in (("K", controller.K), ("L", controller.L))
        if gains is not None
    }
    lines = [latex_matrix((letter(name),), rows) for name, rows in tables.items()]
    if (pid := controller.pid) is not None:
        gains = {"K_P": pid.kp, "K_I": pid.ki, "K_D": pid.kd}
        lines += [rf"\[{name} = {latex(_shown(value))}\]" for name, value in gains.items() if value]
    return lines


def control_drawing(controller: Design, drawn: Model) -> str:
    """The model with the controller in it, as a file has it."""
    return write_text(with_controller(drawn, controller))


def control_c(controller: Design, drawn: Model) -> str:
    """The controller alone in C, as a function for a device."""
    model = with_controller(drawn, controller)
    text = EXPORTS["c"].write({"model": model, "block": model.signals[-1].name}.get)
    assert isinstance(text, str)
    return text


def number_table(matrix: Array) -> tuple[tuple[Expression, ...], ...]:
    """Numbers as expressions, with the digits that are read; what is only rounding is 0."""
    least = 1e-13 * float(np.max(np.abs(matrix), initial=0.0))
    return tuple(
        tuple(read(_shown(value if abs(value) > least else 0.0)) for value in row)
        for row in matrix.tolist()
    )


def _shown(value: float) -> str:
    return f"{value:.{DIGITS}g}"


def _matlab(matrix: Array) -> str:
    return f"[{'; '.join(', '.join(map(repr, row)) for row in matrix.tolist())}]"


def _python(matrix: Array) -> str:
    if not matrix.size:
        return f"np.zeros({matrix.shape!r})"
    rows = ",\n    ".join(map(repr, (matrix + 0.0).tolist()))
    return f"[\n    {rows},\n]"


def _pairs(names: Iterable[str], values: Array) -> str:
    return (
        ", ".join(f"{n} = {v:.9g}" for n, v in zip(names, values.tolist(), strict=True)) or "none"
    )


def _one_line(text: str) -> str:
    return " ".join(text.replace('"', "'").replace("\\", "/").split())
