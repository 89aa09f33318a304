"""What a cancelled job leaves behind: what was derived before it stays, nothing is half done."""

from __future__ import annotations

import ctypes
import random
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lagr_gui import pipeline
from lagr_gui.algebra.ring import Generator, Ring, Sort
from lagr_gui.editing import edits
from lagr_gui.foundation.interruption import undisturbed, whole
from lagr_gui.foundation.problem import Cancelled
from lagr_gui.mechanics.closed import Metric
from lagr_gui.model import Model
from lagr_gui.prepared import begin, forget_interrupted, prepare
from tests.editing.test_edits import chain

STRIKES = 60


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    pipeline.forget()
    yield
    pipeline.forget()


def sprung(links: int = 3) -> Model:
    """A chain with a spring from its last body to a point of body 0."""
    model = chain(links)
    for name in ("l", "c", "l0", "b"):
        model = edits.add_parameter(model, name)
    for number in range(links):
        model = edits.set_value(model, ("joints", number, "point_child"), (0, "l", 0))
    ends = {"body_a": links, "body_b": 0, "point_b": ("b", 0, 0)}
    return edits.add_element(model, "spring", **ends, c="c", l0="l0")


def stiffer(model: Model, number: int) -> Model:
    return edits.set_value(model, ("elements", 0, "c"), f"{number}*c")


def counted(monkeypatch: pytest.MonkeyPatch, owner: type, name: str) -> list[Any]:
    """The first arguments with which a method is called."""
    calls: list[Any] = []
    plain: Callable[..., Any] = getattr(owner, name)

    def called(self: Any, *words: Any) -> Any:
        calls.append(words[0])
        return plain(self, *words)

    monkeypatch.setattr(owner, name, called)
    return calls


def strike(thread: int, seconds: float) -> None:
    """Raise `Cancelled` in a thread, as the worker does."""
    time.sleep(seconds)
    with undisturbed:
        thread_id = ctypes.c_ulong(thread)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(thread_id, ctypes.py_object(Cancelled))


def interrupted(act: Callable[[], object], seconds: float) -> None:
    """Do something that is cancelled after some time, if it is not done before."""
    striker = threading.Thread(target=strike, args=(threading.get_ident(), seconds))
    begin()
    try:
        striker.start()
        act()
        striker.join()
        for _ in range(100):
            pass  # here it strikes if it comes late
    except Cancelled:
        striker.join()
        forget_interrupted()


def test_an_edit_of_an_element_derives_no_metric(monkeypatch):
    model = sprung()
    pipeline.equations(model)
    bodies = counted(monkeypatch, Metric, "_body_metric")
    symbols = counted(monkeypatch, Metric, "christoffel")
    pipeline.equations(stiffer(model, 2))
    assert not bodies
    assert not symbols


def test_after_a_cancel_the_metric_is_still_known(monkeypatch):
    model = sprung()
    pipeline.equations(model)
    begin()
    assert prepare(stiffer(model, 2)).closed.metric is prepare(model).closed.metric
    forget_interrupted()
    bodies = counted(monkeypatch, Metric, "_body_metric")
    pipeline.equations(stiffer(model, 3))
    assert not bodies


def test_a_metric_that_is_interrupted_goes_on_with_the_next_body(monkeypatch):
    model = sprung()
    bodies = counted(monkeypatch, Metric, "_body_metric")

    def stop(what: str, _part: float) -> None:
        if len(bodies) == 2:
            raise Cancelled

    begin()
    with pytest.raises(Cancelled):
        pipeline.equations(model, progress=stop)
    forget_interrupted()
    pipeline.equations(stiffer(model, 2))
    assert len(bodies) == 3


def test_what_grows_in_several_steps_is_dropped_by_a_cancel():
    prepared = prepare(sprung())
    begin()
    recursion = prepared.recursion
    forget_interrupted()
    assert prepared.recursion is not recursion


def test_what_was_not_asked_for_stays_after_a_cancel():
    prepared = prepare(sprung())
    recursion = prepared.recursion
    begin()
    assert prepared.closed
    forget_interrupted()
    assert prepared.recursion is recursion


def test_equations_are_the_same_after_cancels_at_any_moment():
    model = sprung()
    wanted = [pipeline.equations(stiffer(model, number)).entries for number in range(2, 5)]
    pipeline.forget()
    chance = random.Random(5)
    for strikes in range(STRIKES):
        changed = stiffer(model, strikes % 3 + 2)
        interrupted(lambda changed=changed: pipeline.equations(changed), chance.uniform(0, 0.05))
    for number, entries in enumerate(wanted, start=2):
        assert pipeline.equations(stiffer(model, number)).entries == entries


def test_a_cut_in_the_middle_of_a_step_leaves_equal_equations(monkeypatch):
    """A root is entered in the ring, and then among the roots of which some get names."""
    model = sprung()
    wanted = pipeline.equations(model)
    pipeline.forget()
    strikers: list[threading.Thread] = []
    add = Ring.add

    def cut(ring: Ring, generator: Generator) -> int:
        index = add(ring, generator)
        if generator.sort is Sort.ROOT and not strikers:
            strikers.append(threading.Thread(target=strike, args=(threading.get_ident(), 0)))
            strikers[0].start()
            strikers[0].join(0.2)  # it strikes here where nothing keeps it from that
        return index

    monkeypatch.setattr(Ring, "add", cut)
    begin()
    with pytest.raises(Cancelled):
        pipeline.equations(model)
    strikers[0].join()
    forget_interrupted()
    found = pipeline.equations(model)
    assert found.entries == wanted.entries
    assert found.definitions == wanted.definitions


def test_a_step_that_is_done_whole_is_not_parted():
    """Both lists grow by one entry at a time, or by none."""
    first: list[int] = []
    second: list[int] = []

    @whole
    def grow() -> None:
        first.append(1)
        sum(range(200))
        second.append(1)

    def on() -> None:
        while True:
            grow()

    chance = random.Random(2)
    for _ in range(STRIKES):
        interrupted(on, chance.uniform(0.0005, 0.003))
        assert len(first) == len(second)
