"""``lagr fit``: parameters and start values that fit measured curves, with their errors."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from lagr_gui import pipeline
from lagr_gui.cli.command import Argument, command
from lagr_gui.cli.commands.simulate import SETTINGS, settings_of
from lagr_gui.cli.output import answer_json, problem_json, tell
from lagr_gui.cli.values import with_values
from lagr_gui.cli.waiting import stage
from lagr_gui.exchange.tables.csv_table import table_csv
from lagr_gui.exchange.tables.motion_file import read_motion
from lagr_gui.expression.arguments import quantity_or, shortened
from lagr_gui.extensions.families.commands.sweep import units_of
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.foundation.writing import write
from lagr_gui.mechanics.trajectories.sensors import WORKS
from lagr_gui.model import Output


@command(
    Argument("MEASURED", "a table as .csv, .npz, .h5 or .json with t"),
    Argument(
        "--vary NAME[=START]",
        "a parameter, start position or start velocity q', and where to begin",
        several=True,
        required=True,
    ),
    Argument(
        "--output COLUMN",
        "a column that is to be met, also COLUMN = EXPRESSION; without it all but works are",
        several=True,
    ),
    Argument(
        "--sigma COLUMN=S",
        "the uncertainty of a column; without it that of what is left over",
        several=True,
    ),
    Argument(
        "-o --out FILE", "the model with these values as .lagr, or curves as .csv", default=None
    ),
    *SETTINGS,
    endings=(".csv", ".lagr"),
)
def run(options: Namespace) -> int:
    """Print values with their errors, and what the curves do not determine."""
    model = with_values(pipeline.load(options.model), options)
    prepared = pipeline.prepare(model, options.special)
    settings = settings_of(model, options)
    vary, units = dict[str, float | None](), units_of(model)
    for entry in options.vary:
        name, separator, text = (part.strip() for part in entry.partition("="))
        unit = units.get(name, "")
        vary[name] = _number(text, "--vary", entry, unit) if separator else None
    sigma = {}
    for entry in options.sigma:
        name, _, text = entry.rpartition("=")
        sigma[name.strip()] = _number(text, "--sigma", entry)
    result = pipeline.fit(
        prepared,
        _table(options),
        vary,
        sigma,
        settings,
        progress=lambda count, rms: stage(f"{count} motions, χ = {rms:.4g}"),
    )
    data = result.as_json() | {"notes": [problem_json(note) for note in result.notes]}
    if options.out:
        path = Path(options.out)
        columns = result.columns()
        if path.suffix.lower() == ".csv":
            write(path, table_csv([*columns], [*columns.values()]))
        else:
            pipeline.save(result.model, path)
        data["file"] = options.out
    written = [f"Written: {options.out}"] if options.out else []
    print(answer_json(data) if options.json else "\n".join([str(result), *written]))
    tell(result.notes)
    return 0


def _table(options: Namespace) -> dict[str, Any]:
    """The measured table with what is to be met: no works, which are no functions of a state."""
    table = read_motion(Path(options.measured))
    if not options.output:
        return {name: column for name, column in table.items() if name not in WORKS}
    columns = {name: column for name, column in table.items() if name == "t"}
    for entry in map(Output.of, options.output):
        cause = f"There is no column “{entry.title}”."
        check_known(entry.title, table, f"Table “{options.measured}”", cause)
        columns[entry.typed] = table[entry.title]
    return columns


def _number(text: str, option: str, entry: str, unit: str = "") -> float:
    place = f"Option {option} {shortened(entry)}"
    unread = refusal(place, "There is no number.", "Write NAME=NUMBER.", "no-value")
    return quantity_or(unread, text, unit, place)
