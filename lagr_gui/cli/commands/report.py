"""``lagr report``: the whole main job into a folder."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from lagr_gui import pipeline
from lagr_gui.cli.command import SPECIAL, Argument, choice_of, command, option_of
from lagr_gui.cli.commands.check import report_lines
from lagr_gui.cli.commands.export import LANGUAGE, drifts_of
from lagr_gui.cli.curves import simulated
from lagr_gui.cli.output import FOLDER, folder, inputs, written
from lagr_gui.cli.values import words
from lagr_gui.exchange.documents.certificate import certificate_text
from lagr_gui.exchange.documents.document import latex_document, pdf_document
from lagr_gui.exchange.documents.linear_section import LinearEquations
from lagr_gui.exchange.registry import NUMBERED, PARTS
from lagr_gui.exchange.svg_curves import curves_svg
from lagr_gui.exchange.svg_motion import motion_svg
from lagr_gui.exchange.tables.csv_curves import trajectory_csv
from lagr_gui.exchange.tables.csv_reactions import reaction_curves
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.foundation.writing import write
from lagr_gui.subsystems import flat
from lagr_gui.typesetting.sheet_latex import latex_equations
from lagr_gui.typesetting.sheet_text import text_equations


@command(
    Argument("-o --out FOLDER", "where to write", default="lagr_output"),
    SPECIAL,
    LANGUAGE,
    option_of(PARTS),
    option_of(NUMBERED),
    endings=FOLDER,
)
def run(options: Namespace) -> int:
    """Write all files and say which."""
    model = pipeline.load(options.model)
    asked, report = pipeline.prepare(model, options.special), pipeline.check(model)
    sheet = pipeline.equations_to_read(asked)
    units = report.units if sheet.chosen is None else sheet.chosen.chart.units
    trajectory, problems = simulated(flat(model), options.special)
    motion = pipeline.motion(asked, trajectory)
    certificate = pipeline.verify(asked, expanded=not sheet.structured)
    linear, unfound = _linear(asked, "linear" in words(options.parts))
    looks = {"numbers": numbers} if (numbers := choice_of(options, NUMBERED)) else {}
    parts: dict[str, Any] = {
        "trajectory": trajectory,
        "certificate": certificate,
        "drifts": drifts_of(model, trajectory, options.special),
        "motion": motion,
        "transmitted": reaction_curves(pipeline.reactions(asked, trajectory)),
        "language": options.language,
        "name": Path(options.model).stem,
        "parts": words(options.parts),
        "linear_equations": linear,
    } | looks
    files: dict[str, str | bytes] = {
        "check.txt": "\n".join(report_lines(model, report)),
        "equations.txt": text_equations(sheet, **looks),
        "equations.tex": latex_equations(sheet, **looks),
        "document.pdf": pdf_document(model, sheet, units, **parts),
        "certificate.txt": certificate_text(certificate),
        "motion.csv": trajectory_csv(trajectory, report.units),
        "curves.svg": curves_svg(trajectory, report.units),
        "picture.svg": motion_svg(model, motion),
    }
    document = latex_document(model, sheet, units, **parts)
    files |= {"document.tex": document.main, **document.files}
    place = folder(Path(options.out))
    for name, text in files.items():
        content = text if isinstance(text, bytes) else text.removesuffix("\n") + "\n"
        write(place / name, content, inputs(options))
    return written(options, place, list(files), (*problems, *unfound))


def _linear(
    asked: pipeline.Prepared, wanted: bool
) -> tuple[LinearEquations | None, tuple[Problem, ...]]:
    """The equations of small motions that the report has, and why it has not those wanted."""
    try:
        return pipeline.reported_linear(asked, wanted), ()
    except LagrError as error:
        return None, tuple(error.problems)
