"""Random systems with dry friction and rough contacts, whose motions are stepped over."""

from __future__ import annotations

from math import cos, sin
from random import Random

from lagr_gui import GROUND, System

G, END = 9.81, 0.5


def random_rubbing(seed: int) -> tuple[str, System]:
    """The sort of a random system, and the system, which moves for half a second."""
    source = Random(seed)
    flat = [carts, chain, standing, sliding_in_space, wheel, wagon]
    sorts = [*flat, roller, ball_on_a_belt, balls, bead]
    make = sorts[seed % len(sorts)]
    system = make(source)
    system.plan(until=END)
    return make.__name__, system


def _force(source: Random) -> str:
    size, pace, phase = source.uniform(-8, 8), source.uniform(1, 9), source.uniform(0, 6)
    return f"{size:.3f}*sin({pace:.2f}*t + {phase:.2f})"


def carts(source: Random) -> System:
    """Carts, each on the one before, that rub on it, between springs, stops and shakers."""
    system, before = System("carts", g=G), GROUND
    for n in range(source.randint(1, 4)):
        cart, name = system.body(mass=source.uniform(0.3, 2)), f"x{n}"
        system.joint("prismatic", before, cart, name)
        force = f"{_force(source)} - {source.uniform(0, 40):.2f}*{name}"
        system.element("coordinate_force", coordinate=name, force=force)
        if source.random() < 0.8:
            system.element("joint_friction", coordinate=name, kinetic=source.uniform(0.1, 3))
        if source.random() < 0.3:
            system.element(
                "stop",
                coordinate=name,
                upper=source.uniform(0.02, 0.3),
                lower=-1,
                restitution=source.choice((0, 0.4, 0.8)),
            )
        system.start(**{name: (0, source.uniform(-1, 1))})
        before = source.choice((cart, GROUND))
    return system


def chain(source: Random) -> System:
    """A chain of rods with friction in each hinge; its end may strike a rough floor."""
    system, before, at = System("chain", g=G), GROUND, (0, 0, 0)
    for n in range(source.randint(1, 3)):
        length = source.uniform(0.3, 1)
        rod = system.body(mass=source.uniform(0.5, 2), inertia=(0.02, 0.02, 0.05))
        name = f"q{n}"
        system.joint(
            "revolute",
            before,
            rod,
            name,
            axis=(0, 0, 1),
            point_parent=at,
            point_child=(-length / 2, 0, 0),
        )
        if source.random() < 0.7:
            system.element("joint_friction", coordinate=name, kinetic=source.uniform(0.05, 1.5))
        system.start(**{name: (source.uniform(-1.2, 0.6), source.uniform(-2, 2))})
        before, at = rod, (length / 2, 0, 0)
    if source.random() < 0.6:
        mu, kappa = source.uniform(0.05, 0.5), source.choice((0, 0.3, 0.6))
        system.element(
            "wall",
            body=before,
            centre=at,
            plane_point=(0, -at[0] * 2 - 1.4, 0),
            normal=(0, 1, 0),
            mu=mu,
            restitution=kappa,
        )
    return system


def standing(source: Random) -> System:
    """A plate with one to three rough corners above a floor that leans."""
    system = System("plate", g=G)
    a, b = source.uniform(0.2, 0.6), source.uniform(0.2, 0.8)
    m = source.uniform(0.5, 3)
    body = system.body(mass=m, inertia=(m * (a * a + b * b) / 3,) * 3)
    system.joint("planar", GROUND, body, "x", "y", "phi")
    mu, kappa = source.uniform(0.05, 0.6), source.choice((0, 0, 0.4, 0.7))
    lean = source.uniform(-0.4, 0.4)
    normal = (sin(lean), cos(lean), 0)
    for corner in source.sample([(-a, -b, 0), (a, -b, 0), (a, b, 0)], source.randint(1, 3)):
        system.element("wall", body=body, centre=corner, normal=normal, mu=mu, restitution=kappa)
    system.element("force", body=body, vector=(_force(source), 0, 0), axes="space")
    turned = source.uniform(-0.5, 0.5)
    high = (a + b) * 1.3 + source.uniform(0, 0.2)
    system.start(
        x=(0, source.uniform(-2, 2)),
        y=(high, source.uniform(-1, 0)),
        phi=(turned, source.uniform(-2, 2)),
    )
    return system


def sliding_in_space(source: Random) -> System:
    """A point in space above a rough plane that leans, held by a spring."""
    system = System("point", g=G)
    way, up, body = system.body(), system.body(), system.body(mass=source.uniform(0.5, 2))
    system.joint("prismatic", GROUND, way, "x")
    system.joint("prismatic", way, up, "y", axis=(0, 1, 0))
    system.joint("prismatic", up, body, "z", axis=(0, 0, 1))
    lean, turn = source.uniform(0, 0.6), source.uniform(0, 6)
    normal = (sin(lean) * cos(turn), cos(lean), sin(lean) * sin(turn))
    system.element(
        "wall",
        body=body,
        normal=normal,
        mu=source.uniform(0.05, 0.9),
        restitution=source.choice((0, 0.5, 0.8)),
        tangential=source.choice((0, 0, 0.3)),
    )
    for name in "xz":
        force = f"{_force(source)} - {source.uniform(0, 30):.2f}*{name}"
        system.element("coordinate_force", coordinate=name, force=force)
    system.start(
        x=(0, source.uniform(-2, 2)),
        y=(source.uniform(0, 0.1), source.uniform(-1, 0.5)),
        z=(0, source.uniform(-2, 2)),
    )
    return system


def wheel(source: Random) -> System:
    """A disc above a rough floor that leans: it spins, slides and rolls."""
    system = System("disc", g=G)
    r, m = source.uniform(0.1, 0.5), source.uniform(0.5, 2)
    body = system.body(mass=m, inertia=(m * r * r * source.uniform(0.3, 1),) * 3)
    system.joint("planar", GROUND, body, "x", "y", "phi")
    lean = source.uniform(-0.3, 0.3)
    system.element(
        "wall",
        body=body,
        radius=r,
        normal=(sin(lean), cos(lean), 0),
        mu=source.uniform(0.05, 0.9),
        restitution=source.choice((0, 0, 0.5)),
        tangential=source.choice((0, 0.4)),
    )
    system.element("coordinate_force", coordinate="phi", force=_force(source))
    system.start(
        x=(0, source.uniform(-2, 2)),
        y=(r * 1.2, source.uniform(-1, 0)),
        phi=(0, source.uniform(-9, 9)),
    )
    return system


def wagon(source: Random) -> System:
    """A cart that rubs on its rail, with a pendulum that rubs and a damper that sticks."""
    system = System("wagon", g=G)
    cart, bob = system.body(mass=source.uniform(1, 3)), system.body(mass=source.uniform(0.2, 1))
    system.joint("prismatic", GROUND, cart, "x")
    system.joint("revolute", cart, bob, "phi", axis=(0, 0, 1), point_child=(0, 0.7, 0))
    system.element("joint_friction", coordinate="x", kinetic=source.uniform(0.2, 4))
    if source.random() < 0.5:
        system.element("brake", coordinate="phi", moment=f"{source.uniform(0.1, 1):.3f}*(1 + t)")
    if source.random() < 0.5:
        system.element(
            "line_friction",
            body_a=0,
            body_b=bob,
            point_a=(1, 0.5, 0),
            kinetic=source.uniform(0.1, 2),
        )
    system.element("coordinate_force", coordinate="x", force=_force(source))
    system.start(x=(0, source.uniform(-1, 1)), phi=(source.uniform(-1, 1), source.uniform(-3, 3)))
    return system


def roller(source: Random) -> System:
    """What rolls as long as its friction is enough, on a surface that runs, up or down a slope."""
    system = System("roller", g=G)
    r, m = source.uniform(0.1, 0.5), source.uniform(0.5, 2)
    body = system.body(mass=m, inertia=(m * r * r * source.uniform(0.3, 1),) * 3)
    system.joint("planar", GROUND, body, "x", "y", "phi")
    lean = source.uniform(-0.3, 0.3)
    system.element(
        source.choice(("rolling_disc", "rolling_ball")),
        body=body,
        radius=r,
        normal=(sin(lean), cos(lean), 0),
        along=(cos(lean), -sin(lean), 0),
        mu=source.uniform(0.05, 0.9),
        restitution=source.choice((0, 0, 0.5)),
        surface=source.choice(((0, 0, 0), (source.uniform(-2, 2), 0, 0), ("sin(7*t)", "t", 0))),
    )
    system.element("coordinate_force", coordinate="phi", force=_force(source))
    system.start(
        x=(0, source.uniform(-2, 2)),
        y=(r * source.choice((1.2, 1 / cos(lean))), source.uniform(-1, 0)),
        phi=(0, source.uniform(-9, 9)),
    )
    return system


def ball_on_a_belt(source: Random) -> System:
    """A ball in space that strikes a belt, which runs and turns."""
    system = System("ball", gravity=(0, 0, -G))
    r, m = source.uniform(0.1, 0.4), source.uniform(0.5, 2)
    body = system.body(mass=m, inertia=(0.4 * m * r * r,) * 3)
    system.joint("free", GROUND, body, "x", "y", "z", "a", "b", "c")
    system.element(
        source.choice(("wall", "rolling_ball")),
        body=body,
        radius=r,
        normal=(0, 0, 1),
        mu=source.uniform(0.05, 0.6),
        restitution=source.choice((0, 0, 0.5)),
        surface=(source.uniform(-1, 1), source.choice((0.5, "cos(5*t)")), 0),
    )
    rates = {name: (0, source.uniform(-3, 3)) for name in "xyab"}
    system.start(z=(r + source.choice((0, 0.05)), 0), **rates)
    return system


def balls(source: Random) -> System:
    """Two balls in the plane that strike each other and rub, one of them drawn from either side."""
    system = System("balls", gravity=(0, source.choice((0, -G)), 0))
    bodies = [
        system.body(mass=source.uniform(0.5, 2), inertia=(0, 0, source.uniform(0.01, 0.1)))
        for _ in range(2)
    ]
    system.joint("planar", GROUND, bodies[0], "x", "y", "phi")
    system.joint("planar", GROUND, bodies[1], "u", "v", "psi")
    source.shuffle(bodies)
    d = source.uniform(0.3, 0.8)
    system.element(
        "bumper",
        body_a=bodies[0],
        body_b=bodies[1],
        share=source.uniform(0.2, 0.8),
        distance=d,
        mu=source.uniform(0.05, 0.8),
        restitution=source.choice((0, 0.3, 0.8)),
    )
    system.start(
        x=(-0.6 * d, source.uniform(1, 3)),
        y=(source.uniform(-0.2, 0.2), source.uniform(-1, 1)),
        phi=(0, source.uniform(-9, 9)),
        u=(0.6 * d, source.uniform(-3, -1)),
        psi=(0, source.uniform(-9, 9)),
    )
    return system


def bead(source: Random) -> System:
    """A bead or roller over a curve or a cam that stands, on which it rubs."""
    system = System("bead", g=G)
    m = source.uniform(0.5, 2)
    system.joint("planar", GROUND, system.body(mass=m, inertia=(0, 0, 0.05 * m)), "x", "y", "phi")
    more = {"mu": source.uniform(0.05, 0.6), "restitution": source.choice((0, 0.4))}
    more["radius"] = source.choice((0, 0.05))
    if source.random() < 0.5:
        curve, high = f"{source.uniform(0.1, 0.3):.3f}*cos(3*x)", 0.4
        system.element("follower", body=1, curve=curve, **more)
    else:
        curve, high = f"0.5 + {source.uniform(0, 0.1):.3f}*cos(2*theta)", 0.7
        system.element("cam", body=1, curve=curve, **more)
    at = {"x": (source.uniform(-0.2, 0.2), source.uniform(-1, 1)), "y": (high, 0)}
    system.start(phi=(0, source.uniform(-5, 5)), **at)
    return system
