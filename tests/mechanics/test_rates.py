"""Dashpots along no straight line: D = k/2 ℓ̇², with ℓ and ℓ̇ written before their use."""

from __future__ import annotations

import pytest

from lagr_gui import pipeline
from lagr_gui.algebra.equality import equal
from lagr_gui.editing import edits
from lagr_gui.expression import read, write
from lagr_gui.typesetting import latex
from tests.samples.gallery import sample


def test_two_pendulums_with_a_dashpot_read_as_one_would_write_them() -> None:
    sheet = pipeline.equations(sample("two_pendulums_dashpot"))
    (D,) = sheet.of("D")
    assert [entry.name for entry in sheet.definitions] == ["ell_1", "elldot_1"]
    assert write(D.tree) == "k*elldot_1^2/2"
    assert latex(D.tree) == r"\tfrac12 k \dot\ell_1^2"


@pytest.mark.parametrize("form", ["collected", "multi-angle", "product"])
def test_what_names_stand_for_gives_the_other_forms(form: str) -> None:
    model = sample("two_pendulums_dashpot")
    named, plain = pipeline.equations(model), pipeline.equations(model, form=form)
    assert not plain.definitions
    for symbol in ("D", "Q"):
        pairs = zip(named.of(symbol), plain.of(symbol), strict=True)
        assert all(equal(named.written_out(a.tree), b.tree) for a, b in pairs)


def test_a_name_that_the_model_has_is_not_taken() -> None:
    model = sample("two_pendulums_dashpot")
    (place,) = (i for i, entry in enumerate(model.parameters) if entry.name == "k")
    model = edits.set_value(model, ("parameters", place, "name"), "elldot_1")
    model = edits.set_value(model, ("elements", 0, "k"), "elldot_1")
    model = edits.set_value(model, ("elements", 1, "k"), "elldot_1")
    sheet = pipeline.equations(model)
    assert [entry.name for entry in sheet.definitions] == ["ell_1", "elldotx_1"]
    (D,) = sheet.of("D")
    rate = next(entry for entry in sheet.definitions if entry.name == "elldotx_1")
    whole = read(f"elldot_1*({write(rate.tree)})^2/2")
    assert equal(sheet.written_out(D.tree), sheet.written_out(whole))
