"""``lagr derive``: the way to the equations of motion."""

from __future__ import annotations

from lagr_gui.cli.command import SPECIAL, Argument, QuestionCommand

DERIVE = QuestionCommand(
    "derivation",
    (
        Argument("--depth DEPTH", "brief, normal, detailed", default="normal"),
        SPECIAL,
    ),
)
