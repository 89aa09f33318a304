"""What is seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QWidget

from lagr_gui.foundation.languages import LANGUAGES
from lagr_gui.gui import settings
from lagr_gui.gui.actions.record import Action, Desk, in_menu
from lagr_gui.gui.panes import CENTRAL, DOCKED
from lagr_gui.gui.words import language


def _is_seen(pane: QWidget) -> bool:
    """Whether a pane is there and none lies over it."""
    return pane.isVisible() and not pane.visibleRegion().isEmpty()


THEMES = {"system": "Theme of the system", "light": "Light", "dark": "Dark"}


def _remembered(
    setting: str,
    titles: Mapping[str, str],
    usual: Callable[[], str],
    use: Callable[[Desk, str], None],
) -> list[Action]:
    """The values of a setting, one of which is used."""
    return [
        Action(
            f"{setting}_{name}",
            title,
            lambda d, name=name: use(d, name),
            checked=lambda _, name=name: settings.text(setting, usual()) == name,
            among=setting,
            menu=f"View/{setting.capitalize()}",
        )
        for name, title in titles.items()
    ]


ACTIONS = in_menu(
    "View",
    Action("fit", "Fit drawing", lambda d: d.drawing.fit(), "~F", short="Fit"),
    Action("zoom_in", "Zoom in", lambda d: d.drawing.zoom_by(1.25), "Ctrl++"),
    Action("zoom_out", "Zoom out", lambda d: d.drawing.zoom_by(0.8), "Ctrl+-"),
    Action("zoom_100", "Zoom 100 %", lambda d: d.drawing.zoom_to(1.0), "Ctrl+0"),
    Action(
        "minimap",
        "Overview in the corner",
        lambda d: d.canvas.minimap.turn(),
        checked=lambda d: d.canvas.minimap.wanted,
    ),
    *(
        Action(
            f"view_{name}",
            title,
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
    Action("to_drawing", "Go to the drawing", lambda d: d.drawing.setFocus(), "F4", menu="Window"),
    *(
        Action(
            f"pane_{pane.name}",
            f"Show {pane.title.lower()}",
            lambda d, name=pane.name: d.show_pane(name),
            checked=lambda d, name=pane.name: _is_seen(d.docks[name]),
            menu="Window",
        )
        for pane in DOCKED
    ),
    *_remembered("theme", THEMES, lambda: "system", lambda d, name: d.use_theme(name)),
    *_remembered("language", LANGUAGES, language, lambda d, name: d.use_language(name)),
)
