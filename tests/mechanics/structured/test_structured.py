"""What the structured form promises besides its numbers: names, length, refusals, special cases."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import lagr_gui
from lagr_gui.analysis.equations.structured import structure_of
from lagr_gui.cli.__main__ import main
from lagr_gui.exchange.documents.rows import packed_section
from lagr_gui.exchange.json_sheet import sheet_json
from lagr_gui.expression import called, read, write
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.mechanics.structured.inertia import Inertia
from lagr_gui.mechanics.structured.place import Place
from lagr_gui.mechanics.structured.planar import normal_of
from lagr_gui.mechanics.structured.quantity import OPERATIONS
from lagr_gui.model import Body, Function, Model, Parameter
from lagr_gui.model import Inertia as Tensor
from lagr_gui.prepared import prepare
from lagr_gui.typesetting.sheet_latex import latex_block
from lagr_gui.typesetting.sheet_text import text_equations
from lagr_gui.typesetting.symbols import sections
from tests.mechanics.structured.agreement import deviations
from tests.samples.gallery import sample
from tests.systems import element, joint, pendulum, system

OFF = 1e-12


def structured(model: Model, **more: str) -> Sheet:
    return lagr_gui.equations(model, form="structured", **more)


def terms(sheet: Sheet) -> int:
    lines = [entry for symbol in ("g", "Gamma", "Q") for entry in sheet.of(symbol)]
    own = sum(len(entry.terms) for entry in lines)
    return own + sum(len(definition.trees) for definition in sheet.definitions)


def test_the_arm_of_six_joints_takes_at_most_850_terms_with_all_definitions() -> None:
    assert terms(structured(sample("robot_arm_6r"))) <= 850


def test_the_arm_of_six_joints_fits_on_three_pages_of_the_document() -> None:
    sheet = structured(sample("robot_arm_6r"))
    blocks = filter(None, (packed_section(sheet, symbol) for symbol, _ in sections(sheet)))
    assert sum(latex_block(block).count(r"\\") + 1 for block in blocks) < 3 * 40


@pytest.mark.parametrize("path", sample_models(), ids=lambda path: path.stem)
def test_nothing_that_is_zero_or_has_a_name_is_defined(path) -> None:
    sheet = structured(sample(path.stem))
    names = [definition.name for definition in sheet.definitions]
    assert len(names) == len(set(names))
    texts = [definition.tree for definition in sheet.definitions]
    assert len(texts) == len(set(texts)), "two names for one thing"


def planar_chain(first: str = "revolute") -> Model:
    bodies = [Body(number=i, mass="m", inertia=Tensor(zz="J")) for i in (1, 2, 3)]
    fields = {"point_child": ("-l", 0, 0), "point_parent": (0, 0, 0)}
    joints = [
        joint("revolute", f"j{i}", i - 1, i, coordinates=(f"q{i}",), **fields) for i in (1, 2, 3)
    ]
    if first == "cylindrical":
        joints[0] = joint(first, "j1", 0, 1, coordinates=("z", "q1"), **fields)
    values = {"m": 2.0, "l": 0.4, "J": 0.1, "g": 9.81}
    parameters = tuple(Parameter(name=n, value=v) for n, v in values.items())
    return system(bodies, joints, parameters=parameters)


def test_parallel_axes_have_one_unit_vector_and_one_angle() -> None:
    text = text_equations(structured(planar_chain("cylindrical")))
    assert "e_1 = vec(0, 0, 1)" in text
    assert "e_2" not in text and "e_3" not in text
    assert "A_4 = rotation(vec(0, 0, 1), q1 + q2 + q3)" in text


PLANAR = ("double_pendulum", "five_link_chain", "slider_crank", "swinging_atwood", "newtons_cradle")
OTHERS = ("furuta_pendulum", "cardan_shaft", "cantilever", "rolling_disc")


@pytest.mark.parametrize("name", [*PLANAR, *OTHERS])
def test_a_planar_system_has_no_vectors(name: str) -> None:
    model = sample(name)
    sheet = structured(model)
    is_planar = normal_of(structure_of(prepare(model))) is not None
    plain = [entry for entry in sheet.entries if entry.symbol not in ("E", "x")]
    trees = [own.tree for own in (*sheet.definitions, *plain)]
    has_vectors = any(name in OPERATIONS for tree in trees for name, _ in called(tree))
    assert is_planar == (name in PLANAR) and is_planar != has_vectors
    if is_planar:
        assert {own.rank for own in sheet.definitions} <= {"scalar"}
        meanings = [own.meaning for own in sheet.definitions]
        assert not any("tensor" in words or "vector" in words for words in meanings)


def test_the_chain_of_five_links_stands_in_angles_and_components() -> None:
    sheet = structured(sample("five_link_chain"))
    texts = {own.name: write(own.tree) for own in sheet.definitions}
    assert texts["phi_3"] == "q1 + q2 + q3"
    assert texts["shat_3_x"] == "shat_4_x + 5*m*l*sin(phi_3)/2"
    assert write(sheet.of("g")[2].tree) == "Jhat_2"
    assert write(sheet.of("Q")[0].tree) == "-g*shat_1_x"


def test_names_of_the_model_are_never_taken() -> None:
    model = planar_chain()
    renamed = {"m": "mhat_2", "l": "A_1", "J": "h_1_2"}
    text = model.model_dump_json()
    for old, new in renamed.items():
        text = text.replace(f'"{old}"', f'"{new}"').replace(f'"-{old}"', f'"-{new}"')
    found = lagr_gui.pipeline.read_text(json.dumps({**HEAD, **json.loads(text)}))
    assert {parameter.name for parameter in found.parameters} >= set(renamed.values())
    assert max(deviations(found, 2).values()) < OFF


HEAD = {"format": "lagr-model", "version": 1}


def test_a_parameter_called_like_a_result_is_refused_by_name() -> None:
    model = pendulum()
    parameters = (*model.parameters, Parameter(name="g11", value=1.0))
    with pytest.raises(LagrError, match="g11"):
        structured(model.model_copy(update={"parameters": parameters}))


def test_a_function_called_like_an_operation_is_refused_by_name() -> None:
    model = pendulum()
    drive = element("coordinate_force", "drive", coordinate="q1", force="dot(t)")
    changed = {"elements": (drive,), "functions": (Function(name="dot", arguments=("t",)),)}
    with pytest.raises(LagrError, match="dot"):
        structured(model.model_copy(update=changed))


def test_what_the_form_refuses_is_compared_otherwise_and_told() -> None:
    model = pendulum()
    parameters = (*model.parameters, Parameter(name="unit", value=1.0))
    found = lagr_gui.verify(model.model_copy(update={"parameters": parameters}))
    assert found.holds and found.deviations
    assert not found.structured and "operation on vectors" in found.reason
    assert not lagr_gui.verify(model).reason


def test_other_formalisms_have_no_structured_form() -> None:
    with pytest.raises(LagrError, match="structured"):
        structured(pendulum(), formalism="hamilton")


def test_what_needs_expanded_results_refuses_the_form() -> None:
    with pytest.raises(LagrError, match="multiplied out"):
        lagr_gui.linearize_symbolic(pendulum(), form="structured")
    with pytest.raises(LagrError, match="multiplied out"):
        lagr_gui.listing(pendulum(), "structured")


@pytest.mark.parametrize(
    ("name", "special"),
    [
        (path.stem, case.name)
        for path in sample_models()
        for case in sample(path.stem).special_cases
    ],
)
def test_special_cases_are_those_of_the_model_with_these_values(name: str, special: str) -> None:
    found = deviations(sample(name), 2, special=special)
    assert max(found.values()) < OFF, found


def test_json_holds_every_definition_with_name_expression_and_meaning() -> None:
    data = sheet_json(structured(sample("whipple_bicycle")))
    known: set[str] = set()
    for definition in data["definitions"]:
        assert definition["name"] and definition["expression"] and definition["meaning"]
        assert definition["rank"] in ("scalar", "vector", "tensor")
        known.add(definition["name"])
    assert {"mhat_6", "shat_6", "Bhat_6"} <= known
    assert sheet_json(lagr_gui.equations(pendulum()))["definitions"] == []


def test_the_command_line_prints_and_exports_the_form(capsys, tmp_path) -> None:
    path = str(next(path for path in sample_models() if path.stem == "double_pendulum"))
    assert main(["equations", path, "--form", "structured"]) == 0
    assert "g21 = m2*l2^2/3 + m2*l1*l2*cos(phi_2 - q1)/2" in capsys.readouterr().out
    assert main(["export", path, "--to", "latex", "--form", "structured"]) == 0
    assert r"\hat J_1" in capsys.readouterr().out


def test_the_certificate_tells_a_wrong_structured_line(monkeypatch) -> None:
    model = sample("furuta_pendulum")
    assert lagr_gui.verify(model).holds
    right = Inertia.gyration
    monkeypatch.setattr(Inertia, "gyration", lambda self, *of: -right(self, *of))
    lagr_gui.pipeline.forget()
    found = lagr_gui.verify(model)
    lagr_gui.pipeline.forget()
    assert not found.holds
    assert found.structured["h"] > 1e-3
    assert max(found.deviations.values()) < 1e-10


ZERO = (
    "sin(q)^2 + cos(q)^2 - 1",
    "sin(a + b) - sin(a)*cos(b) - cos(a)*sin(b)",
    "cos(2*q) - 1 + 2*sin(q)^2",
    "(a + b)^2 - a^2 - 2*a*b - b^2",
    "sin(pi/2) - 1",
    "a/b - a*b^(-1)",
)
NOT_ZERO = (
    "sqrt(4*b) + 2*sqrt(b)",
    "sqrt(9) + 3",
    "sqrt(b)^2 + b",
    "abs(a) + a",
    "sin(a/2) + sin(a)",
    "a - a*(1 + 1/1000000000000)",
    "sin(q) + sin(2*q)/2",
)


@pytest.mark.parametrize("text", ZERO)
def test_what_vanishes_identically_is_found(text: str) -> None:
    assert Place().value(read(text)) == 0


@pytest.mark.parametrize("text", NOT_ZERO)
def test_what_does_not_vanish_is_never_taken_for_zero(text: str) -> None:
    assert Place().value(read(text)) != 0


def test_equal_multiples_of_an_angle_agree_however_they_are_written() -> None:
    place = Place()
    three = place.circle(read("3*q"))
    assert three == place.circle(read("q + 2*q"))
    assert place.value(read("0.1")) * 10 % (2**127 - 1) == place.value(read(str(Fraction(1))))
