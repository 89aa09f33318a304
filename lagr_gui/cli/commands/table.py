"""``lagr table``: a measured curve from a file as a function of a model."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import get_args

from lagr_gui import pipeline
from lagr_gui.cli.command import Argument, command
from lagr_gui.cli.output import answer_json, tell
from lagr_gui.exchange.tables.curve_file import read_curve
from lagr_gui.foundation.problem import LagrError, has_errors
from lagr_gui.model import Function, LookupTable, write_text
from lagr_gui.model.tables import Between, Outside

_TOLD = "in place of those that the heads tell"


@command(
    Argument("--name NAME", "name of the function, as F_spring", required=True),
    Argument("--from FILE", "its points", dest="source", required=True),
    Argument("--x HEAD", "column of x, by default the first"),
    Argument("--y HEAD", "column of y, by default the next"),
    Argument("--argument NAME", "of the function: x", default="x"),
    Argument("--x-unit UNIT", f"unit of x, {_TOLD}"),
    Argument("--y-unit UNIT", f"unit of y, {_TOLD}"),
    Argument("--between", "the curve", choices=get_args(Between), default="monotone"),
    Argument("--outside", "its ends", choices=get_args(Outside), default="error"),
    Argument("--integral NAME", "name of a second function: its integral"),
    Argument("-o --out FILE", "model file; otherwise it is printed", default=None),
)
def run(options: Namespace) -> int:
    """Add the function, or give the one of that name other points; write the model."""
    model = pipeline.load(options.model)
    problems_before = pipeline.check(model).problems
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
    new_problems = [p for p in pipeline.check(model).problems if p not in problems_before]
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
