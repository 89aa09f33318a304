"""Equations as MathML in HTML: a line each, which a browser breaks between its terms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape

from lagr_gui.expression import Expression
from lagr_gui.foundation.languages import WITH_COMMAS, Words
from lagr_gui.mechanics.sheets.balance import (
    OF_BALANCES,
    balances_of,
    by_group,
    equations_of_motion,
)
from lagr_gui.mechanics.sheets.equal_results import said_once
from lagr_gui.mechanics.sheets.sheet import VECTORS, Balance, Entry, Sheet, Term, poses, vectors
from lagr_gui.typesetting.formula import Formula, bold, joined, signed
from lagr_gui.typesetting.letters import (
    definition_name,
    entry_name,
    relation,
    result_name,
    typesetter,
)
from lagr_gui.typesetting.lines import condition_box
from lagr_gui.typesetting.mathml import MATHML, whole
from lagr_gui.typesetting.model_hash import KEY
from lagr_gui.typesetting.numbers import LAGR, NONE, sources, told_events, written_numbers
from lagr_gui.typesetting.poses import is_unit, pose_box, pose_rows, vector_line
from lagr_gui.typesetting.symbols import sections

Typeset = Callable[[Expression], Formula]
Number = Callable[[str], str]
"""What gives the number of an equation by that of its formula."""
Said = Callable[[str], str]
"""Puts words into a language."""


def mathml_sections(
    sheet: Sheet, said: Said = str, *, numbers: str = NONE
) -> dict[str, tuple[str, str]]:
    """The sections of a sheet that say something: title and lines in HTML, by their symbols.

    Equations have `numbers` (`NUMBERS`) or none.  Each term names in `data-of` the items that it
    comes from; headings within sections are `said`.  Raises LagrError for other `numbers`.
    """
    typeset, number = typesetter(sheet), written_numbers(numbers)
    written: dict[str, tuple[str, str]] = {}
    for symbol, title in sections(sheet):
        if lines := "\n".join(_lines(sheet, symbol, typeset, number, said)):
            written[symbol] = title, lines
    return written


_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<title>{title}</title>
{mark}<style>
body {{ font: 1rem/1.5 serif; margin: 2rem; }}
h1 {{ font-size: 1.4rem; }}
h2 {{ font-size: 1.1rem; }}
h3 {{ font-size: 1rem; }}
.eq {{ margin: 0.3rem 1rem; }}
.no {{ float: right; }}
</style>
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""


_DECIMAL = re.compile(r"(?<=<mn>)(\d+)\.(?=\d+</mn>)")
"""The point in a number."""


def mathml_equations(
    sheet: Sheet, language: str = "en", digest: str = "", *, numbers: str = NONE
) -> str:
    """The sections of a sheet and the equations of motion as a page in HTML without any program.

    Equations have `numbers` (`NUMBERS`) or none.  The `digest` of the model is what the page says
    of itself.  Raises LagrError for an unknown language or other `numbers`.
    """
    w = Words(language)
    written = mathml_sections(sheet, w.spoken, numbers=numbers)
    parts = [f"<h2>{escape(w(title))}</h2>\n{lines}" for title, lines in written.values()]
    if numbers == LAGR:
        parts += [f"<p>{escape(line)}</p>" for line in sources(sheet)]
    parts += [f"<p>{escape(w.problem(note))}</p>" for note in told_events(sheet)]
    body = "\n".join(parts)
    if language in WITH_COMMAS:
        body = _DECIMAL.sub(r"\1,", body)
    title = escape(sheet.title or w("Mechanical system"))
    mark = f'<meta name="{KEY}" content="{escape(digest)}">\n' if digest else ""
    return _PAGE.format(language=language, title=title, mark=mark, body=body)


def _lines(
    sheet: Sheet, symbol: str, typeset: Typeset, number: Number, said: Said
) -> Iterator[str]:
    match symbol:
        case "definitions":
            for line in sheet.definitions:
                terms = [Term(tree, line.sources) for tree in line.trees]
                yield _line(definition_name(line), terms, typeset, line.meaning)
        case _ if symbol in OF_BALANCES:
            found = equations_of_motion(sheet) if symbol == "motion" else balances_of(sheet, symbol)
            for group, balances in by_group(found):
                yield from [f"<h3>{escape(said(group))}</h3>"] if group else []
                yield from (_balance(line, typeset, number, said) for line in balances)
        case "assumed":
            for line in sheet.assumptions:
                yield _row([_math((*typeset(line.tree), " <mo>&gt;</mo> 0"))])
        case "E" | "x" if not sheet.structured:
            yield from _poses(sheet, symbol, number)
        case _ if symbol in VECTORS:
            for at, entries in vectors(sheet, symbol).items():
                name, vector = vector_line(sheet, symbol, at)
                terms = [term for entry in entries for term in entry.terms]
                row = [_math((*name, " = ", *vector), terms)]
                yield _row(row, number(entries[0].equation))
        case "G" if box := condition_box(sheet):
            yield _row([_math(box)], number(sheet.of("G")[0].equation))
        case _:
            yield from _results(sheet, sheet.of(symbol), typeset, number)


def _results(
    sheet: Sheet, entries: Sequence[Entry], typeset: Typeset, number: Number
) -> Iterator[str]:
    if not sheet.structured:
        for entry in entries:
            yield _line(entry_name(entry), entry.terms, typeset, number(entry.equation))
        return
    for first, also in said_once(entries):
        names = [entry_name(first), *(entry_name(entry, opposite) for entry, opposite in also)]
        yield _line(joined((" = ",), names), first.terms, typeset, number(first.equation))


def _poses(sheet: Sheet, symbol: str, number: Number) -> Iterator[str]:
    """Rotation matrices and positions of bodies; unit matrices are said in one line."""
    resting: list[Formula] = []
    equation = ""
    for body, entries in poses(sheet, symbol).items():
        name, rows, equation = result_name(symbol, (body,)), pose_rows(entries), entries[0].equation
        if is_unit(rows):
            resting.append(name)
            continue
        matrix = _math((*name, " = ", pose_box(rows)), entries[0].terms)
        yield _row([matrix], number(equation))
    if resting:
        yield _row([_math((*joined((" = ",), resting), " = ", bold("1")))], number(equation))


def _line(name: Formula, terms: Sequence[Term], typeset: Typeset, said: str) -> str:
    """name = terms, and what is said behind it."""
    return _row([_math((*name, " =")), *_sum(terms, typeset)], said)


def _balance(balance: Balance, typeset: Typeset, number: Number, said: Said) -> str:
    left, right = _sum(balance.left, typeset), _sum(balance.right, typeset)
    words = said(balance.said) if balance.said else ""
    behind = ", ".join(filter(None, (words, number(balance.equation))))
    return _row([*left, _math(relation(balance)), *right], behind)


def _sum(terms: Sequence[Term], typeset: Typeset) -> Iterator[str]:
    """The terms of a sum, those after the first with their sign."""
    if not terms:
        yield _math(("0",))
    for place, term in enumerate(terms):
        text = typeset(term.tree)
        if place:
            sign, *rest = signed(text)
            infix = "−" if sign == "- " else "+"
            yield _math((f'<mo form="infix">{infix}</mo>', *rest), (term,))
        else:
            yield _math(text, (term,))


def _math(formula: Formula, terms: Iterable[Term] = ()) -> str:
    """A piece of a line, with the items that it comes from."""
    items = dict.fromkeys(source for term in terms for source in term.sources)
    of = f' data-of="{escape("|".join(items))}"' if items else ""
    return f"<math{of}><mrow>{whole(MATHML.written(formula))}</mrow></math>"


def _row(pieces: Sequence[str], said: str = "") -> str:
    label = f'<span class="no">{escape(f"({said})")}</span>' if said else ""
    return f'<div class="eq">{"".join(pieces)}{label}</div>'
