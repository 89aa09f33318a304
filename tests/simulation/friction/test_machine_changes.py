"""Changes that machine code makes within a burst: those of the careful code, and closed forms."""

from __future__ import annotations

from collections.abc import Callable
from math import pi
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.numerics.impacts import held
from lagr_gui.simulation import Settings, Trajectory
from lagr_gui.simulation.bursts import advancing, changing, efforts, library, stepper
from lagr_gui.simulation.bursts.record import ROWS, Burst
from lagr_gui.simulation.floors import Floors
from lagr_gui.simulation.friction.frictions import RubbingContacts
from tests.simulation.friction.drawings import Drawn, blocks, changes, oscillator, rotor
from tests.simulation.friction.test_closed_forms import braked
from tests.simulation.friction.units import Units
from tests.simulation.test_burst_watching import python_of


def carts(**law: float) -> System:
    """Three carts, each on the one before, shaken and rubbing; stops far away."""
    system, before = System("carts"), GROUND
    for n in range(3):
        cart = system.body(mass=1)
        system.joint("prismatic", before, cart, f"x{n}")
        system.element("coordinate_force", coordinate=f"x{n}", force=f"sin({2 + n}*t) - 4*x{n}")
        system.element("joint_friction", coordinate=f"x{n}", **{"kinetic": 0.15, **law})
        before = cart
    system.element("stop", coordinate="x0", lower=-5, upper=5)
    return system


def arm() -> System:
    """Two links in space, one with a brake that opens and closes."""
    system = System("arm")
    upper = system.body(mass=1.5, inertia=(0.2, 0.3, 0.25))
    lower = system.body(mass=0.8, inertia=(0.1, 0.15, 0.12))
    system.joint("revolute", GROUND, upper, "a", axis=(0, 0, 1), point_child=(0.1, 0.4, 0))
    ends = {"point_parent": (0, -0.5, 0.1), "point_child": (0, 0.3, 0)}
    system.joint("revolute", upper, lower, "b", axis=(1, 0, 0), **ends)
    system.element("brake", coordinate="a", moment="1.5*(1 + sin(3*t))")
    system.element("joint_friction", coordinate="b", kinetic=0.4, static=0.6)
    system.element("coordinate_force", coordinate="b", force="2*sin(5*t)")
    system.start(a=(1.0, 0.0), b=(0.5, 1.0))
    return system


def loop() -> System:
    """A slider-crank that is shaken, with friction in the hinge between crank and rod."""
    system = System("slider-crank", gravity=(0, 0, 0))
    for mass, length in ((1, 0.3), (1, 0.8)):
        system.body("", mass, (0, 0, mass * length**2 / 12))
    system.body("", 2, (0.1, 0.1, 0.1))
    system.joint("revolute", 0, 1, "a", point_child=(-0.15, 0, 0))
    ends = {"point_parent": (0.15, 0, 0), "point_child": (-0.4, 0, 0)}
    system.joint("revolute", 1, 2, "b", **ends)
    system.joint("prismatic", 0, 3, "x", axis=(1, 0, 0))
    system.joint("revolute", 2, 3, "c", point_parent=(0.4, 0, 0))
    system.element("joint_friction", coordinate="b", kinetic=0.3, static=0.5)
    system.element("coordinate_force", coordinate="a", force="2*sin(4*t) - 3*(a - 1)")
    system.start(a=(1.2, 0.0))
    return system


def ratchets(serial: bool = True) -> System:
    """Three shafts that swing: two on ratchets, the last one on a clutch that may slip back."""
    system, before = System("ratchets", gravity=(0, 0, 0)), GROUND
    for n, (turns, moment) in enumerate((("forwards", 0), ("backwards", 0), ("forwards", 0.6))):
        shaft = system.body(mass=1, inertia=(0, 0, 1 + n / 3))
        system.joint("revolute", before, shaft, f"q{n}")
        load = f"{2 + n}*sin({3 - n}*t + {3 + n}) - q{n} - 0.2*q{n}'"
        system.element("coordinate_force", coordinate=f"q{n}", force=load)
        system.element("one_way_clutch", coordinate=f"q{n}", turns=turns, moment=moment)
        before = shaft if serial else GROUND
    return system


def pins() -> System:
    """Two links in space on pins that rub, which hold more at rest, and a hinge with a brake."""
    system, before = System("pins"), GROUND
    for n, axis in enumerate(((0, 0, 1), (1, 0, 0), (0, 0, 1))):
        link = system.body(mass=1.5 - 0.4 * n, inertia=(0.2, 0.1, 0.2))
        ends = {"point_parent": (0, -0.4 * bool(n), 0.1), "point_child": (0, 0.4, 0)}
        system.joint("revolute", before, link, f"q{n}", axis=axis, **ends)
        load = f"{3 - n}*sin({3 + n}*t)"
        system.element("coordinate_force", coordinate=f"q{n}", force=load)
        before = link
    for n in range(2):
        sizes = {"mu": 0.3 + 0.1 * n, "mu_static": 0.5, "radius": 0.05, "length": 0.3 * n}
        system.element("bearing_friction", coordinate=f"q{n}", **sizes)
    system.element("joint_friction", coordinate="q2", kinetic=0.2)
    system.start(q0=0.8)
    return system


def crank() -> System:
    """A slider-crank that is shaken, whose slider rubs in its guide."""
    system = System("slider-crank")
    for mass, length in ((1, 0.3), (1, 0.8)):
        system.body("", mass, (0, 0, mass * length**2 / 12))
    system.body("", 2, (0.1, 0.1, 0.1))
    system.joint("revolute", 0, 1, "a", point_child=(-0.15, 0, 0))
    ends = {"point_parent": (0.15, 0, 0), "point_child": (-0.4, 0, 0)}
    system.joint("revolute", 1, 2, "b", **ends)
    system.joint("prismatic", 0, 3, "x", axis=(1, 0, 0))
    system.joint("revolute", 2, 3, "c", point_parent=(0.4, 0, 0))
    system.element("guide_friction", coordinate="x", mu=0.2, length=0.3)
    system.element("coordinate_force", coordinate="a", force="6*sin(4*t) - 40*(a - 1.2)")
    system.start(a=(1.2, 0.0))
    return system


def winch() -> System:
    """Two weights on a rope round a bar, which slips and holds, and a shoe on the first one."""
    system = System("winch")
    a, b, shoe = (system.body(mass=m) for m in (1.0, 1.1, 0.5))
    for body, name, x in ((a, "y1", -0.1), (b, "y2", 0.1)):
        system.joint("prismatic", GROUND, body, name, axis=(0, 1, 0), point_parent=(x, 0, 0))
    system.joint("prismatic", a, shoe, "u", axis=(1, 0, 0))
    system.element("drum_rope", drum_point=(0, 3, 0), body_a=a, body_b=b, l=4, mu=0.1)
    system.element("guide_friction", coordinate="u", mu=0.1)
    system.element("coordinate_force", coordinate="y1", force="8*sin(3*t) - 100*(y1 - 1)")
    system.element("coordinate_force", coordinate="u", force="sin(5*t) - 3*u")
    system.start(y1=1, y2=1)
    return system


def shared() -> System:
    """The carts, one of them with three frictions that hold the same."""
    system = carts(static=0.2)
    for kinetic, static in ((0.1, 0.3), (0.05, 0.05)):
        system.element("joint_friction", coordinate="x1", kinetic=kinetic, static=static)
    return system


def hinges() -> System:
    """A loop with friction in each of its joints."""
    system = loop()
    for coordinate, kinetic in (("a", 0.2), ("x", 0.4)):
        system.element("joint_friction", coordinate=coordinate, kinetic=kinetic)
    return system


def both_ways(
    system: System, patch: pytest.MonkeyPatch, until: float
) -> tuple[Trajectory, Trajectory, int]:
    """A motion with changes in machine code, with careful ones alone; how many of these it had."""
    careful: list[float] = []
    arrive = RubbingContacts.arrive

    def counted(self: RubbingContacts, t: float, *given: Any) -> Any:
        careful.append(t)
        return arrive(self, t, *given)

    with patch.context() as context:
        context.setattr(RubbingContacts, "arrive", counted)
        machine = system.simulate(until=until, points=101)
    count = len(careful)
    with patch.context() as context:
        context.setattr(RubbingContacts, "changing_code", lambda *_: None)
        return machine, system.simulate(until=until, points=101), count


DRAWN: list[tuple[Callable[[], System], float]] = [
    (carts, 6.0),
    (lambda: carts(speed=0.2, static=0.25, stribeck=0.1), 5.0),
    (arm, 6.0),
    (loop, 4.0),
    (ratchets, 9.0),
    (lambda: ratchets(serial=False), 9.0),
    (pins, 5.0),
    (crank, 5.0),
    (winch, 5.0),
    (shared, 8.0),
    (hinges, 2.6),
]


@pytest.mark.parametrize(("drawn", "until"), DRAWN)
def test_motions_are_those_of_careful_changes(
    drawn: Callable[[], System], until: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine, careful, count = both_ways(drawn(), monkeypatch, until)
    assert len(machine.changes) > 5 and count <= 1 + len(machine.changes) // 5
    for mine, other in zip(machine.changes, careful.changes, strict=True):
        assert (mine.item, mine.after, mine.sense) == (other.item, other.after, other.sense)
        assert mine.t == pytest.approx(other.t, abs=1e-8)
    for name in ("q", "qd", "T", "dissipated", "supplied"):
        told, expected = getattr(machine, name), getattr(careful, name)
        np.testing.assert_allclose(told, expected, atol=1e-8 * (1 + np.abs(expected).max()))
    np.testing.assert_array_equal(machine.touching, careful.touching)
    assert machine.energy_error < 1e-9 and machine.certificate.residual < 1e-9
    assert machine.constraint_error < 1e-10


def test_a_neighbour_whose_force_falls_lets_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hinge turns while the one beside it holds all it can: what it slides against changes."""
    system = System("links")
    upper, lower = (
        system.body(mass=m, inertia=(0, 0, J)) for m, J in ((0.535, 0.148), (1.384, 0.44))
    )
    ends = {"point_parent": (0.09, 0, 0), "point_child": (-0.062, 0.556, 0)}
    system.joint("revolute", GROUND, upper, "a", **ends)
    ends = {"point_parent": (0.05, -0.225, 0), "point_child": (0.11, 0.584, 0)}
    system.joint("revolute", upper, lower, "b", **ends)
    system.element("joint_friction", coordinate="a", kinetic=1.443, static=2.137)
    system.element("joint_friction", coordinate="b", kinetic=1.078)
    system.element("coordinate_force", coordinate="b", force="1.755*sin(5.504*t)")
    system.start(a=(-1.355, 1.525), b=(1.112, 1.824))
    machine, careful, _ = both_ways(system, monkeypatch, 1.5)
    for motion in (machine, careful):
        assert motion.energy_error < 1e-8 and motion.certificate.residual < 1e-9
    assert [c.sense for c in machine.changes] == [c.sense for c in careful.changes]


# --- closed forms -------------------------------------------------------------------------------


@pytest.fixture
def by_machine_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A change that is made with care after the start is told as a failure."""
    arrive = RubbingContacts.arrive

    def only_at_first(self: RubbingContacts, t: float, *given: Any) -> Any:
        if t > 0:
            pytest.fail("A change was made with care.")
        return arrive(self, t, *given)

    monkeypatch.setattr(RubbingContacts, "arrive", only_at_first)


def test_an_oscillator_that_turns_and_stops_has_its_closed_form(by_machine_alone: None) -> None:
    motion = oscillator(Drawn(), Units()).simulate(points=7, rtol=1e-13, atol=1e-14)
    turns = motion.at(np.arange(9) * pi / 10)[0][:, 0]
    assert turns == pytest.approx([(-1) ** n * (0.5 - 0.06 * n) for n in range(9)], abs=1e-11)
    assert motion.dissipated[-1] == pytest.approx(12.48, rel=1e-11)
    assert motion.q[-1, 0] == pytest.approx(0.02, abs=1e-11) and motion.qd[-1, 0] == 0.0


def test_a_rotor_with_a_brake_has_its_closed_form(by_machine_alone: None) -> None:
    found = changes(rotor(Drawn(), Units()).simulate(points=5, rtol=1e-13, atol=1e-14))
    assert [senses for _, senses in found] == [senses for _, senses in braked(1.3)]
    assert [t for t, _ in found] == pytest.approx([t for t, _ in braked(1.3)], abs=1e-11)


def test_two_blocks_have_their_closed_form(by_machine_alone: None) -> None:
    motion = blocks(Drawn(), Units()).simulate(points=3, rtol=1e-13, atol=1e-14)
    expected = [(0, (0, 0)), (0.15 * 9.81, (1, 0)), (0.375 * 9.81, (1, -1))]
    assert [senses for _, senses in changes(motion)] == [senses for _, senses in expected]
    assert [t for t, _ in changes(motion)] == pytest.approx([t for t, _ in expected], rel=1.1e-11)
    assert motion.q[-1, 0] == pytest.approx(22.026898880578123, rel=1e-11)


# --- the functions themselves -------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_efforts_are_those_of_the_careful_code(seed: int) -> None:
    source = np.random.default_rng(seed)
    k, scale = int(source.integers(1, 7)), 10.0 ** source.integers(-6, 7)
    L = source.normal(size=(k, k)) * 10.0 ** source.uniform(-2, 2, k)[:, None]
    W = (L @ L.T + 1e-3 * np.diag(np.diag(L @ L.T))) * scale
    b, H = W @ source.normal(size=k), np.abs(source.normal(size=k)) * source.integers(0, 3, k)
    rows = {name: np.zeros(k) for name in ("efforts", "roots", "trials")}
    counts = {name: np.arange(k) for name in ("still", "between", "order_of")}
    one_way = source.integers(0, 2, k) * (seed % 2)
    m: Any = SimpleNamespace(frictions=k, mobilities=W.ravel(), table=np.zeros(k * k))
    m.__dict__.update(rows, **counts, wanted=b, most=H, one_way=one_way)
    assert efforts.find_efforts(m, k)
    expected = held(W, b, -H, np.where(one_way, 0.0, H))[0]
    np.testing.assert_allclose(m.efforts, expected, rtol=1e-8, atol=1e-10 * np.max(H))


def test_changes_are_the_same_in_python() -> None:
    """To the last bit, over some changes."""
    prepared = pipeline.prepare(carts().model)
    moving, machine = prepared.sliding((1.0, -1.0, 1.0)).system(), library()
    code = moving.changing_code((), np.ones(3), np.ones(3))
    assert machine is not None and code is not None and moving._limits is not None
    found: list[Burst] = []
    for functions in (machine, advancing):
        start = np.array([0.1, 0.0, 0.2, 0.05, -0.02, 0.04])
        settings, senses = Settings(9.0, start[:3], start[3:]), np.array([0.0, 0, 1, -1, 1])
        given = code, settings, None, 0.0, start, Floors(settings)
        values = np.array([-5.1, -4.9, -0.05, -0.02, -0.04])
        watched = {"slack": np.full(5, 1e-9), "senses": senses, "values": values}
        code.state.room.state[7:] = senses[2:]
        made = stepper.burst_at(*given, **watched)
        if functions is advancing:
            kinds, contact = list(Burst.kinds), moving._limits.contact()
            for name in ("state", "bare"):
                made.pointed[kinds.index(name)] = python_of(contact)
            made.pointed[kinds.index("gaps")] = python_of(moving._limits.gaps())
            made.pointed[kinds.index("change")] = changing.change
        made.room, made.pause_at = 6, 10**9
        functions.begin(made)
        functions.advance(made)
        found.append(made)
    translated, plain = found
    assert translated.steps == plain.steps and translated.changed == plain.changed > 0
    for name in ("y", "k", "ends", "spans", "modes", "changed_at", "before"):
        np.testing.assert_array_equal(getattr(plain, name), getattr(translated, name))
    written = plain.steps * ROWS * plain.n
    np.testing.assert_array_equal(plain.rows[:written], translated.rows[:written])
