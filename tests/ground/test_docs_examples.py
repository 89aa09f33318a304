"""What the documents say of files and conventions is so."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.expression import BUILTINS
from lagr_gui.model import Body, Model
from lagr_gui.model.files import write_text
from lagr_gui.model.record import Record
from lagr_gui.model.schema import schema
from tests.ground.sources import ROOT

PAGE = (ROOT / "docs" / "file-format.md").read_text("utf-8")
FIRST = re.search(r"^```json\n(.*?)^```", PAGE, re.S | re.M)


def example() -> Model:
    assert FIRST
    return pipeline.read_text(FIRST[1])


def test_the_example_of_the_file_format_can_be_simulated() -> None:
    model = example()
    assert not pipeline.check(model).problems
    trajectory = pipeline.simulate(model)
    assert trajectory.t[-1] == 5
    assert trajectory.energy_error < 1e-8


def test_both_derivations_agree_on_the_example_and_its_special_case() -> None:
    model = example()
    assert pipeline.verify(model).holds
    assert pipeline.verify(model, special="No spring, no drive").holds


def test_the_example_is_written_back_without_change_once_it_has_been_written() -> None:
    text = write_text(example())
    assert write_text(pipeline.read_text(text)) == text


def test_every_field_and_kind_is_on_the_page() -> None:
    words = set(re.findall(r"`\"?([A-Za-z_0-9]+)\"?`", PAGE))
    kinds = [*KINDS.joints.values(), *KINDS.elements.values()]
    named = {kind.name for kind in kinds} | {spec.name for kind in kinds for spec in kind.fields}
    for record in _records(Model):
        named |= set(record.model_fields)
    named |= set(schema(KINDS)["properties"])
    assert not named - words - set(re.findall(r"\"([a-z]+)\"\*", PAGE))


def test_every_function_is_on_the_page() -> None:
    table = PAGE[PAGE.index("| functions |") :]
    assert not [name for name in BUILTINS if not re.search(rf"`{name}[`(]", table)]


def _records(record: type[Record]) -> set[type[Record]]:
    found, pending = {record}, [record]
    while pending:
        fields = pending.pop().model_fields.values()
        new = {inner for info in fields for inner in _inner(info.annotation)} - found
        found |= new
        pending += new
    return found


def _inner(annotation: Any) -> list[type[Record]]:
    if isinstance(annotation, type) and issubclass(annotation, Record):
        return [annotation]
    return [r for entry in getattr(annotation, "__args__", ()) for r in _inner(entry)]


def turn(axis: str, angle: float) -> np.ndarray:
    """The matrix that turns vectors about x, y or z."""
    c, s = np.cos(angle), np.sin(angle)
    i = "xyz".index(axis)
    R = np.eye(3)
    j, k = (i + 1) % 3, (i + 2) % 3
    R[j, j] = R[k, k] = c
    R[k, j], R[j, k] = s, -s
    return R


I3 = np.eye(3)
S = turn("x", 0.4) @ turn("z", -1.1)
A, B = np.array([0.1, 0.2, 0.3]), np.array([0.4, -0.2, 0.5])
Q = (0.3, 0.5, -0.4, 0.6, 0.2, 0.9)

MOTIONS: dict[str, tuple[int, Any, Any]] = {
    # kind: number of coordinates, R and d of docs/conventions.md
    "revolute": (1, turn("z", Q[0]), 0 * A),
    "prismatic": (1, I3, I3[0] * Q[0]),
    "cylindrical": (2, turn("z", Q[1]), I3[2] * Q[0]),
    "screw": (1, turn("z", Q[0]), I3[2] * 0.1 * Q[0] / (2 * np.pi)),
    "universal": (2, turn("x", Q[0]) @ turn("y", Q[1]), 0 * A),
    "spherical": (3, turn("x", Q[0]) @ turn("y", Q[1]) @ turn("z", Q[2]), 0 * A),
    "planar": (3, turn("z", Q[2]), np.array([Q[0], Q[1], 0])),
    "free": (6, turn("x", Q[3]) @ turn("y", Q[4]) @ turn("z", Q[5]), S.T @ Q[:3]),
    "fixed": (0, I3, 0 * A),
}


@pytest.mark.parametrize("kind", list(MOTIONS))
@pytest.mark.parametrize("derivation", ["recursion", "closed"])
def test_joints_move_as_the_conventions_say(kind: str, derivation: str) -> None:
    count, R, d = MOTIONS[kind]
    names = tuple("abcdef"[:count])
    joint = KINDS.joints[kind].record(
        name="joint",
        parent=0,
        child=1,
        point_parent=tuple(A),
        point_child=tuple(B),
        orientation=tuple(map(tuple, S)),
        coordinates=names,
    )
    model = Model(bodies=(Body(number=1),), joints=(joint,))
    (found,) = pipeline.evaluate(
        model, [{"t": 0, "q": Q[:count], "qd": [0] * count}], derivation=derivation
    )
    assert np.allclose(found.E[1].T, S @ R, atol=1e-12)
    assert np.allclose(found.x[1], A + S @ d - S @ R @ B, atol=1e-12)
