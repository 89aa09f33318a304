"""What textbooks say about the motions of the sample models."""

from __future__ import annotations

from math import acos, cos, pi, sqrt, tan

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.model import Model
from lagr_gui.simulation import Trajectory
from tests.samples.gallery import sample, values, with_start, with_values


def run(model: Model) -> Trajectory:
    return pipeline.simulate(model)


def period(trajectory: Trajectory, index: int = 0) -> float:
    """The mean time between rising zeros of a coordinate, by linear interpolation."""
    t, q = trajectory.t, trajectory.q[:, index]
    rising = np.flatnonzero((q[:-1] < 0) & (q[1:] >= 0))
    zeros = t[rising] - q[rising] * (t[rising + 1] - t[rising]) / (q[rising + 1] - q[rising])
    return float(np.diff(zeros).mean())


def momentum(model: Model, trajectory: Trajectory, index: int) -> np.ndarray:
    """The generalised momentum g q̇ of a coordinate at some times."""
    chosen = range(0, len(trajectory.t), 100)
    states = [
        {"t": trajectory.t[i], "q": list(trajectory.q[i]), "qd": list(trajectory.qd[i])}
        for i in chosen
    ]
    found = pipeline.evaluate(model, states)
    return np.array([e.g[index + 1] @ [1.0, *e.qd] for e in found])


def test_small_swings_of_the_simple_pendulum_have_the_period_of_huygens() -> None:
    model = with_start(with_values(sample("simple_pendulum"), l=0.7, m=3.0), {"q1": 0.01})
    assert period(run(model)) == pytest.approx(2 * pi * sqrt(0.7 / 9.81), rel=1e-4)


def test_the_simple_pendulum_swings_longer_from_a_large_angle() -> None:
    # 1 / AGM(1, cos(q/2)) is the exact factor of the period.
    a, b = 1.0, cos(1.2 / 2)
    for _ in range(6):
        a, b = (a + b) / 2, sqrt(a * b)
    small = 2 * pi * sqrt(1 / 9.81)
    assert period(run(sample("simple_pendulum"))) == pytest.approx(small / a, rel=1e-4)
    assert 1 / a == pytest.approx(1.0982, abs=1e-4)


def test_the_physical_pendulum_swings_like_one_of_the_reduced_length() -> None:
    model = with_values(sample("physical_pendulum"), k=0.0)
    p = values(model)
    reduced = p["L"] ** 2 / (12 * p["s"]) + p["s"]
    found = period(run(with_start(model, {"q1": 0.01})))
    assert found == pytest.approx(2 * pi * sqrt(reduced / p["g"]), rel=1e-4)


def test_without_gravity_the_double_pendulum_keeps_its_angular_momentum() -> None:
    model = with_values(sample("double_pendulum"), g=0.0)
    model = with_start(model, {"q2": 1.0}, {"q1": 2.0, "q2": -5.0}, until=5)
    momenta = momentum(model, run(model), 0)
    assert np.ptp(momenta) < 1e-7 * abs(momenta[0])


def test_the_straight_chain_has_the_inertia_of_one_long_rod() -> None:
    model = sample("five_link_chain")
    p = values(model)
    (found,) = pipeline.evaluate(model, [{"t": 0, "q": [0.0] * 5, "qd": [0.0] * 5}])
    assert found.g[1, 1] == pytest.approx(5 * p["m"] * (5 * p["l"]) ** 2 / 3)


def test_the_drive_holds_the_pole_up_and_without_gains_it_falls() -> None:
    model = sample("cart_pole")
    assert abs(run(model).q[-1]) == pytest.approx([0, 0], abs=1e-2)
    still = with_values(model, kx=0.0, kv=0.0, kp=0.0, kd=0.0)
    assert np.abs(run(still).q[:, 1]).max() > pi / 2


def test_the_undriven_cart_keeps_its_momentum() -> None:
    model = with_values(sample("cart_pole"), kx=0.0, kv=0.0, kp=0.0, kd=0.0, k=0.0)
    assert momentum(model, run(model), 0) == pytest.approx(0, abs=1e-8)


def test_a_fast_top_precesses_with_the_moment_over_the_spin() -> None:
    model = with_values(sample("spinning_top"), w=500.0)
    trajectory = run(model)
    p = values(model)
    rate = trajectory.q[-1, 0] / trajectory.t[-1]
    assert rate == pytest.approx(p["m"] * p["g"] * p["s"] / (p["C"] * 500), rel=0.02)


def test_the_momenta_of_precession_and_spin_are_constant() -> None:
    model = sample("spinning_top")
    trajectory = run(model)
    for index in (0, 2):
        momenta = momentum(model, trajectory, index)
        assert np.ptp(momenta) < 1e-7 * abs(momenta[0])


@pytest.mark.parametrize(("Omega", "angle"), [(3.0, 0.0), (6.5, acos(9.81 / (0.5 * 6.5**2)))])
def test_the_bead_settles_where_the_hoop_lets_it(Omega: float, angle: float) -> None:
    model = with_values(sample("bead_on_hoop"), Omega=Omega, k=0.2)
    assert abs(run(with_start(model, {"q1": 0.3}, until=15)).q[-1, 0]) == pytest.approx(
        angle, abs=1e-4
    )


@pytest.mark.parametrize("mode", [1, 2, 3, 4])
def test_a_mode_of_the_chain_swings_alone_with_its_own_frequency(mode: int) -> None:
    model = sample("mass_spring_chain")
    p = values(model)
    shape = 0.1 * np.sin(mode * pi * np.arange(1, 5) / 5)
    start = {f"x{i + 1}": x for i, x in enumerate(shape)}
    trajectory = run(with_start(model, start, until=10))
    omega = 2 * sqrt(p["c"] / p["m"]) * np.sin(mode * pi / 10)
    expected = np.cos(omega * trajectory.t)[:, None] * shape
    assert trajectory.q == pytest.approx(expected, abs=1e-7)


def test_the_dashpot_leaves_the_swing_in_step_with_half_of_the_energy() -> None:
    model = with_start(sample("two_pendulums_dashpot"), {"q1": -0.02}, until=60)
    trajectory = run(model)
    assert trajectory.q[-1, 0] == pytest.approx(trajectory.q[-1, 1], abs=1e-4)
    left = (trajectory.T + trajectory.U)[-1]
    swing = values(model)
    lowest = -2 * swing["m"] * swing["g"] * swing["l"]
    first = (trajectory.T + trajectory.U)[0]
    assert (left - lowest) / (first - lowest) == pytest.approx(0.5, abs=0.01)


def test_the_waist_of_the_arm_reaches_its_target_which_no_weight_turns() -> None:
    model = sample("robot_arm_6r")
    end = run(with_start(model, {"q1": -0.8}, until=20))
    assert end.q[-1, 0] == pytest.approx(1.2, abs=1e-5)
    assert end.q[-1, 1] > -0.5, "the shoulder sags"


def test_a_foucault_pendulum_swings_in_a_plane_that_rests_in_space() -> None:
    model = sample("foucault_pendulum")
    rate = values(model)["Omega"] * tan(0.12)
    model = with_start(model, {"beta": 0.12}, {"alpha": rate})
    motion = pipeline.motion(model, run(model))
    assert np.ptp(motion.x[1][:, 0]) > 0.4
    assert np.abs(motion.x[1][:, 1]).max() < 1e-7


def test_the_arm_of_furuta_keeps_its_angular_momentum() -> None:
    model = sample("furuta_pendulum")
    momenta = momentum(model, run(model), 0)
    assert np.ptp(momenta) < 1e-7 * abs(momenta).max()


def test_the_spring_pendulum_hands_its_energy_over_at_two_to_one_only() -> None:
    model = sample("elastic_pendulum")
    assert np.abs(run(model).q[:, 1]).max() > 0.3
    # Three times as stiff: the swing stays small.
    stiff = with_start(with_values(model, c=117.72), {"r": 1.0})
    assert np.abs(run(stiff).q[:, 1]).max() < 0.1


@pytest.mark.parametrize(("Omega", "stays"), [(180.0, True), (80.0, False)])
def test_fast_shaking_holds_a_pendulum_upright(Omega: float, stays: bool) -> None:
    model = with_values(sample("kapitza_pendulum"), Omega=Omega)
    assert (np.abs(run(model).q[:, 0]).max() < 0.5) == stays


def test_the_squeezer_reaches_the_published_positions() -> None:
    # Test Set for IVP Solvers (Bari), Andrews' squeezing mechanism at t = 0.03 s
    published = {
        "beta": 15.81077119629904,
        "theta": -15.75637105984298,
        "gamma": 0.04082224013073101,
        "phi": -0.5347301163226948,
        "delta": 0.5244099658805304,
        "omega": 0.5347301163226948,
        "epsilon": 1.048080741042263,
    }
    trajectory = run(sample("andrews_squeezer"))
    found = dict(zip(trajectory.coordinates, trajectory.q[-1], strict=True))
    assert found == pytest.approx(published, rel=1e-6)
    assert trajectory.drift.max() < 1e-12


def test_the_load_stays_below_the_wheel_that_lifts_it() -> None:
    model = sample("gear_train")
    heights = pipeline.motion(model, run(model)).x[3][:, 1]
    half = float(model.body(3).shape.size[1]) / 2
    assert heights[-1] > heights[0] + 0.5
    assert heights.max() + half < -values(model)["r2"]


def test_the_drum_runs_until_motor_and_load_are_in_balance() -> None:
    model = with_start(sample("gear_train"), {}, until=20)
    p = values(model)
    trajectory = run(model)
    wheel = trajectory.qd[-1, trajectory.coordinates.index("q2")]
    ratio = p["r2"] / p["r1"]
    assert wheel * ratio == pytest.approx(
        (p["M0"] - p["m3"] * p["g"] * p["rd"] / ratio) / p["k"], rel=1e-3
    )


def test_the_nut_falls_as_its_turning_mass_lets_it() -> None:
    model = sample("nut_on_thread")
    p, trajectory = values(model), run(model)
    J, h = p["m"] * p["r"] ** 2 / 2, p["p"] / (2 * np.pi)
    a = p["g"] / (1 + J / (p["m"] * h**2))
    t, heights = trajectory.t, pipeline.motion(model, trajectory).x[1][:, 1]
    assert heights == pytest.approx(h * p["w"] * t - a * t**2 / 2, abs=1e-10)
    thread = pipeline.reactions(model, trajectory).joints["thread"]
    assert thread.force[:, 1] == pytest.approx(p["m"] * (p["g"] - a) + 0 * t, rel=1e-9)
    assert thread.moment[:, 1] == pytest.approx(-h * thread.force[:, 1], rel=1e-9)


def test_the_swinging_bob_and_the_weight_share_one_rope() -> None:
    model = sample("swinging_atwood")
    p, trajectory = values(model), run(model)
    r, phi, y = trajectory.q.T
    assert r + p["b"] + y == pytest.approx(p["l"] + 0 * r, abs=1e-9)
    pull = p["m"] * (r * trajectory.qd[:, 1] ** 2 + p["g"] * np.cos(phi) - trajectory.qdd[:, 0])
    assert p["M"] * (p["g"] - trajectory.qdd[:, 2]) == pytest.approx(pull, rel=1e-9)
    thrust = pipeline.reactions(model, trajectory).thrusts["rope"]
    assert -thrust == pytest.approx(pull, rel=1e-9)
    held = (p["m"] + p["M"]) * trajectory.qdd[:, 0]
    drive = p["m"] * (r * trajectory.qd[:, 1] ** 2 + p["g"] * np.cos(phi)) - p["M"] * p["g"]
    assert held == pytest.approx(drive, abs=1e-9)


def test_the_driven_shaft_is_fastest_where_the_cross_stands_across() -> None:
    model = with_values(sample("cardan_shaft"), M=0.0, k=0.0)
    p = values(model)
    trajectory = run(model)
    q1, rates = trajectory.q[:, 0], trajectory.qd
    known = cos(p["b"]) / (1 - np.sin(p["b"]) ** 2 * np.cos(q1) ** 2)
    other = cos(p["b"]) / (1 - np.sin(p["b"]) ** 2 * np.sin(q1) ** 2)
    ratio = rates[:, 1] / rates[:, 0]
    assert min(np.abs(ratio - known).max(), np.abs(ratio - other).max()) < 1e-8


def modes(trajectory: Trajectory) -> list[tuple[str, int]]:
    return [(change.after, change.sense) for change in trajectory.changes]


@pytest.mark.parametrize(("alpha", "then"), [(0.35, ["sticks"]), (0.5, ["slides"])])
def test_the_block_stops_on_a_slope_that_holds_it_and_turns_round_on_a_steep_one(
    alpha: float, then: list[str]
) -> None:
    model = with_values(sample("block_on_slope"), alpha=alpha)
    p, trajectory = values(model), run(model)
    top = 4 / (2 * p["g"] * (np.sin(alpha) + p["mu"] * cos(alpha)))
    assert [change.after for change in trajectory.changes] == then
    assert trajectory.at(trajectory.changes[0].t)[0] == pytest.approx(top, rel=1e-9)
    assert (trajectory.q[-1, 0] == pytest.approx(top, rel=1e-9)) == (then == ["sticks"])


def test_the_mass_on_the_belt_sticks_and_slips_as_long_as_the_text_says() -> None:
    trajectory = run(sample("mass_on_belt"))
    times = [change.t for change in trajectory.changes]
    assert modes(trajectory)[:4] == [("slides", -1), ("sticks", 0)] * 2
    assert np.diff(times)[::2] == pytest.approx((2 * pi - pi / 2) / 10, rel=1e-9)
    assert np.diff(times)[1::2] == pytest.approx(0.2, rel=1e-9)


def test_the_pendulum_on_a_pin_loses_nearly_the_same_angle_each_time_and_sticks() -> None:
    model = sample("pin_friction_pendulum")
    p, trajectory = values(model), run(model)
    assert [change.after for change in trajectory.changes] == ["slides"] * 13 + ["sticks"]
    turns = [abs(trajectory.at(change.t)[0]) for change in trajectory.changes]
    loss = 2 * p["mu"] * p["r"] / p["s"]
    assert -np.diff(turns) == pytest.approx(loss, rel=0.25)
    assert p["s"] * np.sin(turns[-1]) <= p["mu_0"] * p["r"] < p["s"] * np.sin(turns[-2])


def test_a_brake_sticks_between_the_turns_unless_it_is_weak() -> None:
    strong = run(sample("brake"))
    times = [change.t for change in strong.changes]
    assert modes(strong)[:4] == [("slides", 1), ("sticks", 0), ("slides", -1), ("sticks", 0)]
    assert times[:3] == pytest.approx([0.07297277, 0.33231163, 0.38713203], abs=1e-8)
    assert strong.at(times[1])[0] == pytest.approx(0.80745691, abs=1e-8)
    for share, sticks in ((0.54, True), (0.53, False)):
        weak = run(with_values(with_start(sample("brake"), {}, until=6), M_B=3 * share))
        late = [change.after for change in weak.changes if change.t > 4]
        assert ("sticks" in late) == sticks


def test_a_hexagonal_prism_keeps_11_parts_of_17_of_its_speed_in_each_impact() -> None:
    """29th International Physics Olympiad, Reykjavík 1998, problem 1."""
    model = sample("hexagonal_prism")
    p, trajectory = values(model), run(model)
    kept = [impact.after[2] / impact.before[2] for impact in trajectory.impacts]
    assert len(kept) > 10 and kept == pytest.approx([11 / 17] * len(kept), rel=1e-9)
    gain = 24 / 17 * p["g"] / p["a"] * np.sin(p["alpha"])  # of ω² from edge to edge
    lasting = 11 / 17 * np.sqrt(gain / (1 - 121 / 289))
    assert -trajectory.impacts[-1].after[2] == pytest.approx(lasting, rel=1e-5)
    over = np.sqrt(24 / 17 * p["g"] / p["a"] * (1 - np.cos(np.pi / 6 - p["alpha"])))
    for share, rolls in ((0.999, False), (1.001, True)):
        turned = run(with_values(model, w_0=over * share)).q[-1, 2]
        assert (turned < -1) == rolls


def test_the_ratchet_winch_turns_as_far_as_its_lever_swings_and_never_back() -> None:
    """At rest the hand, the spring and the load balance what both clutches hold: r₁, r₂ ≥ 0."""
    model = sample("ratchet_winch")
    p, trajectory = values(model), run(model)
    lever, drum = trajectory.q.T
    assert np.diff(drum).min() > -1e-9 and np.diff(drum - lever).min() > -1e-9
    turned = [c.t for c in trajectory.changes if c.item == "element:pawl" and c.after == "sticks"]
    gains, swing = (
        np.diff(trajectory.at(np.array(turned))[0][:, 1]),
        np.ptp(lever[len(lever) // 2 :]),
    )
    assert gains[1:] == pytest.approx(swing, abs=1e-4) and swing == pytest.approx(2.762, abs=1e-3)
    (free,) = [c.t for c in trajectory.changes if c.item == "element:pawl"][:1]
    assert p["M_0"] * np.sin(p["w"] * free) == pytest.approx(p["G"] * p["r"], rel=1e-9)
