"""``lagr control``: plants, controllers and observers, margins; copies for other programs."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from typing import Any

import numpy as np

from lagr_gui import pipeline
from lagr_gui.cli.command import SET, SPECIAL, Argument, command
from lagr_gui.cli.commands.linearize import VELOCITIES, place
from lagr_gui.cli.output import answer_json, endings, write_file
from lagr_gui.cli.values import real, with_values, words
from lagr_gui.expression.arguments import named_values, several
from lagr_gui.extensions.control.numbers.pid import SORTS
from lagr_gui.extensions.control.symbols import plant_symbols
from lagr_gui.extensions.control.task import Weights
from lagr_gui.extensions.control.text import design_json, text_design
from lagr_gui.prepared import prepare


def _weights(text: str) -> Weights | None:
    """Numbers for all, or by name; None where none are given."""
    if not text:
        return None
    if "=" in text:
        return named_values(text, "Weights")
    numbers = [real(part) for part in text.split(",")]
    return numbers[0] if len(numbers) == 1 else numbers


def _poles(text: str) -> list[complex] | None:
    """Complex numbers with commas between them: ``-1+2i, -1-2i``."""
    if not text:
        return None
    try:
        return [
            complex(part.strip().replace("i", "j").replace(" ", "")) for part in text.split(",")
        ]
    except ValueError:
        raise ArgumentTypeError(f"“{text}” are no poles such as -1+2i,-1-2i,-3") from None


@command(
    Argument("--inputs NAME,…", "forces, moments, voltages; coordinates for a force on each"),
    Argument("--outputs EXPR,…", "what is measured; all coordinates"),
    Argument(
        "--at PLACE",
        "nearest equilibrium (default), equilibrium, start, or a JSON file with {t, q, qd}",
        default="nearest",
    ),
    Argument("--place Q=VALUE,…", "a position that the inputs hold; what is not named is 0"),
    VELOCITIES,
    Argument("--lqr Q,…", "weights of states: one, each, or x=1,theta=10", type=_weights),
    Argument("--r R,…", "weights of inputs", type=_weights, default=1.0),
    Argument(
        "--poles POLE,…",
        "of the closed loop, behind =: --poles=-2,-1+2i,-1-2i",
        type=_poles,
    ),
    Argument("--pid SORT", ", ".join(SORTS), choices=SORTS, default=""),
    Argument("--phase DEGREES", "phase margin of the PID", type=real, default=60.0),
    Argument("--crossover OMEGA", "where it is, in rad/s", type=real),
    Argument("--kalman W,…", "noise in the rates of states, for an observer", type=_weights),
    Argument("--noise V,…", "noise in outputs", type=_weights, default=1.0),
    Argument("--observer POLE,…", "poles of an observer, likewise", type=_poles),
    Argument("--sample H", "time between samples in s", type=real, default=0.0),
    SET,
    SPECIAL,
    Argument(
        "-o --out FILE",
        "the drawing with the controller as .lagr, it alone as .c; copies as .m, .py, .tex; .json",
        default=None,
    ),
    endings=endings("controller"),
)
def run(options: Namespace) -> int:
    """Print plant, controller and margins, or with --json everything."""
    model = with_values(pipeline.load(options.model), options)
    design = pipeline.design(
        model,
        words(options.inputs),
        tuple(several(options.outputs)),
        options.special,
        at=_place(options),
        velocities=named_values(options.velocities, "--velocities"),
        lqr=options.lqr,
        r=options.r,
        poles=options.poles,
        kalman=options.kalman,
        noise=options.noise,
        observer=options.observer,
        pid=options.pid,
        phase=float(np.radians(options.phase)),
        crossover=options.crossover,
        sample=options.sample,
    )
    prepared = prepare(model, options.special)
    symbols = None if options.sample else plant_symbols(prepared, design.plant)
    content = design_json(design, symbols)
    if options.out:
        known = {"controller": design, "symbols": symbols, "drawn": model}
        write_file(options.out, content, "controller", known.get)
        content["file"] = options.out
    print(answer_json(content) if options.json else text_design(design, symbols))
    return 0


def _place(options: Namespace) -> Any:
    """The place by a word, a file, or positions."""
    if options.place:
        return {"q": named_values(options.place, "--place")}
    return place(options, "nearest")
