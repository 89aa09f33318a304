"""``lagr check``: structure and problems of a model."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from lagr_gui import pipeline
from lagr_gui.cli.output import as_json, problem_json
from lagr_gui.model import Model
from lagr_gui.pipeline import Report

NAME = "check"
HELP = "bodies, numbering, reference bodies, loops, coordinates, degrees of freedom, problems"


def add_options(parser: ArgumentParser) -> None:
    """It has no options of its own."""


def run(options: Namespace) -> int:
    """Print the report; 1 when the model has errors."""
    model = pipeline.load(options.model)
    report = pipeline.check(model)
    print(as_json(report_json(model, report)) if options.json else report_text(model, report))
    return 0 if report.sound else 1


def report_json(model: Model, report: Report) -> dict[str, Any]:
    """The report as an object."""
    offered = [joint.model_dump(mode="json") for joint in report.offered]
    return {
        "name": model.name,
        "sound": report.sound,
        "bodies": [{"number": body.number, "name": body.name} for body in model.bodies],
        "reference_bodies": report.reference_bodies,
        "tree": report.tree,
        "loops": report.loops,
        "coordinates": [
            {"name": name, "unit": unit}
            for name, unit in zip(report.coordinates, report.units, strict=False)
        ],
        "degrees_of_freedom": report.freedoms,
        "offered_joints": offered,
        "renumbering": report.renumbering,
        "problems": [problem_json(problem) for problem in report.problems],
    }


def report_text(model: Model, report: Report) -> str:
    """The report as lines to read."""
    lines = [model.name or "Model without a name"]
    for body in model.bodies:
        reference = report.reference_bodies.get(body.number)
        hangs = f"reference body {reference}" if reference is not None else "no reference body"
        lines.append(f"  {model.title(body.number)}: {hangs}")
    lines.append(f"  structure: {'tree' if report.tree else 'closed loops'}")
    lines += [f"  closed loop through {', '.join(names)}" for names in report.loops]
    named = [
        f"{name} ({unit})" if unit else name
        for name, unit in zip(report.coordinates, report.units, strict=False)
    ]
    lines.append(f"  coordinates: {', '.join(named) or 'none'}")
    lines.append(f"  degrees of freedom: {report.freedoms}")
    if report.renumbering:
        pairs = (f"{old} → {new}" for old, new in report.renumbering.items() if old != new)
        lines.append(f"  numbers that would rise along every path: {', '.join(pairs)}")
    lines += [f"{problem.severity}: {problem}" for problem in report.problems]
    return "\n".join(lines)
