"""Exact derivatives in programs: beside differences, and beside linear equations here."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.extensions.programs.describing import describe
from lagr_gui.extensions.programs.languages import written
from lagr_gui.extensions.programs.tests.test_julia import Read
from lagr_gui.extensions.programs.tests.test_programs import DEAD, HERE, LIMITED, is_redundant, met
from lagr_gui.extensions.programs.tests.toolchain import TOOLS, build
from lagr_gui.foundation.arrays import Array
from lagr_gui.prepared import Prepared, prepare
from tests.samples.gallery import SMOOTH, sample

FREE = ("double_pendulum", "kapitza_pendulum", "condenser_microphone")
BOUND = ("slider_crank", "chaplygin_sleigh", "four_bar")
STILL = ("four_bar",)
EVERY = [name for name in SMOOTH if name not in LIMITED and name not in DEAD]


def text_with_derivatives(prepared: Prepared, language: str) -> str:
    return written(describe(prepared, differentiated=True), language)


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: Any) -> Any:
    """The program of a sample in Python, imported."""
    prepared = prepare(sample(request.param))
    (tmp_path / "differentiated.py").write_text(text_with_derivatives(prepared, "numpy"), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    sys.modules.pop("differentiated", None)
    yield prepared, import_module("differentiated")
    sys.modules.pop("differentiated", None)


def steep(values: Any, x: Array, k: int, part: float) -> tuple[Array, float]:
    """A derivative by differences of fourth order, and how much rounding may be in it."""
    h = part * (abs(x[k]) or 1.0)
    e = np.eye(len(x))[k] * h
    near, far = values(x + e) - values(x - e), values(x + 2 * e) - values(x - 2 * e)
    return (8 * near - far) / (12 * h), 1e-12 * float(np.max(np.abs(values(x)))) / h


@pytest.mark.parametrize("module", EVERY, indirect=True)
def test_derivatives_are_those_of_the_accelerations(module: Any) -> None:
    prepared, own = module
    n = own.N
    for state in met(prepared)[:3]:
        given = np.array([*state[1:], *np.zeros(n), *own.PARAMETER_VALUES.values()])

        def accelerations(x: Array, t: float = float(state[0])) -> Array:
            values = dict(zip(own.PARAMETER_VALUES, x[3 * n :], strict=True))
            return own.System(**values).accelerations(t, x[:n], x[n : 2 * n], x[2 * n : 3 * n])

        found = own.System().derivatives(state[0], state[1 : 1 + n], state[1 + n :])
        # Beside conditions that depend on each other there are no accelerations.
        columns = range(2 * n, 3 * n) if is_redundant(prepared) else range(len(given))
        for k in columns:
            size, missed = np.max(np.abs(found[:, k])), list[float]()
            for part in (1e-3, 1e-4, 1e-5):  # sines of a frequency times a late time ask for less
                slope, rounding = steep(accelerations, given, k, part)
                wrong = np.max(np.abs(found[:, k] - slope))
                missed.append(float(wrong / (1e-7 * size + rounding)) if wrong else 0.0)
            known = [entry for entry in missed if np.isfinite(entry)]
            assert not known or min(known) <= 1.0, k


@pytest.mark.parametrize("module", ["double_pendulum", "kapitza_pendulum"], indirect=True)
def test_a_and_b_are_those_of_the_linear_equations_about_a_motion(module: Any) -> None:
    prepared, own = module
    n, state = own.N, met(prepared)[0]
    q, v = state[1 : 1 + n], state[1 + n :]
    at = {"t": float(state[0]), "q": q.tolist(), "qd": v.tolist()}
    linear = pipeline.linearize(prepared, at, inputs=prepared.coordinates)
    A, B = own.System().linear(state[0], q, v)
    known = -np.linalg.solve(linear.M, np.hstack([linear.S, linear.P]))
    assert np.allclose(A[n:], known, rtol=1e-9, atol=1e-9 * np.abs(known).max())
    assert np.array_equal(A[:n], np.hstack([np.zeros((n, n)), np.eye(n)]))
    pushed = np.linalg.solve(linear.M, linear.B[0])
    assert np.allclose(B[n:], pushed, rtol=1e-9, atol=1e-9 * np.abs(pushed).max())
    assert not B[:n].any()


@pytest.mark.parametrize("module", STILL, indirect=True)
def test_a_is_that_of_the_linear_equations_about_an_equilibrium_of_a_loop(module: Any) -> None:
    prepared, own = module
    n, linear = own.N, pipeline.linearize(prepared)
    A, _ = own.System().linear(linear.t, linear.q, linear.qd)
    whole = linear.whole
    assert not linear.qd.any()
    for column in range(whole.N.shape[1]):
        slow = A[n:] @ np.concatenate([whole.N[:, column], np.zeros(n)])
        known = whole.W @ -np.linalg.solve(linear.M, linear.S[:, column])
        assert np.allclose(slow, known, rtol=1e-8, atol=1e-8 * (1 + np.abs(known).max()))


@pytest.mark.parametrize("language", HERE)
@pytest.mark.parametrize("module", ["double_pendulum", "slider_crank"], indirect=True)
def test_all_languages_give_the_same(module: Any, language: str, tmp_path: Path) -> None:
    prepared, own = module
    states, n = met(prepared)[:3], own.N
    (tmp_path / language).mkdir()
    program = build(language, text_with_derivatives(prepared, language), tmp_path / language)
    found = program.answers("--derivatives", states)
    known = [own.System().derivatives(x[0], x[1 : 1 + n], x[1 + n :]).ravel() for x in states]
    close(found, np.array(known))


@pytest.mark.parametrize("module", ["double_pendulum", "slider_crank"], indirect=True)
def test_what_is_written_in_julia_gives_the_same(module: Any) -> None:
    prepared, own = module
    states, n = met(prepared)[:3], own.N
    program = Read(text_with_derivatives(prepared, "julia"))
    known = [own.System().derivatives(x[0], x[1 : 1 + n], x[1 + n :]).ravel() for x in states]
    close(program.derivatives(states), np.array(known))


def close(found: Array, known: Array) -> None:
    """Rows that agree to 1e-11 of the largest of their numbers."""
    size = np.max(np.abs(known), axis=1, keepdims=True)
    assert found.shape == known.shape
    assert np.max(np.abs(found - known) / size) <= 1e-11


def test_without_the_option_there_are_none() -> None:
    prepared = prepare(sample("double_pendulum"))
    assert TOOLS and "derivatives" not in written(describe(prepared), "c")
