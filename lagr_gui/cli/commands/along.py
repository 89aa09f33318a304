"""Commands that simulate and ask one question of the motion: ``lagr energy``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from lagr_gui import pipeline
from lagr_gui.cli.commands.simulate import add_allow_option, add_settings, settings_of
from lagr_gui.cli.output import answer_json, problem_json, tell
from lagr_gui.cli.values import with_values
from lagr_gui.exchange.tables.csv_table import table_csv
from lagr_gui.foundation.showing import as_json
from lagr_gui.foundation.writing import write

ENDINGS = (".csv", ".json")


def add_options(parser: ArgumentParser) -> None:
    """Those of a simulation, and a file."""
    add_settings(parser)
    add_allow_option(parser)
    parser.add_argument("-o", "--out", metavar="FILE", help="table as .csv or .json")


def run(options: Namespace) -> int:
    """Print the answer, and write its table; of a motion that stops, as far as it goes."""
    model = with_values(pipeline.load(options.model), options)
    settings = settings_of(model, options)
    motion, problems = pipeline.simulate_as_far(
        model,
        settings,
        options.special,
        allow_fmu=options.allow_fmu,
        folder=str(Path(options.model).parent),
    )
    found = getattr(pipeline, options.command)(model, motion, special=options.special)
    told = found.as_json()
    if options.out:
        path, columns = Path(options.out), found.columns()
        is_json = path.suffix.lower() == ".json"
        write(path, as_json(told) if is_json else table_csv([*columns], [*columns.values()]))
        told |= {"file": options.out}
    if options.json:
        more = {"problems": [problem_json(problem) for problem in problems]} if problems else {}
        print(answer_json(told | more))
    else:
        print(found, *([f"Written: {options.out}"] if options.out else []), sep="\n")
    tell(problems)
    return 1 if problems else 0
