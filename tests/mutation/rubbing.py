"""Systems with dry friction and rough contacts that show faults."""

from __future__ import annotations

from lagr_gui import GROUND, System


def _carts(count: int, until: float) -> tuple[System, list[int]]:
    system, before, bodies = System("carts", g=9.81), GROUND, list[int]()
    for n in range(count):
        bodies.append(system.body(mass=1 + n))
        system.joint("prismatic", before, bodies[-1], f"x{n}")
        before = bodies[-1]
    system.plan(until=until)
    return system, bodies


def block() -> System:
    """A block that slides to rest."""
    system, _ = _carts(1, 1.0)
    system.element("joint_friction", coordinate="x0", kinetic=3)
    system.element("coordinate_force", coordinate="x0", force="1 + t")
    system.start(x0=(0, 1))
    return system


def shaken() -> System:
    """A block that a growing force tears off, forth and back."""
    system, _ = _carts(1, 3.0)
    system.element("joint_friction", coordinate="x0", kinetic=2, static=2.5, stribeck=0.3)
    system.element("coordinate_force", coordinate="x0", force="4*sin(3*t)")
    return system


def braked() -> System:
    """A block that a brake holds more and more."""
    system, _ = _carts(1, 2.0)
    system.element("brake", coordinate="x0", moment="1 + t")
    system.element("coordinate_force", coordinate="x0", force="2.5*sin(4*t)")
    return system


def pair() -> System:
    """A block on another, both of which rub."""
    system, _ = _carts(2, 3.0)
    for n in range(2):
        system.element("joint_friction", coordinate=f"x{n}", kinetic=1.5 + n)
    system.element("coordinate_force", coordinate="x1", force="6*sin(2*t)")
    system.element("coordinate_force", coordinate="x0", force="3*cos(5*t)")
    return system


def brakes() -> System:
    """A block that two frictions hold together."""
    system, _ = _carts(1, 3.0)
    for R in (1.0, 1.5):
        system.element("joint_friction", coordinate="x0", kinetic=R)
    system.element("coordinate_force", coordinate="x0", force="4*sin(2*t)")
    return system


def damper() -> System:
    """A pendulum on a friction damper."""
    system = System("damper", g=9.81)
    bob = system.body(mass=1)
    system.joint("revolute", GROUND, bob, "q", axis=(0, 0, 1), point_child=(0, 0.8, 0))
    system.element("line_friction", body_a=0, body_b=bob, point_a=(1, 0, 0), kinetic=2)
    system.start(q=(1.0, 0))
    system.plan(until=2)
    return system


def _plate(feet: tuple[tuple[float, float], ...], **wall: float) -> System:
    system = System("plate", g=9.81)
    body = system.body(mass=2, inertia=(0.3, 0.3, 0.5))
    system.joint("planar", GROUND, body, "x", "y", "phi")
    for x, y in feet:
        system.element("wall", body=body, centre=(x, y, 0), normal=(0, 1, 0), **wall)
    return system


def foot() -> System:
    """A plate on two rough feet, pushed until it slides."""
    system = _plate(((-0.5, -0.3), (0.5, -0.3)), mu=0.3, static=0.4, restitution=0)
    system.element("coordinate_force", coordinate="x", force="10*sin(2*t)")
    system.start(y=(0.3, 0))
    system.plan(until=2)
    return system


def rod() -> System:
    """A rod that slides on its rough end as it falls."""
    system = _plate(((0, -0.5),), mu=0.2, restitution=0)
    system.start(x=(0, 1.5), y=(0.4330127018922193, -0.75), phi=(0.5235987755982988, 3))
    system.plan(until=0.3)
    return system


def bouncing() -> System:
    """A plate that bounces on rough corners."""
    system = _plate(((-0.5, -0.3), (0.5, -0.3)), mu=0.15, restitution=0.6, tangential=0.3)
    system.start(x=(0, 1.5), y=(0.8, 0), phi=(0.3, 0.5))
    system.plan(until=0.7)
    return system


def puck() -> System:
    """A puck on a rough table, which a spring turns aside and back."""
    system = System("puck", g=9.81)
    way, across, body = system.body(), system.body(), system.body(mass=1)
    system.joint("prismatic", GROUND, way, "x")
    system.joint("prismatic", way, across, "z", axis=(0, 0, 1))
    system.joint("prismatic", across, body, "y", axis=(0, 1, 0))
    system.element("wall", body=body, normal=(0, 1, 0), mu=0.2, restitution=0)
    system.element("coordinate_spring", coordinate="x", c=30)
    system.element("coordinate_spring", coordinate="z", c=20)
    system.start(x=(0.5, 0), z=(0, 1.5))
    system.plan(until=2)
    return system


def pin() -> System:
    """A double pendulum whose pin rubs by its reaction."""
    system = System("pin", g=9.81)
    rod, bob = system.body(mass=1), system.body(mass=0.5)
    system.joint("revolute", GROUND, rod, "a", axis=(0, 0, 1), point_child=(0, 0.7, 0))
    system.joint("revolute", rod, bob, "b", axis=(0, 0, 1), point_child=(0, 0.5, 0))
    system.element("bearing_friction", coordinate="a", mu=0.2, mu_static=0.3, radius=0.1)
    system.start(a=(0.8, 0), b=(0.3, 0))
    system.plan(until=3)
    return system


def one_foot() -> System:
    """A block on one rough foot, shaken until it slides."""
    system = System("one foot", g=9.81)
    body = system.body(mass=2)
    slide = system.body()
    system.joint("prismatic", GROUND, slide, "x")
    system.joint("prismatic", slide, body, "y", axis=(0, 1, 0))
    system.element("wall", body=body, normal=(0, 1, 0), mu=0.3, static=0.4, restitution=0)
    system.element("coordinate_force", coordinate="x", force="10*sin(2*t)")
    system.plan(until=2)
    return system


def pulled() -> System:
    """A block that a force which grows from zero tears off."""
    system, _ = _carts(1, 2.0)
    system.element("joint_friction", coordinate="x0", kinetic=1, static=1.5)
    system.element("coordinate_force", coordinate="x0", force="2*t")
    return system


def ball() -> System:
    """A ball that bounces."""
    system = System("ball", g=9.81)
    body = system.body(mass=2)
    system.joint("prismatic", GROUND, body, "y", axis=(0, 1, 0))
    system.element("wall", body=body, normal=(0, 1, 0), restitution=0.7)
    system.start(y=(0.4, 0))
    system.plan(until=0.9)
    return system


MADE = [block, shaken, braked, pair, brakes, damper, pulled]
MADE += [foot, one_foot, rod, bouncing, puck, ball, pin]
RUBBING = {made.__name__.replace("_", " "): made for made in MADE}
"""The systems by name."""
