"""Asks systems questions; what checks itself stops wrong answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lagr_gui import SelfCheck, System, accelerations, certify
from lagr_gui.mechanics.formalisms import COMPUTING
from lagr_gui.prepared import prepare

ASK: dict[str, Callable[[System], Any]] = {}


def question(ask: Callable[[System], Any]) -> Callable[[System], Any]:
    """Enter a question under the name of its function."""
    ASK[ask.__name__] = ask
    return ask


@question
def evaluate(system: System) -> Any:
    """Everything at a state that is nowhere special."""
    f = len(system.check().coordinates)
    return system.evaluate(
        {
            "t": 0.2,
            "q": [0.31 + 0.17 * i for i in range(f)],
            "qd": [0.7 - 0.23 * i for i in range(f)],
        }
    )[0].certificate


@question
def simulate(system: System) -> Any:
    """A short motion."""
    return system.simulate(until=0.05, points=5).certificate


@question
def touch(system: System) -> Any:
    """A motion that comes into contact."""
    return system.simulate(until=3.0, points=100).certificate


@question
def closed(system: System) -> Any:
    """The closed form, as after each derivation in the window."""
    return certify(system.model)


@question
def modes(system: System) -> Any:
    """Small motions about the start."""
    return system.modes(at="start").certificate


def held(axes: str) -> Callable[[System], Any]:
    """What joints transmit along a short motion, in axes."""

    def ask(system: System) -> Any:
        return system.reactions(system.simulate(until=0.05, points=5), axes).certificate

    return ask


ASK |= {"reactions": held("space"), "in_child": held("child"), "in_joint": held("joint")}


@question
def drawn(system: System) -> Any:
    """Where everything is along a short motion: what the animation draws."""
    found = system.simulate(until=0.05, points=5)
    system.motion(found)
    return found.certificate


def by_formalism(name: str) -> Callable[[System], Any]:
    """Accelerations by one formalism at the start."""

    def ask(system: System) -> Any:
        start = prepare(system.model).start
        accelerations(system.model, name, start)
        return SelfCheck(0.0, samples=1)

    return ask


ASK |= {name: by_formalism(name) for name in COMPUTING}
