"""A drawing as a script: run, it builds the same model."""

from __future__ import annotations

import random
import runpy
from pathlib import Path

import pytest

from lagr_gui import System, python_script
from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.editing import edits
from lagr_gui.exchange.builder_script import WIDTH
from lagr_gui.model import Model, Parameter
from lagr_gui.model.records import Layout
from tests.samples.gallery import NAMES, sample
from tests.systems import pendulum, random_tree


def plain(model: Model) -> Model:
    """A model as far as a script tells of it: start values and motions are known by coordinate."""
    listed = {
        section: tuple(sorted(getattr(model, section), key=lambda entry: entry.coordinate))
        for section in ("start", "motions")
    }
    return model.having(layout=Layout(), **listed)


def built(text: str, folder: Path) -> Model:
    """The model that a script builds."""
    file = folder / "drawing.py"
    file.write_text(text, "utf-8")
    return runpy.run_path(str(file))["system"].model


def same(model: Model, folder: Path) -> str:
    text = python_script(model)
    assert plain(built(text, folder)) == plain(model)
    return text


@pytest.mark.parametrize("name", NAMES)
def test_samples_are_built_anew(name: str, tmp_path: Path) -> None:
    text = same(sample(name), tmp_path)
    most = max(len(line) for line in text.splitlines() if "orientation" not in line)
    assert most <= WIDTH + 4


@pytest.mark.parametrize("seed", range(8))
def test_random_trees_are_built_anew(seed: int, tmp_path: Path) -> None:
    source = random.Random(seed)
    kinds = source.choices([name for name, kind in JOINTS.items() if kind.freedoms], k=5)
    same(random_tree(seed, kinds), tmp_path)


@pytest.mark.parametrize("kind", ELEMENTS)
def test_elements_with_other_fields_are_built_anew(kind: str, tmp_path: Path) -> None:
    """Every field of an element has a value that it does not have by itself."""
    model = random_tree(1, ("revolute", "prismatic"))
    record = ELEMENTS[kind].record
    numbers = {
        spec.name: {"scalar": 0.37, "vector": (0.1, "a", -2), "body": 2}[spec.type.value]
        for spec in ELEMENTS[kind].fields
        if spec.type.value in ("scalar", "vector", "body")
    }
    element = record(name="one", **numbers)
    element = element.having(enabled=False)
    same(model.having(elements=(element,)), tmp_path)


def test_any_words_and_names_survive(tmp_path: Path) -> None:
    """Quotes, strokes, lines, words of Python, and numbers of bodies in any order."""
    model = edits.set_value(pendulum(), ("description",), "a \"b\" \\ 'c'\nd\t" + "word " * 60)
    for name in ("lambda", "self", "name", "φ_1", "system"):
        model = edits.add_parameter(model, name)
    case = edits.add_special_case(model, "it's “one”")
    case = case.each("special_cases", lambda c: c.having(description='"\\n'))
    first = case.bodies[0]
    odd = first.having(number=7, name="class")
    again = first.having(number=3, name="system")
    last = first.having(number=4, name="system")
    joints = tuple(joint.having(parent=0, child=7) for joint in case.joints)
    same(case.having(bodies=(odd, again, last), joints=joints), tmp_path)
    renamed = case.having(
        joints=tuple(joint.having(coordinates=("lambda",)) for joint in case.joints)
    )
    same(edits.set_start(renamed, "lambda", 0.5, "2*pi"), tmp_path)
    same(Model(), tmp_path)
    same(Model(parameters=()), tmp_path)
    same(Model(parameters=(Parameter(name="l"), Parameter(name="g", value=1))), tmp_path)


def test_systems_written_down_come_back(tmp_path: Path) -> None:
    system = System("Bob", gravity=(0, 0, "-g"), l=0.5)
    bob = system.body("Bob", mass=2, size=(0.1, 0.1, "l"), color="#123456", number=5)
    system.joint("revolute", 0, bob, "phi", point_child=(0, "l", 0))
    system.parameter("m", 1.5, "kg", "mass", minimum=1, positive=True)
    system.function("F", "2*x", "x", description="a force")
    system.special_case("heavy", m=9)
    system.describe("with a heavy bob", special="heavy")
    system.describe("A pendulum.")
    system.prescribe(phi="sin(t)")
    system.plan(until=3, rtol=1e-8)
    model = system.model
    assert model.simulation.until == 3
    assert model.special_cases[0].description == "with a heavy bob"
    assert [parameter.name for parameter in model.parameters] == ["g", "l", "m"]
    same(model, tmp_path)
