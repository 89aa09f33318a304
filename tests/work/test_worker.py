"""The worker answers, can be stopped at once, and survives its own end."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.model import Model, Simulation
from lagr_gui.problem import LagrError
from lagr_gui.work import Message, Worker
from tests.editing.test_edits import chain
from tests.patience import wait_for


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()


Enough = Callable[[Message], bool]


def answer(
    worker: Worker, job: int, enough: Enough = lambda message: message.sort != "progress"
) -> list[Message]:
    """All messages of a job up to its end, or until the last is enough."""
    messages: list[Message] = []

    def heard() -> list[Message] | None:
        messages.extend(message for message in worker.poll() if message.job == job)
        return messages if messages and enough(messages[-1]) else None

    return wait_for(heard, [job, messages])


def begun(worker: Worker, job: int) -> list[Message]:
    """What a job says first: it is under way."""
    return answer(worker, job, lambda message: True)


def tilted() -> Model:
    model = edits.set_value(chain(2), ("joints", 0, "point_child"), (0, 1, 0))
    return edits.set_start(model, "q1", 1, 0)


def test_equations_come_back_as_they_are_derived_here(worker):
    model = tilted()
    found = answer(worker, worker.submit("equations", model=model, form="shortest", special=""))
    assert found[-1].sort == "result"
    assert found[-1].content.entries == pipeline.equations(model).entries


def test_a_simulation_reports_its_progress_and_can_be_read_between_its_points(worker):
    model = tilted().model_copy(update={"simulation": Simulation(until=60.0)})
    messages = answer(worker, worker.submit("simulate", model=model, settings=None, special=""))
    trajectory, motion, _ = messages[-1].content
    here = pipeline.simulate(model)
    np.testing.assert_allclose(trajectory.at(31.4)[0], here.at(31.4)[0], atol=1e-12)
    assert motion.x[1].shape == (len(trajectory.t), 3)
    fractions = [m.content.fraction for m in messages[:-1]]
    assert fractions == sorted(fractions)


def test_problems_come_back_as_problems(worker):
    broken = edits.set_value(tilted(), ("bodies", 0, "mass"), "2*(m")
    found = answer(worker, worker.submit("equations", model=broken, form="shortest", special=""))
    with pytest.raises(LagrError) as caught:
        pipeline.equations(broken)
    assert (found[-1].sort, found[-1].content) == ("problems", caught.value.problems)


def test_a_long_job_is_stopped_on_the_way(worker):
    model = tilted().model_copy(update={"simulation": Simulation(until=1e5)})
    job = worker.submit("simulate", model=model, settings=None, special="")
    assert begun(worker, job)[-1].sort == "progress"
    worker.cancel(job)
    assert answer(worker, job)[-1].sort == "cancelled"
    after = answer(worker, worker.submit("start_motion", model=tilted(), special=""))
    assert after[-1].sort == "result"


def test_waiting_jobs_outlive_the_stop_of_the_running_one(worker):
    endless = tilted().model_copy(update={"simulation": Simulation(until=1e5)})
    job = worker.submit("simulate", model=endless, settings=None, special="")
    waiting = worker.submit("start_motion", model=tilted(), special="")
    worker.cancel(job)
    assert answer(worker, waiting)[-1].sort == "result"


def test_the_end_of_the_process_is_told_and_survived(worker):
    endless = tilted().model_copy(update={"simulation": Simulation(until=1e5)})
    job = worker.submit("simulate", model=endless, settings=None, special="")
    begun(worker, job)
    os.kill(worker._process.pid, signal.SIGKILL)
    assert answer(worker, job)[-1].content[0].code == "worker-ended"
    after = answer(worker, worker.submit("start_motion", model=tilted(), special=""))
    assert after[-1].sort == "result"


def test_a_simulation_rests_and_goes_on(worker):
    model = tilted().model_copy(update={"simulation": Simulation(until=1e5)})
    job = worker.submit("simulate", model=model, settings=None, special="")

    def silent() -> bool | None:
        time.sleep(0.4)
        return None if worker.poll() else True

    assert begun(worker, job)[-1].sort == "progress"
    worker.pause(True)
    assert wait_for(silent, "silence")
    worker.pause(False)
    assert begun(worker, job)[-1].sort == "progress"
    worker.pause(True)
    worker.cancel(job)
    assert answer(worker, job)[-1].sort == "cancelled"
