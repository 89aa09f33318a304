"""What an action is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from lagr_gui.gui.bridge.session import Session
    from lagr_gui.gui.export_choices import ExportChoice

Keys = frozenset[str]


class Desk(Protocol):
    """What actions may know of the window."""

    @property
    def session(self) -> Session:
        """The session: document, selection, results."""
        ...

    @property
    def canvas(self) -> Any:
        """The drawing."""
        ...

    @property
    def drawing(self) -> Any:
        """The drawing or the sketch, whichever is worked on."""
        ...

    @property
    def workplace(self) -> Any:
        """The views of the model."""
        ...

    @property
    def docks(self) -> Mapping[str, Any]:
        """The panes around the drawing, by name."""
        ...

    @property
    def simulation(self) -> Any:
        """The simulation pane, with its curves."""
        ...

    @property
    def animation(self) -> Any:
        """The animation pane."""
        ...

    @property
    def equations(self) -> Any:
        """The equations pane."""
        ...

    @property
    def response(self) -> Any:
        """The pane of the frequency response, with its plots."""
        ...

    @property
    def inverse(self) -> Any:
        """The pane of given motions, with its curves."""
        ...

    @property
    def free_body(self) -> Any:
        """The pane of a body cut free."""
        ...

    @property
    def models(self) -> Any:
        """The models that are open, one of which is shown."""
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
        self, title: str, choices: Mapping[str, ExportChoice]
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
    actions `among` the same choices one is.
    """

    name: str
    title: str
    menu: str
    run: Callable[[Desk], Any]
    shortcut: str = ""
    enabled: Callable[[Desk], bool] = always
    short: str = ""
    primary: bool = False
    separated: bool = False
    also: tuple[str, ...] = ()
    checked: Callable[[Desk], bool] | None = None
    among: str = ""
