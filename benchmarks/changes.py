"""Changes of mode: what each costs beside two steps, for every kind of friction.

    python benchmarks/changes.py [KIND …]

A body is shaken, so that it sticks, slides and turns round many times.  A change is what a long
motion takes longer than the same one without friction, beyond what short ones do, over the number
of changes; its peer are two steps of the motion without friction.  Last comes a whole motion with
many changes, in seconds of a processor, beside the same one without friction.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import table

sys.path.insert(0, str(Path(__file__).parents[1]))

from lagr_gui import GROUND, System

SHORT, LONG = 30.0, 630.0
GOAL = 50.0
MANY, WHOLE = 10_000, 1.0
G = (0, -9.81, 0)


def coordinate(*bounds: float) -> System:
    """A mass on a spring, with frictions on its coordinate."""
    system = System("coordinate", gravity=(0, 0, 0))
    system.joint("prismatic", GROUND, system.body(mass=1), "x")
    system.element("coordinate_force", coordinate="x", force="sin(2*t) - 4*x")
    for bound in bounds:
        system.element("joint_friction", coordinate="x", kinetic=bound)
    return system


def shaken(bound: float) -> System:
    """A mass that sticks twice in each period of the force on it, and lets go again."""
    system = System("shaken", gravity=(0, 0, 0))
    system.joint("prismatic", GROUND, system.body(mass=1), "x")
    system.element("coordinate_force", coordinate="x", force="1.6*sin(2*pi*t)")
    if bound:
        system.element("joint_friction", coordinate="x", kinetic=bound)
    return system


def guide(mu: float) -> System:
    """A shoe on a spring in a guide."""
    system = System("guide", gravity=G)
    system.joint("prismatic", GROUND, system.body(mass=1, inertia=(0, 0, 0.05)), "x")
    system.element("coordinate_force", coordinate="x", force="sin(2*t) - 4*x")
    if mu:
        system.element("guide_friction", coordinate="x", mu=mu, length=0.2)
    return system


def bearing(mu: float) -> System:
    """A pendulum on a pin."""
    system = System("bearing", gravity=G)
    link = system.body(mass=1, inertia=(0, 0, 0.05))
    system.joint("revolute", GROUND, link, "phi", point_child=(0, 0.5, 0))
    system.element("coordinate_force", coordinate="phi", force="sin(2*t)")
    if mu:
        system.element("bearing_friction", coordinate="phi", mu=mu, radius=0.05)
    return system


def drum(mu: float) -> System:
    """Two weights on a rope round a bar, one on a spring."""
    system = System("drum", gravity=G)
    weights = [system.body(mass=mass) for mass in (1, 1.1)]
    for weight, name, x in zip(weights, ("y1", "y2"), (-0.1, 0.1), strict=True):
        system.joint("prismatic", GROUND, weight, name, axis=(0, 1, 0), point_parent=(x, 0, 0))
    system.element("coordinate_force", coordinate="y1", force="8*sin(3*t) - 100*(y1 - 1)")
    ends: dict[str, Any] = {"body_a": weights[0], "body_b": weights[1], "l": 4}
    system.element("drum_rope", drum_point=(0, 3, 0), **ends, mu=mu)
    system.start(y1=1, y2=1)
    return system


def contact(mu: float, feet: int) -> System:
    """A disc, or a box on feet, on a floor in the plane."""
    system = System("contact", gravity=G)
    body = system.body(mass=1, inertia=(0, 0, 0.05))
    system.joint("planar", GROUND, body, "x", "y", "phi")
    system.element("coordinate_force", coordinate="x", force="3*sin(4*t) - 4*x")
    system.element("coordinate_force", coordinate="phi", force="-5*phi")
    for foot in range(feet):
        place: dict[str, Any] = {"radius": 0.1} if feet == 1 else {"centre": (foot - 0.5, -0.1, 0)}
        system.element("wall", body=body, **place, restitution=0, mu=mu)
    system.start(y=0.1)
    return system


KINDS: dict[str, tuple[Callable[[], System], Callable[[], System]]] = {
    "coordinate": (lambda: coordinate(0.15), coordinate),
    "two on one": (lambda: coordinate(0.05, 0.1), coordinate),
    "guide": (lambda: guide(0.02), lambda: guide(0)),
    "bearing": (lambda: bearing(0.3), lambda: bearing(0)),
    "drum": (lambda: drum(0.1), lambda: drum(0)),
    "disc on a floor": (lambda: contact(0.1, 1), lambda: contact(0, 1)),
    "box on a floor": (lambda: contact(0.1, 2), lambda: contact(0, 2)),
}
"""Each rubs, and moves the same way without friction."""


def beyond(system: System) -> tuple[float, int, int]:
    """The seconds that a long motion takes beyond a short one, its steps and changes of mode."""
    short, long = (system.simulate(until=until) for until in (SHORT, LONG))
    times = [table.shortest(lambda u=u: system.simulate(until=u), 3) for u in (SHORT, LONG)]
    changes = len(long.contacts) - len(short.contacts)
    return times[1] - times[0], long.steps - short.steps, changes


def main() -> None:
    """Print the table."""
    table.head("Changes of mode, beside two steps")
    for name in sys.argv[1:] or KINDS:
        rubbing, smooth = KINDS[name]
        time, _, changes = beyond(rubbing())
        bare, steps, _ = beyond(smooth())
        each, two = (time - bare) / changes, 2 * bare / steps
        goal = table.at_most(1e6 * each, GOAL, "µs")
        table.line(name, table.seconds(each), table.seconds(two), each / two, goal)
    many, until = shaken(1.0), MANY / 4
    whole, smooth = (
        table.least_processor_time(lambda s=system: s.simulate(until=until))
        for system in (many, shaken(0.0))
    )
    goal = table.at_most(whole, WHOLE, "s")
    table.line(f"{MANY} changes", table.seconds(whole), table.seconds(smooth), whole / smooth, goal)


if __name__ == "__main__":
    main()
