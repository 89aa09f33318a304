"""``lagr response``: amplitude and phase over frequency."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

import numpy as np

from lagr_gui import pipeline
from lagr_gui.cli.commands.linearize import add_place, place, words
from lagr_gui.cli.output import as_json, write_file
from lagr_gui.cli.values import MOST_POINTS, count, named_values, with_values
from lagr_gui.exchange.csv_table import table_csv
from lagr_gui.pipeline import FrequencyResponse
from lagr_gui.problem import LagrError, Problem

NAME = "response"
HELP = "frequency response: amplitude and phase of outputs for an input cos(ωt), resonances"


def add_options(parser: ArgumentParser) -> None:
    """Input, outputs, frequencies, place, file."""
    parser.add_argument("--input", required=True, metavar="NAME", help="what acts from outside")
    parser.add_argument(
        "--output", default="", metavar="EXPR,…", help="coordinates, velocities q', expressions"
    )
    parser.add_argument("--from", dest="low", type=float, metavar="W", help="lowest rad/s")
    parser.add_argument("--to", dest="high", type=float, metavar="W", help="highest rad/s")
    many = count(2, MOST_POINTS)
    parser.add_argument("--points", type=many, default=400, metavar="N", help="frequencies")
    parser.add_argument("--linear", action="store_true", help="equal steps, not equal ratios")
    add_place(parser)
    parser.add_argument("--out", metavar="FILE", help="table as .csv or .json")


def run(options: Namespace) -> int:
    """Print a summary, or with --json everything; write the table."""
    found = pipeline.frequency_response(
        with_values(pipeline.load(options.model), options),
        options.input,
        words(options.output),
        _grid(options),
        place(options),
        named_values(options.velocities, "--velocities"),
        options.special,
    )
    if options.out:
        _write(Path(options.out), found)
    result = response_json(found) | ({"file": options.out} if options.out else {})
    print(as_json(result) if options.json else _text(found))
    return 0


def response_json(found: FrequencyResponse) -> dict[str, Any]:
    """The response as an object; tables have one row for each frequency."""
    return {
        "input": found.input,
        "outputs": found.outputs,
        "omega": found.omega,
        "amplitude": found.amplitude,
        "phase": found.phase,
        "T": found.T,
        "U": found.U,
        "dissipated": found.dissipated,
        "resonances": [
            {"output": r.output, "omega": r.omega, "amplitude": r.amplitude, "mode": r.mode}
            for r in found.resonances
        ],
        "stability": found.modes.stability,
        "notes": found.modes.notes,
    }


def _grid(options: Namespace) -> Any:
    """The frequencies; None leaves them to the modes."""
    if options.low is None and options.high is None:
        return None
    low = options.low or (0.0 if options.linear else (options.high or 1.0) / 1000)
    high = options.high or 1000 * low
    if not 0 <= low < high < np.inf:
        cause = "They do not rise from --from to --to."
        raise LagrError(Problem("Frequencies", cause, "Give 0 ≤ from < to.", code="frequencies"))
    spaced = np.linspace if options.linear else np.geomspace
    return spaced(low, high, options.points)


def _write(path: Path, found: FrequencyResponse) -> None:
    if path.suffix.lower() == ".json":
        write_file(path, as_json(response_json(found)))
    elif path.suffix.lower() == ".csv":
        heads = ["omega (rad/s)"]
        columns = [found.omega]
        for number, name in enumerate(found.outputs):
            heads += [f"|{name}|", f"phase of {name} (rad)"]
            columns += [found.amplitude[:, number], found.phase[:, number]]
        heads += ["mean T (J)", "mean U (J)", "dissipated (W)"]
        columns += [found.T, found.U, found.dissipated]
        write_file(path, table_csv(heads, columns))
    else:
        cause = f"Tables are not written as “{path.suffix or path.name}”."
        raise LagrError(Problem(f"File “{path}”", cause, "Use .csv or .json.", code="write"))


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
    return "\n".join([*lines, *found.modes.notes])
