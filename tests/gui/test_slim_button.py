"""A button gives way where there is little room, and its words can be read all the same."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from lagr_gui.gui.widgets.slim import SlimButton


def test_a_button_that_is_cut_off_ends_in_dots_within_its_frame(qapp: QApplication) -> None:
    button = SlimButton("Add parameter “mass of the pendulum”")
    button.resize(button.sizeHint())
    assert button.shown_text == button.text()
    button.resize(120, button.height())
    assert button.shown_text.endswith("…")
    assert button.text().startswith(button.shown_text[:-1])
    assert button.fontMetrics().horizontalAdvance(button.shown_text) < button.width()
    page = QWidget()
    QVBoxLayout(page).addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
    assert page.minimumSizeHint().width() < 120
