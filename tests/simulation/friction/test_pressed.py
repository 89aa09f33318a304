"""Dry friction that the reaction of its own joint presses: pins in hinges, shoes in guides."""

from __future__ import annotations

from math import cos, exp, pi, sin, sqrt

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lagr_gui import GROUND, LagrError, System, pipeline
from lagr_gui.expression import write
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.numerics import loaded
from lagr_gui.simulation.friction import loads
from lagr_gui.simulation.friction.loaded_contacts import LoadedContacts
from tests.oracle.pressed import Chain, Hung
from tests.simulation.friction.drawings import Drawn
from tests.simulation.friction.units import Units

CASES = [
    (Drawn((0, 0, 1)), Units()),
    (Drawn((0, 1, 0), backwards=True), Units(1e-6, 1e6, 1e-3)),
    (Drawn((1, 0, 0)), Units(1e6, 1e-6, 1e3)),
]


def pendulum(mu: float, r: float, drawn: Drawn, units: Units, **fields: float) -> System:
    """F07: a point mass on a rod of length 1, on a pin of radius r, in the plane of gravity."""
    g = 9.81 * units.speed / units.time
    across = np.roll(drawn.axis, 1)
    s = System("pendulum", gravity=tuple((-g * np.abs(across)).tolist()))
    s.parameter("r", r * units.length)
    bob = s.body(mass=units.mass)
    out = np.cross(across, np.array(drawn.axis)) * units.length
    drawn.join(s, "revolute", bob, "phi", tuple((-out).tolist()))
    s.element("bearing_friction", "pin", coordinate="phi", mu=mu, radius="r", **fields)
    s.plan(until=1.5 * units.time)
    return s


def swung(
    mu: float, r: float, start: float, until: float, more: float = 0.0
) -> tuple[float, list[float]]:
    """Angle and times of turning of F07, with |F| = |F_r|/√(1 − (μr/l)²) of the point mass.

    μ is `more` at rest, and falls by e^(−|φ̇|/0.8).
    """

    def rate(t: float, y: np.ndarray, sense: float) -> list[float]:
        k = (mu + more * exp(-abs(y[1]) / 0.8)) * r
        force = abs(y[1] ** 2 - 9.81 * sin(y[0])) / sqrt(1 - k * k)
        return [y[1], -9.81 * cos(y[0]) - sense * k * force]

    def turns(t: float, y: np.ndarray, sense: float) -> float:
        return sense * y[1] if t > begun else 1.0

    turns.terminal, turns.direction = True, -1
    y, t, sense, times = [start, 0.0], 0.0, -1.0, list[float]()
    while True:
        begun = t
        found = solve_ivp(
            rate, (t, until), y, "DOP853", rtol=1e-13, atol=1e-15, args=(sense,), events=turns
        )
        t, y = float(found.t[-1]), found.y[:, -1].tolist()
        if found.status == 0:
            return y[0], times
        times.append(t)
        sense = -sense


@pytest.mark.parametrize(("drawn", "units"), CASES)
def test_a_pendulum_on_a_pin_swings_as_its_closed_form(drawn: Drawn, units: Units) -> None:
    s = pendulum(0.3, 0.05, drawn, units)
    s.start(phi=drawn.sign * 0.3)
    moved = s.simulate()
    angle, times = swung(0.3, 0.05, 0.3, 1.5)
    assert drawn.sign * moved.q[-1, 0] == pytest.approx(angle, abs=1e-8)
    assert [c.t / units.time for c in moved.changes] == pytest.approx(times, rel=1e-8)


@pytest.mark.parametrize(("drawn", "units"), CASES)
def test_friction_of_a_pin_falls_as_it_turns_faster(drawn: Drawn, units: Units) -> None:
    falls = {"mu_static": 1.2, "stribeck": 0.8 / units.time, "shape": 1}
    s = pendulum(0.3, 0.05, drawn, units, **falls)
    s.start(phi=drawn.sign * 0.3)
    moved = s.simulate()
    angle, times = swung(0.3, 0.05, 0.3, 1.5, more=0.9)
    assert drawn.sign * moved.q[-1, 0] == pytest.approx(angle, abs=1e-8)
    assert [c.t / units.time for c in moved.changes] == pytest.approx(times, rel=1e-8)


@pytest.mark.parametrize(("below", "sticks"), [(0.999, True), (1.001, False)])
def test_a_pin_holds_within_its_circle_of_friction(below: float, sticks: bool) -> None:
    """The weight passes the centre of the pin at l cos φ ≤ μ r (moment over force)."""
    s = pendulum(0.6, 0.2, Drawn((0, 0, 1)), Units())
    s.start(phi=-pi / 2 + below * 0.6 * 0.2 + (below * 0.6 * 0.2) ** 3 / 6)
    s.plan(until=0.02)
    moved = s.simulate()
    assert bool(moved.touching[-1, 0]) is sticks


@pytest.mark.parametrize("length", [0.0, 0.5, 0.2])
def test_a_shoe_that_is_pushed_at_an_arm(length: float) -> None:
    """N₁,₂ = N/2 ± M/b: M = P e of the push at an arm, N the weight."""
    P, e, m, mu = 10.0, 0.3, 2.0, 0.25
    s = System("shoe", gravity=(0, -9.81, 0))
    shoe = s.body(mass=m, inertia=(0, 0, 0.05))
    s.joint("prismatic", GROUND, shoe, "x")
    s.element("force", body=shoe, point=(0, e, 0), vector=(P, 0, 0))
    s.element("guide_friction", "rub", coordinate="x", mu=mu, length=length)
    s.start(x=(0, 1))
    s.plan(until=0.1)
    turned = P * e / length if length else 0.0
    rubs = mu * (abs(m * 9.81 / 2 + turned) + abs(m * 9.81 / 2 - turned))
    assert s.simulate().qdd[0, 0] == pytest.approx((P - rubs) / m, rel=1e-12)


@pytest.mark.parametrize(("e", "sticks"), [(0.41, True), (0.39, False)])
@pytest.mark.parametrize("push", [1e-3, 1.0, 1e3])
def test_a_drawer_jams_at_any_push_from_an_arm_on(e: float, sticks: bool, push: float) -> None:
    """2 μ e ≥ b: it sticks whatever the push."""
    s = System("drawer", gravity=(0, 0, 0))
    drawer = s.body(mass=1, inertia=(0, 0, 1))
    s.joint("prismatic", GROUND, drawer, "x")
    s.element("force", body=drawer, point=(0, e, 0), vector=(push, 0, 0))
    s.element("guide_friction", coordinate="x", mu=0.25, length=0.2)
    s.plan(until=0.05)
    moved = s.simulate()
    assert bool(moved.touching[-1, 0]) is sticks
    expected = 0.0 if sticks else push * (1 - 2 * 0.25 * e / 0.2)
    assert moved.qdd[-1, 0] == pytest.approx(expected, rel=1e-11)


def chain(rng: np.random.Generator) -> tuple[System, Chain]:
    """A random chain of hinges and slides in a plane, and the same in maximal coordinates."""
    s, before = System("chain", gravity=(0, -9.81, 0)), GROUND
    bodies, n = list[Hung](), int(rng.integers(1, 5))
    q, qd = rng.uniform(-1, 1, n), rng.uniform(-3, 3, n)
    for i in range(n):
        hinge = bool(rng.random() < 0.6)
        size = float(rng.uniform(0.01, 0.1) if hinge else rng.choice([0, rng.uniform(1, 2)]))
        mass, inertia, mu = map(float, (*rng.uniform(0.5, 2, 2), rng.uniform(0, 0.4)))
        inner, outer = (tuple(rng.uniform(-0.5, 0.5, 2).tolist()) for _ in range(2))
        bodies.append(Hung(hinge, mass, inertia, inner, outer, mu, size))
        body, name = s.body(mass=mass, inertia=(0, 0, inertia)), f"q{i}"
        ends = {"point_parent": (*inner, 0), "point_child": (*outer, 0)}
        s.joint("revolute" if hinge else "prismatic", before, body, name, **ends)
        kind, of = ("bearing_friction", "radius") if hinge else ("guide_friction", "length")
        s.element(kind, f"rub{i}", coordinate=name, mu=mu, **{of: size})
        s.start(**{name: (float(q[i]), float(qd[i]))})
        before = body
    s.plan(until=0.02)
    return s, Chain(bodies, q, qd)


@pytest.mark.parametrize("seed", range(6))
def test_accelerations_of_chains_are_those_of_bodies_cut_free(seed: int) -> None:
    s, free = chain(np.random.default_rng(seed))
    qdd, _ = free.accelerations(np.sign(free.qd))
    assert s.simulate().qdd[0] == pytest.approx(qdd, abs=1e-11 * np.max(np.abs(qdd)))


@pytest.mark.parametrize("seed", [22, 25])
def test_machine_code_moves_as_python_does(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also beside a brake that sticks, a damper that slides and a rough wall that is struck."""
    s, free = chain(np.random.default_rng(seed))
    s.element("brake", "brake", coordinate="q0", moment=2.0)
    floor = {"plane_point": (0, -0.75, 0), "mu": 0.3, "restitution": 0.0}
    s.element("wall", "floor", body=len(free.bodies), centre=(0.1, 0, 0), **floor)
    s.plan(until=0.6)
    fast = s.simulate()
    monkeypatch.setattr("lagr_gui.simulation.run.library", lambda: None)
    slow = s.simulate()
    assert fast.q[-1] == pytest.approx(slow.q[-1], abs=1e-6)
    assert [c.after for c in fast.changes] == [c.after for c in slow.changes]


def four_bar(mu: float = 0.3) -> System:
    """A loop with a pin in each of its four hinges, one of which is cut."""
    s = System("four bars", gravity=(0, -9.81, 0))
    sides = ((1.0, 0.013), (2.0, 0.17), (1.5, 0.08))
    a, b, c = (s.body(mass=mass, inertia=(0, 0, inertia)) for mass, inertia in sides)
    s.joint("revolute", GROUND, a, "a", point_child=(-0.2, 0, 0))
    s.joint("revolute", a, b, "b", point_parent=(0.2, 0, 0), point_child=(-0.5, 0, 0))
    s.joint("revolute", b, c, "c", point_parent=(0.5, 0, 0), point_child=(0.4, 0, 0))
    s.joint("revolute", GROUND, c, "d", point_parent=(0.9, 0, 0), point_child=(-0.4, 0, 0))
    for name in "abcd":
        s.element("bearing_friction", f"pin {name}", coordinate=name, mu=mu, radius=0.05)
    s.start(a=(1.0, 8.0), b=-0.55)
    s.plan(until=0.1)
    return s


def test_loops_that_rub_in_all_hinges_lose_energy_and_are_certified() -> None:
    s = four_bar()
    moved = s.simulate()
    assert moved.certificate is not None and moved.certificate.residual < 1e-9
    assert np.max(np.diff(moved.T + moved.U)) < 0
    assert pipeline.energy(s.model, moved).error < 1e-9
    names = [f"{word}(pin {name})" for word in ("friction", "slip", "reserve") for name in "abcd"]
    told = np.array(list(pipeline.outputs(s.model, moved, names).values())).reshape(3, 4, -1)
    assert np.max(told[0] * told[1]) <= 1e-9 and np.max(np.abs(told[2])) < 1e-9


def spatial(rng: np.random.Generator) -> System:
    """A random chain in space, of joints drawn either way round, with all that may press there."""
    s, before = System("spatial", gravity=(1, -9.81, 2)), GROUND
    for i in range(int(rng.integers(2, 4))):
        body = s.body(mass=rng.uniform(0.5, 2), inertia=(rng.uniform(0.5, 1, 3) + 0.2).tolist())
        points = {f"point_{end}": rng.uniform(-0.5, 0.5, 3).tolist() for end in ("parent", "child")}
        axis, name = rng.normal(size=3).tolist(), f"q{i}"
        ends = [(before, body), (body, before)][int(rng.integers(2))]
        if rng.random() < 0.6:
            s.joint("revolute", *ends, name, axis=axis, **points)
            more = {"radius": 0.03, "thrust_radius": 0.04, "length": rng.choice([0, 0.5])}
            s.element("bearing_friction", coordinate=name, mu=0.3, mu_static=0.35, **more)
        else:
            s.joint("prismatic", *ends, name, axis=axis, **points)
            s.element("guide_friction", coordinate=name, mu=0.2, length=rng.choice([0, 1.5]))
        s.start(**{name: (rng.uniform(-1, 1), rng.uniform(-3, 3))})
        before = body
    s.plan(until=0.4)
    return s


@pytest.mark.parametrize("seed", range(4))
def test_chains_in_space_are_certified_and_lose_what_friction_takes(seed: int) -> None:
    s = spatial(np.random.default_rng(seed))
    moved = s.simulate()
    assert moved.certificate is not None and moved.certificate.residual < 1e-9
    assert pipeline.energy(s.model, moved).error < 1e-7
    assert np.max(np.diff(moved.T + moved.U)) <= 1e-9 * moved.largest_T


@pytest.mark.parametrize(("mu", "rate"), [(0.1, 4.0), (0.3, 8.0), (0.5, -9.0)])
def test_a_loop_in_a_plane_passes_all_its_turns(mu: float, rate: float) -> None:
    """A load across the plane, which moves nothing, has no part within it but rounding."""
    s = four_bar(mu)
    s.start(a=(1.0, rate), b=-0.55)
    moved = s.simulate(until=2.0, points=9)
    assert len(moved.changes) > 5 and moved.certificate.residual < 1e-9
    assert np.max(np.diff(moved.T + moved.U)) < 0


@pytest.mark.parametrize("backwards", [False, True])
def test_a_shoe_that_rests_at_a_stop_shares_what_pushes(
    backwards: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stop and friction hold the same: friction exerts all it can, μ₀ N, and no more."""
    s = System("shoe", gravity=(0, -9.81, 0))
    shoe = s.body(mass=2, inertia=(0, 0, 0.05))
    Drawn(backwards=backwards).join(s, "prismatic", shoe, "x")
    s.element("force", body=shoe, point=(0, 0.1, 0), vector=(10, 0, 0))
    s.element("guide_friction", coordinate="x", mu=0.2, mu_static=0.24, length=4.0)
    s.element("stop", coordinate="x", lower=-0.5, upper=0.5, restitution=0)
    s.start(x=(0, -1.0 if backwards else 1.0))
    moved = s.simulate(until=1.5, points=7, outputs=["r = friction(guide_friction 2)"])
    assert abs(moved.outputs["r"][-1]) == pytest.approx(0.24 * 2 * 9.81, rel=1e-9)
    monkeypatch.setattr(LoadedContacts, "_exerted", lambda *_: 0.1)
    with pytest.raises(Disagreement, match="friction that sticks"):
        s.simulate(until=1.5, points=7)


FAULTS = {
    "another μ": lambda self, sticks: 1.01 * WEIGHTS(self, sticks),
    "the other side": lambda self, sticks: -WEIGHTS(self, sticks),
    "another joint": lambda self, sticks: WEIGHTS(self, sticks)[:, ::-1],
}
WEIGHTS = loads.LoadedEnds._weights


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_are_stopped(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    monkeypatch.setattr(loads.LoadedEnds, "_weights", FAULTS[fault])
    s = chain(np.random.default_rng(3))[0]
    with pytest.raises((Disagreement, LagrError)):
        s.simulate()


def test_what_grows_with_itself_jams() -> None:
    """The centre of mass far beside the guide: friction turns the shoe, which presses more."""
    s = System("shoe", gravity=(0, -9.81, 0))
    shoe = s.body(mass=1, inertia=(0, 0, 1))
    s.joint("prismatic", GROUND, shoe, "x", point_child=(0, -1, 0))
    s.element("guide_friction", coordinate="x", mu=0.6, length=1.0)
    s.start(x=(0, 1))
    with pytest.raises(LagrError) as stopped:
        s.simulate(until=0.1)
    assert stopped.value.problems[0].code == "joint-jams"


def test_reactions_that_are_not_determined_are_refused() -> None:
    """A door on two hinges: what each bears along their axis, and across it, is open."""
    s = System("door", gravity=(0, 0, -9.81))
    door = s.body(mass=10, inertia=(1, 1, 1))
    for name, z in (("phi", 0.5), ("psi", -0.5)):
        ends = {"point_parent": (0, 0, z), "point_child": (-1, 0, z)}
        s.joint("revolute", GROUND, door, name, **ends)
    s.element("bearing_friction", coordinate="phi", mu=0.1, thrust_radius=0.02)
    s.start(phi=(0, 1))
    with pytest.raises(LagrError) as stopped:
        s.simulate(until=0.1)
    assert stopped.value.problems[0].code == "reaction-open"


def test_what_cannot_be_pressed_so_is_refused() -> None:
    s = System("cart", gravity=(0, -9.81, 0))
    s.joint("prismatic", GROUND, s.body(mass=1), "x")
    s.element("bearing_friction", coordinate="x", mu=0.2, mu_static=0.1)
    codes = {problem.code for problem in s.check().problems}
    assert codes == {"no-load", "static-friction"}
    s = pendulum(0.3, 0.05, Drawn((0, 0, 1)), Units())
    with pytest.raises(LagrError) as refused:
        pipeline.evaluate(s.model, [{"q": [0.1], "qd": [1.0]}])
    assert refused.value.problems[0].code == "friction"


def test_equations_tell_what_presses() -> None:
    (force,) = pendulum(0.3, 0.05, Drawn((0, 0, 1)), Units()).equations().frictions
    assert "F_1" in write(force.bound) and "F_1" in write(force.sliding)
    assert [str(words) for _, words in force.presses] == [
        "force of joint “revolute 1” across its axis"
    ]


def test_bounds_of_several_that_press_each_other_are_exact() -> None:
    """Against plain iteration, which converges where the gain is below 1."""
    rng = np.random.default_rng(1)
    owners = np.array([0, 0, 1, 2])
    weights, rest = rng.uniform(0, 0.3, (50, 4)), rng.normal(size=(50, 4, 3))
    by = rng.normal(size=(50, 4, 3, 3))
    b, gain = loaded.bounds(owners, weights, rest, by)
    assert np.isnan(b[gain >= 1]).all()
    sure = gain < 0.99
    b, weights, rest, by = b[sure], weights[sure], rest[sure], by[sure]
    sums = np.zeros_like(b)
    for _ in range(4000):
        N = np.linalg.norm(rest + np.einsum("keis,ks->kei", by, sums), axis=2)
        sums = np.stack([(weights * N)[:, owners == i].sum(axis=1) for i in range(3)], axis=1)
    assert len(b) > 10 and b == pytest.approx(sums, rel=1e-11)


@pytest.mark.parametrize("inertia", [0.0, 1e-12, 1e-8, 1e-2])
def test_a_nut_falls_and_is_driven_whatever_its_rotary_inertia(inertia: float) -> None:
    """I φ̈ = M − A R tan(λ ± ρ), A = m (g + c φ̈) with c = p/(2π) = R tan λ."""
    R, c = 0.012, 0.01 / (2 * pi)
    for mu, moment in ((0.02, 0.0), (0.13, 0.0), (0.2, 0.0), (0.05, 3.0), (0.13, 3.0)):
        s = System("jack", gravity=(0, 0, -9.81))
        nut = s.body(mass=50, inertia=(0, 0, inertia))
        s.joint("screw", GROUND, nut, "phi", pitch=0.01)
        s.element("coordinate_force", coordinate="phi", force=moment)
        fields = {"mu": mu, "radius": 0, "thrust_radius": R}
        s.element("bearing_friction", coordinate="phi", **fields)
        lead, rho = np.arctan(c / R), np.arctan(mu)
        arm = R * np.tan(lead + rho if moment else lead - rho)
        wanted = (moment - 50 * 9.81 * arm) / (inertia + 50 * c * arm) if arm > 0 else 0.0
        assert s.simulate(until=0.01).qdd[-1, 0] == pytest.approx(wanted, rel=1e-9, abs=1e-9)
