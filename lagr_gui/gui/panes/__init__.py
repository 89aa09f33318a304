"""The panes around the drawing, as one list: docks, menu and window are made of it."""

from __future__ import annotations

from lagr_gui.extension import Pane, extensions, merged
from lagr_gui.pipeline import QUESTIONS

HERE = __name__

_CORE = (
    Pane("palette", "Palette", f"{HERE}.palette:PalettePane", "left"),
    Pane("parameters", "Parameters", f"{HERE}.parameters:ParametersPane", "left"),
    Pane("inspector", "Inspector", f"{HERE}.inspector:InspectorPane", "right"),
    Pane("problems", "Problems", f"{HERE}.problems:ProblemsPane", "right"),
    Pane(
        "history", "History", f"{HERE}.history:HistoryPane", "right", behind="problems", called=True
    ),
    Pane("equations", "Equations", f"{HERE}.equations:EquationsPane"),
    Pane("simulation", "Simulation", f"{HERE}.simulation:SimulationPane"),
    Pane("animation", "Animation", f"{HERE}.animation.pane:AnimationPane"),
    Pane("modes", "Modes", f"{HERE}.modes:ModesPane", behind="simulation", called=True),
    Pane(
        "response",
        "Response",
        f"{HERE}.response:ResponsePane",
        behind="modes",
        called=True,
        entry="Frequency response",
        keys=("F9",),
    ),
    Pane(
        "free_body",
        "Free-body diagram",
        f"{HERE}.free_body:FreeBodyPane",
        behind="response",
        called=True,
        entry="Free-body diagram",
        keys=("F11",),
    ),
    *(
        Pane(
            name,
            question.pane,
            f"{HERE}.{name}:{name.capitalize()}Pane",
            behind="response",
            called=True,
        )
        for name, question in QUESTIONS.items()
        if question.pane
    ),
)
PANES = merged(
    _CORE, [pane for each in extensions() for pane in each.panes], lambda pane: pane.behind
)

DOCKED = tuple(pane for pane in PANES if pane.area != "centre")
"""Those around the drawing."""

CENTRAL = tuple(pane for pane in PANES if pane.area == "centre")
"""Views of the model beside diagram and sketch."""
