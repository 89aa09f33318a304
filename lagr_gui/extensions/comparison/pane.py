"""The comparison: what became of another version of the drawing, and of its equations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.expression import write
from lagr_gui.expression.letters import pretty_text
from lagr_gui.extensions.comparison.compared import CompareQuestion, compared
from lagr_gui.extensions.comparison.items import ADDED, CHANGED, REMOVED, ItemChange
from lagr_gui.gui.bridge.keys import keys_of
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.asking import AskingPane
from lagr_gui.gui.theme import theme, theme_changed
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import spoken, tr
from lagr_gui.model import Element, Joint, Model

if TYPE_CHECKING:
    from lagr_gui.extensions.comparison.comparison import Comparison
    from lagr_gui.mechanics.sheets.sheet import Term


MARKS = {ADDED: "+", CHANGED: "≠", REMOVED: "−"}
"""What stands beside an item, in the list and on the canvas."""
ROLES = {ADDED: "good", CHANGED: "accent", REMOVED: "error"}
_KEYS = Qt.ItemDataRole.UserRole
SORTS = {
    "model": "Model",
    "body": "Body",
    "joint": "Joint",
    "element": "Element",
    "terminal": "Terminal",
    "port": "Port",
    "instance": "Instance",
    "subsystem": "Subsystem",
    "parameter": "Parameter",
    "function": "Function",
    "case": "Special case",
    "start": "Start value",
    "motion": "Given motion",
    "controller": "Controller",
    "note": "Note",
}


class ComparisonPane(AskingPane):
    """Items and results; a click selects what a row is about."""

    def __init__(self, session: Session) -> None:
        self.version = version = compared(session)
        super().__init__(session, version.answer)
        self.title = SlimLabel(tr("Comparison"), role="title")
        end = push_button(tr("End comparison"), run=version.forget, name="end_comparison")
        self.table = QTreeWidget(columnCount=3)
        self.table.setObjectName("comparison")
        self.table.setAccessibleName(tr("Comparison"))
        header = self.table.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        self.table.itemClicked.connect(self._point)
        self.table.itemActivated.connect(self._point)
        head = beside((self.title, 1), end)
        foot = beside((self.words, 1), self.stop)
        below(head, (self.table, 1), foot, within=self, margins=(10, 8, 8, 8), spacing=4)
        self.setFocusProxy(self.table)
        self.listen()
        version.chosen.connect(self.ask)
        version.chosen.connect(self.draw)
        theme_changed().connect(self.draw)
        self.draw()

    def question(self) -> CompareQuestion | None:
        """The comparison with the drawing as it is now."""
        session = self.session
        return self.version.question(session.document.model, session.special)

    def draw(self) -> None:
        """Fill the table."""
        comparison = self.version.found(self.session.document.model)
        name = self.version.name
        self.title.setText(tr("Since {version}").format(version=name) if name else tr("Comparison"))
        self.table.setHeaderLabels([tr("What"), tr("Before"), tr("Now")])
        self.table.clear()
        if comparison is not None:
            self._fill(comparison)
        self._fit()
        self.tell()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The columns share another width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """What a row is about has the room that it needs, half of all at most."""
        wanted = max(self.table.sizeHintForColumn(0), self.table.header().sectionSizeHint(0))
        self.table.header().resizeSection(0, min(wanted, self.table.viewport().width() // 2))

    def said(self) -> tuple[str, str]:
        """How much has changed."""
        if self.version.earlier is None:
            return tr("File ▸ Compare with… shows here what has changed."), "muted"
        comparison = self.version.found(self.session.document.model)
        if comparison is None:
            return "", "muted"
        if comparison.same:
            return tr("Nothing has changed, but perhaps where things lie."), "good"
        return spoken(comparison.told), "error" if comparison.problems else "muted"

    def _fill(self, comparison: Comparison) -> None:
        for one in comparison.items:
            row = _row(self.table, [_called(one)], one.what, (one.key,))
            row.setFirstColumnSpanned(True)  # it takes no room from values
            for field in one.fields:
                named = field_words(one.key, field.place, self._models())
                _row(row, [named, field.here or "–", field.there or "–"], "", (one.key,))
        for result in comparison.results:
            name = pretty_text(result.name.replace("Gamma", "Γ"))
            row = _row(self.table, [name], CHANGED, result.sources)
            row.setFirstColumnSpanned(True)
            for terms, what in ((result.lost, REMOVED), (result.gained, ADDED)):
                for term in terms:
                    _row(row, _term(term, what), what, term.sources)
        self.table.expandAll()

    def _models(self) -> list[Model]:
        """Both versions, the present one first."""
        earlier = self.version.earlier
        return [self.session.document.model, *([earlier] if earlier is not None else [])]

    def _point(self, row: QTreeWidgetItem) -> None:
        """Select what the row is about, as far as it is there."""
        keys = frozenset(row.data(0, _KEYS)) & keys_of(self.session.model)
        if len(keys) == 1:
            self.session.reveal(*keys)
            self.table.setFocus()
        elif keys:
            self.session.select(keys)


def _row(
    above: QTreeWidget | QTreeWidgetItem, texts: Sequence[str], what: str, keys: Sequence[str]
) -> QTreeWidgetItem:
    shown = [f"{MARKS[what]} {texts[0]}" if what else texts[0], *texts[1:]]
    row = QTreeWidgetItem(above, shown)
    row.setData(0, _KEYS, list(keys))
    if what:
        row.setForeground(0, theme().color(ROLES[what]))
    for column, text in enumerate(shown):
        set_note(row, column, text)
    return row


def _called(one: ItemChange) -> str:
    sort, _, name = one.key.partition(":")
    named = f"{name} {one.title}" if one.title not in ("", name) else name
    return f"{tr(SORTS[sort])} {named}".strip()


def _term(term: Term, what: str) -> list[str]:
    sources = ", ".join(key.partition(":")[2] for key in term.sources)
    text = pretty_text(write(term.tree))
    where = tr("Term from {source}").format(source=_from(term) or sources)
    return [where, text, ""] if what == REMOVED else [where, "", text]


def _from(term: Term) -> str:
    """The items of a term in words."""
    parts = (key.partition(":") for key in term.sources)
    return ", ".join(f"{tr('Body')} {n}" if sort == "body" else n for sort, _, n in parts)


# --- Fields of a model in the words of the inspector -------------------------------------------

RECORDS = {
    "number": "Number",
    "name": "Name",
    "kind": "Kind",
    "mass": "Mass",
    "centre": "Centre of mass",
    "inertia": "Inertia about the centre of mass",
    "gravity": "Gravity",
    "shape": "Shape",
    "solids": "Solids",
    "form": "Form",
    "size": "Size",
    "axis": "Along",
    "color": "Colour",
    "material": "Material",
    "density": "Density",
    "position": "Position",
    "velocity": "Velocity",
    "angle": "Angle",
    "parent": "From body",
    "child": "To body",
    "orientation": "Axes of the joint in the first body",
    "coordinates": "Coordinates",
    "coordinate": "Coordinate",
    "cut": "Cut here",
    "enabled": "Active",
    "value": "Value",
    "unit": "Unit",
    "description": "Meaning",
    "minimum": "Slider from",
    "maximum": "Slider to",
    "positive": "Positive",
    "arguments": "Arguments",
    "expression": "Expression",
    "simulation": "Simulation",
    "start": "From",
    "until": "Until",
    "method": "Solver",
    "rtol": "Relative tol.",
    "atol": "Absolute tol.",
    "sketch": "Sketch",
    "points": "Points",
    "walls": "Walls",
    "measures": "Measures",
    "pictures": "Pictures",
    "file": "File",
    "width": "Width",
    "text": "Text",
}
OF_BODY = {"gravity": "Weight"}
OF_GROUND = {"axis": "Turn about"}
OF_MODEL = {"description": "Description"}


def field_words(key: str, place: str, models: Iterable[Model]) -> str:
    """A field of an item (``shape › size``) in words; names that someone gave stay.

    The item is that of a key in the first of the models that has it.
    """
    sort, _, name = key.partition(":")
    labels_of = OF_GROUND if key == "body:0" else {"body": OF_BODY, "model": OF_MODEL}.get(sort, {})
    labels = RECORDS | labels_of
    if (item := _item(sort, name, models)) is not None:
        kind = JOINTS.get(item.kind) or ELEMENTS.get(item.kind)
        labels |= {spec.name: spec.label for spec in kind.fields} if kind is not None else {}
        if isinstance(item, Joint) and place in ("point_parent", "point_child"):
            body = item.parent if place == "point_parent" else item.child
            return tr("Point on {n}").format(n=body)
    parts = place.split(" › ")
    return " › ".join(tr(labels[part]) if part in labels else part for part in parts)


def _item(sort: str, name: str, models: Iterable[Model]) -> Joint | Element | None:
    """The joint or element of a name."""
    for model in models:
        items = {"joint": model.joints, "element": model.elements}.get(sort, ())
        for item in items:
            if item.name == name:
                return item
    return None
