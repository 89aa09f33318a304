"""Motions go on past the locks of three turns in sequence, and their angles go on with them."""

from __future__ import annotations

import pickle
from collections.abc import Sequence

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lagr_gui import System
from lagr_gui.foundation.problem import LagrError
from lagr_gui.pipeline import Stepwise
from lagr_gui.prepared import prepare
from lagr_gui.simulation import Trajectory
from tests.simulation.dead_positions import spin

X, Y, Z = np.eye(3)
LETTERS = {"x": X, "y": Y, "z": Z}
MOMENTS = (1.0, 2.0, 2.5)
TAIT_BRYAN, EULER = (X, Y, Z), (Z, X, Z)


def body(
    sequence: Sequence[np.ndarray] = TAIT_BRYAN,
    start: Sequence[tuple[float, float]] = ((0, 1e-4), (0, 1), (0, 1e-4)),
    backwards: bool = False,
    moments: tuple[float, float, float] = MOMENTS,
    **fields: object,
) -> System:
    """A body that turns about its centre of mass, or about another point."""
    system = System(gravity=(0, 0, "-g"), g=0.0 if "point_child" not in fields else 2.0)
    system.body("Body", mass=1, inertia=moments)
    axes = tuple(tuple(axis.tolist()) for axis in sequence)
    ends = (1, 0) if backwards else (0, 1)
    system.joint("spherical", *ends, "a", "b", "c", sequence=axes, **fields)
    system.start(**dict(zip("abc", start, strict=True)))
    return system


def attitude(sequence: Sequence[np.ndarray], q: np.ndarray) -> np.ndarray:
    first, middle, last = (spin(angle, axis) for angle, axis in zip(q, sequence, strict=True))
    return first @ middle @ last


def turning(sequence: Sequence[np.ndarray], q: np.ndarray, qd: np.ndarray) -> np.ndarray:
    """The angular velocity in outer axes."""
    first = spin(q[0], sequence[0])
    second = first @ spin(q[1], sequence[1])
    return qd[0] * sequence[0] + qd[1] * first @ sequence[1] + qd[2] * second @ sequence[2]


def by_euler(R: np.ndarray, omega: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Attitudes (n, 3, 3) and angular velocities (n, 3) of the free body, by Euler's equations."""
    inertia = np.diag(MOMENTS)

    def motion(_: float, y: np.ndarray) -> np.ndarray:
        R, w = y[:9].reshape(3, 3), y[9:]
        hat = np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])
        return np.concatenate(
            [(R @ hat).ravel(), np.linalg.solve(inertia, np.cross(inertia @ w, w))]
        )

    y = [*R.ravel(), *(R.T @ omega)]
    found = solve_ivp(motion, t[[0, -1]], y, "DOP853", t, rtol=1e-12, atol=1e-12).y.T
    R = found[:, :9].reshape(-1, 3, 3)
    return R, np.einsum("nij,nj->ni", R, found[:, 9:])


def momenta(sequence: Sequence[np.ndarray], found: Trajectory) -> np.ndarray:
    """Angular momenta (n, 3) in space axes."""
    rows = []
    for q, qd in zip(found.q, found.qd, strict=True):
        R = attitude(sequence, q)
        rows.append(R @ (np.array(MOMENTS) * (R.T @ turning(sequence, q, qd))))
    return np.array(rows)


@pytest.mark.parametrize("name", ["zyx", "zxz"])
def test_a_tumbling_body_moves_as_by_eulers_equations(name: str) -> None:
    axes = [LETTERS[letter] for letter in name]
    for backwards in (False, True):
        start = ((0.3, 1e-3), (-0.9, 1.0), (-0.2, 2e-3))
        found = body(axes, start, backwards).simulate(4.0, points=21)
        sign = -1.0 if backwards else 1.0  # a body that is the joint's parent turns the other way

        def inner(R: np.ndarray) -> np.ndarray:
            return R.T if backwards else R  # noqa: B023

        begun = inner(attitude(axes, found.q[0]))
        omega = turning(axes, found.q[0], found.qd[0])
        omega = sign * (begun @ omega if backwards else omega)
        R, w = by_euler(begun, omega, found.t)
        for i, (q, qd) in enumerate(zip(found.q, found.qd, strict=True)):
            own = inner(attitude(axes, q))
            own_w = turning(axes, q, qd)
            assert own == pytest.approx(R[i], abs=1e-9), name
            assert sign * (own @ own_w if backwards else own_w) == pytest.approx(w[i], abs=1e-8)
        assert found.certificate is not None


@pytest.mark.parametrize("noise", [1e-4, -1e-9, 0.0])
@pytest.mark.parametrize("axes", [TAIT_BRYAN, EULER])
def test_angles_go_on_from_side_to_side_however_near_they_pass(axes, noise: float) -> None:
    """Between two looks no angle jumps, beside the lock or through it."""
    begin = 0.0 if axes is TAIT_BRYAN else -np.pi / 2
    found = body(axes, ((0, noise), (begin, 1.0), (0, noise))).simulate(3.0, points=301)
    kept = momenta(axes, found)
    assert kept == pytest.approx(kept[:1].repeat(301, 0), abs=1e-11)
    t = np.pi / 2 + abs(noise) * np.linspace(-200, 200, 8001) if noise else found.t
    q, _ = found.at(t)
    assert np.abs(np.diff(q, axis=0)).max() < (0.3 if noise else 0.011)
    swing = np.abs(found.q[-1, [0, 2]] - found.q[0, [0, 2]])
    assert swing == pytest.approx(np.pi if noise else 0.0, abs=0.1)
    assert (found.q[:, 1].max() > begin + 2.0) == (not noise)
    told = [note for note in found.notes if note.code == "gimbal-lock"]
    assert len(told) == (abs(noise) < 1e-6)
    assert not told or ("1.5708 s" in told[0].cause and "a and c" in told[0].cause)


def test_all_methods_pass_and_fixed_steps_do() -> None:
    end = body().simulate(2.5, points=3)
    for method in ("DOP853", "RK45", "LSODA", "Radau", "BDF"):
        found = body().simulate(2.5, points=3, method=method, rtol=1e-7)
        assert found.q[-1] == pytest.approx(end.q[-1], abs=1e-3), method
        assert momenta(TAIT_BRYAN, found)[-1] == pytest.approx((0, 2, 0), abs=1e-3), method
    fixed = [body().simulate(2.5, points=3, method="fixed", step=h) for h in (0.02, 0.01)]
    errors = [np.abs(one.q[-1] - end.q[-1]).max() for one in fixed]
    assert errors[1] < 1e-8
    assert errors[0] / errors[1] > 10  # of order four


def test_axes_at_any_angle_pass_too() -> None:
    """Between proper Euler and Tait–Bryan angles: the last axis anywhere across the middle one."""
    axes = (X, Y, spin(0.7, Y) @ X)
    found = body(axes, ((0.2, 1e-5), (-1.5, 1.0), (0.1, 2e-5))).simulate(3.0, points=21)
    R, _ = by_euler(attitude(axes, found.q[0]), turning(axes, found.q[0], found.qd[0]), found.t)
    own = np.array([attitude(axes, q) for q in found.q])
    assert own == pytest.approx(R, abs=1e-9)


def test_a_start_in_the_lock_moves_on_and_is_told() -> None:
    """Attitude and angular velocity follow from angles and rates there too."""
    start = ((0.4, 0.3), (np.pi / 2, -0.2), (0.1, 0.5))
    found = body(TAIT_BRYAN, start).simulate(1.0, points=11)
    q, qd = (np.array(part) for part in zip(*start, strict=True))
    R, _ = by_euler(attitude(TAIT_BRYAN, q), turning(TAIT_BRYAN, q, qd), found.t)
    assert [attitude(TAIT_BRYAN, own) for own in found.q] == pytest.approx(R, abs=1e-9)
    assert [note.code for note in found.notes] == ["gimbal-lock"]


def test_forces_that_speak_of_angles_stay_right_past_the_lock() -> None:
    """Against turns whose lock is far away, with the same moments told by attitude and rates."""
    system = body(start=((0.3, 0.05), (0, 2.0), (-0.2, 0.05)))
    system.element("coordinate_spring", coordinate="b", c=0.3)
    system.element("coordinate_spring", coordinate="a", c=0.1)
    system.element("coordinate_damper", coordinate="c", k=0.02)
    found = system.simulate(3.0, points=31)
    assert np.abs(np.cos(found.q[:, 1])).min() < 0.1

    def motion(_: float, y: np.ndarray) -> np.ndarray:
        q, qd = y[:3], y[3:]
        first = spin(q[0], X)
        second = first @ spin(q[1], Y)
        columns = np.column_stack([X, first @ Y, second @ Z])
        R = second @ spin(q[2], Z)
        w = columns @ qd
        inertia = R @ np.diag(MOMENTS) @ R.T
        force = np.array([-0.1 * q[0], -0.3 * q[1], -0.02 * qd[2]])
        moment = np.linalg.solve(columns.T, force)
        alpha = np.linalg.solve(inertia, moment - np.cross(w, inertia @ w))
        carried = columns * qd
        bend = np.cross(carried[:, 0], carried[:, 1])
        bend = bend + np.cross(carried[:, 0] + carried[:, 1], carried[:, 2])
        return np.concatenate([qd, np.linalg.solve(columns, alpha - bend)])

    y = np.concatenate([found.q[0], found.qd[0]])
    own = solve_ivp(motion, (0, 3), y, "DOP853", found.t, rtol=1e-12, atol=1e-13).y.T
    assert found.q == pytest.approx(own[:, :3], abs=1e-8)
    assert found.qd == pytest.approx(own[:, 3:], abs=1e-6)
    assert found.energy_error < 1e-9


def test_forces_of_signals_that_measure_turns_stay_right_past_the_lock() -> None:
    """A ball in oil, J ω′ = −k ω in space: T falls as e^(−2 k t/J), whatever its angles."""
    system = body(EULER, ((0, 1e-4), (0.3, -1), (0, 1e-4)), moments=(2.0, 2.0, 2.0))
    for letter in "xyz":
        system.signal(f"w{letter}", f"angular_velocity(Body).{letter}", unit="rad/s")
    system.parameter("k", 1.0, unit="N m s")
    system.element("torque", body=1, vector=[f"-k*w{letter}" for letter in "xyz"])
    found = system.simulate(2.0, points=3)
    assert found.T[-1] == pytest.approx(found.T[0] * np.exp(-2.0), rel=1e-9)


def test_dampers_that_have_no_bound_in_the_lock_are_told_soon() -> None:
    system = body(start=((0.3, 0.03), (0, 2.0), (-0.2, 0.03)), point_child=(0.1, 0.2, 0.3))
    for name in "abc":
        system.element("coordinate_damper", coordinate=name, k=0.02)
    with pytest.raises(LagrError, match=r"coordinate a, c:.*gimbal lock"):
        system.simulate(2.0, max_steps=8000)


def wobbling(sequence: Sequence[np.ndarray], q: Sequence[float]) -> System:
    """A free body whose two tips bounce on a floor."""
    system = System(gravity=(0, 0, "-9.81"))
    system.body("Body", mass=1, inertia=(0.1, 0.2, 0.25))
    axes = tuple(tuple(axis.tolist()) for axis in sequence)
    system.joint("free", 0, 1, *"xyzabc", sequence=axes)
    for name, tip in (("one", (0.5, 0.1, 0)), ("two", (-0.5, 0, 0.1))):
        system.element("wall", name, body=1, centre=tip, normal=(0, 0, 1), restitution=0.8)
    rates = np.linalg.solve(_columns(sequence, q), np.array([0.02, 4.0, 0.01]))
    angles = dict(zip("abc", zip(q, rates, strict=True), strict=True))
    system.start(z=(1.5, 1.0), **angles)
    return system


def _columns(sequence: Sequence[np.ndarray], q: Sequence[float]) -> np.ndarray:
    first = spin(q[0], sequence[0])
    return np.column_stack(
        [sequence[0], first @ sequence[1], first @ spin(q[1], sequence[1]) @ sequence[2]]
    )


@pytest.mark.parametrize("method", ["auto", "RK45"])
def test_impacts_near_the_lock_are_those_in_other_turns(method: str) -> None:
    one = wobbling(TAIT_BRYAN, (0, 0, 0)).simulate(1.5, points=31, method=method)
    other = wobbling((Y, Z, X), (0, 0, 0)).simulate(1.5, points=31, method=method)
    assert np.abs(np.cos(one.q[:, 4])).min() < 0.1 < np.abs(np.cos(other.q[:, 4])).min()
    assert len(one.impacts) == len(other.impacts) >= 2
    for a, b in zip(one.impacts, other.impacts, strict=True):
        assert (a.names, a.t) == (b.names, pytest.approx(b.t, abs=1e-8))
        assert a.impulses == pytest.approx(b.impulses, abs=1e-6)
        assert a.after[:3] == pytest.approx(b.after[:3], abs=1e-6)
    assert one.q[:, :3] == pytest.approx(other.q[:, :3], abs=1e-7)
    assert one.qdd[:, :3] == pytest.approx(other.qdd[:, :3], abs=1e-5)
    assert one.energy_error < 1e-8


def linkage(name: str) -> System:
    """A crank that drives a rocker by a coupler between two balls."""
    system = System(gravity=(0, 0, "-9.81"))
    system.body("Crank", mass=1, inertia=(0.1, 0.1, 0.1))
    system.body("Coupler", mass=1, inertia=(0.02, 0.3, 0.3))
    system.body("Rocker", mass=1, inertia=(0.2, 0.2, 0.2))
    axes = tuple(tuple(LETTERS[letter].tolist()) for letter in name)
    system.joint("revolute", 0, 1, "u", axis=(0, 0, 1), point_child=(-0.5, 0, 0))
    system.joint(
        "spherical", 1, 2, *"abc", point_parent=(0.5, 0, 0), point_child=(-1, 0, 0), sequence=axes
    )
    ground, tip = (2.2, 0.4, 0), (0, 0, 0.8)
    system.joint(
        "revolute", 0, 3, "w", axis=(0, 1, 0), point_parent=ground, point_child=(0, 0, -0.8)
    )
    system.joint("spherical", 2, 3, *"def", point_parent=(1, 0, 0), point_child=tip, cut=True)
    system.start(u=(0.5, 6.0), w=(0.1, 0.0))
    return system


def test_a_closed_loop_passes_the_lock_of_a_ball_in_it() -> None:
    one, other = (linkage(name).simulate(3.0, points=31) for name in ("xyz", "yxz"))
    seen = [found.q[:, [found.coordinates.index(name) for name in "uw"]] for found in (one, other)]
    assert seen[0] == pytest.approx(seen[1], abs=1e-7)
    assert max(one.drift.max(), one.slip.max()) < 1e-10
    assert one.energy_error < 1e-8


def test_a_condition_on_an_outer_angle_keeps_the_coordinates_of_the_model() -> None:
    system = body(EULER, ((0.3, 0.0), (0.5, -1.0), (0, 0)))
    system.element("prescribed_motion", "still", coordinate="a", motion="0.3")
    found = system.simulate(1.0)
    assert found.q[:, 1] == pytest.approx(0.5 - found.t, abs=1e-8)


def test_bits_of_a_motion_that_end_in_the_lock_are_the_whole_one() -> None:
    """What rates cannot tell there is carried on."""
    system = body(start=((0, 1e-9), (np.pi / 2 - 1, 1.0), (0, 1e-9)))
    whole = system.simulate(2.0, points=5)
    prepared = prepare(system.model)
    motion = Stepwise(prepared, prepared.settings)
    for _ in range(4):
        motion.advance(0.5)
    assert motion.state.q == pytest.approx(whole.q[-1], abs=1e-6)
    assert momenta(TAIT_BRYAN, whole)[-1] == pytest.approx(
        momenta(TAIT_BRYAN, motion.trajectory)[-1], abs=1e-11
    )


def test_several_joints_tumble_at_once_and_keep_the_way_of_their_centre() -> None:
    system = System(gravity=(0, 0, 0))
    for name in ("One", "Two"):
        system.body(name, mass=1, inertia=MOMENTS)
    system.joint("free", 0, 1, *"xyzabc")
    system.joint(
        "spherical", 1, 2, *"def", point_parent=(1, 0, 0), point_child=(0, 0.5, 0),
        sequence=((0, 0, 1), (1, 0, 0), (0, 0, 1)),
    )  # fmt: skip
    system.start(b=(0, 1.0), a=(0, 1e-3), d=(0, 0.3), e=(0.5, -1.0), f=(0, 0.2))
    found = system.simulate(5.0, points=51)
    assert np.abs(np.cos(found.q[:, 4])).min() < 0.1
    assert found.energy_error < 1e-10
    place = found.q[:, :3] + np.array([_second(q) for q in found.q])
    assert np.diff(place, 2, axis=0) == pytest.approx(0.0, abs=1e-9)  # their centre goes straight


def _second(q: np.ndarray) -> np.ndarray:
    """Where the centre of the second body is."""
    R = attitude(TAIT_BRYAN, q[3:6])
    return R @ (X - attitude(EULER, q[6:]) @ Y / 2) + q[:3]


def test_a_motion_past_a_lock_travels_between_processes() -> None:
    found = body().simulate(2.0, points=5)
    other = pickle.loads(pickle.dumps(found))
    t = np.linspace(0, 2, 9)
    assert np.array_equal(found.at(t)[0], other.at(t)[0])


def test_tolerances_are_stricter_in_other_turns() -> None:
    found = body().simulate(60.0, points=3, method="DOP853", rtol=1e-6, atol=1e-8)
    kept = momenta(TAIT_BRYAN, found)
    assert kept[-1] == pytest.approx(kept[0], abs=1e-6)


def test_steps_behind_the_end_of_a_chart_are_few() -> None:
    """They are taken anew in the next one."""
    found = body(start=((0, 0.01), (0, 1.0), (0, 0.01))).simulate(100.0, points=3, method="DOP853")
    assert found.evaluations < 60 * found.steps
