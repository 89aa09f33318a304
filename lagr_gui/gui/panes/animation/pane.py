"""The animation pane: picture, player, options; its time is the session's time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSlider, QToolButton, QWidget

from lagr_gui.drawing.bodies import raster
from lagr_gui.gui.bridge.scenery import mesh_files, posed, why_empty
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.bridge.shown import ShownMotion
from lagr_gui.gui.panes.animation.by_hand import ByHand
from lagr_gui.gui.panes.animation.force_control import ForceControl
from lagr_gui.gui.panes.animation.named import Named
from lagr_gui.gui.panes.animation.view import MotionLook, MotionView
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.edge import EdgeLine
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.plain import PlainLabel, set_note
from lagr_gui.gui.widgets.slim import SlimComboBox, SlimLabel
from lagr_gui.gui.words import tr
from lagr_gui.model import Model
from lagr_gui.scenery.scene import Scene, build_scene

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion


FRAME_MS = 16
STEPS = 10_000
BESIDE = 3  # between buttons of one row, in pixels


def _nothing_gone(t: float) -> frozenset[str]:
    """All that is drawn is there."""
    return frozenset()


def _no_senses(t: float) -> dict[str, int]:
    """Nothing slides or sticks that is known."""
    return {}


class AnimationPane(QWidget):
    """Shows the motion; before one is there, the position at the start."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        raster.prepare()
        self.session = session
        self.player = Player()
        self.view = MotionView()
        self.forces = ForceControl(session, self.view, self)
        self._shown: ShownMotion | None = None
        self._drawn: object = None
        self._last = 0.0
        self._clock = QTimer(self, interval=FRAME_MS, timerType=Qt.TimerType.PreciseTimer)
        self._clock.timeout.connect(self._tick)
        self.by_hand = ByHand(session, self.view, lambda: self._shown)
        self.hand = session.hand
        self._build()
        self.hand.changed.connect(self._show_hand)
        self.hand.moved.connect(self._show_hand_time)
        session.busy_changed.connect(self._tell)
        session.report_changed.connect(self._tell)
        session.start.changed.connect(self.refresh)
        session.live.changed.connect(self.refresh)
        session.running.changed.connect(self._take_trajectory)
        session.running.begun.connect(self._take_trajectory)
        session.model_changed.connect(self.refresh)
        session.running.time_changed.connect(self._show_time)
        session.derivation.changed.connect(self.refresh)  # another special case comes with one
        session.selection_changed.connect(self._emphasise)
        session.highlight_changed.connect(self._emphasise)
        session.pointed.changed.connect(self._show_name)
        session.views.add(lambda: (self.view.look, self.player.playing), self._show_again)
        self.refresh()

    def _build(self) -> None:
        player = self._player_bar()
        title = SlimLabel(tr("Animation"), shy=True, role="title")
        options = tool_button(tr("Show ▾"), menu=self._options())
        self.looking = tool_button(tr("Look ▾"), menu=view_menu(self.view))
        whole = tool_button("⤢", tip=tr("Fit"), run=self.view.fit)
        self.age = Age(self.view)
        self.age.given_up.connect(lambda: self.session.running.show(None))
        self.take_hold = tool_button(tr("Hand"), checkable=True, name="by_hand")
        self.take_hold.clicked.connect(self.toggle_hand)
        head = beside(
            (title, 1),
            self.take_hold,
            self.speed,
            self.loop,
            whole,
            self.looking,
            options,
            spacing=BESIDE,
        )
        below(head, (self.view, 1), player, within=self, margins=(8, 8, 10, 8), spacing=6)

    def _options(self) -> QMenu:
        menu = QMenu(self)
        for name, words in (
            ("trails", tr("Trails")),
            ("velocities", tr("Velocities")),
            ("names", tr("Names")),
            ("coordinates", tr("Coordinates")),
            ("follow", tr("Follow the bodies")),
        ):
            action = menu.addAction(words)
            action.setCheckable(True)
            menu.aboutToShow.connect(
                lambda name=name, action=action: action.setChecked(getattr(self.view.options, name))
            )
            action.setChecked(getattr(self.view.options, name))
            action.toggled.connect(lambda on, name=name: self.view.set_options(**{name: on}))
        menu.addMenu(self.forces.menu(menu))
        return menu

    def _player_bar(self) -> QHBoxLayout:
        self.play = tool_button("▶", name="play", tip=tr("Play or pause (Space)"), run=self.toggle)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, STEPS)
        self.slider.valueChanged.connect(self._slid)
        self.label = PlainLabel()
        self.label.setMinimumWidth(72)
        self.slider.setMinimumWidth(60)
        speeds = [(speed, f"{speed:g}×") for speed in SPEEDS]
        self.speed = SlimComboBox(speeds, self._set_speed)
        self.speed.choose(1.0)
        self.loop = tool_button("⟳", checkable=True, tip=tr("Again and again"))
        self.loop.toggled.connect(self._set_loop)
        self.back = self._button("◂", tr("One step back"), lambda: self._step(-1))
        return beside(
            self._button("|◂", tr("To the start"), self._rewind),
            self.back,
            self.play,
            self._button("▸", tr("One step on"), lambda: self._step(1)),
            (self.slider, 1),
            self.label,
            spacing=BESIDE,
        )

    def _button(self, text: str, words: str, run: Callable[[], object]) -> QToolButton:
        return tool_button(text, words, run=lambda: run())

    # --- what is shown ---------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the motion of the session, or the position at the start.

        Either is drawn with the model that it was computed from: with another one links would
        leave their joints.
        """
        if self.hand.on:
            return
        session = self.session
        shown = session.running.shown or session.start.shown or posed(session)
        model, special = session.flat, session.special
        present = shown is None or shown.origin.suits(model, special)
        self.age.tell(not present and not session.live.soon, session.running.shown is not None)
        if shown is not None and not present:
            model, special = shown.origin.model, shown.origin.special
        self.view.show_why_empty(why_empty(session))
        drawn = (shown and id(shown.motion), model.bodies, model.parameters, special)
        if drawn == self._drawn:
            return
        old, motion = self._motion, shown.motion if shown else None
        keep = _alike(old, motion)
        self._drawn, self._shown = drawn, shown
        self.looking.setVisible(motion is not None and not motion.planar)
        self.view.show_scene(self._scene(model, motion, special), keep)
        times = motion.t.tolist() if motion is not None else (model.simulation.start,)
        if keep or session.running.renewed:
            self.player.renew(times)
        else:
            self.player.set_times(times)
        self._show_name()
        self._show_time(session.running.time)
        self._tell()

    def _scene(self, model: Model, motion: Motion | None, special: str) -> Scene | None:
        files = mesh_files(self.session)
        return build_scene(model, motion, special, files.surface) if motion else None

    @property
    def _motion(self) -> Motion | None:
        return self._shown.motion if self._shown else None

    def _take_trajectory(self) -> None:
        self.refresh()
        moved = self.session.running.trajectory
        self.view.senses = moved.senses_at if moved is not None else _no_senses
        self.view.gone = moved.gone_at if moved is not None else _nothing_gone
        if self.session.running.renewed:
            self._tell()
            return
        motion = self._motion
        if motion is not None and len(motion.t) > 1 and self.session.motion is motion:
            self.player.set_times(motion.t.tolist())
            self._show_time(self.player.time)
            self.player.play()
            self._start_clock()
        else:
            self.player.pause()
        self._tell()

    def _show_again(self, before: tuple[MotionLook, bool]) -> None:
        """The motion of a model that was open before is shown again."""
        look, playing = before
        self.view.look_again(look)
        if not playing:
            self.player.pause()
        self._tell()

    def toggle(self) -> None:
        """Play or pause."""
        if self.hand.on:
            self.hand.rest(not self.hand.resting)
        elif self.player.playing:
            self.player.pause()
        else:
            self.player.play()
            self._start_clock()
        self._tell()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Play or pause, step by step, and back from what is made by hand."""
        key = event.key()
        if key == Qt.Key.Key_Space:
            self.toggle()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step(1 if key == Qt.Key.Key_Right else -1)
        elif key == Qt.Key.Key_Escape and self.hand.on:
            self.hand.end()
        else:
            super().keyPressEvent(event)

    # --- by hand ---------------------------------------------------------------------------

    def toggle_hand(self) -> None:
        """Let what is shown move on by hand, or give that up."""
        if self.hand.on:
            self.hand.end()
        else:
            self.by_hand.begin()
            self.view.setFocus()
        self._tell()

    def _show_hand(self) -> None:
        """What is made by hand has begun, ended, or rests."""
        if self.hand.on:
            self.player.pause()
            self._clock.stop()
            self.age.tell(False, False)
            self.view.show_name(None)
        else:
            self._drawn = None  # the picture is one of another motion
            self.refresh()
        self._tell()

    def _show_hand_time(self) -> None:
        motion = self.hand.motion
        assert motion is not None  # it has moved
        self.label.setText(f"t = {float(motion.t[0]):.2f} s")

    # --- the clock -------------------------------------------------------------------------

    def _start_clock(self) -> None:
        if self.player.playing:
            self._last = perf_counter()
            self._clock.start()

    def _tick(self) -> None:
        now = perf_counter()
        t = self.player.advance(now - self._last)
        self._last = now
        self.session.running.set_time(t)
        if not self.player.playing:
            self._clock.stop()
            self._tell()

    def _show_time(self, t: float) -> None:
        if self.hand.on:
            return
        t = self.player.seek(t)
        self.view.show_time(t)
        span = self.player.end - self.player.start
        self.slider.blockSignals(True)
        self.slider.setValue(round(STEPS * (t - self.player.start) / span) if span > 0 else 0)
        self.slider.blockSignals(False)
        self.label.setText(f"t = {t:.2f} s")

    def _slid(self, step: int) -> None:
        self.player.pause()
        span = self.player.end - self.player.start
        self.session.running.set_time(self.player.start + span * step / STEPS)
        self._tell()

    def _rewind(self) -> None:
        if self.hand.on:
            self.by_hand.again()
            return
        self.session.running.set_time(self.player.seek(self.player.start))

    def _step(self, count: int) -> None:
        if self.hand.on:
            if count > 0:
                self.hand.step()
            return
        self.session.running.set_time(self.player.step(count))
        self._tell()

    def _set_speed(self, speed: float) -> None:
        self.player.speed = self.hand.speed = speed

    def _set_loop(self, on: bool) -> None:
        self.player.loop = on

    def _emphasise(self) -> None:
        self.view.selected, self.view.warm = self.session.selection, self.session.highlighted
        self.view.update()

    def _show_name(self) -> None:
        """Draw the name that is pointed at, of the motion that is shown."""
        if self.hand.on:
            return
        pointed = self.session.pointed
        drawn = pointed.drawn if pointed.has_picture else None
        is_drawable = drawn is not None or not pointed.has_picture
        self.view.show_name(Named(pointed.label, drawn) if is_drawable else None)

    def _tell(self) -> None:
        on = self.hand.on
        going = not self.hand.resting if on else self.player.playing
        self.play.setText("▮▮" if going else "▶")
        movable = self.player.end > self.player.start
        self.play.setEnabled(on or movable)
        self.slider.setEnabled(movable and not on)
        self.back.setEnabled(not on)
        self.take_hold.setChecked(on)
        self.take_hold.setEnabled(on or self.by_hand.possible)
        set_note(self.take_hold, self.by_hand.words)


def _alike(old: Motion | None, new: Motion | None) -> bool:
    """Whether the view of the old motion suits the new one."""
    if old is None or new is None:
        return False
    return old.planar == new.planar and set(old.x) == set(new.x) and len(old.t) == len(new.t)


# --- Says over the picture that it shows the model before its last edits -----------------------

MARGIN = 6


class Age(EdgeLine):
    """Lies over a picture that is older than the model."""

    given_up = Signal()
    """The user would rather see the model as it is now."""

    def __init__(self, picture: QWidget) -> None:
        super().__init__(picture)
        self.setObjectName("animation_age")
        words = SlimLabel(tr("Of the model before the last edit"), role="muted")
        self.renew = tool_button(
            tr("Show the new start"),
            tip=tr("Drop this motion and its curves; Run computes them anew."),
            run=self.given_up,
        )
        beside(words, self.renew, within=self, margins=(MARGIN, 2, 2, 2), spacing=MARGIN)

    def tell(self, old: bool, renewable: bool) -> None:
        """Whether the picture is old; whether there is something newer that could be shown."""
        self.renew.setVisible(renewable)
        self.show_if(old)


# --- The menu of the views of space ------------------------------------------------------------


def view_menu(view: MotionView) -> QMenu:
    """The menu of directions; what it holds is found when it opens."""
    menu = QMenu(view)
    menu.aboutToShow.connect(lambda: _fill(menu, view))
    return menu


def _fill(menu: QMenu, view: MotionView) -> None:
    menu.clear()
    for name, words in (
        ("front", tr("From the front")),
        ("side", tr("From the side")),
        ("top", tr("From above")),
        ("isometric", tr("Isometric")),
    ):
        menu.addAction(words).triggered.connect(partial(view.look_from, name))
    menu.addSeparator()
    _check(menu, tr("Perspective"), view, "perspective")
    _check(menu, tr("Scale on the ground"), view, "ticks")
    scene = view.scene
    if scene is None:
        return
    with_body = menu.addMenu(tr("Go with a body"))
    group = QActionGroup(with_body)
    for number, words in (
        (0, tr("With none")),
        *((f.number, f"{f.number} {f.name}".strip()) for f in scene.figures),
    ):
        action = with_body.addAction(words)
        action.setCheckable(True)
        action.setChecked(view.options.body == number)
        action.triggered.connect(partial(_go_with, view, number))
        group.addAction(action)
    behind = _check(menu, tr("Along its path, from behind"), view, "behind")
    behind.setEnabled(bool(view.options.body))


def _go_with(view: MotionView, number: int) -> None:
    view.set_options(body=number)


def _check(menu: QMenu, words: str, view: MotionView, name: str) -> QAction:
    action = menu.addAction(words)
    action.setCheckable(True)
    action.setChecked(getattr(view.options, name))
    action.toggled.connect(lambda on: view.set_options(**{name: on}))
    return action


# --- The clock of the animation: real time times speed, within the motion ----------------------

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)


class Player:
    """Where the animation is, s; it plays from the first to the last of the times."""

    def __init__(self, times: Sequence[float] = (0.0,)) -> None:
        self.playing = False
        self.speed = 1.0
        self.loop = False
        self.set_times(times)

    def set_times(self, times: Sequence[float]) -> None:
        """Take the times of a motion, rising; the clock goes to the first and rests."""
        self.times = times
        self.time = float(times[0])
        self.playing = False

    def renew(self, times: Sequence[float]) -> None:
        """Take the times of a motion that took the place of the last one, and go on."""
        self.times = times
        self.seek(self.time)

    @property
    def start(self) -> float:
        """The first time."""
        return float(self.times[0])

    @property
    def end(self) -> float:
        """The last time."""
        return float(self.times[-1])

    def play(self) -> None:
        """Go on; from the start when the end is reached."""
        if self.end <= self.start:
            return
        if self.time >= self.end:
            self.time = self.start
        self.playing = True

    def pause(self) -> None:
        """Stay where it is."""
        self.playing = False

    def seek(self, t: float) -> float:
        """Go to a time, within the motion."""
        self.time = min(max(float(t), self.start), self.end)
        return self.time

    def advance(self, seconds: float) -> float:
        """Let real time pass; at the end begin anew (loop) or rest. Returns the new time."""
        if not self.playing:
            return self.time
        t = self.time + seconds * self.speed
        if t < self.end:
            self.time = t
        elif self.loop:
            self.time = self.start + (t - self.start) % (self.end - self.start)
        else:
            self.time, self.playing = self.end, False
        return self.time

    def step(self, count: int) -> float:
        """Go by samples: to the next (+1) or the one before (-1)."""
        self.playing = False
        if count > 0:
            index = bisect_right(self.times, self.time) + count - 1
        else:
            index = bisect_left(self.times, self.time) + count
        self.time = float(self.times[min(max(index, 0), len(self.times) - 1)])
        return self.time
