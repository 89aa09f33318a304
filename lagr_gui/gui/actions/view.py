"""What is seen."""

from __future__ import annotations

from lagr_gui.exchange.words import LANGUAGES
from lagr_gui.gui.actions.record import Action
from lagr_gui.gui.panes import DOCKED

ACTIONS = (
    Action("fit", "Fit drawing", "View", lambda d: d.drawing.fit(), "~F", short="Fit"),
    Action("zoom_in", "Zoom in", "View", lambda d: d.drawing.zoom_by(1.25), "Ctrl++"),
    Action("zoom_out", "Zoom out", "View", lambda d: d.drawing.zoom_by(0.8), "Ctrl+-"),
    Action("zoom_100", "Zoom 100 %", "View", lambda d: d.drawing.zoom_to(1.0), "Ctrl+0"),
    Action("minimap", "Overview in the corner", "View", lambda d: d.canvas.minimap.turn()),
    *(
        Action(
            f"view_{name}",
            title,
            "View",
            lambda d, name=name: d.show_view(name),
            key,
            separated=name == "diagram",
            also=tuple(also),
        )
        for name, title, key, *also in (
            ("diagram", "Diagram", "Ctrl+1"),
            ("sketch", "Sketch", "Ctrl+2"),
            ("both", "Side by side", "Ctrl+3"),
            ("signal_flow", "Signal flow", "Ctrl+4", "Shift+F11"),
        )
    ),
    Action("to_drawing", "Go to the drawing", "Window", lambda d: d.drawing.setFocus(), "F4"),
    *(
        Action(
            f"pane_{pane.name}",
            f"Show {pane.title.lower()}",
            "Window",
            lambda d, name=pane.name: d.show_pane(name),
        )
        for pane in DOCKED
    ),
    Action(
        "theme_system",
        "Theme of the system",
        "View/Theme",
        lambda d: d.use_theme("system"),
    ),
    Action("theme_light", "Light", "View/Theme", lambda d: d.use_theme("light")),
    Action("theme_dark", "Dark", "View/Theme", lambda d: d.use_theme("dark")),
    *(
        Action(
            f"language_{name}", title, "View/Language", lambda d, name=name: d.use_language(name)
        )
        for name, title in LANGUAGES.items()
    ),
)
