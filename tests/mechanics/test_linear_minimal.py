"""Linear equations of bound systems in the coordinates that their conditions leave."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lagr_gui import LagrError, linearize_symbolic
from lagr_gui.algebra import Algebra
from lagr_gui.analysis.small_motions import closed_form
from lagr_gui.expression import called, read, write
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.mechanics.linear import SymbolicLinearization
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from tests.mechanics.test_linear_conditions import hung_on_a_rod
from tests.samples.gallery import sample


def minimal(model: Model, **choice: Any) -> SymbolicLinearization:
    return linearize_symbolic(model, minimal=True, **choice)


@pytest.mark.parametrize(
    ("name", "matrices"),
    [
        ("parallelogram", {"M": {(1, 1): "3*m*l^2"}, "K": {(1, 1): "-7/2*m*g*l*cos(q1)"}}),
        (
            "parabolic_slot",  # the curvature of the slot is 2 a
            {"K": {(1, 1): "c", (2, 2): "2*m*g*a"}},
        ),
        ("gear_train", {"D": {(1, 1): "k"}, "K": {}}),
        (
            "rack_and_pinion",
            {
                "M": {
                    (1, 1): "(m1/2 + m2)*r^2 + m3*l^2",
                    (1, 2): "m3*l^2",
                    (2, 1): "m3*l^2",
                    (2, 2): "m3*l^2",
                }
            },
        ),
    ],
)
def test_matrices_are_those_of_books(
    name: str, matrices: dict[str, dict[tuple[int, int], str]]
) -> None:
    found, algebra = minimal(sample(name)), Algebra()
    for symbol, table in matrices.items():
        entries = found.of(symbol)
        assert entries.keys() == table.keys()
        for at, entry in entries.items():
            gap = algebra.expression(entry.tree) - algebra.expression(read(table[at]))
            assert gap.is_zero, write(entry.tree)
    assert not found.of("J")


@pytest.mark.parametrize(("reduced", "length"), [(True, "0.8 - r*phi"), (False, "0.8 - x")])
def test_signs_are_those_of_the_place_and_told(reduced: bool, length: str) -> None:
    found = linearize_symbolic(sample("rack_and_pinion"), minimal=reduced)
    functions = {name for entry in found.entries for name, _ in called(entry.tree)}
    assert functions <= {"sin", "cos"}
    assert [note.endswith(f": {length} > 0") for note in found.notes] == [True]
    beyond = linearize_symbolic(sample("rack_and_pinion"), {"x": "2", "phi": "2/r"})
    assert [note.endswith(": 0.8 - x > 0") for note in beyond.notes] == []
    (spring,) = (t for t in beyond.of("r")[2,].terms if "element:Spring" in t.sources)
    assert write(spring.tree) == "0.4*c"


def test_a_point_on_a_rod_is_a_pendulum() -> None:
    found, algebra = minimal(hung_on_a_rod().model, at={"x": "0"}), Algebra()
    assert found.coordinates == ("x",)
    K = found.of("K")[1, 1].tree
    assert (algebra.expression(K) - algebra.expression(read("-m*g/y"))).is_zero, write(K)
    assert found.of("M")[1, 1].tree == read("m")


@pytest.mark.parametrize("name", ["slider_crank", "four_bar", "gear_train", "parabolic_slot"])
def test_a_general_place_gives_the_matrices_of_the_recursion(name: str) -> None:
    model = sample(name)
    found = minimal(model, inputs=prepare(model).reading.coordinates)
    assert found.deviation is not None and found.deviation < 1e-12
    assert all(term.sources for entry in found.entries for term in entry.terms)


def test_wrong_ones_are_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    right = closed_form.symbolic_linearization

    def wrong(*arguments: Any) -> SymbolicLinearization:
        found = right(*arguments)
        return replace(found, entries=tuple(e for e in found.entries if e.symbol != "K"))

    monkeypatch.setattr(closed_form, "symbolic_linearization", wrong)
    with pytest.raises(Disagreement):
        minimal(sample("parallelogram"))


@pytest.mark.parametrize(
    ("name", "at", "words"),
    [
        ("chaplygin_sleigh", {}, "Conditions on velocities"),
        ("flyball_governor", {}, "change with time"),
        ("andrews_squeezer", {}, "many terms"),
        ("slider_crank", {"rho": "0"}, "follows from the others"),
    ],
)
def test_where_there_are_none_it_is_said(name: str, at: dict[str, str], words: str) -> None:
    with pytest.raises(LagrError, match=words):
        minimal(sample(name), at=at)
    assert linearize_symbolic(sample(name), at, minimal=None).of("J")
