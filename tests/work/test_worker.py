"""The worker answers, can be stopped at once, and survives its own end."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.model import Model, Simulation
from lagr_gui.problem import LagrError
from lagr_gui.work import Message, Worker
from tests.editing.test_edits import chain


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()


def answer(worker: Worker, job: int, seconds: float = 30) -> list[Message]:
    """All messages of a job up to its end."""
    messages: list[Message] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        messages += [message for message in worker.poll() if message.job == job]
        if messages and messages[-1].sort != "progress":
            return messages
        time.sleep(0.002)
    raise AssertionError(f"no answer to job {job}: {messages}")


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


def test_a_long_job_is_stopped_within_half_a_second(worker):
    model = tilted().model_copy(update={"simulation": Simulation(until=1e5)})
    answer(worker, worker.submit("warm"))
    job = worker.submit("simulate", model=model, settings=None, special="")
    time.sleep(0.3)
    start = time.monotonic()
    worker.cancel(job)
    assert answer(worker, job)[-1].sort == "cancelled"
    assert time.monotonic() - start < 0.5
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
    time.sleep(0.2)
    os.kill(worker._process.pid, signal.SIGKILL)
    assert answer(worker, job)[-1].content[0].code == "worker-ended"
    after = answer(worker, worker.submit("start_motion", model=tilted(), special=""))
    assert after[-1].sort == "result"


def test_a_simulation_rests_and_goes_on(worker):
    model = tilted().model_copy(update={"simulation": Simulation(until=3000.0)})
    job = worker.submit("simulate", model=model, settings=None, special="")

    def heard(seconds: float) -> list[Message]:
        end, messages = time.monotonic() + seconds, []
        while time.monotonic() < end:
            messages += worker.poll()
            time.sleep(0.01)
        return messages

    assert heard(1.5)
    worker.pause(True)
    heard(0.3)
    assert not heard(0.4)
    worker.pause(False)
    assert heard(0.5)
    worker.pause(True)
    worker.cancel(job)
    assert answer(worker, job)[-1].sort == "cancelled"
