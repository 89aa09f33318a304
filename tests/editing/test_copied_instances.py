"""Instances of subsystems are copied, duplicated and cut as bodies are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lagr_gui import System, pipeline
from lagr_gui.editing import edits
from lagr_gui.model import Model
from tests.subsystems.systems import chain, link


def loaded() -> Model:
    """Three equal rods on body 0, and a load that hangs on the last one."""
    system = System("Chain", m=0.2, l=0.3)
    system.subsystem("link", link())
    ends = system.instance("link", "rod", repeat=3, links={"top": "tip"}, m="m", l="l")
    load = system.body("Load", mass=2, inertia=(1, 1, 1))
    system.joint(
        "revolute", ends["tip"], load, "psi", point_parent=(0, "-l/2", 0), point_child=(0, 0.1, 0)
    )
    system.start(phi_rod1=0.4, phi_rod3=(0.1, 0.2), psi=0.3)
    return system.model


def motion(model: Model, names: list[str]) -> np.ndarray:
    settings = replace(pipeline.settings_of(model), t_end=0.3)
    found = pipeline.simulate(model, settings)
    return np.array([found.q[:, found.coordinates.index(name)] for name in names])


def test_a_duplicate_moves_as_its_original() -> None:
    model = loaded()
    twice = edits.duplicate(model, {"instance:rod", "body:2"})
    assert pipeline.check(twice).sound
    first, second = twice.instances
    assert second.name == "rod4" and second.subsystem == first.subsystem
    assert len(twice.subsystems) == 1
    assert {s.coordinate for s in twice.start} >= {"phi_rod41", "phi_rod43"}
    (other,) = (joint.coordinates[0] for joint in twice.joints if joint.coordinates[0] != "psi")
    own = ["phi_rod1", "phi_rod2", "phi_rod3", "psi"]
    copied = ["phi_rod41", "phi_rod42", "phi_rod43", other]
    assert np.allclose(motion(twice, own), motion(twice, copied), atol=1e-12)
    assert np.allclose(motion(twice, own), motion(model, own), atol=1e-7)


def test_what_is_cut_can_be_pasted_into_another_model() -> None:
    model = loaded()
    keys = {"instance:rod", "body:2"}
    text, rest = edits.copy(model, keys), edits.remove(model, keys)
    assert not rest.instances and not rest.bodies
    again = edits.paste(Model(name="Other"), text, (0.0, 0.0))
    assert pipeline.check(again).sound and [one.name for one in again.instances] == ["rod"]
    names = ["phi_rod1", "phi_rod2", "phi_rod3", "psi"]
    assert np.allclose(motion(again, names), motion(model, names), atol=1e-9)


def test_another_subsystem_of_the_same_name_gets_another_one() -> None:
    other = System("Other")
    different = link()
    different.set(m=7.0)
    other.subsystem("link", different)
    other.instance("link", "rod")
    pasted = edits.paste(other.model, edits.copy(loaded(), {"instance:rod"}), (0.0, 0.0))
    assert pipeline.check(pasted).sound
    assert [entry.name for entry in pasted.subsystems] == ["link", "link1"]
    assert [one.subsystem for one in pasted.instances] == ["link", "link1"]


def test_a_port_leaves_a_body_that_is_not_copied() -> None:
    system = System("Hung")
    cart = system.body("Cart", mass=1)
    system.joint("prismatic", 0, cart, "x", axis=(1, 0, 0))
    system.subsystem("link", link())
    system.instance("link", "rod", attach={"top": cart})
    both = edits.duplicate(system.model, {"instance:rod", "body:1"})
    assert pipeline.check(both).sound
    assert both.instances[1].attachments[0].body == both.numbers[1] != 1
    alone = edits.paste(Model(), edits.copy(system.model, {"instance:rod"}), (0.0, 0.0))
    assert [entry.port for entry in alone.instances[0].attachments] == ["tip"]
    assert pipeline.check(alone).sound


@pytest.mark.parametrize("members", [1, 3])
def test_bodies_get_other_numbers_and_ports_stay_on_them(members: int) -> None:
    model = chain(members).model
    numbers = {n: n + 7 for n in (*model.numbers, *range(1, model.next_number))}
    other = edits.renumber(model, numbers)
    assert pipeline.check(other).sound
    names = [f"phi_rod{k}" for k in range(1, members + 1)]
    assert np.allclose(motion(model, names), motion(other, names), atol=1e-9)
