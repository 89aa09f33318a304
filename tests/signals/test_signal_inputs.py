"""Signals as inputs of linear equations: what is added to their values, against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, System, linearize_symbolic

OMEGA = np.array([0.1, 1.0, 2.0, 5.0])
S = 1j * OMEGA


def servo() -> System:
    """A mass on a spring, moved by a controller behind a lag."""
    s = System("servo", m=2, c=8, k=1.5, K=3, T=0.2, g=0)
    s.joint("prismatic", GROUND, s.body(mass="m"), "x")
    s.element("coordinate_spring", coordinate="x", c="c")
    s.element("coordinate_damper", coordinate="x", k="k")
    s.signal("e", "-x")
    s.signal("u", "pid", input="e", kp="K", kd=0.5, derivative="-x'")
    s.signal("y", "filter1", input="u", T="T")
    s.element("coordinate_force", "push", coordinate="x", force="y")
    return s


@pytest.mark.parametrize("name", ["e", "u"])
def test_an_input_is_added_to_a_signal_wherever_it_stands(name: str) -> None:
    s, outputs = servo(), ("x", "e", "u", "y")
    found = s.frequency_response(name, outputs, OMEGA, "start")
    plant = 1 / (0.2 * S + 1) / (2 * S**2 + 1.5 * S + 8)
    added = {"e": 3, "u": 1}[name]
    x = added * plant / (1 + plant * (3 + 0.5 * S))
    e = -x + (name == "e")
    u = 3 * e - 0.5 * S * x + (name == "u")
    assert pytest.approx(np.array([x, e, u, u / (0.2 * S + 1)]), rel=1e-12) == found.transfer.T
    linear = s.linearize("start", (name,), outputs)
    assert linear.state_D.ravel().tolist() == [0, added == 3, added, 0]


def test_what_enters_a_delay_has_the_input_of_its_signal() -> None:
    s = System("delayed", m=1, tau=0.3, g=0)
    s.joint("prismatic", GROUND, s.body(mass="m"), "x")
    s.signal("u", "-2*x - x'")
    s.signal("d", "delay", input="u", delay="tau")
    s.element("coordinate_force", coordinate="x", force="d")
    assert s.possible_inputs()[-2:] == ("u", "d") and "pace_d" not in s.possible_inputs()
    late = np.exp(-0.3 * S)
    for name, added in (("u", late), ("d", 1)):
        found = s.frequency_response(name, ("x",), OMEGA, "start")
        assert found.transfer[:, 0] == pytest.approx(added / (S**2 + late * (2 + S)), rel=1e-12)


def test_the_closed_form_has_a_column_of_a_signal() -> None:
    s = System("gain", m=2, c=8, g=0)
    s.joint("prismatic", GROUND, s.body(mass="m"), "x")
    s.signal("u", "-c*x")
    s.signal("v", "2*u")
    s.element("coordinate_force", "v", coordinate="x", force="v")
    assert "B = [2]" in str(linearize_symbolic(s.model, inputs=("u",)))
    assert s.linearize("start", ("u", "v")).state_B[1].tolist() == [1, 0.5]  # v is the force


def test_states_and_signals_in_conditions_take_no_input() -> None:
    with pytest.raises(LagrError, match="is a state or a measure"):
        servo().linearize("start", ("y",))
    s = System("driven", m=2, g=0)
    s.joint("planar", GROUND, s.body(mass="m"), "x", "y", "phi")
    s.signal("w", "0.3*x")
    s.signal("v", "2*w")
    s.element("velocity_condition", zero="y' - v")
    assert not {"v", "w"} & {*s.possible_inputs()}
    with pytest.raises(LagrError, match="in an energy or a condition"):
        s.linearize("start", ("w",))
    with pytest.raises(LagrError, match="in an energy or a condition"):
        s.linearize_symbolic(inputs=("w",))
