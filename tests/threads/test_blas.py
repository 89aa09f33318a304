"""While anything is computed BLAS works on one thread; afterwards as many as before."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module
from threading import Barrier
from typing import Any

import pytest

from lagr_gui import pipeline
from lagr_gui.numerics import on_one_thread
from lagr_gui.simulation import run
from tests.threads.questions import linkage

threadpoolctl: Any = import_module("threadpoolctl")


def widths() -> set[int]:
    """The numbers of threads of all BLAS libraries."""
    found = threadpoolctl.threadpool_info()
    return {entry["num_threads"] for entry in found if entry["user_api"] == "blas"}


@pytest.fixture(autouse=True)
def wide():
    """Two threads of BLAS, also on a machine with one core."""
    pipeline.simulate(linkage(2.0).model)  # loads all libraries
    with threadpoolctl.threadpool_limits(limits=2, user_api="blas"):
        yield


def test_a_simulation_holds_blas_to_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "RUN", replace(run.RUN, report=0.0))
    seen: list[set[int]] = []
    assert widths() == {2}
    pipeline.simulate(linkage(2.0).model, progress=lambda part: seen.append(widths()))
    assert seen and all(found == {1} for found in seen)
    assert widths() == {2}


def test_whoever_leaves_first_does_not_let_go_for_the_others() -> None:
    inside, left = Barrier(2), Barrier(2)
    seen: list[set[int]] = []

    @on_one_thread
    def short() -> None:
        inside.wait()

    @on_one_thread
    def long() -> None:
        inside.wait()
        left.wait()
        seen.append(widths())

    with ThreadPoolExecutor(2) as threads:
        first, second = threads.submit(short), threads.submit(long)
        first.result()
        left.wait()
        second.result()
    assert seen == [{1}]
    assert widths() == {2}


def test_an_error_lets_go_too() -> None:
    @on_one_thread
    def failing() -> None:
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        failing()
    assert widths() == {2}
