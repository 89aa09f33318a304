"""What a prescribed motion shakes answers as theory and simulation say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, System, frequency_response, linearize, simulate
from lagr_gui.analysis.small_motions.comparison import check_linear
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.mechanics.linear.inputs import names_of_inputs
from lagr_gui.pipeline import linearize_symbolic, settings_of
from lagr_gui.prepared import prepare

MC, M, C, K, L, G = 3.0, 2.0, 50.0, 3.0, 0.5, 9.81
OMEGA = np.array([0.3, 2.0, 4.9, 5.1, 17.0])


def shaken(motion: str = "0") -> System:
    """A block on a spring and a dashpot, on a slide that a drive moves."""
    system = System("Shaken", gravity=(0, 0, 0))
    slide, block = system.body("slide", mass=MC), system.body("block", mass=M)
    system.joint("prismatic", GROUND, slide, "y")
    system.joint("prismatic", slide, block, "x")
    system.element("coordinate_spring", coordinate="x", c=C)
    system.element("coordinate_damper", coordinate="x", k=K)
    system.element("prescribed_motion", "shaker", coordinate="y", motion=motion)
    return system


def swinging(**base: object) -> System:
    """A pendulum, whose pivot rides on a slide that a drive moves, or is that of body 0."""
    system = System("Swinging", gravity=(0, -G, 0))
    if base:
        system.ground(**base)
        pivot = GROUND
    else:
        pivot = system.body("slide", mass=MC)
        system.joint("prismatic", GROUND, pivot, "y", axis=(1, 0, 0))
        system.element("prescribed_motion", "shaker", coordinate="y", motion="t^2")
    bob = system.body("bob", mass=M)
    system.joint("revolute", pivot, bob, "phi", axis=(0, 0, 1), point_child=(0, L, 0))
    return system


def test_a_block_on_a_shaker_answers_as_its_formula_says() -> None:
    found = frequency_response(shaken("2 + sin(t)").model, "shaker", ("x", "x+y", "y'"), OMEGA)
    s = 1j * OMEGA
    relative = -M * s**2 / (M * s**2 + K * s + C)
    whole = np.stack([relative, relative + 1, s], axis=1)
    assert np.allclose(found.transfer, whole, rtol=1e-12, atol=0)


def test_the_energies_of_what_is_shaken_are_those_of_all_that_moves() -> None:
    found = frequency_response(shaken().model, "shaker", ("x",), OMEGA)
    x = found.transfer[:, 0]
    moving = MC * OMEGA**2 + M * np.abs(OMEGA * (x + 1)) ** 2
    assert np.allclose(found.T, moving / 4, rtol=1e-12)
    assert np.allclose(found.U, C * np.abs(x) ** 2 / 4, rtol=1e-12)
    assert np.allclose(found.dissipated, K * np.abs(OMEGA * x) ** 2 / 2, rtol=1e-12)


def test_energies_that_deviations_do_not_tell_are_left_out() -> None:
    found = frequency_response(swinging(position=("t", 0, 0)).model, "base.x", ("phi",), OMEGA)
    assert np.isnan([found.T, found.U, found.dissipated]).all()


@pytest.mark.parametrize("name", ["shaker", "base.x"])
def test_a_pendulum_with_a_moved_pivot_answers_as_its_formula_says(name: str) -> None:
    system = swinging() if name == "shaker" else swinging(position=("sin(t)", 0, 0))
    found = frequency_response(system.model, name, ("phi",), OMEGA)
    assert np.allclose(found.transfer[:, 0], OMEGA**2 / (G - L * OMEGA**2), rtol=1e-12, atol=0)


def test_a_turn_of_body_0_carries_what_lies_on_it() -> None:
    """A turn about its pivot leaves a pendulum where it hangs, and φ is measured on body 0."""
    found = frequency_response(swinging(angle="sin(t)").model, "base.angle", ("phi",), OMEGA)
    assert np.allclose(found.transfer[:, 0], -1.0, rtol=1e-12)


def test_a_simulation_with_the_drive_goes_on_in_the_steady_vibration() -> None:
    size, omega = 0.01, 3.7
    found = frequency_response(shaken().model, "shaker", ("x",), [omega])
    answer = size * found.transfer[0, 0]  # to size · e^{iωt}; the drive is its imaginary part
    system = shaken(f"{size}*sin({omega}*t)")
    system.start(x=(answer.imag, (1j * omega * answer).imag))
    motion = simulate(system.model, replace(settings_of(system.model), t_end=4.0))
    at = motion.coordinates.index("x")
    steady = (answer * np.exp(1j * omega * motion.t)).imag
    assert np.allclose(motion.q[:, at], steady, atol=1e-8 * size + 1e-9)


def test_the_certificate_covers_what_the_drive_does() -> None:
    model = shaken().model
    linear = linearize(model, inputs=("shaker",))
    assert linear.certificate is not None and linear.certificate.holds
    for order in (1, 2):
        B = linear.B.copy()
        B[order] = B[order] * 1.01 + 0.01
        with pytest.raises(Disagreement):
            check_linear(prepare(model), replace(linear, B=B))


def test_drives_and_the_motion_of_body_0_are_offered() -> None:
    model = shaken().model
    names = names_of_inputs(model, ("y", "x"))
    assert names[2:] == ("shaker", "base.x", "base.y", "base.z", "base.angle", "g")


def test_a_drive_called_like_its_coordinate_is_the_drive() -> None:
    model = shaken().model
    drive = model.elements[-1].model_copy(update={"name": "y"})
    model = model.model_copy(update={"elements": (*model.elements[:-1], drive)})
    found = frequency_response(model, "y", ("y",), OMEGA)
    assert np.allclose(found.transfer, 1.0)


def test_a_drive_has_no_column_in_closed_form() -> None:
    with pytest.raises(LagrError, match="numerically"):
        linearize_symbolic(shaken().model, inputs=("shaker",))
