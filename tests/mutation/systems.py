"""Small systems in which faults show: each kind of joint, of element and of geometry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lagr_gui import GROUND, System

THETA = (0.11, 0.17, 0.23, 0.02, -0.03, 0.01)
SYSTEMS: dict[str, Callable[[], System]] = {}


def system(make: Callable[[], System]) -> Callable[[], System]:
    """Enter a system under the name of its function."""
    SYSTEMS[make.__name__] = make
    return make


def moving(*coordinates: str) -> dict[str, tuple[float, float]]:
    """A start that is nowhere special."""
    return {name: (0.31 + 0.17 * i, 0.7 - 0.23 * i) for i, name in enumerate(coordinates)}


def joined(kind: str, names: str, **fields: Any) -> Callable[[], System]:
    """A body on a turning body, by a joint of a kind."""

    def make() -> System:
        s = System(kind, gravity=(0.5, "-g", 1.0))
        arm = s.body("Arm", mass=1.3, inertia=THETA)
        tip = s.body("Tip", mass=0.7, inertia=THETA)
        s.joint("revolute", GROUND, arm, "a", axis=(1, 2, 2), point_child=(0.1, 0.4, -0.2))
        points = {"point_parent": (0.2, -0.3, 0.1), "point_child": (-0.1, 0.2, 0.3)}
        s.joint(kind, arm, tip, *names.split(), **points, **fields)
        s.start(**moving("a", *names.split()))
        return s

    return make


AXIS = {"axis": (2, -1, 2)}
SYSTEMS |= {
    "revolute": joined("revolute", "q", **AXIS),
    "prismatic": joined("prismatic", "q", **AXIS),
    "cylindrical": joined("cylindrical", "q r", **AXIS),
    "screw": joined("screw", "q", pitch=1.5, **AXIS),
    "universal": joined("universal", "q r"),
    "spherical": joined("spherical", "q r s"),
    "planar": joined("planar", "q r s"),
    "free": joined("free", "q r s u v w"),
    "fixed": joined("fixed", "", orientation=((0.6, 0.8, 0), (-0.8, 0.6, 0), (0, 0, 1))),
}


def two(elements: Callable[[System], None]) -> System:
    """Two bodies one behind the other, turning about skew axes, with elements on them."""
    s = joined("revolute", "q", **AXIS)()
    elements(s)
    return s


TO_GROUND = {"body_a": 2, "point_a": (0.1, 0.2, 0.3), "point_b": (-0.3, 0.5, 0.4)}
LINE = {"body_a": 2, "point_a": (0.1, 0.2, 0.3), "body_b": 1, "point_b": (-0.3, 0.1, 0.5)}


OVER = ({"body": 0, "point": (0.6, -0.4, 0.2)}, {"body": 1, "point": (0.2, 0.7, -0.1)})
COURSE = {**TO_GROUND, "pulleys": OVER}


def with_element(kind: str, **fields: Any) -> Callable[[], System]:
    """Two bodies and one element."""

    def enter(s: System) -> None:
        s.element(kind, "it", **fields)

    return lambda: two(enter)


SYSTEMS |= {
    "spring": with_element("spring", c=40, l0=0.2, **LINE),
    "dashpot": with_element("dashpot", k=3, **LINE),
    "lagr_damper": with_element("lagr_damper", k=3, **LINE),
    "bushing": with_element(
        "bushing",
        **LINE,
        normal=(1, 2, 2),
        along=(0, 1, -1),
        c=(9, "8 + t", 7),
        k=(1, 2, 3),
        c_turn=(4, 5, 6),
        k_turn=(0.1, 0.2, 0.3),
        preload=(1, 0, "t"),
        premoment=(0, 0.2, 0),
    ),
    "coordinate_spring": with_element("coordinate_spring", coordinate="q", c=7, q0=0.1),
    "coordinate_damper": with_element("coordinate_damper", coordinate="q", k=2),
    "coordinate_force": with_element("coordinate_force", coordinate="q", force="3 + t"),
    "force": with_element("force", body=2, point=(0.3, 0.1, 0.2), vector=(1, 2, 3), axes="body"),
    "torque": with_element("torque", body=2, reaction_body=1, vector=(1, 2, 3), axes="body"),
    "energies": with_element(
        "energies", kinetic="0.2*q'^2", potential="2*q^2", dissipation="0.3*q'^2*(2 + q)"
    ),
    "rod": with_element("rod", l="0.9 + 0.1*t", **TO_GROUND),
    "coincidence": with_element("coincidence", directions="x", **TO_GROUND),
    "pin_in_slot": with_element(
        "pin_in_slot",
        body=2,
        point=(0.1, 0.2, 0.3),
        ground=0,
        origin=(0.2, -0.1, 0.4),
        normal=(1, 2, 2),
        along=(0, 1, -1),
        curve="0.3 + 0.2*x^2 - 0.1*x",
    ),
    "gear": with_element("gear", coordinate_a="a", coordinate_b="q", ratio=2),
    "prescribed_motion": with_element("prescribed_motion", coordinate="q", motion="0.3*sin(t)"),
    "skid": with_element("skid", body=2, point=(0.1, 0.2, 0.3), across=(1, 2, 2), ground=0),
    "position_condition": with_element("position_condition", zero="a - q^2 + 0.1*sin(t)"),
    "velocity_condition": with_element("velocity_condition", zero="a' - cos(q)*q' + 0.1*t"),
    "wall": with_element("wall", body=2, radius=0.1, plane_point=(0, -5, 0)),
    "soft_contact": with_element(
        "soft_contact",
        body_a=2,
        point_a=(0.1, 0.2, 0.3),
        radius_a=0.1,
        body_b=1,
        point_b=(0, 5, 0),
        axis_b=(1, 4, 2),
        stiffness=3,
        damping=0.1,
    ),
    "stop": with_element("stop", coordinate="q", lower=-3, upper=3),
    "rope": with_element("rope", l=4, **LINE),
    "bumper": with_element("bumper", distance=0.01, **LINE),
    "elastic_rope": with_element("elastic_rope", c=30, l0=1, **COURSE),
    "rope_damper": with_element("rope_damper", k=3, **COURSE),
    "rope_pull": with_element("rope_pull", pull="3 + t", **TO_GROUND, pulleys=OVER[1:]),
    "tight_rope": with_element("tight_rope", l="1.6 + 0.5*t^2", **COURSE),
    "pulley_rope": with_element("pulley_rope", l=9, **COURSE),
    "joint_friction": with_element(
        "joint_friction", coordinate="q", kinetic=0.3, static=0.5, stribeck=0.2, speed=0.1
    ),
    "brake": with_element("brake", coordinate="q", moment="0.3 + t"),
    "bearing_friction": with_element("bearing_friction", coordinate="q", mu=0.2, radius=0.05),
    "line_friction": with_element("line_friction", kinetic=0.4, **LINE),
    "one_way_clutch": with_element(
        "one_way_clutch", coordinate="q", other="0.3*a - 0.1*t", turns="backwards", moment=0.5
    ),
    "unilateral_condition": with_element("unilateral_condition", limit="q - 4"),
}


@system
def drum_rope() -> System:
    """Two weights on a rope round a drum, one of which falls."""
    s = System("Drum", gravity=(0, -9.81, 0))
    light, heavy = s.body("Light", mass=1), s.body("Heavy", mass=3)
    s.joint("prismatic", GROUND, light, "y", axis=(0, 1, 0))
    s.joint("prismatic", GROUND, heavy, "z", axis=(0, 1, 0))
    s.element("drum_rope", "it", body_a=light, drum_point=(0, 3, 0), body_b=heavy, l=4, mu=0.2)
    s.start(y=1, z=1)
    return s


@system
def guide_friction() -> System:
    """A slide on a turning body that rubs in its guide."""
    s = joined("prismatic", "q", **AXIS)()
    s.element("guide_friction", "it", coordinate="q", mu=0.2, length=0.4)
    return s


@system
def surface_friction() -> System:
    """A ball on a turning body that rubs in its socket."""
    s = joined("spherical", "q r s")()
    s.element("surface_friction", "it", coordinate="r", mu=0.2, radius=0.4, preload=2)
    return s


@system
def rolling_disc() -> System:
    """A disc that rolls on a tilted table."""
    s = System("Disc")
    disc = s.body("Disc", mass=1, inertia=(0.1, 0.1, 0.2))
    s.joint("free", GROUND, disc, "x", "y", "z", "u", "v", "w")
    s.element("rolling_disc", "it", body=disc, axis=(0, 0, 1), radius=0.5)
    s.start(**moving("x", "y", "z", "u", "v", "w"))
    return s


@system
def rolling_ball() -> System:
    """A ball on a table that turns."""
    s = System("Ball")
    table = s.body("Table", mass=1, inertia=(0.1, 0.2, 0.1))
    ball = s.body("Ball", mass=1, inertia=(0.1, 0.1, 0.1))
    s.joint("revolute", GROUND, table, "p", axis=(0, 1, 0))
    s.joint("free", GROUND, ball, "x", "y", "z", "u", "v", "w")
    s.element(
        "rolling_ball",
        "it",
        body=ball,
        ground=table,
        radius=0.5,
        along=(1, 0, 0),
        plane_point=(0.1, 0, 0.2),
    )
    s.start(**moving("p", "x", "y", "z", "u", "v", "w"))
    return s


@system
def loop() -> System:
    """A four-bar chain with a spherical joint and a hinge in it."""
    s = System("Loop")
    bars = [s.body(f"Bar {i}", mass=0.5 + i, inertia=THETA) for i in range(3)]
    s.joint("revolute", GROUND, bars[0], "a", point_child=(0.1, 0.2, 0))
    s.joint("universal", bars[0], bars[1], "b", "c", point_parent=(-0.1, -0.2, 0.1))
    s.joint("revolute", GROUND, bars[2], "d", point_parent=(1.0, 0, 0), axis=(0, 1, 3))
    s.joint("spherical", bars[2], bars[1], point_parent=(0, 0.8, 0), point_child=(0.7, 0.1, 0))
    s.start(a=0.3)
    return s


@system
def planar_loop() -> System:
    """A four-bar chain in the plane: some conditions hold by themselves."""
    s = System("Planar loop")
    before = GROUND
    for i, name in enumerate("abc"):
        bar = s.body(f"Bar {i}", mass=0.2 + 0.1 * i, inertia=(0, 0, 0.01))
        far = (0, 0.4, 0) if i else (0, 0, 0)
        s.joint("revolute", before, bar, name, point_parent=far, point_child=(0, 0.02, 0))
        before = bar
    s.joint("revolute", GROUND, before, point_parent=(0.5, 0, 0), point_child=(0, 0.4, 0))
    s.start(a=0.4)
    return s


@system
def universal_loop() -> System:
    """A four-bar chain with a spherical joint, closed by a cardan joint."""
    s = System("Universal loop")
    bars = [s.body(f"Bar {i}", mass=0.5 + i, inertia=THETA) for i in range(3)]
    s.joint("revolute", GROUND, bars[0], "a", point_child=(0.1, 0.2, 0))
    s.joint("spherical", bars[0], bars[1], "b", "c", "e", point_parent=(-0.1, -0.2, 0.1))
    s.joint("revolute", GROUND, bars[2], "d", point_parent=(1.0, 0, 0), axis=(0, 1, 3))
    s.joint("universal", bars[2], bars[1], point_parent=(0, 0.8, 0), point_child=(0.7, 0.1, 0))
    s.start(a=0.3)
    return s


@system
def door() -> System:
    """A door on a ball joint, whose hinge is cut: it exerts moments that nothing else can."""
    s = System("Door", gravity=(0.5, "-g", 1.0))
    leaf, point = s.body("Leaf", mass=3, inertia=THETA), (0.4, 0, 0.1)
    s.joint("spherical", GROUND, leaf, "a", "b", "c", point_child=point)
    s.joint("revolute", GROUND, leaf, axis=(1, 2, 2), cut=True, point_child=point)
    s.start(a=0.3)
    return s


@system
def chain() -> System:
    """A chain so long that it is computed by articulated bodies."""
    s = System("Chain", gravity=(0.5, "-g", 1.0))
    before, names = GROUND, [f"q{i}" for i in range(17)]
    for i, name in enumerate(names):
        link = s.body(f"Link {i}", mass=0.5, inertia=THETA)
        axis = ((1, 0, 0), (0, 1, 0), (0, 0, 1))[i % 3]
        kind = "prismatic" if i == 8 else "revolute"
        ends: Any = {"axis": axis, "point_parent": (0.1, 0.2, 0), "point_child": (0, 0.1, 0.2)}
        s.joint(kind, before, link, name, **ends)
        before = link
    s.start(**moving(*names))
    return s


@system
def carried() -> System:
    """A pendulum on a ground that moves as it is told, without weight."""
    s = System("Carried")
    s.ground(position=("0.2*sin(3*t)", "0.1*t^2", 0), axis=(0, 1, 2), angle="0.4*t + t^2")
    bob = s.body("Bob", mass=1, inertia=THETA, gravity=False)
    tip = s.body("Tip", mass=1, inertia=THETA)
    s.joint("revolute", GROUND, bob, "a", point_child=(0, 0.5, 0.1))
    s.joint("prismatic", bob, tip, "b", axis=(1, 0, 0))
    s.start(**moving("a", "b"))
    return s


@system
def drawn_backwards() -> System:
    """A pendulum whose joint was drawn from it to the ground."""
    s = System("Backwards")
    bob = s.body("Bob", mass=1, inertia=THETA)
    s.joint("revolute", bob, GROUND, "a", point_parent=(0, 0.5, 0.1), axis=(1, 0, 2))
    s.start(**moving("a"))
    return s


@system
def beam() -> System:
    """A beam with a mass at its tip."""
    s = System("Beam")
    tip = s.body("Tip", mass=0.5, inertia=THETA)
    s.joint("beam", GROUND, tip, "u", "v", length=1.2, name="Beam")
    s.start(**moving("u", "v"))
    return s


@system
def high_modes() -> System:
    """A turning beam with natural modes, most of them high."""
    s = System("Modes")
    root, tip = s.body("Root", mass=1, inertia=THETA), s.body("Tip", mass=0.5, inertia=THETA)
    s.joint("revolute", GROUND, root, "a", axis=(1, 2, 2))
    names = [f"u{i}" for i in range(7)]
    s.joint("beam", root, tip, *names, length=1.2, functions="eigenfunctions")
    s.start(a=(0.3, 0.7), **{name: (0.01, 0.02 / (i + 1)) for i, name in enumerate(names)})
    return s


@system
def course() -> System:
    """A pendulum that is driven by derivatives of functions, on a ground that moves by one."""
    s = System("Course")
    s.function("F", "0.3*sin(2*t) + 0.1*t^3")
    s.function("G", "sin(x)*exp(-F'(y))", "x", "y")
    s.ground(position=("F'(t)", "0.1*F(t)", 0))
    bob = s.body("Bob", mass=1, inertia=THETA)
    s.joint("revolute", GROUND, bob, "a", point_child=(0, 0.5, 0.1))
    s.element("coordinate_force", "push", coordinate="a", force="F''(t) + G[1,2](a, t)")
    s.start(**moving("a"))
    return s


@system
def circuit() -> System:
    """Every branch there is, coupled with a turning coil."""
    s = System("Circuit")
    rotor = s.body("Rotor", inertia=(0.1, 0.1, 0.1), mass=0)
    s.joint("revolute", GROUND, rotor, "a")
    s.branch("voltage_source", "A", "0", "qu", "source", voltage="2 + sin(t)")
    s.branch("resistor", "A", "B", "qr", "R", R=2)
    s.branch("inductor", "B", "C", "ql", "L", L="0.2 + 0.05*cos(a)")
    s.branch("motor", "C", "0", "qm", "M", coordinate="a")
    s.branch("capacitor", "B", "0", "qc", "C", C=0.1)
    s.branch("transducer", "C", "D", "qt", "W", flux="0.3*sin(a)")
    s.branch("inductor", "D", "0", "ql2", "L2", L=0.3)
    s.element("mutual_inductance", "K", coil_a="L", coil_b="L2", M=0.05)
    s.branch("current_source", "A", "D", "qi", "I", strength="0.2*t")
    s.start(a=(0.3, 1.0))
    return s


@system
def named() -> System:
    """A pendulum on a cart, all of whose numbers are parameters."""
    s = System("Named", g=9.81, M=1.5, m=0.7, l=0.4, c=12.0, k=0.3)
    cart, bob = s.body("Cart", mass="M"), s.body("Bob", mass="m", inertia=(0, 0, "m*l^2/5"))
    s.joint("prismatic", GROUND, cart, "x")
    s.joint("revolute", cart, bob, "a", point_child=(0, "l", 0))
    s.element("coordinate_spring", "spring", coordinate="x", c="c")
    s.element("coordinate_damper", "damper", coordinate="a", k="k")
    s.start(**moving("x", "a"))
    return s


@system
def general() -> System:
    """A body whose turning matrix is written out."""
    s = System("General")
    body = s.body("Body", mass=1, inertia=THETA)
    rows = (("cos(a)", "sin(a)", 0), ("-sin(a)", "cos(a)", 0), (0, 0, 1))
    s.joint("general", GROUND, body, "a", rotation=rows, distance=(0.1, "0.3*a", 0))
    s.start(**moving("a"))
    return s


@system
def turned_seat() -> System:
    """A body that is fixed obliquely to another one."""
    s = joined("revolute", "q", **AXIS)()
    piece = s.body("Piece", mass=0.4, inertia=THETA)
    rows = ((0.6, 0.8, 0), (-0.8, 0.6, 0), (0, 0, 1))
    s.joint("fixed", 2, piece, point_parent=(0.1, 0.2, 0.3), orientation=rows)
    return s


SYSTEMS["rod_between"] = with_element("rod", l=0.9, **LINE)


@system
def two_rods() -> System:
    """A body held by two rods in one place: one of them is enough."""
    s = with_element("rod", l=0.9, **TO_GROUND)()
    s.element("rod", "other", l=0.9, **TO_GROUND)
    return s


@system
def falling() -> System:
    """A ball that falls on the floor."""
    s = System("Ball")
    ball = s.body("Ball", mass=1)
    s.joint("prismatic", GROUND, ball, "y", axis=(0, 1, 0))
    s.element("wall", "it", body=ball, radius=0.2, restitution=0.5)
    s.start(y=1.0)
    return s


@system
def swinging() -> System:
    """A pendulum between stops."""
    s = System("Pendulum")
    bob = s.body("Bob", mass=1)
    s.joint("revolute", GROUND, bob, "a", point_child=(0, 0.5, 0))
    s.element("stop", "it", coordinate="a", lower=-0.3, upper=1.5, restitution=0.2)
    s.start(a=1.0)
    return s


@system
def limited() -> System:
    """A pendulum that a written limit stops."""
    s = System("Limited")
    bob = s.body("Bob", mass=1)
    s.joint("revolute", GROUND, bob, "a", point_child=(0, 0.5, 0))
    s.element("unilateral_condition", "it", limit="-a - 0.3", restitution=0.2)
    s.start(a=1.0)
    return s


@system
def roped() -> System:
    """A weight that falls into a rope."""
    s = System("Rope")
    weight = s.body("Weight", mass=1)
    s.joint("prismatic", GROUND, weight, "y", axis=(0, 1, 0))
    s.element("rope", "it", body_a=weight, body_b=GROUND, point_b=(0.2, 0, 0), l=0.8)
    return s


@system
def hauled() -> System:
    """A weight that falls until the rope over its pulley is tight."""
    s = System("Hauled")
    weight = s.body("Weight", mass=1)
    s.joint("prismatic", GROUND, weight, "y", axis=(0, 1, 0))
    over = [{"body": 0, "point": (0.2, 0.1, 0)}]
    ends = {"body_a": weight, "body_b": GROUND, "point_b": (1, 0, 0)}
    s.element("pulley_rope", "it", pulleys=over, l=1.9, **ends)
    return s


@system
def contact() -> System:
    """A ball that falls on a rough one, aslant."""
    s = System("Balls")
    ball = s.body("Ball", mass=1, inertia=(0.004,) * 3)
    s.joint("planar", GROUND, ball, "x", "y", "phi")
    shapes = {"shape_a": "ball", "radius_a": 0.1, "shape_b": "ball", "radius_b": 0.2}
    s.element("contact", "it", body_a=ball, body_b=GROUND, **shapes, mu=0.2, restitution=0.5)
    s.start(x=0.1, y=1.0)
    return s


@system
def bumping() -> System:
    """A ball that falls on another one."""
    s = System("Balls")
    ball = s.body("Ball", mass=1)
    s.joint("prismatic", GROUND, ball, "y", axis=(0, 1, 0))
    s.element("bumper", "it", body_a=ball, body_b=GROUND, distance=0.3, restitution=0.5)
    s.start(y=1.0)
    return s


@system
def beside_hill() -> System:
    """A bead that slides down a rough hill."""
    s = System("Hill")
    bead = s.body("Bead", mass=1, inertia=(0, 0, 1))
    s.joint("planar", GROUND, bead, "x", "y", "a")
    fields = {"curve": "-0.3*x^2", "radius": 0.1, "mu": 0.2, "restitution": 0}
    s.element("follower", "it", body=bead, **fields)
    s.start(x=(0.5, 1), y=(-0.075, -0.3))
    return s


@system
def lifted() -> System:
    """A roller that a cam lifts."""
    s = System("Lifted")
    cam, roller = s.body("Cam", mass=1, inertia=(0, 0, 1)), s.body("Roller", mass=1)
    s.joint("revolute", GROUND, cam, "a")
    s.joint("prismatic", GROUND, roller, "y", axis=(0, 1, 0))
    fields = {"curve": "0.3 + 0.1*cos(theta)", "mu": 0.2, "restitution": 0}
    s.element("cam", "it", body=roller, ground=cam, radius=0.1, **fields)
    s.start(a=(0, 2), y=(0.3, -0.2))
    return s


@system
def rolling_off() -> System:
    """A ball that rolls, and then slides, off another one."""
    s = System("Off")
    ball = s.body("Ball", mass=1, inertia=(0, 0, 0.01))
    s.joint("planar", GROUND, ball, "x", "y", "a")
    fields = {"distance": 1.25, "share": 0.2, "mu": 0.3, "restitution": 0}
    s.element("bumper", "it", body_a=ball, body_b=GROUND, **fields)
    s.start(x=0.75, y=1.0)
    return s
