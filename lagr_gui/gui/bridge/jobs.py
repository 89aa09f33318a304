"""A worker process as Qt sees it: one job at a time, a newer one takes the place of the older."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from lagr_gui.foundation.problem import Problem
from lagr_gui.gui.bridge.memory import Memory
from lagr_gui.work import Worker

if TYPE_CHECKING:
    from lagr_gui.work import Message

Arguments = dict[str, Any]
"""The arguments of a job by name: each job knows their types."""
Take = Callable[[Any], None]
"""Gets what a job of this kind answers."""
Lose = Callable[[tuple[Problem, ...]], None]

POLL_MS = 100
"""Milliseconds after which jobs that do not stop are looked after; messages are told at once."""
LASTING = 6.0
"""Seconds after which a job may last long: a second process is made ready for another model.

Motions that come by themselves are given up before (`live.FIRST`).
"""
SPARED_MS = 15_000
"""Milliseconds without a job after which a second process, of 60 to 100 MB, is given back."""
WORTH_KEEPING = 5.0
"""Seconds after which a job is worth a process of its own while another model is shown."""


@dataclass(frozen=True, slots=True)
class _Job:
    number: int
    name: str
    take: Take
    lose: Lose
    hear: Take | None
    since: float = 0.0


@dataclass(frozen=True, eq=False)
class BackgroundJob:
    """A job that goes on in its own process while another model is shown.

    Nobody hears of it until that model is shown again.
    """

    worker: Worker
    job: _Job
    paused: bool

    def close(self) -> None:
        """End it: its model does not come back."""
        self.worker.close()


class Jobs(QObject):
    """Starts jobs in a worker process of its own and calls back in the window's thread."""

    busy_changed = Signal()
    others_known = Signal()
    """Another model is open: other answers are known, or none."""
    again = Signal()
    """The process ended by itself; the job that is under way begins once more."""
    _heard = Signal()
    """Told on another thread: there are messages."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.answers = Memory()
        """What those who ask know of the model that is open."""
        self._worker: Worker | None = None
        self._spare: Worker | None = None
        self._moving = False
        self._job: _Job | None = None
        self._asides: dict[int, _Job] = {}
        self._closed = False
        self.paused = False
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self._poll)
        self._heard.connect(self._poll, Qt.ConnectionType.QueuedConnection)
        self._rest = QTimer(self, singleShot=True, interval=SPARED_MS)
        self._rest.timeout.connect(self._give_back)

    @property
    def busy(self) -> bool:
        """Whether a job is under way."""
        return self._job is not None

    def running(self, *names: str) -> bool:
        """Whether a job of one of these names is under way."""
        return self._job is not None and self._job.name in names

    def warm(self, moving: bool = False) -> None:
        """Start the process and let it load its libraries; `moving`: those of motions too."""
        if self._closed:
            return
        self._moving = moving
        self._ready().submit("warm", moving=moving)

    def start(
        self,
        name: str,
        arguments: Arguments,
        take: Take,
        lose: Lose,
        hear: Take | None = None,
    ) -> None:
        """Start a job; an older one is cancelled and not heard of again.

        `take` gets the result, `lose` the problems (none when it was cancelled), `hear` what
        the job says on the way.
        """
        if self._closed:  # a timer of what asks may still have been running
            return
        worker = self._ready()
        if self._job is not None:
            worker.cancel(self._job.number)
        self.paused = False
        number = worker.submit(name, **arguments)
        self._job = _Job(number, name, take, lose, hear, monotonic())
        self._timer.start()
        self._rest.stop()
        self.busy_changed.emit()

    def aside(self, name: str, arguments: Arguments, take: Take, lose: Lose) -> int:
        """Ask for a short job beside the one that is under way: it waits until that is done.

        Neither takes the place of the other, and nobody is told that something is under way.  The
        number of the job, 0 where nothing is started any more.
        """
        if self._closed:
            return 0
        number = self._ready().submit(name, **arguments)
        self._asides[number] = _Job(number, name, take, lose, None)
        self._timer.start()
        return number

    def drop_aside(self, number: int, stop: bool) -> None:
        """Hear no more of such a job; `stop` it, too, where it would go on for long."""
        is_waiting = self._asides.pop(number, None) is not None
        if is_waiting and stop and self._worker is not None:
            self._worker.cancel(number)

    def cancel(self) -> None:
        """Stop the job that is under way."""
        if self._job is not None and self._worker is not None:
            self._worker.cancel(self._job.number)

    def pause(self, paused: bool) -> None:
        """Let the job that is under way rest, or go on."""
        if self._job is not None and self._worker is not None:
            self._worker.pause(paused)
            self.paused = paused
            self.busy_changed.emit()

    def leave(
        self, lasting: Collection[str] = (), passing: Collection[str] = ()
    ) -> BackgroundJob | None:
        """Another model is to be shown: a job that takes long goes on by itself, others end.

        Its process goes with it, and another one does what comes.  Jobs with a name in `lasting`
        are not lost however short they have been under way, those in `passing` always.  Who hears
        `busy_changed` is not told: that is for whoever shows the other model.

        Where a second process is ready the other model gets it at once: it need not wait until a
        job has stopped, or libraries are loaded.
        """
        for number in list(self._asides):
            self.drop_aside(number, stop=True)
        worker, job = self._worker, self._job
        self._job, paused, self.paused = None, self.paused, False
        if worker is None or job is None:
            return None
        long = job.name in lasting or monotonic() - job.since > WORTH_KEEPING
        if job.name in passing or not long:
            worker.cancel(job.number)
            if self._spare is not None:
                self._worker, self._spare = self._spare, worker
                self._rest.start()
            return None
        self._timer.stop()
        self._worker, self._spare = self._spare, None
        return BackgroundJob(worker, job, paused)

    def come_back(self, left: BackgroundJob) -> None:
        """Hear again of a job that went on by itself, first what it has said meanwhile."""
        if self._worker is not None:
            self._worker.close()
        self._worker, self._job, self.paused = left.worker, left.job, left.paused
        self._timer.start()
        self._heard.emit()

    def tell_of_others(self) -> None:
        """Another model is open, with other answers and other jobs."""
        self.others_known.emit()
        self.busy_changed.emit()

    def close(self) -> None:
        """End the process, and what it had to do; nothing is started any more."""
        self._closed = True
        self._timer.stop()
        self._rest.stop()
        self._job = None
        self._asides.clear()
        for worker in filter(None, (self._worker, self._spare)):
            worker.close()
        self._worker = self._spare = None

    def _ready(self) -> Worker:
        if self._worker is None:
            self._worker = Worker(self._tell)
        return self._worker

    def _tell(self) -> None:
        """There are messages; called on the thread that reads them."""
        with contextlib.suppress(RuntimeError):  # the window may have gone already
            self._heard.emit()

    def _poll(self) -> None:
        worker = self._worker
        if worker is None:
            return
        for message in worker.poll():
            self._deliver(message)
        if self._spare is not None:
            self._spare.poll()  # nobody hears of what it did before
        elif self._job is not None and monotonic() - self._job.since > LASTING:
            self._spare = Worker(self._tell)
            self._spare.submit("warm", moving=self._moving)
        if not worker.busy and not (self._spare is not None and self._spare.busy):
            self._timer.stop()

    def _deliver(self, message: Message) -> None:
        if message.job in self._asides:
            self._deliver_aside(message)
            return
        job = self._job
        if job is None or message.job != job.number:
            return
        if message.sort == "again":
            self.again.emit()
            return
        if message.sort == "progress":
            if job.hear:
                job.hear(message.content)
            return
        self._job = None
        self._rest.start()
        if message.sort == "result":
            job.take(message.content)
        else:
            job.lose(message.content or ())
        self.busy_changed.emit()

    def _give_back(self) -> None:
        """End the second process: nothing is under way that another model had to wait for."""
        spare, self._spare = self._spare, None
        if spare is not None:
            spare.close()

    def _deliver_aside(self, message: Message) -> None:
        if message.sort in ("progress", "again"):
            return
        job = self._asides.pop(message.job)
        if message.sort == "result":
            job.take(message.content)
        else:
            job.lose(message.content or ())
