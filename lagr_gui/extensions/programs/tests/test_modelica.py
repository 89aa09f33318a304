"""Models in Modelica: read by a small reader, and their equations solved as they stand."""

from __future__ import annotations

import re
import runpy
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import GROUND, System, modelica_model
from lagr_gui.extensions.programs.describing import describe
from lagr_gui.extensions.programs.tests.test_program_outputs import everything, near, seen, showing
from lagr_gui.extensions.programs.tests.test_program_tables import carts, known, states
from lagr_gui.extensions.programs.tests.test_programs import LIMITED, evaluated, met
from lagr_gui.foundation.problem import Unprintable
from lagr_gui.numerics import rank, scales
from lagr_gui.prepared import Prepared, prepare
from tests.samples.gallery import SMOOTH, sample

DECLARED = re.compile(
    r"(?P<sort>(?:final )?(?:parameter |output )?)Real (?P<name>\w+)(?:\((?P<inside>.*?)\))?"
    r'(?: = (?P<value>.*?))?(?: "(?:[^"\\]|\\.)*")?;$'
)
KNOWN = set(
    re.findall(
        r"\w+",
        "sin cos tan asin acos atan atan2 sinh cosh tanh exp log log10 sqrt noEvent abs min max "
        "sign if then else der time floor piece_at entry_at",
    )
)
MANY = [name for name in SMOOTH if name not in LIMITED]


@dataclass
class Read:
    """What stands in a model: declarations with their values, and equations."""

    parameters: dict[str, str]
    variables: dict[str, str | None]
    starts: dict[str, float]
    equations: list[tuple[str, str]]
    outputs: list[str]
    functions: list[str]


def read(text: str) -> Read:
    """Every line is what a flat model may hold; every name is declared, once."""
    text, functions = taken(text)
    lines = [line.strip() for line in text.splitlines() if not line.strip().startswith("//")]
    name = re.match(r'model (\w+) "', lines[0]).group(1)
    assert lines[-1] == f"end {name};"
    assert re.fullmatch(r"annotation\(experiment\(.*\)\);", lines[-2])
    middle = lines.index("equation")
    found = Read({}, {}, {}, [], [], functions)
    for line in lines[1:middle]:
        if line == "protected":
            continue
        entry = DECLARED.match(line)
        assert entry, line
        own = found.parameters if "parameter" in entry["sort"] else found.variables
        assert entry["name"] not in {**found.parameters, **found.variables}
        own[entry["name"]] = entry["value"]
        if "output" in entry["sort"]:
            found.outputs.append(entry["name"])
        if start := re.search(r"start = ([^,)]+), fixed = true", entry["inside"] or ""):
            found.starts[entry["name"]] = float(start[1])
    for line in lines[middle + 1 : -2]:
        left, _, right = line.removesuffix(";").partition(" = ")
        assert line.endswith(";")
        assert right
        found.equations.append((left, right))
    words = [word for pair in found.equations for side in pair for word in names(side)]
    words += [w for v in (*found.parameters.values(), *found.variables.values()) for w in names(v)]
    tables = {own.partition(" = ")[0] for own in functions if " = [" in own}
    assert set(words) <= {*found.parameters, *found.variables, *KNOWN, *tables}
    return found


STATEMENTS = (
    (r"while (.*) loop", r"while \1:"),
    (r"if (.*) then", r"if \1:"),
    (r"else", "else:"),
    (r"assert\((.*), (\".*\")\);", r"assert \1, \2"),
    (r"(\w+) := (.*);", r"\1 = \2"),
)
"""Statements of functions in Modelica, and the same in Python."""


def taken(text: str) -> tuple[str, list[str]]:
    """A model without functions and tables, and these in Python."""
    found: list[str] = []
    for name, count, numbers in re.findall(
        r"constant Real (\w+)\[(\d+)\] = \{(.*?)\};", text, re.S
    ):
        row = [float(entry) for entry in numbers.split(",")]
        assert len(row) == int(count)
        found.append(f"{name} = {row}")
    for whole, name in re.findall(r"(  function (\w+) .*?end \2;)", text, re.S):
        head, _, body = whole.partition("algorithm\n")
        taking = re.findall(r"input Real (\w+)(?:\[:\])?;", head)
        assert re.findall(r"output Real (\w+);", head) == ["found"]
        lines, depth = [f"def {name}({', '.join(taking)}):"], 1
        for line in map(str.strip, body.splitlines()[:-1]):
            if line in ("end while;", "end if;"):
                depth -= 1
                continue
            own = next(re.sub(a, b, line) for a, b in STATEMENTS if re.fullmatch(a, line))
            lines.append("    " * (depth - (own == "else:")) + own)
            depth += own.endswith(":") and own != "else:"
        found += [*lines, "    return found"]
    text = re.sub(r"  constant Real .*?\};\n", "", text, flags=re.S)
    return re.sub(r"  function (\w+) .*?end \1;\n", "", text, flags=re.S), found


LOOKING = """
class Row(list):
    def __getitem__(self, place): return list.__getitem__(self, place - 1) if place > 0 else 1 / 0
def div(a, b): return a // b
def size(row, axis): return len(row)
def integer(x): return floor(x)
"""


def names(text: str | None) -> list[str]:
    return re.findall(r"(?<![\w.])[A-Za-z_]\w*", text or "")


def python(text: str) -> str:
    """An expression of Modelica in Python."""
    assert not re.search(r"[*/+-] -", text), "two signs follow each other"
    text = re.sub(r"if (noEvent\(.*?\)) then ([\d.]+) else ([\d.]+)", r"\2 if \1 else \3", text)
    return text.replace("^", "**")


def module(found: Read, folder: Path) -> dict:
    """A function that gives residuals, accelerations and energies, as a module of its own."""
    lines = [
        "from math import *",
        LOOKING,
        *(re.sub(r"^(\w+) = (\[.*)$", r"\1 = Row(\2)", line) for line in found.functions),
        "def noEvent(x): return x",
        "def sign(x): return (x > 0) - (x < 0)",
        "def solve(time, state, unknown):",
    ]
    lines += [f"    {name} = {python(value)}" for name, value in found.parameters.items()]
    lines += [f"    {n} = {python(v)}" for n, v in found.variables.items() if v is not None]
    lines += [f"    {name} = state[{name!r}]" for name in found.starts]
    rates = [pair for pair in found.equations if pair[0].startswith("der(")]
    others = [pair for pair in found.equations if pair not in rates]
    given = {left for left, _ in others if left in found.variables}
    unknown = [
        name
        for name, value in found.variables.items()
        if value is None and name not in given and name not in found.starts
    ]
    lines += [f"    {name} = unknown[{name!r}]" for name in unknown]
    lines.append("    residuals = []")
    for left, right in others:
        if left in given:
            lines.append(f"    {left} = {python(right)}")
        else:
            lines.append(f"    residuals.append(({python(left)}) - ({python(right)}))")
    rated = ", ".join(f"{left[4:-1]!r}: {right}" for left, right in rates)
    lines.append(f"    rates = {{{rated}}}")
    shown = ", ".join(found.outputs)
    lines.append(f"    return residuals, rates, kinetic_energy + potential_energy, [{shown}]")
    file = folder / "translated.py"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return {"solve": runpy.run_path(str(file))["solve"], "unknown": unknown}


def solved(
    made: dict, time: float, state: dict[str, float]
) -> tuple[dict[str, float], float, list[float]]:
    """Rates, energy and outputs; what is unknown stands linearly in the equations."""
    unknown = made["unknown"]
    zero = dict.fromkeys(unknown, 0.0)
    if not unknown:
        return made["solve"](time, state, zero)[1:]
    first = np.array(made["solve"](time, state, zero)[0])
    assert len(first) == len(unknown)
    step = max(1.0, float(np.max(np.abs(first))))
    moved = [made["solve"](time, state, zero | {u: step})[0] for u in unknown]
    columns = [(np.array(residuals) - first) / step for residuals in moved]
    found = np.linalg.solve(np.array(columns).T, -first)
    return made["solve"](time, state, dict(zip(unknown, found, strict=True)))[1:]


def bound_by(prepared: Prepared, state: np.ndarray) -> int:
    """How many conditions are independent at a state."""
    f = len(prepared.coordinates)
    if prepared.conditions is None:
        return 0
    found = prepared.conditions.at(state[0], state[1 : 1 + f], state[1 + f :])
    return rank(found.rows, scales(found.g))


@pytest.mark.parametrize("name", MANY)
def test_a_model_gives_the_accelerations_of_this_program(name: str, tmp_path: Path) -> None:
    model = sample(name)
    prepared = prepare(model)
    found = read(modelica_model(model))
    free = [n for n, value in found.variables.items() if value is None]
    assert len(found.equations) == len(free)
    start = list(found.starts.values())
    assert start[0::2] == list(prepared.start.q)
    assert start[1::2] == list(prepared.start.qd)
    made, f = module(found, tmp_path), len(prepared.coordinates)
    held = sum(word.startswith("lambda_") for word in found.variables)
    states = np.array([s for s in met(prepared)[:30] if bound_by(prepared, s) == held])
    assert len(states) >= 10
    known, sound = evaluated(prepared, states)
    own = list(found.starts)
    right = 0
    for row, qdd, usual in zip(states, known, sound, strict=True):
        if not usual:
            continue
        state = dict(zip(own[0::2], row[1 : 1 + f], strict=True))
        state |= dict(zip(own[1::2], row[1 + f :], strict=True))
        rates, _, _ = solved(made, row[0], {key: float(x) for key, x in state.items()})
        assert [rates[q] for q in own[0::2]] == row[1 + f :].tolist()
        wrong = np.abs(np.array([rates[v] for v in own[1::2]]) - qdd)
        right += np.max(wrong) <= 1e-8 * max(np.max(np.abs(qdd)), 1e-300)
    assert right >= 0.9 * np.sum(sound)
    assert right > 0


@pytest.mark.parametrize("name", MANY)
def test_a_model_shows_what_sensors_show(name: str, tmp_path: Path) -> None:
    """Where no conditions share what outputs tell of; those that do are left out, and told."""
    plain = sample(name)
    model = showing(plain, everything(plain))
    motion, known = seen(model)
    text = modelica_model(model)
    found, program = read(text), describe(prepare(model))
    lost = [e.title.line for e, shared in zip(program.shown, program.shared, strict=True) if shared]
    words = " ".join(text.replace("\n  //", " ").split())
    assert all(" ".join(name.split()) in words.partition("are left out: ")[2] for name in lost)
    shown = [entry for entry in program.shown if entry.title.line not in lost]
    assert len(found.outputs) == len(shown)
    made, names = module(found, tmp_path), list(found.starts)
    rows: list[list[float]] = []
    for t, q, qd in zip(motion.t, motion.q, motion.qd, strict=True):
        state = dict(zip(names[0::2], q, strict=True)) | dict(zip(names[1::2], qd, strict=True))
        rows.append(solved(made, t, {key: float(x) for key, x in state.items()})[2])
    values = np.column_stack([known[entry.title.line] for entry in shown])
    near(np.array(rows), values, [entry.unit.line for entry in shown], 1e-8)


def test_outputs_are_declared_with_units_and_names_of_their_own() -> None:
    model = showing(sample("double_pendulum"), ["der = position(1).x", "phi.1 = T + U", "balance"])
    text = modelica_model(model)
    assert 'output Real der_(unit = "m") "der = position(1).x";' in text
    assert "are left out: phi.1 = T + U; balance" in text
    assert read(text).outputs[0] == "der_"


def test_words_of_modelica_are_no_names_of_parameters(tmp_path: Path) -> None:
    words = ("der", "final", "z3_d", "c1", "Real", "time", "phi_dd", "lambda_1")
    for mass in words:
        system = System("Bob", l=0.5, **{mass: 2.0})
        bob = system.body('the "bob" \\', mass=mass)
        system.joint("revolute", GROUND, bob, "phi", name='a "b" \\', point_child=(0, "l", 0))
        system.start(phi=0.7)
        found = read(modelica_model(system.model))
        assert list(found.parameters)[:3] == ["g", "l", f"{mass}_"]
        rates, _, _ = solved(module(found, tmp_path), 0.0, {"phi": 0.7, "phi_d": 0.0})
        assert np.isclose(rates["phi_d"], -9.81 * np.sin(0.7) / 0.5)


def test_impacts_that_act_on_each_other_are_refused_by_name() -> None:
    with pytest.raises(Unprintable, match=r"contact 1-2.*act on other limits"):
        modelica_model(sample("newtons_cradle"))


def test_a_model_has_the_curves_of_tables_to_their_ends(tmp_path: Path) -> None:
    """Each of the curves and ends, at points, beside them and far off; and no value outside."""
    prepared = carts("hold", "periodic", "linear")
    made = module(read(modelica_model(prepared.model)), tmp_path)
    rows = states(prepared, -4, 5)
    assert_near_accelerations(made, prepared, rows)
    (tmp_path / "limited").mkdir()
    limited = carts("error")
    made = module(read(modelica_model(limited.model)), tmp_path / "limited")
    assert_near_accelerations(made, limited, states(limited, -1, 2))
    with pytest.raises(AssertionError, match="no value there"):
        rates_of(made, limited, np.array([0.5, *[2.1] * 4, *[0.0] * 4]))


def assert_near_accelerations(made: dict, prepared: Prepared, rows: np.ndarray) -> None:
    here, f = known(prepared, rows), len(prepared.coordinates)
    found = [
        [rates_of(made, prepared, row)[f"{q}_d"] for q in prepared.coordinates] for row in rows
    ]
    assert len(found[0]) == f and np.isfinite(here).all()
    assert np.max(np.abs(np.array(found) - here)) <= 1e-12 * np.max(np.abs(here))


def rates_of(made: dict, prepared: Prepared, row: np.ndarray) -> dict[str, float]:
    names = [*prepared.coordinates, *(f"{q}_d" for q in prepared.coordinates)]
    return solved(made, float(row[0]), dict(zip(names, map(float, row[1:]), strict=True)))[0]


def test_no_opposite_of_an_opposite_is_written() -> None:
    text = modelica_model(sample("four_bar"))
    assert "-(-" not in "".join(line for line in text.splitlines() if " = " in line)
