"""The linear equations of small motions as a script of MATLAB and Octave."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from lagr_gui.expression.units import with_unit
from lagr_gui.extensions.programs.describing import coordinates_of, parameters_of
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Model
from lagr_gui.prepared import Prepared, prepare
from lagr_gui.simulation.linear.linearization import Linearization
from lagr_gui.subsystems.switching import names_of

CONTINUOUS = ("Linear equations of small motions: dx/dt = A x + B u, y = C x + D u.",)
STEPPING = (
    "Linear equations of small motions: x(k+1) = A x(k) + B u(k), y(k) = C x(k) + D u(k),",
    "right before the samples at k T, T = {step!r} s; between two of them inputs stay.",
)
"""What a state space says, without and with sampled laws."""


def matlab_state_space(linear: Linearization, model: Model, special: str = "") -> str:
    """A script of MATLAB and Octave with A, B, C, D, and a record `about` them.

    `linear` are the linear equations of the `model`, whose parameters stand in comments.
    """
    prepared = prepare(model, special)
    lines = [f"% {line}".rstrip() for line in _head(linear, prepared)]
    for letter, matrix in zip("ABCD", linear.state_space, strict=True):
        lines += ["", *_matrix(letter, matrix)]
    lines += ["", *_about(linear, prepared.digest)]
    return "\n".join(lines) + "\n"


def _head(linear: Linearization, prepared: Prepared) -> Iterator[str]:
    """The words at the head of the file."""
    model = prepared.model
    yield _line(model.name or "A mechanical system")
    if prepared.special:
        yield _line(f"Special case: {prepared.special}")
    yield ""
    yield from (line.format(step=linear.step) for line in (STEPPING if linear.step else CONTINUOUS))
    yield "Deviations from the place below; SI units and radians."
    yield "Written by lagr_gui."
    yield f"SHA-256 of the model: {prepared.digest}"
    yield from ("", "Run this file, then for instance")
    step = ", about.step" if linear.step else ""
    yield f"  system = ss(A, B, C, D{step}, 'StateName', about.states, ..."
    yield "      'InputName', about.inputs, 'OutputName', about.outputs);"
    units = {entry.name: entry.unit.line for entry in coordinates_of(prepared)}
    rates = {f"{name}'": f"{unit}/s" if unit else "" for name, unit in units.items()}
    units_of = units | rates
    yield from ("", "States:")
    yield from _rows("x", (with_unit(name, units_of.get(name, "")) for name in linear.states))
    yield "Inputs:"
    yield from _rows("u", (name for name, _, _ in linear.signals))
    yield "Outputs, with their values at the place:"
    values = zip(linear.outputs, linear.y.tolist(), strict=True)
    yield from _rows("y", (f"{name} = {value!r}" for name, value in values))
    yield from ("", f"Place: t = {linear.t!r} s")
    for name, q, qd in zip(linear.coordinates, linear.q.tolist(), linear.qd.tolist(), strict=True):
        yield f"  {with_unit(f'{name} = {q!r}', units_of[name])}, {name}' = {qd!r}"
    yield from ("", "Parameters:")
    hidden = {name for acting in prepared.acting_signals for name in names_of(acting)}
    for entry in (entry for entry in parameters_of(prepared) if entry.name not in hidden):
        words = f": {entry.comment.line}" if entry.comment else ""
        yield _line(
            f"  {with_unit(f'{entry.name} = {entry.value!r}', entry.unit.line)}{words}", indent=2
        )
    for note in filter(None, (linear.obstacle, *linear.notes)):
        yield from ("", _line(str(note)))


def _line(text: str, indent: int = 0) -> str:
    """A text in one line: no text of a user ends a comment."""
    return " " * indent + " ".join(text.split())


def _rows(letter: str, words: Iterable[str]) -> Iterator[str]:
    lines = [_line(f"{letter}({place})  {entry}", 2) for place, entry in enumerate(words, start=1)]
    yield from lines or ["  none"]


def _matrix(letter: str, matrix: Array) -> Iterator[str]:
    if not matrix.size:
        yield f"{letter} = zeros({matrix.shape[0]}, {matrix.shape[1]});"
        return
    yield f"{letter} = ["
    yield from (f"    {', '.join(map(repr, row))}" for row in matrix.tolist())
    yield "];"


def _about(linear: Linearization, mark: str) -> Iterator[str]:
    yield f"about.sha256 = '{mark}';"
    signals = [name for name, _, _ in linear.signals]
    texts = {"states": linear.states, "inputs": signals, "outputs": linear.outputs}
    for name, entries in (texts | {"coordinates": linear.coordinates}).items():
        yield f"about.{name} = {{{', '.join(map(_quoted, entries))}}};"
    yield f"about.t = {linear.t!r};"
    if linear.step:
        yield f"about.step = {linear.step!r};"
    for name in ("q", "qd", "qdd", "y"):
        yield f"about.{name} = [{_numbers(getattr(linear, name).tolist())}];"


def _numbers(row: Sequence[float]) -> str:
    return ", ".join(map(repr, row))


def _quoted(text: str) -> str:
    return "'" + re.sub(r"\s+", " ", text).replace("'", "''") + "'"
