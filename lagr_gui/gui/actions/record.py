"""What an action is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from PySide6.QtWidgets import QDockWidget

    from lagr_gui.gui.bridge.session import Session
    from lagr_gui.gui.canvas import Canvas
    from lagr_gui.gui.open_models import OpenModels
    from lagr_gui.gui.panes.animation.pane import AnimationPane
    from lagr_gui.gui.panes.equations import EquationsPane
    from lagr_gui.gui.panes.free_body import FreeBodyPane
    from lagr_gui.gui.panes.response import ResponsePane
    from lagr_gui.gui.panes.simulation import SimulationPane
    from lagr_gui.gui.sketch import Workplace
    from lagr_gui.gui.widgets.form_fields import ChoiceSpec

Keys = frozenset[str]


class ModelView(Protocol):
    """A view of the model that is worked on."""

    def fit(self) -> None: ...
    def zoom_by(self, factor: float) -> None: ...
    def zoom_to(self, scale: float) -> None: ...
    def select_all(self) -> None: ...
    def setFocus(self) -> None: ...


class Desk(Protocol):
    """What actions may know of the window."""

    session: Session
    """The session: document, selection, results."""
    canvas: Canvas
    """The drawing."""
    workplace: Workplace
    """The views of the model."""
    docks: Mapping[str, QDockWidget]
    """The panes around the drawing, by name."""
    simulation: SimulationPane
    animation: AnimationPane
    equations: EquationsPane
    response: ResponsePane
    free_body: FreeBodyPane
    models: OpenModels
    """The models that are open, one of which is shown."""

    @property
    def drawing(self) -> ModelView:
        """The drawing or the sketch, whichever is worked on."""
        ...

    def new_document(self) -> None: ...
    def close_document(self) -> None: ...
    def close_others(self) -> None: ...
    def open_document(self) -> None: ...
    def save_document(self) -> bool: ...
    def save_document_as(self) -> bool: ...
    def show_earlier_versions(self) -> None: ...
    def close(self) -> bool: ...
    def ask_model(self) -> str: ...
    def ask_choices(
        self, title: str, choices: Mapping[str, ChoiceSpec]
    ) -> dict[str, Any] | None: ...
    def ask_export_path(self, title: str, endings: tuple[str, ...]) -> str: ...
    def copy_text(self, text: str) -> None: ...
    def pasted_text(self) -> str: ...
    def show_view(self, name: str) -> None: ...
    def show_pane(self, name: str, focus: bool = True) -> None: ...
    def show_welcome(self) -> None: ...
    def show_export_menu(self) -> None: ...
    def show_script(self) -> None: ...
    def begin_tour(self) -> None: ...
    def show_find(self) -> None: ...
    def focus_command_field(self) -> None: ...
    def use_theme(self, name: str) -> None: ...
    def use_language(self, name: str) -> None: ...
    def change_shortcuts(self) -> None: ...
    def choose_unit(self, place: int | None = None) -> None: ...
    def show_points(self, name: str) -> None: ...
    def ask_for_units(self) -> None: ...
    def show_allowed_units(self) -> None: ...
    def show_help(self, page: str) -> None: ...


def always(desk: Desk) -> bool:
    """An action that can always be done."""
    return True


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a user can do.

    `title` is English and translated where it is shown; what has no `menu` is in the tool bar and
    the command field only; a `shortcut` that begins with ``~``
    works only while the canvas has the keyboard; `also` are other keys for the same, unless the
    user has chosen one; `primary` marks the one main button. What is `checked` has a mark; of the
    actions `among` the same choices one is.  One of an extension names the action `after` which it
    stands in menus and lists.
    """

    name: str
    title: str
    run: Callable[[Desk], object]
    shortcut: str = ""
    enabled: Callable[[Desk], bool] = always
    short: str = ""
    primary: bool = False
    separated: bool = False
    also: tuple[str, ...] = ()
    checked: Callable[[Desk], bool] | None = None
    among: str = ""
    menu: str = ""
    after: str = ""


def in_menu(menu: str, *actions: Action) -> tuple[Action, ...]:
    """Actions of a menu, but for those that have another one."""
    return tuple(replace(action, menu=action.menu or menu) for action in actions)
