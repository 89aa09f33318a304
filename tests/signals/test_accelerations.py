"""Forces that are made of accelerations are solved with them: feedback that adds mass."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, System, c_program, pipeline
from lagr_gui.analysis.audits import check_motion
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.typesetting.sheet_text import text_equations


def cart(k: float = 3, m: float = 2, law: str = "F0 - k*x''") -> System:
    """A mass that is pushed by a force with its acceleration fed back."""
    system = System("cart", gravity=(0, 0, 0), g=None, m=m, k=k, F0=10)
    system.joint("prismatic", GROUND, system.body("cart", mass="m"), "x", axis=(1, 0, 0))
    system.signal("F", law)
    system.element("coordinate_force", "drive", coordinate="x", force="F")
    return system


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_acceleration_feedback_is_solved_with_the_acceleration(scale: float) -> None:
    """K11: x'' = F0/(m + k)."""
    for k in (3 * scale, -1.5 * scale, -5 * scale):
        found = cart(k, 2 * scale).simulate(until=1)
        known = 10 / (2 * scale + k)
        assert found.qdd[:, 0] == pytest.approx(known, rel=1e-14)
        assert found["F"] == pytest.approx(10 - k * known, rel=1e-13)
        assert found["x"][-1] == pytest.approx(known / 2, rel=1e-12)
        assert str(found.certificate).startswith("Certified")
        balance = found.T + found.U + found.dissipated - found.supplied
        assert np.max(np.abs(balance)) < 1e-11 * np.max(np.abs(found.T))


def test_a_loop_without_a_solution_is_told_with_its_members() -> None:
    with pytest.raises(LagrError, match=r"Signals F, x''.*there is no solution"):
        cart(k=-2).simulate(until=1)


def test_equations_tell_what_is_fed_back() -> None:
    system = cart()
    text = text_equations(system.equations())
    assert "m*x'' = F\n" in text and "F = F0 - k*x''" in text
    text = text_equations(system.equations(signals="in"))
    assert "m*x'' = F0 - k*x''" in text
    assert "Conserved" not in text and "Potentials of" not in text


def two(fed: bool) -> System:
    """A pendulum on a cart, with mass that is added by feedback or by the body."""
    system = System("two", m=1, l=0.5, k=0.7, M=2)
    a = system.body("a", mass="M" if fed else "M + k")
    b = system.body("b", mass="m", inertia=(0, 0, 0.1))
    system.joint("prismatic", GROUND, a, "x", axis=(1, 0, 0))
    system.joint("revolute", a, b, "phi", point_child=(0, "l", 0))
    system.start(phi=1.0)
    system.signal("F", "sin(t) - k*x''" if fed else "sin(t)")
    system.element("coordinate_force", "drive", coordinate="x", force="F")
    return system


@pytest.mark.parametrize("method", ["auto", "DOP853", "RK45", "Radau", "BDF", "LSODA"])
def test_feedback_adds_mass_by_every_method(method: str) -> None:
    fed, known = (two(one).simulate(until=2, method=method) for one in (True, False))
    assert np.max(np.abs(fed.y[-1] - known.y[-1])) < 1e-10
    assert str(fed.certificate).startswith("Certified")
    (at,), (exact,) = two(True).evaluate(), two(False).evaluate()
    (closed,) = two(True).evaluate(derivation="closed")
    assert at.qdd == pytest.approx(exact.qdd, rel=1e-14)
    assert closed.qdd == pytest.approx(exact.qdd, rel=1e-14)


@pytest.mark.parametrize("made", [two, lambda fed: slider(fed), lambda _: unlike()])
def test_derivations_agree_with_feedback(made: Callable[[bool], System]) -> None:
    system = made(True)
    assert pipeline.certify(system.model).residual < 1e-10
    assert pipeline.verify(system.model).holds
    assert pipeline.classify(system.model).linear is None


def test_steps_of_fixed_length_take_feedback() -> None:
    fed, known = (two(one).simulate(until=1, method="fixed", step=1e-3) for one in (True, False))
    assert np.max(np.abs(fed.y[-1] - known.y[-1])) < 1e-11


def slider(fed: bool) -> System:
    """A slider crank whose slider has mass by feedback or of its own."""
    system = System("slider crank", m=1, l=0.4, k=0.7)
    a = system.body("crank", mass=1, inertia=(0, 0, 0.05))
    b = system.body("rod", mass=1, inertia=(0, 0, 0.1))
    c = system.body("slider", mass="m" if fed else "m + k", gravity=False)
    system.joint("revolute", GROUND, a, "phi", point_child=(0, "l", 0))
    ends = {"point_parent": (0, "-l", 0), "point_child": ("-l", 0, 0)}
    system.joint("revolute", a, b, "psi", **ends)
    system.joint("prismatic", GROUND, c, "x", axis=(1, 0, 0))
    system.joint("revolute", b, c, point_parent=("l", 0, 0))
    system.start(phi=0.3)
    force = "-k*acceleration(slider).x" if fed else "0*x"
    system.element("coordinate_force", "drive", coordinate="x", force=force)
    return system


def test_feedback_adds_mass_in_closed_paths() -> None:
    fed, known = (slider(one) for one in (True, False))
    pair = [system.simulate(until=1) for system in (fed, known)]
    assert np.max(np.abs(pair[0].y[-1] - pair[1].y[-1])) < 1e-10
    assert str(pair[0].certificate).startswith("Certified")
    held = [pipeline.reactions(s.model, f) for s, f in zip((fed, known), pair, strict=True)]
    assert held[0].multipliers == pytest.approx(held[1].multipliers, abs=1e-8)
    (at,), (exact,) = fed.evaluate(), known.evaluate()
    (closed,) = fed.evaluate(derivation="closed")
    for one in (at, closed):
        assert one.qdd == pytest.approx(exact.qdd, rel=1e-12)
        assert one.multipliers == pytest.approx(exact.multipliers, abs=1e-12)


def unlike() -> System:
    """Two accelerations that are fed back across, and a filter of a third one."""
    system = System("across", m=1, l=0.5)
    a = system.body("a", mass=2)
    b = system.body("b", mass=1, inertia=(0, 0, 0.1))
    system.joint("prismatic", GROUND, a, "x", axis=(1, 0, 0))
    system.joint("revolute", a, b, "phi", point_child=(0, "l", 0))
    system.start(phi=0.7)
    system.signal("F", "-0.5*phi'' + 0.2*acceleration(b).y - 3*x")
    system.signal("M", "0.3*x'' + 0.1*phi''*cos(phi)")
    system.signal("felt", "filter1", input="acceleration(b, 0, l, 0).x", T=0.05)
    system.state("size", "abs(x'') - size")
    system.element("coordinate_force", "drive", coordinate="x", force="F - felt")
    system.element("torque", "motor", body=b, vector=(0, 0, "M"))
    return system


def test_forces_and_states_of_several_accelerations_agree_with_equations_of_their_own() -> None:
    """(g − Q₁) q̈ = Q₀ − h, written out by hand: no symmetric matrix."""
    system = unlike()
    found = system.simulate(until=0.6, outputs=["acceleration(b).y"])
    assert str(found.certificate).startswith("Certified")
    assert found["a_y_b"] == pytest.approx(found["acceleration(b).y"], abs=1e-12)
    for i in (0, 100, len(found.t) - 1):
        x, phi, dphi = found.y[i, 0], found.y[i, 1], found.y[i, 3]
        felt, size = found.y[i, 4], found.y[i, 5]
        c, s = np.cos(phi), np.sin(phi)
        g = np.array([[3, 0.5 * c], [0.5 * c, 0.35]])
        along = np.array([0, 0.5 * s])  # y'' = l (sin φ φ'' + cos φ φ'²)
        fed = np.array([0.2 * along + [0, -0.5], [0.3, 0.1 * c]])
        rest = [0.5 * s * dphi**2 + 0.2 * 0.5 * c * dphi**2 - 3 * x - felt, -9.81 * 0.5 * s]
        qdd = np.linalg.solve(g - fed, rest)
        assert found.qdd[i] == pytest.approx(qdd, rel=1e-11)
        tip = qdd[0]  # the point (0, l, 0) of b is the pivot
        rates = [(tip - felt) / 0.05, abs(qdd[0]) - size]
        q, qd, z = np.split(found.y[i], [2, 4])
        (at,) = system.evaluate({"t": found.t[i], "q": q, "qd": qd, "z": z})
        assert at.zd == pytest.approx(rates, rel=1e-10)


def test_factors_of_accelerations_are_functions_of_all_sorts() -> None:
    """Tables, steps, powers and arcs go over into what is solved."""
    factor = "f(x) + min(x, 0.3)*atan2(x', 2) + step(0, x, 1)*abs(x)^1.5/(2 + x^2)"
    system = cart(law=f"F0 - ({factor})*x''")
    system.table("f", (-1, 0, 1, 9), (1, 2, 1.5, 4), between="akima")
    known = cart(law=f"m*F0/(m + {factor}) ")
    known.model = known.model.having(functions=system.model.functions)
    pair = [one.simulate(until=1) for one in (system, known)]
    assert np.max(np.abs(pair[0].y[-1] - pair[1].y[-1])) < 1e-8  # corners part the steps
    assert pair[0].qdd == pytest.approx(pair[1].qdd, rel=1e-7)
    assert str(pair[0].certificate).startswith("Certified")


def test_the_audit_takes_accelerations_as_they_are() -> None:
    found = two(True).simulate(until=0.5)
    other = two(True)
    other.set(k=0.71)
    with pytest.raises(Disagreement):
        check_motion(pipeline.prepare(other.model), found)


@pytest.mark.parametrize("law", ["x''^2", "abs(x'')", "sin(x'')", "min(x'', 1)", "x''*phi''"])
def test_forces_must_be_linear_in_accelerations(law: str) -> None:
    system = two(False)
    system.element("coordinate_force", "more", coordinate="x", force=law)
    told = [str(problem) for problem in pipeline.check(system.model).problems]
    assert any("more”, force" in text and "not linear in the acc" in text for text in told), told


def test_what_takes_no_accelerations_says_so() -> None:
    system = two(True)
    for question in (pipeline.linearize, pipeline.equilibria, pipeline.modes, pipeline.dimensions):
        with pytest.raises(LagrError, match="made of its acceleration"):
            question(system.model)
    with pytest.raises(LagrError, match="made of its acceleration"):
        pipeline.equations(system.model, formalism="kane")
    with pytest.raises(LagrError, match="programs know none such"):
        c_program(system.model)
    system.element("joint_friction", "brake", coordinate="x")
    told = [str(problem) for problem in pipeline.check(system.model).problems]
    assert any("limits or dry friction" in text for text in told), told


def test_energies_and_masses_take_no_accelerations() -> None:
    system = two(False)
    system.element("energies", "other", dissipation="x''^2")
    told = [str(problem) for problem in pipeline.check(system.model).problems]
    assert any("must not depend on the acceleration" in text for text in told)
