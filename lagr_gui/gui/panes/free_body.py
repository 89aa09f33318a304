"""The pane of a body cut free: its diagram at the time of the cursor, with the laws of motion."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QScrollArea, QWidget

from lagr_gui.exchange.documents.free_body import ENDINGS, free_body_diagram, free_body_page
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.writing import write
from lagr_gui.gui import desk
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.questions import FreeBodyQuestion
from lagr_gui.gui.bridge.self_checks import certified_words
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.asking import AskingPane
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.latest import Latest
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.painting import painted
from lagr_gui.gui.widgets.slim import SlimComboBox, SlimLabel
from lagr_gui.gui.words import language, tr
from lagr_gui.pipeline import FreeBody

LEAST, LARGEST = 0.8, 1.4
"""Pixels for one point of the page: below it cannot be read, above it is coarse."""
STEP = 20
"""Pixels by which the room changes before the page is laid out anew."""


class FreeBodyPane(AskingPane):
    """One body, the selected one or one that is chosen, along the simulation that is shown."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, Inquiry[FreeBody](session.motions, "free_body", session))
        self.body = 0
        title = SlimLabel(tr("Free-body diagram"), role="title")
        self.choice = SlimComboBox((), self.choose, name="free_body_choice")
        self.choice.setSizeAdjustPolicy(SlimComboBox.SizeAdjustPolicy.AdjustToContents)
        self.save = push_button(tr("Export…"), run=self.export)
        self.page = DiagramPage()
        self._room = QScrollArea(widgetResizable=True)
        self._room.setFrameShape(QScrollArea.Shape.NoFrame)
        self._room.setWidget(self.page)
        head = beside((title, 1), self.choice, self.save, spacing=6)
        foot = beside((self.words, 1), self.stop)
        below(head, (self._room, 1), foot, within=self, margins=(10, 8, 8, 8), spacing=4)
        self._latest = Latest[float](self._show_time, self)
        self.listen()
        session.running.changed.connect(self.ask)
        session.running.time_changed.connect(self._latest.give)
        session.selection_changed.connect(self._follow)
        session.model_changed.connect(self._offer)
        self._offer()
        self.draw()

    def choose(self, body: int) -> None:
        """Show another body."""
        self.body = body
        self.choice.choose(body)
        self.ask()

    def question(self) -> FreeBodyQuestion | None:
        """The body along the simulation that is shown."""
        trajectory, origin = self.session.running.trajectory, self.session.running.origin
        if trajectory is None or origin is None or not self.body:
            return None
        return FreeBodyQuestion(origin.model, origin.special, trajectory, self.body)

    @property
    def found(self) -> FreeBody | None:
        """The answer, if it is about the simulation and the body that are shown."""
        asked = self.answer.answered
        mine = isinstance(asked, FreeBodyQuestion) and asked.body == self.body
        return self.answer.found if mine and self.session.running.is_shown(asked) else None

    def draw(self) -> None:
        """Show the diagram, or none."""
        self._show_time(self.session.running.time)
        self.tell()

    def said(self) -> tuple[str, str]:
        """Whether the forces are certified; how to get a diagram."""
        diagram = self.found
        if diagram is None:
            return tr("Run a simulation and choose a body to see all that acts on it."), "muted"
        lines = [certified_words(diagram.certificate)[0]] if diagram.certificate else []
        if self.session.outdated:
            lines.append(tr("They are those of the model before the last edit."))
        return "\n".join(lines), "muted"

    def export(self) -> None:
        """Write the diagram at the time of the cursor to a file."""
        diagram, asked = self.found, self.answer.answered
        if diagram is None or asked is None:
            return
        name = f"{self.session.document.title} {diagram.name or diagram.body}"
        path = desk.ask_save(self, tr("Free-body diagram"), name, ENDINGS)
        if not path:
            return
        ending = path[path.rindex(".") :].lower()
        try:
            options = ending, language(), asked.digest
            write(path, free_body_diagram(diagram, self.session.running.time, *options))
        except LagrError as error:
            self.session.refused.emit(list(error.problems))
        else:
            self.session.message.emit(tr("Written: {path}").format(path=path))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the page out for the room that there is."""
        super().resizeEvent(event)
        self._latest.give(self.session.running.time)

    def _show_time(self, t: float) -> None:
        diagram = self.found
        self.save.setEnabled(diagram is not None)
        if diagram is None or not self._seen:
            self.page.show_page("")
            return
        try:
            page = free_body_page(diagram, t, language(), STEP * (self._room.width() // STEP))
        except LagrError as error:
            self.page.show_page("")
            self.say(str(error), "error")
        else:
            self.page.show_page(page)

    def _offer(self) -> None:
        bodies = self.session.flat.bodies
        self.choice.offer((b.number, f"{b.number} {b.name}".strip()) for b in bodies)
        if self.body not in {body.number for body in bodies}:
            self.body = bodies[0].number if bodies else 0
        self.choice.choose(self.body)
        self._follow()

    def _follow(self) -> None:
        """Show the body that is selected."""
        chosen = [key for key in self.session.selection if key.startswith("body:")]
        numbers = {f"body:{body.number}": body.number for body in self.session.flat.bodies}
        if len(chosen) == 1 and numbers.get(chosen[0], self.body) != self.body:
            self.choose(numbers[chosen[0]])


class DiagramPage(QWidget):
    """A page of SVG as wide as there is room; paper is white in every theme."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._renderer: QSvgRenderer | None = None

    def show_page(self, text: str) -> None:
        """Show a page, or none."""
        if text != self.text:
            self.text = text
            self._renderer = QSvgRenderer(QByteArray(text.encode())) if text else None
            least = self._renderer.viewBoxF().width() * LEAST if self._renderer else 0.0
            self.setMinimumWidth(round(least))
            self.setMinimumHeight(self._size().height())
            self.update()

    def resizeEvent(self, event: object) -> None:
        """Keep the whole page in reach."""
        self.setMinimumHeight(self._size().height())

    @painted
    def paintEvent(self, painter: QPainter, event: QPaintEvent) -> None:
        """Draw the page."""
        if self._renderer is not None:
            place = QRectF(0, 0, self._size().width(), self._size().height())
            painter.fillRect(place, Qt.GlobalColor.white)
            self._renderer.render(painter, place)

    def _size(self) -> QSize:
        if self._renderer is None:
            return QSize(0, 0)
        whole = self._renderer.viewBoxF()
        scale = max(min(self.width() / max(whole.width(), 1.0), LARGEST), LEAST)
        return QSize(round(scale * whole.width()), round(scale * whole.height()))
