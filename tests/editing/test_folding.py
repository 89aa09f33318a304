"""Parts of drawings become subsystems, and the system stays what it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lagr_gui import LagrError, System, pipeline
from lagr_gui.editing import edits
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Attachment, Model, Subsystem
from lagr_gui.subsystems import flat
from tests.subsystems.systems import chain, drawn_chain, link

SAMPLES = {path.stem: path for path in sample_models()}


def sample(name: str) -> Model:
    return pipeline.load(SAMPLES[name])


def end(model: Model) -> dict[str, float]:
    """Where the coordinates are after half a second, without the index of the folded part."""
    settings = replace(pipeline.settings_of(model), t_end=0.5)
    found = pipeline.simulate(model, settings)
    names = [name.removesuffix("_part1") for name in found.coordinates]
    return dict(zip(names, found.q[-1].tolist(), strict=True))


@pytest.mark.parametrize(
    "name", ["double_pendulum", "cart_pole", "quadruped", "five_link_chain", "robot_arm_6r"]
)
def test_a_part_of_a_sample_that_is_folded_moves_as_before(name: str) -> None:
    model = sample(name)
    before = end(model)
    for number in model.numbers:
        keys = {f"body:{n}" for n in model.numbers if n >= number}
        folded = edits.fold(model, keys)
        assert pipeline.check(folded).sound
        assert end(folded) == pytest.approx(before, abs=1e-6)


def test_what_speaks_of_a_folded_coordinate_follows() -> None:
    system = drawn_chain(3)
    system.element("coordinate_spring", "spring", coordinate="phi_rod3", c="10 + phi_rod2*0")
    system.start(phi_rod3=0.3, phi_rod2=0.1)
    folded = edits.fold(system.model, {"body:3", "joint:rod3.hinge"})
    (instance,) = folded.instances
    assert [a.port for a in instance.attachments] == ["base"]
    assert [s.coordinate for s in folded.start] == ["phi_rod2"]
    (part,) = folded.subsystems
    assert [j.coordinates for j in part.model.joints] == [("phi_rod3",)]
    assert [s.coordinate for s in part.model.start] == ["phi_rod3"]
    made = flat(folded)
    assert made.coordinates == ("phi_rod1", "phi_rod2", "phi_rod3_part1")
    assert pipeline.check(part.model).sound


@pytest.mark.parametrize("keys", [{"body:2"}, {"body:1"}, {"body:1", "body:2"}])
def test_what_is_folded_stays_a_port(keys: set[str]) -> None:
    leg = drawn_chain(2)
    leg.port("hip")
    leg.port("knee", 1, (0, "-l/2", 0))
    leg.port("foot", 2, (0, "-l/2", 0))
    found = []
    for model in (leg.model, edits.fold(leg.model, keys)):
        whole = System("Walker")
        whole.subsystem("leg", model)
        ends = whole.instance("leg", "left")
        for port in ("knee", "foot"):
            load = whole.body(port)
            whole.joint("revolute", ends[port], load, port, point_child=(0, 0.2, 0))
        (at,) = whole.evaluate([{"q": [0.1, 0.2, 0.3, 0.4], "qd": [1, 2, 3, 4]}])
        found.append(at.qdd)
    assert found[1] == pytest.approx(found[0], rel=1e-12)


def test_a_body_outside_is_not_folded() -> None:
    leg = drawn_chain(2)
    leg.port("trunk", 1, outside=True)
    with pytest.raises(LagrError, match="stands for one outside"):
        edits.fold(leg.model, {"body:1"})


def test_ports_go_with_their_bodies() -> None:
    leg = drawn_chain(2)
    leg.port("hip")
    leg.port("foot", 2)
    assert [port.name for port in edits.remove(leg.model, {"body:2"}).ports] == ["hip"]
    folded = edits.fold(leg.model, {"body:2"})
    left = edits.remove(folded, {f"instance:{folded.instances[0].name}"})
    assert [port.name for port in left.ports] == ["hip"]
    assert pipeline.check(left).sound


def test_a_part_that_speaks_of_the_rest_is_refused() -> None:
    system = drawn_chain(2)
    system.element("torque", "drive", body=2, reaction_body=2, vector=(0, 0, "phi_rod1"))
    for keys in ({"body:2"}, set[str](), {"joint:rod1.hinge"}):
        with pytest.raises(LagrError) as refused:
            edits.fold(system.model, keys)
        assert refused.value.problems[0].code == "fold"


def test_an_instance_is_added_renamed_attached_and_removed() -> None:
    model = drawn_chain(1).model
    part = Subsystem(name="Link 7", model=link().model)
    model = edits.add_instance(model, part, (10.0, 20.0))
    model = edits.add_instance(model, part, (10.0, 120.0))
    assert [entry.name for entry in model.instances] == ["link71", "link72"]
    assert len(model.subsystems) == 1
    assert edits.places(model)["instance:link71"] == (10.0, 20.0)
    first, second = (entry.attachments[0].body for entry in model.instances)
    assert {first, second} == {2, 3}
    model = edits.attach_port(model, "link72", Attachment(port="top", body=first))
    model = edits.connect(model, "revolute", 1, first)
    model = edits.set_instance_value(model, "link71", "m", "2*m")
    model = edits.set_start(model, "phi_link71", 0.2, 0)
    model = edits.rename(model, "instance:link71", "arm")
    assert [s.coordinate for s in model.start] == ["phi_arm"]
    assert flat(model).coordinates == ("phi_rod1", "q1", "phi_arm", "phi_link72")
    with pytest.raises(LagrError):
        edits.rename(model, "instance:arm", "link72")
    with pytest.raises(LagrError):
        edits.rename(model, "instance:arm", "my arm")
    model = edits.set_instance_value(model, "arm", "m", None)
    assert [v.name for v in model.instances[0].values] == ["g"]
    model = edits.remove(model, {"instance:arm"})
    assert [joint.name for joint in model.joints] == ["rod1.hinge"]
    assert [a.port for a in model.instances[0].attachments] == ["tip"]
    assert pipeline.check(model).sound


def test_a_repeated_instance_that_is_renamed_keeps_what_is_said_of_its_members() -> None:
    system = chain(3)
    system.start(phi_rod2=0.1)
    model = edits.rename(system.model, "instance:rod", "bar")
    assert [s.coordinate for s in model.start] == ["phi_bar2"]


def test_a_subsystem_of_a_name_that_is_taken_gets_another() -> None:
    model = edits.add_instance(Model(), Subsystem(name="a", model=link().model), (0.0, 0.0))
    model = edits.add_instance(model, Subsystem(name="a", model=chain(2).model), (0.0, 0.0))
    assert [entry.name for entry in model.subsystems] == ["a", "a1"]
    assert pipeline.check(model).sound
