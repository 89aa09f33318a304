"""Card decks on the command line and in Python."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import lagr_gui
from lagr_gui import pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.extensions.decks.deck import read_deck
from lagr_gui.extensions.decks.formac import read_formac
from lagr_gui.extensions.decks.tests.decks import SYSTEM_2, deck
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.numbers import parameter_values
from tests.acceptance.deck import CASES
from tests.ground.sources import ROOT

PAGE = (ROOT / "lagr_gui" / "extensions" / "decks" / "lagr-decks.md").read_text("utf-8")
CASE = json.loads((CASES / "S01_lagr_system2.json").read_text("utf-8"))


@pytest.fixture
def system2(tmp_path: Path) -> str:
    path = tmp_path / "system2.txt"
    path.write_text(SYSTEM_2)
    return str(path)


def answer(capsys, *words: str) -> dict:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def values() -> list[str]:
    """The parameters of the case as options, by the names of the cards where they have one."""
    given = dict(CASE["parameters"])
    cards = {"M1": "M(1)", "C10": "C(1,0)", "LA23": "LA0(2,3)"}
    for body in (1, 2, 3):
        rows = CASE["binet_inertia"].get(str(body), [[0.0] * 3] * 3)
        given |= {f"TH{body}{j + 1}{k + 1}": rows[j][k] for j in range(3) for k in range(j, 3)}
    options = [["--set", f"{cards.get(name, name)}={value!r}"] for name, value in given.items()]
    return ["--set", f"FU={CASE['FU'].replace('**', '^')}", *(w for o in options for w in o)]


def test_every_command_takes_a_deck(capsys, system2, tmp_path) -> None:
    assert answer(capsys, "check", system2)["degrees_of_freedom"] == 3
    assert answer(capsys, "equations", system2, "--special", "Q list 2")["entries"]
    states = tmp_path / "states.json"
    states.write_text(json.dumps(CASE["checks"]["states"]))
    found = answer(capsys, "evaluate", system2, "--states", str(states), *values())
    for own, expected in zip(found["states"], CASE["checks"]["states"], strict=True):
        assert own["qdd"] == pytest.approx(expected["qdd"], rel=1e-9)
    assert answer(capsys, "verify", system2, *values())["holds"]
    motion = CASE["checks"]["trajectory"]
    start = tmp_path / "start.json"
    start.write_text(json.dumps({"t": 0, "q": motion["q0"], "qd": motion["qd0"]}))
    words = ("--start", str(start), "--until", "3", *values())
    found = answer(capsys, "simulate", system2, *words)
    assert found["q_end"] == pytest.approx(motion["lagr_damper"]["q_end"], rel=1e-6)


def test_the_listing_holds_the_printed_results(capsys, system2) -> None:
    assert main(["equations", system2, "--as", "lagr"]) == 0
    text = capsys.readouterr().out
    assert all(len(line) <= 100 for line in text.splitlines())
    joined = re.sub(r"\n {4}", " ", text)
    lines = re.findall(r"^((?:G|GAM|KU)\([\d,]+\)) = (.*)$", joined, re.M)
    for _, result in lines:
        read_formac(result)
    names = {"g": "G", "Gamma": "GAM", "Q": "KU"}
    expected = []
    for cases, symbols in (
        (("general", "list_1", "special_a", "special_b"), ("g", "Gamma")),
        (("general", "special_a", "special_b"), ("Q",)),
    ):
        for case in cases:
            for symbol in symbols:
                keys = sorted(CASE["symbolic"][case][symbol])
                expected += [f"{names[symbol]}({key})" for key in keys]
    assert [name for name, _ in lines] == expected


def test_the_listing_begins_with_the_input(capsys, system2) -> None:
    """What is printed of the input is a deck of the same system."""
    assert main(["equations", system2, "--as", "lagr"]) == 0
    text = capsys.readouterr().out
    _, echo, *_ = text.split("\n\nINPUT DATA\n\n")
    cards = ["1", *(line[22:] for line in echo.split("\n\n")[0].splitlines())]
    (again,) = read_deck("\n".join(cards))
    assert lagr_gui.write_deck(again) == lagr_gui.write_deck(read_deck(SYSTEM_2)[0])


def test_a_system_without_cards_says_why_and_is_listed(capsys) -> None:
    sample = next(str(path) for path in sample_models() if path.stem == "four_bar")
    text = answer(capsys, "equations", sample, "--as", "lagr")["text"]
    assert "NO CARDS: Joint “C”" in text and "G(1,1) = " in text


def test_a_listing_of_any_model_and_of_one_case(capsys) -> None:
    sample = next(str(path) for path in sample_models() if path.stem == "lagr_system_2")
    text = answer(capsys, "equations", sample, "--as", "lagr", "--special", "b")["text"]
    assert "KU(2) = -GE*M(2)*R*SIN(Q(2))" in text.replace("M(2)*GE*R", "GE*M(2)*R")
    assert "GAM(1,3,2)" not in text


def test_import_writes_a_model_that_keeps_the_names_of_the_cards(capsys, system2, tmp_path) -> None:
    target = tmp_path / "system2.lagr"
    words = ("import", system2, "--from", "deck", "-o", str(target), *values())
    found = answer(capsys, *words)
    assert found["parameters"]["TH312"] == "TH(3,1,2): Binet inertia of body 3"
    model = pipeline.load(target)
    assert parameter_values(model)["C10"] == CASE["parameters"]["C10"]
    assert model.functions[0].expression == CASE["FU"]
    page = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    section = page.split("## lagr import\n")[1].split("\n## ")[0]
    assert all(f"`{key}`" in section for key in found)
    assert main(["import", system2]) == 0
    assert pipeline.read_text(capsys.readouterr().out).coordinates == ("q1", "q2", "q3")


def test_a_deck_is_exported_and_read_again(capsys, system2, tmp_path) -> None:
    target = tmp_path / "again.deck"
    assert main(["export", system2, "--to", "deck", "--out", str(target)]) == 0
    assert lagr_gui.load(target).joints == lagr_gui.load(system2).joints


def test_of_several_systems_one_must_be_chosen(capsys, tmp_path) -> None:
    path = tmp_path / "pair.deck"
    path.write_text(f"2{SYSTEM_2.partition('1')[2]}{deck().partition(chr(10))[2]}")
    assert main(["check", str(path)]) == 1
    assert "--system 1" in capsys.readouterr().err
    assert main(["import", str(path), "--system", "3"]) == 1
    assert "2 systems" in capsys.readouterr().err
    assert lagr_gui.load(path, system=2).coordinates == ("q1",)
    text = answer(capsys, "equations", str(path), "--as", "lagr")["text"]
    assert text.count("G(1,1) = ") > 4


@pytest.mark.parametrize(
    ("option", "words"),
    [("XX=1", "no parameter"), ("M(1)", "value is missing"), ("R=1+", "missing at the end")],
)
def test_a_value_that_cannot_be_set_is_told(capsys, system2, option: str, words: str) -> None:
    assert main(["evaluate", system2, "--set", option]) == 1
    assert words in capsys.readouterr().err


def test_an_unknown_import_and_export_are_told(capsys, system2) -> None:
    assert main(["import", system2, "--from", "punched tape"]) == 1
    assert main(["export", system2, "--to", "decks"]) == 1
    assert "deck" in capsys.readouterr().err


def test_the_faults_of_the_page_are_told_so(capsys, tmp_path) -> None:
    path = tmp_path / "broken.deck"
    path.write_text(SYSTEM_2.replace("'-SIN(Q(2))'", "'-SIN(Q(2)'"))
    assert main(["check", str(path)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.removeprefix("error: ") in PAGE
