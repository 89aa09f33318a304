"""``lagr weigh``: which terms of the equations matter, and the equations without the others."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from collections.abc import Mapping
from typing import Any

from lagr_gui import pipeline
from lagr_gui.cli.command import SET, SPECIAL, Argument, command
from lagr_gui.cli.commands.equations import COORDINATES, NAME_PARTS
from lagr_gui.cli.output import answer_json
from lagr_gui.cli.values import real, with_values
from lagr_gui.expression import write
from lagr_gui.extensions.weighing.questions import Shortened
from lagr_gui.extensions.weighing.terms import Weighing
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM, EXPANDED, Sheet, TermKey


def _range(word: str) -> tuple[str, tuple[float, float]]:
    name, _, ends = word.partition("=")
    low, _, high = ends.partition("..")
    try:
        return name.strip(), (real(low), real(high))
    except ArgumentTypeError:
        raise ArgumentTypeError(f"“{word}” is no range such as phi=-0.5..0.5") from None


@command(
    Argument("--accuracy E", "leave out what it can spare: 0.01 for 1 %%", type=real),
    Argument(
        "--box NAME=A..B",
        "range of a coordinate (phi) or velocity (phi') in place of the motion; others are 0",
        several=True,
        type=_range,
    ),
    Argument("--form FORM", ", ".join(EXPANDED), default=DEFAULT_FORM),
    SPECIAL,
    COORDINATES,
    NAME_PARTS,
    SET,
)
def run(options: Namespace) -> int:
    """Print the weights, and with an accuracy the shorter equations with their errors."""
    from lagr_gui.exchange.json_sheet import sheet_json
    from lagr_gui.typesetting.sheet_text import text_equations

    model = with_values(pipeline.load(options.model), options)
    form, special, coordinates = options.form, options.special, options.coordinates
    named = options.name_parts
    whole = pipeline.equations(model, form, special, coordinates=coordinates, name_parts=named)
    motion = None if options.box else pipeline.simulate(model, special=special)
    asked = (motion, dict(options.box) or None, form, special, coordinates, named)
    if options.accuracy is None:
        weighing = pipeline.weigh(model, *asked)
        data = weighing_json(whole, weighing)
        print(answer_json(data) if options.json else weighing_text(whole, weighing))
        return 0
    shortened = pipeline.shorten(model, options.accuracy, *asked)
    if options.json:
        data = weighing_json(whole, shortened.weighing) | errors_json(whole, shortened)
        data |= {"problem": str(shortened.problem) if shortened.problem else None}
        print(answer_json(data | {"equations": sheet_json(shortened.sheet)}))
        return 0
    parts = [
        weighing_text(whole, shortened.weighing),
        errors_text(shortened.sheet.coordinates, shortened),
        *([str(shortened.problem)] if shortened.problem else []),
        text_equations(shortened.sheet),
    ]
    print("\n\n".join(parts))
    return 0


# --- Which terms matter, and the errors of shorter equations, as text and as data --------------


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
    lines = [
        f"Weights of the terms at {weighing.states} states, 1: the largest of its equation",
        "  largest   rms",
    ]
    for term in sorted(weighing.terms, key=lambda entry: -entry.weight):
        name, text = names[term.key]
        lines.append(f"  {term.weight:<8.3g}  {term.rms:<8.3g}  {name}: {text}")
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


def errors_text(coordinates: tuple[str, ...], shortened: Shortened) -> str:
    """Bounds and true errors, a line for each equation."""
    lines = [f"Accuracy {shortened.accuracy:g}: {len(shortened.dropped)} terms are left out"]
    for place, name in enumerate(coordinates):
        line = (
            f"  {name}: residual ≤ {shortened.residual[place]:.3g} of the largest term; error of "
            f"{name}'' {shortened.error[place]:.3g} ≤ bound {shortened.bound[place]:.3g}"
        )
        if shortened.deviation:
            line += f"; the motion differs by {shortened.deviation[place]:.3g}"
        lines.append(line)
    return "\n".join(lines)


def errors_json(sheet: Sheet, shortened: Shortened) -> dict[str, Any]:
    """The same as data; the terms that are left out by name."""
    names = _named(sheet)
    return {
        "accuracy": shortened.accuracy,
        "dropped": [list(names[key]) for key in sorted(shortened.dropped)],
        "residual": list(shortened.residual),
        "error": list(shortened.error),
        "bound": list(shortened.bound),
        "deviation": list(shortened.deviation),
    }
