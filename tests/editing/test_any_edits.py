"""Any sequence of edits, undone, done again, copied, saved and loaded, keeps the model whole."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from tests.editing.all_edits import Editing


def walked(examples: int, steps: int) -> type:
    """The test of so many sequences of so many edits."""

    class Walk(Editing):
        pass

    Walk.TestCase.settings = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    return Walk.TestCase


class TestAnyEdits(walked(examples=20, steps=25)):  # pyright: ignore[reportUntypedBaseClass]
    """A few sequences."""


class TestManyEdits(walked(examples=150, steps=50)):  # pyright: ignore[reportUntypedBaseClass]
    """Many long ones."""
