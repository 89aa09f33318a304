"""Events of a model against closed forms, and against motions that are put together by hand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lagr_gui import GROUND, LagrError, System, pipeline
from lagr_gui.foundation.problem import Severity
from lagr_gui.simulation import SimulationStopped, Trajectory

G = 9.81


def slider(m: float = 2.0, **more: Any) -> System:
    """A mass on a slide without gravity."""
    s = System("slider", m=m, g=None, gravity=(0, 0, 0), **more)
    s.joint("prismatic", GROUND, s.body("mass", mass="m"), "x")
    return s


def hanging(kind: str, length: float = 0.8, turned: bool = False, name: str = "string") -> System:
    """A mass in a plane that hangs on a rod or a rope."""
    s = System("string", m=1.5, l=length)
    bob = s.body("Bob", mass="m", inertia=(1, 1, 1))
    s.joint("planar", GROUND, bob, "x", "y", "alpha")
    ends = (bob, GROUND) if turned else (GROUND, bob)
    s.element(kind, name, body_a=ends[0], body_b=ends[1], l="l")
    return s


def flown(moved: Trajectory, t: float) -> np.ndarray:
    """x, y at the end of a flight that began at a time."""
    (q, qd), rest = moved.at(t), moved.t[-1] - t
    return q[:2] + qd[:2] * rest - np.array([0.0, G / 2 * rest**2])


@pytest.mark.parametrize(
    ("kind", "length", "turned"),
    [("rod", 0.8, False), ("rope", 0.8, True), ("rod", 1e-6, True), ("rope", 1e6, False)],
)
def test_a_mass_whose_string_is_cut_flies_on_a_parabola(
    kind: str, length: float, turned: bool
) -> None:
    s, speed, time = hanging(kind, length, turned), math.sqrt(G * length), math.sqrt(length / G)
    s.start(x=(0, speed), y="-l")
    s.event("cut", "atan2(x, -y) - 0.4", open="string")
    moved = s.simulate(until=2 * time, outputs=["thrust(string)", "length(string)"])
    (cut,) = moved.happened

    def angle(t: float, y: np.ndarray) -> float:
        return y[0] - 0.4

    angle.terminal = True  # type: ignore[attr-defined]
    swung = solve_ivp(
        lambda t, y: [y[1], -math.sin(y[0])],
        (0, 2),
        [0, 1],
        "DOP853",
        events=angle,
        rtol=1e-13,
        atol=1e-15,
    )
    assert cut.t == pytest.approx(swung.t_events[0][0] * time, rel=1e-10)
    assert moved.q[-1, :2] == pytest.approx(flown(moved, cut.t), rel=1e-10)
    pull = -1.5 * (cut.before[3] ** 2 + cut.before[4] ** 2) / length - 1.5 * G * math.cos(0.4)
    held = moved.t <= cut.t
    assert moved.outputs["thrust(string)"][held][-1] == pytest.approx(pull, rel=1e-8)
    assert not moved.outputs["thrust(string)"][~held].any()
    assert moved.outputs["length(string)"][-1] == pytest.approx(np.hypot(*moved.q[-1, :2]))
    assert moved.energy_error < 1e-9 and moved.certificate is not None and moved.certificate
    assert s.energy(moved).error < 1e-9
    reactions = s.reactions(moved)
    assert np.allclose(reactions.thrusts["string"], moved.outputs["thrust(string)"])
    (said,) = (c for c in moved.changes if c.item == "event:cut")
    assert (said.t, said.after) == (cut.t, "“string” opens")


@pytest.mark.parametrize("kind", ["rod", "rope"])
def test_a_string_breaks_where_its_pull_is_too_large(kind: str) -> None:
    """From the level the pull is 3 m g cos φ."""
    s = hanging(kind)
    s.start(x="l", y=0)
    s.event("breaks", "abs(thrust(string)) - 30", open="string")
    moved = s.simulate(until=1)
    (broken,) = moved.happened
    assert 3 * 1.5 * G * -broken.before[1] / 0.8 == pytest.approx(30, rel=1e-9)
    assert moved.q[-1, :2] == pytest.approx(flown(moved, broken.t), abs=1e-10)
    (pull,) = (f.force for f in s.forces(moved).forces if f.source == "element:string")
    assert pull[100].any() and not pull[-1].any()


def test_a_closed_path_that_opens_leaves_two_pendulums() -> None:
    s = System("loop", m=1, J=0.1)
    a, b = (s.body(mass="m", inertia=("J", "J", "J")) for _ in "ab")
    s.joint("revolute", GROUND, a, "alpha", point_child=(-0.5, 0, 0))
    s.joint("revolute", GROUND, b, "beta", point_parent=(1, 0, 0), point_child=(-0.5, 0, 0))
    ends = {"point_parent": (0.5, 0, 0), "point_child": (0.5, 0, 0)}
    s.joint("revolute", a, b, "gamma", name="pin", cut=True, **ends)
    s.start(alpha=1.0, beta=2.0)
    s.event("opens", "abs(force(pin)) - 2", direction="both", open="pin")
    s.event("late", "t - 0.3", open="pin")
    moved = s.simulate(until=1)
    start, then = moved.at(0.0), moved.at(0.3)
    assert start[0] == pytest.approx(then[0], abs=1e-9), "a triangle, until it opens"
    for angle in (0, 1):
        fall = solve_ivp(
            lambda t, y: [y[1], -G * 0.5 * math.cos(y[0]) / (0.1 + 0.25)],
            (0.3, 1),
            [then[0][angle], 0],
            "DOP853",
            rtol=1e-12,
            atol=1e-13,
        )
        assert moved.q[-1, angle] == pytest.approx(fall.y[0, -1], abs=1e-9)
    pin = s.reactions(moved).joints["pin"]
    assert abs(pin.force[0, 0]) > 1 and not pin.force[-1].any()


def test_what_is_switched_acts_from_then_on() -> None:
    s = slider(c=50.0, k=3.0)
    s.element("coordinate_spring", "spring", coordinate="x", c="c")
    s.element("coordinate_damper", "damper", coordinate="x", k="k", enabled=False)
    s.start(x=1.0)
    s.event("breaks", "t - 0.7", off="spring", on="damper")
    moved = s.simulate(until=1, outputs=["force(spring)"])
    x, v = math.cos(3.5), -5 * math.sin(3.5)
    assert moved.q[-1, 0] == pytest.approx(x + v * 2 / 3 * (1 - math.exp(-0.45)), abs=1e-10)
    assert moved.outputs["force(spring)"][[0, -1]] == pytest.approx([-50, 0])
    balance = s.energy(moved)
    assert balance.of("supplied")["event:breaks"][-1] == pytest.approx(-25 * x**2, abs=1e-8)
    assert balance.error < 1e-10 > moved.energy_error


def test_a_brake_that_is_switched_on_holds() -> None:
    s = slider()
    s.element("joint_friction", "brake", coordinate="x", kinetic=3, enabled=False)
    s.start(x=(0, 1.5))
    s.event("brakes", "x - 1.5", on="brake")
    moved = s.simulate(until=4)
    assert [(round(c.t, 9), c.after) for c in moved.changes] == [
        (1.0, "“brake” is switched on"),
        (2.0, "sticks"),
    ]
    assert moved.q[-1, 0] == pytest.approx(2.25, abs=1e-10)
    assert s.energy(moved).error < 1e-10


def test_velocities_and_states_are_set_each_time() -> None:
    s = slider()
    s.state("z", "1")
    s.start(x=(1.0, -2.0))
    s.event("bounces", "x", direction="falling", once=False, set={"x'": "-x'/2"})
    s.event("again", "z - 0.3", once=False, set={"z": "z - 0.3"})
    moved = s.simulate(until=1)
    assert moved.q[-1, 0] == pytest.approx(0.5, abs=1e-12)
    assert moved["z"][-1] == pytest.approx(0.1, abs=1e-10)
    assert [c.item for c in moved.changes].count("event:again") == 3
    (bounce,) = (one for one in moved.happened if one.item == "event:bounces")
    assert bounce.supplied == pytest.approx(0.5 * 2 * (1 - 4), rel=1e-12)
    assert s.energy(moved).of("supplied")["event:bounces"][-1] == pytest.approx(-3, rel=1e-12)


def test_other_velocities_follow_as_conditions_ask() -> None:
    s = hanging("rod")
    s.start(x=(0.0, 2.0), y="-l")
    s.event("kick", "x - 0.48", set={"x'": "3"})
    (kick,) = s.simulate(until=1).happened
    assert kick.before[1] == pytest.approx(-0.64, abs=1e-9)
    assert kick.after[3:5] == pytest.approx([3, 3 * 0.48 / 0.64], rel=1e-8)
    s.event("both", "x - 0.4", set={"x'": "3", "y'": "0"})
    with pytest.raises(SimulationStopped, match="do not leave x', y' free"):
        s.simulate(until=1)


def test_a_motion_ends_where_an_event_stops_it() -> None:
    s = slider()
    s.start(x=(0, 1.5))
    s.event("end", "x - 3", stop=True)
    moved = s.simulate(until=4)
    assert moved.t[-1] == pytest.approx(2, abs=1e-12) and not moved.stopped


def test_direction_tells_which_passages_count() -> None:
    times = {}
    for direction in ("rising", "falling", "both"):
        s = slider(c=2.0)
        s.element("coordinate_spring", coordinate="x", c="c")
        s.start(x=1.0)
        s.event("passes", "x", direction=direction, once=False, set={"x'": "x'"})
        times[direction] = [one.t / math.pi for one in s.simulate(until=9).happened]
    assert times["falling"] == pytest.approx([0.5, 2.5]), "cos t"
    assert times["rising"] == pytest.approx([1.5])
    assert times["both"] == pytest.approx([0.5, 1.5, 2.5])


def test_what_happens_without_end_is_told() -> None:
    s = slider()
    s.start(x=(0, 1.0))
    s.event("there", "x - 0.5", once=False, set={"x'": "-1"})
    s.event("back", "0.499999999999 - x", once=False, set={"x'": "1"})
    with pytest.raises(SimulationStopped, match="again and again"):
        s.simulate(until=1)


def test_what_has_passed_already_is_told() -> None:
    s = slider()
    s.start(x=(1, 1.0))
    s.event("past", "x - 0.5", stop=True)
    moved = s.simulate(until=1)
    assert [note.code for note in moved.notes] == ["event-at-start"] and not moved.happened


@pytest.mark.parametrize("speed", [2.0, -2e-6, 2e6])
def test_a_condition_begins_with_a_plastic_impact(speed: float) -> None:
    s = System("wagons", m=1.0, M=3.0)
    a, b = s.body(mass="m"), s.body(mass="M")
    s.joint("prismatic", GROUND, a, "x")
    s.joint("prismatic", GROUND, b, "y")
    s.element("position_condition", "hook", zero="y - x - 0.5", enabled=False)
    s.start(x=(0, speed), y=0.5 + speed / 4)
    s.event("couples", "y - 0.5 - x", direction="both", on="hook")
    moved = s.simulate(until=1, outputs=["lambda(hook)"])
    (coupled,) = moved.happened
    assert coupled.t == pytest.approx(0.25) and moved.qd[-1] == pytest.approx([speed / 4] * 2)
    assert coupled.supplied == pytest.approx(-0.5 * 0.75 * speed**2)
    assert s.energy(moved).error < 1e-9 and moved.certificate
    s.event("early", "t - 0.1", on="hook")
    with pytest.raises(SimulationStopped, match="where positions miss it by"):
        s.simulate(until=1)


def test_equations_are_told_before_and_after() -> None:
    s = hanging("rod")
    s.event("cut", "x", open="string")
    before, after = s.equations(minimal=False), s.equations(after="cut")
    assert before.of("phi") and "“string” opens" in str(before)
    free = System("string", m=1.5, l=0.8)
    free.joint("planar", GROUND, free.body("Bob", mass="m", inertia=(1, 1, 1)), "x", "y", "alpha")
    assert after.entries == free.equations().entries
    with pytest.raises(LagrError, match="no event of this name"):
        s.equations(after="cot")


FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "unknown value": ({"when": "phi - q", "stop": True}, "nothing called “q”"),
    "works": ({"when": "supplied", "stop": True}, "A work is an integral"),
    "unknown item": ({"when": "phi", "open": "pn"}, "nothing called “pn”"),
    "joint of the tree": ({"when": "phi", "open": "pin"}, "Draw a freer joint"),
    "what acts opens": ({"when": "phi", "open": "spring"}, "does not open"),
    "a joint is switched": ({"when": "phi", "off": "pin"}, "not switched"),
    "a condition is off": ({"when": "phi", "off": "drive"}, "not switched off"),
    "on already": ({"when": "phi", "on": "spring"}, "so already"),
    "nothing": ({"when": "phi"}, "Nothing happens"),
    "a position": ({"when": "phi", "set": {"phi": 1}}, "does not jump"),
    "no velocity": ({"when": "phi", "set": {"psi'": 1}}, "no velocity or state"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_with_an_event_is_told_at_it(fault: str) -> None:
    given, words = FAULTS[fault]
    s = System("pendulum", m=1, l=0.8)
    s.joint("revolute", GROUND, s.body(mass="m"), "phi", point_child=(0, "l", 0), name="pin")
    s.element("coordinate_spring", "spring", coordinate="phi", c=1)
    s.element("prescribed_motion", "drive", coordinate="phi", motion="t", enabled=False)
    s.event("it", **given)
    (told,) = (p for p in pipeline.check(s.model).problems if p.code == "event")
    assert told.severity is Severity.WARNING and words in str(told) and told.path[0] == "events"
    assert s.equations(), "equations need no events"
    with pytest.raises(LagrError, match=words):
        s.simulate()


def test_what_cannot_follow_events_says_so() -> None:
    s = hanging("rod")
    s.event("cut", "x", open="string")
    for asked in (s.stepwise, lambda: s.sweep({"m": [1, 2]})):
        with pytest.raises(LagrError, match="Event “cut”"):
            asked()
    assert s.mobility()


def test_a_joint_beside_a_freer_one_can_open() -> None:
    s = System("pendulum", m=1.5, l=0.8)
    bob = s.body("Bob", mass="m", inertia=(0.1, 0.1, 0.1))
    s.joint("planar", GROUND, bob, "x", "y", "alpha")
    s.joint("revolute", GROUND, bob, "phi", point_child=(0, "l", 0), name="pin", cut=True)
    s.start(x="l", y=0, alpha=math.pi / 2)
    s.event("breaks", "abs(force(pin)) - 20", open="pin")
    moved = s.simulate(until=1)
    (broken,) = moved.happened
    assert moved.q[-1, :2] == pytest.approx(flown(moved, broken.t), abs=1e-10)
    assert moved.qd[-1, 2] == pytest.approx(broken.before[5], abs=1e-10)
