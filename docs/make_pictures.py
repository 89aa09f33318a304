"""Makes the pictures of the documentation and of the gallery, from the program itself.

    .venv/bin/python docs/make_pictures.py [gallery | panes | doors | controller]

Writes docs/images/*.png and resources/gallery/*.png. It needs no display; "doors" needs Chromium,
which paints the page, and pdftoppm of Poppler, which paints the report.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from shutil import which

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from lagr_gui import System, pipeline
from lagr_gui.cli.__main__ import main as lagr
from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui import settings
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.canvas import Canvas
from lagr_gui.gui.panes.animation.view import MotionView
from lagr_gui.gui.theme import apply_theme, theme
from lagr_gui.gui.window import MainWindow
from lagr_gui.scenery.scene import build_scene

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
GALLERY = ROOT / "resources" / "gallery"
GALLERY_SIZE = (480, 300)
PAGE_SIZE = (1280, 1000)
PATIENCE = 300.0
"""Seconds after which something must have gone wrong."""
MOMENT = 0.22
"""The part of a motion at which the gallery shows it."""


def main(wanted: list[str]) -> None:
    """Make the pictures that are wanted; without a wish all of them."""
    folder = tempfile.mkdtemp()
    settings.use_file(Path(folder) / "settings.json")
    application = QApplication([])
    apply_theme(application, "light")
    if not wanted or "gallery" in wanted:
        gallery()
    if not wanted or "panes" in wanted:
        panes(application, Path(folder))
    if not wanted or "doors" in wanted:
        doors(application, Path(folder))
    if not wanted or "controller" in wanted:
        controller()


def gallery() -> None:
    """One picture for each sample model: somewhere in its motion, of circuits their drawing."""
    GALLERY.mkdir(parents=True, exist_ok=True)
    for path in sample_models():
        model = pipeline.load(path)
        if model.terminals:
            _drawing(path).save(str(GALLERY / f"{path.stem}.png"))
            continue
        trajectory = pipeline.simulate(model)
        motion = pipeline.motion(model, trajectory)
        view = MotionView()
        view.show_scene(build_scene(model, motion), keep=False)
        view.senses = trajectory.senses_at
        t = float(trajectory.t[0] + MOMENT * (trajectory.t[-1] - trajectory.t[0]))
        view.image(*GALLERY_SIZE, t).save(str(GALLERY / f"{path.stem}.png"))


def _drawing(path: Path) -> QImage:
    session = Session()
    session.open(path)
    canvas = Canvas(session)
    canvas.resize(2 * GALLERY_SIZE[0], 2 * GALLERY_SIZE[1])
    canvas.fit()
    image = QImage(*GALLERY_SIZE, QImage.Format.Format_RGB32)
    image.fill(theme().color("paper"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    boxes = (item.mapRectToScene(item.boundingRect()) for item in canvas.content.items.values())
    box = reduce(QRectF.united, boxes)
    wide = max(box.width(), box.height() * GALLERY_SIZE[0] / GALLERY_SIZE[1])
    high = wide * GALLERY_SIZE[1] / GALLERY_SIZE[0]
    centre = box.center()
    box = QRectF(centre.x() - wide / 2, centre.y() - high / 2, wide, high)
    canvas.scene().render(painter, QRectF(image.rect()).adjusted(12, 12, -12, -12), box)
    painter.end()
    session.close()
    return image


def panes(application: QApplication, folder: Path) -> None:
    """The window and its panes with sample system 2."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    window = MainWindow(folder)
    window.resize(1600, 1000)
    window.show()
    _wait(application, lambda: window.session.derivation.sheet is not None)
    _rest(application, 0.4)
    _save(window, "welcome")
    _open(window, "lagr_system_2")
    session = window.session
    _wait(application, lambda: session.derivation.sheet is not None)
    session.run()
    _wait(application, lambda: session.running.trajectory is not None)
    window.animation.toggle()
    session.running.set_time(4.2)
    session.select({"body:2"})
    session.highlight({"element:spring 1"})
    _rest(application, 0.6)
    _save(window, "window")
    for name, pane in (
        ("canvas", window.canvas),
        ("palette", window.palette_pane),
        ("parameters", window.parameters),
        ("inspector", window.inspector),
        ("simulation", window.simulation),
        ("animation", window.animation),
    ):
        _save(pane, name)
    session.derivation.verify()
    _wait(application, lambda: session.derivation.certificate is not None)
    window.equations.tabs.setCurrentIndex(window.equations.tabs.count() - 1)
    _rest(application, 0.2)
    _save(window.equations, "certificate")
    apply_theme(application, "dark")
    window.equations.show_tab("motion")
    _rest(application, 0.6)
    _save(window, "window-dark")
    apply_theme(application, "light")
    window.show_pane("response")
    asked = session.small.response
    _wait(application, lambda: asked.found is not None and not asked.waiting)
    _rest(application, 1)
    _save(window.response, "response")
    _problem(application, window)
    session.document.mark_saved(Path("picture.lagr"))
    _loop(application, window)
    _equations(application, window)
    _sketch(application, window)
    _inverse(application, window)
    window.close()


def doors(application: QApplication, folder: Path) -> None:
    """The signal-flow diagram, the page that runs, and the report."""
    _flow(application, folder)
    _page(folder)
    _report(folder)


def controller() -> None:
    """The diagram of a pendulum that a controller holds."""
    s = System("Pendulum", u=0.0)
    s.joint("revolute", 0, s.body("Bob"), "phi", point_child=(0, 0.7, 0))
    s.element("coordinate_force", "drive", coordinate="phi", force="u")
    s.controller("PD", "pd.fmu", {"q": "phi", "v": "phi'"}, {"u": "u"}, sample=0.005)
    session = Session()
    session.show_document(s.model, None)
    canvas = Canvas(session)
    canvas.resize(660, 380)
    canvas.show()
    canvas.fit()
    _save(canvas, "controller")
    session.close()


def _flow(application: QApplication, folder: Path) -> None:
    """The slider-crank in motion: its algebraic loop, and numbers on the wires."""
    window = MainWindow(folder)
    window.resize(2200, 1300)
    window.show()
    _open(window, "slider_crank")
    session = window.session
    _wait(application, lambda: session.derivation.sheet is not None)
    session.run()
    _wait(application, lambda: session.running.trajectory is not None)
    session.running.set_time(0.4)
    window.show_view("signal_flow")
    _rest(application, 3)
    session.select({"body:2"})
    window.workplace.drawing.fit()
    _rest(application, 1)
    _save(window.workplace, "signal-flow")
    window.close()


def _page(folder: Path) -> None:
    """The page of the double pendulum as a browser shows it."""
    file = folder / "page.html"
    _written("double_pendulum", "html", file)
    browser = next(filter(None, map(which, ("chromium", "chromium-browser", "google-chrome"))))
    words = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    words += [f"--window-size={PAGE_SIZE[0]},{PAGE_SIZE[1]}", "--virtual-time-budget=3000"]
    words += [f"--user-data-dir={folder / 'browser'}", f"--screenshot={IMAGES / 'page.png'}"]
    subprocess.run([browser, *words, file.as_uri()], check=True, capture_output=True)


def _report(folder: Path) -> None:
    """The first pages of the report on the slider-crank, side by side."""
    file, count = folder / "report.pdf", 3
    _written("slider_crank", "pdf", file)
    words = ["pdftoppm", "-png", "-r", "72", "-l", str(count), str(file), str(folder / "sheet")]
    subprocess.run(words, check=True)
    sheets = [QImage(str(path)) for path in sorted(folder.glob("sheet*.png"))]
    gap = 12
    wide, high = sheets[0].width() + gap, sheets[0].height()
    image = QImage(wide * len(sheets) + gap, high + 2 * gap, QImage.Format.Format_RGB32)
    image.fill("#8a9099")
    painter = QPainter(image)
    for place, sheet in enumerate(sheets):
        painter.drawImage(gap + place * wide, gap, sheet)
    painter.end()
    image.save(str(IMAGES / "report.png"))


def _written(sample: str, target: str, file: Path) -> None:
    """An export of a sample as the command line writes it."""
    model = ROOT / "sample_models" / f"{sample}.lagr"
    if lagr(["export", str(model), "--to", target, "--out", str(file)]) != 0:
        raise RuntimeError(f"{sample} was not exported to {target}")


def _open(window: MainWindow, name: str) -> None:
    """A sample in the place of what was open: a single model needs no tabs."""
    window.models.remove(window.session.document)
    window.open_sample(ROOT / "sample_models" / f"{name}.lagr")


def _loop(application: QApplication, window: MainWindow) -> None:
    """A four-bar linkage: the cut, its conditions, its modes."""
    _open(window, "four_bar")
    session = window.session
    _wait(application, lambda: session.derivation.sheet is not None)
    window.show_pane("modes")
    session.find_equilibria()
    _wait(application, lambda: not session.small.searching)
    window.equations.show_tab("motion")
    _rest(application, 1)
    _save(window, "loop")
    _save(window.modes, "modes")


def _equations(application: QApplication, window: MainWindow) -> None:
    """The page of the equations with a slider-crank, term by term, and what its crank feels."""
    _open(window, "slider_crank")
    session, pane = window.session, window.equations
    session.show_equations(form="terms")
    _wait(application, lambda: bool(pane.figure.height) and bool(pane.certified.evidence.text()))
    docks = [window.docks["equations"]]
    window.resizeDocks(docks, [760], Qt.Orientation.Vertical)
    _rest(application, 1)
    _save(pane, "equations")
    session.show_equations(form="shortest")
    window.resizeDocks(docks, [480], Qt.Orientation.Vertical)


def _sketch(application: QApplication, window: MainWindow) -> None:
    """The four-bar linkage as it stands, beside its diagram."""
    _open(window, "four_bar")
    window.show_view("both")
    _rest(application, 1)
    window.workplace.fit()
    _save(window.workplace, "sketch")
    window.show_view("diagram")


def _inverse(application: QApplication, window: MainWindow) -> None:
    """The forces that move a crane's trolley as given."""
    window.session.document.mark_saved(Path("picture.lagr"))
    _open(window, "overhead_crane")
    window.show_pane("inverse")
    driven = window.inverse.answer
    _wait(application, lambda: driven.found is not None and not driven.waiting)
    _rest(application, 0.6)
    _save(window.inverse, "inverse")


def _problem(application: QApplication, window: MainWindow) -> None:
    from lagr_gui.editing import edits

    session = window.session
    session.edit(
        "Change mass", lambda model: edits.set_value(model, ("bodies", 1, "mass"), "M2 + m_3*(")
    )
    _rest(application, 0.6)
    _save(window.inspector, "inspector-error")
    _save(window.problems, "problems")
    session.undo()


def _wait(application: QApplication, done: Callable[[], bool]) -> None:
    """Let the window work until something is done."""
    end = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > end:
            raise TimeoutError("The window has not come to what the next picture shows.")
        _rest(application, 0.005)


def _rest(application: QApplication, seconds: float) -> None:
    """Let the window work for some time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        application.processEvents()
        time.sleep(0.005)


def _save(widget: QWidget, name: str) -> None:
    picture = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    picture.save(str(IMAGES / f"{name}.png"))


if __name__ == "__main__":
    main(sys.argv[1:])
