"""Matrices show themselves, and what cannot be asked of them is told with a remedy."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lagr_gui import LagrError, System, pipeline
from tests.exchange.test_shown import is_for_notebooks
from tests.face.test_every_error import refused, swing
from tests.simulation.test_own_states import maxwell

REFUSED: dict[str, Callable[[System], object]] = {
    "coriolis": lambda s: s.matrices(coriolis="mine"),
    "body": lambda s: s.jacobian(7),
    "point": lambda s: s.jacobian(1, (1, 2)),
    "axes": lambda s: s.jacobian(1, axes="moon"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_question_that_cannot_be_answered_is_told_with_a_remedy(name: str) -> None:
    refused(lambda: REFUSED[name](swing()))


@pytest.mark.parametrize("name", REFUSED)
def test_an_unsound_model_is_told_by_every_question(name: str) -> None:
    system = swing()
    system.joint("revolute", 1, 9, "beta")
    refused(lambda: REFUSED[name](system))


def test_they_know_no_states() -> None:
    with pytest.raises(LagrError, match="State “z”"):
        pipeline.matrices(maxwell().model)


def test_they_print_what_can_be_read_and_come_as_notebooks_set_them() -> None:
    system = swing()
    for value in (system.matrices(), system.jacobian(1), system.regressor()):
        assert str(value) != repr(value) and "(" not in str(value)[:1]
        text = value._repr_latex_()
        assert text
        is_for_notebooks(text)
