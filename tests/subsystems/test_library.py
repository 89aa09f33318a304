"""The subsystems that come with the program, and files that change."""

from __future__ import annotations

from pathlib import Path

import pytest

from lagr_gui import System, pipeline
from lagr_gui.editing import edits
from lagr_gui.foundation.languages import words_of
from lagr_gui.model import Attachment
from lagr_gui.subsystems import (
    changed_sources,
    flat,
    library,
    own_numbers,
    subsystem_of_file,
    told_of_sources,
)
from tests.subsystems.systems import link

FILES = sorted(library())


def test_there_are_the_usual_parts_and_all_can_be_read() -> None:
    names = {path.stem for path in FILES}
    assert names >= {"link", "cart", "motor_gear", "wheel_set", "four_bar", "strut", "leg"}
    assert all(model.ports and model.name and model.description for model in library().values())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_part_of_the_library_is_sound_by_itself_and_in_a_drawing(path: Path) -> None:
    part = subsystem_of_file(path.stem, path)
    assert pipeline.check(part.model).sound
    assert {part.model.name, part.model.description} <= set(words_of("de"))
    body = System("Whole")
    outside = body.body("Outside", inertia=(1, 1, 1))
    body.joint("prismatic", 0, outside, "s", axis=(0, 1, 0))
    model = edits.add_instance(body.model, part, (0.0, 0.0))
    (made,) = model.instances
    for port in part.model.ports:
        if port.outside or port.body == 0:
            entry = Attachment(port=port.name, body=0 if port.outside else outside)
            model = edits.attach_port(model, made.name, entry)
    assert pipeline.check(model).sound
    assert len(own_numbers(model, made)) == len(
        [p for p in part.model.ports if p.body and not p.outside]
    )
    assert pipeline.verify(flat(model), states=2).holds


def test_a_file_that_changed_tells_who_uses_it(tmp_path: Path) -> None:
    path = tmp_path / "link.lagr"
    pipeline.save(link().model, path)
    whole = System("Two")
    whole.subsystem("link", path)
    whole.instance("link", "left")
    whole.instance("link", "right")
    assert not changed_sources(whole.model, [tmp_path])
    part = link()
    part.set(l=0.7)
    pipeline.save(part.model, path)
    (note,) = told_of_sources(whole.model, [tmp_path])
    assert "left, right" in note.cause
    assert note.code == "outdated"
    new = changed_sources(whole.model, [tmp_path])
    updated = edits.replace_subsystems(whole.model, new)
    assert updated.subsystems[0].model == part.model
    assert not changed_sources(updated, [tmp_path])
    path.write_text("no model")
    assert not changed_sources(whole.model, [tmp_path])
