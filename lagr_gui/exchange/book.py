"""The equations of several systems in one document, to be read from beginning to end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lagr_gui.algebra import latex_name
from lagr_gui.exchange.document import about_form, equation_sections, remarks
from lagr_gui.exchange.document_diagram import diagram
from lagr_gui.exchange.escape import escaped
from lagr_gui.exchange.layout import begun
from lagr_gui.exchange.words import Words
from lagr_gui.mechanics.sheet import Sheet
from lagr_gui.model import Model
from lagr_gui.subsystems import flat


def latex_book(title: str, systems: Iterable[tuple[Model, Sheet]], language: str = "en") -> str:
    """Drawing, coordinates and equations of each system, ready for pdflatex.

    `language` is ``en`` or ``de``.  Raises LagrError for another one.
    """
    w = Words(language)
    parts = [begun(title, language)]
    for model, sheet in systems:
        parts += _system(w, flat(model), sheet)
    return "\n\n".join([*filter(None, parts), "\\end{document}"]) + "\n"


def _system(w: Words, model: Model, sheet: Sheet) -> Iterator[str]:
    name = escaped(model.name or w("Mechanical system"))
    yield f"\\room{{20\\baselineskip}}\\bigskip\\hrule\\medskip{{\\Large\\bfseries {name}}}"
    yield diagram(model)
    named = ", ".join(
        f"$q^{{{number}}} = {latex_name(name)}$" for number, name in enumerate(sheet.coordinates, 1)
    )
    yield f"{w('Coordinates')}: {named}" if named else ""
    yield about_form(w, sheet)
    yield from equation_sections(w, sheet)
    yield remarks(w, sheet)
