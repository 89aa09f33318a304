"""The commands answer as docs/command-line.md says."""

from __future__ import annotations

import csv
import json
import re

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.exchange.documents.document import latex_document
from lagr_gui.expression import read
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.numbers import parameter_values
from tests.ground.sources import ROOT, TAKEN_OUT

SAMPLES = {path.stem: str(path) for path in sample_models()}
PAGE = (ROOT / "docs" / "command-line.md").read_text("utf-8")


def answer(capsys, *words: str) -> dict:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def documented(command: str) -> set[str]:
    """The keys that the page lists for a command."""
    section = PAGE.split(f"## lagr {command}\n")[1].split("\n## ")[0]
    rows = [row.split("|")[1] for row in section.splitlines() if row.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    return {name for name in named if name.isidentifier()}


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_check_finds_nothing_wrong_with_a_sample(capsys, name: str) -> None:
    found = answer(capsys, "check", SAMPLES[name])
    told = [*found["problems"], *found["mobility_problems"]]
    assert found["sound"] and all(problem["severity"] == "hint" for problem in told)
    bound = found["mobility"]["rank"]
    assert found["degrees_of_freedom"] == len(found["coordinates"]) - bound
    assert found["tree"] == (not found["cuts"])
    assert set(found) == documented("check") - {"dimensions"}  # told where they are asked for


def test_of_a_system_without_coordinates_nothing_is_told_as_computed(capsys, tmp_path) -> None:
    file = tmp_path / "still.lagr"
    file.write_text('{"format": "lagr-model", "version": 1, "name": "Still"}', "utf-8")
    assert main(["simulate", str(file)]) == 0
    said = capsys.readouterr().out
    assert "Nothing can move" in said and "steps" not in said and "Certified" not in said


def test_equations_read_back_and_name_their_sources(capsys) -> None:
    found = answer(capsys, "equations", SAMPLES["lagr_system_2"])
    assert documented("equations") <= set(found)
    for entry in found["entries"]:
        read(entry["text"])
        for term in entry["terms"]:
            read(term["text"])
            assert term["sources"]
    assert len(found["equations_of_motion"]) == 3


def test_the_equations_of_motion_hold_at_a_state(capsys) -> None:
    name = SAMPLES["double_pendulum"]
    found = answer(capsys, "equations", name)
    model = pipeline.load(name)
    (state,) = pipeline.evaluate(model, [{"t": 0, "q": [0.4, -0.3], "qd": [1.1, 0.7]}])
    values = parameter_values(model)
    point = {("q1", 0): 0.4, ("q2", 0): -0.3, ("q1", 1): 1.1, ("q2", 1): 0.7}
    point |= {("q1", 2): state.qdd[0], ("q2", 2): state.qdd[1]}
    for equation in found["equations_of_motion"]:
        left, right = (number(equation[side], values, point) for side in ("left", "right"))
        assert left == pytest.approx(right, rel=1e-12)


def number(text: str, values, point) -> float:
    def lookup(symbol):
        return point.get((symbol.name, symbol.order), values.get(symbol.name))

    return evaluate(read(text), FloatCarrier(), lookup)


def test_evaluate_gives_every_documented_quantity(capsys, tmp_path) -> None:
    states = tmp_path / "states.json"
    states.write_text(json.dumps([{"t": 0.1, "q": [0.3, 0.2], "qd": [1.0, -1.0]}]))
    found = answer(capsys, "evaluate", SAMPLES["double_pendulum"], "--states", str(states))
    (state,) = found["states"]
    assert set(state) == documented("evaluate") | {"t", "q", "qd"}
    g = np.array(state["g"])
    assert g.shape == (3, 3)
    assert g[1:, 1:] @ state["qdd"] + state["h"] == pytest.approx(state["Q"], rel=1e-12)


def test_simulate_tells_its_end_and_writes_the_motion(capsys, tmp_path) -> None:
    file = tmp_path / "motion.csv"
    words = ("simulate", SAMPLES["cart_pole"], "--until", "2", "--out", str(file))
    found = answer(capsys, *words)
    with_reactions = answer(capsys, *words, "--overwrite", "--reactions", "--output", "T")
    asked = {"reactions", "outputs", "output_units"}
    assert asked <= set(with_reactions)
    assert set(found) | set(with_reactions["reactions"]) | asked == documented("simulate")
    rows = list(csv.reader(file.read_text("utf-8").splitlines()))
    assert rows[0][:3] == ["t (s)", "x (m)", "theta (rad)"]
    assert float(rows[-1][1]) == found["q_end"][0]


def test_verify_agrees(capsys) -> None:
    found = answer(capsys, "verify", SAMPLES["furuta_pendulum"])
    assert found["holds"] and found["largest_deviation"] < 1e-10


@pytest.mark.parametrize("target", ["latex", "tex-document", "text", "json"])
def test_exports_are_written(capsys, tmp_path, target: str) -> None:
    file = tmp_path / "out"
    answer(capsys, "export", SAMPLES["spinning_top"], "--to", target, "--out", str(file))
    assert "theta" in file.read_text("utf-8")


@pytest.mark.skipif(bool(TAKEN_OUT), reason="two exports with one ending are compared")
def test_an_ending_that_one_export_has_tells_which_is_meant(capsys, tmp_path) -> None:
    named, told = tmp_path / "named.c", tmp_path / "told.c"
    answer(capsys, "export", SAMPLES["spinning_top"], "--to", "c", "--out", str(named))
    answer(capsys, "export", SAMPLES["spinning_top"], "--out", str(told))
    assert told.read_bytes() == named.read_bytes()
    assert main(["export", SAMPLES["spinning_top"], "--out", str(tmp_path / "a.html")]) == 1
    assert "Several exports end in .html. Name one: mathml, html." in capsys.readouterr().err


@pytest.mark.parametrize("name", ["lagr_system_2", "quadruped"])
def test_latex_documents_have_balanced_braces_and_environments(name: str) -> None:
    model = pipeline.load(SAMPLES[name])
    small = model if name == "lagr_system_2" else pipeline.load(SAMPLES["foucault_pendulum"])
    report = pipeline.check(small)
    trajectory = pipeline.simulate(small)
    text = latex_document(small, pipeline.equations(small), report.units, trajectory)
    bare = re.sub(r"\\[{}]", "", text)
    assert bare.count("{") == bare.count("}")
    begun = re.findall(r"\\begin\{(.*?)\}", text)
    assert sorted(begun) == sorted(re.findall(r"\\end\{(.*?)\}", text))
    assert not re.search(r"[^\x00-\u024f]", text), "pdflatex knows no other letters"


def test_report_does_the_main_job(capsys, tmp_path) -> None:
    found = answer(capsys, "report", SAMPLES["simple_pendulum"], "--out", str(tmp_path / "all"))
    for file in found["files"]:
        assert (tmp_path / "all" / file).stat().st_size > 50


def test_errors_are_told_on_one_line_each_with_status_1(capsys, tmp_path) -> None:
    assert main(["check", str(tmp_path / "missing.lagr")]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "missing.lagr" in line
    model = SAMPLES["simple_pendulum"]
    assert main(["equations", model, "--form", "shortst", "--json"]) == 1
    problem = json.loads(capsys.readouterr().out)["problems"][0]
    assert "shortest" in problem["remedy"]


def test_a_wrong_call_ends_with_status_2(capsys) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["deduce", "x.lagr"])
    assert caught.value.code == 2


@pytest.mark.parametrize(
    ("words", "offer"),
    [("simulate --untill 5", "--until"), ("equations --from=2", "--form"), ("check extra", "")],
)
def test_an_unknown_option_ends_with_the_usage_of_its_command(capsys, words, offer) -> None:
    command, *others = words.split()
    with pytest.raises(SystemExit) as ended:
        main([command, SAMPLES["double_pendulum"], *others])
    told = capsys.readouterr().err
    assert ended.value.code == 2 and told.startswith(f"usage: lagr {command} ")
    assert others[0] in told and (f"Did you mean “{offer}”?" in told) is bool(offer)


def test_what_an_option_names_is_told_as_a_problem(capsys) -> None:
    assert main(["equations", SAMPLES["double_pendulum"], "--form", "pretty"]) == 1
    assert "There is no such form" in capsys.readouterr().err
