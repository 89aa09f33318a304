"""``lagr derive``: the way to the equations of motion."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from lagr_gui import pipeline
from lagr_gui.cli.command import SPECIAL, Argument, command
from lagr_gui.cli.commands.equations import COORDINATES, as_read
from lagr_gui.cli.commands.export import LANGUAGE
from lagr_gui.foundation.writing import write
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.extensions.teaching.lines import Derivation


@command(
    Argument(
        "--formalism NAME",
        "lagrange, lagr (by slopes of positions, g and Γ), newton-euler, kane, hamilton",
        default="lagrange",
    ),
    Argument("--depth DEPTH", "brief, normal, detailed", default="normal"),
    COORDINATES,
    SPECIAL,
    LANGUAGE,
    Argument(
        "--as",
        "unicode in a terminal, text elsewhere, if none is chosen",
        dest="output",
        choices=("text", "unicode", "latex", "json"),
        default="",
    ),
    Argument("-o --out FILE", "a document as .pdf or .typ, the mechanism above", default=None),
    Argument("--hide LINES", "with --out: sections or lines that are gaps, as 3-6,7.2", default=""),
    endings=(".pdf", ".typ"),
)
def run(options: Namespace) -> int:
    """Print the derivation, or write it as a document."""
    from lagr_gui.extensions.teaching.documents import written

    model = pipeline.load(options.model)
    answer = pipeline.derivation(
        model, options.depth, options.special, options.formalism, options.coordinates
    )
    if options.out:
        _write(options, model, answer)
        return 0
    print(written(answer, options.output or as_read(), options.language))
    return 0


def _write(options: Namespace, model: Model, answer: Derivation) -> None:
    """Write the document, and say where."""
    from lagr_gui.extensions.teaching import paper

    hidden = paper.hidden_lines(answer, options.hide)
    parts = answer, model, pipeline.start_motion(model), options.language, hidden
    is_pdf = Path(options.out).suffix.lower() == ".pdf"
    made = paper.derivation_pdf(*parts) if is_pdf else paper.derivation_typst(*parts)
    write(options.out, made)
    print(f"Written: {options.out}")
