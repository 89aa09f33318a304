"""``lagr locus``, ``lagr section``: what becomes of a system over one of its values."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from lagr_gui import pipeline
from lagr_gui.cli.commands.simulate import add_output_option, add_settings, settings_of
from lagr_gui.cli.commands.sweep import add_workers, varied
from lagr_gui.cli.values import add_set_option, real, with_values
from lagr_gui.cli.waiting import stage
from lagr_gui.exchange.csv_table import table_csv
from lagr_gui.given import number_in
from lagr_gui.showing import as_json
from lagr_gui.writing import write

ENDINGS = (".csv", ".json")
VARIED: dict[str, Any] = {"action": "append", "metavar": "NAME=FROM:TO:COUNT"}


def add_options(parser: ArgumentParser) -> None:
    """What varies, the file, and what belongs to the one command or the other."""
    section = parser.prog.endswith(" section")
    help_of_vary = "values of a parameter or start value; also NAME=1,2,5"
    parser.add_argument("--vary", **VARIED, default=[], required=not section, help=help_of_vary)
    parser.add_argument("--out", metavar="FILE", help="a table as .csv or .json")
    if not section:
        parser.add_argument("--at", default="equilibrium", help="equilibrium (default) or start")
        parser.add_argument("--special", default="", metavar="NAME", help="a special case")
        add_set_option(parser)
        return
    parser.add_argument("--every", metavar="PERIOD", help="seconds, or as in 2*pi/Omega")
    parser.add_argument("--crossing", default="", metavar="EXPRESSION", help="it passes zero")
    parser.add_argument("--direction", default="rising", help="rising (default), falling, both")
    parser.add_argument("--after", type=real, default=0.0, metavar="T", help="settling time in s")
    add_output_option(parser)
    add_workers(parser)
    add_settings(parser)


def run(options: Namespace) -> int:
    """Print the answer, and write its table."""
    model = with_values(pipeline.load(options.model), options)
    found = _locus(model, options) if options.name == "locus" else _section(model, options)
    told = found.as_json()
    if options.out:
        path, columns = Path(options.out), found.columns()
        is_json = path.suffix.lower() == ".json"
        write(path, as_json(told) if is_json else table_csv([*columns], [*columns.values()]))
        told |= {"file": options.out}
    written = [f"Written: {options.out}"] if options.out else []
    print(as_json(told) if options.json else "\n".join([str(found), *written]))
    return 0


def _locus(model: Any, options: Namespace) -> Any:
    vary = dict(map(varied, options.vary))
    return pipeline.root_locus(model, vary, options.at, options.special)


def _section(model: Any, options: Namespace) -> Any:
    period = None if options.every is None else number_in(options.every)
    words: dict[str, Any] = {
        "every": options.every if period is None else period,
        "crossing": options.crossing,
        "direction": options.direction,
        "after": options.after,
        "outputs": options.output,
        "settings": settings_of(model, options),
        "special": options.special,
    }
    if not options.vary:
        return pipeline.section(model, **words)
    return pipeline.bifurcation(
        model,
        dict(map(varied, options.vary)),
        jobs=options.jobs,
        scheduler=options.scheduler,
        progress=lambda done, runs: stage(f"{done} of {runs} runs are done"),
        **words,
    )
