"""MJCF: masses and forces as MuJoCo has them, conditions, defaults, faults with their lines."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import lagr_gui
from lagr_gui.extensions.robots.robot import import_robot
from lagr_gui.extensions.robots.tests import mjcfs
from lagr_gui.extensions.robots.tests.comparing import There, difference, read, saved
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.mechanics.state import State

MASS = '<inertial pos="0 0 0.1" mass="1" diaginertia="1 1 1"/>'
WORLD = "<mujoco>\n<worldbody>{}</worldbody>\n{}</mujoco>"
TWO = (
    f'<body name="a"><joint name="x" axis="0 1 0"/>{MASS}<site name="p" pos="0.5 0 0"/>'
    f'<body name="b" pos="0.5 0 0"><joint name="y" axis="0 1 0"/>{MASS}'
    '<site name="q" pos="0.5 0 0"/></body></body><site name="o" pos="0.2 0 1"/>'
)


LIFTED = f'<body gravcomp="1"><joint name="x" axis="0 1 0" actuatorgravcomp="true"/>{MASS}</body>'
MOTOR = '<actuator><motor joint="x"/></actuator>'


@pytest.mark.parametrize("seed", range(16))
def test_masses_and_forces_are_those_of_mujoco(seed: int) -> None:
    text = mjcfs.tree(seed)
    assert difference(read(text), text, seed) < 1e-9


def test_defaults_and_frames_act_as_in_mujoco() -> None:
    text = """<mujoco><default><joint damping="0.3"/><geom type="box" size="0.1 0.2 0.3"/>
    <default class="light"><geom density="100"/><joint axis="1 0 0"/>
    <default class="lighter"><geom density="10" size="0.3 0.2 0.1"/></default></default></default>
    <worldbody><body childclass="light"><joint name="a"/><geom/>
    <frame pos="1 0 0" euler="0 0 30" childclass="lighter"><geom pos="0 0 1"/>
    <body name="b"><joint name="b" class="light" damping="0.1"/><geom class="light"/>
    <body name="c" gravcomp="1"><joint name="c" type="slide"/><geom/></body></body></frame>
    </body></worldbody></mujoco>"""
    assert difference(read(text), text) < 1e-9


def test_actuators_are_forces_that_follow_their_control() -> None:
    tendon = (
        '<tendon><fixed name="t"><joint joint="x" coef="2"/><joint joint="y" coef="-1"/></fixed>'
    )
    tendon += (
        '<spatial name="s"><site site="o"/><site site="p"/><site site="q"/></spatial></tendon>'
    )
    drives = """<actuator><motor joint="x" gear="3"/><position joint="y" kp="4" kv="0.5" gear="2"/>
    <velocity joint="x" kv="0.7"/><motor tendon="t" gear="2"/><motor tendon="s" gear="-1.5"/>
    <position tendon="t" kp="1.5" forcerange="-0.4 0.4"/>
    <general joint="y" gainprm="2" biastype="affine" biasprm="0.1 -0.2 -0.3"/></actuator>"""
    text = WORLD.format(TWO, tendon + drives)
    model = read(text)
    controls = [0.3, -0.4, 0.5, 0.6, 0.8, 0.25, -1.1]
    model = model.having(
        functions=tuple(
            f.having(expression=repr(u)) for f, u in zip(model.functions, controls, strict=True)
        )
    )
    there, source = There(text, model.coordinates), np.random.default_rng(2)
    there.data.ctrl = controls
    for _ in range(4):
        q, v = source.normal(size=(2, 2))
        M, against = there.numbers(q, v)
        (found,) = lagr_gui.evaluate(model, [State(0.0, q, v)])
        assert found.g[1:, 1:] == pytest.approx(M, rel=1e-9)
        assert found.h - found.Q == pytest.approx(against, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    ("bond", "sort"),
    [
        ('<connect body1="b" anchor="0.5 0 0"/>', "coincidence"),
        ('<connect site1="q" site2="o"/>', "coincidence"),
        ('<weld body1="b"/>', "fixed"),
        ('<joint joint1="x" joint2="y" polycoef="0.1 2 0 0 0"/>', "gear"),
        ('<joint joint1="x" joint2="y" polycoef="0.1 2 0.5 0 -1"/>', "position_condition"),
        ('<joint joint1="x" polycoef="0.1 0 0 0 0"/>', "prescribed_motion"),
    ],
)
def test_equalities_bind_as_those_of_mujoco(bond: str, sort: str) -> None:
    """They forbid the same velocities: their Jacobians span the same rows."""
    slide = TWO.replace(MASS, f'<joint name="z" type="slide"/>{MASS}', 1)
    text = WORLD.format(slide, f"<equality>{bond}</equality>")
    (model,) = import_robot(text).models
    kinds = [item.kind for item in (*model.elements, *model.joints)]
    assert sort in kinds
    there, rows = There(text, model.coordinates), lagr_gui.prepare(model).conditions
    assert rows is not None
    source = np.random.default_rng(0)
    for _ in range(3):
        q = source.normal(0, 0.3, 3)
        there.numbers(q, np.zeros(3))
        found = rows.at(0.0, q, np.zeros(3))
        J, G = np.array(there.data.efc_J).reshape(-1, 3), found.rows.G
        rank = np.linalg.matrix_rank(J, 1e-9)
        assert rank == np.linalg.matrix_rank(G, 1e-9)
        assert rank == np.linalg.matrix_rank(np.vstack([J, G]), 1e-9)
        off = np.linalg.norm(there.data.efc_pos)
        if sort != "fixed":
            assert np.linalg.norm(found.position) == pytest.approx(off)


def test_limits_become_stops_and_ropes() -> None:
    tendon = '<tendon><spatial range="0.1 2"><site site="o"/><site site="q"/></spatial></tendon>'
    text = WORLD.format(TWO.replace('name="y"', 'name="y" range="10 90"'), tendon)
    (model,) = import_robot(text).models
    kinds = {element.kind: element for element in model.elements}
    assert set(kinds) == {"stop", "rope", "bumper"}
    stop = kinds["stop"]
    assert (stop.lower, stop.upper) == pytest.approx((np.pi / 18, np.pi / 2))  # type: ignore[attr-defined]
    (start,) = model.start
    assert start.position == pytest.approx(np.radians(50))


def test_files_of_the_same_folder_are_included(tmp_path: Path) -> None:
    saved(tmp_path, "arm.xml", f"<mujocoinclude>{TWO}</mujocoinclude>")
    path = saved(tmp_path, "scene.xml", WORLD.format('<include file="arm.xml"/>', ""))
    assert lagr_gui.load(path).coordinates == ("x", "y")
    for name in ("../arm.xml", "/etc/passwd", "nowhere.xml", "scene.xml"):
        path.write_text(WORLD.format(f'<include file="{name}"/>', ""), "utf-8")
        with pytest.raises(LagrError):
            lagr_gui.load(path)


@pytest.mark.parametrize(
    ("inner", "outer", "line", "words"),
    [
        ('<body>\n<joint type="screw"/></body>', "", 3, "type “screw”"),
        ('<body><joint name="j"/>\n<inertial mass="-1"/></body>', "", 3, "-1 kg"),
        ('<body><joint name="j"/>\n<inertial mass="nan"/></body>', "", 3, "no number"),
        ('<body><joint name="j"/>\n<geom type="mesh" mesh="m"/></body>', "", 3, "type mesh"),
        ('<body><joint/>\n<geom type="ellipsoid" shellinertia="true"/></body>', "", 3, "a shell"),
        (LIFTED, "", 2, "without actuators"),
        (LIFTED.replace("/>", ' actuatorfrcrange="-1 1"/>', 1), MOTOR, 2, "with actuatorfrcrange"),
        (f'<body><joint axis="0 0 0"/>{MASS}</body>', "", 2, "zero"),
        (f'<body euler="1 2"><joint/>{MASS}</body>', "", 2, "2 numbers, not 3"),
        (f'<body><joint class="k"/>{MASS}</body>', "", 2, "no class “k”"),
        ("<composite/>", "", 2, "<composite>"),
        (TWO, '<equality><connect body1="c"/></equality>', 3, "no “c”"),
        (TWO, "<equality><flex/></equality>", 3, "<flex>"),
        (TWO, '<actuator><muscle joint="x"/></actuator>', 3, "<muscle>"),
        (
            TWO.replace('name="x"', 'name="x" actuatorfrcrange="-1 1"'),
            '<actuator><motor joint="x"/><motor joint="x"/></actuator>',
            2,
            "several actuators",
        ),
        (TWO, '<tendon><spatial><geom geom="g"/></spatial></tendon>', 3, "in a tendon"),
        (TWO, '<option density="1.2"/>', 3, "fluid"),
        (TWO + "<body name='a'/>", "", 2, "taken"),
    ],
)
def test_faults_are_told_with_line_and_remedy(
    inner: str, outer: str, line: int, words: str
) -> None:
    with pytest.raises(LagrError) as caught:
        import_robot(WORLD.format(inner, outer))
    told = [p for p in caught.value.problems if words in f"{p.place} {p.cause}"]
    assert told, caught.value
    assert str(told[0].place).startswith(f"Line {line}")
    assert told[0].remedy


def test_what_is_left_out_is_told() -> None:
    text = WORLD.format(TWO, '<actuator><muscle joint="x"/></actuator>')
    found = import_robot(text, leave_out=True)
    assert any("left out" in problem.remedy for problem in found.problems)
    assert not found.models[0].elements


def test_bodies_may_be_nested_deeply() -> None:
    body = f'<body pos="0 0 0.1">{MASS}'
    text = WORLD.format(f'<body><joint name="j"/>{MASS}{body * 900}{"</body>" * 901}', "")
    (model,) = import_robot(text).models
    assert len(model.bodies) == 1
    assert parameter_values(model)["m1"] == 901
