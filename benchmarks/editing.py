"""What a user waits for after an edit, a cancel, and a new value of a parameter.

    python benchmarks/editing.py

A chain of 8 planar rods with a spring between the last rod and body 0, all symbolic.  Edits
go through the worker process and, in the window's own way, until what is seen of the
equations is typeset and painted (offscreen); the peer is the model's first derivation in a
warm worker.  A cancel strikes a long derivation at several instants, and the slowest answer
counts.  After a new value the calls that derive and compile are counted: there must be none.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from time import perf_counter
from typing import Any

import table
from offscreen import application, paint, shown, wait
from readable_models import planar_chain

from lagr_gui import pipeline
from lagr_gui.analysis import runs
from lagr_gui.catalogue import ELEMENTS
from lagr_gui.editing import edits
from lagr_gui.gui.bridge.derivation import QUIET_MS
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.equations import EquationsPane
from lagr_gui.model import Model, Parameter
from lagr_gui.prepared import kernels, prepared
from lagr_gui.work import Message, Worker

EDITED, CANCELLED = 0.2, 0.5
RUNS = 12
CHANGE = ("elements", 0, "c")


def sprung_chain(links: int = 8) -> Model:
    """The chain with a spring from the last rod to body 0."""
    model = planar_chain(links)
    fields = {"body_a": links, "body_b": 0, "point_b": ("b", 0, 0), "c": "c", "l0": "l0"}
    spring = ELEMENTS["spring"].record(name="spring", **fields)
    more = tuple(Parameter(name=name, value=1.0) for name in ("b", "c", "l0"))
    parameters = (*model.parameters, *more)
    return model.model_copy(update={"elements": (spring,), "parameters": parameters})


def stiffer(model: Model, number: int) -> Model:
    """The model after an edit that no earlier one was equal to."""
    return edits.set_value(model, CHANGE, f"{number + 2}*c")


# --- the worker alone ----------------------------------------------------------------------


def answer(worker: Worker, name: str, **arguments: object) -> float:
    """Seconds from asking until the result is there."""
    start = perf_counter()
    job = worker.submit(name, **arguments)
    until(worker, job)
    return perf_counter() - start


def until(worker: Worker, job: int) -> Message:
    """The last message of a job."""
    while True:
        for message in worker.poll():
            if message.job == job and message.sort != "progress":
                assert message.sort in ("result", "cancelled"), message.content
                return message
        time.sleep(0.001)


def edit_in_worker(worker: Worker, model: Model) -> None:
    """The line of a derivation that goes through the worker and back."""
    first = answer(worker, "equations", model=model, form="shortest", special="")
    changed = [stiffer(model, number) for number in range(RUNS)]
    times = [answer(worker, "equations", model=m, form="shortest", special="") for m in changed]
    goal = table.at_most(min(times), EDITED, "s")
    _line("edit, worker alone", min(times), first, goal)


def edit_in_place(model: Model) -> None:
    """The line of the derivation without a worker, for comparison."""
    pipeline.equations(model)
    work = iter(stiffer(model, number) for number in range(RUNS))
    table.line("edit, derivation alone", table.seconds(_shortest(work)))


def _shortest(models: Iterator[Model]) -> float:
    return min(table.timed(lambda model=model: pipeline.equations(model)) for model in models)


def cancel(worker: Worker) -> None:
    """The line of cancelling, and of the next job after it."""
    stopped, again = [], []
    for delay in (0.2, 0.5, 1.0, 1.5, 2.0, 2.5):
        long = planar_chain(22)
        job = worker.submit("equations", model=long, form="shortest", special="")
        time.sleep(delay)
        assert not [m for m in worker.poll() if m.sort != "progress"], "not long enough"
        worker.cancel(job)
        start = perf_counter()
        assert until(worker, job).sort == "cancelled"
        stopped.append(perf_counter() - start)
        again.append(answer(worker, "equations", model=Model(), form="shortest", special=""))
    goal = table.at_most(max(stopped), CANCELLED, "s")
    table.line("cancel, slowest of 6", table.seconds(max(stopped)), goal=goal)
    table.line("next job after a cancel, slowest of 6", table.seconds(max(again)))


# --- the window ----------------------------------------------------------------------------


def edit_in_window(model: Model) -> None:
    """The lines of edits until the equations are painted."""
    application()
    session = Session()
    pane = EquationsPane(session)
    shown(pane, 900, 480)
    for jobs in (session.equations, session.motions):
        jobs.warm()
        worker = jobs._ready()  # pyright: ignore[reportPrivateUsage] - only the clock waits for it
        while worker.busy:
            worker.poll()
            time.sleep(0.005)
    first = _until_painted(session, pane, lambda: session.show_document(model, None))
    times = [
        _until_painted(session, pane, lambda k=k: session.edit("c", lambda m: stiffer(m, k)))
        for k in range(RUNS)
    ]
    quiet = QUIET_MS / 1000
    best = min(times)
    goal = table.at_most(best - quiet, EDITED, "s")
    _line("edit until painted, without the quiet time", best - quiet, first - quiet, goal)
    _line(f"the same with {QUIET_MS} ms quiet time", best, first, table.at_most(best, EDITED, "s"))
    session.close()


def _until_painted(session: Session, pane: EquationsPane, change: Callable[[], object]) -> float:
    """Seconds until the equations in the chosen form stand there; no older job is under way."""
    derivation = session.derivation
    old, start = derivation.sheet, perf_counter()
    change()
    wait(lambda: derivation.sheet is not old and derivation.finished and pane.view.settled)
    paint(pane)
    return perf_counter() - start


# --- values of parameters ------------------------------------------------------------------


class Calls:
    """Counts calls of functions of the pipeline that derive or compile."""

    NAMES = ("Recursion", "Closed", "PoseKernel", "compile_kernel", "patient_kernel")

    def __init__(self) -> None:
        self.made: Counter[str] = Counter()
        for module, name in product((prepared, kernels, runs), self.NAMES):
            if hasattr(module, name):
                setattr(module, name, self._counted(name, getattr(module, name)))

    def _counted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*words: Any, **named: Any) -> Any:
            self.made[name] += 1
            return function(*words, **named)

        return counted


def new_value(model: Model) -> None:
    """The line of simulating after another value, and the count of derivations."""
    calls = Calls()
    pipeline.forget()
    first = table.timed(lambda: _instant(model))
    assert calls.made["Recursion"] == 1 and calls.made["compile_kernel"] == 1
    calls.made.clear()
    work = [_with_value(model, 1.1 + 0.1 * k) for k in range(RUNS)]
    best = min(table.timed(lambda m=m: _instant(m)) for m in work)
    _line("simulate after a new value, set-up", best, first, None)
    goal = table.at_most(calls.made.total(), 0)
    table.line("derivations and compilations after a new value", f"{calls.made.total()}", goal=goal)


def _instant(model: Model) -> None:
    """A simulation and its motion, too short to take time by itself."""
    simulation = model.simulation.model_copy(update={"until": 1e-6})
    model = model.model_copy(update={"simulation": simulation})
    trajectory = pipeline.simulate(model)
    pipeline.motion(model, trajectory)


def _with_value(model: Model, value: float) -> Model:
    entries = tuple(
        p.model_copy(update={"value": value}) if p.name == "m8" else p for p in model.parameters
    )
    return model.model_copy(update={"parameters": entries})


def _line(what: str, ours: float, first: float, goal: table.Goal | None) -> None:
    table.line(what, table.seconds(ours), table.seconds(first), first / ours, goal)


def main() -> None:
    """All lines."""
    table.head("Editing a chain of 8 rods with a spring (peer: the first time; peer over ours)")
    model = sprung_chain()
    edit_in_place(model)
    worker = Worker()
    answer(worker, "warm")
    edit_in_worker(worker, model)
    edit_in_window(model)
    cancel(worker)
    worker.close()
    new_value(model)


if __name__ == "__main__":
    main()
