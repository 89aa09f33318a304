"""``lagr export``: equations for other programs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from lagr_gui import pipeline
from lagr_gui.cli.commands.equations import (
    add_coordinates,
    add_formalism,
    add_parts,
    add_side,
    quasi_choice,
)
from lagr_gui.cli.output import as_json
from lagr_gui.cli.waiting import derived
from lagr_gui.mechanics.sheet import FORMS, Sheet
from lagr_gui.model import Model
from lagr_gui.problem import LagrError, Problem
from lagr_gui.registry import did_you_mean
from lagr_gui.writing import write

DECK = "deck"
"""The export that needs no equations: the input of LAGR."""


def add_options(parser: ArgumentParser) -> None:
    """Target, form, special case, language, file."""
    parser.add_argument("--to", required=True, metavar="TARGET", help=", ".join((*TARGETS, DECK)))
    parser.add_argument("--form", metavar="FORM", help=", ".join(FORMS))
    parser.add_argument("--special", default="", metavar="NAME", help="a special case of the model")
    add_formalism(parser)
    add_side(parser)
    add_coordinates(parser)
    add_parts(parser)
    add_language(parser)
    parser.add_argument("--out", metavar="FILE", help="file to write; otherwise it is printed")


def add_language(parser: ArgumentParser) -> None:
    """The language of documents."""
    parser.add_argument("--language", default="en", metavar="LANGUAGE", help="of documents: en, de")


def run(options: Namespace) -> int:
    """Write or print the export."""
    if options.to not in (*TARGETS, DECK):
        cause = "There is no export of this name."
        remedy = did_you_mean(options.to, (*TARGETS, DECK))
        raise LagrError(Problem(f"Export “{options.to}”", cause, remedy, code="export"))
    model = pipeline.load(options.model)
    if options.to == DECK:
        text = pipeline.write_deck(model)
    else:
        sheet = pipeline.equations(
            model,
            options.form or "shortest",
            options.special,
            progress=derived,
            formalism=options.formalism,
            quasi=quasi_choice(options.quasi),
            side=options.side,
            coordinates=options.coordinates,
            name_parts=options.name_parts,
        )
        text = TARGETS[options.to](model, sheet, options)
    if options.out:
        write(Path(options.out), text)
        print(as_json({"file": options.out}) if options.json else f"Written: {options.out}")
    else:
        print(as_json({"text": text}) if options.json else text)
    return 0


def _latex(model: Model, sheet: Sheet, options: Namespace) -> str:
    from lagr_gui.exchange.latex import latex_equations

    return latex_equations(sheet)


def _document(model: Model, sheet: Sheet, options: Namespace) -> str:
    from lagr_gui.exchange.document import latex_document

    written = sheet if options.form else pipeline.readable(model, sheet)
    certificate = pipeline.verify(model, special=sheet.special)
    units, motion = pipeline.check(model).units, pipeline.start_motion(model, sheet.special)
    if sheet.chosen is not None:
        units = sheet.chosen.chart.units
    return latex_document(
        model,
        written,
        units,
        certificate=certificate,
        motion=motion,
        language=options.language,
        shortened=written is not sheet,
    )


def _text(model: Model, sheet: Sheet, options: Namespace) -> str:
    from lagr_gui.exchange.text import text_equations

    return text_equations(sheet)


def _json(model: Model, sheet: Sheet, options: Namespace) -> str:
    from lagr_gui.exchange.json_sheet import sheet_json

    return as_json(sheet_json(sheet))


TARGETS: dict[str, Callable[[Model, Sheet, Namespace], str]] = {
    "latex": _latex,
    "tex-document": _document,
    "text": _text,
    "json": _json,
}
