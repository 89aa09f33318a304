"""Which forces are shown, and how large: a menu, and what it has computed and drawn."""

from __future__ import annotations

from functools import partial
from math import isfinite, log10
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMenu, QSlider, QWidget, QWidgetAction

from lagr_gui.gui import settings
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.animation.force_arrows import KINDS, ForceArrows, Kind, force_arrows
from lagr_gui.gui.panes.animation.view import MotionView
from lagr_gui.gui.widgets.laying import beside
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.widgets.staying_menu import StayingMenu
from lagr_gui.gui.words import in_words, tr

if TYPE_CHECKING:
    from lagr_gui.pipeline import ActingForces

DECADES = 10
"""Steps of a slider in one power of ten."""
WIDTH = 120
SHOWN = "forces/shown"
SIZES = {False: "forces/size", True: "forces/size of moments"}
"""What is remembered: kinds, and factors of forces (False) and moments (True)."""


class ForceControl(QObject):
    """Wants the forces of the motion shown as long as a kind of them is chosen."""

    def __init__(self, session: Session, view: MotionView, parent: QObject) -> None:
        super().__init__(parent)
        self.session, self.view = session, view
        self._of: ActingForces | None = None
        self._arrows: ForceArrows | None = None
        self.sliders: dict[bool, QSlider] = {}
        layer = view.forces
        kinds: dict[str, Kind] = {kind: kind for kind in KINDS}
        layer.kinds = frozenset(kinds[name] for name in settings.texts(SHOWN) if name in kinds)
        layer.gains |= {turns: _gain(settings.text(name)) for turns, name in SIZES.items()}
        session.acting.want(self, bool(layer.kinds))
        session.acting.changed.connect(self.refresh)
        session.hand.changed.connect(self.refresh)

    def menu(self, parent: QWidget) -> QMenu:
        """The kinds of forces, and a slider for the size of forces and of moments."""
        menu = StayingMenu(parent, tr("Forces"))
        for kind, words in KINDS.items():
            action = menu.addAction(tr(words))
            action.setCheckable(True)
            action.setData(kind)
            action.setChecked(kind in self.view.forces.kinds)
            action.toggled.connect(partial(self.show_kind, kind))
        menu.addSeparator()
        for turns, words in ((False, tr("Size of forces")), (True, tr("Size of moments"))):
            menu.addAction(self._slider(menu, turns, words))
        menu.aboutToHide.connect(self.remember)
        return menu

    def remember(self) -> None:
        """Keep what is shown, and how large, for the next windows."""
        layer = self.view.forces
        settings.remember(SHOWN, sorted(layer.kinds))
        for turns, name in SIZES.items():
            settings.remember(name, f"{layer.gains[turns]:.4g}")

    def show_kind(self, kind: Kind, on: bool) -> None:
        """Show or hide a kind of forces."""
        layer = self.view.forces
        one: frozenset[Kind] = frozenset((kind,))
        layer.kinds = layer.kinds | one if on else layer.kinds - one
        self.session.acting.want(self, bool(layer.kinds))
        self.refresh()

    def enlarge(self, turns: bool, gain: float) -> None:
        """Draw forces, or moments, by a factor larger than usual."""
        self.view.forces.gains[turns] = gain
        self.view.update()

    def refresh(self) -> None:
        """Draw the forces of the motion that is shown; none of one that is made by hand."""
        acting, layer = self.session.acting, self.view.forces
        reactions = None if self.session.hand.on else acting.found
        if reactions is not self._of or reactions is None:
            model = acting.model
            self._of = reactions
            self._arrows = force_arrows(reactions, model) if reactions and model else None
        layer.arrows, layer.words = self._arrows, self._words()
        self.view.update()

    def _words(self) -> str:
        acting = self.session.acting
        if self.session.hand.on or not acting.possible:
            return tr("Forces appear along a simulation.")
        if problems := acting.inquiry.problems:
            return str(in_words(problems[0]).cause)
        return tr("computing forces …")

    def _slider(self, menu: QMenu, turns: bool, words: str) -> QWidgetAction:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(-DECADES, DECADES)
        slider.setValue(round(DECADES * log10(self.view.forces.gains[turns])))
        slider.setMinimumWidth(WIDTH)
        slider.setAccessibleName(words)
        slider.valueChanged.connect(lambda value: self.enlarge(turns, 10 ** (value / DECADES)))
        self.sliders[turns] = slider
        room = QWidget()
        beside(SlimLabel(words), (slider, 1), within=room, margins=(12, 3, 10, 3), spacing=8)
        action = QWidgetAction(menu)
        action.setDefaultWidget(room)
        return action


def _gain(text: str) -> float:
    """A factor that was remembered, as far as a slider goes; 1 where there is none."""
    try:
        gain = float(text)
    except ValueError:
        return 1.0
    return min(max(gain, 0.1), 10.0) if isfinite(gain) else 1.0
