"""The program as a user starts it, with an ear that tells a test where things are.

Reads one question per line (JSON) from standard input and writes one answer per line; it
never acts by itself: pointer and keyboard are those of the display.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QPoint, QSocketNotifier, QTimer
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QMessageBox, QWidget

from lagr_gui.gui import settings
from lagr_gui.gui.application import Ending, show_fitting
from lagr_gui.gui.theme import apply_theme
from lagr_gui.gui.window import MainWindow
from lagr_gui.model.files import write_text
from tests.widgets import all_widgets


class Ear(QObject):
    """Answers questions about the window."""

    def __init__(self, window: MainWindow, folder: Path) -> None:
        super().__init__(window)
        self.window = window
        self._log = (folder / "log").open("a", encoding="utf-8")
        self._number = sum(1 for _ in (folder / "log").open(encoding="utf-8"))
        window.session.model_changed.connect(self._note)
        self._notifier = QSocketNotifier(0, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._hear)

    def _hear(self) -> None:
        line = sys.stdin.readline()
        if not line:
            self._notifier.setEnabled(False)
            return
        what, *words = json.loads(line)
        print(json.dumps(getattr(self, what)(*words)), flush=True)

    def _note(self) -> None:
        """Write down what the user has drawn, and when."""
        text = write_text(self.window.session.model)
        self._number += 1
        self._log.write(json.dumps([self._number, time.time(), text]) + "\n")
        self._log.flush()

    def state(self) -> dict[str, Any]:
        """What the session holds."""
        session = self.window.session
        sheet, trajectory = session.derivation.sheet, session.running.trajectory
        return {
            "bodies": list(session.model.numbers),
            "coordinates": list(session.model.coordinates),
            "text": write_text(session.model),
            "steps": len(session.document.steps),
            "undo": session.document.undo_title,
            "dirty": session.document.dirty,
            "entries": len(sheet.entries) if sheet else 0,
            "sound": bool(session.report and session.report.sound),
            "cuts": list(session.report.cuts) if session.report else [],
            "freedoms": session.start.mobility.freedom.freedoms if session.start.mobility else None,
            "simulating": session.running.simulating,
            "drift": trajectory.energy_error if trajectory else None,
            "by_hand": session.hand.on,
            "holding": session.hand.hold is not None and session.hand.hold.grip is not None,
            "resting": session.hand.resting,
            "time": session.running.time,
            "selection": sorted(session.selection),
            "tabs": len(self.window.models.documents),
            "shown": self.window.models.at,
            "welcome": self.window.pages.currentWidget() is self.window.welcome,
        }

    def tab(self, place: int) -> list[int] | None:
        """The middle of the tab of a model."""
        tabs = self.window.model_tabs
        return _global(tabs, tabs.tabRect(place).center()) if tabs.isVisible() else None

    def kept(self, count: int) -> bool:
        """Whether so many drawings are kept for the time after a crash."""
        return len(list(self.window.keeping.recovery.folder.glob("*.lagr"))) == count

    def moving(self, name: str) -> float | None:
        """A parameter, or a coordinate at the start, of the motion that is shown."""
        origin, trajectory = (
            self.window.session.running.origin,
            self.window.session.running.trajectory,
        )
        if origin is None or trajectory is None:
            return None
        known = {entry.name: entry.value for entry in origin.model.parameters}
        if name in known:
            return float(known[name] or 0)
        return float(trajectory.q[0][list(trajectory.coordinates).index(name)])

    def finish(self) -> bool:
        """End in good order, after the answer."""
        QTimer.singleShot(0, self._finish)
        return True

    def _finish(self) -> None:
        for document in self.window.models.documents:
            document.replace(document.model, None)
        self.window.close()

    def tool(self, name: str) -> list[int] | None:
        """The middle of a row of the palette."""
        rows = self.window.palette_pane.list
        for item in rows._items():
            if item.data(0, 0x0100) == name:
                rows.scrollToItem(item)
                return _global(rows.viewport(), rows.visualItemRect(item).center())
        return None

    def paper(self, x: float, y: float) -> list[int]:
        """A point of the drawing."""
        canvas = self.window.canvas
        return _global(canvas.viewport(), canvas.mapFromScene(x, y))

    def sketch(self, x: float, y: float) -> list[int]:
        """A point (m) of the plane of the sketch."""
        sketch = self.window.sketch
        return _global(sketch, sketch.pixel((x, y)).toPoint())

    def written(self, name: str) -> list[int] | None:
        """Where a value of the sketch is written."""
        sketch = self.window.sketch
        boxes = (entry.box for entry in sketch.written if entry.name == name)
        box = next(boxes, None)
        return None if box is None else _global(sketch, box.center().toPoint())

    def item(self, key: str) -> list[int] | None:
        """The middle of an item of the drawing."""
        place = self.window.canvas.content.place(key)
        return self.paper(*place) if place else None

    def part(self, key: str, part: str) -> list[int]:
        """The symbol or the label of an edge, or a place on its line beside the symbol."""
        shape = self.window.canvas.content.items[key].form
        if part == "line":
            (ax, ay), (bx, by) = shape.line[:2]
            return self.paper(0.65 * ax + 0.35 * bx, 0.65 * ay + 0.35 * by)
        left, top, right, bottom = getattr(shape, part)
        return self.paper((left + right) / 2, (top + bottom) / 2)

    def figure(self, number: int) -> list[int] | None:
        """The centre of mass of a body in the animation."""
        view = self.window.animation.view
        if view.scene is None or not view.isVisible():
            return None
        x, y = view._now().project(view.scene.at(view._time).x[number], view._size())
        return _global(view, QPoint(round(float(x)), round(float(y))))

    def handled(self, number: int) -> list[float] | None:
        """Where the hand has brought a body."""
        motion = self.window.session.hand.motion
        return motion.x[number][0].tolist() if motion else None

    def port(self, number: int, side: str) -> list[int] | None:
        """The port on the right, on the left or at the bottom of a body."""
        place = self.window.canvas.content.place(f"body:{number}")
        if place is None:
            return None
        dx, dy = {"right": (66, 0), "left": (-66, 0), "bottom": (0, 31)}[side]
        return self.paper(place[0] + dx, place[1] + dy)

    def widget(self, name: str) -> list[int] | None:
        """The middle of a widget that is shown, by its name."""
        for widget in all_widgets():
            if widget.objectName() == name and widget.isVisible():
                self._reveal(widget)
                return _global(widget, widget.rect().center())
        return None

    def text(self, name: str) -> str:
        """What stands in a field that is shown, by its name."""
        fields = (w for w in all_widgets() if isinstance(w, QLineEdit))
        return next(w.text() for w in fields if w.objectName() == name and w.isVisible())

    def parameter(self, name: str) -> bool:
        """Whether there is a parameter of that name."""
        return name in [entry.name for entry in self.window.session.model.parameters]

    def button(self, action: str) -> list[int] | None:
        """The button of an action in the tool bar."""
        button = self.window.bar.widgetForAction(self.window.menus.actions[action])
        return _global(button, button.rect().center()) if button else None

    def frame(self) -> list[int]:
        """The window with what the desktop puts around it: left, top, right, bottom."""
        left, top, width, height = self.window.frameGeometry().getRect()
        return [left, top, left + width, top + height]

    def status_bar(self) -> list[int] | None:
        """The middle of the status bar, if it is shown."""
        bar = self.window.statusBar()
        return _global(bar, bar.rect().center()) if bar.isVisible() else None

    def question(self) -> list[int] | None:
        """The button that a question offers first."""
        box = QApplication.activeModalWidget()
        button = box.defaultButton() if isinstance(box, QMessageBox) else None
        return _global(button, button.rect().center()) if button else None

    def entry(self, text: str) -> list[int] | None:
        """An entry of the menu that is open."""
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            for action in menu.actions():
                if action.text() == text:
                    return _global(menu, menu.actionGeometry(action).center())
        return None

    def grab(self, path: str) -> bool:
        """Keep a picture of the screen, for whoever wants to look."""
        return QApplication.primaryScreen().grabWindow(0).save(path)

    def _reveal(self, widget: QWidget) -> None:
        self.window.inspector._area.ensureWidgetVisible(widget)


def _global(widget: QWidget, at: QPoint) -> list[int]:
    point = widget.mapToGlobal(at)
    return [point.x(), point.y()]


def main(folder: str) -> int:
    """Show the window with fresh settings in a folder."""
    settings.use_file(Path(folder) / "settings.json")
    application = QApplication(sys.argv[:1])
    application.setOrganizationName("lagr_gui")
    application.setApplicationName("lagr_gui_test")
    apply_theme(application, "light")
    window = MainWindow(Path(folder) / "kept")
    Ear(window, Path(folder))
    Ending(application, window)
    show_fitting(window)
    loop = application.exec
    return loop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
