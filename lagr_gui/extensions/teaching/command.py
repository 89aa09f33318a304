"""``lagr derive``: the way to the equations of motion."""

from __future__ import annotations

from argparse import Namespace

from lagr_gui import pipeline
from lagr_gui.cli.command import SPECIAL, Argument, command
from lagr_gui.cli.commands.equations import as_read
from lagr_gui.cli.commands.export import LANGUAGE


@command(
    Argument("--depth DEPTH", "brief, normal", default="normal"),
    SPECIAL,
    LANGUAGE,
    Argument(
        "--as",
        "unicode in a terminal, text elsewhere, if none is chosen",
        dest="output",
        choices=("text", "unicode", "latex", "json"),
        default="",
    ),
)
def run(options: Namespace) -> int:
    """Print the derivation."""
    from lagr_gui.extensions.teaching.documents import written

    model = pipeline.load(options.model)
    answer = pipeline.derivation(model, options.depth, options.special)
    print(written(answer, options.output or as_read(), options.language))
    return 0
