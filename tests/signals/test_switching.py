"""Signals that switch: against closed forms, matrix exponentials between roots, and DOP853."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm
from scipy.optimize import brentq

from lagr_gui import LagrError, System, pipeline
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.simulation import Settings
from lagr_gui.simulation import switching as rules
from lagr_gui.typesetting.sheet_unicode import unicode_equations
from tests.each import each


def mass(force: str = "", m: float = 1.0, **parameters: float) -> System:
    """A mass on a line, x, pushed by a force."""
    system = System("Mass", gravity=(0, 0, 0), g=None, **parameters)
    system.joint("prismatic", 0, system.body("mass", mass=m), "x", axis=(1, 0, 0))
    if force:
        system.element("coordinate_force", "push", coordinate="x", force=force)
    return system


def times(found: pipeline.Trajectory, item: str = "u") -> list[float]:
    """When a signal switches."""
    return [change.t for change in found.changes if change.item == f"signal:{item}"]


# --- controllers and relays of textbooks ---------------------------------------------------------


def test_a_relay_and_a_filter_swing_as_in_the_closed_form() -> None:
    """K06: 2 T ln((k + d)/(k − d)) with T = 0.5 s, k = 1, d = 0.1."""
    system = mass(T=0.5, k=1.0, d=0.1)
    fields: dict[str, Any] = {"on": "d", "off": "-d", "high": 1, "low": -1, "start": 1}
    system.signal("u", "relay", input="-y", **fields)
    system.signal("y", "filter1", input="u", gain="k", T="T")
    found = system.simulate(until=2.0)
    periods = np.diff(times(found)[::2])
    assert periods == pytest.approx(0.20067069546215124, abs=1e-10)
    assert found.changes[0].after == "is off" and len(found.changes) > 15


@pytest.mark.parametrize(
    ("tracking", "switches", "end"),
    [
        (
            0.25,
            [0.344970057678383],
            (1.0001038544874163, -0.00014324994936076852, 0.0011282418196844402),
        ),
        (
            0,
            [0.58435752970156, 0.83906016694577, 1.10870644454652],
            (1.001418459095, -0.001959072927, 0.015400426142),
        ),
    ],
    ids=["tracking", "without"],
)
def test_a_controller_with_limits_moves_a_mass(
    tracking: float, switches: list[float], end: tuple[float, ...]
) -> None:
    """K02: states at 6 s and the times at which the limits begin and end to hold."""
    system = mass("u")
    gains: dict[str, Any] = {"kp": 20, "ki": 15, "kd": 8, "derivative": "-x'", "tracking": tracking}
    system.signal("u", "pid", input="1 - x", lower=-3, upper=3, **gains)
    found = system.simulate(until=6)
    assert found.y[-1] == pytest.approx(end, abs=1e-8)
    assert times(found) == pytest.approx(switches, abs=1e-9)
    assert found.energy_error < 1e-8
    assert np.all(np.abs(found["u"]) <= 3 + 1e-9)


@each("scale", (1.0, 1e-6, 1e6))
def test_a_relay_throws_a_mass_to_and_fro(scale: float) -> None:
    """x″ = ∓a with hysteresis ±d: parabolas, each switch at the root of one."""
    d, a, x, v, t = 0.1 * scale, 2.0 * scale, 0.05 * scale, 0.0, 0.0
    system = mass("u", 1.0)
    system.signal("u", "relay", input="x", on=d, off=-d, high=-a, low=a, start=1)
    system.start(x=x)
    found = system.simulate(until=6.0)
    expected, force = list[float](), -a
    while True:
        to = -d if force < 0 else d
        root = max(np.roots([force / 2, v, x - to]).real)
        x, v, t = to, v + force * root, t + root
        if t > 6.0:
            break
        expected.append(t)
        force = -force
    assert times(found) == pytest.approx(expected, abs=1e-8)
    assert len(expected) == 4


def random_loop(seed: int) -> tuple[System, np.ndarray, np.ndarray, np.ndarray, np.ndarray, float]:
    """A random plant of a mass with springs and a filter behind a saturation."""
    source = np.random.default_rng(seed)
    k, c, K, D, T = source.uniform(0.3, 3, 5).round(3).tolist()
    limit = round(float(source.uniform(0.2, 1)), 3)
    system = mass(f"y - {k}*x - {c}*x'")
    system.signal("u", "saturation", input=f"-{K}*x - {D}*x' + z", lower=-limit, upper=limit)
    system.signal("y", "filter1", input="u", T=T)
    system.state("z", "-x", start=0.3)
    A = np.array([[0, 1, 0, 0], [-k, -c, 1, 0], [0, 0, -1 / T, 0], [-1, 0, 0, 0.0]])
    B = np.array([0, 0, 1 / T, 0])
    row = np.array([-K, -D, 0, 1.0])
    start = source.uniform(-3, 3, 2).round(3)
    system.start(x=(start[0], start[1]))
    return system, A, B, row, np.array([*start, 0.0, 0.3]), limit


def piecewise(
    A: np.ndarray, B: np.ndarray, row: np.ndarray, y: np.ndarray, limit: float, end: float
) -> tuple[np.ndarray, list[float]]:
    """Matrix exponentials between the roots of v = ±limit, which are searched on a fine grid."""
    t, found = 0.0, list[float]()
    v = row @ y
    mode = int(np.sign(v)) if abs(v) > limit else 0
    while True:
        M = np.zeros((5, 5))
        M[:4, :4] = A + (np.outer(B, row) if mode == 0 else 0)
        M[:4, 4] = B * mode * limit

        def at(s: float, M: np.ndarray = M, y: np.ndarray = y) -> np.ndarray:
            return (expm(M * s) @ [*y, 1.0])[:4]

        levels = (limit, -limit) if mode == 0 else (mode * limit,)
        step, first = expm(M * 1e-3), np.array([*y, 1.0])
        inside, s = row @ y, 0.0
        root: Any = None
        while t + s < end and root is None:
            first = step @ first
            s += 1e-3
            v = row @ first[:4]
            for level in levels:
                if (inside - level) * (v - level) < 0 and s > 2e-3:
                    root = brentq(lambda s, g=level: row @ at(s) - g, s - 1e-3, s, xtol=1e-15)
            inside = v
        if root is None or t + root > end:
            return at(end - t), found
        y, t = at(root), t + root
        found.append(t)
        mode = 0 if mode else int(np.sign(row @ y))


@each("seed", range(6))
def test_a_limited_loop_moves_as_matrix_exponentials_between_roots(seed: int) -> None:
    system, A, B, row, start, limit = random_loop(seed)
    found = system.simulate(until=5.0)
    end, switches = piecewise(A, B, row, start, limit, 5.0)
    assert found.y[-1] == pytest.approx(end, abs=1e-8)
    assert times(found) == pytest.approx(switches, abs=1e-8)


def test_backlash_between_motor_and_load_as_an_own_integration() -> None:
    """A motor at x drives a load at y through a spring with play: DOP853 between events."""
    system = System("Drive", gravity=(0, 0, 0), g=None)
    system.joint("prismatic", 0, system.body("motor", mass=1), "x", axis=(1, 0, 0))
    system.joint("prismatic", 0, system.body("load", mass=2), "y", axis=(1, 0, 0))
    system.signal("b", "backlash", input="x", width=0.3)
    system.element("coordinate_force", "on motor", coordinate="x", force="2*sin(2*t) - x")
    system.element("coordinate_force", "on load", coordinate="y", force="5*(b - y) - 0.3*y'")
    found = system.simulate(until=12.0)

    def rates(t: float, s: np.ndarray, output: Callable[[float], float]) -> list[float]:
        x, y, xd, yd = s
        return [xd, yd, 2 * np.sin(2 * t) - x, (5 * (output(x) - y) - 0.3 * yd) / 2]

    t, s, mode, held, switches = 0.0, np.zeros(4), 0, 0.0, list[float]()
    while t < 12.0:
        if mode == 0:
            marks: Any = [lambda t, s, o, e=e, h=held: e * (s[0] - h) - 0.15 for e in (1, -1)]
        else:
            marks = [lambda t, s, o, m=mode: -m * s[2]]

        def output(x: float, mode: int = mode, held: float = held) -> float:
            return x - mode * 0.15 if mode else held

        for mark in marks:
            mark.terminal, mark.direction = True, 1
        options: dict[str, Any] = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-14}
        part = solve_ivp(rates, (t, 12.0), s, events=marks, args=(output,), **options)
        t, s = float(part.t[-1]), part.y[:, -1]
        if part.status != 1:
            break
        switches.append(t)
        held = output(s[0])
        mode = (1 if len(part.t_events[0]) else -1) if mode == 0 else 0
    assert len(switches) > 6
    assert times(found, "b") == pytest.approx(switches, abs=1e-8)
    assert found.y[-1] == pytest.approx(s, abs=1e-8)


# --- laws of single blocks -----------------------------------------------------------------------


def followed(found: pipeline.Trajectory, law: Callable[[np.ndarray], np.ndarray]) -> float:
    """How far the signal u is from a law of time."""
    return float(np.max(np.abs(found["u"] - law(found.t))))


def test_blocks_without_memory_follow_their_laws_at_every_instant() -> None:
    v = "3*sin(4*t + 1)"
    laws: dict[str, tuple[dict[str, Any], Callable[[np.ndarray], np.ndarray]]] = {
        "saturation": ({"lower": -1, "upper": 2}, lambda v: np.clip(v, -1, 2)),
        "dead_band": (
            {"lower": -1, "upper": 0.5},
            lambda v: np.maximum(v - 0.5, 0) + np.minimum(v + 1, 0),
        ),
        "switch": ({"above": 2, "below": -7}, lambda v: np.where(v > 0, 2.0, -7.0)),
    }
    for kind, (fields, law) in laws.items():
        system = mass("u")
        given = "condition" if kind == "switch" else "input"
        system.signal("u", kind, **{given: v, **fields})
        found = system.simulate(until=3.0)
        inner = np.ones(len(found.t), bool)
        for t in times(found):
            inner &= np.abs(found.t - t) > 1e-9
        error = np.abs(found["u"] - law(3 * np.sin(4 * found.t + 1)))[inner]
        assert error.max() < 1e-12, kind
        assert len(times(found)) >= 4


def test_a_quantizer_counts_whole_steps() -> None:
    system = mass("u")
    system.signal("u", "quantizer", input="2*sin(t)", step=0.25)
    found = system.simulate(until=6.0)
    levels = np.arange(-8, 8) + 0.5
    up = np.arcsin(levels * 0.125)
    roots = np.sort(np.concatenate([up % (2 * np.pi), np.pi - up]))
    assert times(found) == pytest.approx(roots[roots < 6.0], abs=1e-10)
    assert set(found["u"] / 0.25) <= {float(n) for n in range(-8, 9)}


def test_a_rate_limit_follows_a_step_by_straight_lines() -> None:
    system = mass("u")
    system.signal("u", "rate_limit", input="step(1, t, 2)", rising=2, falling=4)
    found = system.simulate(until=3.0)
    assert times(found) == pytest.approx([1, 1.5, 2, 2.25], abs=1e-12)
    line = np.clip(2 * (found.t - 1), 0, 1) - np.clip(4 * (found.t - 2), 0, 1)
    assert found["u"] == pytest.approx(line, abs=1e-12)
    assert found.qdd[:, 0] == pytest.approx(line, abs=1e-12)


def test_an_integrator_stops_at_its_limits_and_leaves_them_at_once() -> None:
    """∫ sin 3t between 0 and 0.3: it goes back from the limit where the input turns."""
    system = mass("u")
    system.signal("u", "integrator", input="sin(3*t)", lower=0, upper=0.3)
    found = system.simulate(until=2.0)
    first, turned = np.arccos(1 - 0.9) / 3, np.pi / 3
    assert times(found) == pytest.approx([first, turned, turned + first], abs=1e-10)
    assert found["u"].min() > -1e-12 and found["u"].max() < 0.3 + 1e-12


def test_one_limit_alone_holds_on_its_side() -> None:
    system = mass("u + i")
    system.signal("u", "pid", input="2*sin(3*t)", upper=1)
    system.signal("i", "integrator", input="u", lower=-0.2)
    found = system.simulate(until=3.0)
    assert found["u"] == pytest.approx(np.minimum(2 * np.sin(3 * found.t), 1), abs=1e-12)
    assert found["i"].min() == pytest.approx(-0.2, abs=1e-12)


# --- nothing is missed, nothing switches twice ---------------------------------------------------


@each("scale", (1.0, 1e-6, 1e6))
def test_a_visit_far_shorter_than_a_step_is_found(scale: float) -> None:
    """A swinging mass passes a threshold by 1e-9 of its way: for 1e-4 s, on steps of some 0.1 s."""
    system = mass(f"-x + 0*u/{1 / scale}")
    beyond = 1e-9
    system.signal("u", "relay", input="x", on=scale * (1 - beyond), off=-scale / 2)
    system.start(x=(0.0, scale))
    found = system.simulate(until=6.0)
    assert times(found) == pytest.approx([np.arcsin(1 - beyond), 7 * np.pi / 6], abs=1e-6)
    assert found.steps < 200


def test_a_pulse_that_only_a_relay_sees_is_found_at_its_ends() -> None:
    system = mass("u")
    system.signal("u", "relay", input="step(1, t, 1.00001)", on=0.5, off=0.2)
    found = system.simulate(until=3.0)
    assert times(found) == pytest.approx([1, 1.00001], abs=1e-13)
    assert found.qd[-1, 0] == pytest.approx(1e-5, abs=1e-12)


def test_several_blocks_switch_at_one_instant() -> None:
    """A saturation behind a relay, and one that is driven by both."""
    system = mass("w")
    system.signal("w", "saturation", input="3*u + a", lower=-4, upper=4)
    system.signal("u", "saturation", input="a")
    system.signal("a", "relay", input="sin(5*t)", on=0.5, off=-0.5, high=2, low=-2)
    found = system.simulate(until=3.0)
    assert times(found, "a") == times(found, "u")
    assert found["u"] == pytest.approx(np.sign(found["a"]), abs=1e-12)
    assert set(found["w"].round(9)) == {-4.0, 4.0}
    known = [(np.arcsin(0.5) + np.pi * n) / 5 for n in range(5)]
    assert times(found, "a") == pytest.approx(known, abs=1e-10)


def test_what_lies_on_a_bound_stays_as_it_is() -> None:
    """An input that is a bound for ever, a play at rest, an integrator of nothing at its limit."""
    system = mass("u + b + i")
    system.signal("u", "saturation", input=1)
    system.signal("b", "backlash", input="x", width=0.1, start=-0.05)
    system.signal("i", "integrator", input="0*x", upper=0, lower=0)
    system.element("coordinate_force", "spring", coordinate="x", force="-3*x - 4*x'")
    found = system.simulate(until=50.0)
    assert len(times(found, "u")) == len(times(found, "i")) == 0
    assert len(times(found, "b")) < 8


def test_chatter_ends_the_motion_and_names_the_signal() -> None:
    """A relay without hysteresis slides along x + x′ = 0: it would switch for ever."""
    system = mass("u")
    system.signal("u", "relay", input="-x' - x", high=2, low=-2)
    system.start(x=1)
    with pytest.raises(pipeline.SimulationStopped, match=r"“u”.*chatters.*hysteresis") as caught:
        system.simulate(until=3.0)
    assert caught.value.trajectory.t[-1] == pytest.approx(np.sqrt(2) - 1, abs=1e-5)


# --- beside what else happens at instants --------------------------------------------------------


def test_a_relay_beside_dry_friction() -> None:
    """A mass that is pushed to and fro with 3 N, and rubs with 1 N, by parabolas."""
    system = mass("u", 1.0)
    system.signal("u", "relay", input="sin(2*t)", on=0.3, off=-0.3, high=3, low=-3)
    system.element("joint_friction", "rubs", coordinate="x", kinetic=1)
    found = system.simulate(until=6.0)
    assert found.energy_error < 1e-8
    assert {change.item for change in found.changes} == {"signal:u", "element:rubs"}
    x, v, t, force = 0.0, 0.0, 0.0, -3.0
    switches = [(np.arcsin(0.3) + np.pi * n) / 2 for n in range(4)]
    assert times(found) == pytest.approx(switches, abs=1e-10)
    for end in [*switches, 6.0]:
        while t < end:
            a = force - (np.sign(v) or np.sign(force))
            stop = t - v / a if v * a < 0 else np.inf
            h = min(end, stop) - t
            x, v, t = x + v * h + a * h * h / 2, 0.0 if stop < end else v + a * h, t + h
        force = -force
    assert found.y[-1] == pytest.approx([x, v], abs=1e-8)


def test_a_relay_that_impacts_switch() -> None:
    """Thrown back by a stop a mass is pushed with half the force until it comes again."""
    system = mass("u", 1.0)
    fields: dict[str, Any] = {"on": 0.1, "off": -0.1, "high": 0.5, "low": 1}
    system.signal("u", "relay", input="-x'", **fields)
    system.element("stop", "end", coordinate="x", lower=-9, upper=0.3, restitution=0.8)
    found = system.simulate(until=4.0)
    x, v, t, u, switches, impacts = 0.0, 0.0, 0.0, 1.0, list[float](), 0
    while True:
        turn = t + (0.1 - v) / u if u < 1 else np.inf
        hit = t + (-v + np.sqrt(v * v + 2 * u * (0.3 - x))) / u
        h = min(turn, hit, 4.0) - t
        x, v, t = x + v * h + u * h * h / 2, v + u * h, t + h
        if t >= 4.0:
            break
        if hit < turn:
            x, v, impacts = 0.3, -0.8 * v, impacts + 1
        u = 0.5 if hit < turn else 1.0
        switches.append(t)
    assert impacts > 1
    assert times(found) == pytest.approx(switches, abs=1e-8)
    assert found.y[-1] == pytest.approx([x, v], abs=1e-8)
    assert found.energy_error < 1e-8 and len(found.impacts) == impacts


# --- what is checked, and what is refused --------------------------------------------------------


def test_a_mode_that_is_kept_beyond_its_guard_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    blind = rules.SwitchRule(
        rules.RULES["band"].first,
        lambda at, along: [(np.full(len(along.t), -1.0), np.zeros(1))],
        lambda at, seen: at,
    )
    monkeypatch.setitem(rules.RULES, "band", blind)
    system = mass("u")
    system.signal("u", "saturation", input="2*sin(t)")
    with pytest.raises(Disagreement, match="“u”"):
        system.simulate(until=3.0)


def test_what_knows_no_modes_says_so() -> None:
    system = mass("u")
    system.signal("u", "saturation", input="-2*x")
    system.start(x=2)
    for ask in (system.linearize, system.modes, system.equilibria):
        with pytest.raises(LagrError, match=r"“u”.*switches"):
            ask()
    settings = Settings(1.0, (2.0,), (0.0,), method="fixed", step=0.01)
    with pytest.raises(LagrError, match="fixed length"):
        pipeline.simulate(system.model, settings)


def test_bounds_that_are_exchanged_are_told() -> None:
    system = mass("u")
    system.signal("u", "saturation", input="x", lower=2, upper=1)
    with pytest.raises(LagrError, match="above"):
        system.simulate(until=1.0)


def test_a_switching_signal_may_not_stand_where_it_would_be_differentiated() -> None:
    system = mass()
    system.signal("u", "saturation", input="x")
    system.element("energies", "own", potential="u*x")
    with pytest.raises(LagrError, match="“u”"):
        system.simulate(until=1.0)


def test_the_name_of_a_mode_is_taken() -> None:
    system = mass("u", mode_u=1)
    system.signal("u", "saturation", input="x")
    with pytest.raises(LagrError, match="mode_u"):
        system.simulate(until=1.0)


def test_equations_tell_what_a_signal_is_in_each_mode() -> None:
    system = mass("u", umax=3)
    system.signal("u", "pid", input="1 - x", kp=20, ki=15, lower="-umax", upper="umax", tracking=2)
    sheet = system.equations()
    assert [entry.coordinate for entry in sheet.signals] == ["v_u", "u"]
    text = str(sheet)
    for line in ("u = v_u ", "u = -umax ", "u = umax ", "(is at its upper limit)"):
        assert line in text
    assert "mode" not in text
    inside = system.equations(signals="in")
    assert str(inside.of("Q")[0].tree) == "u"
    assert [entry.coordinate for entry in inside.signals] == ["u"]
    assert "mode" not in str(inside) and "u = I_u + kp" not in str(inside)


def test_a_motion_with_modes_can_be_sent_to_another_process() -> None:
    system = mass("u")
    system.signal("u", "saturation", input="2*sin(t)")
    found = system.simulate(until=3.0)
    assert pickle.loads(pickle.dumps(found)).changes == found.changes
    assert [change.after for change in found.changes] == ["is at its upper limit", "follows"]


def test_rates_of_velocities_that_jump_are_refused() -> None:
    """A limited rate of a velocity where a stop throws it back."""
    system = mass("u")
    system.signal("u", "rate_limit", input="-x'")
    system.element("stop", "end", coordinate="x", lower=-1, upper=1)
    with pytest.raises(LagrError, match=r"“u”.*velocities.*filter"):
        system.simulate(until=1.0)
    system.signal("w", "-x")
    free = mass("u")
    free.signal("u", "rate_limit", input="-x - 5*x'", rising=2, falling=4)
    free.start(x=1)
    assert times(free.simulate(until=3.0))


def test_a_report_has_no_linear_equations_unless_they_are_wanted() -> None:
    system = mass("u")
    system.signal("u", "saturation", input="-2*x")
    assert pipeline.reported_linear(system.model) is None
    with pytest.raises(LagrError, match=r"“u”.*switches"):
        pipeline.reported_linear(system.model, wanted=True)


def test_a_relay_whose_input_is_half_typed_is_told_where_it_stands() -> None:
    system = mass("u")
    system.signal("u", "relay", input="1 -", on=0.1, off=-0.1)
    (problem, *_) = pipeline.check(system.model).problems
    assert problem.path == ("signals", 0, "input")


def test_where_a_relay_switches_is_a_line_of_its_own_as_a_formula() -> None:
    system = mass("u", d=0.2)
    system.signal("u", "relay", input="1 - x'", on="d", off="-d", high=3)
    text = unicode_equations(pipeline.equations(system.model))
    lines = text.partition("Signals\n")[2].splitlines()
    assert [" ".join(line.split()) for line in lines[:4]] == [
        "u = 0 (is off)",
        "d ≤ 1 − x′ (switches on)",
        "u = 3 (is on)",
        "1 − x′ ≤ −d (switches off)",
    ]
