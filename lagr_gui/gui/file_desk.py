"""What the window does with files and tabs, as actions and the welcome page ask it."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QMainWindow,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from lagr_gui.editing import Document
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui import asking, desk
from lagr_gui.gui.allowed_units import allow_unit, allowed_units, withdraw_unit
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.canvas import Canvas
from lagr_gui.gui.filing import Filing
from lagr_gui.gui.open_models import OpenModels
from lagr_gui.gui.unit_choice import take_unit
from lagr_gui.gui.widgets.accessible import give_names
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.plain import PlainLabel, set_note
from lagr_gui.gui.words import tr
from lagr_gui.simulation.units import UnitFile, read_unit


class FileDesk(QMainWindow):
    """Opens, saves and closes drawings, and shows the one that comes of it."""

    session: Session
    models: OpenModels
    canvas: Canvas
    filing: Filing

    @abstractmethod
    def show_welcome(self) -> None:
        """Show the welcome page over everything."""

    @abstractmethod
    def _show_if(self, other: bool) -> None:
        """Show the whole of another drawing, if there is one."""

    def new_document(self) -> None:
        """An empty drawing, in a tab of its own if something is drawn already."""
        self.filing.new()
        self._show_if(True)

    def close_document(self, document: Document | None = None) -> None:
        """Close what is shown, or another document, after what is unsaved of it is settled."""
        alone = len(self.models.documents) == 1
        if self.filing.close(document or self.session.document) and alone:
            self.show_welcome()

    def close_others(self, document: Document | None = None) -> None:
        """Close all documents but one, as far as the user wants that."""
        kept = document or self.session.document
        for other in [*self.models.documents]:
            if other is not kept and not self.filing.close(other):
                return
        self.models.show(kept)

    def open_document(self) -> None:
        """Ask for a file and open it."""
        if (path := desk.ask_open(self)) and path:
            self.open_path(Path(path))

    def open_path(self, path: Path) -> None:
        """Open a file; of one with several systems the one that is chosen."""
        self._show_if(self.filing.open(path))

    def open_sample(self, path: Path) -> None:
        """Open a sample model as a new drawing: saving asks for a file of its own."""
        self._show_if(self.filing.open(path, sample=True))

    def show_earlier_versions(self) -> None:
        """Let the user open one of the versions that are kept as a new drawing."""
        self._show_if(self.filing.open_earlier())

    def choose_unit(self, place: int | None = None) -> None:
        """Ask for the file of a controller, by default of a new one, and show its form."""
        if file := desk.ask_file(self, tr("Controller"), "Unit of FMI", (".fmu",)):
            take_unit(self.session, Path(file), self.canvas.over, place)

    def show_points(self, name: str) -> None:
        """Show the points of a function, to be changed."""
        from lagr_gui.gui.panes.inspector.points_dialog import PointsDialog  # late: it has a plot

        PointsDialog(self, self.session, name).show()

    def ask_for_units(self) -> None:
        """Ask whether units that act in the model may run, where that is not known."""
        ask_for_units(self, self.session)

    def show_allowed_units(self) -> None:
        """Show which units may run without a question."""
        AllowedUnits(self).show()

    def save_document(self) -> bool:
        """Save to the file of the document, or ask for one; whether it was saved."""
        return self.filing.save()

    def save_document_as(self) -> bool:
        """Ask for a file and save; whether it was saved."""
        return self.filing.save_as()


# --- Asks whether units of FMI, which are programs, may run: once for each file ----------------


def ask_for_units(parent: QWidget, session: Session) -> None:
    """Ask for those of the model that act and may not run yet; a refusal is not remembered.

    What cannot be read is told by the simulation.
    """
    for controller in session.flat.simulation.controllers:
        if not controller.enabled:
            continue
        try:
            unit = read_unit(controller.file, session.folder)
        except LagrError:
            continue
        if unit.mark not in allowed_units() and _allowed(parent, controller.name, unit):
            allow_unit(unit.mark, str(unit.path.absolute()))


def _allowed(parent: QWidget, name: str, unit: UnitFile) -> bool:
    text = tr(
        "The controller “{name}” of this model is a program in a file:\n\n"
        "{file}\nSHA-256 {mark}\n\n"
        "It would run on this computer with all that you may do: read, change and delete your "
        "files, use the network. No check can tell what it does. Allow it only if you trust where "
        "it comes from.\n\nYou are not asked again for a file with this content. Leave is "
        "withdrawn in Simulate › Programs that may run."
    ).format(name=name, file=unit.path.absolute(), mark=unit.mark)
    answers = "refuse", "allow", "refuse"
    return asking.ask(parent, tr("Run a program of others?"), text, answers) == "allow"


# --- A dialog with the units of FMI that may run, from which leave is withdrawn ----------------


class AllowedUnits(QDialog):
    """Each with its file, as that was called when it was allowed, and its SHA-256."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Programs that may run"))
        self.resize(720, 320)
        self.list = QTreeWidget(columnCount=2)
        self.list.setObjectName("allowed_units")
        self.list.setRootIsDecorated(False)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHeaderLabels([tr("File"), "SHA-256"])
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.words = PlainLabel(wordWrap=True, role="muted")
        self.withdraw = push_button(tr("Withdraw"), run=self._withdraw, name="withdraw_unit")
        close = push_button(tr("Close"), run=self.accept)
        buttons = beside(self.withdraw, 1, close)
        below(self.words, (self.list, 1), buttons, within=self, spacing=8)
        self._fill()
        give_names(self)

    def _fill(self) -> None:
        units = allowed_units()
        self.list.clear()
        for mark, file in units.items():
            item = QTreeWidgetItem(self.list, [file, mark])
            for column, text in enumerate((file, mark)):
                set_note(item, column, text)
        if (first := self.list.topLevelItem(0)) is not None:
            self.list.setCurrentItem(first)
        self.withdraw.setEnabled(bool(units))
        self.words.setText(
            tr("Controllers of models in files with this content run when such a model moves.")
            if units
            else tr("No controller in a file may run without a question.")
        )

    def _withdraw(self) -> None:
        for item in self.list.selectedItems():
            withdraw_unit(item.text(1))
        self._fill()
