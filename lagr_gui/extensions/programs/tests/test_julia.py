"""Programs in Julia, read by a small reader: nobody here has Julia."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.extensions.programs.tests.julia_reader import JuliaRow, read
from lagr_gui.extensions.programs.tests.test_programs import (
    close_accelerations,
    close_reactions,
    text_of,
)
from lagr_gui.prepared import prepare
from tests.samples.gallery import SMOOTH, sample


class Read:
    """A program that has been read."""

    def __init__(self, text: str) -> None:
        self.own = read(text)
        given = self.own["DEFAULTS"]
        self.c = JuliaRow([*given, *[0.0] * (self.own["CONSTANTS"] - len(given)), 0.0])
        self.own["derive"](self.c)

    def accelerations(self, states: np.ndarray) -> np.ndarray:
        """q̈ at states t, q, q̇."""
        return self._answers("accelerations", states, self.own["N"])

    def reactions(self, states: np.ndarray) -> np.ndarray:
        """What is transmitted at states t, q, q̇."""
        return self._answers("transmit", states, self.own["TRANSMITTED"])

    def derivatives(self, states: np.ndarray) -> np.ndarray:
        """Derivatives of accelerations at states t, q, q̇."""
        n = self.own["N"]
        size = n * (3 * n + self.own["PARAMETERS"])
        return self._answers("derivatives", states, size)

    def outputs(self, states: np.ndarray) -> np.ndarray:
        """What sensors show at states t, q, q̇."""
        return self._answers("outputs", states, self.own["SHOWN"])

    def _answers(self, function: str, states: np.ndarray, size: int) -> np.ndarray:
        n = self.own["N"]
        found: list[list[float]] = []
        for x in states.tolist():
            a, u = JuliaRow([0.0] * size), JuliaRow([0.0] * n)
            q, v = JuliaRow(x[1 : 1 + n]), JuliaRow(x[1 + n :])
            try:
                status = self.own[function](self.c, x[0], q, v, u, a)
            except ZeroDivisionError:
                status = 1
            found.append(a.values if status == 0 else [float("nan")] * size)
        return np.array(found)


@pytest.mark.parametrize("name", SMOOTH)
def test_what_is_written_in_julia_computes_what_this_program_computes(name: str) -> None:
    program = Read(text_of("julia", sample(name)))
    assert program.own["self_test"](program.c) < 1e-10
    close_accelerations(program, prepare(sample(name)))  # type: ignore[arg-type]
    close_reactions(program, prepare(sample(name)))  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "until"), [("bouncing_ball", 0.8), ("double_pendulum_wall", 0.8)])
def test_it_strikes_limits(name: str, until: float) -> None:
    prepared = prepare(sample(name))
    program = Read(text_of("julia", prepared.model))
    own = program.own
    assert own["self_test"](program.c) < 1e-10
    y = JuliaRow([*own["START_STATE"].values])
    clock = JuliaRow([own["START_TIME"], 0.0, 0.0, 0.5, *[0.0] * (own["CLOCK_SIZE"] - 4)])
    assert own["take_up"](program.c, clock, y) == 0
    times: list[float] = []
    while (status := own["advance"](program.c, clock, y, until, 1e-9, 1e-11)) < 0:
        times.append(clock.values[0])
    assert status == 0
    known = pipeline.simulate(prepared, replace(prepared.settings, t_end=until))
    assert len(times) == len(known.impacts) > 0
    assert np.allclose(times, [impact.t for impact in known.impacts], rtol=0, atol=1e-7)
    assert np.allclose(y.values, [*known.q[-1], *known.qd[-1]], rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", ["double_pendulum", "four_bar"])
def test_it_advances(name: str) -> None:
    prepared = prepare(sample(name))
    program = Read(text_of("julia", prepared.model))
    own, n = program.own, program.own["N"]
    start = own["START_STATE"].values
    q, v = JuliaRow(start[:n]), JuliaRow(start[n:])
    assert own["start"](program.c, own["START_TIME"], q, v) == 0
    y, clock = JuliaRow([*q.values, *v.values]), JuliaRow([own["START_TIME"], 0.0, 0.0, 0.5])
    assert own["advance"](program.c, clock, y, 0.2, 1e-10, 1e-12) == 0
    known = pipeline.simulate(prepared, replace(prepared.settings, t_end=0.2))
    assert np.allclose(y.values, [*known.q[-1], *known.qd[-1]], rtol=1e-7, atol=1e-7)
