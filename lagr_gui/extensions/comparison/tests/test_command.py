"""``lagr compare``: what became of a model in another version."""

from __future__ import annotations

import json

import pytest

from lagr_gui import load, save
from lagr_gui.cli.__main__ import main
from lagr_gui.editing import edits
from lagr_gui.foundation.resource import sample_models


@pytest.fixture
def versions(tmp_path):
    first = next(path for path in sample_models() if path.stem == "double_pendulum")
    later = tmp_path / "later.lagr"
    save(edits.connect(load(first), "coordinate_spring", 0, 1), later)
    return str(first), str(later)


def test_items_and_terms_are_told_as_text_and_as_json(versions, capsys):
    assert main(["compare", *versions]) == 0
    text = capsys.readouterr().out
    assert "+ element torsion spring 1" in text
    assert "Q1 gained a term from torsion spring 1" in text
    assert main(["compare", *versions, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(one["item"], one["what"]) for one in found["items"]] == [
        ("element:torsion spring 1", "added")
    ]
    (one,) = found["results"]
    assert one["name"] == "Q1" and not one["lost"]
    assert one["gained"][0]["sources"] == ["element:torsion spring 1"]


def test_the_same_file_twice_is_the_same(versions, capsys):
    assert main(["compare", versions[0], versions[0]]) == 0
    assert "the same" in capsys.readouterr().out


def test_a_version_without_equations_is_told_with_status_1(versions, capsys, tmp_path):
    broken = tmp_path / "broken.lagr"
    save(edits.set_value(load(versions[0]), ("bodies", 0, "mass"), "mystery"), broken)
    assert main(["compare", versions[0], str(broken)]) == 1
    said = capsys.readouterr()
    assert "mystery" in said.err and "~ body 1" in said.out


def test_a_file_that_is_not_there_is_refused(versions, capsys):
    assert main(["compare", versions[0], "nowhere.lagr"]) == 1
    assert "nowhere.lagr" in capsys.readouterr().err
