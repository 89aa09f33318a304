"""Threads, callbacks and processes get the numbers of a single thread, to the last bit."""

from __future__ import annotations

import dataclasses
import multiprocessing
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from lagr_gui import System, pipeline
from lagr_gui.model import Model
from lagr_gui.simulation import Progress, run
from lagr_gui.simulation.bursts import stepper
from tests.threads.questions import (
    VALUES,
    Question,
    asked_sixty_four,
    bits,
    linkage,
    oscillator,
    others,
    sixty_four,
)

THREADS = 8


@pytest.fixture(autouse=True)
def hurried() -> Iterator[None]:
    """Threads take turns a hundred times as often as usual, and nothing is kept from before."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(usual / 100)
    pipeline.forget()
    yield
    sys.setswitchinterval(usual)


def beside_each_other(questions: list[Question]) -> list[bytes]:
    """The answers, found on several threads at once."""
    with ThreadPoolExecutor(THREADS) as threads:
        return list(threads.map(bits, questions))


def run_briefly(model: Model, progress: Callable[[Progress], None] | None = None) -> np.ndarray:
    """Positions (n, f) of a motion of half a second."""
    settings = dataclasses.replace(pipeline.settings_of(model), t_end=0.5)
    return pipeline.simulate(model, settings, progress=progress).q


def differing(first: list[bytes], second: list[bytes]) -> list[int]:
    return [i for i, (a, b) in enumerate(zip(first, second, strict=True)) if a != b]


@pytest.mark.parametrize("questions", [sixty_four, others])
def test_threads_get_the_numbers_of_one_thread(questions: Callable[[], list[Question]]) -> None:
    asked = questions()
    alone = [bits(question) for question in asked]
    assert len(set(alone)) == len(asked)
    assert not differing(beside_each_other(asked), alone)
    pipeline.forget()  # now everything is derived and compiled on threads as well
    assert not differing(beside_each_other(asked[::-1])[::-1], alone)


def test_processes_get_the_numbers_of_one_thread() -> None:
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=fresh) as process:
        found = process.submit(asked_sixty_four)
        assert not differing(asked_sixty_four(), found.result())


@pytest.mark.parametrize("make", [oscillator, linkage])
def test_a_callback_may_simulate_the_same_system_with_other_values(
    make: Callable[[float], System], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "RUN", replace(run.RUN, report=0.0))
    models = [make(k).model for k in VALUES]
    alone = [run_briefly(model) for model in models]
    monkeypatch.setattr(stepper, "BURST", replace(stepper.BURST, room=1))
    inner: list[np.ndarray] = []

    def between(part: Progress) -> None:
        if len(inner) < len(models):
            inner.append(run_briefly(models[len(inner)]))

    found = run_briefly(models[0], between)
    np.testing.assert_array_equal(found, alone[0])
    assert len(inner) == len(models)
    for during, expected in zip(inner, alone, strict=True):
        np.testing.assert_array_equal(during, expected)
