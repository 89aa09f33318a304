"""Colours and the style of the window: calm, one accent, one warm colour."""

from __future__ import annotations

from dataclasses import dataclass
from string import Template

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from lagr_gui.foundation.resource import resource_path

_CURVES_LIGHT = (
    "#0b6aa2",
    "#d55e00",
    "#2b8a3e",
    "#9b4f96",
    "#8a6d00",
    "#1b9e9e",
    "#444c56",
    "#b5305c",
)
_CURVES_DARK = (
    "#56b4e9",
    "#f08c3a",
    "#5fc57a",
    "#cc8fd0",
    "#e3c34a",
    "#4fd0c7",
    "#c9d1d9",
    "#f28bb0",
)


@dataclass(frozen=True, slots=True)
class Theme:
    """A set of colours, as #rrggbb.

    `accent` says "selected", `warm` says "this belongs together".  `curves` can be told
    apart by colour-blind readers.
    """

    name: str
    paper: str
    panel: str
    field: str
    text: str
    muted: str
    line: str
    grid: str
    accent: str
    accent_soft: str
    on_accent: str
    warm: str
    warm_soft: str
    error: str
    good: str
    node_fill: str
    node_line: str
    ground: str
    badge: str
    on_badge: str
    curves: tuple[str, ...]

    @property
    def dark(self) -> bool:
        """Whether the paper is dark."""
        return self.name == "dark"

    def color(self, role: str) -> QColor:
        """The colour of a role, e.g. ``accent``."""
        return QColor(getattr(self, role))


LIGHT = Theme(
    name="light",
    paper="#ffffff",
    panel="#ffffff",
    field="#ffffff",
    text="#1f2933",
    muted="#6b7785",
    line="#d5dce4",
    grid="#dfe5ec",
    accent="#0b6aa2",
    accent_soft="#e3f0f8",
    on_accent="#ffffff",
    warm="#f0b429",
    warm_soft="#fff3c4",
    error="#b91c1c",
    good="#2b8a3e",
    node_fill="#ffffff",
    node_line="#52606d",
    ground="#e4e7eb",
    badge="#1f2933",
    on_badge="#ffffff",
    curves=_CURVES_LIGHT,
)
DARK = Theme(
    name="dark",
    paper="#15191f",
    panel="#1b2027",
    field="#12161b",
    text="#e4e9ef",
    muted="#93a0ae",
    line="#323b46",
    grid="#28303a",
    accent="#56b4e9",
    accent_soft="#1d3648",
    on_accent="#0d1116",
    warm="#f0b429",
    warm_soft="#4a3a10",
    error="#ff8f87",
    good="#6fcf86",
    node_fill="#222932",
    node_line="#8796a5",
    ground="#2d3540",
    badge="#e4e9ef",
    on_badge="#15191f",
    curves=_CURVES_DARK,
)
THEMES = {"light": LIGHT, "dark": DARK}


class _Current(QObject):
    """Holds the theme in use; lives as long as the application."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.theme = LIGHT


def application() -> QApplication:
    """The program that runs. Raises RuntimeError where there is none."""
    running = QApplication.instance()
    if not isinstance(running, QApplication):
        raise RuntimeError("themes need a running QApplication")
    return running


def _current() -> _Current:
    current = application().findChild(_Current)
    return current if current is not None else _Current(application())


def theme() -> Theme:
    """The theme in use."""
    return _current().theme


def theme_changed() -> SignalInstance:
    """Emitted after another theme was applied: ``theme_changed().connect(slot)``."""
    return _current().changed


def apply_theme(application: QApplication, name: str = "system") -> None:
    """Use a theme by name: ``light``, ``dark``, or ``system`` (what the desktop prefers)."""
    if name == "system":
        scheme = QGuiApplication.styleHints().colorScheme()
        name = "dark" if scheme == Qt.ColorScheme.Dark else "light"
    chosen = THEMES.get(name, LIGHT)
    application.setStyle("Fusion")
    application.setPalette(_palette(chosen))
    application.setStyleSheet(_style(chosen))
    current = _current()
    current.theme = chosen
    current.changed.emit()


FORMULA_FONTS = ("STIX Two Text", "Cambria", "DejaVu Serif", "Times New Roman")
"""Those of formulas, the first one that is there."""


def formula_font(size: float) -> QFont:
    """The slanted serif font of symbols on the canvas."""
    font = QFont([*FORMULA_FONTS])
    font.setPointSizeF(size)
    font.setItalic(True)
    return font


def _palette(theme: Theme) -> QPalette:
    palette = QPalette()
    roles = {
        QPalette.ColorRole.Window: theme.panel,
        QPalette.ColorRole.WindowText: theme.text,
        QPalette.ColorRole.Base: theme.field,
        QPalette.ColorRole.AlternateBase: theme.panel,
        QPalette.ColorRole.Text: theme.text,
        QPalette.ColorRole.Button: theme.panel,
        QPalette.ColorRole.ButtonText: theme.text,
        QPalette.ColorRole.Highlight: theme.accent,
        QPalette.ColorRole.HighlightedText: theme.on_accent,
        QPalette.ColorRole.ToolTipBase: theme.badge,
        QPalette.ColorRole.ToolTipText: theme.on_badge,
        QPalette.ColorRole.Link: theme.accent,
        QPalette.ColorRole.PlaceholderText: theme.muted,
        QPalette.ColorRole.Mid: theme.line,
        QPalette.ColorRole.Light: theme.paper,
        QPalette.ColorRole.Dark: theme.line,
    }
    for role, color in roles.items():
        palette.setColor(role, QColor(color))
    for role in (
        QPalette.ColorRole.Text,
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.ButtonText,
    ):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.muted))
    return palette


def _style(theme: Theme) -> str:
    """The style sheet of the whole program; panes add none of their own."""
    colors = {name: getattr(theme, name) for name in Theme.__dataclass_fields__}
    colors["arrow"] = resource_path("icons/down.svg").as_posix()
    colors["tick"] = resource_path("icons/tick.svg").as_posix()
    return Template(resource_path("themes/window.qss").read_text("utf-8")).substitute(colors)
