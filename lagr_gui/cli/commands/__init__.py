"""The commands: what each of them answers, and where its record stands (`lagr_gui.cli.command`).

A file is loaded when a command in it is named, so that none waits for what others need.
"""

from __future__ import annotations

from collections.abc import Iterator
from keyword import iskeyword

from lagr_gui.extension import extensions
from lagr_gui.pipeline import QUESTIONS

ALONG = {name: door.command for name, door in QUESTIONS.items() if door.command}
"""Questions that a command of their name asks of a motion."""

ADDED = {command.name: command for each in extensions() for command in each.commands}
"""Commands of extensions."""

_CORE = {
    "check": "bodies, numbering, reference bodies, loops, coordinates, degrees of "
    "freedom, problems",
    "signals": "signals, their order and units, states of blocks, and what uses what",
    "equations": "g, Γ, Q, T, U, D and the kinematics, only what differs from zero, "
    "with its sources",
    "evaluate": "E and x of each body, g, h = Γq̇q̇, Q, q̈, T, U, D at given states",
    "simulate": "the motion from the start values; with --json a summary with its final state",
    **ALONG,
    "equilibrium": "all positions of equilibrium that are found, their stability, and "
    "what is indifferent",
    "linearize": "M, D, G, K, N, inputs and state space about an equilibrium or a state",
    "modes": "eigenvalues, frequencies, damping ratios, mode shapes and stability",
    "response": "frequency response: amplitude and phase of outputs for an input "
    "cos(ωt), resonances",
    "verify": "derive in every way there is and report the largest disagreement",
    "export": "the equations as LaTeX, text or JSON; the system as a report, a page, a program, "
    "a unit of FMI or a file of other programs",
    "import": "a card deck of LAGR, a script of AUTOLEV or a robot, as a model file",
    "table": "a measured curve from a file as a function of the model, with its integral",
    "report": "equations, document, curves, motion and a picture, all into a folder",
}


def _listed() -> Iterator[tuple[str, str]]:
    for name, words in _CORE.items():
        yield name, words
        yield from ((added.name, added.help) for added in ADDED.values() if added.behind == name)
    yield from ((added.name, added.help) for added in ADDED.values() if added.behind not in _CORE)


COMMANDS = dict(_listed())
"""Each command with its help, in the order in which they are listed."""

QUESTIONED = ("equilibrium", "modes", "response", "verify")
"""Those that ask one question, and stand together."""


def place_of(command: str) -> str:
    """The ``module:name`` of the record of a command."""
    if command in ADDED:
        return ADDED[command].record
    if command in ALONG:
        return f"{__name__}.questions:along"
    if command in QUESTIONED:
        return f"{__name__}.questions:{command.upper()}"
    return f"{__name__}.{command}{'_' if iskeyword(command) else ''}:run"
