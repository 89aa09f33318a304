"""Running and watching the motion."""

from __future__ import annotations

from lagr_gui.gui.actions.record import Action, Desk


def _ready(desk: Desk) -> bool:
    report = desk.session.report
    return bool(report and report.sound and report.freedoms and not desk.session.simulating)


ACTIONS = (
    Action(
        "run",
        "Run",
        "Simulate",
        lambda d: d.session.run(),
        "F5",
        _ready,
        short="▶ Run",
        primary=True,
    ),
    Action(
        "stop",
        "Stop",
        "Simulate",
        lambda d: d.session.stop(),
        "Shift+F5",
        lambda d: d.session.simulating,
        short="■ Stop",
    ),
    Action(
        "pause",
        "Pause the simulation, or go on",
        "Simulate",
        lambda d: d.session.pause(),
        "Ctrl+F5",
        lambda d: d.session.simulating,
    ),
    Action(
        "play",
        "Play or pause the animation",
        "Simulate",
        lambda d: d.animation.toggle(),
        "F6",
        lambda d: d.session.motion is not None,
        separated=True,
    ),
)
