"""Settings that several programs change at once: each finds what the others remembered."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

import pytest

from lagr_gui.gui import allowed_units, settings


@pytest.fixture(autouse=True)
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings._Place, "file", tmp_path / "settings.json")


def test_nothing_that_is_remembered_at_once_is_lost() -> None:
    marks = [f"{number:064x}" for number in range(5)]

    def remember(mark: str) -> None:
        settings.remember(mark, "yes")
        allowed_units.allow_unit(mark, "a.fmu")
        settings.change_texts("recent", lambda known: [mark, *known])

    threads = [Thread(target=remember, args=(mark,)) for mark in marks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(settings.text(mark) == "yes" for mark in marks)
    assert set(allowed_units.allowed_units()) == set(marks) == set(settings.texts("recent"))
    allowed_units.withdraw_unit(marks[3])
    assert marks[3] not in allowed_units.allowed_units()
