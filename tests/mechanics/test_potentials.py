"""Forces given as expressions: U and D where they exist, and words for the rest."""

from __future__ import annotations

import random

import numpy as np
import pytest
from scipy.integrate import quad

from lagr_gui import GROUND, System, equal, pipeline
from lagr_gui.analysis.equations.derivation import presenter_of
from lagr_gui.expression import read
from lagr_gui.expression.arithmetic import value
from lagr_gui.mechanics.potentials import Nature, natures
from lagr_gui.prepared import prepare


def plane(*forces: str, **parameters: float) -> System:
    """A point in the plane, with a force in its two coordinates x and y."""
    system = System(gravity=(0, 0, 0), k=3.0, c=2.0, m=1.5, a=0.7, **parameters)
    middle, point = system.body("rail", 0), system.body("point", "m")
    system.joint("prismatic", GROUND, middle, "x", axis=(1, 0, 0))
    system.joint("prismatic", middle, point, "y", axis=(0, 1, 0))
    if forces:
        system.element("force", name="given", body=point, vector=(*forces, 0))
    return system


def nature(system: System) -> Nature:
    (found,) = presenter_of(prepare(system.model)).natures
    return found


@pytest.mark.parametrize(
    ("forces", "potential"),
    [
        (("-k*x - c*y", "-c*x"), "k*x^2/2 + c*x*y"),
        (("-k*x^3", "0"), "k*x^4/4"),
        (("-k*cos(x)*sin(y)", "-k*sin(x)*cos(y)"), "k*sin(x)*sin(y)"),
        (("-k*exp(-a*x)", "c"), "-k*exp(-a*x)/a - c*y"),
        (("-k/x^2", "0"), "-k/x"),
        (("-k*x/(x^2 + y^2)^1.5", "-k*y/(x^2 + y^2)^1.5"), "-k/sqrt(x^2 + y^2)"),
        (("-k*x/(1 + x^2)", "0"), "k*log(1 + x^2)/2"),
        (("-k*sign(x)", "0"), "k*x*sign(x)"),
        (("-k*abs(x + a)", "-c*y/abs(y)"), "k*(x + a)*abs(x + a)/2 + c*abs(y)"),
        (("-k*x*sign(2*x - a)", "0"), "k*(x^2 - a^2/4)*sign(2*x - a)/2"),
    ],
)
def test_an_integrable_force_has_its_potential(forces: tuple[str, str], potential: str) -> None:
    found = nature(plane(*forces))
    assert found.U is not None and found.D is None and found.whole
    assert equal(found.U.tree(), potential, positive=("k", "a"))


def test_the_potential_is_the_work_by_quadrature() -> None:
    system = plane("-k*x^3*cos(y)", "k*x^4*sin(y)/4")
    U = nature(system).U
    assert U is not None
    tree, names = U.tree(), {"k": 3.0}
    source = random.Random(1)
    for _ in range(4):
        x, y = source.uniform(-1, 1), source.uniform(-1, 1)

        def push(s: float, x: float = x, y: float = y) -> float:
            (found,) = pipeline.evaluate(system.model, [{"q": [s * x, s * y], "qd": [0, 0]}])
            return float(found.Q @ [x, y])

        work, _ = quad(push, 0, 1)
        ends = (value(tree, names | {"x": e * x, "y": e * y}) for e in (0.0, 1.0))
        start, end = ends
        assert start - end == pytest.approx(work, rel=1e-9, abs=1e-12)


def test_a_rope_that_is_pulled_has_the_potential_of_its_length() -> None:
    """No integral is looked for: SymPy would seek for a minute in that of two angles."""
    system = System(gravity=(0, 0, 0), m=1.5, l=0.7, P=3.0)
    arm, hand = system.body("arm", "m"), system.body("hand", "m")
    system.joint("planar", GROUND, arm, "x", "y", "phi", normal=(0, 0, 1))
    system.joint("revolute", arm, hand, "psi", axis=(0, 0, 1), point_parent=("l", 0, 0))
    ends = {"point_a": (0, "l/2", 0), "point_b": (1, 2, 0), "pulleys": []}
    system.element("rope_pull", name="rope", body_a=hand, body_b=GROUND, pull="P*cos(t)", **ends)
    closed = prepare(system.model).general.closed
    (found,) = natures(closed, lambda *_: pytest.fail("an integral was looked for"))
    (length,), pull = closed.lengths[found.key], closed.algebra.expression(read("P*cos(t)"))
    assert found.U is not None and pull * length == found.U


def test_a_moment_on_a_body_has_a_potential_in_its_angle() -> None:
    system = System(gravity=(0, 0, 0), k=3.0)
    body = system.body("wheel", 1, (0, 0, 1))
    system.joint("revolute", GROUND, body, "phi")
    system.element("torque", body=body, vector=(0, 0, "-k*sin(2*phi)"))
    U = nature(system).U
    assert U is not None and equal(U.tree(), "-k*cos(2*phi)/2")


@pytest.mark.parametrize(
    ("forces", "dissipation", "word"),
    [
        (("-k*x_dot - c*y_dot", "-c*x_dot"), "k*x_dot^2/2 + c*x_dot*y_dot", ""),
        (("-k*x*x_dot", "0"), "k*x*x_dot^2/2", ""),
        (("-k*x_dot^3", "-c*y_dot"), "k*x_dot^4/4 + c*y_dot^2/2", ""),
        (("c*y_dot", "-c*x_dot"), None, "gyroscopic"),
        (("-k*x_dot + c*y_dot", "-c*x_dot"), "k*x_dot^2/2", "gyroscopic"),
        (("-k*x_dot*y_dot", "0"), None, "no function D"),
        (("-k*x_dot/abs(x_dot)", "0"), "k*abs(x_dot)", ""),
        (("-k*sign(x_dot)", "-c*sign(y_dot)"), "k*x_dot*sign(x_dot) + c*y_dot*sign(y_dot)", ""),
        (("-k*sign(y_dot)", "0"), None, "no function D"),
    ],
)
def test_what_is_linear_in_velocities_has_its_rayleigh_function(
    forces: tuple[str, str], dissipation: str | None, word: str
) -> None:
    found = nature(plane(*forces))
    assert found.U is None
    assert (found.D is None) == (dissipation is None)
    if found.D is not None and dissipation is not None:
        assert equal(found.D.tree(), dissipation)
    assert (word in " ".join(found.words)) if word else found.whole


@pytest.mark.parametrize(
    ("forces", "word"),
    [
        (("c*y", "-c*x"), "circulatory"),
        (("k*sin(t)", "0"), "depends on time"),
        (("-k*exp(-x^2)*x^(1/3)", "0"), "was not found"),
        (("k*sign(y)", "0"), "signs or steps"),
        (("-k*abs(x)*y*step(y, 0, 1)", "0"), "signs or steps"),
        (("k*x*step(y - x, 0, 1)", "-k*x*step(y - x, 0, 1)"), "signs or steps"),
        (("k*step(x, 0, a)", "0"), "was not found"),
    ],
)
def test_what_remains_is_told_in_words(forces: tuple[str, str], word: str) -> None:
    system = plane(*forces)
    assert word in " ".join(nature(system).words)
    notes = [str(note) for note in system.equations().notes]
    assert any(word in note and "given" in note for note in notes)


@pytest.mark.parametrize("force", ["-k*x - c*y", "-k*x_dot - c*y_dot"])
def test_a_drive_that_follows_other_coordinates_is_that_of_a_controller(force: str) -> None:
    system = plane()
    system.element("coordinate_force", name="given", coordinate="x", force=force)
    found = nature(system)
    assert found.U is None and found.D is None
    assert "controller" in " ".join(found.words)


def test_found_functions_give_the_force_back() -> None:
    system = plane("-k*x^3 - c*x_dot + a*y", "a*x - k*y_dot*x^2")
    found = nature(system)
    assert found.U is not None and found.D is not None and found.whole
    closed = presenter_of(prepare(system.model)).closed
    for rho, q in enumerate(closed.kinematics.symbols[1:], start=1):
        rate = type(q)(q.name, 1)
        force = -found.U.derivative(q) - found.D.derivative(rate)
        assert force == closed.effects[found.key].Q[rho]


def test_the_energy_is_conserved_with_the_potential_of_a_given_force() -> None:
    system = plane("-k*x/(x^2 + y^2)^1.5", "-k*y/(x^2 + y^2)^1.5")
    system.start(x=(1.0, 0.0), y=(0.0, 1.2))
    (energy,) = pipeline.conserved(system.model, system.simulate(10, rtol=1e-12))
    assert energy.kind == "energy"
    assert equal(energy.expression, "m*(x_dot^2 + y_dot^2)/2 - k/sqrt(x^2 + y^2)")
    assert energy.drift is not None and energy.drift < 1e-9
    assert np.isfinite(energy.drift)
