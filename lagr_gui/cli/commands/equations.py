"""``lagr equations``: g, Γ, Q, T, U, D and the kinematics in closed form."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from lagr_gui import pipeline
from lagr_gui.cli.output import answer_json
from lagr_gui.cli.waiting import derived
from lagr_gui.exchange.json_sheet import sheet_json
from lagr_gui.exchange.registry import exports_of
from lagr_gui.mechanics.formalisms import FORMALISMS
from lagr_gui.mechanics.sheets.sheet import FORMS, SIDES, Sheet
from lagr_gui.model import Model

OUTPUTS = {export.name: export for export in exports_of("sheet")}


def add_options(parser: ArgumentParser) -> None:
    """Form, special case, output."""
    add_choices(parser)
    parser.add_argument(
        "--as",
        dest="output",
        choices=(*OUTPUTS, "lagr"),
        default="text",
        help="output; lagr: G, GAM and KU with all replacement lists, as LAGR printed them",
    )


def add_choices(parser: ArgumentParser) -> None:
    """What is chosen of equations: form, special case, formalism, coordinates, names of parts."""
    parser.add_argument("--form", metavar="FORM", help=", ".join(FORMS))
    parser.add_argument("--special", default="", metavar="NAME", help="a special case of the model")
    parser.add_argument(
        "--formalism", default="lagrange", metavar="NAME", help=", ".join(FORMALISMS)
    )
    parser.add_argument(
        "--quasi",
        action="append",
        default=[],
        metavar="CHOICE",
        help="quasi-velocities of Boltzmann-Hamel: diagonal, body, or NAME=EXPRESSION for each",
    )
    text = "forces stand on the right of equations of motion, or everything on one side"
    parser.add_argument(
        "--side", default="right", metavar="SIDE", help=f"{', '.join(SIDES)}: {text}"
    )
    parser.add_argument(
        "--line",
        dest="lines",
        action="append",
        default=[],
        metavar="NAME",
        help="only this g or Γ, structured: g2,1 or Gamma3,2,1; may be given several times",
    )
    add_coordinates(parser)
    add_parts(parser)


def add_coordinates(parser: ArgumentParser) -> None:
    """Other coordinates than those of the model."""
    parser.add_argument(
        "--coordinates",
        default="",
        metavar="CHOICE",
        help="relative, absolute or shortest angles, or formulas: “x = r*cos(phi); y = r*sin(phi)”",
    )


def add_parts(parser: ArgumentParser) -> None:
    """Names for sums that occur often."""
    parser.add_argument(
        "--name-parts",
        action="store_true",
        help="sums that occur often get names kappa_1, kappa_2 … where results become shorter",
    )


def quasi_choice(words: list[str]) -> str | dict[str, str]:
    """The chosen quasi-velocities; without words the diagonalising ones."""
    if not words:
        return "diagonal"
    if len(words) == 1 and "=" not in words[0]:
        return words[0]
    pairs = (word.partition("=") for word in words)
    return {name.strip(): text.strip() for name, _, text in pairs}


def chosen(model: Model, options: Namespace) -> Sheet:
    """The equations that options choose."""
    return pipeline.equations(
        model,
        options.form or "shortest",
        options.special,
        progress=derived,
        formalism=options.formalism,
        quasi=quasi_choice(options.quasi),
        side=options.side,
        coordinates=options.coordinates,
        name_parts=options.name_parts,
        lines=options.lines,
    )


def run(options: Namespace) -> int:
    """Print the sheet."""
    if options.output == "lagr":
        return _listing(options)
    sheet = chosen(pipeline.load(options.model), options)
    if options.json or options.output == "json":
        print(answer_json(sheet_json(sheet) | {"seconds": sheet.seconds}))
    else:
        print(OUTPUTS[options.output].write({"sheet": sheet}.get))
    return 0


def _listing(options: Namespace) -> int:
    """All systems of a file the way LAGR listed them; its form has products, written out."""
    form = options.form or "product"
    systems = pipeline.load_systems(options.model)
    texts = [pipeline.listing(model, form, options.special) for model in systems]
    print(answer_json({"text": "\n\n".join(texts)}) if options.json else "\n\n".join(texts))
    return 0
