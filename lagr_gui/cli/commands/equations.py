"""``lagr equations``: g, Γ, Q, T, U, D and the kinematics in closed form."""

from __future__ import annotations

import sys
from argparse import Namespace

from lagr_gui import pipeline
from lagr_gui.cli.command import SPECIAL, Argument, choice_of, command, option_of
from lagr_gui.cli.output import answer_json
from lagr_gui.cli.waiting import derived
from lagr_gui.exchange.registry import exports_of
from lagr_gui.mechanics.formalisms import FORMALISMS
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM, FORMS, SIDES, Sheet
from lagr_gui.model import Model

OUTPUTS = {export.name: export for export in exports_of("sheet")}
LOOKS = {choice.name: choice for export in OUTPUTS.values() for choice in export.choices}
"""What exports of equations let a user choose."""


COORDINATES = Argument(
    "--coordinates CHOICE",
    "relative, absolute or shortest angles, or formulas: “x = r*cos(phi); y = r*sin(phi)”",
)


NAME_PARTS = Argument(
    "--name-parts",
    "sums that occur often get names kappa_1, kappa_2 … where results become shorter",
)
CHOICES_OF_EQUATIONS = (
    Argument("--form FORM", ", ".join(FORMS)),
    SPECIAL,
    Argument("--formalism NAME", ", ".join(FORMALISMS), default="lagrange"),
    Argument(
        "--quasi CHOICE",
        "quasi-velocities of Boltzmann-Hamel: natural, diagonal, body, or NAME=EXPRESSION for each",
        several=True,
    ),
    Argument(
        "--side SIDE",
        f"{', '.join(SIDES)}: forces stand on the right of equations of motion, or "
        "everything on one side",
        default="right",
    ),
    Argument(
        "--line NAME",
        "only this g or Γ, structured: g2,1 or Gamma3,2,1; may be given several times",
        several=True,
        dest="lines",
    ),
    COORDINATES,
    NAME_PARTS,
    Argument(
        "--with-multipliers",
        "of bound systems the equations of all coordinates with multipliers, not the minimal ones",
    ),
    Argument(
        "--all-coordinates",
        "of bound systems the minimal equations in all coordinates, the conditions beside",
    ),
    Argument(
        "--mode MODE",
        "of dry friction and limits: slides, sticks, open, contact, or NAME=sticks,OTHER=open; "
        "otherwise friction by name, limits open",
    ),
    Argument(
        "--signals HOW",
        "names: signals stay names, with what they stand for beside; in: they are put in",
        default="names",
    ),
    Argument(
        "--after EVENTS",
        "equations after these events of the model, with commas between; otherwise before any",
    ),
    Argument(
        "--list-multipliers",
        "the multipliers of bound systems below their minimal equations",
    ),
)
"""What is chosen of equations: form, special case, formalism, coordinates, names of parts."""


def as_read() -> str:
    """How equations are printed where nobody chooses: for eyes in a terminal, else for programs."""
    return "unicode" if sys.stdout.isatty() else "text"


def quasi_choice(words: list[str]) -> str | dict[str, str]:
    """The chosen quasi-velocities; without words the natural ones."""
    if not words:
        return "natural"
    if len(words) == 1 and "=" not in words[0]:
        return words[0]
    pairs = (word.partition("=") for word in words)
    return {name.strip(): text.strip() for name, _, text in pairs}


def _reduction(options: Namespace) -> bool | str | None:
    """Which equations of a bound system; None: minimal ones where it has them."""
    if options.all_coordinates:
        return "all"
    return False if options.with_multipliers else None


def chosen(model: Model, options: Namespace) -> Sheet:
    """The equations that options choose.

    Those of which no form is chosen are structured where they would be long else.
    """
    chooses = options.form or options.coordinates or options.name_parts or options.lines
    if not chooses and options.formalism == "lagrange":
        return pipeline.equations_to_read(
            model,
            options.special,
            progress=derived,
            side=options.side,
            minimal=_reduction(options),
            multipliers=options.list_multipliers,
            mode=options.mode or "",
            signals=options.signals,
            after=options.after or "",
        )
    sheet = pipeline.equations(
        model,
        options.form or DEFAULT_FORM,
        options.special,
        progress=derived,
        formalism=options.formalism,
        quasi=quasi_choice(options.quasi),
        side=options.side,
        coordinates=options.coordinates,
        name_parts=options.name_parts,
        lines=options.lines,
        minimal=_reduction(options),
        multipliers=options.list_multipliers,
        mode=options.mode or "",
        signals=options.signals,
        after=options.after or "",
    )
    return sheet if options.form else pipeline.readable(model, sheet)


@command(
    *CHOICES_OF_EQUATIONS,
    Argument(
        "--as",
        "output; otherwise unicode in a terminal, and text that programs read elsewhere; lagr: G, "
        "GAM and KU with all replacement lists, as LAGR printed them",
        dest="output",
        choices=(*OUTPUTS, "lagr"),
        default="",
    ),
    *map(option_of, LOOKS.values()),
)
def run(options: Namespace) -> int:
    """Print the sheet; in the structured form where the expanded one is long and none is named."""
    if options.output == "lagr":
        return _listing(options)
    sheet = chosen(pipeline.load(options.model), options)
    if options.json or options.output == "json":
        from lagr_gui.exchange.json_sheet import sheet_json  # with the output that needs it

        print(answer_json(sheet_json(sheet) | {"seconds": sheet.seconds}))
        return 0
    output = options.output or as_read()
    looks = {name: choice_of(options, choice) for name, choice in LOOKS.items()}
    print(OUTPUTS[output].write({"sheet": sheet, **looks}.get))
    return 0


def _listing(options: Namespace) -> int:
    """All systems of a file the way LAGR listed them; its form has products, written out."""
    form = options.form or "product"
    systems = pipeline.load_systems(options.model)
    texts = [pipeline.listing(model, form, options.special) for model in systems]
    print(answer_json({"text": "\n\n".join(texts)}) if options.json else "\n\n".join(texts))
    return 0
