"""``lagr check``: structure and problems of a model."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from lagr_gui import pipeline
from lagr_gui.cli.command import SET, SPECIAL, Argument, command
from lagr_gui.cli.output import problem_json, tell
from lagr_gui.cli.values import with_values
from lagr_gui.expression.units import with_unit
from lagr_gui.foundation.problem import (
    LagrError,
    Problem,
    Severity,
    WithoutNumbers,
    each_once,
    has_errors,
)
from lagr_gui.foundation.showing import as_json, attributes
from lagr_gui.model import Model
from lagr_gui.pipeline import Mobility, Prepared, Report
from lagr_gui.subsystems import told_of_sources

_SORTS = "holonomic scleronomic linear conservative"


@command(
    SET,
    SPECIAL,
    Argument("--dimensions", "derive the equations and prove the dimension of each term"),
)
def run(options: Namespace) -> int:
    """Print the report; 1 when the model has errors."""
    drawn = pipeline.load(options.model)
    asked = pipeline.prepare(with_values(drawn, options), options.special)
    model, report = asked.model, pipeline.check(asked)
    mobility, problems = _mobility(asked, report)
    proved = pipeline.dimensions(asked) if options.dimensions and report.sound else None
    sort = pipeline.classify(asked) if mobility is not None else None
    notes = (
        *(problems if mobility is None else mobility.notes),
        *told_of_sources(drawn, [Path(options.model).parent]),
    )
    if options.json:
        units = {"units_from_use": pipeline.units_from_use(asked)} if report.sound else {}
        units |= {"dimensions": proved.as_json()} if proved is not None else {}
        units |= {"classification": attributes(sort, _SORTS)} if sort is not None else {}
        print(as_json(report_json(model, report) | mobility_json(mobility, problems) | units))
    else:
        freedoms = freedom_lines(report, mobility, problems)
        freedoms += [f"  sort of system: {sort.words}"] if sort is not None else []
        units = unit_lines(asked) if report.sound else []
        units += [str(proved)] if proved is not None else []
        print(*report_lines(model, report, freedoms, notes), *units, sep="\n")
    errors = [p for p in (*report.problems, *notes) if p.severity is Severity.ERROR]
    tell(errors)
    return 1 if errors else 0


def _mobility(asked: Prepared, report: Report) -> tuple[Mobility | None, tuple[Problem, ...]]:
    """How the model can move, or why that cannot be said."""
    if not report.sound:
        return None, ()
    try:
        return pipeline.mobility(asked), ()
    except WithoutNumbers as error:
        return None, tuple(replace(p, severity=Severity.HINT) for p in error.problems)
    except LagrError as error:
        return None, error.problems


def mobility_json(found: Mobility | None, problems: tuple[Problem, ...]) -> dict[str, Any]:
    """Freedom, redundancy and what there is to say of conditions."""
    if found is None:
        return {"mobility": None, "mobility_problems": [problem_json(p) for p in problems]}
    freedom = found.freedom
    return {
        "degrees_of_freedom": freedom.freedoms,
        "mobility": {
            "grubler": found.grubler,
            "rank": freedom.rank,
            "conditions": freedom.sources,
            **attributes(freedom, "idle redundant independent dependent"),
            "start": dict(zip(freedom.coordinates, freedom.q, strict=True)),
            "dead_position": freedom.is_singular,
            "motions": freedom.motions.T,
        },
        "mobility_problems": [problem_json(note) for note in found.notes],
    }


def freedom_lines(
    report: Report, found: Mobility | None, problems: tuple[Problem, ...]
) -> list[str]:
    """The degrees of freedom as a line to read; none where errors keep them away."""
    if found is not None:
        freedoms = found.freedom.freedoms
        return [f"  degrees of freedom: {freedoms} (Grübler counts {found.grubler})"]
    if report.sound and not has_errors(problems):
        count = "not known without numbers" if report.bound else report.freedoms
        return [f"  degrees of freedom: {count}"]
    return []


def unit_lines(asked: Prepared) -> list[str]:
    """The units that parameters without one have by their use."""
    units = pipeline.units_from_use(asked)
    named = ", ".join(f"{name} ({unit})" for name, unit in units.items())
    return [f"  units that follow from use: {named}"] if units else []


def report_json(model: Model, report: Report) -> dict[str, Any]:
    """The report as an object."""
    offered = [joint.model_dump(mode="json") for joint in report.offered]
    return {
        "name": model.name,
        "sound": report.sound,
        "bodies": [{"number": body.number, "name": body.name} for body in model.bodies],
        "reference_bodies": report.reference_bodies,
        "tree": report.tree if report.structured else None,
        "loops": report.loops,
        "cuts": report.cuts,
        "coordinates": [
            {"name": name, "unit": unit}
            for name, unit in zip(report.coordinates, report.units, strict=False)
        ],
        "degrees_of_freedom": report.freedoms if report.structured else None,
        "offered_joints": offered,
        "renumbering": report.renumbering,
        "problems": [problem_json(problem) for problem in report.problems],
    }


def report_lines(
    model: Model, report: Report, freedoms: Iterable[str] = (), notes: Iterable[Problem] = ()
) -> list[str]:
    """The report as lines to read, with what is known of the degrees of freedom; no errors."""
    lines = [model.name or "Model without a name"]
    if report.structured:
        lines += _structure_lines(model, report)
    every = each_once((*report.problems, *notes))
    others = (f"{p.severity}: {p}" for p in every if p.severity is not Severity.ERROR)
    return [*lines, *freedoms, *others]


def _structure_lines(model: Model, report: Report) -> list[str]:
    lines: list[str] = []
    for body in model.bodies:
        reference = report.reference_bodies.get(body.number)
        hangs = f"reference body {reference}" if reference is not None else "no reference body"
        lines.append(f"  {model.title(body.number)}: {hangs}")
    lines.append(f"  structure: {'tree' if report.tree else 'closed loops'}")
    lines += [f"  closed loop through {', '.join(names)}" for names in report.loops]
    named = [
        with_unit(name, unit) for name, unit in zip(report.coordinates, report.units, strict=False)
    ]
    lines.append(f"  coordinates: {', '.join(named) or 'none'}")
    if report.renumbering:
        pairs = (f"{old} → {new}" for old, new in report.renumbering.items() if old != new)
        lines.append(f"  numbers that would rise along every path: {', '.join(pairs)}")
    return lines
