"""``lagr matrices``: M, C, g, W as matrices; Jacobians; regressor and base parameters."""

from __future__ import annotations

import json
from argparse import Namespace

from lagr_gui import pipeline
from lagr_gui.cli.command import SPECIAL, Argument, OneOf, command
from lagr_gui.cli.commands.equations import as_read
from lagr_gui.cli.output import answer_json
from lagr_gui.cli.waiting import derived
from lagr_gui.extensions.robotics.jacobian import AXES
from lagr_gui.extensions.robotics.matrices import CORIOLIS
from lagr_gui.mechanics.sheets.sheet import FORMS


@command(
    OneOf(
        Argument("--jacobian BODY", "of a body, by number or name"),
        Argument("--regressor", "base parameters and Y"),
    ),
    Argument("--coriolis CHOICE", ", ".join(CORIOLIS), default="christoffel"),
    Argument("--point X,Y,Z", "with --jacobian: in axes of the body", default="0,0,0"),
    Argument("--axes AXES", ", ".join(AXES), default="space"),
    Argument("--form FORM", ", ".join(FORMS)),
    SPECIAL,
    Argument(
        "--as",
        "unicode in a terminal, text elsewhere, if none is chosen",
        dest="output",
        choices=("text", "unicode", "latex", "json"),
        default="",
    ),
)
def run(options: Namespace) -> int:
    """Print what is wanted."""
    from lagr_gui.extensions.robotics.documents import written

    model, form, special = pipeline.load(options.model), options.form, options.special
    if options.jacobian:
        point = options.point.split(",")
        answer = pipeline.jacobian(model, options.jacobian, point, options.axes, form, special)
    elif options.regressor:
        answer = pipeline.regressor(model, form, special)
    else:
        answer = pipeline.matrices(model, options.coriolis, form, special, derived)
    if options.json:
        print(answer_json(json.loads(written(answer, "json"))))
    else:
        print(written(answer, options.output or as_read()))
    return 0
