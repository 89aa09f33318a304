"""``lagr matrices``: M, C, g, W as matrices; Jacobians; regressor and base parameters."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from lagr_gui import pipeline
from lagr_gui.cli.output import answer_json
from lagr_gui.cli.waiting import derived
from lagr_gui.mechanics.robotics.jacobian import AXES
from lagr_gui.mechanics.robotics.matrices import CORIOLIS
from lagr_gui.mechanics.sheets.sheet import FORMS


def add_options(parser: ArgumentParser) -> None:
    """What is wanted, form, special case, output."""
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("--jacobian", metavar="BODY", help="of a body, by number or name")
    wanted.add_argument("--regressor", action="store_true", help="base parameters and Y")
    parser.add_argument(
        "--coriolis", default="christoffel", metavar="CHOICE", help=", ".join(CORIOLIS)
    )
    parser.add_argument(
        "--point", default="0,0,0", metavar="X,Y,Z", help="with --jacobian: in axes of the body"
    )
    parser.add_argument("--axes", default="space", metavar="AXES", help=", ".join(AXES))
    parser.add_argument("--form", default="", metavar="FORM", help=", ".join(FORMS))
    parser.add_argument("--special", default="", metavar="NAME", help="a special case of the model")
    parser.add_argument("--as", dest="output", choices=("text", "latex", "json"), default="text")


def run(options: Namespace) -> int:
    """Print what is wanted."""
    from lagr_gui.exchange.documents.robotics import written

    model, form, special = pipeline.load(options.model), options.form, options.special
    if options.jacobian:
        point = options.point.split(",")
        found = pipeline.jacobian(model, options.jacobian, point, options.axes, form, special)
    elif options.regressor:
        found = pipeline.regressor(model, form, special)
    else:
        found = pipeline.matrices(model, options.coriolis, form, special, derived)
    if options.json:
        print(answer_json(json.loads(written(found, "json"))))
    else:
        print(written(found, options.output))
    return 0
