"""The units of FMI that the user lets run, by the SHA-256 of their files, as it is remembered."""

from __future__ import annotations

from lagr_gui.gui import settings

KEY = "allowed_units"


def allowed_units() -> dict[str, str]:
    """The files that may run, as they were called when they were allowed, by their SHA-256."""
    pairs = (entry.partition(" ") for entry in settings.texts(KEY))
    return {mark: file for mark, _, file in pairs if len(mark) == 64}


def allow_unit(mark: str, file: str) -> None:
    """Let a file with this SHA-256 run from now on, wherever it lies."""
    _remember({**allowed_units(), mark: file})


def withdraw_unit(mark: str) -> None:
    """Let no file with this SHA-256 run any more without being asked."""
    _remember({known: file for known, file in allowed_units().items() if known != mark})


def _remember(units: dict[str, str]) -> None:
    settings.remember(KEY, [f"{mark} {file}" for mark, file in units.items()])
