"""What the window does with files and tabs, as actions and the welcome page ask it."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path

from PySide6.QtWidgets import QMainWindow

from lagr_gui.editing import Document
from lagr_gui.gui import desk
from lagr_gui.gui.allowed_dialog import AllowedUnits
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.canvas import Canvas
from lagr_gui.gui.consent import ask_for_units
from lagr_gui.gui.filing import Filing
from lagr_gui.gui.open_models import OpenModels
from lagr_gui.gui.unit_choice import take_unit


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
        if file := desk.ask_unit(self):
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
