"""The equations of several systems in one document, to be read from beginning to end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lagr_gui.editing.edits.language import words_in
from lagr_gui.exchange.documents.blocks import Block, Paragraph, SystemName
from lagr_gui.exchange.documents.decimals import localised
from lagr_gui.exchange.documents.document import (
    about_form,
    drawing,
    equation_sections,
    remarks,
    title,
)
from lagr_gui.exchange.documents.latex_files import LatexDocument
from lagr_gui.exchange.documents.latex_layout import latex_page
from lagr_gui.exchange.documents.tables import coordinate
from lagr_gui.foundation.languages import Words
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.model import Model
from lagr_gui.subsystems import flat
from lagr_gui.typesetting import named
from lagr_gui.typesetting.words import listed, math, text_of


def latex_book(
    heading: str, systems: Iterable[tuple[Model, Sheet]], language: str = "en"
) -> LatexDocument:
    """Drawing, coordinates and equations of each system, ready for pdflatex.

    `language` is ``en`` or ``de``.  Raises LagrError for another one.
    """
    blocks = [
        block
        for model, sheet in systems
        for block in _system(Words(language, words_in(model, language)), flat(model), sheet)
    ]
    return latex_page(heading, localised(blocks, language), language)


def _system(w: Words, model: Model, sheet: Sheet) -> Iterator[Block]:
    yield SystemName(title(w, model))
    yield from drawing(w, model)
    numbered = [
        math((*coordinate(number), " = ", *named(name)))
        for number, name in enumerate(sheet.coordinates, 1)
    ]
    if numbered:
        yield Paragraph(text_of(f"{w('Coordinates')}: ", listed(numbered)))
    yield from about_form(w, sheet)
    yield from equation_sections(w, sheet)
    yield from remarks(w, sheet)
