"""Notes of an arranged drawing lie on no block and not on each other."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from lagr_gui.drawing.boxes import about, overlap
from lagr_gui.drawing.geometry import size_of
from lagr_gui.drawing.note_places import notes_apart
from lagr_gui.drawing.notes import note_box
from lagr_gui.editing import edits
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Model
from lagr_gui.pipeline import load
from tests.models.large import large

SAMPLES = [path for path in sample_models() if path.suffix == ".lagr"]


def littered(model: Model, chance: Random) -> Model:
    """With notes anywhere on it, near nodes and on each other."""
    nodes = [*edits.places(model).values()]
    for number in range(1, 1 + chance.randrange(1, 9)):
        x, y = chance.choice(nodes)
        at = x + chance.gauss(0, 80), y + chance.gauss(0, 80)
        model = edits.add_note(model, at, "word " * chance.randrange(1, 30))
        model = edits.set_note_width(model, f"note:{number}", chance.uniform(60, 400))
    return model


def drawn(seed: int) -> Model:
    chance = Random(seed)
    shape = chance.choice(["chain", "tree", ""])
    known = large(shape, chance.randrange(1, 30)) if shape else load(chance.choice(SAMPLES))
    return edits.arrange(littered(known, chance))


@pytest.mark.parametrize("seed", range(20))
def test_no_note_lies_on_a_block_or_on_another_note(seed: int) -> None:
    model = drawn(seed)
    nodes, before = edits.places(model), model.layout.notes
    notes = notes_apart(before, nodes)
    boxes = [note_box(note) for note in notes]
    blocks = [about(at, *size_of(key)) for key, at in nodes.items()]
    assert not any(overlap(box, block) for box in boxes for block in blocks)
    assert not any(overlap(a, b) for a, b in combinations(boxes, 2))
    assert all(new.having(x=old.x, y=old.y) == old for new, old in zip(notes, before, strict=True))
    assert all(new.y >= old.y for new, old in zip(notes, before, strict=True))
    assert notes_apart(notes, nodes) == notes


def test_a_note_that_lies_free_stays() -> None:
    model = edits.add_note(large("chain", 5), (-60.0, 31.0), "touches the block of body 0")
    assert edits.places(model)["body:0"] == (0.0, 0.0)
    assert notes_apart(model.layout.notes, edits.places(model)) == model.layout.notes
