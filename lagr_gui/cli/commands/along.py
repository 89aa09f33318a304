"""Commands that simulate and ask one question of the motion: ``lagr energy``."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from lagr_gui import pipeline
from lagr_gui.cli.command import TABLE, Option, command, table_file
from lagr_gui.cli.commands.simulate import ALLOW, SETTINGS, settings_of
from lagr_gui.cli.output import answer_json, problem_json, tell
from lagr_gui.cli.values import with_values

FILE = Option("-o --out FILE", "table as .csv or .json", default=None)


@command(*SETTINGS, ALLOW, FILE, endings=TABLE)
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
    answer = getattr(pipeline, options.command)(model, motion, special=options.special)
    told = answer.as_json()
    written = table_file(options, answer, told)
    if options.json:
        more = {"problems": [problem_json(problem) for problem in problems]} if problems else {}
        print(answer_json(told | more))
    else:
        print(answer, *written, sep="\n")
    tell(problems)
    return 1 if problems else 0
