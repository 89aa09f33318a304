"""Questions about systems of equal physics and different values, and their answers as bytes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from lagr_gui import GROUND, System

Question = Callable[[], Any]


def oscillator(k: float) -> System:
    """A cart between a spring and a dashpot, with a pendulum on it."""
    cart = System("Cart", k=k, c=0.1 * k, m=1.5, b=0.5 + 0.01 * k, l=0.4)
    carriage = cart.body("Carriage", mass="m", inertia=(0.1, 0.1, 0.1))
    bob = cart.body("Bob", mass="b", inertia=(0.01, 0.01, 0.01))
    cart.joint("prismatic", GROUND, carriage, "x", axis=(1, 0, 0))
    cart.joint("revolute", carriage, bob, "phi", point_child=(0, "l", 0))
    cart.element("coordinate_spring", coordinate="x", c="k")
    cart.element("coordinate_damper", coordinate="x", k="c")
    cart.start(x=0.3, phi=(0.5, 0.1 * k))
    return cart


def linkage(k: float) -> System:
    """A four-bar chain that is driven through its gravity and a spring."""
    chain = System("Chain", l=0.3 + 0.01 * k, k=k)
    bars = [chain.body(f"Bar {i}", mass=0.2 + 0.1 * i, inertia=(0, 0, 0.01)) for i in range(3)]
    before = GROUND
    for i, bar in enumerate(bars):
        far = (0, 0, 0) if i == 0 else (0, "l", 0)
        chain.joint("revolute", before, bar, f"q{i + 1}", point_parent=far, point_child=(0, 0, 0))
        before = bar
    chain.joint("revolute", GROUND, before, point_parent=(0.5, 0, 0), point_child=(0, "l", 0))
    chain.element("coordinate_spring", coordinate="q1", c="k")
    chain.start(q1=0.4)
    return chain


def ball(k: float) -> System:
    """A ball that falls on the floor."""
    game = System("Ball", r=0.5 + 0.02 * k)
    body = game.body("Ball", mass=1)
    game.joint("prismatic", GROUND, body, "z", axis=(0, 1, 0))
    game.element("stop", coordinate="z", lower=0, restitution="r")
    game.start(z=(1.0, 0.0))
    return game


def stiff(k: float) -> System:
    """A stiff oscillator, which the automatic choice of methods leaves to an implicit one."""
    cart = System("Stiff", k=1000.0 * k)
    body = cart.body("Body", mass=1)
    cart.joint("prismatic", GROUND, body, "x", axis=(1, 0, 0))
    cart.element("coordinate_damper", coordinate="x", k="k")
    cart.element("coordinate_spring", coordinate="x", c=10)
    cart.start(x=(0.1, 1.0))
    return cart


def simulated(system: System) -> Any:
    """A motion of half a second."""
    return system.simulate(until=0.5)


def evaluated(system: System) -> Any:
    """Everything at a state, and the same by the closed form."""
    f = len(system.check().coordinates)
    state = {"t": 0.1, "q": [0.3 + 0.1 * i for i in range(f)], "qd": [0.2] * f}
    return system.evaluate(state), system.evaluate(state, derivation="closed")


def moded(system: System) -> Any:
    """Small motions about the start."""
    return system.modes(at="start")


def verified(system: System) -> Any:
    """All derivations and formalisms."""
    return system.verify(states=2)


def reacting(system: System) -> Any:
    """Reactions along a short motion, and poses."""
    motion = system.simulate(until=0.3)
    return system.reactions(motion), system.motion(motion)


def resting(system: System) -> Any:
    """Equilibria near the start, and degrees of freedom."""
    return system.equilibria(near={"x": 0.1, "phi": 0.2}), system.mobility()


def responding(system: System) -> Any:
    """Degrees of freedom, equations about the start in closed form and in numbers."""
    return system.mobility(), system.linearize_symbolic(), system.linearize("start")


FOUR: tuple[Callable[[System], Any], ...] = (simulated, evaluated, moded, verified)
VALUES = tuple(2.0 + 0.75 * i for i in range(8))


def sixty_four() -> list[Question]:
    """Motions, evaluations, modes and verifications: two physics, each with eight values."""
    systems = [make(k) for k in VALUES for make in (oscillator, linkage)]
    return [partial(ask, system) for system in systems for ask in FOUR]


def others() -> list[Question]:
    """Impacts, stiff motions, reactions, equilibria and freedoms."""
    motions = [partial(simulated, make(k)) for k in VALUES for make in (ball, stiff)]
    asked = [
        partial(ask, make(k))
        for k in VALUES[:3]
        for make, ask in ((oscillator, reacting), (linkage, reacting), (oscillator, resting))
    ]
    linear = [partial(responding, linkage(k)) for k in VALUES[:3]]
    return [*motions, *asked, *linear]


def asked_sixty_four() -> list[bytes]:
    """All answers, one after the other."""
    return [bits(question) for question in sixty_four()]


def bits(question: Question) -> bytes:
    """All numbers of an answer, to the last bit; the time that it took is left out."""
    return b"|".join(_bits(question()))


def _bits(answer: Any) -> Iterator[bytes]:
    if isinstance(answer, np.ndarray):
        yield str(answer.shape).encode() + np.ascontiguousarray(answer).tobytes()
    elif isinstance(answer, float):
        yield answer.hex().encode()
    elif isinstance(answer, Mapping):
        for key, value in answer.items():
            yield str(key).encode()
            yield from _bits(value)
    elif isinstance(answer, (list, tuple)):
        for value in answer:
            yield from _bits(value)
    elif dataclasses.is_dataclass(answer):
        for entry in dataclasses.fields(answer):
            if entry.name not in ("seconds", "dense"):
                yield from _bits(getattr(answer, entry.name))
    else:
        yield repr(answer).encode()
