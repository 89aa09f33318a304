"""The sample models that come with the program."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lagr_gui.resource import resource_path, sample_models


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample model: name, what one learns from it, file, picture if there is one."""

    name: str
    description: str
    path: Path
    picture: Path | None


def samples() -> list[Sample]:
    """All sample models, those with few degrees of freedom first."""
    found = [(path, json.loads(path.read_text("utf-8"))) for path in sample_models()]
    return [_sample(path, data) for path, data in sorted(found, key=_order)]


def _order(entry: tuple[Path, dict[str, Any]]) -> tuple[int, str]:
    path, data = entry
    owners = (*data["joints"], *data.get("elements", ()))
    names = (
        name for owner in owners for key in ("coordinates", "own") for name in owner.get(key, ())
    )
    return len(list(names)), path.stem


def _sample(path: Path, data: dict[str, Any]) -> Sample:
    try:
        picture = resource_path(f"gallery/{path.stem}.png")
    except FileNotFoundError:
        picture = None
    return Sample(data.get("name") or path.stem, data.get("description", ""), path, picture)
