"""``lagr response``: amplitude and phase over frequency."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from lagr_gui import pipeline
from lagr_gui.cli.commands.linearize import add_place, place
from lagr_gui.cli.output import answer_json, endings, write_file
from lagr_gui.cli.values import MOST_POINTS, count, real, with_values, words
from lagr_gui.expression.arguments import named_values
from lagr_gui.foundation.showing import attributes
from lagr_gui.pipeline import FrequencyResponse

ENDINGS = endings("response")


def add_options(parser: ArgumentParser) -> None:
    """Input, outputs, frequencies, place, file."""
    parser.add_argument("--input", required=True, metavar="NAME", help="what acts from outside")
    parser.add_argument(
        "--output", default="", metavar="EXPR,…", help="coordinates, velocities q', expressions"
    )
    parser.add_argument("--from", dest="low", type=real, metavar="W", help="lowest rad/s")
    parser.add_argument("--to", dest="high", type=real, metavar="W", help="highest rad/s")
    many = count(2, MOST_POINTS)
    parser.add_argument("--points", type=many, default=400, metavar="N", help="frequencies")
    parser.add_argument("--linear", action="store_true", help="equal steps, not equal ratios")
    add_place(parser)
    parser.add_argument("-o", "--out", metavar="FILE", help="table as .csv or .json")


def run(options: Namespace) -> int:
    """Print a summary, or with --json everything; write the table."""
    found = pipeline.frequency_response(
        with_values(pipeline.load(options.model), options),
        options.input,
        words(options.output),
        pipeline.frequencies(options.low, options.high, options.points, options.linear),
        place(options),
        named_values(options.velocities, "--velocities"),
        options.special,
    )
    result = response_json(found)
    if options.out:
        write_file(options.out, result, "response", {"response": found}.get)
        result["file"] = options.out
    print(answer_json(result) if options.json else _text(found))
    return 0


def response_json(found: FrequencyResponse) -> dict[str, Any]:
    """The response as an object; tables have one row for each frequency."""
    return {
        **attributes(found, "input outputs omega amplitude phase T U dissipated"),
        "resonances": [attributes(r, "output omega amplitude mode") for r in found.resonances],
        "stability": found.modes.stability,
        "certificate": found.certificate,
        "notes": found.modes.notes,
    }


def _text(found: FrequencyResponse) -> str:
    low, high = found.omega[0], found.omega[-1]
    lines = [f"Response to {found.input} from {low:.6g} to {high:.6g} rad/s"]
    lines += [
        f"  resonance of {r.output} at {r.omega:.9g} rad/s: amplitude {r.amplitude:.6g} "
        f"(mode of {r.mode:.9g} rad/s)"
        for r in found.resonances
    ]
    lines.append(f"Without input: {found.modes.stability}, {found.modes.reason}")
    if found.modes.stability == "unstable":
        lines.append("A steady vibration does not come about: what is free grows.")
    return "\n".join([*lines, str(found.certificate), *found.modes.notes])
