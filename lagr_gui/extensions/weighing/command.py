"""``lagr weigh``: which terms of the equations matter, and the equations without the others."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace

from lagr_gui import pipeline
from lagr_gui.cli.command import SET, SPECIAL, Argument, command
from lagr_gui.cli.commands.equations import COORDINATES, NAME_PARTS
from lagr_gui.cli.output import answer_json
from lagr_gui.cli.values import real, with_values
from lagr_gui.mechanics.sheets.sheet import EXPANDED


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
    Argument("--form FORM", ", ".join(EXPANDED), default="shortest"),
    SPECIAL,
    COORDINATES,
    NAME_PARTS,
    SET,
)
def run(options: Namespace) -> int:
    """Print the weights, and with an accuracy the shorter equations with their errors."""
    from lagr_gui.exchange.json_sheet import sheet_json
    from lagr_gui.extensions.weighing.documents import (
        errors_json,
        errors_text,
        weighing_json,
        weighing_text,
    )
    from lagr_gui.typesetting.sheet_text import text_equations

    model = with_values(pipeline.load(options.model), options)
    form, special, coordinates = options.form, options.special, options.coordinates
    named = options.name_parts
    whole = pipeline.equations(model, form, special, coordinates=coordinates, name_parts=named)
    motion = None if options.box else pipeline.simulate(model, special=special)
    asked = (motion, dict(options.box) or None, form, special, coordinates, named)
    if options.accuracy is None:
        weighing = pipeline.weigh(model, *asked)
        told = weighing_json(whole, weighing)
        print(answer_json(told) if options.json else weighing_text(whole, weighing))
        return 0
    found = pipeline.shorten(model, options.accuracy, *asked)
    if options.json:
        told = weighing_json(whole, found.weighing) | errors_json(whole, found)
        told |= {"problem": str(found.problem) if found.problem else None}
        print(answer_json(told | {"equations": sheet_json(found.sheet)}))
        return 0
    parts = [
        weighing_text(whole, found.weighing),
        errors_text(found.sheet.coordinates, found),
        *([str(found.problem)] if found.problem else []),
        text_equations(found.sheet),
    ]
    print("\n\n".join(parts))
    return 0
