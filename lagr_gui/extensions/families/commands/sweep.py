"""``lagr sweep``: the motions for all combinations of some values, into a file."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from lagr_gui import pipeline
from lagr_gui.cli.command import Argument, command
from lagr_gui.cli.commands.simulate import OUTPUT, SETTINGS, settings_of
from lagr_gui.cli.output import answer_json, note
from lagr_gui.cli.values import count, with_values
from lagr_gui.cli.waiting import stage
from lagr_gui.expression.arguments import number_in, quantity_or, shortened
from lagr_gui.extensions.families.sweep_tables import TABLES
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Cancelled, refusal
from lagr_gui.foundation.writing import write
from lagr_gui.model import Model
from lagr_gui.model.valued import varied_units
from lagr_gui.pipeline import Sweep

GROWING = (".h5", ".hdf5")
"""Endings of files that grow with the runs; others are written in the end."""
ENDINGS = (*GROWING, *TABLES)
_COMPUTING = {
    **{word: word for word in ("vary", "jobs", "scheduler", "resume", "until", "rtol")},
    **{word: word for word in ("atol", "solver", "step", "points", "special", "set", "start")},
    "output": "outputs",
    "from": "start_time",
}
"""What tells how runs are computed: options by their words."""
MOST_JOBS, MOST_VALUES = 1024, 1_000_000


WORKERS = (
    Argument("--jobs N", "processes; one for each core", type=count(1, MOST_JOBS)),
    Argument("--scheduler ADDRESS", "of dask.distributed"),
)
"""``--jobs``, ``--scheduler``."""


@command(
    Argument(
        "--vary NAME=FROM:TO:COUNT",
        "values of a parameter, start position or start velocity q'; also NAME=1,2,5",
        several=True,
    ),
    OUTPUT,
    Argument(
        "-o --out FILE",
        "the runs as .h5, which grows with them; as .csv or .npz, written in the end",
        required=True,
    ),
    *WORKERS,
    Argument("--resume", "go on with a file that was begun"),
    *SETTINGS,
    endings=ENDINGS,
)
def run(options: Namespace) -> int:
    """Compute the runs, print what became of them; what is done when it is stopped stays."""
    if Path(options.model).suffix.lower() in ENDINGS:
        return _written_anew(options)
    if not options.vary:
        remedy = "Write NAME=FROM:TO:COUNT, as in a=0:1:11, or NAME=1,2,5."
        raise refusal("Option --vary", "Nothing varies.", remedy, "no-value")
    model = with_values(pipeline.load(options.model), options)
    if options.special:
        model = pipeline.prepare(model, options.special).model
    begun, grows = perf_counter(), Path(options.out).suffix.lower() in GROWING
    try:
        sweep = pipeline.sweep(
            model,
            vary_of(model, options),
            options.outputs,
            options.out,
            settings_of(model, options),
            jobs=options.jobs,
            resume=options.resume,
            scheduler=options.scheduler,
            progress=lambda done, runs: stage(f"{done} of {runs} runs are done"),
            overwrite=options.overwrite,
        )
    except (KeyboardInterrupt, Cancelled):
        if grows and Path(options.out).exists():
            note(f"What is done stands in {options.out}; --resume goes on.")
        raise
    data = sweep_json(sweep) | {"file": options.out, "wall_time": perf_counter() - begun}
    print(answer_json(data) if options.json else f"{sweep}\nWritten: {options.out}")
    return 0


def _written_anew(options: Namespace) -> int:
    """Write the runs of a file as a table or as arrays; nothing is computed."""
    said = [word for word, name in _COMPUTING.items() if getattr(options, name)]
    if said:
        cause = "A file of runs is written anew; nothing is computed."
        raise refusal(f"Option --{said[0]}", cause, "Leave it out, or give a model.", "sweep-file")
    writer = TABLES.get(Path(options.out).suffix.lower())
    if writer is None:
        cause = "A file of runs is written anew as a table or as arrays."
        raise refusal(f"Option --out {options.out}", cause, "Use .csv or .npz.", "sweep-file")
    runs = pipeline.load_sweep(options.model)
    write(Path(options.out), writer(runs))
    data = sweep_json(runs) | {"file": options.out}
    print(answer_json(data) if options.json else f"{runs}\nWritten: {options.out}")
    return 0


def sweep_json(sweep: Sweep) -> dict[str, Any]:
    """What became of the runs, as an object."""
    return {
        "axes": dict(sweep.axes),
        "runs": len(sweep.states),
        "failed": [
            {"number": number, "values": sweep.values(number), "cause": problem}
            for number, problem in sweep.problems.items()
        ],
        "outputs": sweep.expressions,
        "points": len(sweep.t),
    }


def vary_of(model: Model, options: Namespace) -> dict[str, list[float]]:
    """The values of ``--vary`` by name, in SI units. Raises LagrError where one is given twice."""
    axes: dict[str, list[float]] = {}
    units = units_of(model)
    for entry in options.vary:
        name, values = _varied(entry, units)
        if name in axes:
            cause = say("“{name}” is given twice.", name=shortened(name))
            raise refusal(_place(entry), cause, "Leave one of them out.", "values")
        axes[name] = values
    return axes


def units_of(model: Model) -> dict[str, str]:
    """The units of what can vary, by name."""
    prepared = pipeline.prepare(model)
    return varied_units(prepared.model, prepared.coordinates, prepared.report.units)


def _varied(entry: str, units: Mapping[str, str]) -> tuple[str, list[float]]:
    """A name with its values: ``a=0:1:11``, ``a=1,2,5`` or ``a=10 cm,20 cm``."""
    quantity, _, text = entry.partition("=")
    name, span, place = quantity.strip(), text.split(":"), _place(entry)
    remedy = "Write NAME=FROM:TO:COUNT, as in a=0:1:11, or NAME=1,2,5."
    unread = refusal(place, "It tells no values.", remedy, "no-value")

    def values(texts: Iterable[str]) -> list[float]:
        return [quantity_or(unread, part, units.get(name, ""), place) for part in texts]

    if len(span) == 1:
        return name, values(text.split(","))
    many = number_in(span[-1])
    if len(span) != 3 or many not in range(1, MOST_VALUES + 1):
        raise unread
    first, last = values(span[:2])
    _check_span(entry, first, last, int(many or 0))
    return name, np.linspace(first, last, int(many or 0)).tolist()


def _check_span(entry: str, first: float, last: float, count: int) -> None:
    """One value is no span, and many values are not all the same."""
    if (count == 1) != (first == last):
        cause = "One value does not go from one end to another."
        cause = cause if count == 1 else "All values are the same."
        raise refusal(_place(entry), cause, "Give two ends and at least 2 values.", "no-value")


def _place(entry: str) -> str:
    return f"Option --vary {shortened(entry)}"
