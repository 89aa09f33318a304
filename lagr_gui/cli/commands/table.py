"""``lagr table``: a measured curve from a file as a function of a model."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import get_args

from lagr_gui import pipeline
from lagr_gui.cli.output import answer_json, tell
from lagr_gui.exchange.tables.curve_file import read_curve
from lagr_gui.foundation.problem import LagrError, has_errors
from lagr_gui.model import Function, LookupTable, write_text
from lagr_gui.model.tables import Between, Outside


def add_options(parser: ArgumentParser) -> None:
    """Name, file, columns, units, curve, ends, integral, file of the model."""
    parser.add_argument("--name", required=True, help="name of the function, as F_spring")
    parser.add_argument("--from", dest="source", required=True, metavar="FILE", help="its points")
    parser.add_argument("--x", default="", metavar="HEAD", help="column of x, by default the first")
    parser.add_argument("--y", default="", metavar="HEAD", help="column of y, by default the next")
    parser.add_argument("--argument", default="x", metavar="NAME", help="of the function: x")
    told = "in place of those that the heads tell"
    parser.add_argument("--x-unit", default="", metavar="UNIT", help=f"unit of x, {told}")
    parser.add_argument("--y-unit", default="", metavar="UNIT", help=f"unit of y, {told}")
    parser.add_argument(
        "--between", choices=get_args(Between), default="monotone", help="the curve"
    )
    parser.add_argument("--outside", choices=get_args(Outside), default="error", help="its ends")
    words = "name of a second function: its integral"
    parser.add_argument("--integral", default="", metavar="NAME", help=words)
    parser.add_argument("-o", "--out", metavar="FILE", help="model file; otherwise it is printed")


def run(options: Namespace) -> int:
    """Add the function, or give the one of that name other points; write the model."""
    model = pipeline.load(options.model)
    known = pipeline.check(model).problems
    curve = read_curve(Path(options.source), options.x, options.y)
    table = LookupTable(
        points=(*zip(curve.x, curve.y, strict=True),),
        x_unit=options.x_unit or curve.units[0],
        y_unit=options.y_unit or curve.units[1],
        between=options.between,
        outside=options.outside,
    )
    argument = (options.argument,)
    new = {options.name: Function(name=options.name, arguments=argument, table=table)}
    if options.integral:
        whole = Function(name=options.integral, arguments=argument, integral=options.name)
        new[options.integral] = whole
    kept = tuple(entry for entry in model.functions if entry.name not in new)
    model = model.having(functions=(*kept, *new.values()))
    new_problems = [p for p in pipeline.check(model).problems if p not in known]
    if has_errors(new_problems):
        raise LagrError(new_problems)
    tell(new_problems)
    if options.out:
        pipeline.save(model, Path(options.out))
    text = f"Written: {options.out}" if options.out else write_text(model).rstrip("\n")
    answer = {
        "name": options.name,
        "points": len(curve.x),
        "units": [table.x_unit, table.y_unit],
        **({"file": options.out} if options.out else {"text": text}),
    }
    print(answer_json(answer) if options.json else text)
    return 0
