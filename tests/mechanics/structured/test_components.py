"""Lines written out by components, against the numbers of the lines themselves."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.analysis.equations.lines import OF_STATES
from lagr_gui.expression import Symbol, symbols
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.mechanics.sheets.sheet import Definition, Entry, Sheet
from lagr_gui.mechanics.structured import SPACE, WrittenOut
from lagr_gui.model import Model
from lagr_gui.pipeline import LineKey, Lines, LineValues, State

SAMPLES = {path.stem: path for path in sample_models()}
QUICK = (
    *("double_pendulum", "spinning_top", "four_bar", "furuta_pendulum", "rolling_disc"),
    *("elastic_pendulum", "gear_train", "bennett", "cardan_shaft", "mass_spring_chain"),
)
EVERY_NTH = {"robot_arm_6r": 3, "quadruped": 29, "whipple_bicycle": 7, "flexible_arm": 5}


def key_of(line: Definition | Entry) -> LineKey:
    return line.name if isinstance(line, Definition) else (line.symbol, line.indices)


class Numbers:
    """The lines of a model in space at some state, and names by number."""

    def __init__(self, model: Model) -> None:
        self.model, self.sheet = model, pipeline.equations(model, "structured")
        draw = np.random.default_rng(11)
        q, qd = draw.uniform(0.2, 1.2, (2, len(self.sheet.coordinates)))
        self.lines = [*self.sheet.definitions, *self._results(self.sheet)]
        state = State(0.7, tuple(q.tolist()), tuple(qd.tolist()))
        self.found = self._values(self.lines, state)
        self.names: dict[str, float] = dict(parameter_values(model))
        self.names |= dict(zip(self.sheet.coordinates, q.tolist(), strict=True), t=0.7)
        rates = zip(self.sheet.coordinates, qd.tolist(), strict=True)
        self.names |= {f"{name}'": speed for name, speed in rates}
        singles = (own for own in self.found.definitions.items() if len(own[1]) == 1)
        self.names |= {name: numbers[0] for name, numbers in singles}

    @staticmethod
    def _results(sheet: Sheet) -> list[Entry]:
        return [entry for entry in sheet.entries if entry.symbol in OF_STATES]

    def _values(self, lines: list, state: State) -> LineValues:
        return pipeline.line_values(self.model, Lines.of(self.sheet, lines), state)

    def of(self, line: Definition | Entry) -> tuple[float, ...]:
        if isinstance(line, Definition):
            return self.found.definitions[line.name]
        return self.found.entries[line.symbol, line.indices]

    def turned(self, line: Definition | Entry, axes: str) -> np.ndarray:
        """The numbers of a line in axes: vectors Aᵀv, tensors AᵀTA, matrices of axes AᵀA_ν."""
        numbers = np.array(self.of(line))
        A = np.reshape(self.found.definitions[axes], (3, 3)) if axes != SPACE else np.eye(3)
        if len(numbers) == 1:
            return numbers
        if len(numbers) == 3:
            return A.T @ numbers
        T = numbers.reshape(3, 3)
        if isinstance(line, Entry) or line.stem == "C":
            return T
        return A.T @ T if line.stem == "A" else A.T @ T @ A

    def component(self, line: Definition | Entry, axes: str, place: str) -> float:
        where = tuple("xyz".index(letter) for letter in place)
        return float(self.turned(line, axes)[where or (0,)])


def agrees(numbers: Numbers, line: Definition | Entry, out: WrittenOut) -> None:
    known = {d.name: d for d in numbers.sheet.definitions}
    names = numbers.names | {
        name: numbers.component(known[own], out.axes, place)
        for name, (own, place) in out.names.items()
    }
    wanted = numbers.turned(line, out.axes)
    found = np.zeros_like(wanted)
    for part in out.parts:
        where = tuple("xyz".index(letter) for letter in part.place) or (0,)
        found[where] = evaluate(part.tree, FloatCarrier(), lambda symbol: names[str_of(symbol)])
        if line_is_symmetric(out):
            found[where[::-1]] = found[where]
    scale = max(1.0, float(np.abs(wanted).max()))
    assert found == pytest.approx(wanted, rel=1e-9, abs=1e-11 * scale), line.name


def str_of(symbol: Symbol) -> str:
    return symbol.name + "'" * symbol.order


def line_is_symmetric(out: WrittenOut) -> bool:
    return not {"yx", "zx", "zy"}.intersection(part.place for part in out.parts)


@pytest.mark.parametrize("name", [*QUICK, *EVERY_NTH])
def test_components_are_the_numbers_of_the_line_in_its_axes(name: str):
    numbers = Numbers(pipeline.load(SAMPLES[name]))
    lines = numbers.lines[:: EVERY_NTH.get(name, 1)]
    found = pipeline.written_out(numbers.model, [(key_of(line),) for line in lines])
    assert any(found)
    for line, out in zip(lines, found, strict=True):
        if out is not None:
            agrees(numbers, line, out)


def test_what_is_read_below_a_line_has_its_axes():
    numbers = Numbers(pipeline.load(SAMPLES["robot_arm_6r"]))
    (g32,) = (entry for entry in numbers.sheet.of("g") if entry.indices == (3, 2))
    names = [own for own in numbers.sheet.definitions if own.name in ("shat_3", "Bhat_3", "e_2")]
    top = key_of(g32)
    whole, *below = pipeline.written_out(
        numbers.model, [(top,), *((top, own.name) for own in names)]
    )
    assert whole is not None and whole.names
    for line, out in zip(names, below, strict=True):
        assert out is not None and out.axes == whole.axes
        agrees(numbers, line, out)


def test_a_line_that_is_short_is_written_out_to_coordinates_and_parameters():
    model = pipeline.load(SAMPLES["double_pendulum"])
    sheet = pipeline.equations(model, "structured")
    known = {*sheet.coordinates, *(p.name for p in model.parameters)}
    for entry in sheet.of("g"):
        (out,) = pipeline.written_out(model, [(key_of(entry),)])
        if {s.name for s in symbols(entry.tree)} <= known:
            assert out is None
        else:
            assert out is not None and not out.names
            assert {s.name for part in out.parts for s in symbols(part.tree)} <= known


def test_scalars_and_unknown_lines_have_no_components():
    model = pipeline.load(SAMPLES["robot_arm_6r"])
    assert pipeline.written_out(model, [("mhat_5",), ("nothing",)]) == (None, None)
