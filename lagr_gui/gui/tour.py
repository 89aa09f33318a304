"""A tour that ends with one's own running pendulum: each step is done when the drawing shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QSignalBlocker, Qt, QTimer
from PySide6.QtWidgets import QScrollArea, QWidget

from lagr_gui.catalogue import JOINTS
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.words import tr
from lagr_gui.model import Model

MARGIN = 24
"""Pixels that are seen below a place."""


@dataclass(frozen=True)
class TourStep:
    """What is to be done, when it is done, and the widget (its name) where it is done."""

    text: str
    done: Callable[[Session], bool]
    where: str = ""


def _hinged(model: Model) -> bool:
    return any(
        joint.kind == "revolute" and 0 in (joint.parent, joint.child) for joint in model.joints
    )


def _apart(model: Model) -> bool:
    points = (joint.point_child for joint in model.joints if joint.kind == "revolute")
    return any(str(entry) != "0" for point in points for entry in point)


def _aside(model: Model) -> bool:
    return any(str(start.position) != "0" for start in model.start)


STEPS = (
    TourStep(
        "Double click on the free paper, type “{revolute}” and press Enter: a body on a hinge, "
        "with its coordinate and at once its equations.",
        lambda session: _hinged(session.model),
    ),
    TourStep(
        "The hinge still sits in the centre of mass. It is selected: type (0, 0.5, 0) at "
        "“Point on 1” in the inspector and press Enter, then the body hangs half a metre below it.",
        lambda session: _apart(session.model),
        "field_joints_0_point_child",
    ),
    TourStep(
        "Turn it aside: further down in the inspector, under “At the start”, type 30 deg.",
        lambda session: _aside(session.model),
        "field_start_q1_position",
    ),
    TourStep(
        "Press Run, or F5: the motion is computed, curves grow and the animation plays.",
        lambda session: session.running.trajectory is not None and not session.outdated,
        "run",
    ),
)
"""In order; the words after the last one are in `END`."""
END = (
    "This is your own pendulum. Point at a term of the equations: what it comes from lights up. "
    "Drag the slider of g, and the motion follows. F1 tells the rest."
)


class Tour(QWidget):
    """A line above the drawing; it goes on by itself, and ends when one likes."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.at = 0
        self._lit: QWidget | None = None
        self._sight: QObject | None = None
        self.setObjectName("tour")
        self.setProperty("role", "lit")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.count = PlainLabel(role="title")
        self.words = PlainLabel(wordWrap=True)
        self.on = push_button(tr("Next"), run=lambda: self._go(self.at + 1), name="tour_next")
        self.finish = push_button(tr("End the tour"), run=self.end, name="tour_end")
        row = beside(self.count, (self.words, 1), self.on, self.finish, spacing=12)
        below(row, within=self, margins=(14, 8, 10, 8))
        self._soon = QTimer(self, singleShot=True, interval=0)  # fields are made anew by then
        self._soon.timeout.connect(self._light)
        for signal in (session.model_changed, session.running.changed):
            signal.connect(self._look)
        for signal in (session.selection_changed, session.report_changed, session.start.changed):
            signal.connect(self._soon.start)
        session.views.add(self._leave, self._come_back)
        self.hide()

    def begin(self) -> None:
        """From the first step on, with the drawing as it is."""
        self.show()
        self._go(0)

    def end(self) -> None:
        """No more of it; what was drawn stays."""
        self._dim()
        self.hide()

    def _leave(self) -> int | None:
        """Another model is shown: the step at which its own one waits, if there is a tour."""
        at = self.at if self.isVisible() else None
        self.end()
        return at

    def _come_back(self, at: int | None) -> None:
        if at is not None:
            self.show()
            self._go(at)

    def _look(self) -> None:
        """Go on from what is done."""
        at = self.at
        while self.isVisible() and at < len(STEPS) and STEPS[at].done(self.session):
            at += 1
        if at != self.at:
            self._go(at)
        else:
            self._soon.start()

    def _go(self, at: int) -> None:
        self.at = min(at, len(STEPS))
        over = self.at == len(STEPS)
        title = tr(JOINTS["revolute"].title)[:4].lower()
        self.count.setText("✓" if over else f"{self.at + 1} / {len(STEPS)}")
        self.words.setText(tr(END) if over else tr(STEPS[self.at].text).format(revolute=title))
        self.on.setVisible(not over)
        self.finish.setText(tr("Done") if over else tr("End the tour"))
        self._soon.start()

    def _light(self) -> None:
        """Let the place stand out where the step is done."""
        self._dim()
        name = STEPS[self.at].where if self.isVisible() and self.at < len(STEPS) else ""
        if name and (place := self._place(name)) is not None:
            self._lit = place
            place.destroyed.connect(self._forget)
            mark(place, "lit", True)
            self._sight = _in_sight(place)

    def _place(self, name: str) -> QWidget | None:
        window = self.window()
        widget: QWidget | None = window.findChild(QWidget, name)
        return widget

    def _dim(self) -> None:
        if self._sight is not None:
            self._sight.deleteLater()
        lit, self._lit, self._sight = self._lit, None, None
        if lit is not None:
            with QSignalBlocker(lit):
                mark(lit, "lit", False)

    def _forget(self) -> None:
        self._lit = self._sight = None


class InSight(QObject):
    """Keeps a place in sight while its form is laid out; it goes with the place."""

    def __init__(self, place: QWidget, area: QScrollArea) -> None:
        super().__init__(place)
        self._look = QTimer(self, interval=0, singleShot=True)
        self._look.timeout.connect(lambda: area.ensureWidgetVisible(place, 0, MARGIN))
        self._look.start()
        area.verticalScrollBar().rangeChanged.connect(self._again)

    def _again(self) -> None:
        self._look.start()


def _in_sight(place: QWidget) -> InSight | None:
    """Scroll the form in which a place lies to it, as often as that is laid out anew."""
    area = place.parentWidget()
    while area is not None and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    return InSight(place, area) if isinstance(area, QScrollArea) else None
