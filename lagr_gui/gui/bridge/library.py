"""Where subsystems are that the user keeps."""

from __future__ import annotations

from pathlib import Path

from lagr_gui.editing import kept


def own_subsystems() -> Path:
    """The folder of the subsystems that the user keeps."""
    return kept.default_folder() / "subsystems"


def source_folders(path: Path | None) -> tuple[Path, ...]:
    """Where files of subsystems are looked for: beside a drawing, then among those kept."""
    return (*((path.parent,) if path is not None else ()), own_subsystems())
