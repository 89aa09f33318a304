"""``lagr locus``, ``section``, ``stability``, ``basins``, ``periodic``.

What becomes of a system over some of its values, and in the long run.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from lagr_gui import pipeline
from lagr_gui.cli.commands.simulate import add_output_option, add_settings, settings_of
from lagr_gui.cli.output import answer_json
from lagr_gui.cli.values import add_set_option, real, with_values
from lagr_gui.cli.waiting import stage
from lagr_gui.exchange.tables.csv_table import table_csv
from lagr_gui.expression.arguments import number_in
from lagr_gui.extensions.families.commands.sweep import add_workers, vary_of
from lagr_gui.foundation.showing import as_json
from lagr_gui.foundation.writing import write

ENDINGS = (".csv", ".json")
PERIOD: dict[str, Any] = {"metavar": "PERIOD", "help": "seconds, or as in 2*pi/Omega"}


def add_options(parser: ArgumentParser) -> None:
    """What varies, the file, and what belongs to each command."""
    name = parser.prog.rpartition(" ")[2]
    if name != "periodic":
        parser.add_argument(
            "--vary",
            action="append",
            metavar="NAME=FROM:TO:COUNT",
            default=[],
            required=name != "section",
            help="values of a parameter or start value; also NAME=1,2,5",
        )
    parser.add_argument("-o", "--out", metavar="FILE", help="a table as .csv or .json")
    _OPTIONS[name](parser)
    if name == "locus":
        parser.add_argument("--special", default="", metavar="NAME", help="a special case")
        add_set_option(parser)
        return
    if name != "periodic":
        add_workers(parser)
    add_settings(parser)


def run(options: Namespace) -> int:
    """Print the answer, and write its table."""
    model = with_values(pipeline.load(options.model), options)
    found = _QUESTIONS[options.command](model, options)
    told = found.as_json()
    if options.out:
        path, columns = Path(options.out), found.columns()
        is_json = path.suffix.lower() == ".json"
        write(path, as_json(told) if is_json else table_csv([*columns], [*columns.values()]))
        told |= {"file": options.out}
    written = [f"Written: {options.out}"] if options.out else []
    print(answer_json(told) if options.json else "\n".join([str(found), *written]))
    return 0


# --- what each of them asks ------------------------------------------------------------------


def _locus_options(parser: ArgumentParser) -> None:
    parser.add_argument("--at", default="equilibrium", help="equilibrium (default) or start")


def _locus(model: Any, options: Namespace) -> Any:
    return pipeline.root_locus(model, vary_of(model, options), options.at, options.special)


def _section_options(parser: ArgumentParser) -> None:
    parser.add_argument("--every", **PERIOD)
    parser.add_argument("--crossing", default="", metavar="EXPRESSION", help="it passes zero")
    parser.add_argument("--direction", default="rising", help="rising (default), falling, both")
    parser.add_argument("--after", type=real, default=0.0, metavar="T", help="settling time in s")
    add_output_option(parser)


def _section(model: Any, options: Namespace) -> Any:
    words: dict[str, Any] = {
        "every": _period(options.every),
        "crossing": options.crossing,
        "direction": options.direction,
        "after": options.after,
        "outputs": options.output,
        "settings": settings_of(model, options),
        "special": options.special,
    }
    if not options.vary:
        return pipeline.section(model, **words)
    return pipeline.bifurcation(model, vary_of(model, options), **words, **_workers(options))


def _stability_options(parser: ArgumentParser) -> None:
    parser.add_argument("--period", **PERIOD)


def _stability(model: Any, options: Namespace) -> Any:
    settings, period = settings_of(model, options), _period(options.period)
    words = {"special": options.special, **_workers(options)}
    return pipeline.stability(model, vary_of(model, options), period, settings, **words)


def _basins_options(parser: ArgumentParser) -> None:
    help_of_near = "ends nearer than this part of their range are one attractor"
    parser.add_argument("--near", type=real, default=0.01, metavar="PART", help=help_of_near)
    add_output_option(parser)


def _basins(model: Any, options: Namespace) -> Any:
    settings = settings_of(model, options)
    words = {"special": options.special, **_workers(options)}
    return pipeline.basins(
        model, vary_of(model, options), options.output, options.near, settings, **words
    )


def _periodic_options(parser: ArgumentParser) -> None:
    parser.add_argument("--period", required=True, **PERIOD)
    parser.add_argument("--free", action="store_true", help="find the period too, near this one")


def _periodic(model: Any, options: Namespace) -> Any:
    settings, period = settings_of(model, options), _period(options.period) or 0.0
    return pipeline.periodic_motion(model, period, settings, options.special, options.free)


_OPTIONS = {
    "locus": _locus_options,
    "section": _section_options,
    "stability": _stability_options,
    "basins": _basins_options,
    "periodic": _periodic_options,
}
_QUESTIONS = {
    "locus": _locus,
    "section": _section,
    "stability": _stability,
    "basins": _basins,
    "periodic": _periodic,
}


def _period(text: str | None) -> float | str | None:
    """A number where the text is one, otherwise an expression in parameters."""
    value = None if text is None else number_in(text)
    return text if value is None else value


def _workers(options: Namespace) -> dict[str, Any]:
    """Who computes, and that it is told how far that is."""
    return {
        "jobs": options.jobs,
        "scheduler": options.scheduler,
        "progress": lambda done, runs: stage(f"{done} of {runs} runs are done"),
    }
