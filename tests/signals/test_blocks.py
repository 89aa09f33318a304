"""Blocks by closed forms; what is wrong with them is told.  Random ones: `tests.oracle.plants`."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import expm

from lagr_gui import LagrError, System, pipeline


def mass(**parameters: float) -> System:
    """A mass of 1 kg on a line, x."""
    system = System("Mass", gravity=(0, 0, 0), g=None, **parameters)
    system.joint("prismatic", 0, system.body("mass"), "x", axis=(1, 0, 0))
    return system


def test_filters_follow_their_closed_forms() -> None:
    """K01: PT1 with T = 0.3 s and PT2 with ω₀ = 5 1/s, ζ = 0.4 on a unit step, at 0.5 s."""
    system = mass(T=0.3, w0=5.0, zeta=0.4)
    system.signal("a", "filter1", input=1, T="T")
    system.signal("b", "filter2", input=1, w0="w0", zeta="zeta")
    system.signal("c", "transfer", input=1, numerator=("w0^2",), denominator=(1, "2*zeta*w0", 25))
    found = system.simulate(until=0.5)
    assert found["a"][-1] == pytest.approx(0.8111243971624382, abs=1e-9)
    assert found["b"][-1] == pytest.approx(1.1220552945348807, abs=1e-9)
    assert found["c"][-1] == pytest.approx(1.1220552945348807, abs=1e-9)


def test_a_state_feedback_holds_a_pole_upright() -> None:
    """K04: the nonlinear motion of a cart with a pole from 0.5 rad under u = −k z."""
    system = System("Cart and pole", M=1.0, m=0.2, l=0.5)
    cart = system.body("cart", mass="M")
    pole = system.body("pole", mass="m")
    system.joint("prismatic", 0, cart, "x", axis=(1, 0, 0))
    system.joint("revolute", cart, pole, "theta", axis=(0, 0, -1), point_child=(0, "-l", 0))
    gains = (-3.1622776601683777, -47.576994958519364, -5.751839411142599, -10.524178077804498)
    for name, gain in zip(("k1", "k2", "k3", "k4"), gains, strict=True):
        system.parameter(name, gain)
    system.signal("u", "-k1*x - k2*theta - k3*x' - k4*theta'", unit="N")
    system.element("coordinate_force", "drive", coordinate="x", force="u")
    system.start(theta=0.5)
    end = {
        1: (0.9270851536277424, -0.1357795753125092, -0.12978418265644534, 0.25036447595600614),
        5: (0.020773864717459702, 0.0031243575668786, -0.02492787097974816, -0.00340925262532016),
    }
    for until, known in end.items():
        found = system.simulate(until=until)
        assert found.y[-1] == pytest.approx(known, abs=1e-8)
    assert found["u"][0] == pytest.approx(-gains[1] * 0.5)
    poles = [-8.998464883174574, -3.4906528564197257]
    values = system.modes().eigenvalues
    assert all(np.min(np.abs(values - pole)) < 1e-9 for pole in poles)


def test_matrices_have_several_inputs_and_outputs() -> None:
    A, B = np.array([[-1.0, 2.0], [0.5, -3.0]]), np.array([[1.0, 0.0], [0.25, 2.0]])
    C, D = np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([[0.0, 0.5], [0.0, 0.0]])
    system = mass()
    system.signal(
        "K",
        "state_space",
        inputs=("3", "-1"),
        outputs=("a", "b"),
        **{
            name: tuple(map(tuple, M.tolist()))
            for name, M in zip("ABCD", (A, B, C, D), strict=True)
        },
        start=(0.5, -0.25),
    )
    found, u = system.simulate(until=1), np.array([3.0, -1.0])
    x = expm(A) @ [0.5, -0.25] + np.linalg.solve(A, (expm(A) - np.eye(2)) @ B @ u)
    assert [found["a"][-1], found["b"][-1]] == pytest.approx(C @ x + D @ u, abs=1e-9)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (("transfer", {"numerator": (1, 0, 0), "denominator": (1, 1)}), "degree is higher"),
        (("transfer", {"denominator": (0, 0)}), "It is 0"),
        (("pid", {"kd": 2}), "no derivative is given"),
        (("state_space", {"A": ((1, 2),)}), "1 × 2, not 1 × 1"),
        (("state_space", {"A": ((1,),), "start": (1, 2)}), "2 entries, not 1"),
        (("filter1", {"input": "nothing"}), "“nothing” is not known here"),
        (("filter1", {"T": "x"}), "must not depend on the coordinate"),
        (("filter1", {"T": -1}), "larger than 0"),
    ],
)
def test_what_is_wrong_with_a_block_is_told(
    fields: tuple[str, dict[str, object]], said: str
) -> None:
    system = mass()
    system.signal("u", fields[0], **fields[1])
    with pytest.raises(LagrError, match=said) as told:
        pipeline.equations(system.model)
    assert "“u”" in str(told.value)
