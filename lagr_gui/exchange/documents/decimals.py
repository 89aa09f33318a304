"""Numbers as languages write them: decimal commas, and semicolons between such numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from lagr_gui.exchange.documents.blocks import (
    Block,
    Blocks,
    CurvePlot,
    FormulaBlock,
    Heading,
    Paragraph,
    Table,
    Together,
)
from lagr_gui.exchange.documents.sketch import DrawnMechanism
from lagr_gui.foundation.languages import WITH_COMMAS
from lagr_gui.typesetting.formula import COMMA, Box, Formula, replace_parts, spelled
from lagr_gui.typesetting.words import Text

_POINT = re.compile(r"(?<=\d)\.(?=\d)")
_QUOTED = frozenset("„“”")
_DECIMAL_COMMA = spelled("{,}", '","')
_SEMICOLONS: dict[str | Box, str] = {", ": "; ", ",": ";", COMMA: "; "}


def localised(blocks: Blocks, language: str) -> Iterator[Block]:
    """The parts of a document with the numbers of their formulas as a language writes them.

    Words stay: those of users are as they wrote them.
    """
    for block in blocks:
        yield _with_commas(block) if language in WITH_COMMAS else block


def words_localised(words: str, language: str) -> str:
    """Words of the program about an equation with their numbers as a language writes them.

    Where they name an item in quotes they stay.
    """
    if language not in WITH_COMMAS or not _QUOTED.isdisjoint(words):
        return words
    return _POINT.sub(",", words)


def _with_commas(block: Block) -> Block:
    match block:
        case Paragraph(text):
            return replace(block, text=_text(text))
        case Heading(title, note):
            return replace(block, title=_text(title), note=_text(note))
        case FormulaBlock(title, note, rows, figure):
            shown = None if figure is None else _figure(figure)
            return FormulaBlock(_text(title), _text(note), _formula(rows), shown)
        case Table():
            return _table(block)
        case Together(inner):
            return Together(list(map(_with_commas, inner)))
        case CurvePlot(curves=curves):
            named = [(_text(name), values) for name, values in curves]
            return replace(block, curves=named, commas=True)
        case DrawnMechanism():
            return _figure(block)
        case _:
            return block


def _figure(figure: DrawnMechanism) -> DrawnMechanism:
    elements = tuple((at, _text(said)) for at, said in figure.elements)
    measure = figure.measure and (figure.measure[0], _text(figure.measure[1]))
    return replace(figure, elements=elements, measure=measure)


def _table(table: Table) -> Table:
    columns = zip(*table.rows, strict=True)
    apart = [any(_has_decimals(item) for cell in column for item in cell) for column in columns]
    rows = [list(map(_text, row, apart)) for row in table.rows]
    heads = list(map(_text, table.heads))
    return Table(_text(table.title), heads, rows, _text(table.note))


def _text(text: Text, apart: bool = False) -> Text:
    """Words with formulas: numbers stand in their formulas alone.

    Semicolons stand between them where others of their column are `apart`.
    """
    if isinstance(text, str):
        return text
    apart = apart or any(map(_has_decimals, text))
    return tuple(_item(item, apart) for item in text)


def _item(item: str | Box, apart: bool) -> str | Box:
    if isinstance(item, Box):
        return replace_parts(item, _formula if item.kind in ("formula", "unbroken") else _words)
    return _SEMICOLONS.get(item, item) if apart else item


def _words(text: Formula) -> Formula:
    """Words within a box, as those in bold type."""
    return tuple(_item(item, False) for item in text)


def _formula(formula: Formula) -> Formula:
    """A formula with commas in its numbers, and semicolons between what has such numbers."""
    apart = any(map(_has_decimals, formula))
    pieces: list[str | Box] = []
    for item in formula:
        if apart and item in _SEMICOLONS:
            pieces.append(_SEMICOLONS[item])
        elif isinstance(item, Box):
            pieces.append(item if item.kind == "spelled" else replace_parts(item, _formula))
        else:
            first, *others = _POINT.split(item)
            pieces.append(first)
            for part in others:
                pieces += [_DECIMAL_COMMA, part]
    return tuple(pieces)


def _has_decimals(item: str | Box) -> bool:
    if isinstance(item, str):
        return bool(_POINT.search(item))
    if item.kind == "spelled":
        return False
    return any(_has_decimals(inner) for part in item.parts for inner in part)
