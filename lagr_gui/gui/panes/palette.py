"""The palette: what can be drawn, by groups, to drag out, to click or to choose by keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from lagr_gui.catalogue import ELEMENTS, JOINTS, SIGNALS
from lagr_gui.catalogue.dynamics import SignalKind
from lagr_gui.catalogue.geometry import Side
from lagr_gui.catalogue.kinds import ElementKind
from lagr_gui.catalogue.motions import JointKind
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.bridge.library import own_subsystems, remove_own
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.glyphs import glyph_icon
from lagr_gui.gui.theme import theme, theme_changed
from lagr_gui.gui.widgets.laying import below
from lagr_gui.gui.widgets.plain import PlainLabel, set_page_note
from lagr_gui.gui.words import tr
from lagr_gui.model import Model
from lagr_gui.subsystems import library

MIME = "application/x-lagr-kind"
"""The type of what is dragged out of the palette; the text is the tool, e.g. ``joint:revolute``."""
BASE = "body:0"
_TOOL = Qt.ItemDataRole.UserRole
_GLYPH = Qt.ItemDataRole.UserRole + 1
_SIZE = QSize(18, 18)
_GROUP_HEIGHT = 30
_WIDE = 134
"""Pixels that a title has beside its glyph, where the pane is as wide as at first."""


@dataclass(frozen=True)
class Tool:
    """One row of the palette: what arms the canvas, its name, glyph and help."""

    name: str
    title: str
    glyph: str
    help: str
    brief: str = ""
    """What it is called where the title has no room."""


def tools() -> Iterator[tuple[str, tuple[Tool, ...]]]:
    """The groups of the palette in the language in use."""
    yield tr("Bodies"), _bodies()
    for title, sort, kinds in (
        (tr("Joints"), "joint", JOINTS),
        (tr("Elements"), "element", {n: k for n, k in ELEMENTS.items() if not _conducts(k)}),
    ):
        yield title, tuple(_tool(sort, kind) for kind in kinds.values())
    yield tr("Circuits"), _circuits()
    blocks = (kind for kind in SIGNALS.values() if kind.name != "expression")
    yield tr("Signals"), tuple(_tool("signal", kind) for kind in blocks)
    yield tr("Notes"), (Tool("note:new", tr("Note"), "note", tr("A text on the drawing.")),)
    yield tr("Subsystems"), _subsystems(library())
    if subsystems := library(own_subsystems()):
        yield tr("Own subsystems"), _subsystems(subsystems)


def _subsystems(models: Mapping[Path, Model]) -> tuple[Tool, ...]:
    """Models that can be parts of others; the tool names the file."""
    return tuple(
        Tool(f"subsystem:{path}", tr(model.name or path.stem), "subsystem", tr(model.description))
        for path, model in models.items()
    )


def _tool(sort: str, kind: JointKind | ElementKind | SignalKind) -> Tool:
    tool = f"{sort}:{kind.name}"
    return Tool(tool, tr(kind.title), kind.glyph, tr(kind.help), _briefly().get(tool, ""))


def _briefly() -> dict[str, str]:
    """Titles for the narrow pane of tools whose own one is too long there, or like another."""
    return {
        "element:rope_damper": tr("Rope damping"),
        "element:rope_pull": tr("Pull in a rope"),
        "element:tight_rope": tr("Pulley rope (tight)"),
        "element:pulley_rope": tr("Pulley rope"),
        "element:coincidence": tr("Point on point"),
        "element:gear": tr("Gear, rack"),
        "element:prescribed_motion": tr("Motion q(t)"),
        "element:position_condition": tr("Condition on q"),
        "element:velocity_condition": tr("Condition on q′"),
    }


def _conducts(kind: ElementKind) -> bool:
    return kind.geometry.ends.side in (Side.TERMINALS, Side.COILS)


def _circuits() -> tuple[Tool, ...]:
    help = tr("Where branches of a circuit meet. Branches drawn over empty paper bring theirs.")
    return (
        Tool("terminal:new", tr("Terminal"), "terminal", help),
        *(_tool("element", kind) for kind in ELEMENTS.values() if _conducts(kind)),
    )


def _bodies() -> tuple[Tool, ...]:
    return (
        Tool("body:rigid", tr("Rigid body"), "rigid_body", tr("A body with mass and inertia.")),
        Tool("body:point", tr("Point mass"), "point_mass", tr("A mass without inertia.")),
        Tool(
            BASE,
            tr("Body 0 (prescribed)"),
            "ground",
            tr("Space, or the body whose motion is prescribed. Click: select. Drag: move."),
        ),
    )


class PalettePane(QWidget):
    """Title, search field and the tools."""

    armed = Signal(str)
    opening = Signal(str)
    """The file of a subsystem that shall be opened as a drawing."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        heading = PlainLabel(tr("Palette"), role="title")
        self.search = QLineEdit(placeholderText=tr("Search…"), clearButtonEnabled=True)
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._take_first)
        self.list = _Tools()
        self.list.clicked_tool.connect(self._choose)
        session.library_changed.connect(self._show_kept)
        self.list.menu_wanted.connect(self._offer)
        below(heading, self.search, self.list, within=self, margins=(12, 12, 8, 4), spacing=8)
        self.setFocusProxy(self.list)

    def show_armed(self, tool: str) -> None:
        """Mark the tool that the canvas holds; none for an empty name."""
        self.list.mark(tool)

    def _show_kept(self, file: str) -> None:
        """The tools anew, and the one that was just kept."""
        self.list.fill()
        self._filter(self.search.text())
        self.list.bring_into_sight(f"subsystem:{file}")

    def _offer(self, tool: str, at: QPoint) -> None:
        """The menu of a subsystem of one's own."""
        file = Path(tool.partition(":")[2])
        if not tool.startswith("subsystem:") or file.parent != own_subsystems():
            return
        menu = QMenu(self)
        menu.setObjectName("palette_menu")
        menu.addAction(tr("Open"), lambda: self.opening.emit(str(file)))
        menu.addAction(tr("Remove from the palette"), lambda: self._remove(file))
        menu.popup(at)

    def _remove(self, file: Path) -> None:
        try:
            remove_own(file)
        except LagrError as error:
            self._session.refused.emit(list(error.problems))
        self._session.library_changed.emit("")
        words = tr("“{name}” is among the earlier versions now.")
        self._session.message.emit(words.format(name=file.stem))

    def _choose(self, tool: str) -> None:
        if tool == BASE:
            self.list.mark("")
            self._session.select({BASE})
        else:
            self.armed.emit(tool)

    def _filter(self, text: str) -> None:
        self.list.show_matching(text.strip().casefold())

    def _take_first(self) -> None:
        if item := self.list.first_shown():
            self.list.setCurrentItem(item)
            self._choose(item.data(0, _TOOL))


class _Tools(QTreeWidget):
    """The groups and their tools."""

    clicked_tool = Signal(str)
    menu_wanted = Signal(str, QPoint)

    def __init__(self) -> None:
        super().__init__()
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setIconSize(_SIZE)
        self.setItemsExpandable(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._pressed: QPoint | None = None
        self._groups: list[tuple[QTreeWidgetItem, list[QTreeWidgetItem]]] = []
        self.fill()
        theme_changed().connect(self._tint)

    def fill(self) -> None:
        """Show the tools anew, with what the user keeps."""
        self.clear()
        self._groups.clear()
        for title, entries in tools():
            self._add_group(title, entries)
        self.expandAll()
        self._tint()

    def _add_group(self, title: str, entries: tuple[Tool, ...]) -> None:
        group = QTreeWidgetItem(self, [title])
        group.setFlags(Qt.ItemFlag.ItemIsEnabled)
        font = QFont(self.font())
        font.setBold(True)
        font.setPointSizeF(font.pointSizeF() * 0.9)
        group.setFont(0, font)
        group.setSizeHint(0, QSize(0, _GROUP_HEIGHT))
        group.setTextAlignment(0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        items: list[QTreeWidgetItem] = []
        self._groups.append((group, items))
        for tool in entries:
            item = QTreeWidgetItem(group, [tool.brief or short(tool.title, self.fontMetrics())])
            items.append(item)
            set_page_note(item, 0, title=tool.title, text=tool.help)
            item.setData(0, _TOOL, tool.name)
            item.setData(0, _GLYPH, tool.glyph)

    def _items(self) -> Iterator[QTreeWidgetItem]:
        for _, items in self._groups:
            yield from items

    def _tint(self) -> None:
        for group, _ in self._groups:
            group.setForeground(0, theme().color("muted"))
        for item in self._items():
            item.setIcon(0, glyph_icon(item.data(0, _GLYPH), theme().color("text"), _SIZE))

    def showEvent(self, event: QShowEvent) -> None:
        """Give all rows the height that the style wants: some were laid out before it was known."""
        super().showEvent(event)
        self.doItemsLayout()

    def mark(self, tool: str) -> None:
        """Select the row of a tool without choosing it."""
        self.clearSelection()
        for item in self._items():
            if item.data(0, _TOOL) == tool:
                item.setSelected(True)
                self.setCurrentItem(item)

    def bring_into_sight(self, tool: str) -> None:
        """Scroll to the row of a tool."""
        for item in self._items():
            if item.data(0, _TOOL) == tool:
                self.scrollToItem(item)

    def show_matching(self, text: str) -> None:
        """Show the tools with a text in their name or help; groups without any are hidden."""
        for item in self._items():
            words = f"{item.text(0)} {item.toolTip(0)} {item.data(0, _TOOL)}".casefold()
            item.setHidden(text not in words)
        for group, items in self._groups:
            group.setHidden(all(item.isHidden() for item in items))

    def first_shown(self) -> QTreeWidgetItem | None:
        """The first tool that the search left."""
        return next((item for item in self._items() if not item.isHidden()), None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space choose the tool under the cursor."""
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        item: QTreeWidgetItem | None = self.currentItem()
        tool = item.data(0, _TOOL) if item else None
        if event.key() in keys and tool:
            self.clicked_tool.emit(tool)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the tool under the pointer or, by a key, of the present one."""
        place = event.pos()
        if event.reason() is QContextMenuEvent.Reason.Keyboard and self.currentItem():
            place = self.visualItemRect(self.currentItem()).center()
        self.menu_wanted.emit(self._tool_at(place), self.viewport().mapToGlobal(place))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a drag may begin."""
        left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = event.position().toPoint() if left else None
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the tool that was pressed."""
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        way = event.position().toPoint() - self._pressed
        tool = self._tool_at(self._pressed)
        if tool and way.manhattanLength() >= QApplication.startDragDistance():
            self._pressed = None
            self._drag(tool)

    def _tool_at(self, place: QPoint) -> str:
        item: QTreeWidgetItem | None = self.itemAt(place)
        return (item.data(0, _TOOL) or "") if item else ""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click without a drag chooses the tool."""
        tool = self._tool_at(self._pressed) if self._pressed is not None else ""
        self._pressed = None
        if tool and tool == self._tool_at(event.position().toPoint()):
            self.clicked_tool.emit(tool)
        super().mouseReleaseEvent(event)

    def _drag(self, tool: str) -> None:
        item = next(item for item in self._items() if item.data(0, _TOOL) == tool)
        drag = QDrag(self)
        drag.setMimeData(mime_of(tool))
        pixmap = item.icon(0).pixmap(QSize(36, 36))
        drag.setPixmap(pixmap)
        drag.setHotSpot(pixmap.rect().center())
        loop = drag.exec
        loop(Qt.DropAction.CopyAction)


def short(title: str, metrics: QFontMetrics) -> str:
    """A title that fits the narrow pane: what stands in brackets is cut where it is long."""
    head, _, remark = title.partition(" (")
    word = remark.rstrip(")").split(",")[0]
    for candidate in (title, f"{head} ({word})"):
        if metrics.horizontalAdvance(candidate) <= _WIDE:
            return candidate
    return head


def mime_of(tool: str) -> QMimeData:
    """A tool as it is dragged."""
    data = QMimeData()
    data.setData(MIME, tool.encode("utf-8"))
    return data
