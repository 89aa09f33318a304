"""Numbers of the lines of other formalisms at a state."""

from __future__ import annotations

import pytest

from lagr_gui import pipeline
from lagr_gui.gui.panes.equations.values import has_numbers
from lagr_gui.pipeline import Lines, State
from tests.samples.gallery import sample


@pytest.mark.parametrize("name_parts", [False, True])
def test_momenta_are_the_inertia_of_the_recursion_times_velocities(name_parts: bool) -> None:
    model = sample("furuta_pendulum")
    sheet = pipeline.equations(model, formalism="hamilton", name_parts=name_parts)
    state = State(0.0, (0.3, 0.7), (1.1, -0.4))
    momenta = sheet.of("p")
    assert all(has_numbers(sheet, entry) for entry in momenta)
    found = pipeline.line_values(model, Lines.of(sheet, momenta), state).entries
    (known,) = pipeline.evaluate(model, state)
    numbers = [found[entry.symbol, entry.indices][0] for entry in momenta]
    assert numbers == pytest.approx(known.g[1:] @ (1.0, *state.qd), rel=1e-12)


def test_what_depends_on_momenta_or_accelerations_has_no_numbers() -> None:
    model = sample("furuta_pendulum")
    for formalism, symbol in (("hamilton", "H"), ("appell", "S"), ("boltzmann-hamel", "T_star")):
        sheet = pipeline.equations(model, formalism=formalism, name_parts=True)
        assert not any(has_numbers(sheet, entry) for entry in sheet.of(symbol))
