"""Pointing at a name: its items light up, and the animation draws what it stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from lagr_gui.catalogue import KINDS
from lagr_gui.expression import read, symbols
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.bridge.keys import item_of
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.equations.structured_rows import StructuredRows
from lagr_gui.gui.typesetting import FlowView, Picture, Typesetter
from lagr_gui.mechanics.sheets.balance import multiplier
from lagr_gui.mechanics.sheets.pictures import pose_of
from lagr_gui.model import Model
from lagr_gui.model.sites import sites
from lagr_gui.typesetting import WINDOW, typst_name
from lagr_gui.typesetting.letters import definition_name, typst_symbol

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.sheet import Definition, Sheet


class Pointing(QObject):
    """Hears what is pointed at on a page of formulas, and tells the session."""

    def __init__(
        self,
        session: Session,
        view: FlowView,
        typesetter: Typesetter,
        sheet: Callable[[], Sheet | None],
    ) -> None:
        """`sheet` gives the one that the page shows, of the model as it is; None for none."""
        super().__init__(view)
        self.session, self._typesetter, self._sheet = session, typesetter, sheet
        self._sources: tuple[str, ...] = ()
        self._rows: StructuredRows | None = None
        view.term_pointed.connect(self._hear_term)
        view.name_pointed.connect(self._hear_name)
        session.model_changed.connect(lambda: self._hear_name(""))

    def _hear_term(self, sources: tuple[str, ...]) -> None:
        self._sources = sources
        self.session.highlight(sources)

    def _hear_name(self, name: str) -> None:
        session, sheet = self.session, self._sheet()
        if not name or sheet is None:
            session.highlight(self._sources)
            session.pointed.point(session.flat, None, "", None)
            return
        named = next((entry for entry in sheet.definitions if entry.name == name), None)
        if pose := pose_of(name):
            formula = typst_symbol(pose[0], (pose[1],))
        else:
            formula = WINDOW.written(definition_name(named)) if named else typst_name(name)
        if not sheet.structured:
            items = _items_of(session.flat, sheet, name)
        else:
            items = self._spoken_of(sheet, named) if named else ()
        session.highlight(items or self._sources)
        session.pointed.point(session.flat, sheet, name, self._label(formula))

    def _spoken_of(self, sheet: Sheet, definition: Definition) -> tuple[str, ...]:
        """The items that a definition speaks of."""
        if self._rows is None or self._rows.sheet is not sheet:
            self._rows = StructuredRows(sheet)
        return self._rows.spoken_of(definition)

    def _label(self, formula: str) -> Picture | None:
        self._typesetter.set([formula])
        return self._typesetter.known(formula)


def _items_of(model: Model, sheet: Sheet, name: str) -> tuple[str, ...]:
    """The keys of items that a name of a sheet speaks of, empty where there are none.

    Those of a name that is defined; of a multiplier the item that binds; of a coordinate its joint
    or element; of a pose the body; of a parameter all items in whose fields it stands.
    """
    if pose := pose_of(name):
        return (f"body:{pose[1]}",)
    keys = [key for line in sheet.definitions if line.name == name for key in line.sources]
    for entry in sheet.of("G"):
        if multiplier(entry.indices[0]).name == name:
            keys += [key for term in entry.terms for key in term.sources]
    keys += [f"joint:{joint.name}" for joint in model.joints if name in joint.coordinates]
    keys += [f"element:{entry.name}" for entry in model.elements if name in entry.own]
    return tuple(dict.fromkeys(keys or _having(model, name)))


def _having(model: Model, name: str) -> Iterator[str]:
    """The items in whose fields a name stands."""
    for site in sites(model, KINDS):
        is_text = site.path[0] in ("bodies", "joints", "elements") and isinstance(site.value, str)
        if is_text and _stands_in(name, str(site.value)):
            yield item_of(model, site.path)


def _stands_in(name: str, text: str) -> bool:
    try:
        return any(symbol.name == name for symbol in symbols(read(text)))
    except LagrError:
        return False  # what does not read is told elsewhere
