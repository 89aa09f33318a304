"""An answer that a pane keeps asking for while the model changes, found by the worker process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.gui.bridge.jobs import Jobs
from lagr_gui.gui.bridge.questions import WorkerQuestion
from lagr_gui.gui.words import tr
from lagr_gui.model import Model

Answer = TypeVar("Answer")
QUIET_MS = 200
"""Milliseconds that edits take."""


@dataclass(frozen=True, eq=False)
class Known(Generic[Answer]):
    """What an inquiry knows: the question that is wanted, asked, answered; the answer."""

    wanted: WorkerQuestion | None = None
    asked: WorkerQuestion | None = None
    answered: WorkerQuestion | None = None
    found: Answer | None = None
    problems: tuple[Problem, ...] = ()


class Inquiry(QObject, Generic[Answer]):
    """What is wanted, and the last answer.

    The job never takes the place of another: it waits until the worker is idle, and is asked
    for again when another job took its place.
    """

    changed = Signal()

    def __init__(self, jobs: Jobs, job: str, parent: QObject, quiet: int = QUIET_MS) -> None:
        """`quiet` are the milliseconds without another question before one is asked; 0: at once."""
        super().__init__(parent)
        self._jobs, self._job = jobs, job
        self._wanted: WorkerQuestion | None = None
        self._asked: WorkerQuestion | None = None
        self._answered: WorkerQuestion | None = None
        self.found: Answer | None = None
        self.problems: tuple[Problem, ...] = ()
        self._quiet = QTimer(self, singleShot=True, interval=quiet)
        self._quiet.timeout.connect(self._go_on)
        jobs.busy_changed.connect(self._go_on)
        jobs.others_known.connect(self.changed)
        jobs.answers.add(self._known, self._know, lambda: self._know(Known()))

    @property
    def computing(self) -> bool:
        """Whether the job is under way."""
        return self._jobs.running(self._job)

    @property
    def waiting(self) -> bool:
        """Whether an answer is to come."""
        return self._wanted is not None and self._wanted != self._answered

    @property
    def under_way(self) -> str:
        """What stands in place of an answer that is to come."""
        if self._jobs.busy and not self.computing:
            return tr("This comes next: something else is being computed …")
        return tr("computing …")

    @property
    def answered(self) -> WorkerQuestion | None:
        """The question that `found` answers."""
        return self._answered

    @property
    def stopped(self) -> bool:
        """Whether the user gave the question up."""
        settled = self._wanted is not None and not self.waiting
        return settled and self.found is None and not self.problems

    @property
    def wanted(self) -> WorkerQuestion | None:
        """The question that is asked, or was answered last."""
        return self._wanted

    def about(self, model: Model, special: str | None = None) -> bool:
        """Whether the answer is about this model, and this special case if one is given."""
        answered = self._answered
        return (
            answered is not None and answered.model == model and special in (None, answered.special)
        )

    def want(self, question: WorkerQuestion | None) -> None:
        """Ask a question, or (None) nothing more."""
        if question is None and self._wanted is None:
            return
        self._wanted = question
        if self.computing and question != self._asked:
            self._jobs.cancel()
        if self.waiting and self._quiet.interval():
            self._quiet.start()
        else:
            self._go_on()
        self.changed.emit()

    def stop(self) -> None:
        """Give up the question."""
        self._quiet.stop()
        if self.computing:
            self._jobs.cancel()
        self._take(self._wanted, None, ())

    def forget(self) -> None:
        """Drop the answer, and want nothing."""
        self._answered, self.found, self.problems = None, None, ()
        self.want(None)

    def _known(self) -> Known[Answer]:
        """What is known, to come back to it."""
        return Known(self._wanted, self._asked, self._answered, self.found, self.problems)

    def _know(self, kept: Known[Answer]) -> None:
        """Come back to what was known of a model; who wants to know hears of that model, too."""
        self._quiet.stop()
        self._wanted, self._asked, self._answered = kept.wanted, kept.asked, kept.answered
        self.found, self.problems = kept.found, kept.problems

    def again(self) -> None:
        """Ask the same once more."""
        self._answered = None
        self.want(self._wanted)

    def _go_on(self) -> None:
        question = self._wanted
        if question is None or self._quiet.isActive() or self._jobs.busy or not self.waiting:
            return
        self._asked = question

        def take(answer: Answer) -> None:
            self._take(question, answer, ())

        try:
            self._jobs.start(self._job, question.arguments, take, self._lose)
        except LagrError as error:  # what was typed does not read
            self._lose(error.problems)
        self.changed.emit()

    def _lose(self, problems: tuple[Problem, ...]) -> None:
        if problems:  # otherwise it was cancelled: asked again if it is still wanted
            self._take(self._asked, None, problems)

    def _take(
        self,
        question: WorkerQuestion | None,
        answer: Answer | None,
        problems: tuple[Problem, ...],
    ) -> None:
        self._answered, self.found, self.problems = question, answer, problems
        self.changed.emit()
