"""What is seen is copied: a line or the page, in every language of formulas, as files have it."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent, QGuiApplication

from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui.panes.equations.copying import SORTS
from lagr_gui.mechanics.sheets.sheet import Balance, Entry, Sheet
from lagr_gui.typesetting.sheet_latex import latex_equations, latex_section, typst_equations
from lagr_gui.typesetting.symbols import sections
from tests.gui.folding import FOLDED, opened
from tests.gui.hands import choose
from tests.gui.waiting import derived

SAMPLES = {path.stem: path for path in sample_models()}


@pytest.fixture
def pane(window: Any, qtbot: Any) -> Any:
    """The equations of two pendulums with a dashpot and a spring between them."""
    window.open_sample(SAMPLES["two_pendulums_dashpot"])
    derived(window, qtbot, lambda: window.session.derivation.sheet is not None)
    qtbot.waitUntil(lambda: window.equations.view.settled)
    return window.equations


def copied(pane: Any, number: int | None, words: str) -> str:
    """The text on the clipboard after an entry of the menu of a row, or of the page, was chosen."""
    view = pane.view
    view.current = number
    where = QPoint(5, 5)
    reason = QContextMenuEvent.Reason.Keyboard
    pane.contextMenuEvent(QContextMenuEvent(reason, where, view.viewport().mapToGlobal(where)))
    choose(words)
    return QGuiApplication.clipboard().text()


def place(pane: Any, kind: type, name: str = "") -> int:
    rows = enumerate(pane.view.rows)
    return next(
        at
        for at, row in rows
        if isinstance(row.about, kind) and (not name or row.about.name == name)
    )


def without_blanks(text: str) -> str:
    return "".join(text.split())


def inside(block: str) -> str:
    """What stands between the first and the last line of a block."""
    return without_blanks("".join(block.splitlines()[1:-1]))


def block(sheet: Sheet, symbol: str) -> str:
    """A section of the file of a sheet."""
    return latex_equations(sheet, (symbol,)).rpartition("\n\n")[2]


def test_each_line_is_copied_as_the_file_has_it(pane: Any) -> None:
    opened(pane.window(), *FOLDED)
    sheet = pane.session.derivation.sheet
    file = without_blanks("".join(latex_section(sheet, symbol) for symbol, _ in sections(sheet)))
    lines = 0
    for number, row in enumerate(pane.view.rows):
        if isinstance(row.origin, (Entry, Balance)):
            assert inside(copied(pane, number, "Copy this line as LaTeX")) in file
            lines += 1
    assert lines > len(sheet.coordinates)
    text = copied(pane, place(pane, Balance), "Copy this line as Typst")
    assert text.startswith("$ ") and text.endswith(" $")
    assert "quad" not in typst_equations(sheet).split("\n")[0]


def test_the_page_is_copied_without_what_is_folded(pane: Any) -> None:
    sheet = pane.session.derivation.sheet
    text = copied(pane, None, "Copy the whole page as LaTeX")
    assert block(sheet, "motion") in text and block(sheet, "T") in text
    assert block(sheet, "g") not in text
    pane.choices.copy.button("latex").click()
    assert QGuiApplication.clipboard().text() == text, "menu and button say the same"
    opened(pane.window(), *FOLDED)
    pane.choices.copy.button("latex").click()
    assert block(sheet, "g") in QGuiApplication.clipboard().text()


def test_mathml_is_one_formula_for_word_processors(pane: Any) -> None:
    for number, tables in ((place(pane, Entry, "T"), 0), (None, 1)):
        words = "Copy this line" if number is not None else "Copy the whole page"
        text = copied(pane, number, f"{words} as MathML (word processors)")
        root = ElementTree.fromstring(text)
        assert root.tag == "{http://www.w3.org/1998/Math/MathML}math"
        assert len(root.findall("{*}mtable")) == tables
        assert QGuiApplication.clipboard().mimeData().hasFormat("application/mathml+xml")


def test_a_picture_is_there_as_svg_and_as_image(pane: Any) -> None:
    copied(pane, place(pane, Balance), "Copy this line as picture")
    data, image = QGuiApplication.clipboard().mimeData(), QGuiApplication.clipboard().image()
    assert bytes(data.data("image/svg+xml").data()).lstrip().startswith(b"<svg")
    assert image.width() > 4 * image.height() > 80
    small = image.height()
    pane.choices.copy.button("picture").click()
    assert QGuiApplication.clipboard().image().height() > 3 * small


def test_text_is_in_the_letters_of_books(pane: Any) -> None:
    text = copied(pane, place(pane, Entry, "T"), "Copy this line as text")
    assert text.startswith("T = ½") and "′²" in text
    page = copied(pane, None, "Copy the whole page as text")
    assert page.startswith("Equations of motion\n") and text in page.splitlines()


def test_what_is_seen_in_another_form_is_what_is_copied(window: Any, pane: Any, qtbot: Any) -> None:
    window.session.show_equations(form="product")
    derived(window, qtbot, lambda: window.session.derivation.sheet.form == "product")
    text = copied(pane, place(pane, Entry, "T"), "Copy this line as LaTeX")
    (entry,) = window.session.derivation.sheet.of("T")
    assert text.count(r"\cos") == len([t for t in entry.terms if "cos" in repr(t.tree)])


@pytest.mark.parametrize("sort", SORTS)
def test_lines_of_the_structured_form_and_of_tabs_are_copied_too(
    window: Any, pane: Any, qtbot: Any, sort: str
) -> None:
    window.session.show_equations(form="structured")
    derived(window, qtbot, lambda: window.session.derivation.sheet.structured)
    for tab in ("motion", "matrices"):
        pane.show_tab(tab)
        view = pane.view if tab == "motion" else pane.pages[tab].view
        qtbot.waitUntil(lambda v=view: any(row.origin for row in v.rows))
        QGuiApplication.clipboard().clear()
        pane.copy_page(sort)
        data = QGuiApplication.clipboard().mimeData()
        assert data.hasImage() if sort == "picture" else len(data.text()) > 40
    pane.show_tab("motion")
