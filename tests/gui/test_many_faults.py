"""A model with very many faults is opened and changed with work that grows as their number."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from lagr_gui.editing import edits
from lagr_gui.model import Body, Function, Model, Parameter
from tests.models.large import calls_of
from tests.systems import joint, system

FAULTS = 996


def faulty(count: int) -> Model:
    """A pendulum with parameters and functions of which each holds an unknown name."""
    half = count // 2
    parameters = (Parameter(name=f"p{n}", value=f"x{n}") for n in range(half))
    functions = (
        Function(name=f"f{n}", arguments=("t",), expression=f"y{n}*t") for n in range(half)
    )
    return system(
        [Body(number=1, name="Bob", mass=1)],
        [joint("revolute", "hinge", 0, 1, coordinates=("q",))],
        parameters=(Parameter(name="g", value=9.81), *parameters),
        functions=tuple(functions),
    )


def settled() -> None:
    """All that the window does of itself has been done."""
    for _ in range(5):
        QApplication.processEvents()


@pytest.fixture
def work(window):
    """Counts calls while the window shows a faulty model, and while its first body is changed."""

    def counted(count: int) -> tuple[int, int]:
        model = faulty(count)
        shown = calls_of(lambda: (window.session.edit("Build", lambda _: model), settled()))
        window.session.select({"body:1"})
        settled()

        def change() -> None:
            path = ("bodies", 0, "mass")
            window.session.edit("Change", lambda m: edits.set_value(m, path, 2))
            settled()

        return shown, calls_of(change)

    return counted


def test_the_work_of_opening_and_changing_grows_with_the_number_of_faults(window, work) -> None:
    work(12)  # what is loaded once
    (opened, changed), (opened_twice, changed_twice) = work(FAULTS // 2), work(FAULTS)
    assert len(window.session.problems) >= FAULTS
    assert opened_twice < 3 * opened
    assert changed_twice < 3 * changed
    assert changed_twice < opened_twice
