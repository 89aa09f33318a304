"""Every option: documented, accepted as documented, and refused with words where it is wrong."""

from __future__ import annotations

import csv
import json
import re
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from lagr_gui.cli import waiting
from lagr_gui.cli.__main__ import main
from lagr_gui.cli.commands import ALONG, COMMANDS
from lagr_gui.cli.program import parser
from tests.cli.test_commands import PAGE, SAMPLES
from tests.ground.sources import TAKEN_OUT, of_extensions
from tests.patience import PATIENCE

PENDULUM = SAMPLES["simple_pendulum"]
DOUBLE = SAMPLES["double_pendulum"]
NEEDED = {"table": ["--name", "F", "--from", "f.csv"]} | {
    "response": ["--input", "q1"],
    "export": ["--to", "text"],
    "sweep": ["--vary", "q1=1,2", "--out", "sweep.h5"],
    "fit": ["measured.csv", "--vary", "q1"],
    "sensitivities": ["--vary", "q1"],
    "locus": ["--vary", "l=1,2"],
    "stability": ["--vary", "l=1,2"],
    "basins": ["--vary", "q1=1,2"],
    "periodic": ["--period", "2"],
    "film": ["--out", "film.gif"],
    "compare": [str(PENDULUM)],
}
"""Options that a command cannot do without."""
WITHOUT_OUTPUTS = {*ALONG, "fit", "stability", "periodic"}
LIKE_SIMULATE = {*WITHOUT_OUTPUTS, "sweep", "sensitivities", "section", "basins", "film"}
"""Commands that have its options."""
SIMULATE = next(section for section in PAGE.split("\n## ") if section.startswith("lagr simulate"))


def section(command: str) -> str:
    """What the page says of a command; those along a motion have the options of `simulate`."""
    (own,) = [part for part in PAGE.split("\n## ") if part.startswith(f"lagr {command}\n")]
    return own + SIMULATE if command in LIKE_SIMULATE else own


def options_of(command: str, capsys: Any) -> set[str]:
    """The options that a command has, by its own help."""
    with pytest.raises(SystemExit):
        main([command, "--help"])
    text = capsys.readouterr().out
    return set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", text)) - {"-h", "--help", "--json", "-o"}


@pytest.mark.parametrize("command", COMMANDS)
def test_what_names_a_file_to_write_has_one_letter_too(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    text = capsys.readouterr().out
    assert ("--out " in text) == ("-o " in text)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_on_the_page(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = section(command)
    missing = {name for name in options_of(command, capsys) if name not in told}
    assert not missing


@pytest.mark.skipif(bool(TAKEN_OUT), reason="the page has the options of all extensions")
@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_the_page_is_there(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    usage = "\n".join(line for line in section(command).splitlines() if line.startswith("    "))
    told = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", usage)) - {"--json", "--allow-fmu"}
    if command in LIKE_SIMULATE:
        of_simulate = {"--reactions", "--axes", "--changes"}
        told -= of_simulate | ({"--output"} if command in WITHOUT_OUTPUTS else set())
    assert told <= options_of(command, capsys)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_says_what_each_option_is_for(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    text = capsys.readouterr().out
    assert ended.value.code == 0 and COMMANDS[command].split()[0] in text
    assert command in parser().format_help()


GOOD = [
    "check --set m=2 --set l=0.5",
    "check --set l=0,5",
    "equations --form collected",
    "equations --form multi-angle --side one",
    "equations --form product --name-parts",
    "equations --form structured",
    "equations --as latex",
    "equations --as json",
    "equations --as lagr",
    "equations --formalism hamilton",
    "equations --formalism boltzmann-hamel --quasi body",
    "equations --formalism newton-euler",
    "equations --coordinates absolute",
    "evaluate --derivation closed --axes joint",
    "evaluate --set g=1.62",
    "simulate --until 0.1 --points 5 --reactions",
    "simulate --until 0.1 --rtol 1e-6 --atol 1e-8 --solver RK45",
    "simulate --from 0.05 --until 0.1",
    "energy --until 0.1 --points 5",
    "equilibrium --near q1=3 --time 0 --seed 3",
    "linearize --at start",
    "linearize --inputs q1 --outputs q1,q1'",
    "linearize --symbolic --place q1=0 --as latex",
    "modes --velocities q1=0",
    "response --input q1 --from 0.1 --to 9 --points 20 --linear",
    "verify --states 3 --seed 4",
    "export --to text",
    "export --to latex --form collected --side one",
    "export --to json",
    "export --to deck",
    *chain.from_iterable(of_extensions("calls", "GOOD")),
]


@pytest.mark.parametrize("words", GOOD)
def test_what_is_documented_is_accepted(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, *others = words.split()
    assert main([command, PENDULUM, *others]) == 0, capsys.readouterr().err
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("words", GOOD)
def test_in_json_the_same_is_one_object(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, *others = words.split()
    assert main([command, PENDULUM, *others, "--json"]) == 0
    told = capsys.readouterr()
    found = json.loads(told.out)
    assert isinstance(found, dict) and found and "problems" not in set(found) - {"problems"}
    assert "NaN" not in told.out and "Infinity" not in told.out


WRONG_CALLS = [
    "simulate --until soon",
    "simulate --until 1_000",
    "simulate --until ٣",
    "simulate --points many",
    "simulate --points 2.5",
    "simulate --rtol x",
    "simulate --atol 1e",
    "simulate --until",
    "simulate --no-such-option",
    "energy --points -x",
    "equations --as pdf",
    "equations --as",
    "linearize --as pdf",
    "equilibrium --seed one",
    "equilibrium --time now",
    "verify --states few",
    "verify --seed x",
    "verify --states 0",
    "verify --states 100000000",
    "simulate --rtol -1e-3",
    "response --from low --input q1",
    "response --points 0 --input q1",
    "response",
    "import --system first",
    "export",
    "nothing",
    "",
    *chain.from_iterable(of_extensions("calls", "WRONG_CALLS")),
]


@pytest.mark.parametrize("words", WRONG_CALLS)
def test_a_wrong_call_ends_with_usage_and_status_2(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command, *others = words.split() or [""]
    call = [command, PENDULUM, *others] if command else []
    with pytest.raises(SystemExit) as ended:
        main(call)
    told = capsys.readouterr()
    assert ended.value.code == 2 and not told.out
    assert told.err.startswith("usage: lagr")
    assert "Traceback" not in told.err


WRONG_VALUES = {
    "check --set nope=1": "There is no parameter or function “nope”",
    "check --set m": "A value is missing",
    "check --set m=(": "Column",
    "check --set m=": "A value is missing",
    "check --set =3": "There is no parameter",
    "check --special hanging": "special",
    "equations --form pretty": "There is no such form",
    "equations --special none": "special",
    "equations --formalism newton": "",
    "equations --side left": "",
    "equations --formalism boltzmann-hamel --quasi q1": "",
    "equations --formalism boltzmann-hamel --quasi q1=": "",
    "equations --coordinates polar": "",
    "evaluate --states missing.json": "missing.json",
    "evaluate --derivation guess": "",
    "evaluate --axes moon": "",
    "evaluate --special x": "special",
    "simulate --until nan": "",
    "simulate --until inf": "",
    "simulate --until -1": "",
    "simulate --rtol 0": "",
    "simulate --solver Euler": "",
    "simulate --start missing.json": "missing.json",
    "simulate --out motion.pdf": "Use .csv, .npz, .h5, .hdf5 or .json",
    "simulate --from 5 --until 1": "",
    "simulate --output a=q1 --output a=E": "given twice",
    "simulate --output q1=E": "is taken",
    "energy --solver Euler": "",
    "energy --out energy.txt": "Use .csv or .json",
    "equilibrium --near q9=1": "",
    "equilibrium --near q1=x": "",
    "equilibrium --near q1": "gives no value",
    "equilibrium --near q1=1,q1=2": "given twice",
    "equilibrium --velocities z=1": "",
    "linearize --at missing.json": "missing.json",
    "linearize --inputs zzz": "",
    "linearize --outputs (": "",
    "linearize --outputs zzz": "",
    "linearize --velocities q9=1": "",
    "linearize --symbolic --place q9=1": "",
    "linearize --symbolic --place q1=(": "",
    "linearize --symbolic --form structured": "",
    "modes --at missing.json": "missing.json",
    "modes --special x": "special",
    "response --input zzz": "",
    "response --input q1 --output zzz": "",
    "response --input q1 --from 5 --to 1": "",
    "response --input q1 --from -1": "",
    "response --input q1 --out x.pdf": "Use .csv or .json",
    "verify --special x": "special",
    "export --to docx": "There is no export of this name",
    "export --to tex-document --language fr": "",
    "export --to text --form x": "There is no such form",
    "import --from cad": "There is no import of this name",
    "report --language fr": "",
    "report --special x": "special",
}
for _values in of_extensions("calls", "WRONG_VALUES"):
    WRONG_VALUES |= _values


@pytest.mark.parametrize("words", WRONG_VALUES)
def test_a_wrong_value_is_told_with_place_cause_and_remedy(
    words: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(waiting, "FIRST", PATIENCE)  # on a slow machine too it is the only line
    command, *others = words.split()
    assert main([command, PENDULUM, *others, "--json"]) == 1, capsys.readouterr().out[:300]
    told = capsys.readouterr()
    problems = json.loads(told.out)["problems"]
    assert problems and WRONG_VALUES[words] in told.err
    for problem in problems:
        assert problem["place"] and problem["cause"] and problem["remedy"] and problem["code"]
    assert len(told.err.strip().splitlines()) == len(problems), "one line each"
    assert all(line.startswith(("error: ", "warning: ")) for line in told.err.splitlines())
    assert not list(tmp_path.iterdir()), "nothing is written"


FILES = {
    "empty": "",
    "no json": "{",
    "a list of numbers": "[1, 2]",
    "nan": '[{"q": [NaN]}]',
    "too few": '[{"q": []}]',
    "too many": '[{"q": [1, 2, 3]}]',
    "texts": '[{"q": ["x("]}]',
    "a key twice": '[{"q": [1], "q": [2]}]',
    "no number": '[{"t": "now", "q": [1], "qd": [0]}]',
    "nested": "[" * 100000,
    "velocities": '[{"q": [0.1], "qd": [1, 2]}]',
    "infinite": '[{"q": [1e999]}]',
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    "command", ["evaluate --states", "linearize --at", "modes --at", "simulate --until 0.1 --start"]
)
def test_a_faulty_file_of_states_is_told(
    name: str, command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "states.json"
    file.write_text(FILES[name], "utf-8")
    first, *others = command.split()
    assert main([first, PENDULUM, *others, str(file), "--json"]) == 1
    told = capsys.readouterr()
    for problem in json.loads(told.out)["problems"]:
        assert problem["place"] and problem["cause"] and problem["remedy"]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_model_that_is_not_there_is_told_by_every_command(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    needed = NEEDED.get(command, [])
    assert main([command, str(tmp_path / "gone.lagr"), *needed]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("error: ") and "gone.lagr" in line


@pytest.mark.parametrize("command", COMMANDS)
def test_a_damaged_model_is_told_by_every_command(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    whole = Path(DOUBLE).read_text("utf-8")
    needed = NEEDED.get(command, [])
    for part in (0.2, 0.7, 0.99):
        file = tmp_path / "cut.lagr"
        file.write_text(whole[: int(len(whole) * part)], "utf-8")
        assert main([command, str(file), *needed]) == 1
        told = capsys.readouterr().err
        assert re.search(r"^error: File, line \d+: ", told) and "Traceback" not in told


@pytest.mark.parametrize("command", sorted({"simulate", "energy", "response"}))
@pytest.mark.parametrize("ending", [".csv", ".json"])
def test_tables_are_written_with_heads_and_rows_of_numbers(
    command: str, ending: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / f"table{ending}"
    needed = {
        "simulate": ["--until", "0.2", "--points", "7"],
        "energy": ["--until", "0.2", "--points", "7"],
        "response": ["--input", "q1", "--from", "1", "--to", "2", "--points", "7"],
    }[command]
    assert main([command, PENDULUM, *needed, "--out", str(file)]) == 0
    assert str(file) in capsys.readouterr().out or file.exists()
    text = file.read_text("utf-8")
    if ending == ".json":
        assert isinstance(json.loads(text), dict)
        return
    heads, *rows = csv.reader(text.splitlines())
    assert len(rows) >= 7 and all(len(row) == len(heads) for row in rows)
    assert all(float(entry) == float(entry) for row in rows for entry in row)


@pytest.mark.parametrize("command", ["simulate", "export", "report", "import"])
def test_the_model_itself_is_never_overwritten(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "model.lagr"
    text = Path(PENDULUM).read_text("utf-8")
    file.write_text(text, "utf-8")
    needed = {"export": ["--to", "text"]}.get(command, [])
    assert main([command, str(file), *needed, "--out", str(file)]) == 1
    assert file.read_text("utf-8") == text
    assert "error: " in capsys.readouterr().err
