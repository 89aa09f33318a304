"""Whatever a file or a call holds, the answer is a problem with place, cause and remedy."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.cli.__main__ import main
from lagr_gui.foundation.languages import words_of
from lagr_gui.foundation.message import translated
from lagr_gui.foundation.problem import LagrError, Problem, Severity
from lagr_gui.model.files import read_text
from tests.model.hostile import DATA, FILES, SOUND
from tests.patience import without_hanging

HOSTILE = pytest.mark.parametrize("name", FILES)
COMMANDS = ("check", "equations", "evaluate", "simulate", "verify")


@pytest.fixture(autouse=True)
def _forget() -> None:
    """No result of a sound model stands in for that of a hostile one."""
    pipeline.forget()


def cases(table: dict[str, Any]) -> list[Any]:
    """The cases of a table."""
    return [pytest.param(case, id=name) for name, case in table.items()]


def complete(problems: Iterable[Problem]) -> bool:
    """Whether there is an error, and each problem tells all that a user needs."""
    found = list(problems)
    told = all(p.place.strip() and p.cause.strip() and p.remedy.strip() for p in found)
    return told and any(p.severity is Severity.ERROR for p in found)


def stored(name: str, tmp_path: Path) -> Path:
    """The hostile file of a name."""
    path = tmp_path / "model.lagr"
    path.write_bytes(FILES[name])
    return path


def test_the_model_that_is_changed_is_sound() -> None:
    report = pipeline.check(pipeline.read_text(json.dumps(SOUND)))
    assert report.sound and not report.problems


def test_every_command_goes_on_with_the_sound_model(tmp_path: Path) -> None:
    path = tmp_path / "model.lagr"
    path.write_text(json.dumps(SOUND), "utf-8")
    for command in COMMANDS:
        assert main([command, str(path)]) == 0
    assert main(["export", str(path), "--to", "latex", "--out", f"{path}.tex"]) == 0


@HOSTILE
def test_a_hostile_file_ends_in_problems(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = stored(name, tmp_path)
    with without_hanging():
        try:
            problems = pipeline.check(pipeline.load(path)).problems
        except LagrError as error:
            problems = error.problems
    assert complete(problems), problems
    assert list(tmp_path.iterdir()) == [path]


@HOSTILE
def test_the_check_of_a_hostile_file_says_what_is_wrong(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = stored(name, tmp_path)
    with without_hanging():
        assert main(["check", str(path)]) == 1
    told = capsys.readouterr()
    assert "error: " in told.out + told.err
    assert "Traceback" not in told.out + told.err


@HOSTILE
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_goes_on_with_a_hostile_file(
    name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = stored(name, tmp_path)
    with without_hanging():
        assert main([command, str(path), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert any(problem["severity"] == "error" for problem in told["problems"])


def test_equations_do_not_depend_on_what_was_derived_before() -> None:
    assert pipeline.equations(pipeline.read_text(json.dumps(SOUND)))
    with pytest.raises(LagrError):
        pipeline.equations(pipeline.read_text(json.dumps(DATA["circle of parameters"])))


@HOSTILE
def test_no_file_is_written_from_a_hostile_file(name: str, tmp_path: Path) -> None:
    path = stored(name, tmp_path)
    with without_hanging():
        assert main(["export", str(path), "--to", "latex", "--out", f"{path}.tex"]) == 1
    assert list(tmp_path.iterdir()) == [path]


STATES = {
    "no JSON": "[{",
    "nan": '[{"t": NaN, "q": [0, 0], "qd": [0, 0]}]',
    "infinity": '[{"t": 0, "q": [Infinity, 0], "qd": [0, 0]}]',
    "overflow": '[{"t": 0, "q": [1e999, 0], "qd": [0, 0]}]',
    "too few": '[{"t": 0, "q": [0], "qd": [0, 0]}]',
    "too many": '[{"t": 0, "q": [0, 0, 0], "qd": [0, 0, 0]}]',
    "text": '[{"t": "now", "q": [0, 0], "qd": [0, 0]}]',
    "code": '[{"t": 0, "q": ["__import__(os)", 0], "qd": [0, 0]}]',
    "null": '[{"t": 0, "q": null, "qd": [0, 0]}]',
    "truth": '[{"t": 0, "q": [true, 0], "qd": [0, 0]}]',
    "lists": '[{"t": 0, "q": [[0], [0]], "qd": [0, 0]}]',
    "digits": '[{"t": 0, "q": [' + "9" * 5000 + ', 0], "qd": [0, 0]}]',
    "huge whole number": '[{"t": 0, "q": [1' + "0" * 400 + ', 0], "qd": [0, 0]}]',
    "deep": "[" * 100_000,
    "number": "3",
    "numbers": "[3]",
    "states are a number": '{"states": 3}',
    "binary": "\x00\x01",
}


@pytest.mark.parametrize("states", cases(STATES))
def test_wrong_states_are_refused(
    states: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model, file = tmp_path / "model.lagr", tmp_path / "states.json"
    model.write_text(json.dumps(SOUND), "utf-8")
    file.write_text(states, "utf-8")
    with without_hanging():
        assert main(["evaluate", str(model), "--states", str(file)]) == 1
        assert main(["simulate", str(model), "--start", str(file)]) == 1
    assert capsys.readouterr().err.count("error: ") >= 2


CALLS = {
    "no such form": ["equations", "--form", "prettiest"],
    "no such special case": ["equations", "--special", "heavy"],
    "no such derivation": ["evaluate", "--derivation", "guess"],
    "no such solver": ["simulate", "--solver", "guess"],
    "until nan": ["simulate", "--until", "nan"],
    "until infinity": ["simulate", "--until", "inf"],
    "backwards": ["simulate", "--until", "-1"],
    "from nan": ["simulate", "--from", "nan"],
    "no tolerance": ["simulate", "--rtol", "0", "--atol", "0"],
    "negative tolerance": ["simulate", "--rtol", "-1"],
    "tolerance nan": ["simulate", "--rtol", "nan"],
    "no points": ["simulate", "--points", "0"],
    "negative points": ["simulate", "--points", "-5"],
    "too many points": ["simulate", "--points", str(10**18)],
    "file of no kind": ["simulate", "--out", "motion.exe"],
    "file in no folder": ["simulate", "--out", "missing/motion.csv"],
    "states of no file": ["evaluate", "--states", "missing.json"],
    "states of a folder": ["evaluate", "--states", "."],
}


@pytest.mark.parametrize("words", cases(CALLS))
def test_a_wrong_call_is_told(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    model = tmp_path / "model.lagr"
    model.write_text(json.dumps(SOUND), "utf-8")
    with without_hanging():
        assert main([words[0], str(model), *words[1:]]) == 1
    assert "error: " in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [model]


@pytest.mark.parametrize("count", ["0", "-3", "many"])
def test_an_option_of_the_wrong_sort_is_a_wrong_call(count: str, tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["verify", str(tmp_path / "model.lagr"), "--states", count])
    assert caught.value.code == 2


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_file_is_called_so(text: str) -> None:
    with pytest.raises(LagrError, match="It is no model: it is empty"):
        read_text(text, KINDS)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"format": "lagr-model"\n "version": 1}', "line 2: .* comma"),
        ('{"format": }', "a value is missing"),
        ('{"format" 3}', "a colon is missing"),
        ('{"format": "lagr', "has no end"),
        ("{} {}", "behind its end"),
        ("{format: 3}", "in quotes"),
        ("[" * 3000, "nested too deeply"),
    ],
)
def test_what_is_wrong_in_the_text_of_a_file_is_told_in_both_languages(
    text: str, words: str
) -> None:
    with pytest.raises(LagrError, match=words) as refused:
        read_text(text, KINDS)
    (problem,) = refused.value.problems
    german = translated(problem.cause, words_of("de"))
    assert german != problem.cause
    assert not set(german.lower().split()) & {"is", "a", "there", "too", "has", "behind"}
