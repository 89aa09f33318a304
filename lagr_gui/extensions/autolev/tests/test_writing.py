"""Scripts of AUTOLEV that are written: read back, they have the equations of the model."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import System, pipeline
from lagr_gui.extensions.autolev.names import ScriptNames
from lagr_gui.extensions.autolev.script import autolev_script, import_autolev
from lagr_gui.extensions.programs.vectors import vectors
from lagr_gui.foundation.problem import LagrError, Unprintable
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from tests.samples.gallery import SMOOTH, sample

REFUSED = {
    "ball_on_turntable": "contact",
    "bennett": "Joint “D”",
    "bouncing_ball": "floor",
    "cantilever": "Joint “beam”",
    "cardan_shaft": "Joint “cross”",
    "condenser_microphone": "bias",
    "dc_motor_pendulum": "winding",
    "double_pendulum_wall": "wall",
    "elastic_pendulum": "Joint “place”",
    "flexible_arm": "Joint “upper arm”",
    "ladder_filter": "coil 1",
    "loudspeaker": "voice coil",
    "newtons_cradle": "contact 1-2",
    "parabolic_slot": "slot",
    "rolling_disc": "table",
    "rotating_beam": "Joint “blade”",
    "swinging_atwood": "Joint “swing”",
    "whipple_bicycle": "rear contact",
}
MORE_COORDINATES = ("nut_on_thread",)


def states(model: Model, count: int = 20) -> list[tuple[float, np.ndarray, np.ndarray]]:
    """States that meet the conditions of a model, seeded."""
    prepared = prepare(model)
    f, start = len(prepared.coordinates), prepared.start
    if prepared.conditions is not None:
        own = [(start.t, *start.q, *start.qd), *vectors(prepared).states]
        return [(t, np.array(x[:f]), np.array(x[f:])) for t, *x in own]
    source = np.random.default_rng(3)
    return [
        (
            source.uniform(0, 1),
            np.array(start.q) + source.uniform(-0.6, 0.6, f),
            source.uniform(-1, 1, f),
        )
        for _ in range(count)
    ]


def agree(model: Model) -> Model:
    """The accelerations of a model are those of its script; gives what was read back."""
    (back,) = import_autolev(autolev_script(model)).models
    names = ScriptNames()
    own = [names.fresh(q, "Q").lower() for q in prepare(model).coordinates]
    assert sorted(own) == sorted(back.coordinates)
    order = [back.coordinates.index(q) for q in own]
    for t, q, qd in states(model):
        (one,) = pipeline.evaluate(model, [{"t": t, "q": list(q), "qd": list(qd)}])
        q2, qd2 = np.zeros(len(q)), np.zeros(len(q))
        q2[order], qd2[order] = q, qd
        (other,) = pipeline.evaluate(back, [{"t": t, "q": list(q2), "qd": list(qd2)}])
        found = np.asarray(other.qdd)[order]
        assert np.allclose(found, one.qdd, rtol=1e-12, atol=1e-12 * (1 + abs(one.qdd).max()))
    return back


@pytest.mark.parametrize("name", sorted({*SMOOTH} - {*REFUSED} - {*MORE_COORDINATES}))
def test_the_script_of_a_sample_reads_back_with_its_equations(name: str) -> None:
    agree(sample(name))


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_script_cannot_state_is_named(name: str) -> None:
    with pytest.raises(Unprintable) as told:
        autolev_script(sample(name))
    assert any(REFUSED[name] in str(problem) for problem in told.value.problems)


def test_a_screw_turns_and_slides_by_two_coordinates_with_a_condition() -> None:
    model = sample("nut_on_thread")
    (back,) = import_autolev(autolev_script(model)).models
    one, other = (pipeline.evaluate(m, [start_of(m)])[0] for m in (model, back))
    assert len(other.qdd) == len(one.qdd) + 1
    place = back.coordinates.index(model.coordinates[0].lower())
    assert np.isclose(other.qdd[place], one.qdd[0], rtol=1e-12)


def start_of(model: Model) -> dict[str, object]:
    start = prepare(model).start
    return {"t": start.t, "q": list(start.q), "qd": list(start.qd)}


def built() -> System:
    """Joints about any axes, drawn both ways, with all loads; names that differ in case alone."""
    s = System("Everything", gravity=(0.3, "-g", 1))
    s.parameter("a", 0.4)
    s.parameter("A", 0.7)
    s.parameter("T", 1.3)
    s.ground(axis=(0, 0, 1), angle="0.3*t", position=(0, "0.1*sin(2*t)", 0))
    turned = ((0, -1, 0), (0.6, 0, -0.8), (0.8, 0, 0.6))
    one = s.body("Arm", mass=2, inertia=(0.2, 0.2, 0.3, 0.01, 0.02, -0.01))
    two = s.body("arm", mass="T", inertia=(0.2, 0.1, 0.2), gravity=False)
    three = s.body("n", mass=1.5, inertia=(0.3, 0.2, 0.2))
    s.joint("revolute", 0, one, "phi_1", axis=(1, 2, "A"), point_child=(0, "a", 0.1))
    s.joint(
        "universal", two, one, "u", "w", point_parent=(0.1, 0, 0), orientation=turned, name="uni"
    )
    s.joint("planar", one, three, "x", "y", "psi", point_parent=(0, -0.2, 0))
    s.element("coordinate_spring", "torsion", coordinate="w", c=3, q0=0.2)
    s.element("coordinate_damper", "slide", coordinate="y", k="a")
    s.element("coordinate_force", "drive", coordinate="u", force="2*sin(3*t) - x'")
    s.element("coordinate_force", "back", coordinate="phi_1", force="-phi_1*T")
    s.element("force", "push", body=three, point=(0, 0.1, 0), vector=(1, "x", 0), axes="body")
    s.element("torque", "pair", body=three, reaction_body=two, vector=(0, "a", 1))
    s.element("spring", "coil", body_a=three, body_b=0, point_b=(1, 2, 3), c=20, l0=0.5)
    s.element("dashpot", "dash", body_a=three, body_b=two, point_a=(0.3, 0, 1), k=2)
    s.element("lagr_damper", "oil", body_a=one, body_b=0, point_a=(0, 0.3, 0), k=0.7)
    return s


def test_joints_about_any_axes_and_all_loads_read_back() -> None:
    agree(built().model)


def test_names_stay_apart_without_capitals() -> None:
    text = autolev_script(built().model)
    assert "BODIES ARM, ARM2, N2" in text
    assert "CONSTANTS G, A, A2, T2" in text


def test_a_script_is_said_as_autolev_is_used_to() -> None:
    text = autolev_script(sample("slider_crank"))
    for line in (
        "NEWTONIAN N",
        "SIMPROT(N, CRANK, 3, PHI)",
        "P_NO_CRANKO> = LL/2*CRANK1>",
        "V_CRANKO_N> = DT(P_NO_CRANKO>, N)",
        "DEPENDENT[1] = DOT(V_PISTONO_N> - V_CB_N>, N1>)",
        "TORQUE(CRANK/N, M*CRANK3>)",
        "ZERO = FR() + FRSTAR()",
        "KANE()",
        "CODE DYNAMICS() slider_crank_goldschmidt.c, SUBS",
    ):
        assert line in text.splitlines()
    assert max(map(len, text.splitlines())) <= 80


def test_a_function_that_autolev_lacks_is_named() -> None:
    s = System("Step")
    body = s.body("Cart")
    s.joint("prismatic", 0, body, "x")
    s.element("coordinate_force", "kick", coordinate="x", force="step(0, t, 1)")
    with pytest.raises(LagrError, match="step"):
        autolev_script(s.model)
