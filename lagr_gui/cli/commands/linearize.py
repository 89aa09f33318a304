"""``lagr linearize``: the linear equations of small motions."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from lagr_gui import pipeline
from lagr_gui.cli.command import SET, SPECIAL, Argument, command
from lagr_gui.cli.commands.evaluate import read_states
from lagr_gui.cli.output import answer_json, endings, write_file
from lagr_gui.cli.values import whole, with_values, words
from lagr_gui.exchange.results import MATRICES, linear_text
from lagr_gui.expression.arguments import named_texts, named_values
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.showing import attributes
from lagr_gui.mechanics.sheets.sheet import EXPANDED
from lagr_gui.pipeline import Linearization, SampledLinearization

VELOCITIES = Argument(
    "--velocities Q=V,…",
    "steady velocities, e.g. psi=2,phi=50",
    value=lambda _, options: named_values(options.velocities, "--velocities"),
)
HOLDING = (
    Argument(
        "--mode MODE",
        "with dry friction or limits: sticks, slides or touches, or NAME=sticks,OTHER=touches",
        default="",
    ),
    Argument(
        "--after EVENTS",
        "after these events of the model, with commas between; otherwise before any",
        default="",
    ),
)
PLACE = (
    Argument(
        "--at PLACE",
        "equilibrium (default), start, or a JSON file with {t, q, qd}",
        default="equilibrium",
        value=lambda _, options: place(options),
    ),
    VELOCITIES,
    SET,
    SPECIAL,
    *HOLDING,
)
"""Where to linearise, and what holds there."""


def place(options: Namespace, *words: str) -> Any:
    """What ``--at`` says: a word, of these further ones too, or the state in a file."""
    if options.at in ("equilibrium", "start", *words):
        return options.at
    states = read_states(options.at)
    if len(states) != 1:
        cause = f"{len(states)} states are given."
        raise refusal(f"States “{options.at}”", cause, "Give one.", "states")
    return states[0]


PADE = Argument(
    "--pade ORDER",
    "with delays: approximated by rational functions of this order",
    type=whole,
    default=0,
)


@command(
    *PLACE,
    PADE,
    Argument("--inputs NAME,…", "what acts from outside"),
    Argument("--outputs EXPR,…", "coordinates, velocities q', expressions"),
    Argument("--symbolic", "matrices in closed form"),
    Argument("--place Q=EXPR,…", "with --symbolic: e.g. phi=pi, psi=psi0"),
    Argument(
        "--with-multipliers",
        "with --symbolic: of bound systems all coordinates with multipliers, not the minimal ones",
    ),
    Argument("--as", "with --symbolic", dest="output", choices=("text", "latex"), default="text"),
    Argument("--form FORM", ", ".join(EXPANDED), default="shortest"),
    Argument(
        "-o --out FILE",
        "state space as .m of MATLAB and Octave, or everything as .json",
        default=None,
    ),
    endings=endings("linear"),
)
def run(options: Namespace) -> int:
    """Print the matrices: in closed form, where it is short, and as numbers."""
    if options.symbolic:
        return _run_symbolic(options)
    model = with_values(pipeline.load(options.model), options)
    linear = pipeline.linearize(
        model,
        place(options),
        words(options.inputs),
        words(options.outputs),
        named_values(options.velocities, "--velocities"),
        options.special,
        mode=options.mode,
        after=options.after,
        pade=options.pade,
    )
    content = linearization_json(linear)
    if options.out:
        answers = {"linear": linear, "model": model, "special": options.special}
        write_file(options.out, content, "linear", answers.get)
        content["file"] = options.out
    if options.json:
        print(answer_json(content))
    else:
        report = pipeline.check(model)
        closed = pipeline.closed_beside(model, linear, options.special)
        if closed is not None:
            from lagr_gui.exchange.documents.linear_equations import text_linear

            print(f"{text_linear(closed)}\n")
        print(linear_text(linear, dict(zip(report.coordinates, report.units, strict=True))))
    return 0


def _run_symbolic(options: Namespace) -> int:
    if options.out:
        cause = "It writes the matrices as numbers."
        raise refusal("--out", cause, "Leave --symbolic out, or redirect what is printed.", "out")
    from lagr_gui.exchange.documents.linear_equations import latex_linear, linear_json, text_linear

    linear = pipeline.linearize_symbolic(
        with_values(pipeline.load(options.model), options),
        named_texts(options.place, "--place"),
        named_texts(options.velocities, "--velocities"),
        words(options.inputs),
        options.form,
        options.special,
        minimal=False if options.with_multipliers else None,
        mode=options.mode,
        after=options.after,
    )
    if options.json:
        print(answer_json(linear_json(linear)))
    else:
        print(latex_linear(linear) if options.output == "latex" else text_linear(linear))
    return 0


def linearization_json(linear: Linearization) -> dict[str, Any]:
    """The linear equations as an object."""
    return {
        **attributes(linear, "coordinates independent indifferent t q qd qdd residual"),
        **{name: getattr(linear, name) for name in MATRICES},
        "basis": linear.basis,
        "inputs": linear.inputs,
        "B": linear.B,
        "state_space": {
            "states": linear.states,
            "signals": [name for name, _, _ in linear.signals],
            "outputs": linear.outputs,
            "A": linear.A,
            "B": linear.state_B,
            "C": linear.state_C,
            "D": linear.state_D,
        },
        **_sampled(linear),
        "certificate": linear.certificate,
        "notes": linear.notes,
    }


def _sampled(linear: Linearization) -> dict[str, Any]:
    """What laws hold, and the map over a period of their samples; nothing without samples."""
    if not isinstance(linear, SampledLinearization):
        return {}
    blocks = [attributes(block, "name sample holds outputs") for block in linear.blocks]
    parts = attributes(linear, "period held laws Ad Bd")
    return {"sampled": {"blocks": blocks, "through": linear.columns(linear.through), **parts}}
