"""Cyclic momenta, energy and the Jacobi integral, exactly and along simulations."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import GROUND, System, equal, pipeline
from lagr_gui.expression import write
from tests.samples.gallery import NAMES, sample
from tests.systems import random_tree


def found(system: System, until: float = 5) -> dict[str, tuple[object, float]]:
    """Expressions and drifts by name."""
    motion = system.simulate(until, rtol=1e-12, atol=1e-12)
    quantities = pipeline.conserved(system.model, motion)
    assert all(entry.drift is not None and entry.drift < 1e-8 for entry in quantities)
    return {entry.coordinate or entry.kind: entry.expression for entry in quantities}


def spinning_top() -> System:
    system = System("Top", A=0.02, C=0.01, m=0.8, s=0.12)
    top = system.body("top", "m", ("A", "A", "C"))
    sequence = ((0, 0, 1), (1, 0, 0), (0, 0, 1))
    system.model = system.model.model_copy(update={"gravity": (0, 0, "-g")})
    system.joint(
        *("spherical", GROUND, top, "psi", "theta", "phi"),
        sequence=sequence,
        point_child=(0, 0, "-s"),
    )
    system.start(psi=(0, 1.0), theta=(0.5, 0.2), phi=(0, 30.0))
    return system


def test_the_top_keeps_two_momenta_and_its_energy() -> None:
    quantities = found(spinning_top(), 2)
    assert set(quantities) == {"psi", "phi", "energy"}
    assert equal(quantities["phi"], "C*(phi_dot + psi_dot*cos(theta))")
    assert equal(
        quantities["psi"],
        "(A + m*s^2)*psi_dot*sin(theta)^2 + C*cos(theta)*(phi_dot + psi_dot*cos(theta))",
    )


def test_the_bead_on_a_hoop_keeps_its_jacobi_integral() -> None:
    system = System(Omega=6.0, m=0.2, r=0.3)
    system.ground(axis=(0, 1, 0), angle="Omega*t")
    bead = system.body("bead", "m")
    system.joint("revolute", GROUND, bead, "theta", point_child=(0, "r", 0))
    system.start(theta=(0.4, 0.0))
    quantities = found(system)
    assert set(quantities) == {"jacobi"}
    wanted = "m*r^2*(theta_dot^2 - Omega^2*sin(theta)^2)/2 - m*g*r*cos(theta)"
    assert equal(quantities["jacobi"], wanted)


def test_motion_about_a_centre_keeps_angular_momentum_and_energy() -> None:
    system = System(gravity=(0, 0, 0), G=4.0, m=1.5)
    arm, planet = system.body("arm", 0), system.body("planet", "m")
    system.joint("revolute", GROUND, arm, "phi")
    system.joint("prismatic", arm, planet, "r", axis=(1, 0, 0))
    system.element("coordinate_force", coordinate="r", force="-G*m/r^2")
    system.start(r=(1.0, 0.0), phi=(0.0, 2.2))
    quantities = found(system)
    assert set(quantities) == {"phi", "energy"}
    assert equal(quantities["phi"], "m*r^2*phi_dot")
    assert equal(quantities["energy"], "m*(r_dot^2 + r^2*phi_dot^2)/2 - G*m/r")


@pytest.mark.parametrize("forces", [(), ("x",), ("x", "y")])
def test_an_energy_is_named_by_all_that_its_sum_has(forces: tuple[str, ...]) -> None:
    """The U of a motion counts springs, not what a force that is given as an expression stores."""
    system = System("Springs", m=2, c=50)
    for name in ("x", "y"):
        system.joint("prismatic", GROUND, system.body(f"Mass {name}", "m"), name, axis=(1, 0, 0))
        kind = "coordinate_force" if name in forces else "coordinate_spring"
        fields = {"force": f"-c*{name}"} if name in forces else {"c": "c", "q0": 0}
        system.element(kind, f"spring {name}", coordinate=name, **fields)
    system.start(x=0.1, y=0.2)
    motion = system.simulate(1)
    (entry,) = pipeline.conserved(system.model, motion)
    springs = ("U",) if len(forces) < 2 else ()
    assert entry.energies == ("T", *springs, *(f"U{n}" for n, _ in enumerate(forces, start=1)))
    stored = sum(25 * motion[name] ** 2 for name in forces)
    assert np.ptp(motion.T + motion.U + stored) < 1e-7
    assert (np.ptp(motion.T + motion.U) < 1e-7) == (not forces)


def test_damping_takes_energy_but_leaves_a_cyclic_momentum() -> None:
    system = spinning_top()
    system.element("coordinate_damper", coordinate="theta", k=0.01)
    assert set(found(system, 1)) == {"psi", "phi"}


def test_impacts_take_energy_and_the_momentum_across_them() -> None:
    system = System(gravity=(0, 0, 0))
    rail, point = system.body("rail", 1), system.body("point", 1)
    system.joint("prismatic", GROUND, rail, "x", axis=(1, 0, 0))
    system.joint("prismatic", rail, point, "y", axis=(0, 1, 0))
    free = {entry.coordinate or entry.kind for entry in pipeline.conserved(system.model)}
    system.element("unilateral_condition", limit="y - 1")
    bound = {entry.coordinate or entry.kind for entry in pipeline.conserved(system.model)}
    assert free == {"x", "y", "energy"} and bound == {"x"}


def test_gyroscopic_forces_do_no_work() -> None:
    system = System(gravity=(0, 0, 0), b=2.0)
    rail, point = system.body("rail", 1), system.body("point", 1)
    system.joint("prismatic", GROUND, rail, "x", axis=(1, 0, 0))
    system.joint("prismatic", rail, point, "y", axis=(0, 1, 0))
    system.element("force", body=point, vector=("b*y_dot", "-b*x_dot", 0))
    system.start(x=(0, 1.0))
    assert set(found(system)) == {"energy"}


def test_what_depends_on_time_conserves_nothing() -> None:
    system = System()
    system.ground(position=(0, "0.1*sin(9*t)", 0))
    bob = system.body("bob", 1)
    system.joint("revolute", GROUND, bob, "phi", point_child=(0, 0.5, 0))
    assert found(system, 1) == {}


@pytest.mark.parametrize("seed", range(3))
def test_random_systems_under_gravity_conserve_their_energy(seed: int) -> None:
    model = random_tree(seed, ["revolute", "prismatic"])
    motion = pipeline.simulate(
        model, pipeline.settings_of(model).__class__(1.0, (0.3, 0.1), (1, -1))
    )
    (energy,) = pipeline.conserved(model, motion)
    assert energy.kind == "energy" and energy.drift is not None and energy.drift < 1e-7


def drifts(system: System) -> dict[str, float]:
    """Drifts by coordinate, or kind."""
    kept = pipeline.conserved(system.model, system.simulate(10))
    return {entry.coordinate or entry.kind: entry.drift or 0.0 for entry in kept}


@pytest.mark.parametrize("point", [(0.0, 0, 0), (0.3, 0, 0), (-0.3, 0.1, 0)])
def test_a_momentum_that_is_zero_does_not_drift(point: tuple[float, float, float]) -> None:
    system = System("Falling rod")
    system.model = system.model.model_copy(update={"gravity": (0, "-g", 0)})
    rod = system.body("rod", 1.0, (0, 0.1, 0.1))
    system.joint("planar", GROUND, rod, "x", "y", "phi", point_child=point)
    found = drifts(system)
    assert "x" in found and all(drift < 1e-9 for drift in found.values())


@pytest.mark.parametrize("shift", [0.1 + 0.2, 0.3, 0.1 + 1 / 3])
def test_bodies_that_rest_on_a_spring_keep_all(shift: float) -> None:
    system = System("Resting")
    bodies = [system.body(name, 1.0, (0.1, 0.1, 0.1)) for name in "ab"]
    for body, x in zip(bodies, (0.1, shift), strict=True):
        names = [f"{axis}_{body}" for axis in ("x", "y", "phi")]
        system.joint("planar", GROUND, body, *names, point_parent=(x, 0, 0))
    system.element("spring", body_a=bodies[0], body_b=bodies[1], c=100, l0=shift - 0.1)
    assert all(drift < 1e-9 for drift in drifts(system).values())


@pytest.mark.parametrize("name", [name for name in NAMES if name != "quadruped"])
def test_every_quantity_of_the_gallery_is_kept_in_simulation(name: str) -> None:
    model = sample(name)
    if any(function.expression is None for function in model.functions):
        return
    motion = pipeline.simulate(model)
    assert all((entry.drift or 0.0) < 1e-6 for entry in pipeline.conserved(model, motion))


def test_what_reactions_press_keeps_neither_energy_nor_its_momentum() -> None:
    system = System("Disc on a pin that slides", gravity=(0, 0, 0))
    cart, disc = system.body("cart", 1.0), system.body("disc", 1.0, (0.1, 0.1, 0.1))
    system.joint("prismatic", GROUND, cart, "x")
    system.joint("revolute", cart, disc, "phi", point_child=(0.1, 0, 0))
    assert {entry.kind for entry in system.conserved()} == {"momentum", "energy"}
    system.element("bearing_friction", coordinate="phi", mu=0.2, radius=0.05)
    (left,) = system.conserved()
    assert (left.kind, left.coordinate) == ("momentum", "x")
    system.start(x=(0, 1.0), phi=(0.3, 4.0))
    motion = system.simulate(until=2)
    (kept,) = pipeline.conserved(system.model, motion)
    assert kept.drift is not None and kept.drift < 1e-9


def test_momenta_have_the_brackets_that_the_kinetic_energy_has() -> None:
    sheet = pipeline.equations(sample("spinning_top"))
    energy, momentum = (write(sheet.of(symbol)[-1].tree) for symbol in ("T", "p_const"))
    assert momentum == "C*(phi' + psi'*cos(theta))"
    assert momentum.removeprefix("C*") in energy
