"""``lagr sensitivities``, ``locus``, ``section``, ``stability``, ``basins``, ``periodic``.

What becomes of a system over some of its values, and in the long run.
"""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from typing import Any

from lagr_gui.cli.command import SET, SPECIAL, Argument, QuestionCommand
from lagr_gui.cli.commands.simulate import OUTPUT, SETTINGS, settings_of
from lagr_gui.cli.values import real
from lagr_gui.cli.waiting import stage
from lagr_gui.expression.arguments import number_in
from lagr_gui.extensions.families.commands.sweep import WORKERS, vary_of
from lagr_gui.model import Model

_vary = partial(
    Argument,
    "--vary NAME=FROM:TO:COUNT",
    "values of a parameter or start value; also NAME=1,2,5",
    several=True,
    value=vary_of,
)
VARY = _vary(required=True)
FILE = Argument("-o --out FILE", "a table as .csv or .json", default=None)


def _period(name: str, required: bool = False) -> Argument:
    """An option that takes a number, or an expression in parameters."""

    def value(_: Model, options: Namespace) -> float | str | None:
        text = getattr(options, name)
        number = None if text is None else number_in(text)
        if required and not text:
            return 0.0
        return text if number is None else number

    words = "seconds, or as in 2*pi/Omega"
    return Argument(f"--{name} PERIOD", words, default=None, required=required, value=value)


def _told(done: int, runs: int) -> None:
    stage(f"{done} of {runs} runs are done")


_MOVED: Any = {"settings": settings_of, "progress": lambda model, options: _told}
"""What questions about many motions take besides."""

SENSITIVITIES = QuestionCommand(
    "sensitivities",
    (
        Argument(
            "--vary NAME",
            "a parameter, start position or start velocity q'",
            several=True,
            required=True,
        ),
        OUTPUT,
        Argument("-o --out FILE", "slopes as .csv or .json", default=None),
        *SETTINGS,
    ),
    _MOVED,
)
LOCUS = QuestionCommand(
    "root_locus",
    (
        VARY,
        FILE,
        Argument("--at AT", "equilibrium (default) or start", default="equilibrium"),
        SPECIAL,
        SET,
    ),
)
SECTION = QuestionCommand(
    "section",
    (
        _vary(),
        FILE,
        _period("every"),
        Argument("--crossing EXPRESSION", "it passes zero"),
        Argument("--direction DIRECTION", "rising (default), falling, both", default="rising"),
        Argument("--after T", "settling time in s", type=real, default=0.0),
        OUTPUT,
        *WORKERS,
        *SETTINGS,
    ),
    _MOVED,
    varied="bifurcation",
)
STABILITY = QuestionCommand(
    "stability", (VARY, FILE, _period("period"), *WORKERS, *SETTINGS), _MOVED
)
BASINS = QuestionCommand(
    "basins",
    (
        VARY,
        FILE,
        Argument(
            "--near PART",
            "ends nearer than this part of their range are one attractor",
            type=real,
            default=0.01,
        ),
        OUTPUT,
        *WORKERS,
        *SETTINGS,
    ),
    _MOVED,
)
PERIODIC = QuestionCommand(
    "periodic_motion",
    (
        FILE,
        _period("period", required=True),
        Argument("--free", "find the period too, near this one"),
        *SETTINGS,
    ),
    _MOVED,
)
