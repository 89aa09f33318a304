"""What is seen."""

from __future__ import annotations

from typing import Any

from lagr_gui.foundation.languages import LANGUAGES
from lagr_gui.gui import settings
from lagr_gui.gui.actions.record import Action
from lagr_gui.gui.panes import CENTRAL, DOCKED
from lagr_gui.gui.words import language


def _is_seen(pane: Any) -> bool:
    """Whether a pane is there and none lies over it."""
    return pane.isVisible() and not pane.visibleRegion().isEmpty()


ACTIONS = (
    Action("fit", "Fit drawing", "View", lambda d: d.drawing.fit(), "~F", short="Fit"),
    Action("zoom_in", "Zoom in", "View", lambda d: d.drawing.zoom_by(1.25), "Ctrl++"),
    Action("zoom_out", "Zoom out", "View", lambda d: d.drawing.zoom_by(0.8), "Ctrl+-"),
    Action("zoom_100", "Zoom 100 %", "View", lambda d: d.drawing.zoom_to(1.0), "Ctrl+0"),
    Action(
        "minimap",
        "Overview in the corner",
        "View",
        lambda d: d.canvas.minimap.turn(),
        checked=lambda d: d.canvas.minimap.wanted,
    ),
    *(
        Action(
            f"view_{name}",
            title,
            "View",
            lambda d, name=name: d.show_view(name),
            key,
            separated=name == "diagram",
            also=tuple(also),
            checked=lambda d, name=name: d.workplace.view == name,
            among="view",
        )
        for name, title, key, *also in (
            ("diagram", "Diagram", "Ctrl+1"),
            ("sketch", "Sketch", "Ctrl+2"),
            ("both", "Side by side", "Ctrl+3"),
            *((pane.name, pane.title, *pane.keys) for pane in CENTRAL),
        )
    ),
    Action("to_drawing", "Go to the drawing", "Window", lambda d: d.drawing.setFocus(), "F4"),
    *(
        Action(
            f"pane_{pane.name}",
            f"Show {pane.title.lower()}",
            "Window",
            lambda d, name=pane.name: d.show_pane(name),
            checked=lambda d, name=pane.name: _is_seen(d.docks[name]),
        )
        for pane in DOCKED
    ),
    *(
        Action(
            f"theme_{name}",
            title,
            "View/Theme",
            lambda d, name=name: d.use_theme(name),
            checked=lambda _, name=name: settings.text("theme", "system") == name,
            among="theme",
        )
        for name, title in (
            ("system", "Theme of the system"),
            ("light", "Light"),
            ("dark", "Dark"),
        )
    ),
    *(
        Action(
            f"language_{name}",
            title,
            "View/Language",
            lambda d, name=name: d.use_language(name),
            checked=lambda _, name=name: settings.text("language", language()) == name,
            among="language",
        )
        for name, title in LANGUAGES.items()
    ),
)
