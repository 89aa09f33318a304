"""The animation while bodies are pushed and pulled: what it shows, and what is said over it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.bridge.hand import HandMotion
from lagr_gui.gui.bridge.moment import state_of, take_as_start
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.bridge.shown import MotionOrigin, ShownMotion
from lagr_gui.gui.panes.animation.grasping import Grasped, GraspedBeam
from lagr_gui.gui.panes.animation.view import MotionView
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.edge import EdgeLine
from lagr_gui.gui.widgets.laying import beside
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import in_words, tr
from lagr_gui.mechanics.trajectories.poses import Motion

if TYPE_CHECKING:
    from lagr_gui.pipeline import State

QUICKNESS = 15.0
"""The circular frequency (rad/s by the clock) with which a body follows the pointer."""
SAG = 0.03
"""The part of the mechanism's size by which what hangs on the pointer may hang below it."""
TRACE = 600
"""Instants of the motion that are kept for trails."""
MARGIN = 6


def quickness(speed: float, gravity: Array, span: float) -> float:
    """How quickly (rad/s) a body is to follow the pointer, for a motion at a speed.

    By the clock it is always the same, unless the body's weight asks for a stiffer spring.
    """
    heavy = float(np.linalg.norm(gravity)) / (SAG * span)
    return max(QUICKNESS / speed, sqrt(heavy))


def longer(before: Motion | None, more: Motion) -> Motion:
    """A motion with what follows, as far as trails need it."""
    if before is None:
        return more
    parts: dict[str, Any] = {}
    for entry in fields(Motion):
        old, new = getattr(before, entry.name), getattr(more, entry.name)
        if isinstance(old, np.ndarray):
            parts[entry.name] = np.concatenate([old[-TRACE:], new])
        elif isinstance(old, dict):
            parts[entry.name] = {
                name: np.concatenate([table[-TRACE:], new[name]]) for name, table in old.items()
            }
        else:
            parts[entry.name] = old
    return Motion(**parts)


class HandMark(EdgeLine):
    """Lies over a picture as long as what it shows is made by hand."""

    ended = Signal()
    taken = Signal()
    """The moment is to be the start of the drawing."""

    def __init__(self, picture: QWidget, hand: HandMotion) -> None:
        super().__init__(picture)
        self._hand = hand
        self.setObjectName("hand_mark")
        self.words = SlimLabel("", role="muted")
        tip = tr("Back to the motion that was simulated (Esc)")
        back = tool_button(tr("End"), tip=tip, run=self.ended, name="hand_end")
        tip = tr("The drawing starts where the motion is now")
        take = tool_button(tr("Take as start"), tip=tip, run=self.taken, name="hand_take")
        beside(self.words, take, back, within=self, margins=(MARGIN, 2, 2, 2), spacing=MARGIN)
        hand.changed.connect(self.tell)
        hand.moved.connect(self._begun)

    def tell(self) -> None:
        """Show what is so now."""
        hand = self._hand
        if hand.problems:
            words = in_words(hand.problems[0]).cause
        elif hand.motion is None:
            words = tr("By hand: getting ready …")
        elif hand.resting:
            words = tr("By hand: resting")
        elif len(hand.motion.x) < 2:
            words = tr("By hand: it goes on; there is no body to take hold of")
        elif hand.slowness < 1:
            text = tr("By hand: {part} times as fast as the clock")
            words = text.format(part=f"{hand.slowness * hand.speed:.2g}")
        else:
            words = tr("By hand: drag a body")
        self.words.setText(words)
        self.show_if(hand.on)

    def _begun(self) -> None:
        """The first bit is there."""
        if self.words.text() == tr("By hand: getting ready …"):
            self.tell()


class ByHand(QObject):
    """Begins and ends motions by hand, and leads the hand as the pointer goes in the picture."""

    def __init__(self, session: Session, view: MotionView, shown: Callable[[], ShownMotion | None]):
        super().__init__(view)
        self._session, self._view, self._shown = session, view, shown
        self._of: MotionOrigin | None = None
        self._began: tuple[MotionOrigin, State] | None = None
        self._trace: Motion | None = None
        self.hand = hand = session.hand
        self.mark = HandMark(view, hand)
        self.mark.ended.connect(hand.end)
        self.mark.taken.connect(lambda: take_as_start(session))
        view.grasped.connect(self._take_hold)
        view.led.connect(hand.move)
        view.let_go.connect(hand.release)
        hand.changed.connect(self._show)
        hand.moved.connect(self._show_moved)
        hand.slipped.connect(view.release)
        session.model_changed.connect(self._keep)
        session.derivation.changed.connect(self._keep)

    @property
    def possible(self) -> bool:
        """Whether there is something that could move on."""
        report = self._session.report
        moves = bool(report and report.sound and report.freedoms)
        return moves and self._shown() is not None and not self._session.running.simulating

    @property
    def words(self) -> str:
        """What it does, or why it cannot be."""
        report = self._session.report
        if report and report.sound and self._session.flat.bodies and not report.freedoms:
            return tr("Nothing can be pushed: the system has no freedom to move.")
        return tr("Push and pull bodies while they move on from here (Shift+F6; Ctrl and drag)")

    def begin(self) -> None:
        """Let what is shown move on from the time that is shown."""
        shown = self._shown()
        if shown is not None and self.possible:
            session = self._session
            self._of = MotionOrigin(session.flat, session.special)
            self._began = shown.origin, state_of(session, shown)
            self._let_go_on()

    def again(self) -> None:
        """Begin anew where it began."""
        self._view.release()
        self._let_go_on()

    def _let_go_on(self) -> None:
        if self._began is not None:
            self._trace = None
            self.hand.begin(*self._began)

    def _take_hold(self, held: Grasped | GraspedBeam, to: Array) -> None:
        if not self.hand.on:
            self.begin()
        scene = self._view.scene
        if not self.hand.on or scene is None:
            self._view.release()
            return
        quick = quickness(self.hand.speed, scene.gravity, scene.span)
        self.hand.take(held.body, tuple(held.point.tolist()), quick, to)

    def _show(self) -> None:
        self._view.hand_out = self.hand.on
        if not self.hand.on:
            self._view.release()

    def _show_moved(self) -> None:
        if (motion := self.hand.motion) is not None:
            self._trace = longer(self._trace, motion)
            self._view.show_moved(self._trace)

    def _keep(self) -> None:
        """What is pushed goes on as long as the model is the same."""
        session, of = self._session, self._of
        if self.hand.on and of is not None and not of.suits(session.flat, session.special):
            self.hand.end()
