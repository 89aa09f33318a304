"""One-way clutches: γ ≥ 0, r ≥ 0, r γ = 0, with impulses and slip moments."""

from itertools import product

import numpy as np
import pytest
from scipy.special import ellipk

from lagr_gui import GROUND, System
from lagr_gui.foundation.problem import LagrError
from lagr_gui.typesetting.sheet_text import text_equations
from tests.each import each

WAYS = {"forwards": 1.0, "backwards": -1.0}


def shafts(*inertias: float) -> System:
    """Shafts about one axis, each in a bearing of its own: coordinates q0, q1 …"""
    system = System("shafts", gravity=(0, 0, 0))
    for number, J in enumerate(inertias):
        body = system.body(inertia=(0, 0, J))
        system.joint("revolute", GROUND, body, f"q{number}")
    return system


@each("turns", list(WAYS))
@each("size", [1.0, 1e-6, 1e6])
def test_a_pendulum_swings_through_once_and_is_held(turns: str, size: float) -> None:
    way, high = WAYS[turns], 1.0
    s = System("pendulum", gravity=(0, -9.81 * size, 0))
    bob = s.body(mass=2 * size)
    s.joint("revolute", GROUND, bob, "phi", point_child=(0, size, 0))
    s.element("one_way_clutch", "wheel", coordinate="phi", turns=turns)
    s.start(phi=-way * high)
    moved = s.simulate(until=3, outputs=["r = friction(wheel)", "g = slip(wheel)"])
    half = 2 / np.sqrt(9.81) * ellipk(np.sin(high / 2) ** 2)
    (change,) = moved.changes
    assert (change.t, change.after) == (pytest.approx(half, rel=1e-9), "sticks")
    assert moved.q[-1, 0] == pytest.approx(way * high, rel=1e-9)
    assert moved.qd[-1, 0] == pytest.approx(0, abs=1e-30)
    held = 2 * 9.81 * size**3 * np.sin(high)
    assert moved.outputs["r"][-1] == pytest.approx(held, rel=1e-9)
    assert not moved.outputs["r"][moved.t < change.t].any()
    assert (moved.outputs["g"] >= -1e-30).all()


@each("turns", list(WAYS))
def test_a_rectifier_drives_its_wheel_while_it_has_to(turns: str) -> None:
    """It lets go where J α̈ + k α̇ = 0, and the wheel slows down as e^(−k t/J)."""
    way, (J, k, A, w) = WAYS[turns], (0.5, 0.2, 1.0, 3.0)
    s = shafts(1.0, J)
    s.element("prescribed_motion", coordinate="q0", motion=f"{way * A}*(1 - cos({w}*t))")
    s.element("coordinate_damper", coordinate="q1", k=k)
    s.element("one_way_clutch", "clutch", coordinate="q1", other="q0", turns=turns)
    moved = s.simulate(until=2)
    (free,) = moved.changes
    t = (np.pi - np.arctan(J * w / k)) / w
    assert free.t == pytest.approx(t, rel=1e-9)
    speed = way * A * w * np.sin(w * t) * np.exp(-k / J * (2 - t))
    assert moved.qd[-1, 1] == pytest.approx(speed, rel=1e-8)


@each("turns", list(WAYS))
def test_with_a_slip_moment_it_slides_backwards_against_it(turns: str) -> None:
    way, (J, M, T) = WAYS[turns], (2.0, 3.0, 5.0)
    s = shafts(J)
    s.element("coordinate_force", coordinate="q0", force=f"{-way * T}*sin(t)")
    s.element("one_way_clutch", "clutch", coordinate="q0", turns=turns, moment=M)
    moved = s.simulate(until=2, outputs=["r = friction(clutch)"])
    (slips,) = moved.changes
    begin = np.arcsin(M / T)
    assert (slips.t, slips.sense) == (pytest.approx(begin, rel=1e-9), -1)
    speed = (-T * (np.cos(begin) - np.cos(2)) + M * (2 - begin)) / J
    assert moved.qd[-1, 0] == pytest.approx(way * speed, rel=1e-8)
    assert moved.outputs["r"][-1] == pytest.approx(M)


def complementary(W: np.ndarray, b: np.ndarray) -> np.ndarray:
    """λ ≥ 0 with a = W λ + b ≥ 0 and λ a = 0, among all modes."""
    for some in product((False, True), repeat=len(b)):
        held, lam = np.array(some), np.zeros(len(b))
        lam[held] = np.linalg.lstsq(W[np.ix_(held, held)], -b[held], rcond=1e-10)[0]
        if (lam >= -1e-12).all() and (W @ lam + b >= -1e-9).all():
            return lam
    raise AssertionError("no mode fits")


@pytest.mark.parametrize("seed", range(4))
def test_shafts_in_clutches_begin_as_the_complementarity_says(seed: int) -> None:
    """Of several clutches at rest those hold that have to: enumeration of all their modes."""
    random = np.random.default_rng(seed)
    J, force = random.uniform(0.5, 3, 4), random.uniform(-5, 5, 4)
    s, rows = shafts(*J), list[np.ndarray]()
    for number, T in enumerate(force):
        s.element("coordinate_force", coordinate=f"q{number}", force=float(T))
    for number in range(5):
        a, b = random.choice(4, 2, replace=False)
        ratio, turns = float(random.uniform(-2, 2)), str(random.choice(list(WAYS)))
        fields = {"coordinate": f"q{a}", "other": f"{ratio}*q{b}", "turns": turns}
        s.element("one_way_clutch", f"clutch {number}", **fields)
        row = np.zeros(4)
        row[a], row[b] = WAYS[turns], -WAYS[turns] * ratio
        rows.append(row)
    w = np.array(rows)
    lam = complementary(w / J @ w.T, w @ (force / J))
    qdd = (force + lam @ w) / J
    moved = s.simulate(until=1e-3)
    assert moved.qdd[0] == pytest.approx(qdd, abs=1e-9)
    assert moved.qd[-1] == pytest.approx(qdd * 1e-3, abs=1e-9)


@each("turns", list(WAYS))
def test_what_strikes_a_shaft_strikes_what_its_clutch_takes_along(turns: str) -> None:
    """A plastic stop of the first shaft, on which the second overruns, or which it takes along."""
    way, (J0, J1) = WAYS[turns], (1.0, 2.0)
    for first, second in ((1.0, -1.0), (1.0, 1.0)):  # driven into the stop, and running free
        s = shafts(J0, J1)
        bounds = {"lower": -1, "upper": 0.5} if way > 0 else {"lower": -0.5, "upper": 1}
        s.element("stop", "stop", coordinate="q0", **bounds, restitution=0)
        other = {"coordinate": "q1", "other": "q0"} if second > 0 else {"coordinate": "q0"}
        other |= {"other": "q1"} if second < 0 else {}
        s.element("one_way_clutch", "clutch", **other, turns=turns)
        s.start(q0=(0, way * first), q1=(0, way * first))
        moved = s.simulate(until=1)
        (impact,) = moved.impacts
        if second > 0:  # q1 overruns q0: it goes on
            assert impact.names == ("element:stop",)
            assert moved.qd[-1] == pytest.approx((0, way))
        else:  # q0 cannot fall behind q1: both stop
            assert impact.names == ("element:stop", "element:clutch")
            assert moved.qd[-1] == pytest.approx((0, 0), abs=1e-15)
            assert abs(impact.impulses[0]) == pytest.approx(J0 + J1)
            assert impact.impulses[1] == pytest.approx(J1)
            assert impact.loss == pytest.approx((J0 + J1) / 2)


def test_it_catches_at_once_what_begins_backwards() -> None:
    s = shafts(2.0)
    s.element("one_way_clutch", "clutch", coordinate="q0")
    s.start(q0=(0, -3))
    moved = s.simulate(until=1)
    assert not moved.qd.any()
    (note,) = [note for note in moved.notes if note.code == "caught"]
    assert "9 J" in str(note.cause)
    s.element("one_way_clutch", "back", coordinate="q0", turns="backwards")
    s.start(q0=(0, 3))
    assert not s.simulate(until=1).qd.any()


def test_conditions_that_turn_it_back_are_refused() -> None:
    s = shafts(2.0)
    s.element("prescribed_motion", coordinate="q0", motion="sin(t)")
    s.element("one_way_clutch", "clutch", coordinate="q0")
    with pytest.raises(LagrError, match="turn this one-way clutch backwards"):
        s.simulate(until=2)


def test_its_lines_say_when_it_holds() -> None:
    s = System("pendulum", m=2, l=1.5, gravity=(0, -10, 0))
    bob = s.body(mass="m")
    s.joint("revolute", GROUND, bob, "phi", point_child=(0, "l", 0))
    s.element("one_way_clutch", coordinate="phi", turns="backwards")
    text = text_equations(s.equations())
    lines = [line.strip() for line in text.splitlines()]
    for line in ("0 <= r_1", "0 <= -phi'", "r_1 = -10*m*l*sin(phi)    (holding)"):
        assert line in lines, text
