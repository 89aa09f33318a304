"""Energies given as expressions: the formalisms that start from T agree, the others say why not."""

from __future__ import annotations

from lagr_gui import GROUND, System, equal, equations, pipeline
from lagr_gui.mechanics.certificate import random_states
from tests.mechanics.formalisms.test_readable import known_of, unbalanced


def drawn_and_given(**energies: str) -> System:
    """A pendulum that is drawn, with a spring and more inertia given as energies."""
    system = System(m=1.2, l=0.5, c=3.0, k=0.4, J=0.2)
    bob = system.body("bob", "m")
    system.joint("revolute", GROUND, bob, "phi", point_child=(0, "l", 0))
    system.element("energies", name="given", **energies)
    return system


def test_an_element_with_potential_and_dissipation_keeps_both_in_hamiltons_equations() -> None:
    system = drawn_and_given(
        kinetic="J*phi_dot^2*cos(phi)^2/2", potential="c*phi^2/2", dissipation="k*phi_dot^2/2"
    )
    found = {form.name: form for form in pipeline.verify(system.model).formalisms}
    assert all(form.holds for form in found.values())
    assert found["hamilton"].deviation is not None
    assert "belong to no body" in found["newton-euler"].reason
    sheet = equations(system.model, formalism="hamilton")
    assert unbalanced(sheet, known_of(system.model, random_states(1, 1, 3)[0])) < 1e-10
    assert pipeline.conserved(system.model) == ()


def test_without_dissipation_the_energy_is_conserved() -> None:
    system = drawn_and_given(kinetic="J*phi_dot^2/2", potential="c*phi^2/2")
    (energy,) = pipeline.conserved(system.model)
    wanted = "(m*l^2 + J)*phi_dot^2/2 + c*phi^2/2 - m*g*l*cos(phi)"
    assert equal(energy.expression, wanted)
