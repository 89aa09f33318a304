"""A drawing that is saved from Python is the one that was loaded, with what is new beside it."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import pytest

from lagr_gui import System, load
from lagr_gui.editing import edits
from lagr_gui.foundation.resource import sample_models


@pytest.mark.parametrize("path", sample_models(), ids=lambda path: path.stem)
def test_what_was_loaded_is_saved_as_it_was_drawn(path: Path) -> None:
    model = load(path)
    assert edits.place_new(model) == model


@pytest.mark.parametrize("seed", range(6))
def test_places_by_hand_stay_and_what_is_new_has_a_place_of_its_own(
    seed: int, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    system = System("Grown")
    bodies = [0]
    for number in range(1, 5):
        bodies.append(system.body(f"old {number}"))
        system.joint("revolute", chance.choice(bodies[:-1]), bodies[-1], f"q{number}")
    by_hand = {f"body:{n}": (chance.uniform(-900, 900), 400.0 * n) for n in bodies}
    system.model = edits.move(system.model, by_hand)
    before = system.model.layout
    system.save(tmp_path / "a.lagr")
    assert load(tmp_path / "a.lagr").layout == before
    for number in range(5, 9):
        bodies.append(system.body(f"new {number}"))
        if chance.random() < 0.7:
            system.joint("revolute", chance.choice(bodies[:-1]), bodies[-1], f"q{number}")
    system.save(tmp_path / "a.lagr")
    found = {p.item: (p.x, p.y) for p in load(tmp_path / "a.lagr").layout.places}
    assert {item: at for item, at in found.items() if item in by_hand} == by_hand
    assert set(found) == {f"body:{n}" for n in bodies}
    for (x, y), (a, b) in combinations(found.values(), 2):
        assert abs(x - a) >= 100 or abs(y - b) >= 80, "none lies on another"


def test_without_any_place_all_is_arranged() -> None:
    system = System("Bare")
    system.joint("revolute", 0, system.body("rod"), "q")
    assert edits.place_new(system.model) == edits.arrange(system.model)
