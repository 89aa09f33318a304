"""The units of FMI that the user lets run, by the SHA-256 of their files, as it is remembered."""

from __future__ import annotations

from lagr_gui.gui import settings

KEY = "allowed_units"


def allowed_units() -> dict[str, str]:
    """The files that may run, as they were called when they were allowed, by their SHA-256."""
    return _units(settings.texts(KEY))


def allow_unit(mark: str, file: str) -> None:
    """Let a file with this SHA-256 run from now on, wherever it lies."""
    settings.change_texts(KEY, lambda entries: _entries({**_units(entries), mark: file}))


def withdraw_unit(mark: str) -> None:
    """Let no file with this SHA-256 run any more without being asked."""

    def without(entries: list[str]) -> list[str]:
        return _entries({name: f for name, f in _units(entries).items() if name != mark})

    settings.change_texts(KEY, without)


def _units(entries: list[str]) -> dict[str, str]:
    pairs = (entry.partition(" ") for entry in entries)
    return {mark: file for mark, _, file in pairs if len(mark) == 64}


def _entries(units: dict[str, str]) -> list[str]:
    return [f"{mark} {file}" for mark, file in units.items()]
