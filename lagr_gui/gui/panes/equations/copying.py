"""What is seen, on the clipboard: a line or the page, for whatever it is pasted into."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QMenu, QWidget

from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.panes.equations.written import formula_of
from lagr_gui.gui.typesetting import Row, Typesetter
from lagr_gui.gui.words import in_words, tr
from lagr_gui.mechanics.sheets.sheet import Balance, Definition, Entry
from lagr_gui.typesetting import MINUS, UNICODE, Formula
from lagr_gui.typesetting.formula import small_fractions, tight
from lagr_gui.typesetting.mathml import MATHML, whole
from lagr_gui.typesetting.numbers import NONE
from lagr_gui.typesetting.sheet_latex import ARTICLE, latex_block, section, typst_block

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.sheet import Sheet

SORTS = {
    "latex": "LaTeX",
    "mathml": "MathML (word processors)",
    "typst": "Typst",
    "picture": "picture",
    "text": "text",
}
"""What can be copied, with its title."""

_MATH = '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">{}</math>'


class Copies:
    """Lines of a page that are copied, as what they say in each language of formulas."""

    def __init__(
        self, rows: Sequence[Row], sheet: Sheet | None, typesetter: Typesetter, latex: str = ""
    ) -> None:
        """`sheet` is what they are lines of, `latex` what its file would say of all of them."""
        self._rows = [(row, block_of(row, sheet)) for row in rows]
        self._latex, self._typesetter = latex, typesetter

    @property
    def _blocks(self) -> list[Formula]:
        return [block for _, block in self._rows if block]

    def latex(self) -> str:
        """As in files."""
        return self._latex or "\n\n".join(map(latex_block, self._blocks))

    def typst(self) -> str:
        """A block of Typst for each line, below the headings as comments."""
        lines = (
            typst_block(block) if block else f"// {row.title}"
            for row, block in self._rows
            if block or row.title
        )
        return "\n".join(lines)

    def mathml(self) -> str:
        """One formula, of which word processors make one of their own; lines below one another."""
        formulas = [formula for row, _ in self._rows if (formula := formula_of(row))]
        lines = [whole(MATHML.written(formula)) for formula in formulas]
        if len(lines) == 1:
            return _MATH.format(f"<mrow>{lines[0]}</mrow>")
        cells = (f'<mtr><mtd columnalign="left"><mrow>{line}</mrow></mtd></mtr>' for line in lines)
        return _MATH.format(f"<mtable>{''.join(cells)}</mtable>")

    def text(self) -> str:
        """In the letters of books."""
        lines = (
            UNICODE.written(formula).replace("-", MINUS) if formula else f"\n{row.title}"
            for row, formula in ((row, formula_of(row)) for row, _ in self._rows)
            if formula or row.title
        )
        return "\n".join(lines).strip()

    def picture(self) -> tuple[bytes, bytes]:
        """The lines set by Typst, as SVG and PNG. Raises LagrError where they are too long."""
        return self._typesetter.pictures([small_fractions(b) for b in self._blocks])

    def on_clipboard(self, sort: str) -> QMimeData:
        """What the clipboard takes. Raises LagrError where it is too long for a picture."""
        data = QMimeData()
        if sort == "picture":
            svg, png = self.picture()
            data.setImageData(QImage.fromData(png))
            data.setData("image/png", png)
            data.setData("image/svg+xml", svg)
            return data
        text = getattr(self, sort)()
        data.setText(text)
        if sort == "mathml":
            data.setData("application/mathml+xml", text.encode())
        return data


def block_of(row: Row, sheet: Sheet | None) -> Formula:
    """The line as the file of the sheet has it, broken as there; whole where it has none."""
    match row.about if sheet is not None and not sheet.structured else None:
        case Entry() as entry if row.origin is entry and sheet is not None:
            return section(replace(sheet, entries=(entry,)), entry.symbol, NONE, ARTICLE)
        case (Entry() as first, *_) as entries if sheet is not None:
            return section(replace(sheet, entries=tuple(entries)), first.symbol, NONE, ARTICLE)
        case Definition() as line if sheet is not None:
            return section(replace(sheet, definitions=(line,)), "definitions", NONE, ARTICLE)
        case Balance() as line if sheet is not None:
            return section(replace(sheet, solved=(line,)), "solved", NONE, ARTICLE)
        case _:
            return tight(formula_of(row))


def copy(copies: Copies, sort: str) -> str:
    """Put it on the clipboard; says what is there, or why it is not."""
    try:
        QGuiApplication.clipboard().setMimeData(copies.on_clipboard(sort))
    except LagrError as error:
        return str(in_words(error.problems[0]))
    return tr("What is shown is on the clipboard: {sort}.").format(sort=tr(SORTS[sort]))


def menu_of(
    parent: QWidget,
    line: Callable[[], Copies] | None,
    page: Callable[[], Copies],
    tell: Callable[[str], None],
) -> QMenu:
    """The menu of a line and of the whole page."""
    menu = QMenu(parent)
    parts = [(tr("Copy this line as {sort}"), line)] if line is not None else []
    parts.append((tr("Copy the whole page as {sort}"), page))
    for words, copies in parts:
        menu.addSeparator()
        for sort, title in SORTS.items():
            action = menu.addAction(words.format(sort=tr(title)))
            action.triggered.connect(lambda _=False, c=copies, s=sort: tell(copy(c(), s)))
    return menu
