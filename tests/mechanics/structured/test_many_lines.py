"""The structured form at any size: of results with too many lines none is made unasked."""

from __future__ import annotations

import pytest

from benchmarks.hanging import chain
from lagr_gui import pipeline
from lagr_gui.analysis.equations.structured import structured_of
from lagr_gui.foundation.problem import LagrError, TooLong
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.sheets.balance import equations_of_motion
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.mechanics.structured import derivation
from lagr_gui.mechanics.structured.inertia import Inertia
from lagr_gui.prepared import prepare

SAMPLES = {path.stem: path for path in sample_models()}


@pytest.fixture
def narrow(monkeypatch) -> None:
    """A limit that small systems meet."""
    monkeypatch.setattr(derivation, "MOST_LINES", {"g": 20, "Gamma": 20})


def sheet_of(model, **wishes) -> Sheet:
    return pipeline.equations(model, "structured", **wishes)


def test_of_a_long_chain_no_line_of_gamma_is_made(monkeypatch):
    """Nor one of g, beyond its limit; what is left out is told with its rule."""

    def made(*_: object) -> None:
        raise AssertionError("a Γ is made")

    monkeypatch.setattr(Inertia, "gyration", made)
    for links, lacking in ((30, ("Gamma",)), (72, ("g", "Gamma"))):
        sheet = sheet_of(chain(links, spatial=True))
        assert sheet.left_out == lacking and [note.code for note in sheet.notes] == [
            "left-out"
        ] * len(lacking)
        assert not sheet.of("Gamma") and len(sheet.of("Q")) == links
        assert len(sheet.entries) + len(sheet.definitions) < 60 * links
        assert equations_of_motion(sheet) == ()
        rule = str(sheet.notes[-1].cause)
        assert str(links**2 * (links + 1) // 2) in rule and "h_ρν" in rule


@pytest.mark.parametrize(
    "name", ["robot_arm_6r", "flexible_arm", "whipple_bicycle", "furuta_pendulum"]
)
def test_there_are_never_more_lines_than_are_counted_before(name):
    structured = structured_of(prepare(pipeline.load(SAMPLES[name])))
    g, gamma = structured.inertia.most
    assert len(structured.inertia.g()) <= g and len(structured.inertia.gamma()) <= gamma


def test_a_single_line_is_that_of_the_whole(monkeypatch):
    """By its name, written in either way; what is zero is not there."""
    model = chain(5, spatial=True)
    whole = sheet_of(model)
    monkeypatch.setattr(derivation, "MOST_LINES", {"g": 1, "Gamma": 1})
    for entry in (*whole.of("g"), *whole.of("Gamma")[::7]):
        told = ",".join(map(str, entry.indices))
        single = sheet_of(model, lines=[f"{entry.symbol}{told}"])
        assert [(e.symbol, e.indices, e.terms) for e in single.entries] == [
            (entry.symbol, entry.indices, entry.terms)
        ]
        names = {definition.name: definition.trees for definition in whole.definitions}
        assert all(names[own.name] == own.trees for own in single.definitions)
        assert equations_of_motion(single) == ()
    (swapped,) = sheet_of(model, lines=["Γ2_1_4"]).entries
    assert swapped.indices == (2, 4, 1)
    assert sheet_of(model, lines=["g99,1", "Gamma0,1,1"]).entries == ()


def test_what_needs_all_lines_says_that_there_are_too_many(narrow):
    structured = structured_of(prepare(chain(7, spatial=True)))
    for lines in (lambda: structured.g, lambda: structured.gamma):
        with pytest.raises(TooLong, match="single lines"):
            lines()
    with pytest.raises(LagrError, match="no name"):
        sheet_of(chain(3, spatial=True), lines=["Gamma1,2"])
