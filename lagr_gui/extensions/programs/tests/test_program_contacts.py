"""Programs of models with contacts that rub: they slide, stick, strike and lift as simulated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import cos, radians, sin
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import GROUND, System, c_program, pipeline
from lagr_gui.extensions.programs.exports import jax_program
from lagr_gui.extensions.programs.tests.test_program_impacts import EXACT, HERE
from lagr_gui.extensions.programs.tests.test_programs import text_of
from lagr_gui.extensions.programs.tests.toolchain import TOOLS, Built, build
from lagr_gui.foundation.problem import Unprintable
from lagr_gui.prepared import prepare
from tests.simulation.friction.test_followers import bead
from tests.simulation.friction.test_rolling import wheel
from tests.simulation.friction.test_rough_contacts import disc, four_feet
from tests.simulation.friction.units import Units

needs_c = pytest.mark.skipif(not TOOLS["c"].is_there, reason="no compiler for C on this machine")
G = 9.81


def planned(system: System, until: float, **start: object) -> System:
    system.start(**start)
    system.plan(until=until)
    return system


def spinning(size: float, back: float) -> System:
    """F17: a ball with spin that bounces until it rests on a rough floor and rolls."""
    s = System("ball", gravity=(0, -G * size, 0), m=size, R=0.03 * size)
    body = s.body(mass="m", inertia=("2/5*m*R^2",) * 3)
    s.joint("planar", GROUND, body, "x", "y", "phi")
    fields = {"restitution": 0.5, "mu": 0.3, "tangential": back}
    s.element("wall", body=body, radius="R", **fields)
    return planned(s, 2, x=(0, size), y=(size, -3 * size), phi=(0, -50))


def corner() -> System:
    """F18: a disc bounces to rest between a rough floor and a rough wall."""
    s = System("corner", g=G)
    body = s.body(mass=1, inertia=(0, 0, 0.001))
    s.joint("planar", GROUND, body, "x", "y", "phi")
    s.element("wall", "floor", body=body, radius=0.05, restitution=0.6, mu=0.2)
    side = {"normal": (-1, 0, 0), "plane_point": (1.2, 0, 0)}
    s.element("wall", "side", body=body, radius=0.05, restitution=0.5, mu=0.3, **side)
    return planned(s, 3, x=(0, 2), y=0.8, phi=(0, 10))


def striking_rods() -> System:
    """F25: Newton's law would make energy."""
    s = System("rods", gravity=(0, 0, 0), m=1, l=1)
    upper, lower = (s.body(mass="m", inertia=(0, 0, "m*l^2/12")) for _ in range(2))
    s.joint("revolute", GROUND, upper, "a", point_child=(0, 0.5, 0))
    s.joint("revolute", upper, lower, "b", point_parent=(0, -0.5, 0), point_child=(0, 0.5, 0))
    a, b = radians(50), radians(35)
    floor = {"plane_point": (0, -cos(a) - cos(b), 0), "normal": (0, 1, 0)}
    s.element("wall", body=lower, centre=(0, -0.5, 0), **floor, restitution=0.7, mu=0.6)
    return planned(s, 0.3, a=(a, -1), b=(b - a, -2))


def rod(mu: float, lean: float = 2.0) -> System:
    """F13: a rod that falls over its foot."""
    s = System("rod", m=1, l=1, mu=mu)
    body = s.body(mass="m", inertia=(0, 0, "m*l^2/12"))
    s.joint("planar", GROUND, body, "x", "y", "phi")
    s.element("wall", body=body, centre=(0, -0.5, 0), restitution=0, mu="mu")
    a = radians(lean)
    return planned(s, 1.05, x=-sin(a) / 2, y=cos(a) / 2, phi=a)


def box(push: str, fall: float = 0.0, **fields: float) -> System:
    """A box on two rough feet that a force pushes."""
    s = System("box", g=G)
    body = s.body(mass=2, inertia=(0, 0, 2.5 / 3))
    s.joint("planar", GROUND, body, "x", "y", "phi")
    for name, x in (("left", -0.5), ("right", 0.5)):
        s.element("wall", name, body=body, centre=(x, -1, 0), **{"restitution": 0, **fields})
    s.element("force", body=body, point=(0, -0.5, 0), vector=(push, 0, 0), axes="space")
    return planned(s, 1.8, x=(0, 1 if fall else 0), y=1 + fall, phi=fall / 3)


def turned_box() -> System:
    """A box in space falls with a corner on a plane that a body carries."""
    s = System("shapes", gravity=(0, 0, -G))
    table, thing = s.body(mass=3), s.body(mass=1, inertia=(0.02, 0.03, 0.04))
    s.joint("prismatic", GROUND, table, "h", axis=(0, 0, 1))
    s.element("coordinate_spring", coordinate="h", c=900)
    s.joint("free", GROUND, thing, "x", "y", "z", "a", "b", "c")
    s.element("force", body=table, vector=(0, 0, 3 * G), axes="space")
    shapes = {"shape_a": "plane", "shape_b": "box", "axis_a": (0, 0, 1)}
    fields = {"half_b": (0.1, 0.15, 0.2), "restitution": 0.3, "mu": 0.4}
    s.element("contact", body_a=table, body_b=thing, **shapes, **fields)
    return planned(s, 0.4, x=(0, 0.5), z=0.4, a=(0.5, 1), b=(0.4, -2))


def balls(size: float, swapped: bool) -> System:
    """Two balls that strike and rub."""
    s = System("discs", gravity=(0, 0, 0))
    a, b = (s.body(mass=1, inertia=(0, 0, 0.3 * size**2)) for _ in range(2))
    s.joint("planar", GROUND, a, "x", "y", "phi")
    s.joint("planar", GROUND, b, "u", "v", "psi")
    ends = {"body_a": a, "body_b": b, "share": 0.25}
    if swapped:
        ends = {"body_a": b, "body_b": a, "share": 0.75}
    s.element("bumper", **ends, distance=size, mu=0.4, restitution=0.6)
    return planned(s, 0.5, x=-size / 2, y=(-0.005 * size, 0.3 * size), u=(0.55 * size, -size))


def off_a_ball() -> System:
    """A ball rolls off another one, slides and lifts off."""
    s = System("balls", R=1, r=0.25, m=1, gravity=(0, -G, 0))
    ball = s.body(mass="m", inertia=(0, 0, "2/5*m*r^2"))
    s.joint("planar", GROUND, ball, "x", "y", "phi")
    ends = {"body_a": ball, "body_b": GROUND, "share": "r/(R + r)"}
    s.element("bumper", **ends, distance="R + r", mu=0.2, restitution=0)
    return planned(s, 1.5, x=1.25 * sin(0.1), y=1.25 * cos(0.1))


def on_a_belt() -> System:
    """A billiard ball in space over a surface that runs slides, then rolls."""
    s = System("ball", gravity=(0, 0, "-g"), m=0.2, R=0.03)
    ball = s.body(mass="m", inertia=("2/5*m*R^2",) * 3)
    s.joint("free", GROUND, ball, "x", "y", "z", "al", "be", "ga")
    plane = {"normal": (0, 0, 1), "surface": (0.4, "-0.3*cos(t)", 0)}
    s.element("rolling_ball", body=ball, radius="R", restitution=0, mu=0.2, **plane)
    return planned(s, 0.4, x=(0, 1), y=(0, 0.5), z=0.03, al=(0, 3), be=(0, -8))


def carried() -> System:
    """A block on rough feet carries another one that rubs on it and is driven."""
    s = System("carried")
    low, top = s.body(mass=2, inertia=(0, 0, 0.2)), s.body(mass=1, inertia=(0, 0, 0.1))
    s.joint("planar", GROUND, low, "x", "y", "p")
    s.joint("prismatic", low, top, "u", axis=(1, 0, 0), point_parent=(0, 0.2, 0))
    for name, x in (("left", -0.5), ("right", 0.5)):
        s.element("wall", name, body=low, centre=(x, -0.1, 0), mu=0.3, restitution=0)
    s.element("joint_friction", coordinate="u", kinetic=2, static=2.5)
    s.element("force", body=top, vector=("14*sin(2*t)", 0, 0), axes="space")
    return planned(s, 4, y=0.1)


def follower() -> System:
    return planned(bead("follower", "0.3*cos(2*x)", mu=0.2), 1.5, x=(0.05, 0.5), y=0.6)


def on_a_cam() -> System:
    return planned(bead("cam", "a", mu=0.2), 1.5, x=sin(0.3), y=cos(0.3))


def until(system: System, end: float) -> System:
    system.plan(until=end)
    return system


def acted_on(units: Units, way: int = 1) -> System:
    """A box that falls on two rough feet, which a relay drives to and fro, and events kick."""
    L, m, F = units.length, units.mass, units.mass * units.length / units.time**2
    s = System("box", gravity=(0, -G * L / units.time**2, 0), m=1.5 * m)
    box = s.body("box", mass="m", inertia=(0, 0, 0.1 * m * L**2))
    s.joint("planar", GROUND, box, "x", "y", "phi")
    for name, x in (("left", -0.3), ("right", 0.3)):
        feet = {"centre": (x * L, -0.2 * L, 0), "mu": 0.3, "restitution": 0.2}
        s.element("wall", name, body=box, **feet)
    s.signal("u", "relay", input=f"-x/{L!r} - {0.05 * units.time / L!r}*x'", on=0.03, off=-0.03)
    s.element("force", "drive", body=box, vector=(f"{8 * F!r}*(2*u - 1)", 0, 0), axes="space")
    kick = {"x'": f"x' + {way * L / units.time!r}", "y'": 0.8 * L / units.time}
    s.event("kick", when=f"t - {0.71 * units.time!r}", set=kick)
    s.event("off", when=f"t - {2.21 * units.time!r}", off="drive")
    start = {"x": (0, 0.3 * way * L / units.time), "y": 0.25 * L}
    return planned(s, 3 * units.time, **start)


CASES: dict[str, tuple[Callable[[], System], float]] = {
    "F11, rolls": (lambda: until(disc(0.25), 1), 1e-12),
    "F11, slips, small": (lambda: until(disc(0.15, size=1e-6), 1), 1e-12),
    "F11, a rolling ball": (lambda: until(wheel(0.15, 1.0, "rolling_ball"), 1), 1e-12),
    "F13, slips": (lambda: rod(0.36), 1e-10),
    "F17": (lambda: spinning(1.0, 0.0), 1e-10),
    "F17, large": (lambda: spinning(1e6, 0.4), 1e-10),
    "F17, small": (lambda: spinning(1e-6, 0.0), 1e-10),
    "F18": (corner, 1e-10),
    "F25": (striking_rods, 1e-10),
    "two feet that begin to slide": (lambda: box("8*t", mu=0.3, static=0.5), 1e-10),
    "two feet that rest": (lambda: box("7.5", mu=0.4), 1e-10),
    "two feet that fall": (lambda: box("0", 0.3, mu=0.4, restitution=0.3), 1e-9),
    "four feet": (lambda: until(four_feet(x=(0, 0.8), y=(0, -0.6)), 0.5), 1e-10),
    "shapes": (turned_box, 1e-8),
    "balls, small": (lambda: balls(1e-6, False), 1e-10),
    "balls, large": (lambda: balls(1e6, True), 1e-10),
    "off a ball": (off_a_ball, 1e-9),
    "belt": (on_a_belt, 1e-10),
    "beside dry friction": (carried, 1e-10),
    "signals and events": (lambda: acted_on(Units()), 1e-9),
    "signals and events, small": (lambda: acted_on(Units(1e-6, 1e6, 1e-3), -1), 1e-8),
    "signals and events, large": (lambda: acted_on(Units(1e6, 1e-6, 1e6)), 1e-9),
    "follower": (follower, 1e-9),
    "cam": (on_a_cam, 1e-9),
}


def beside(program: Built, system: System, most: float, points: int = 61) -> None:
    """Assert that a program moves and strikes as a simulation, to a part of the largest numbers."""
    prepared = prepare(system.model)
    known = pipeline.simulate(prepared, replace(prepared.settings, points=points, rtol=1e-12))
    table, words = program.table("--points", str(points))
    assert not words and len(table) == points
    f = len(prepared.coordinates)
    times = table[:, 0]
    near = (np.abs(times - impact.t) < 1e-9 for impact in known.impacts)
    away = ~np.any([np.zeros(points, bool), *near], axis=0)
    q, qd = known.at(times)[:2] if len(known.t) != points else (known.q, known.qd)
    for there, found in ((q, table[:, 1 : 1 + f]), (qd, table[:, 1 + f : 1 + 2 * f])):
        size = max(np.max(np.abs(there)), 1e-3 * np.max(np.abs(known.q)))
        assert np.max(np.abs(found - there)[away]) <= most * size
    if known.impacts:
        struck, words = program.table("--impacts", *EXACT)
        assert not words and len(struck) == len(known.impacts)
        lost = [impact.loss for impact in known.impacts]
        limits = len(prepared.recursion.constraints.limits)
        np.testing.assert_allclose(struck[:, 1 + limits], lost, rtol=1e-6, atol=1e-8 * max(lost))


@needs_c
@pytest.mark.parametrize("case", CASES)
def test_contacts_that_rub_move_as_in_simulations(case: str, tmp_path: Path) -> None:
    made, most = CASES[case]
    system = made()
    program = build("c", text_of("c", system.model), tmp_path)
    if system.model.gravity != (0, 0, 0):
        tested = program.answer("--self-test")
        assert tested.returncode == 0, tested.stdout
    beside(program, system, most)


@pytest.mark.parametrize("language", HERE)
@pytest.mark.parametrize(
    "case", ["F17", "two feet that begin to slide", "beside dry friction", "signals and events"]
)
def test_every_language_that_knows_impacts_knows_contacts_that_rub(
    language: str, case: str, tmp_path: Path
) -> None:
    made, most = CASES[case]
    system = until(made(), 0.6 if language == "matlab" else 1.7)
    beside(build(language, text_of(language, system.model), tmp_path), system, most, 9)


def slides_on_its_tip(mu: float, omega: float) -> System:
    """F14: a rod of half length 1 that slides on its tip."""
    lean = radians(63.02535746439056)
    s = System("rod", m=1, mu=mu)
    body = s.body(mass="m", inertia=(0, 0, "m/3"))
    s.joint("planar", GROUND, body, "x", "y", "phi")
    s.element("wall", body=body, centre=(-1, 0, 0), restitution=0, mu="mu")
    return planned(s, 0.01, x=(0, -10), y=(sin(lean), omega * cos(lean)), phi=(lean, omega))


@needs_c
@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: slides_on_its_tip(1.6, 1.0), "locks, which no force can stop"),
        (lambda: slides_on_its_tip(1.6, 5.0), "may stay or leave: two motions"),
        (lambda: until(four_feet(x=(0, 1), c=(0, 1)), 0.1), "how contacts with friction share"),
    ],
)
def test_what_no_motion_follows_from_ends_the_program_in_words(
    made: Callable[[], System], words: str, tmp_path: Path
) -> None:
    _, told = build("c", text_of("c", made().model), tmp_path).table()
    assert words in told


def test_other_exports_refuse_contacts_that_rub_by_their_names() -> None:
    model = corner().model
    for refused in (lambda: jax_program(model), lambda: c_program(model, derivatives=True)):
        with pytest.raises(Unprintable, match=r"“floor”.*contact with friction") as told:
            refused()
        assert "C99" in str(told.value)
