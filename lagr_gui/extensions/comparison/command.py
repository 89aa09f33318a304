"""``lagr compare``: what became of a model in another version."""

from __future__ import annotations

from lagr_gui import pipeline
from lagr_gui.cli.command import SPECIAL, Argument, QuestionCommand

COMPARE = QuestionCommand(
    "compare",
    (
        Argument(
            "OTHER",
            "the later version, a file of any such kind",
            value=lambda _, options: pipeline.load(options.other),
        ),
        SPECIAL,
    ),
    problems=lambda comparison: comparison.problems,
    holds=lambda comparison: not comparison.problems,
)
