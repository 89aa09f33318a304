"""Exporting a unit asks which parameters are its inputs, and offers those that may be."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from lagr_gui.exchange.registry import EXPORTS
from lagr_gui.gui.export_choices import ExportChoices, choices_of
from lagr_gui.prepared.driving import drivable, stands_elsewhere
from tests.samples.gallery import sample

CHECKED = Qt.CheckState.Checked


@pytest.mark.parametrize("version", [2, 3])
def test_what_is_marked_is_an_input(version: int, window, monkeypatch, tmp_path: Path) -> None:
    offered: list[str] = []

    def mark(form: ExportChoices) -> int:
        field = form.fields["inputs"]
        offered.extend(field.item(row).text() for row in range(field.count()))
        field.item(2).setCheckState(CHECKED)
        return 1

    written = tmp_path / "motor.fmu"
    monkeypatch.setattr(ExportChoices, "exec", mark)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a: (str(written), "FMU (*.fmu)"))
    window.session.edit("Motor", lambda _: sample("dc_motor_pendulum"))
    window.menus.actions[f"export_fmu{version}"].trigger()
    assert [text.partition(":")[0] for text in offered] == ["R", "b", "V0"]
    assert offered[2].endswith("(V)")
    text = zipfile.ZipFile(written).read("modelDescription.xml").decode("utf-8")
    lines = {name: line for line in text.splitlines() for name in ["R", "V0"] if named(line, name)}
    assert 'causality="input"' in lines["V0"] and 'causality="parameter"' in lines["R"]


def named(line: str, name: str) -> bool:
    return f'name="{name}"' in line and "causality" in line


def test_nothing_is_asked_where_nothing_may_be_driven() -> None:
    model = sample("simple_pendulum")
    assert drivable(model) == ()
    assert choices_of(EXPORTS["fmu3"], model) == {}


@pytest.mark.parametrize("name", ["dc_motor_pendulum", "quadruped", "loudspeaker", "four_bar"])
def test_what_is_offered_is_taken(name: str) -> None:
    model = sample(name)
    offered = drivable(model)
    assert not [entry for entry in offered if stands_elsewhere(model, entry)]
