"""``lagr mark``: an exercise as it is set, and answers to it with their marks."""

from __future__ import annotations

from argparse import Namespace

from lagr_gui import pipeline
from lagr_gui.cli.command import Argument, command
from lagr_gui.cli.output import answer_json
from lagr_gui.cli.values import count, whole
from lagr_gui.foundation.incoming import read_text
from lagr_gui.foundation.languages import LANGUAGES


@command(
    Argument(
        "ANSWERS", "a text with lines 4.2: T2 = …; without it the exercise is told", nargs="?"
    ),
    Argument("--hints N", "hints where points are missing", type=count(0, 3), default=0),
    Argument("--variant N", "which values varied parameters have", type=whole, default=0),
    Argument("--language LANGUAGE", f"of the words: {', '.join(LANGUAGES)}; as the exercise says"),
)
def run(options: Namespace) -> int:
    """Print the exercise, or the marks."""
    from lagr_gui.extensions.teaching.marking.asking import varied
    from lagr_gui.extensions.teaching.marking.text import exercise_text, marked_text

    model = pipeline.load(options.model)
    if not options.answers:
        derived = pipeline.derivation(model)
        print(exercise_text(derived, varied(model, options.variant), options.language))
        return 0
    marked = pipeline.mark(model, read_text(options.answers), options.variant)
    if options.json:
        print(answer_json(marked.as_json()))
    else:
        print(marked_text(marked, options.language, options.hints))
    return 0
