"""Plants of drawings, controllers for them, and what they do when they are put in."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm, solve_discrete_are

from lagr_gui import (
    GROUND,
    LagrError,
    System,
    check,
    closed_motion,
    design,
    linearize,
    modes,
    plant,
    put_in,
    settings_of,
    simulate,
)
from lagr_gui.cli.__main__ import main
from lagr_gui.editing import edits
from lagr_gui.expression import write
from lagr_gui.extensions.control.copies import control_latex, control_matlab, control_python
from lagr_gui.extensions.control.opening import law_of, with_law
from lagr_gui.extensions.control.symbols import plant_symbols
from lagr_gui.extensions.control.tests.systems import Q, R, cart_pole
from lagr_gui.prepared import prepare
from lagr_gui.simulation.linear.sampled import SampledModes
from tests.samples.gallery import sample

UPRIGHT = {"q": {"theta": 0.0}}
ACCEPTED = {
    "K": (-3.1622776601683777, -47.576994958519364, -5.751839411142599, -10.524178077804498),
    "poles": (-8.998464883174574, -3.4906528564197257, -1.4036995024360523),
    "at 1": (0.9270851536277424, -0.1357795753125092, -0.12978418265644534, 0.25036447595600614),
    "at 5": (0.020773864717459702, 0.0031243575668786308, -0.02492787097974816, -0.0034092526253),
}
"""Numbers of another program for the cart and pole (SciPy's Riccati equation, DOP853 at 1e-12)."""


@pytest.fixture(scope="module")
def regulated():
    model = cart_pole().model
    return model, design(model, ("drive",), ("x", "theta"), at=UPRIGHT, lqr=Q, r=R)


def masses(*names: str) -> System:
    """Equal masses on equal springs, apart from each other."""
    s = System("masses", m=1.0, c=2.0, g=9.81)
    for name in names:
        body = s.body(mass="m", gravity=False)
        s.joint("prismatic", GROUND, body, name)
        s.element("coordinate_spring", coordinate=name, c="c")
    return s


def test_the_regulator_of_the_cart_and_pole_is_that_of_others(regulated):
    model, made = regulated
    assert made.K[0] == pytest.approx(ACCEPTED["K"], abs=1e-8)
    assert made.poles.real[:3] == pytest.approx(ACCEPTED["poles"], abs=1e-8)
    assert np.trace(made.optimum.P) == pytest.approx(30.916327478524963, abs=1e-8)
    moved = closed_motion(model, made, until=5.0)
    for second in (1, 5):
        at = int(np.argmin(np.abs(moved.t - second)))
        assert moved.t[at] == pytest.approx(second)
        assert moved.x[at] == pytest.approx(ACCEPTED[f"at {second}"], abs=1e-8)
    closed = expm((made.system.A - made.system.B @ made.K) * 5) @ np.array([0, 0.5, 0, 0])
    assert moved.linear_x[-1] == pytest.approx(closed, abs=1e-6)


def test_a_controller_that_is_put_in_is_a_signal_with_gains_of_known_units(regulated):
    model, made = regulated
    new = put_in(model, made)
    assert law_of(new, "drive") == "u"
    assert [s.value for s in new.signals] == ["-k1*x - k2*theta - k3*x' - k4*theta'"]
    units = {p.name: p.unit for p in new.parameters if p.name.startswith("k")}
    assert units == {"k1": "N/m", "k2": "N/rad", "k3": "N s/m", "k4": "N s/rad"}
    assert not check(new).problems


def test_putting_in_again_replaces_what_was_there(regulated):
    model, made = regulated
    new = put_in(model, made)
    again = design(new, ("drive",), ("x", "theta"), at=UPRIGHT, lqr=Q, r=R)
    assert np.allclose(again.K, made.K, rtol=1e-9)
    assert again.plant.laws == {"drive": law_of(new, "drive")}
    twice = put_in(new, again)
    assert [p.name for p in twice.parameters] == [p.name for p in new.parameters]
    assert twice.signals == new.signals and law_of(twice, "drive") == law_of(new, "drive")
    limited = edits.add_signal(new, "s", "saturation")
    limited = edits.set_value(limited, ("signals", 1, "input"), "u")
    limited = with_law(limited, "drive", "s")
    again = design(limited, ("drive",), ("x", "theta"), at=UPRIGHT, lqr=Q, r=R, kalman=1.0)
    assert again.plant.states == made.plant.states
    assert law_of(put_in(limited, again), "drive") == "s"


def test_what_is_drawn_upright_is_held_upright():
    """θ from the level: π/2 stands, −π/2 hangs and is the stable one."""
    s = System("pole", M=1.0, m=0.2, l=0.5, g=9.81)
    cart, pole = s.body("Cart", mass="M"), s.body("Pole", mass="m")
    s.joint("prismatic", GROUND, cart, "x")
    s.joint("revolute", cart, pole, "theta", point_child=("-l", 0, 0))
    s.start(x=1.0, theta=1.2)
    stable = plant(s.model, ("x",), at="equilibrium")
    assert np.sin(stable.place[1]) == pytest.approx(-1)
    made = design(s.model, ("x",), lqr=1.0)
    assert made.plant.place[:2] == pytest.approx((1.0, np.pi / 2)) and made.is_stable
    new = put_in(s.model, made)
    assert "- k2*(theta - pi/2)" in new.signals[0].value
    force = new.elements[-1].name
    again = design(new, (force,), lqr=1.0, at={"q": {"x": 1.0, "theta": np.pi / 2}})
    assert put_in(new, again) == new  # its words name the force, not the coordinate


def test_the_law_of_a_sample_is_taken_away_first():
    model = sample("cart_pole")
    made = plant(model, ("drive",))
    assert made.laws["drive"].startswith("-(kx*x")
    assert np.max(made.system.poles.real) > 1  # the pole falls
    assert not made.held.any() and not made.place.any()


def test_matrices_as_symbols_have_the_values_of_the_numbers(regulated):
    model, made = regulated
    symbols = plant_symbols(prepare(model), made.plant)
    assert [[write(entry) for entry in row] for row in symbols.A][2:] == [
        ["0", "-g*m/M", "0", "0"],
        ["0", "g*(M + m)/(M*l)", "0", "0"],
    ]
    assert [write(row[0]) for row in symbols.B] == ["0", "0", "1/M", "-1/(M*l)"]
    assert r"\frac{g (M + m)}{M l}" in control_latex(made, symbols)


def test_inputs_hold_a_place_that_is_no_equilibrium():
    s = System("arm", m=2.0, l=0.5, g=9.81)
    arm = s.body(mass="m")
    s.joint("revolute", GROUND, arm, "phi", point_child=(0, "l", 0))
    model = s.model
    made = design(model, ("phi",), at={"q": {"phi": 0.7}}, lqr=10.0)
    assert made.plant.held == pytest.approx([2.0 * 9.81 * 0.5 * np.sin(0.7)])
    moved = closed_motion(model, made, until=12.0)
    assert moved.x[-1] == pytest.approx([0.7, 0.0], abs=1e-3)
    with pytest.raises(LagrError, match="hold the system"):
        plant(cart_pole().model, ("drive",), at={"q": {"theta": 0.3}})


def test_an_observer_is_put_in_as_a_block():
    model = cart_pole(0.05).model
    made = design(model, ("drive",), ("x", "theta"), at=UPRIGHT, lqr=Q, r=R, kalman=1.0, noise=1e-3)
    new = put_in(model, made)
    (block,) = new.signals
    assert (block.kind, block.inputs, block.outputs) == ("state_space", ("x", "theta"), ("u",))
    linear = linearize(new, {"q": {}, "qd": {}, "z": {}})
    assert pytest.approx(made.closed.A, abs=1e-9) == linear.A
    assert not check(new).problems
    moved = closed_motion(model, made, until=3.0)
    assert np.max(np.abs(moved.x[-1])) < 0.05
    assert np.max(np.abs(moved.x - moved.linear_x)) < 0.02
    both = sorted(np.concatenate([made.estimate_poles, made.optimum.poles]), key=abs)
    assert sorted(made.closed.poles, key=abs) == pytest.approx(both, rel=1e-6)


def test_a_pid_controller_leads_to_what_is_wanted():
    model = masses("q1").model
    made = design(model, ("q1",), ("q1",), pid="PID", crossover=3.0)
    new = put_in(model, made)
    assert [(s.kind, s.input, s.derivative) for s in new.signals] == [("pid", "w - q1", "-q1'")]
    assert not check(new).problems
    moved = closed_motion(model.having(start=()), made, until=5.0)
    assert np.max(np.abs(moved.x)) < 1e-9


def test_a_controller_sets_the_signal_before_an_actuator():
    """With the command of a lag as the input, its state is part of the plant; twice the same."""
    s = System("actuator", m=2, T=0.2, g=0)
    s.joint("prismatic", GROUND, s.body(mass="m"), "x")
    s.signal("u", "-3*x", unit="N")
    s.signal("y", "filter1", input="u", T="T", unit="N")
    s.element("coordinate_force", "push", coordinate="x", force="y")
    s.start(x=0.3)
    made = design(s.model, ("u",), ("x", "y"), lqr=1.0)
    assert made.plant.states == ("x", "x'", "y") and dict(made.plant.laws) == {"u": "-3*x"}
    assert made.system.A.tolist() == [[0, 1, 0], [0, 0, 0.5], [0, 0, -5]]
    assert made.system.B.ravel().tolist() == [0, 0, 5]
    moved = closed_motion(s.model, made, until=2.0)
    assert moved.x[-1] == pytest.approx(moved.linear_x[-1], abs=1e-9)
    drawn = put_in(s.model, made)
    assert [signal.name for signal in drawn.signals] == ["u", "y", "u_"]
    again = design(drawn, ("u",), ("x",), lqr=1.0)
    assert pytest.approx(made.K, rel=1e-12) == again.K
    assert [signal.name for signal in put_in(drawn, again).signals] == ["u", "y", "u_"]


def test_what_no_input_moves_is_told_with_its_mode():
    made = design(masses("q1", "q2").model, ("q1",), ("q1",))
    assert made.controllability.rank == made.observability.rank == 2
    assert np.flatnonzero(made.controllability.rest.any(axis=1)).tolist() == [1, 3]
    assert np.abs(made.controllability.modes) == pytest.approx([np.sqrt(2)] * 2)
    with pytest.raises(LagrError, match="cannot be stabilised"):
        design(masses("q1", "q2").model, ("q1",), ("q1",), lqr=1.0)


def test_a_sampled_design_is_the_exact_step():
    model = cart_pole().model
    made = design(model, ("drive",), ("x", "theta"), at=UPRIGHT, lqr=Q, r=R, sample=0.02)
    continuous = design(model, ("drive",), ("x", "theta"), at=UPRIGHT)
    assert np.allclose(made.system.A, expm(continuous.system.A * 0.02), rtol=1e-9)
    assert np.max(np.abs(made.poles)) < 1
    new = put_in(model, made)
    upright = design(new, ("drive",), ("x", "theta"))
    assert upright.plant.place == pytest.approx([0, 0, 0, 0], abs=1e-9)
    assert (new.signals[0].kind, new.signals[0].D) == ("sampled", (("-k1", "-k2", "-k3", "-k4"),))
    assert design(new, ("drive",), ("x", "theta"), at=UPRIGHT).plant.states == made.plant.states
    closed = modes(new, {"t": 0, "q": {}, "qd": {}})
    assert isinstance(closed, SampledModes)
    assert np.sort_complex(closed.z[:4]) == pytest.approx(np.sort_complex(made.poles), abs=1e-9)
    with pytest.raises(LagrError, match="It samples: a plant"):
        design(new, ("theta",), ("x", "theta"), at=UPRIGHT)


def test_sampled_controllers_move_the_drawing_as_the_linear_loop():
    model = cart_pole(1e-4).model
    for kalman in (None, 1.0):
        made = design(
            model,
            ("drive",),
            ("x", "theta"),
            at=UPRIGHT,
            lqr=Q,
            r=R,
            kalman=kalman,
            noise=1e-3,
            sample=0.02,
        )
        moved = closed_motion(model, made, until=0.4)
        x = np.concatenate([moved.x[0], np.zeros(len(made.closed.A) - 4)])
        for step in range(1, 21):
            x = made.closed.A @ x
            at = int(np.argmin(np.abs(moved.t - 0.02 * step)))
            assert moved.t[at] == pytest.approx(0.02 * step)
            assert moved.x[at] == pytest.approx(x[:4], abs=1e-9)


def test_a_sampled_observer_on_the_nonlinear_plant_is_that_of_scipy():
    """Riccati equations and DOP853 of SciPy: x, x̂ and u from sample to sample."""
    h, model, until = 0.02, cart_pole(0.3).model, 0.4
    given = {"at": UPRIGHT, "lqr": Q, "r": R, "kalman": 1.0, "noise": 1e-3, "sample": h}
    drawn = put_in(model, design(model, ("drive",), ("x", "theta"), **given))
    moved = simulate(drawn, replace(settings_of(drawn), t_end=until))
    M, m, l, g = 1.0, 0.2, 0.5, 9.81  # noqa: E741
    whole = np.zeros((5, 5))
    whole[:2, 2:4], whole[2:4, 4] = np.eye(2), (1 / M, -1 / (M * l))
    whole[2:4, 1] = -m * g / M, (M + m) * g / (M * l)
    F, G = expm(whole * h)[:4, :4], expm(whole * h)[:4, 4:]
    C, V = np.eye(2, 4), 1e-3 * np.eye(2)
    P, S = solve_discrete_are(F, G, np.diag(Q), [[R]]), solve_discrete_are(F.T, C.T, np.eye(4), V)
    K = np.linalg.solve(R + G.T @ P @ G, G.T @ P @ F)
    L = F @ S @ C.T @ np.linalg.inv(C @ S @ C.T + V)

    def rate(_: float, y: np.ndarray, u: float) -> list[float]:
        c, s = np.cos(y[1]), np.sin(y[1])
        push = u + m * l * y[3] ** 2 * s, m * g * l * s
        return [*y[2:], *np.linalg.solve([[M + m, m * l * c], [m * l * c, m * l * l]], push)]

    y, known, estimate = np.array([0, 0.3, 0, 0]), [], np.zeros(4)
    for number in range(round(until / h)):
        assert moved.states_at(number * h) == pytest.approx(y, abs=1e-9)
        u = -float((K @ estimate)[0])
        estimate = F @ estimate + G[:, 0] * u + L @ C @ (y - estimate)
        known.append((u, *estimate))
        span = (number * h, (number + 1) * h)
        y = solve_ivp(rate, span, y, "DOP853", rtol=1e-12, atol=1e-13, args=(u,)).y[:, -1]
    assert moved.driven.names == ("held_u", *(f"x{n}_K" for n in range(1, 5)))
    assert moved.driven.values == pytest.approx(np.array(known), abs=1e-9)


def test_copies_say_the_same_to_other_programs(regulated):
    _, made = regulated
    script = control_python(made)
    known: dict[str, object] = {}
    pytest.importorskip("control")
    exec(script, known)  # noqa: S102 - the copy is a script
    assert np.sort(known["regulated"].poles().real) == pytest.approx(np.sort(made.poles.real))
    text = control_matlab(made)
    assert f"K = [{', '.join(map(repr, made.K[0].tolist()))}];" in text
    assert "about.inputs = {'drive'}" in text


def test_the_command_answers_in_text_data_and_files(tmp_path, capsys):
    file = tmp_path / "cart.lagr"
    cart_pole().save(file)
    words = [
        "control",
        str(file),
        "--inputs",
        "drive",
        "--outputs",
        "x,theta",
        "--place",
        "theta=0",
    ]
    weights = ["--lqr", "1,10,1,1", "--r", "0.1"]
    assert main([*words, *weights, "--json", "--out", str(tmp_path / "new.lagr")]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["K"][0] == pytest.approx(ACCEPTED["K"], abs=1e-8)
    assert answer["controllable"]["rank"] == 4 and answer["stable"]
    assert main([*words, *weights]) == 0
    text = capsys.readouterr().out
    assert "Controllable: 4 of 4" in text and "slowest time constant" in text
    assert main([*words[:1], str(tmp_path / "new.lagr"), *words[2:]]) == 0
    assert "The law of drive is taken away: u" in capsys.readouterr().out
