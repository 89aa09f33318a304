"""Values show themselves: `print` writes equations, notebooks set mathematics and pictures."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import lagr_gui
from lagr_gui import GROUND, System
from lagr_gui.exchange.documents.svg_diagram import diagram_svg
from lagr_gui.exchange.results import trajectory_text
from lagr_gui.expression import read, write
from lagr_gui.foundation.columns import Columns
from lagr_gui.foundation.resource import sample_models
from lagr_gui.foundation.showing import WRITERS

SAMPLES = sorted(sample_models())
SHORT = [path for path in SAMPLES if path.stem in ("bead_on_hoop", "four_bar", "elastic_pendulum")]


@pytest.fixture(scope="module")
def swing() -> System:
    system = System("Swing", m=2, l=0.5)
    bob = system.body("Bob", mass="m")
    system.joint("revolute", GROUND, bob, "phi", point_child=(0, "l", 0))
    system.start(phi=(0.3, 1.0))
    return system


@pytest.fixture(scope="module")
def results(swing: System) -> dict[str, object]:
    sheet = swing.equations()
    (path,) = (path for path in SHORT if path.stem == "elastic_pendulum")
    definition, *_ = lagr_gui.equations(lagr_gui.load(path), form="structured").definitions
    return {
        "Sheet": sheet,
        "Entry": sheet.of("Q")[0],
        "Definition": definition,
        "Sum": read("a + b"),
        "SymbolicLinearization": swing.linearize_symbolic(),
        "Linearization": swing.linearize(inputs=("phi",)),
        "Modes": swing.modes(),
        "Equilibria": swing.equilibria(),
        "Certificate": swing.verify(states=1),
        "Report": swing.check(),
        "Trajectory": swing.simulate(until=0.2),
        "Model": swing.model,
        "System": swing,
    }


def test_every_result_prints_what_can_be_read(results) -> None:
    for name, value in results.items():
        assert type(value).__name__ == name
        assert str(value) != repr(value), name
        assert "(" not in str(value)[:1] and "namespace" not in str(value)


def test_all_that_shows_itself_is_tried(results) -> None:
    alike = {"Number", "Symbol", "Product", "Power", "Call"}  # as a Sum
    assert results.keys() | alike | {"Balance"} == WRITERS.keys()


def test_printing_an_expression_gives_the_text_that_is_read() -> None:
    for text in ("m*l^2*phi'", "-3*x + 1/2", "sin(a)/b", "x"):
        assert read(str(read(text))) == read(text)
        assert str(read(text)) == write(read(text))


def test_mathematics_comes_as_notebooks_set_it(results) -> None:
    shown = {name: value._repr_latex_() for name, value in results.items()}
    assert {name for name, text in shown.items() if text} == {
        "Sheet",
        "Entry",
        "Sum",
        "SymbolicLinearization",
        "Linearization",
    }
    for text in filter(None, shown.values()):
        is_for_notebooks(text)
    assert shown["Entry"] == r"$Q_1 = -m g l \sin\varphi$"
    assert r"m l^2 \ddot\varphi = -m g l \sin\varphi" in shown["Sheet"]
    assert r"K &= \begin{pmatrix} 9.81 \end{pmatrix}" in shown["Linearization"]


@pytest.mark.parametrize("path", SHORT, ids=lambda path: path.stem)
@pytest.mark.parametrize("form", ["shortest", "structured"])
def test_sheets_of_samples_can_be_set_in_notebooks(path, form) -> None:
    sheet = lagr_gui.equations(lagr_gui.load(path), form=form)
    text = sheet._repr_latex_()
    assert text
    is_for_notebooks(text)


def is_for_notebooks(text: str) -> None:
    """Mathematics that a notebook sets: dollar signs, braces and what begins end."""
    assert text.count("$") % 2 == 0
    assert "tag" not in text and "*}" not in text and "%" not in text and r"\[" not in text
    bare = text.replace(r"\{", "").replace(r"\}", "")
    assert bare.count("{") == bare.count("}")
    begun, ended = (re.findall(rf"\\{word}\{{(\w+)\}}", text) for word in ("begin", "end"))
    assert sorted(begun) == sorted(ended)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_drawing_of_a_sample_is_a_picture_with_all_its_names(path) -> None:
    model = lagr_gui.load(path)
    words = {node.text for node in ET.fromstring(diagram_svg(model)).iter() if node.text}
    assert {body.name for body in model.bodies} <= words
    assert {element.name for element in model.elements if element.enabled} <= words


def test_a_motion_is_shown_as_curves(results) -> None:
    page = results["Trajectory"]._repr_html_()
    (picture,) = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert ET.fromstring(picture) is not None and "Energy drift" in page


def test_names_of_a_file_do_nothing_on_a_page() -> None:
    system = System("<script>alert(1)</script>")
    system.body("<img src=x onerror=alert(1)>", mass=1)
    for value in (system, system.model, system.check()):
        page = value._repr_html_()
        assert "<script" not in page and "<img" not in page


def test_fields_are_still_there_to_be_looked_at() -> None:
    assert repr(read("x")) == "Symbol(name='x', order=0)"


def test_results_go_by_the_names_of_coordinates(results, swing) -> None:
    motion = results["Trajectory"]
    assert np.array_equal(motion["phi"], motion.q[:, 0])
    assert np.array_equal(motion.velocity["phi"], motion.qd[:, 0])
    assert np.array_equal(motion.acceleration["phi"], motion.qdd[:, 0])
    with pytest.raises(lagr_gui.LagrError, match="Did you mean “phi”"):
        motion["phy"]
    (state,) = swing.evaluate({"q": {"phi": 0.1}, "qd": {}})
    assert state.mass_matrix.shape == (1, 1) and state.mass_matrix[0, 0] == pytest.approx(0.5)
    response = swing.frequency_response("phi", omega=[1.0, 2.0])
    assert np.array_equal(response["phi"], response.transfer[:, 0])


def test_columns_are_a_mapping() -> None:
    columns = Columns(("a", "b"), np.array([[1.0, 2.0], [3.0, 4.0]]))
    assert list(columns) == ["a", "b"] and len(columns) == 2
    assert "b" in columns and "c" not in columns
    assert {name: values.tolist() for name, values in columns.items()} == {
        "a": [1.0, 3.0],
        "b": [2.0, 4.0],
    }


def test_impacts_are_told_by_the_names_of_elements() -> None:
    system = System("Ball", gravity=(0, -9.81, 0), g=None)
    system.joint("prismatic", 0, system.body(mass=1.0), "y", axis=(0, 1, 0))
    system.element("wall", "floor", body=1, normal=(0, 1, 0), restitution=0.2)
    system.start(y=0.1)
    lines = trajectory_text(system.simulate(until=1.0)).splitlines()
    assert any(
        line.startswith("Impact at t = 0.1427") and line.endswith(" s: floor") for line in lines
    )
    assert any(line.startswith("At rest") and line.endswith(": floor") for line in lines)
