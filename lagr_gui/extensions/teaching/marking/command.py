"""``lagr mark``: an exercise as it is set, and answers to it with their marks."""

from __future__ import annotations

from argparse import Namespace

from lagr_gui import pipeline
from lagr_gui.cli.command import Argument, command
from lagr_gui.cli.output import answer_json
from lagr_gui.foundation.incoming import read_text
from lagr_gui.foundation.languages import LANGUAGES


@command(
    Argument("ANSWERS", "a text with lines 4.2: T2 = …; without it the exercise is told", nargs="?"),
    Argument("--hints N", "how many hints are told where points are missing: 0 to 3", type=int),
    Argument("--variant N", "which values varied parameters have, from 0", type=int, default=0),
    Argument("--language LANGUAGE", f"of the words: {', '.join(LANGUAGES)}; as the exercise says"),
)
def run(options: Namespace) -> int:
    """Print the exercise, or the marks; 1 where points are missing."""
    from lagr_gui.extensions.teaching.marking.text import exercise_text, marked_text

    model = pipeline.load(options.model)
    if not options.answers:
        print(exercise_text(pipeline.derivation(model), model, options.variant, options.language))
        return 0
    marked = pipeline.mark(model, read_text(options.answers), options.variant)
    if options.json:
        print(answer_json(marked.as_json()))
    else:
        print(marked_text(marked, options.language, options.hints or 0))
    return 0 if marked.points == marked.most else 1
