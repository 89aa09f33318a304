"""Scripts of AUTOLEV: the systems that they state, beside equations and models from elsewhere."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.extensions.autolev.script import import_autolev
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model
from tests.samples.gallery import sample

HERE = Path(__file__).parent


def script(name: str) -> str:
    return (HERE / f"{name}.al").read_text("utf-8")


def model_of(text: str, **values: float) -> Model:
    (model,) = import_autolev(text, "script").models
    names = [parameter.name for parameter in model.parameters]
    for name, value in values.items():
        model = edits.set_value(model, ("parameters", names.index(name), "value"), value)
    return model


def refused(text: str) -> list[str]:
    with pytest.raises(LagrError) as told:
        import_autolev(text, "script")
    return [str(problem) for problem in told.value.problems]


def test_the_slider_crank_of_goldschmidt_moves_as_the_one_that_was_drawn():
    drawn = sample("slider_crank")
    values = {p.name: p.value for p in drawn.parameters}
    names = [p.name for p in drawn.parameters]
    drawn = edits.set_value(drawn, ("parameters", names.index("k"), "value"), 0.0)
    own = {
        "g": values["g"],
        "ll": values["l_L"],
        "lp": values["l_P"],
        "ml": values["m_L"],
        "mp": values["m_P"],
        "mk": values["m_K"],
        "f": values["F"],
        "m": values["M"],
    }
    for body, mass, length in (("il", "ml", "ll"), ("ip", "mp", "lp")):
        own |= {f"{body}{n}": 0.0 for n in range(1, 7)}
        for n in (2, 3):
            own[f"{body}{n}"] = own[mass] * own[length] ** 2 / 12
    own |= {f"ik{n}": 0.0 for n in range(1, 7)}
    model = model_of(script("slider_crank"), **own)
    assert model.coordinates == ("q1", "p_q", "k_q")
    start = {"q1": (0.5, 2.0)}
    asin = np.arcsin(own["ll"] / own["lp"] * np.sin(0.5))
    rate = 2 * own["ll"] * np.cos(0.5) / own["lp"] / np.cos(asin)
    start |= {"p_q": (-asin - 0.5, -rate - 2), "k_q": (asin, rate)}
    for name, (q, qd) in start.items():
        model = edits.set_start(model, name, float(q), float(qd))
    one = pipeline.simulate(model, until(model))
    other = pipeline.simulate(drawn, until(drawn))
    assert np.allclose(one.q[:, 0], other.q[:, 0], rtol=0, atol=1e-7)
    assert np.allclose(one.qdd[:, 0], other.qdd[:, 0], rtol=1e-5, atol=1e-4)


def until(model: Model):
    from dataclasses import replace

    return replace(pipeline.settings_of(model), t_end=0.1, points=51)


def test_the_skid_of_goldschmidt_meets_his_printed_equations():
    """m x″ = F cos φ − F₁ sin φ, m y″ = F sin φ + F₁ cos φ, Θ φ″ = M − l₁ F₁, and the blade."""
    m, theta, l1, force, moment = 1.3, 0.21, 0.4, 0.7, -0.3
    values = {"g": 9.81, "l1": l1, "mk": m, "f": force, "m": moment}
    values |= {f"ik{n}": 0.0 for n in range(1, 7)} | {"ik3": theta}
    model = model_of(script("skid"), **values)
    assert model.coordinates == ("q1", "q2", "q3")
    source = np.random.default_rng(2)
    for _ in range(5):
        phi, xd, pd = source.uniform(-1, 1, 3)
        yd = (xd * np.sin(phi) + pd * l1) / np.cos(phi)
        s, c = np.sin(phi), np.cos(phi)
        # 0 = −x″ s + y″ c − φ″ l₁ − φ′ (x′ c + y′ s)
        left = [[m, 0, 0, s], [0, m, 0, -c], [0, 0, theta, l1], [-s, c, -l1, 0]]
        right = [force * c, force * s, moment, pd * (xd * c + yd * s)]
        known = np.linalg.solve(left, right)
        state = {"t": 0.0, "q": [0.3, -0.2, phi], "qd": [xd, yd, pd]}
        (found,) = pipeline.evaluate(model, [state])
        assert np.allclose(found.qdd, known[:3], rtol=1e-10, atol=1e-10)


PENDULUMS = """
NEWTONIAN N
FRAMES A, B
PARTICLES P, Q
CONSTANTS G = 9.81, LA, LB, MP, MQ
MOTIONVARIABLES' Q{2}'', U{2}'
Q1' = U1 ; Q2' = U2
SIMPROT(N, A, 3, Q1)
SIMPROT(A, B, 3, -Q2)
P_O_P> = -LA*A2>          % the upper one
P_P_Q> = -LB*B2>
V_O_N> = 0>
V_P_N> = DT(P_O_P>, N)
V_Q_N> = DT(P_O_Q>, N)
MASS P = MP, Q = MQ
GRAVITY(-G*N2>)
ZERO = FR() + FRSTAR()
KANE()
INPUT LA = 0.7, LB = 0.4, MP = 2, MQ = 1.1
INPUT Q1 = 0.3, Q2 = -0.2, U1 = 0.1
"""


def test_particles_frames_gravity_and_values():
    """The double pendulum in closed form; the second angle counts the other way."""
    model = model_of(PENDULUMS)
    assert [p.value for p in model.parameters] == [9.81, 0.7, 0.4, 2, 1.1]
    (found,) = pipeline.evaluate(model, [{"t": 0, "q": [0.3, -0.2], "qd": [0.1, 0.5]}])
    g, la, lb, mp, mq = 9.81, 0.7, 0.4, 2, 1.1
    one, two = 0.3, 0.3 + 0.2  # angles against the vertical
    w1, w2 = 0.1, 0.1 - 0.5
    c, s = np.cos(one - two), np.sin(one - two)
    left = [[(mp + mq) * la, mq * lb * c], [la * c, lb]]
    right = [
        -(mp + mq) * g * np.sin(one) - mq * lb * w2**2 * s,
        -g * np.sin(two) + la * w1**2 * s,
    ]
    a1, a2 = np.linalg.solve(left, right)
    assert np.allclose(found.qdd, [a1, a1 - a2])
    start = {entry.coordinate: (entry.position, entry.velocity) for entry in model.start}
    assert start == {"q1": (0.3, 0.1), "q2": (-0.2, 0)}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("W_A_N> = U1*A3>", "Line 9"),
        ("Q2' = U1 + U2", "Line 9"),
        ("FORCE(P/Q/R, 3*N1>)", "Line 9"),
        ("BRAKE(A, 3)", "a call that"),
        ("SIMPROT(A, B, 4, Q2)", "1 or 2 or 3"),
        ("P_O_P> = LA*C2> + ", "Line 9"),
        ("DEPENDENT[1] = DOT(W_A_N>, N3>)", "DOT(V_POINT_N>"),
        ("whatever this is", "a statement that"),
    ],
)
def test_what_is_not_understood_is_named_with_its_line(wrong: str, told: str) -> None:
    lines = PENDULUMS.splitlines()
    lines.insert(8, wrong)
    assert any(told in problem for problem in refused("\n".join(lines)))


def test_what_a_script_leaves_open_is_named():
    assert "MASS Q" in refused(PENDULUMS.replace(", Q = MQ", ""))[0]
    assert "SIMPROT for the frame B" in refused(PENDULUMS.replace("SIMPROT(A, B, 3, -Q2)", ""))[0]
    assert "NEWTONIAN" in refused("BODIES A")[0]
    both = PENDULUMS.replace("SIMPROT(A, B, 3, -Q2)", "SIMPROT(A, B, 3, Q1*Q2)")
    assert "coordinate q2 alone" in refused(both)[0]


def test_a_file_is_known_by_its_ending_and_by_its_words(tmp_path: Path) -> None:
    for name in ("crank.al", "crank.txt"):
        file = tmp_path / name
        file.write_text(script("skid"), "utf-8")
        assert len(pipeline.load(file).bodies) == 3
