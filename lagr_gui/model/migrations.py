"""Steps from older versions of the file format to the current one, on plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal

Step = Callable[[dict[str, Any]], dict[str, Any]]

CURRENT = 5
"""The newest version; files that need none of its additions are written in an older one."""


def _tables(data: dict[str, Any]) -> dict[str, Any]:
    """Version 2 adds tables of functions; nothing that was there changes."""
    return data


def _tolerance(data: dict[str, Any]) -> dict[str, Any]:
    """Version 3 takes an absolute tolerance as it is given; before, 1e-12 was as if none were."""
    plan = data.get("simulation")
    if isinstance(plan, dict) and plan.get("atol") == 1e-12:
        data["simulation"] = {key: value for key, value in plan.items() if key != "atol"}
    return data


def _signals(data: dict[str, Any]) -> dict[str, Any]:
    """Version 4 adds kinds of signals besides states; nothing that was there changes."""
    return data


def _events(data: dict[str, Any]) -> dict[str, Any]:
    """Version 5 adds events; nothing that was there changes."""
    return data


STEPS: Mapping[int, Step] = {1: _tables, 2: _tolerance, 3: _signals, 4: _events}
"""For each older version n the step from n to n + 1."""


def migrate(
    data: dict[str, Any], current: int = CURRENT, steps: Mapping[int, Step] = STEPS
) -> dict[str, Any]:
    """Plain data of any older version as data of the current one.

    Raises LagrError for a version that is newer, unknown or missing.
    """
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise _problem("The version of the format is missing or wrong.", 'Write “"version": 1”.')
    if version > current:
        raise _problem(
            say(
                "The file has version {version} of the format; this program knows up to {current}.",
                version=version,
                current=current,
            ),
            "Open it with a newer version of the program.",
        )
    for number in range(version, current):
        data = {**_stepped(data, steps[number]), "version": number + 1}
    return data


def _stepped(data: dict[str, Any], step: Step) -> dict[str, Any]:
    """A model after one step; its subsystems are models of the same version."""
    inner = data.get("subsystems")
    if isinstance(inner, list):
        data = {**data, "subsystems": [_within(entry, step) for entry in inner]}
    return step(dict(data))


def _within(entry: Any, step: Step) -> Any:
    model = entry.get("model") if isinstance(entry, dict) else None
    return {**entry, "model": _stepped(model, step)} if isinstance(model, dict) else entry


def _problem(cause: str, remedy: str) -> LagrError:
    return refusal("File", cause, remedy, code="version")
