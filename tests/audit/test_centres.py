"""The independent check knows from where the points of a body are given, and what forgets it."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.catalogue import JOINTS as JOINTS_OF
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.subsystems import centres

LINE = {"body_a": 1, "point_a": (0.3, "b", 0.1), "body_b": 2, "point_b": ("b", 0.1, -0.2)}
ROPE = LINE | {
    "pulleys": ({"body": 0, "point": (0.2, 1.5, 0)}, {"body": 2, "point": (0, 0.4, 0.1)})
}
ELEMENTS: dict[str, dict[str, Any]] = {
    "spring": LINE | {"c": 30, "l0": 0.2},
    "dashpot": LINE | {"k": 2},
    "lagr_damper": LINE | {"k": 2},
    "elastic_rope": ROPE | {"c": 40, "l0": 0.1},
    "rope_damper": ROPE | {"k": 3},
    "rope_pull": ROPE | {"pull": 5},
    "force": {"body": 2, "point": (0.1, 0.2, "b"), "vector": (1, -2, "3 + t")},
    "rod": LINE | {"l": 1.1},
    "tight_rope": ROPE | {"l": 4},
    "coincidence": {"body_a": 0, "point_a": (0.5, 0, 0.1), "body_b": 2, "point_b": ("b", 0.1, 0)},
    "skid": {"body": 2, "point": (0.2, "b", 0), "across": (0, 1, 0), "ground": 1},
    "rolling_ball": {
        "body": 2, "centre": (0.1, "b", 0.2), "radius": 0.3, "ground": 0, "normal": (0, 1, 0),
        "plane_point": (0, -0.6, 0), "along": (1, 0, 0),
    },
}  # fmt: skip
JOINTS: dict[str, dict[str, Any]] = {
    "revolute": {}, "prismatic": {}, "cylindrical": {}, "screw": {"pitch": 0.3}, "universal": {},
    "spherical": {}, "planar": {}, "free": {}, "fixed": {},
}  # fmt: skip
COORDINATES = {kind: len(JOINTS_OF[kind].units) for kind in JOINTS}
NUMBER = count()


def bodies(
    joint: str = "universal", backwards: bool = False, first: str = "free", **fields: Any
) -> System:
    """Two bodies whose points are given from beside their centres of mass; no two are equal."""
    system, aside = System(b=0.25, d=0.4), next(NUMBER) / 1000
    for n in (1, 2):
        system.body(f"Body {n}", 1 + n, (0.3, 0.4, 0.5), centre=("d", 0.2 * n, aside - 0.3))
    system.joint(first, GROUND, 1, *"xyzuvw"[: len(JOINTS_OF[first].units)])
    ends = (2, 1) if backwards else (1, 2)
    points: dict[str, Any] = {"point_parent": ("b", 0.3, 0), "point_child": (0, 0.2, "d")}
    own = [f"q{n}" for n in range(COORDINATES[joint])]
    system.joint(joint, *ends, *own, **points, **fields)
    for n, name in enumerate(own):
        system.start(**{name: (0.2, 0.5 - 0.3 * n)})
    return system


def asked(system: System) -> float:
    """The largest residual of a motion, and of what is transmitted in it."""
    motion = system.simulate(until=0.02)
    found = motion.certificate, system.forces(motion).certificate
    assert all(check is not None and check.samples for check in found)
    return max(check.residual for check in found if check is not None)


@pytest.mark.parametrize("kind", ELEMENTS)
def test_a_point_of_an_element_that_is_left_from_the_origin_is_found(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = bodies("free" if kind == "rod" else "spherical")
    system.element(kind, name="it", **ELEMENTS[kind])
    assert asked(system) < 1e-9
    monkeypatch.setattr(centres, "_element", lambda element, _: element)
    system = bodies("free" if kind == "rod" else "spherical")
    system.element(kind, name="it", **ELEMENTS[kind])
    with pytest.raises(Disagreement):
        asked(system)


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("kind", JOINTS)
def test_a_point_of_a_joint_that_is_left_from_the_origin_is_found(
    kind: str, backwards: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asked(bodies(kind, backwards, **JOINTS[kind])) < 1e-9
    monkeypatch.setattr(centres, "_joint", lambda joint, _: joint)
    with pytest.raises(Disagreement):
        asked(bodies(kind, backwards, **JOINTS[kind]))


@pytest.mark.parametrize("kind", ["revolute", "spherical", "fixed"])
def test_loops_of_bodies_with_origins_are_certified(kind: str) -> None:
    system = bodies("spherical")
    points: dict[str, Any] = {"point_parent": (0.3, 0.4, 0), "point_child": (0.2, 0.1, "b")}
    coordinates = [f"c{n}" for n in range(COORDINATES[kind])]
    system.joint(kind, GROUND, 2, *coordinates, cut=True, **points)
    motion = system.simulate(until=0.02)
    assert motion.certificate is not None and motion.certificate.residual < 1e-9


def test_an_assumed_joint_lies_at_the_centre_of_mass() -> None:
    system = System(c=0.3)
    body = system.body("Body", 1, (0.3, 0.4, 0.5), centre=("c", 0.2, 0))
    system.element("spring", name="s", body_a=0, point_a=(0, 1, 0), body_b=body, c=20)
    assert asked(system) < 1e-9
    assert pipeline.check(system.model).coordinates[0] == "x_1"
