"""What units say of themselves, read without running them."""

from __future__ import annotations

import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from lagr_gui.exchange.unit_description import controller_of, described_unit
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model.controllers import Controller, ControllerInput, ControllerOutput
from tests.units.building import described


def packed(path: Path, text: str, name: str = "modelDescription.xml") -> bytes:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return path.read_bytes()


@pytest.mark.parametrize("version", [2, 3])
def test_both_versions_tell_the_same_variables(version: int, tmp_path: Path) -> None:
    file = tmp_path / "pd.fmu"
    said = described_unit(file, packed(file, described(version)))
    assert (said.name, said.inputs, said.outputs) == ("controller", ("q", "v"), ("u",))
    assert dict(said.parameters) == {
        "kp": 20,
        "kd": 2,
        "target": 0.5,
        "fails_at": 1e9,
        "lost_at": 1e9,
    }


BOMB = '<!DOCTYPE a [<!ENTITY b "c">]><fmiModelDescription/>'


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        (BOMB, "modelDescription.xml", "cannot be read"),
        ("<fmiModelDescription/>", "modelDescription.xml", "not for co-simulation"),
        ("<a/>", "other.xml", "holds no modelDescription.xml"),
        ("<fmiModelDescription", "modelDescription.xml", "cannot be read"),
        (" " * 20_000_001, "modelDescription.xml", "too much"),
    ],
)
def test_what_is_no_description_is_refused(text: str, name: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "x.fmu"
    with pytest.raises(LagrError, match=told) as error:
        described_unit(file, packed(file, text, name))
    assert "x.fmu" in str(error.value)


def test_damaged_archives_are_read_or_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.fmu"
    whole = packed(file, described(2))
    for at in range(0, len(whole), 7):
        damaged = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
        for content in (damaged, whole[:at]):
            with suppress(LagrError):
                described_unit(file, content)


def test_names_that_fit_are_joined_and_what_was_given_stays(tmp_path: Path) -> None:
    file = tmp_path / "pd.fmu"
    said = described_unit(file, packed(file, described(2)))
    new = controller_of(said, "pd.fmu", "PD", None, ["q", "x"], ["u", "m"])
    assert [entry.expression for entry in new.inputs] == ["q", ""]
    assert [entry.parameter for entry in new.outputs] == ["u"]
    before = Controller(
        name="PD",
        sample=0.5,
        inputs=(
            ControllerInput(name="v", expression="x'"),
            ControllerInput(name="gone", expression=""),
        ),
        outputs=(ControllerOutput(name="u", parameter="F"),),
    )
    kept = controller_of(said, "pd.fmu", "PD", before, ["q"], ["u"])
    assert kept.sample == 0.5
    assert [(entry.name, entry.expression) for entry in kept.inputs] == [("q", "q"), ("v", "x'")]
    assert [entry.parameter for entry in kept.outputs] == ["F"]
