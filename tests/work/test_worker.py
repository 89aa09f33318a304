"""The worker answers, can be stopped at once, and survives its own end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.model import Model, Simulation
from lagr_gui.prepared import prepare
from lagr_gui.simulation import Progress
from lagr_gui.work import Message, Worker, jobs
from tests.editing.test_edits import chain
from tests.ground.sources import ROOT
from tests.patience import PATIENCE, wait_for
from tests.processes import is_alive


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()


Enough = Callable[[Message], bool]


def answer(
    worker: Worker,
    job: int,
    enough: Enough = lambda message: message.sort not in ("progress", "again"),
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
    assert found[-1].content.entries == pipeline.equations(model, "shortest").entries


@pytest.mark.parametrize("wanted", [True, False])
def test_equations_that_take_long_report_their_structured_form_first(monkeypatch, wanted):
    """Here the derivation ends only when the structured form is heard, or never comes."""
    heard: list[Any] = []
    known = {form: pipeline.equations(chain(2), form) for form in ("structured", "shortest")}

    def derive(_model: Model, form: str, *_: Any, **_named: Any) -> Any:
        if form == "shortest" and wanted:
            wait_for(lambda: heard or None, "the structured form")
        return known[form]

    monkeypatch.setattr(jobs.pipeline, "equations", derive)
    found = jobs.equations(heard.append, prepare(chain(2)), "shortest", meanwhile=wanted)
    assert found is known["shortest"]
    assert heard == [known["structured"]] * wanted


def test_what_is_derived_in_a_moment_reports_nothing_else(monkeypatch):
    monkeypatch.setattr(jobs, "MOMENT", PATIENCE)
    heard: list[Any] = []
    jobs.equations(heard.append, prepare(chain(1)), "shortest", meanwhile=True)
    assert not [said for said in heard if isinstance(said, Sheet)]


def test_a_simulation_reports_its_progress_and_can_be_read_between_its_points(worker):
    model = tilted().model_copy(update={"simulation": Simulation(until=60.0)})
    messages = answer(worker, worker.submit("simulate", model=model, settings=None, special=""))
    trajectory, motion, _ = messages[-1].content
    here = pipeline.simulate(model)
    np.testing.assert_allclose(trajectory.at(31.4)[0], here.at(31.4)[0], atol=1e-12)
    assert motion.x[1].shape == (len(trajectory.t), 3)
    fractions = [m.content.fraction for m in messages[:-1] if isinstance(m.content, Progress)]
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


def kill(worker: Worker, job: int, enough: Enough) -> list[Message]:
    """End the process in the middle of a job; what the job says until it is enough."""
    assert begun(worker, job)[-1].sort == "progress"
    os.kill(worker._process.pid, signal.SIGKILL)
    return answer(worker, job, enough)


def test_after_the_end_of_the_process_its_work_is_taken_up_again_once(worker):
    endless = tilted().model_copy(update={"simulation": Simulation(until=1e5)})
    job = worker.submit("simulate", model=endless, settings=None, special="")
    waiting = worker.submit("start_motion", model=tilted(), special="")
    assert kill(worker, job, lambda message: message.sort == "again")
    assert kill(worker, job, lambda m: m.sort == "problems")[-1].content[0].code == "worker-ended"
    assert answer(worker, waiting)[-1].sort == "result", "it was not its fault"


def test_the_end_of_an_idle_process_is_not_noticed(worker):
    os.kill(worker._process.pid, signal.SIGKILL)
    found = answer(worker, worker.submit("start_motion", model=tilted(), special=""))
    assert found[-1].sort == "result"


def test_a_process_that_cannot_begin_is_not_begun_for_ever(worker, monkeypatch):
    begun = []
    start = type(worker)._start
    monkeypatch.setattr(type(worker), "_start", lambda own: (begun.append(own), start(own)))
    os.kill(worker._process.pid, signal.SIGKILL)
    worker._process.join(PATIENCE)
    worker._reader.join(PATIENCE)
    for _ in range(5):
        assert worker.poll() == []
    assert not begun and not worker.busy
    assert answer(worker, worker.submit("start_motion", model=tilted(), special=""))
    assert len(begun) == 1


PARENT = """
import os, sys, time
from lagr_gui.editing import edits
from lagr_gui.model import Simulation
from lagr_gui.simulation import Progress
from lagr_gui.work import Worker
from tests.work.test_worker import begun, tilted
if __name__ == "__main__":
    worker = Worker()
    model = tilted().model_copy(update={"simulation": Simulation(until=1e5)})
    begun(worker, worker.submit("simulate", model=model, settings=None, special=""))
    print(worker._process.pid, flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
@pytest.mark.parametrize("asked", [True, False], ids=["by the system", "by the closed connection"])
def test_a_process_ends_with_its_parent_however_that_ends(tmp_path, asked):
    script = tmp_path / "parent.py"
    quiet = "import lagr_gui.work.process as p\np.KILLED_WITH_PARENT = 9999\n"
    script.write_text(("" if asked else quiet) + PARENT)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(script)]
    parent = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE)
    assert parent.stdout
    pid = int(parent.stdout.readline())
    assert is_alive(pid)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    wait_for(lambda: None if is_alive(pid) else True, "the end of the worker")


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
