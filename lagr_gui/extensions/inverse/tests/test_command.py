"""``lagr inverse`` answers as its page says, and tells what is wrong."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import numpy as np
import pytest

from lagr_gui.cli.__main__ import main
from lagr_gui.editing import edits
from lagr_gui.pipeline import load, save
from tests.cli.test_commands import SAMPLES, answer, documented
from tests.models.faulty import cart
from tests.models.test_values import pendulum, told


@pytest.mark.parametrize("ending", ["npz", "h5"])
def test_a_motion_goes_out_and_comes_in_at_the_command_line(ending, tmp_path, capsys) -> None:
    model = "sample_models/double_pendulum.lagr"
    file = tmp_path / f"motion.{ending}"
    assert main(["simulate", model, "--until", "0.5", "--out", str(file)]) == 0
    out = tmp_path / "forces.csv"
    assert main(["inverse", model, "--motion", str(file), "--out", str(out)]) == 0
    rows = list(csv.DictReader(io.StringIO(out.read_text("utf-8"))))
    forces = [float(v) for row in rows for k, v in row.items() if k.startswith("force on")]
    assert forces
    assert np.max(np.abs(forces)) < 1e-3  # it moves by itself


def test_inverse_takes_expressions_and_tables(capsys, tmp_path) -> None:
    motion, table = tmp_path / "motion.json", tmp_path / "table.csv"
    motion.write_text(json.dumps({"q1": "0.3*sin(2*t)", "q2": "t/10"}))
    t = np.linspace(0, 1, 41)
    columns = zip(t.tolist(), (0.3 * np.sin(2 * t)).tolist(), (t / 10).tolist(), strict=True)
    lines = ["t (s);q1 (rad);q2 (rad)", *(";".join(map(repr, row)) for row in columns)]
    table.write_text("\n".join(lines))
    name = SAMPLES["double_pendulum"]
    words = ("inverse", name, "--motion")
    exact = answer(capsys, *words, str(motion), "--from", "0", "--to", "1", "--points", "41")
    assert documented("inverse") - {"file"} <= set(exact)
    splined = answer(capsys, *words, str(table), "--out", str(tmp_path / "forces.csv"))
    assert np.array(splined["forces"]) == pytest.approx(np.array(exact["forces"]), abs=1e-4)
    assert (tmp_path / "forces.csv").read_text().startswith("t (s),q1,q2,q1',q2'")


def test_inverse_tells_what_is_wrong_with_a_motion(capsys, tmp_path) -> None:
    name = SAMPLES["double_pendulum"]
    assert main(["inverse", name, "--motion", "q3=t"]) == 1
    assert "no coordinate of this name" in capsys.readouterr().err
    broken = tmp_path / "broken.json"
    broken.write_text("[1, 2]")
    assert main(["inverse", name, "--motion", str(broken)]) == 1
    assert "no object of expressions" in capsys.readouterr().err


FAULTS = {
    "": "It is empty.",
    "t,q1,q2\n0,1\n": "Row 2 has 2 entries, the head has 3.",
    "t,q1,q2\n0,1,x\n": "Row 2, column “q2”: “x” is no number.",
    "t,q1,q1\n0,1,2\n": "The column “q1” occurs twice.",
    "t,q1,q2\n0,1,2\n": "It has 1 rows",
    "t,q1,q2\n" + "".join(f"{i},nan,0\n" for i in range(9)): "“nan” is no number",
    "q1,q2\n1,2\n": "a table has a column “t” of times too",
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_faulty_table_is_told_with_its_place(capsys, tmp_path, text: str) -> None:
    table = tmp_path / "table.csv"
    table.write_text(text)
    assert main(["inverse", SAMPLES["double_pendulum"], "--motion", str(table)]) == 1
    assert FAULTS[text] in capsys.readouterr().err


def test_a_model_may_list_the_motions_itself(capsys, tmp_path) -> None:
    name = SAMPLES["double_pendulum"]
    assert main(["inverse", name]) == 1
    assert "No coordinate is given a motion." in capsys.readouterr().err
    model = edits.set_motion(load(name), "q1", "0.3*sin(2*t)")
    model = edits.set_motion(model, "q2", "t/10")
    path = tmp_path / "driven.lagr"
    save(model, path)
    listed = answer(capsys, "inverse", str(path), "--to", "1")
    words = answer(capsys, "inverse", name, "--motion", "q1=0.3*sin(2*t), q2=t/10", "--to", "1")
    assert listed == words


def test_a_mixed_problem_is_given_in_words(capsys) -> None:
    name = SAMPLES["double_pendulum"]
    found = answer(capsys, "inverse", name, "--motion", "q1=0.2*sin(t)", "--to", "2")
    assert found["free"] == ["q2"] and found["energy_error"] < 1e-5


def test_a_motion_that_is_neither_expression_nor_file_says_both(capsys) -> None:
    assert main(["inverse", SAMPLES["simple_pendulum"], "--motion", "q1"]) == 1
    said = capsys.readouterr().err
    assert "neither an expression" in said and "q1=…" in said and "Errno" not in said


def test_a_mixed_problem_is_told_in_a_sentence(capsys) -> None:
    words = ["inverse", SAMPLES["cantilever"], "--motion", "q1=0.1*sin(t)", "--to", "0.5"]
    assert main(words) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert first.endswith("motion by expressions, the other coordinates simulated by DOP853")


@pytest.mark.parametrize("ending", [".csv", ".json"])
def test_tables_are_written_with_heads_and_rows_of_numbers(capsys, tmp_path, ending: str) -> None:
    file = tmp_path / f"table{ending}"
    words = ["--motion", "q1=t,q2=sin(t)", "--to", "1", "--points", "7", "--out", str(file)]
    assert main(["inverse", SAMPLES["double_pendulum"], *words]) == 0
    text = file.read_text("utf-8")
    if ending == ".json":
        assert isinstance(json.loads(text), dict)
        return
    heads, *rows = csv.reader(text.splitlines())
    assert len(rows) == 7 and all(len(row) == len(heads) for row in rows)
    assert np.isfinite(np.array(rows, float)).all()


def test_what_is_odd_about_a_model_is_told(capsys, tmp_path) -> None:
    system = cart()
    system.parameter("m", 2000.0, unit="g")
    save(system.model, tmp_path / "odd.lagr")
    words = ["--motion", "x=t", "--points", "3", "--to", "1"]
    found = answer(capsys, "inverse", str(tmp_path / "odd.lagr"), *words)
    assert "not in g" in found["warnings"][0]["cause"]


WRONG: dict[str, tuple[Any, str]] = {
    "no coordinate": (lambda s: s.inverse({"psi": "t"}), "Motion of “psi”"),
    "no motion": (lambda s: s.inverse({}), "Motion"),
    "a noise below 0": (lambda s: s.inverse({"t": range(7), "q": [0] * 7}, noise=-1), "Noise"),
    "times that are a number": (lambda s: s.inverse({"q": "t"}, 3), "Times"),
    "a motion that is a text": (lambda s: s.inverse("q=t"), "Motion"),
    "a table without times": (lambda s: s.inverse({"q": [1, 2]}), "Motion of “q”"),
    "a table of texts": (lambda s: s.inverse({"q": ["a"] * 9, "t": range(9)}), "Column “q”"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_question_that_cannot_be_answered_is_told_where_it_was_asked(name: str) -> None:
    run, words = WRONG[name]
    problems = told(lambda: run(pendulum()))
    assert words in " ".join(map(str, problems))
    assert all(p.place and p.cause and p.remedy for p in problems)


def test_an_unsound_model_is_told() -> None:
    system = pendulum()
    system.joint("revolute", 1, 9, "beta")
    assert told(lambda: system.inverse({"q": "t"}))
