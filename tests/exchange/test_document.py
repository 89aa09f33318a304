"""A document holds everything that one needs to check its equations by hand."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lagr_gui import LagrError, pipeline
from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.editing import edits
from lagr_gui.exchange.documents import quantities
from lagr_gui.exchange.documents.document import latex_document
from lagr_gui.exchange.documents.tables import asked_units
from lagr_gui.model import Model, Scalar
from lagr_gui.model.kinds import FieldSpec, FieldType
from lagr_gui.typesetting.escape import escaped
from lagr_gui.typesetting.words import latex_words
from tests.samples.gallery import sample
from tests.systems import pendulum
from tests.tex import needs_tex

NAMES = ("four_bar", "elastic_pendulum", "lagr_system_2", "dc_motor_pendulum", "cardan_shaft")


def column(values: Any) -> str:
    return latex_words((quantities.column(values),))


def formula(value: Any) -> str:
    return latex_words((quantities.formula(value),))


def unit(text: str) -> str:
    return latex_words(quantities.unit(text))


def field_value(spec: FieldSpec, value: Any) -> str:
    return latex_words(quantities.field_value(spec, value))


def written(model: Model, **more: object) -> str:
    sheet, report = pipeline.equations(model), pipeline.check(model)
    return latex_document(model, sheet, report.units, **more)  # type: ignore[arg-type]


def test_under_minimal_equations_stands_what_they_agree_with_and_how_well() -> None:
    model = sample("gear_train")
    sheet = pipeline.equations(model, minimal=True)
    text = latex_document(model, sheet, pipeline.check(model).units)
    places = [text.index(word) for word in ("Equations of motion", "Certified: same", "Kinetic en")]
    assert places == sorted(places)
    assert sheet.minimal is not None and f"at {sheet.minimal.certificate.samples} random" in text
    assert "Certified" not in written(pendulum()), "it was not compared"


def said(record: Any) -> Callable[[FieldSpec], bool]:
    """Whether a field of a joint or an element holds what is told."""
    return lambda spec: quantities.says_something(spec, record)


def braced(text: str) -> str:
    """A unit behind its number."""
    return unit(text).removeprefix(r"\unit")


def row(text: str, name: str) -> str:
    """The row of a table that begins with a name."""
    found = [line for line in text.splitlines() if line.startswith(f"{name} & ")]
    assert len(found) == 1, name
    return found[0]


@pytest.mark.parametrize("name", NAMES)
def test_points_axes_laws_and_numbers_of_all_items_are_listed(name: str) -> None:
    model = sample(name)
    text = written(model)
    for number, joint in enumerate(model.joints, 1):
        listed = row(text, f"J{number}")
        assert escaped(joint.name) in listed
        assert column(joint.point_parent) in listed and column(joint.point_child) in listed
        for spec in filter(said(joint), JOINTS[joint.kind].fields):
            assert field_value(spec, getattr(joint, spec.name)) in listed
    for number, element in enumerate(model.elements, 1):
        listed = row(text, f"E{number}")
        for spec in filter(said(element), ELEMENTS[element.kind].fields):
            value = getattr(element, spec.name)
            point = spec.type == FieldType.VECTOR and spec.unit == "m"
            assert (column(value) if point else field_value(spec, value)) in listed
    for body in model.bodies:
        assert f"{{{body.number}}};" in text and f"{{{escaped(body.name)}}};" in text
    assert column(model.gravity) in text
    for entry in model.start:
        assert f"& {formula(entry.position)} & {formula(entry.velocity)}" in text


def test_laws_stand_in_the_numbers_of_their_element_and_letters_that_they_use_are_told() -> None:
    text = written(sample("lagr_system_2"))
    assert r"U = \tfrac12 C_{10} (\ell - \mathrm{LA}_{10})^2" in row(text, "E1")
    assert r"D = \tfrac12 K_{23} v^2" in row(text, "E3")
    assert r"$\ell$: length" in text and "$v$: velocity" in text
    text = written(sample("elastic_pendulum"))  # a spring only
    assert r"$\ell$: length" in text and "$v$:" not in text and "$i$:" not in text


def test_springs_and_dampers_along_a_slide_have_units_of_forces_and_names_of_what_they_are() -> (
    None
):
    model = sample("condenser_microphone")
    text = written(model)
    assert r"U = \tfrac12 c x^2" in row(text, "E1")  # relaxed at 0 m
    assert r"\newton" not in row(text, "E1")  # a name has a unit where its value is
    for at, name in enumerate(("c", "k")):
        model = edits.set_value(model, ("elements", at, name), 2)
    text = written(model)
    assert braced("N/m") in row(text, "E1") and braced("N s/m") in row(text, "E2")
    assert "rad" not in row(text, "E1") + row(text, "E2")
    assert "spring (along slide)" in row(text, "E1") and "damper (along slide)" in row(text, "E2")
    column = edits.set_value(sample("ziegler_column"), ("elements", 0, "c"), 3)
    turning = row(written(column), "E1")
    assert braced("N m/rad") in turning and "torsion spring (in joint)" in turning


def test_a_heading_is_never_parted_from_what_follows_it() -> None:
    text = written(sample("lagr_system_2"))
    after = re.findall(r"^\\heading(?:\[\d+\])?\{.*\}(.*)\n(.*)$", text, re.M)
    assert len(after) > 15
    assert all(r"\par\nobreak" in end or line in _BEGINS for end, line in after)


_BEGINS = (r"\begin{align*}", r"\begin{align}")


def test_no_number_of_a_formula_stands_in_a_document_that_nothing_refers_to() -> None:
    for name in ("lagr_system_2", "four_bar"):
        assert "\\tag" not in written(sample(name))


@needs_tex("siunitx.sty", "pgfplots.sty", "booktabs.sty")
def test_the_example_of_the_thesis_takes_three_pages_of_outline_letters(tmp_path: Path) -> None:
    model = sample("lagr_system_2")
    certificate, motion = pipeline.verify(model), pipeline.start_motion(model)
    text = written(model, certificate=certificate, motion=motion)
    (tmp_path / "document.tex").write_text(text, "utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "document.tex"]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "(3 pages" in told and "Overfull" not in told
    assert ".pfb>" in told and "pk>" not in told


def test_a_document_of_long_equations_is_structured_and_says_so() -> None:
    model = sample("robot_arm_6r")
    sheet = pipeline.equations(model)
    short = pipeline.readable(model, sheet)
    assert short.structured
    text = latex_document(model, sheet, (), readable=short)
    assert "exceed one page per coordinate" in text
    for name in ("spinning_top", "lagr_system_2", "four_bar"):
        own = pipeline.equations(sample(name))
        assert pipeline.readable(sample(name), own) is own
    hamilton = pipeline.equations(sample("five_link_chain"), formalism="nielsen")
    assert pipeline.readable(sample("five_link_chain"), hamilton) is hamilton


def test_the_picture_of_the_mechanism_names_coordinates_at_their_joints() -> None:
    model = sample("lagr_system_2")
    text = written(model, motion=pipeline.start_motion(model))
    assert "{J1, J2}" in text and "{J3}" in text
    assert all(f"{{$q_{at}$}}" in text for at in (1, 2, 3))  # at their arcs and arrows
    free = sample("rolling_disc")
    text = written(free, motion=pipeline.start_motion(free))
    assert "{J1 $x$, $y$, $z$, " in text  # nothing shows how they are counted


def test_joints_of_a_closed_path_say_where_it_is_cut() -> None:
    text = written(sample("four_bar"))
    assert [n for n in range(1, 5) if "cut" in row(text, f"J{n}")] == [3]


def test_parameters_have_the_unit_that_was_given_or_that_their_place_asks_for() -> None:
    model = pendulum()  # without any units
    assert asked_units(model) == {"m": "kg", "l": "m", "g": "m/s^2"}
    text = written(model)
    for name, shown in (("m", "kg"), ("l", "m"), ("g", "m/s^2")):
        assert unit(shown) in row(text, f"${name}$")


def test_units_are_upright_with_raised_exponents() -> None:
    assert unit("kg m^2") == r"\unit{\kilogram\metre\squared}"
    assert unit("m/s²") == r"\unit{\metre\per\second\squared}"
    assert unit("N*s/m") == r"\unit{\newton\second\per\metre}"
    assert unit("1/s") == r"\unit{\per\second}"
    assert unit("mm^4") == r"\unit{\milli\metre\tothe{4}}"
    assert unit("") == "" and unit("a_b") == r"a\_b" and unit("Sv") == r"$\mathrm{Sv}$"


def test_a_number_with_a_unit_is_one_quantity() -> None:
    def said(value: Scalar, name: str) -> str:
        return latex_words(quantities.scalar(value, name))

    assert said(9.81, "m/s^2") == r"\qty{9.81}{\metre\per\second\squared}"
    assert said(4e-5, "kg m^2") == r"\qty{4e-5}{\kilogram\metre\squared}"
    assert said(np.pi / 2, "rad") == r"$\frac\pi2$~\unit{\radian}"
    assert said("m*l", "kg m") == "$m l$" and said(3, "") == "$3$"


def test_small_and_large_numbers_stand_as_powers_of_ten() -> None:
    assert formula(4e-05) == r"$4 \cdot 10^{-5}$" and formula(1e-10) == "$10^{-10}$"
    assert formula(0.25) == "$0.25$" and formula(1200.0) == "$1200$"
    assert formula(1e9) == "$10^9$" and formula(-2.5e8) == r"$-2.5 \cdot 10^8$"


def test_angles_are_parts_of_pi_where_they_are_nothing_else() -> None:
    assert quantities.part_of_pi(np.pi / 2) == "pi/2" and quantities.part_of_pi(-np.pi) == "-pi"
    assert quantities.part_of_pi(0.3141592653589793) == "pi/10"
    assert quantities.part_of_pi(2 * np.pi / 3) == "2*pi/3"
    for value in (0.0, 1.5708, 1.570796327, 1e-20, 3.0, 0.1):
        assert quantities.part_of_pi(value) == ""
    assert latex_words((quantities.formula(np.pi / 2, "rad"),)) == r"$\frac\pi2$"
    assert formula(np.pi / 2) == "$1.570796327$"  # of a length nobody knows


@pytest.mark.parametrize("size", [1e-9, 1.0, 1e9])
def test_rounding_of_a_start_is_zero_beside_the_motion_whatever_its_size(size: float) -> None:
    model = sample("four_bar")
    trajectory = pipeline.simulate(model)
    q, qd = size * trajectory.q, size * trajectory.qd
    q[0] = 1e-17 * size, 1e-7 * size, *q[0, 2:]
    moved = replace(trajectory, q=q, qd=qd)
    text = written(model, trajectory=moved)
    assert "Consistent initial values" in text
    rows = [line for line in text.splitlines() if line.startswith("$q^")]
    begun = [line.split(" & ")[-1].split(", ")[0] for line in rows]
    assert begun[0] == "$0$" and begun[1] == formula(float(f"{1e-7 * size:.6g}"))
    free = sample("double_pendulum")  # starts as it is told
    assert "Consistent initial values" not in written(free, trajectory=pipeline.simulate(free))


def test_coordinates_of_general_joints_have_the_units_that_their_use_tells() -> None:
    text = written(sample("swinging_atwood"))
    told = [row(text, f"$q^{at}$").split(" & ")[2] for at in (1, 2, 3)]
    assert told == [unit("m"), unit("rad"), unit("m")]


def test_a_document_has_the_parts_that_are_asked_for() -> None:
    model = sample("double_pendulum")
    motion = pipeline.start_motion(model)
    whole = written(model, motion=motion)
    heads = {
        "data": "Joints",
        "equations": "Metric tensor",
        "kinematics": "Centres of mass",
    }
    for part, head in heads.items():
        text = written(model, motion=motion, parts=(part,))
        assert [name for name in heads.values() if name in text] == [head] and head in whole
        assert "tikzpicture}[" not in text
    assert "tikzpicture}[" in written(model, motion=motion, parts=("figures",))
    with pytest.raises(LagrError, match="no part of this name"):
        written(model, parts=("equation",))


def test_two_springs_between_the_same_bodies_have_names_in_different_places() -> None:
    model = sample("elastic_pendulum")
    model = edits.connect(model, "spring", 0, 1)
    text = written(model)
    edges = re.findall(r"\\node\[element.*?\] at (\(.*?\)) \{\{\\tiny\\textbf\{E\d\}", text)
    assert len(edges) == 2 and len(set(edges)) == 2
    motion = pipeline.start_motion(model)
    names = re.findall(r"\\node\[inner.*?\] at (\(.*?\)) \{(E\d)\}", written(model, motion=motion))
    assert len(names) == 2 and len({place for place, _ in names}) == 2


def test_the_mechanism_is_drawn_to_scale() -> None:
    model = sample("four_bar")
    text = written(model, motion=(motion := pipeline.start_motion(model)))
    areas = [
        np.array(re.findall(r"\((\S+),(\S+)\)", way), float)
        for way in re.findall(r"fill=white,even odd rule\] (.*?) -- cycle;", text)
    ]
    drawn = [area.mean(axis=0) for area in areas if len(area) > 4]  # the circles of hinges
    places = [motion.joints[joint.name][0] for joint in model.joints]
    assert len(drawn) == len(places) == 4
    pairs = [(0, 1), (1, 2), (2, 3), (0, 3)]
    parts = [
        np.linalg.norm(drawn[a] - drawn[b]) / np.linalg.norm(places[a] - places[b])
        for a, b in pairs
    ]
    assert np.ptp(parts) < 0.01 * parts[0] and parts[0] > 1


def test_what_is_transmitted_is_drawn_and_its_largest_value_told() -> None:
    model = edits.set_value(edits.set_start(pendulum(), "q1", 1, 0), ("simulation", "until"), 1.0)
    trajectory = pipeline.simulate(model)
    force = np.linspace(-3.0, 1.0, len(trajectory.t))
    text = written(model, trajectory=trajectory, transmitted={"pivot Fx (N)": force})
    assert r"\addlegendentry{pivot $F_x$ (N)}" in text
    assert "pivot $F_x$ (N) & $-3$ & $0$" in text


@pytest.mark.parametrize("name", NAMES)
def test_braces_and_environments_are_balanced(name: str) -> None:
    model = sample(name)
    text = written(model, motion=pipeline.start_motion(model))
    bare = re.sub(r"\\[{}]", "", text)
    assert bare.count("{") == bare.count("}")
    begun = re.findall(r"\\begin\{(.*?)\}", text)
    assert sorted(begun) == sorted(re.findall(r"\\end\{(.*?)\}", text))
    assert not re.search(r"[^\x00-\u024f]", text), "pdflatex knows no other letters"
