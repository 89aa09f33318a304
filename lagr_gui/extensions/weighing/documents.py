"""Which terms matter, and the errors of shorter equations, as text and as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lagr_gui.expression import write
from lagr_gui.extensions.weighing.questions import Shortened
from lagr_gui.extensions.weighing.terms import Weighing
from lagr_gui.mechanics.sheets.sheet import Sheet, TermKey


def _named(sheet: Sheet) -> Mapping[TermKey, tuple[str, str]]:
    """Entry and text of each term."""
    return {
        (e.symbol, e.indices, number): (e.name, write(term.tree))
        for e in sheet.entries
        for number, term in enumerate(e.terms)
    }


def weighing_text(sheet: Sheet, weighing: Weighing) -> str:
    """The terms from the heaviest to the lightest, one in a line."""
    names = _named(sheet)
    lines = [f"Weights of the terms at {weighing.states} states (largest value, root mean square)"]
    for term in sorted(weighing.terms, key=lambda entry: -entry.weight):
        name, text = names[term.key]
        lines.append(f"  {term.weight:.3e}  {term.rms:.3e}  {name}: {text}")
    return "\n".join(lines)


def weighing_json(sheet: Sheet, weighing: Weighing) -> dict[str, Any]:
    """The terms in the order of the sheet."""
    names = _named(sheet)
    return {
        "states": weighing.states,
        "scales": list(weighing.scales),
        "terms": [
            {
                "name": names[term.key][0],
                "term": names[term.key][1],
                "weight": term.weight,
                "rms": term.rms,
                "peaks": [{"equation": rho, "peak": peak} for rho, peak in term.peaks],
            }
            for term in weighing.terms
        ],
    }


def errors_text(coordinates: tuple[str, ...], found: Shortened) -> str:
    """Bounds and true errors, a line for each equation."""
    lines = [f"Accuracy {found.accuracy:g}: {len(found.dropped)} terms are left out"]
    for place, name in enumerate(coordinates):
        line = (
            f"  {name}: residual ≤ {found.residual[place]:.3e} of the largest term; error of "
            f"{name}'' {found.error[place]:.3e} ≤ bound {found.bound[place]:.3e}"
        )
        if found.deviation:
            line += f"; the motion differs by {found.deviation[place]:.3e}"
        lines.append(line)
    return "\n".join(lines)


def errors_json(sheet: Sheet, found: Shortened) -> dict[str, Any]:
    """The same as data; the terms that are left out by name."""
    names = _named(sheet)
    return {
        "accuracy": found.accuracy,
        "dropped": [list(names[key]) for key in sorted(found.dropped)],
        "residual": list(found.residual),
        "error": list(found.error),
        "bound": list(found.bound),
        "deviation": list(found.deviation),
    }
