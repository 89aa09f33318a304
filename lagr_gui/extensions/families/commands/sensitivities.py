"""``lagr sensitivities``: how the motion changes with parameters and start values."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from lagr_gui import pipeline
from lagr_gui.cli.commands.simulate import add_output_option, add_settings, settings_of
from lagr_gui.cli.output import answer_json
from lagr_gui.cli.values import with_values
from lagr_gui.exchange.tables.csv_table import table_csv
from lagr_gui.foundation.showing import as_json
from lagr_gui.foundation.writing import write

ENDINGS = (".csv", ".json")


def add_options(parser: ArgumentParser) -> None:
    """What varies, what is looked at, the file."""
    parser.add_argument(
        "--vary",
        action="append",
        required=True,
        metavar="NAME",
        help="a parameter, start position or start velocity q'",
    )
    add_output_option(parser)
    parser.add_argument("-o", "--out", metavar="FILE", help="slopes as .csv or .json")
    add_settings(parser)


def run(options: Namespace) -> int:
    """Print how large the slopes become, and write them."""
    model = with_values(pipeline.load(options.model), options)
    settings = settings_of(model, options)
    found = pipeline.sensitivities(model, options.vary, options.output, settings, options.special)
    told = found.as_json()
    if options.out:
        path, columns = Path(options.out), found.columns()
        is_json = path.suffix.lower() == ".json"
        write(path, as_json(told) if is_json else table_csv([*columns], [*columns.values()]))
        told |= {"file": options.out}
    written = [f"Written: {options.out}"] if options.out else []
    print(answer_json(told) if options.json else "\n".join([str(found), *written]))
    return 0
