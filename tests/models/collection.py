"""The collection of faulty models, and the parts that many of them have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lagr_gui import System
from lagr_gui.model import Simulation


@dataclass(frozen=True)
class Faulty:
    """What is wrong with a model, and what a user must read.

    `code` is that of the problem, `words` are patterns found in its place, cause or remedy;
    `stage` is the first of check, mobility, evaluate, simulate at which it is told.
    """

    make: Callable[[], System]
    stage: str
    code: str
    words: tuple[str, ...]


COLLECTION: dict[str, Faulty] = {}


def faulty(
    stage: str, code: str, *words: str
) -> Callable[[Callable[[], System]], Callable[[], System]]:
    """Enter a model into the collection under the name of its function."""

    def enter(make: Callable[[], System]) -> Callable[[], System]:
        COLLECTION[make.__name__] = Faulty(make, stage, code, words)
        return make

    return enter


def until(system: System, end: float) -> System:
    """The system with another end of its simulation."""
    system.model = system.model.model_copy(update={"simulation": Simulation(until=end)})
    return system


def cart() -> System:
    system = System()
    system.body("Cart", mass=1)
    system.joint("prismatic", 0, 1, "x", name="rail")
    return system


def two_wheels() -> System:
    system = System()
    for k in (1, 2):
        system.body(f"Wheel {k}", inertia=(1, 1, 1))
        system.joint("revolute", 0, k, f"q{k}", name=f"axle {k}")
    return system


def plate() -> System:
    system = System(gravity=(0, 0, "-g"))
    system.body("Plate", mass=1, inertia=(0.1, 0.1, 0.2))
    system.joint("planar", 0, 1, "x", "y", "phi", name="table")
    return system


def disc() -> System:
    system = System(gravity=(0, 0, "-g"))
    system.body("Disc", mass=1, inertia=(0.1, 0.1, 0.2))
    turns = ((0, 0, 1), (1, 0, 0), (0, 0, 1))
    system.joint("free", 0, 1, "x", "y", "z", "psi", "theta", "phi", sequence=turns, name="free")
    return system
