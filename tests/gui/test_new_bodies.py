"""New bodies have names in the language of the window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lagr_gui.gui import words
from lagr_gui.gui.bridge.new_bodies import with_new_body
from lagr_gui.model import Model


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    words.use_language("en")


@pytest.mark.parametrize(
    ("language", "names"), [("en", ["Body 1", "Mass 2"]), ("de", ["Körper 1", "Masse 2"])]
)
def test_a_new_body_is_named_as_the_window_speaks(language: str, names: list[str]) -> None:
    words.use_language(language)
    model = with_new_body(with_new_body(Model(), (0, 0)), (200, 0), "point")
    assert [body.name for body in model.bodies] == names
