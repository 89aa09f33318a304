"""While a job takes long a second process gets ready: another model need not wait for the first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lagr_gui.gui.bridge import jobs as bridge
from lagr_gui.gui.bridge.jobs import Jobs
from lagr_gui.work import Message


class Process:
    """Notes what it is asked for; its jobs end when the test says so."""

    made: list[Process]
    of: Jobs | None = None

    def __init__(self, notify: Callable[[], None] = lambda: None) -> None:
        self.asked: list[str] = []
        self.cancelled: list[int] = []
        self.said: list[Message] = []
        self.closed = False
        if getattr(notify, "__self__", None) is Process.of:  # a window before may still poll
            Process.made.append(self)

    @property
    def busy(self) -> bool:
        return False

    def submit(self, name: str, **arguments: Any) -> int:
        self.asked.append(name)
        return len(self.asked)

    def cancel(self, job: int) -> None:
        self.cancelled.append(job)

    def poll(self) -> list[Message]:
        said, self.said = self.said, []
        return said

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def jobs(qapp, monkeypatch) -> Iterator[Jobs]:
    """Jobs each of which has taken long at once."""
    Process.made = []
    monkeypatch.setattr(bridge, "Worker", Process)
    monkeypatch.setattr(bridge, "LASTING", -1.0)
    made = Jobs()
    monkeypatch.setattr(Process, "of", made)
    made.warm(moving=True)
    yield made
    made.close()  # its timers would make processes of the next test


def start(jobs: Jobs, name: str = "equations") -> list[Any]:
    taken: list[Any] = []
    jobs.start(name, {}, taken.append, taken.append)
    jobs._poll()
    return taken


def test_a_process_is_made_ready_once_while_a_job_takes_long(jobs):
    start(jobs)
    jobs._poll()
    first, spare = Process.made
    assert first.asked == ["warm", "equations"] and spare.asked == ["warm"]


@pytest.mark.parametrize("kept", [True, False])
def test_what_another_model_asks_for_goes_to_the_process_that_is_ready(jobs, monkeypatch, kept):
    """Whether the job of the model before goes on by itself or is stopped."""
    monkeypatch.setattr(bridge, "WORTH_KEEPING", -1.0 if kept else 1e9)
    before = start(jobs)
    first, spare = Process.made
    left = jobs.leave()
    assert (left is not None) is kept and (first.cancelled == []) is kept
    taken = start(jobs)
    assert spare.asked == ["warm", "equations"]
    first.said.append(Message(2, "result", "of the model before"))
    jobs._poll()
    spare.said.append(Message(2, "result", "of the other one"))
    jobs._poll()
    assert taken == ["of the other one"] and before == []
    jobs.close()
    assert all(process.closed for process in Process.made if process is not first or not kept)


def test_short_jobs_have_no_second_process(jobs, monkeypatch):
    monkeypatch.setattr(bridge, "LASTING", 1e9)
    start(jobs)
    assert jobs.leave() is None and len(Process.made) == 1


def test_the_second_process_ends_when_nothing_has_been_computed_for_a_while(jobs):
    """And is made ready again while the next job takes long."""
    start(jobs)
    first, spare = Process.made
    assert not jobs._rest.isActive()
    first.said.append(Message(2, "result", "done"))
    jobs._poll()
    assert jobs._rest.isActive() and not spare.closed
    start(jobs)
    assert not jobs._rest.isActive() and len(Process.made) == 2
    first.said.append(Message(3, "result", "done"))
    jobs._poll()
    jobs._rest.timeout.emit()
    assert spare.closed and not first.closed
    start(jobs)
    assert len(Process.made) == 3
    jobs.close()
    assert Process.made[2].closed and not jobs._rest.isActive()
