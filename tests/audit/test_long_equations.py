"""Equations that are too long in closed form are certified as they are read: in vectors."""

from __future__ import annotations

import pytest

from benchmarks.hanging import chain
from lagr_gui import pipeline
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.closed.unexpanded import NodeFormulas
from lagr_gui.mechanics.structured.inertia import Inertia


@pytest.fixture(autouse=True)
def no_formulas(monkeypatch) -> None:
    """Those that nobody reads, f³ of them, take gigabytes."""

    def made(*_: object) -> None:
        raise AssertionError("formulas are made that nobody reads")

    monkeypatch.setattr(NodeFormulas, "__init__", made)


def test_the_structured_form_is_compared_where_the_closed_one_is_too_long(monkeypatch):
    model = chain(9, spatial=True)
    assert pipeline.certify(model).complete
    right = Inertia.gyration
    monkeypatch.setattr(Inertia, "gyration", lambda *named: -right(*named))
    pipeline.forget()
    with pytest.raises(LagrError, match="printed form"):
        pipeline.certify(model)


def test_where_lines_are_left_out_nothing_is_said_to_be_compared():
    found = pipeline.certify(chain(28, spatial=True))
    assert not found.holds and found.samples == 0 and "too many lines" in str(found.reason)
