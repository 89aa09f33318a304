"""The panes around the drawing, as one list: docks, menu and window are made of it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from lagr_gui.pipeline import QUESTIONS


@dataclass(frozen=True, slots=True)
class Pane:
    """A pane: its English title, and its widget (``module:class`` in this folder).

    It stands at the ``left``, ``right`` or ``below``, in the place of the pane `behind` which it
    is a tab, if it names one, or in the ``centre``, as a view of the model.  One that is `called`
    comes, and is made, when it is called.
    """

    name: str
    title: str
    widget: str
    area: str = "below"
    behind: str = ""
    called: bool = False

    def make(self, session: Any) -> Any:
        """The widget, which takes the session."""
        module, _, name = self.widget.partition(":")
        return getattr(import_module(f"{__name__}.{module}"), name)(session)


PANES = (
    Pane("palette", "Palette", "palette:PalettePane", "left"),
    Pane("parameters", "Parameters", "parameters:ParametersPane", "left"),
    Pane("inspector", "Inspector", "inspector:InspectorPane", "right"),
    Pane("problems", "Problems", "problems:ProblemsPane", "right"),
    Pane("history", "History", "history:HistoryPane", "right", behind="problems", called=True),
    Pane("equations", "Equations", "equations:EquationsPane"),
    Pane("simulation", "Simulation", "simulation:SimulationPane"),
    Pane("animation", "Animation", "animation.pane:AnimationPane"),
    Pane("modes", "Modes", "modes:ModesPane", behind="simulation", called=True),
    Pane("response", "Response", "response:ResponsePane", behind="modes", called=True),
    Pane("inverse", "Given motion", "inverse:InversePane", behind="response", called=True),
    Pane(
        "free_body",
        "Free-body diagram",
        "free_body:FreeBodyPane",
        behind="inverse",
        called=True,
    ),
    Pane(
        "signal_flow",
        "Signal flow",
        "signal_flow:SignalFlowPane",
        "centre",
        called=True,
    ),
    Pane("sweep", "Sweep", "sweep:SweepPane", behind="inverse", called=True),
    Pane("comparison", "Comparison", "comparison:ComparisonPane", behind="sweep", called=True),
    *(
        Pane(name, question.pane, f"{name}:{name.capitalize()}Pane", behind="inverse", called=True)
        for name, question in QUESTIONS.items()
        if question.pane
    ),
)

DOCKED = tuple(pane for pane in PANES if pane.area != "centre")
"""Those around the drawing."""
