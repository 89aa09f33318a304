"""Running and watching the motion."""

from __future__ import annotations

from functools import partial

from lagr_gui.gui.actions.record import Action, Desk, in_menu
from lagr_gui.gui.bridge.moment import has_moment, take_as_start
from lagr_gui.gui.panes import PANES


def _ready(desk: Desk) -> bool:
    report = desk.session.report
    return bool(report and report.sound and report.freedoms and not desk.session.running.simulating)


def run(desk: Desk) -> None:
    """Simulate, with units that the user lets run."""
    desk.show_pane("simulation", focus=False)  # its curves may lie behind those of another pane
    desk.ask_for_units()
    desk.session.run()


def _find_equilibria(desk: Desk) -> None:
    desk.show_pane("modes")
    desk.session.find_equilibria()


def _find_signal(desk: Desk) -> None:
    desk.show_pane("simulation", focus=False)
    desk.simulation.place.begin()


def _take_in_hand(desk: Desk) -> None:
    desk.show_pane("animation")
    desk.animation.toggle_hand()


def _show(pane: str, desk: Desk) -> None:
    desk.show_pane(pane)


def _has(part: str, desk: Desk) -> bool:
    """Whether the model has a part of its report: coordinates, freedoms."""
    report = desk.session.report
    return bool(report and getattr(report, part))


ACTIONS = in_menu(
    "Simulate",
    Action("run", "Run", run, "F5", _ready, short="▶ Run", primary=True),
    Action(
        "stop",
        "Stop",
        lambda d: d.session.running.stop(),
        "Shift+F5",
        lambda d: d.session.running.simulating,
        short="■ Stop",
    ),
    Action(
        "pause",
        "Pause the simulation, or go on",
        lambda d: d.session.running.pause(),
        "Ctrl+F5",
        lambda d: d.session.running.simulating,
    ),
    Action("signals", "Choose curves", _find_signal, "Ctrl+Shift+F"),
    Action(
        "equilibria", "Find equilibria and modes", _find_equilibria, "F8", _ready, separated=True
    ),
    *(
        Action(
            pane.name,
            pane.entry,
            partial(_show, pane.name),
            *pane.keys,
            enabled=partial(_has, pane.ready),
        )
        for pane in PANES
        if pane.entry
    ),
    Action(
        "play",
        "Play or pause the animation",
        lambda d: d.animation.toggle(),
        "F6",
        lambda d: d.session.motion is not None or d.session.hand.on,
        separated=True,
    ),
    Action(
        "take_as_start",
        "Take the moment that is shown as start",
        lambda d: take_as_start(d.session),
        "Ctrl+F6",
        lambda d: has_moment(d.session),
    ),
    Action(
        "by_hand",
        "Push and pull bodies by hand",
        _take_in_hand,
        "Shift+F6",
        lambda d: d.session.hand.on or (_ready(d) and d.animation.by_hand.possible),
        checked=lambda d: d.session.hand.on,
    ),
    Action(
        "allowed_units", "Programs that may run…", lambda d: d.show_allowed_units(), separated=True
    ),
)
