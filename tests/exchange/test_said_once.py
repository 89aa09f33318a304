"""In the structured form results that are equal, up to sign, are said once."""

from __future__ import annotations

import re

import pytest

from lagr_gui import pipeline
from lagr_gui.exchange.json_sheet import sheet_json
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.typesetting.latex import LATEX
from lagr_gui.typesetting.letters import result_name
from lagr_gui.typesetting.sheet_latex import latex_section
from lagr_gui.typesetting.sheet_text import text_equations
from tests.samples.gallery import sample


@pytest.fixture(scope="module")
def arm() -> Sheet:
    return pipeline.equations(sample("robot_arm_6r"), "structured")


def test_the_text_says_every_right_side_once_and_names_stand_for_what_is_equal(arm: Sheet) -> None:
    lines = [line for line in text_equations(arm).splitlines() if line.startswith("  Gamma")]
    found = dict(line.split("    (")[0].strip().split(" = ") for line in lines)
    assert found.keys() == {entry.reference for entry in arm.of("Gamma")}
    told = [text for text in found.values() if "dot" in text]
    assert len(told) == len(set(told)) < 0.5 * len(found)
    assert (found["Gamma121"], found["Gamma211"]) == ("dot(e_1, h_1_2)", "-Gamma121")
    assert (found["Gamma132"], found["Gamma133"]) == ("dot(e_2, h_1_3)", "Gamma132")


def test_names_that_are_said_together_have_the_same_json(arm: Sheet) -> None:
    entries = {entry["name"]: entry for entry in sheet_json(arm)["entries"]}
    assert entries["Gamma211"]["equal_to"] == {"name": "Gamma121", "sign": -1}
    assert entries["Gamma133"]["equal_to"] == {"name": "Gamma132", "sign": 1}
    assert entries["Gamma133"]["text"] == entries["Gamma132"]["text"]
    assert entries["Gamma132"]["equal_to"] is None


def test_latex_names_every_symbol_once(arm: Sheet) -> None:
    text = latex_section(arm, "Gamma")
    names = re.findall(r"\\Gamma_\{[\d,]+\}", text)
    assert sorted(names) == sorted(
        LATEX.written(result_name("Gamma", entry.indices)) for entry in arm.of("Gamma")
    )
    assert text.count(r"\boldsymbol h") < 0.55 * len(names)
    assert r"\Gamma_{121} = {-}\Gamma_{211} =" in text
