"""After an edit of an element only what it changes is made anew."""

from __future__ import annotations

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.foundation.resource import sample_models

SAMPLES = {path.stem: path for path in sample_models()}


def test_results_of_bodies_and_joints_are_taken_over_when_an_element_changes() -> None:
    pipeline.forget()
    model = pipeline.load(SAMPLES["two_pendulums_dashpot"])
    old = pipeline.equations(model)
    new = pipeline.equations(edits.set_value(model, ("elements", 0, "k"), "7*k"))
    assert old.of("T") and old.of("g")
    for symbol in ("E", "x", "T", "g", "Gamma"):
        pairs = list(zip(old.of(symbol), new.of(symbol), strict=True))
        assert all(own.terms is other.terms for own, other in pairs), symbol
    assert [e.terms for e in old.of("Q")] != [e.terms for e in new.of("Q")]
