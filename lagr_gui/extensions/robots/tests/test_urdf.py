"""URDF: masses and forces as MuJoCo and Pinocchio have them, faults with their lines."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from lagr_gui import check, settings_of, simulate
from lagr_gui.editing import edits
from lagr_gui.extensions.robots.robot import import_robot
from lagr_gui.extensions.robots.tests import urdfs
from lagr_gui.extensions.robots.tests.comparing import difference, own, read
from lagr_gui.foundation.problem import LagrError, Problem, Severity
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.model import Inertia, Model

BASE = '<robot name="r"><link name="base"/>\n{}</robot>'
MASS = '<inertial><mass value="1"/>{}</inertial>'.format(
    '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
)
ENDS = '<parent link="base"/><child link="a"/>'
TURN = f'<joint name="j" type="revolute">{ENDS}</joint>'
DOWN = '<limit lower="2" upper="1"/></joint>'
LIMIT = '<limit lower="-1" upper="1"/>'


@pytest.mark.parametrize("seed", range(20))
def test_masses_and_forces_are_those_of_mujoco(seed: int) -> None:
    text = urdfs.drawn(seed)
    assert difference(read(text), text, seed) < 1e-9


@pytest.mark.parametrize("seed", range(6))
def test_masses_and_forces_are_those_of_pinocchio(seed: int) -> None:
    text = urdfs.tree(seed, ["continuous", "prismatic", "fixed", "revolute"])
    text = re.sub('damping="[^"]*"', 'damping="0"', text)  # Pinocchio's bias has none
    model = read(text)
    there = pin.buildModelFromXML(text)
    data = there.createData()
    order = [model.coordinates.index(name) for name in list(there.names)[1:]]
    source = np.random.default_rng(seed)
    for _ in range(3):
        q, v = source.normal(size=(2, len(order)))
        there_q = np.concatenate(
            [
                [np.cos(q[k]), np.sin(q[k])] if joint.nq == 2 else [q[k]]
                for k, joint in zip(order, list(there.joints)[1:], strict=True)
            ]
        )
        M = pin.crba(there, data, there_q)
        M = np.triu(M) + np.triu(M, 1).T
        h = pin.nle(there, data, there_q, v[order])
        mine, against = own(model, q, v)
        assert mine[np.ix_(order, order)] == pytest.approx(M, rel=1e-9, abs=1e-9)
        assert against[order] == pytest.approx(h, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("kind", ["planar", "floating"])
def test_joints_with_several_coordinates_move_as_a_chain_of_single_ones(kind: str) -> None:
    """A planar joint across its axis, a floating one: beside slides and turns on massless links."""
    source = np.random.default_rng(3)
    mass = urdfs.inertial(source)
    frame = '<origin xyz="0.1 0.2 0.3" rpy="0.3 -0.2 0.7"/>'
    one = f'<link name="a">{mass}</link><joint name="j" type="{kind}">{ENDS}{frame}</joint>'
    if kind == "planar":
        one = one.replace("</joint>", '<axis xyz="0 0 1"/></joint>')
        steps = [("prismatic", "1 0 0"), ("prismatic", "0 1 0"), ("continuous", "0 0 1")]
    else:
        axes = ("1 0 0", "0 1 0", "0 0 1")
        steps = [*(("prismatic", a) for a in axes), *(("continuous", a) for a in axes)]
    several = f'<link name="l{len(steps)}">{mass}</link>'
    above = "base"
    for i, (sort, axis) in enumerate(steps, start=1):
        several += f'<link name="l{i}"/>' if i < len(steps) else ""
        several += f'<joint name="j{i}" type="{sort}"><parent link="{above}"/><child link="l{i}"/>'
        several += f'{frame if i == 1 else ""}<axis xyz="{axis}"/><limit lower="0" upper="0"/>'
        several += "</joint>"
        above = f"l{i}"
    found, chain = read(BASE.format(one)), read(BASE.format(several.replace(_STILL, _FAR)))
    assert [joint.kind for joint in found.joints] == ["free" if kind == "floating" else kind]
    assert [joint.kind for joint in chain.joints] == [joint.kind for joint in found.joints]
    q, v = source.normal(size=(2, len(steps)))
    for a, b in zip(own(found, q, v), own(chain, q, v), strict=True):
        assert a == pytest.approx(b, abs=1e-12)


_STILL, _FAR = '<limit lower="0" upper="0"/>', '<limit lower="-90" upper="90"/>'


def test_limits_couplings_and_friction_come_in() -> None:
    links = "".join(f'<link name="{n}">{MASS}</link>' for n in "ab")
    first = f'<joint name="one" type="revolute">{ENDS}<limit lower="0.5" upper="2"/>'
    first += '<dynamics damping="0.2" friction="0.1"/></joint>'
    second = '<joint name="two" type="prismatic"><parent link="a"/><child link="b"/>'
    second += f'{LIMIT}<mimic joint="one" multiplier="-2" offset="0.3"/></joint>'
    found = import_robot(BASE.format(links + first + second))
    (model,) = found.models
    kinds = {element.kind: element for element in model.elements}
    assert set(kinds) == {"coordinate_damper", "joint_friction", "stop", "gear"}
    gear = kinds["gear"]
    assert (gear.coordinate_a, gear.coordinate_b) == ("two", "one")  # type: ignore[attr-defined]
    assert (gear.ratio, gear.offset) == (-2, 0.3)  # type: ignore[attr-defined]
    starts = {start.coordinate: start.position for start in model.start}
    assert starts == pytest.approx({"one": 0.575, "two": 0.3 - 2 * 0.575})


def test_what_follows_a_fixed_joint_is_held_at_its_offset() -> None:
    links = "".join(f'<link name="{n}">{MASS}</link>' for n in "abc")
    fixed = f'<joint name="one" type="fixed">{ENDS}<mimic joint="three"/></joint>'
    second = '<joint name="two" type="revolute"><parent link="a"/><child link="b"/>'
    second += f'{LIMIT}<mimic joint="one" multiplier="-2" offset="0.3"/></joint>'
    third = '<joint name="three" type="continuous"><parent link="b"/><child link="c"/></joint>'
    found = import_robot(BASE.format(links + fixed + second + third))
    (model,) = found.models
    (held,) = (own for own in model.elements if own.kind == "prescribed_motion")
    assert (held.coordinate, held.motion) == ("two", 0.3)  # type: ignore[attr-defined]
    assert model.coordinates == ("two", "three")
    assert [p.severity for p in found.problems if "fixed" in p.cause] == [Severity.WARNING] * 2
    motion = simulate(model, replace(settings_of(model), t_end=0.1, points=3))
    assert motion.q[:, 0] == pytest.approx([0.3] * 3, abs=1e-12)


def _coupled(*limits: str, ratio: float, offset: float) -> str:
    """A hinge that leads, one that follows it, and one that follows this one."""
    inner, above, led = "", "base", ""
    for name, limit in zip("abc", limits, strict=True):
        inner += f'<link name="{name}">{MASS}</link><joint name="j{name}" type="revolute">'
        inner += f'<parent link="{above}"/><child link="{name}"/><limit {limit}/>{led}</joint>'
        above, led = name, f'<mimic joint="j{name}" multiplier="{ratio}" offset="{offset}"/>'
    return BASE.format(inner)


@pytest.mark.parametrize(
    ("limits", "ratio", "offset", "first"),
    [
        ((-1, 1, -1, 1, -1, 1), 1.0, 0.0, 0.0),
        ((-1, 3, 0.5, 2, -9, 9), -0.5, 0.0, -1.0),
        ((-9, 9, -9, 9, 1, 3), 2.0, 0.0, 0.5),
        ((0, 1, 0.2, 0.2 + 1e-13, -9, 9), 2.0, 0.2, 0.0),
        ((-1, 1, -1, 1, -1, 1), 0.0, 0.5, 0.0),
    ],
)
def test_joints_that_follow_others_start_within_the_limits_of_all(
    limits: tuple[float, ...], ratio: float, offset: float, first: float
) -> None:
    bounds = list(zip(limits[::2], limits[1::2], strict=True))
    texts = [f'lower="{low}" upper="{high}"' for low, high in bounds]
    (model,) = import_robot(_coupled(*texts, ratio=ratio, offset=offset)).models
    given = {start.coordinate: start.position for start in model.start}
    found = [float(given.get(name, 0.0)) for name in ("ja", "jb", "jc")]
    assert found[0] == pytest.approx(first)
    assert found[1:] == pytest.approx([ratio * found[0] + offset, ratio * found[1] + offset])
    assert all(low <= q <= high for q, (low, high) in zip(found, bounds, strict=True))


@pytest.mark.parametrize(("ratio", "offset"), [(1.0, 0.0), (0.0, 0.0)])
def test_limits_that_leave_coupled_joints_no_position_are_named(
    ratio: float, offset: float
) -> None:
    texts = ('lower="-1" upper="1"', 'lower="2" upper="3"', 'lower="-9" upper="9"')
    with pytest.raises(LagrError, match=r"“ja”, “jb”"):
        import_robot(_coupled(*texts, ratio=ratio, offset=offset))


@pytest.mark.parametrize(
    ("inner", "line", "words"),
    [
        (f'<joint name="j" type="fixed">{ENDS}</joint>', 2, "no link “a”"),
        (f'<link name="a"/><joint name="j" type="hinge">{ENDS}</joint>', 2, "type “hinge”"),
        ('<link name="a"/>\n<link name="a"/>', 3, "taken"),
        ('<link name="a"/>\n<link name="b"/>', 2, "hang on no joint"),
        (
            (
                f'<link name="a"/><joint name="j" type="fixed">{ENDS}</joint>\n'
                f'<joint name="k" type="fixed">{ENDS}</joint>'
            ),
            3,
            "two parents",
        ),
        (
            (
                '<link name="a"/>\n<link name="b"/>'
                '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>'
                '<joint name="k" type="fixed"><parent link="b"/><child link="a"/></joint>'
            ),
            2,
            "loop",
        ),
        (
            (
                '<link name="a"><inertial><mass value="-1"/></inertial></link>'
                f'<joint name="j" type="continuous">{ENDS}</joint>'
            ),
            2,
            "-1 kg",
        ),
        (
            (
                '<link name="a"><inertial>\n<mass value="nan"/></inertial></link>'
                f'<joint name="j" type="continuous">{ENDS}</joint>'
            ),
            3,
            "no number",
        ),
        (
            (
                f'<link name="a">{MASS}</link><joint name="j" type="continuous">{ENDS}\n'
                '<axis xyz="0 0 0"/></joint>'
            ),
            3,
            "zero",
        ),
        (
            (
                f'<link name="a">{MASS}</link><joint name="j" type="continuous">{ENDS}\n'
                '<mimic joint="q"/></joint>'
            ),
            3,
            "no other joint",
        ),
        (
            f'<link name="a">\n{MASS.replace("izz", "izy")}</link>' + TURN,
            3,
            "izz is missing",
        ),
        (
            f'<link name="a">{MASS}</link>' + TURN.replace("/></joint>", "/>\n" + DOWN),
            3,
            "above",
        ),
        ('<link name="a"><\n', 2, "no XML"),
        ("<xacro:macro xmlns:xacro='x'/>", 2, "xacro"),
    ],
)
def test_faults_are_told_with_line_and_remedy(inner: str, line: int, words: str) -> None:
    with pytest.raises(LagrError) as caught:
        import_robot(BASE.format(inner))
    told = [p for p in caught.value.problems if words in f"{p.place} {p.cause}"]
    assert told, caught.value
    assert str(told[0].place).startswith(f"Line {line}")
    assert told[0].remedy


@pytest.mark.parametrize(
    "head",
    [
        '<!DOCTYPE robot [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
        '<!DOCTYPE robot [<!ENTITY f SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE robot SYSTEM "http://localhost/robot.dtd">',
    ],
)
def test_declarations_are_refused(head: str) -> None:
    with pytest.raises(LagrError, match="entities"):
        import_robot(f'<?xml version="1.0"?>{head}<robot name="&b;"/>')


def test_depth_and_number_of_elements_have_limits() -> None:
    with pytest.raises(LagrError, match="within one another"):
        import_robot("<robot>" + "<link>" * 5000 + "</link>" * 5000 + "</robot>")
    with pytest.raises(LagrError, match="more than"):
        import_robot("<robot>" + "<a/>" * 200_000 + "</robot>")


def test_inertias_that_no_body_has_are_told_and_repaired() -> None:
    bad = MASS.replace('izz="1"', 'izz="3"')
    text = BASE.format(
        f'<link name="a">{bad}</link><joint name="j" type="continuous">{ENDS}</joint>'
    )
    (warning,) = import_robot(text).problems
    assert "--repair" in warning.remedy
    found = import_robot(text, repair=True)
    (told,) = found.problems
    assert "Repaired" in told.remedy
    values = parameter_values(found.models[0])
    Ixx, Iyy, Izz = (values[f"J1{e}"] for e in ("xx", "yy", "zz"))
    assert Izz <= Ixx + Iyy + 1e-12
    negative = MASS.replace('izz="1"', 'izz="-1"')
    (warning,) = import_robot(text.replace(bad, negative)).problems
    assert "negative" in warning.cause
    assert import_robot(text.replace(bad, negative), repair=True).models


def turning(izz: str) -> str:
    """A robot of one link with moments 1, 1 and this one."""
    mass = MASS.replace('izz="1"', f'izz="{izz}"')
    joint = f'<joint name="j" type="floating">{ENDS}</joint>'
    return BASE.format(f'<link name="a">{mass}</link>{joint}')


def faults(model: Model) -> list[Problem]:
    return [problem for problem in check(model).problems if problem.code == "inertia"]


def test_drawings_are_mended_as_by_the_import() -> None:
    model = import_robot(turning("2.0002")).models[0]
    (problem,) = faults(model)
    assert "--repair" in problem.remedy
    mended = edits.give_inertia(model, 0, problem.offer)
    assert not faults(mended)
    there = parameter_values(import_robot(turning("2.0002"), repair=True).models[0])
    here = parameter_values(mended)
    assert here == pytest.approx(there, rel=1e-8)


def test_binets_tensors_are_mended_in_their_own_entries() -> None:
    model = import_robot(turning("1")).models[0]
    moments = Inertia(form="binet", xx=1.0001, yy="2*J1yy", zz=-1e-4, xy=0.5)
    model = model.having(bodies=(model.bodies[0].having(inertia=moments),))
    (problem,) = faults(model)
    mended = edits.give_inertia(model, 0, problem.offer)
    assert not faults(mended)
    kept = {"xx": 1.0001, "yy": 2.0, "zz": 0.0, "xy": 0.5}
    assert {name: getattr(mended.bodies[0].inertia, name) for name in kept} == pytest.approx(kept)


def test_rounded_moments_are_taken_by_import_and_check() -> None:
    found = import_robot(turning("2.000001"))
    assert not found.problems
    assert not faults(found.models[0])
