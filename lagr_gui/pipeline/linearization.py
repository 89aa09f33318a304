"""The linear equations at one state: the kernel for it, and the words about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from lagr_gui.expression import Expression
from lagr_gui.mechanics.evaluation import State
from lagr_gui.mechanics.linear import Inputs, LinearKernel, with_inputs
from lagr_gui.model import Model
from lagr_gui.pipeline.cache import kept, physics
from lagr_gui.pipeline.running import parameter_array
from lagr_gui.pipeline.structure import read
from lagr_gui.problem import LagrError, Problem
from lagr_gui.simulation.linearization import Linearization
from lagr_gui.simulation.system import Array

BALANCED = 1e-8
"""Forces that change less than this, relative to their size, do not change."""

PROBES = 6
"""Positions in which it is looked whether forces depend on a coordinate."""


def linearized(
    model: Model,
    state: State,
    qdd: Array,
    inputs: Sequence[str],
    trees: Mapping[str, Expression],
) -> Linearization:
    coordinates = read(model).coordinates
    prepared = with_inputs(model, inputs, coordinates)
    kernel = kept(
        "linear",
        f"{physics(prepared.model)}{inputs}{prepared.slow}{list(trees)}{_values(prepared)}",
        lambda: LinearKernel(read(prepared.model), prepared, trees),
    )
    q, qd = np.array(state.q), np.array(state.qd)
    parameters = parameter_array(prepared.model)
    found = kernel(parameters, state.t, q, qd, qdd)
    _check_finite(coordinates, found.M, found.P, found.S)
    f = len(coordinates)
    return Linearization(
        coordinates=coordinates,
        independent=coordinates,
        t=state.t,
        q=q,
        qd=qd,
        qdd=qdd,
        basis=np.eye(f),
        M=found.M,
        P=found.P,
        S=found.S,
        B=found.B,
        residual=-found.r,
        rate=-found.rate,
        inputs=tuple(inputs),
        outputs=tuple(trees),
        y=found.y,
        Yq=found.Yq,
        Yv=found.Yv,
        Yu=found.Yu,
        indifferent=_indifferent(kernel, parameters, state, coordinates),
        notes=_notes(prepared, found.rate, found.r),
    )


def _indifferent(
    kernel: LinearKernel, parameters: Array, state: State, coordinates: Sequence[str]
) -> tuple[str, ...]:
    """The coordinates on which no force depends, here and in other positions."""
    source, f = np.random.default_rng(1), len(coordinates)
    slopes = np.zeros((f, f))
    for _ in range(PROBES):
        q, qd = np.array(state.q) + source.uniform(-1, 1, f), np.array(state.qd)
        found = np.abs(kernel(parameters, state.t, q, qd, np.zeros(f)).S)
        slopes = np.fmax(slopes, found)
    largest = float(np.max(slopes, initial=0.0))
    return tuple(
        name
        for name, column in zip(coordinates, slopes.T, strict=True)
        if np.all(column <= 1e-13 * largest)
    )


def _values(prepared: Inputs) -> str:
    """The parameters that depend on inputs: their definitions enter the program."""
    return ";".join(f"{name}={tree}" for name, tree in prepared.derived)


def _notes(prepared: Inputs, rate: Array, r: Array) -> tuple[str, ...]:
    notes = [
        f"The input {name} is taken as changing slowly: it is a constant of bodies or joints."
        for name, source in zip(prepared.names, prepared.sources, strict=True)
        if source in prepared.slow
    ]
    size = max(1.0, float(np.max(np.abs(r), initial=0.0)))
    if np.any(np.abs(rate) > BALANCED * size):
        notes.append(
            "The equations depend on time: the matrices hold at this instant only, and "
            "eigenvalues say nothing certain about stability."
        )
    return tuple(notes)


def _check_finite(coordinates: Sequence[str], *tables: Array) -> None:
    wrong = sorted({int(i) for table in tables for i in np.argwhere(~np.isfinite(table))[:, 0]})
    if wrong:
        names = ", ".join(coordinates[i] for i in wrong)
        cause = f"The equations of {names} have no slope there."
        remedy = "Look for a spring of length zero, or a force with a jump or a kink."
        raise LagrError(Problem("Linearisation", cause, remedy, code="no-slope"))
