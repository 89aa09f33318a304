"""Words of the command line that hold numbers by name."""

from __future__ import annotations

from lagr_gui.arithmetic import value
from lagr_gui.problem import LagrError, Problem


def named_texts(text: str, option: str) -> dict[str, str]:
    """``"phi=pi/2, x=0.1"`` as a mapping of texts. Raises LagrError where it is none."""
    values: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, sign, right = part.partition("=")
        if not sign or not name.strip():
            cause = f"“{part}” gives no value to a coordinate."
            raise LagrError(Problem(option, cause, "Write name=value, …", code="values"))
        values[name.strip()] = right.strip()
    return values


def named_values(text: str, option: str) -> dict[str, float]:
    """The same as numbers. Raises LagrError where they are none."""
    return {name: value(right, {}) for name, right in named_texts(text, option).items()}
