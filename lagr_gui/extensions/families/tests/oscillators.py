"""Oscillators whose motions are known in closed form."""

from __future__ import annotations

from lagr_gui import GROUND, System


def oscillator(**values: float) -> System:
    """m ẍ + k ẋ + c x = F cos(Ω t)."""
    system = System("Oscillator", **({"m": 2, "c": 50, "k": 0.4, "F": 0, "Omega": 1} | values))
    system.joint("prismatic", GROUND, system.body("Mass", mass="m"), "x", axis=(1, 0, 0))
    system.element("coordinate_spring", "spring", coordinate="x", c="c", q0=0)
    system.element("coordinate_damper", "damper", coordinate="x", k="k")
    system.element("coordinate_force", "force", coordinate="x", force="F*cos(Omega*t)")
    system.start(x=0.1)
    return system


def two_masses(**values: float) -> System:
    """Two masses m on springs c to walls on both sides, and a spring d between them."""
    system = System("Two masses", **({"m": 2, "c": 50, "d": 10} | values))
    for name in ("x", "y"):
        body = system.body(f"Mass {name}", mass="m")
        system.joint("prismatic", GROUND, body, name, axis=(1, 0, 0))
        spring = f"spring {name}"
        system.element("coordinate_spring", spring, coordinate=name, c="c", q0=0)
    force = {"x": "d*(y - x)", "y": "d*(x - y)"}
    for name, text in force.items():
        system.element("coordinate_force", f"coupling {name}", coordinate=name, force=text)
    return system


def driven(force: str, **values: float) -> System:
    """ẍ is a force."""
    system = System("Driven", **values)
    system.joint("prismatic", GROUND, system.body("Mass", mass=1), "x", axis=(1, 0, 0))
    system.element("coordinate_force", "force", coordinate="x", force=force)
    system.start(x=0.1)
    return system
