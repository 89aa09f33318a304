"""The views of a simulation: curves over time, one signal over another, a spectrum, or all."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtCore import Signal as QtSignal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from lagr_gui.gui import settings
from lagr_gui.gui.panes.curves.drawn_runs import DrawnRun
from lagr_gui.gui.panes.curves.picture import save_plots
from lagr_gui.gui.panes.curves.plots import Curves
from lagr_gui.gui.panes.curves.signals import Signal
from lagr_gui.gui.panes.simulation.cursors import Cursors
from lagr_gui.gui.panes.simulation.spectrum import SpectrumView
from lagr_gui.gui.panes.simulation.xy import XYView
from lagr_gui.gui.widgets.laying import NONE, below
from lagr_gui.gui.widgets.tabs import FittingTabs
from lagr_gui.gui.words import tr

VIEWS = ("time", "xy", "spectrum")
TOGETHER = "together"
REMEMBERED, SHARES = "simulation_view", "simulation_views"
"""Keys of the view that was seen last, and of the sizes of those that are seen together."""
WIDE, LOW = 380, 300
"""Width (pixels) from which on views stand side by side, and height below which all of them do."""
LEAST = 100
"""Width and height (pixels) of a view that has little room beside others."""


class Views(QStackedWidget):
    """Those that `tabs` choose; start values take their place while they are shown."""

    moved = QtSignal(float)
    changed = QtSignal()
    """Other views are seen; what they show is to be drawn."""
    asked = QtSignal()
    """Somebody wants to see them, by a click on a tab or from the keyboard."""

    def __init__(self, start: QWidget) -> None:
        super().__init__()
        self.curves = Curves()
        self.curves.moved.connect(self.moved)
        self.cursors = Cursors(self.curves)
        self.xy, self.spectrum = XYView(), SpectrumView()
        self.xy.moved.connect(self.moved)
        time = QWidget()
        below((self.curves, 1), self.cursors, within=time, margins=NONE, spacing=2)
        self._pages: tuple[QWidget, ...] = (time, self.xy, self.spectrum)
        self._whole, self._others = QSplitter(Qt.Orientation.Vertical), QSplitter()
        self._whole.addWidget(time)
        self._whole.addWidget(self._others)
        for page in self._pages[1:]:
            self._others.addWidget(page)
        for splitter in (self._whole, self._others):
            splitter.splitterMoved.connect(self._keep_shares)
        self.addWidget(self._whole)
        self.addWidget(start)
        self._started = False
        self._make_tabs()
        self._divide()

    def _make_tabs(self) -> None:
        self.tabs = FittingTabs()
        self.tabs.add("time", tr("Time"), "t")
        self.tabs.add("xy", "x–y", "xy")
        self.tabs.add("spectrum", tr("Spectrum"), "f")
        self.tabs.add(TOGETHER, tr("Together"), "▦")
        self.show_view(settings.text(REMEMBERED))
        self.tabs.currentChanged.connect(self._choose)
        for chosen in (self.tabs.currentChanged, self.tabs.tabBarClicked):
            chosen.connect(lambda _: self.asked.emit())
        self._show_pages()

    @property
    def seen(self) -> tuple[str, ...]:
        """The views that are chosen."""
        chosen = str(self.tabs.tabData(self.tabs.currentIndex()))
        return VIEWS if chosen == TOGETHER else (chosen,)

    def show_view(self, name: str) -> None:
        """Choose a view, or all together, by name; an unknown name changes nothing."""
        names = [self.tabs.tabData(place) for place in range(self.tabs.count())]
        if name in names:
            self.tabs.setCurrentIndex(names.index(name))

    def forget(self) -> None:
        """Another drawing: nobody has chosen axes, or placed cursors, yet."""
        self.cursors.forget()
        self.xy.forget()

    def show_start(self, on: bool) -> None:
        """Show the start values, or the chosen views again."""
        self._started = on
        self._show_pages()
        self.changed.emit()

    def show_courses(self, courses: Sequence[DrawnRun], signals: Sequence[Signal]) -> None:
        """Show these runs, the first of which is the motion that is animated.

        `signals` are those that can be put on axes.
        """
        if "xy" in self.seen:
            self.xy.show_courses(courses, signals)
        if "spectrum" in self.seen:
            self.spectrum.show_courses(courses, signals)

    def show_time(self, t: float) -> None:
        """Put the cursors at a time."""
        self.curves.show_time(t)
        self.xy.show_time(t)  # seen or not: once it is, its dot stands where the motion is

    def save(self, path: Path) -> bool:
        """Write the views that are chosen as SVG, PDF or PNG; whether that could be done."""
        if self.seen == ("time",):
            return self.curves.save(path)
        shown = [plot for plot in self.curves.plots if "time" in self.seen and plot.isVisible()]
        others = {"xy": self.xy.plot, "spectrum": self.spectrum.plot}
        return save_plots(path, [*shown, *(others[name] for name in self.seen if name in others)])

    # --- which are seen, and where ---------------------------------------------------------

    def _choose(self) -> None:
        settings.remember(REMEMBERED, str(self.tabs.tabData(self.tabs.currentIndex())))
        self._show_pages()
        self.changed.emit()

    def _show_pages(self) -> None:
        for name, page in zip(VIEWS, self._pages, strict=True):
            page.setVisible(name in self.seen)
            least = LEAST if len(self.seen) > 1 else 0
            page.setMinimumSize(least, least)
        self._others.setVisible(self.seen != ("time",))
        self.setCurrentIndex(1 if self._started else 0)

    def _divide(self) -> None:
        """Give each view the room that the user gave it, at first as much as others."""
        for splitter, name in ((self._whole, "whole"), (self._others, "others")):
            shares = [s for s in settings.texts(f"{SHARES}_{name}") if s.isdecimal()]
            splitter.setSizes(list(map(int, shares)) if len(shares) == 2 else [1000, 1000])

    def _keep_shares(self) -> None:
        if len(self.seen) < len(VIEWS):
            return
        for splitter, name in ((self._whole, "whole"), (self._others, "others")):
            settings.remember(f"{SHARES}_{name}", [str(size) for size in splitter.sizes()])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Views stand side by side where there is room for that."""
        size = event.size()
        wide, low = size.width() >= WIDE, size.height() < LOW
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        self._others.setOrientation(across if wide else down)
        self._whole.setOrientation(across if wide and low else down)
        super().resizeEvent(event)
