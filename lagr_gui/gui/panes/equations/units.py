"""Units of the numbers that lines have."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.mechanics.sheet import Definition, Entry, Sheet

_OF_STEMS = {
    **dict.fromkeys(("p", "r", "c", "o", "x", "d", "ell", "arm"), "m"),
    **dict.fromkeys(("mhat", "mw"), "kg"),
    **dict.fromkeys(("shat", "sw"), "kg m"),
    **dict.fromkeys(("Bhat", "Jhat", "J", "Theta"), "kg m²"),
    **dict.fromkeys(("v", "V", "rate", "elldot"), "m/s"),
    **dict.fromkeys(("gamma", "a"), "m/s²"),
    "omega": "rad/s",
    "alpha": "rad/s²",
    "F": "N",
    "M": "N m",
}
"""Of definitions by what they are called; others depend on coordinates, or have none."""

_PLAIN = {"T": "J", "U": "J", "D": "W", "x": "m"}
_MASSES = {2: "kg m²", 1: "kg m", 0: "kg", -1: "kg/m"}


def unit_of_line(line: object, sheet: Sheet, coordinates: Sequence[str]) -> str:
    """The SI unit of a line; empty for pure numbers and where it is not known.

    `coordinates` are the units of the coordinates.
    """
    entry = line[0] if isinstance(line, tuple) else line
    if isinstance(entry, Definition):
        return _OF_STEMS.get(entry.stem, "")
    if not isinstance(entry, Entry):
        return ""
    if entry.symbol in ("g", "Gamma", "Q") and len(coordinates) == len(sheet.coordinates):
        return _of_metric(entry, [coordinates[i - 1] for i in entry.indices if i])
    return _PLAIN.get(entry.symbol, "")


def _of_metric(entry: Entry, units: Sequence[str]) -> str:
    """That of g, Γ or Q: kg m² where all are angles; each index 0 divides by s."""
    if not set(units) <= {"rad", "m"}:
        return ""
    shifts, instants = units.count("m"), len(entry.indices) - len(units)
    if entry.symbol == "Q":
        return "N" if shifts else "N m"
    below = {0: "", 1: "s"}.get(instants, f"s{'⁰¹²³'[instants]}")
    above = _MASSES[2 - shifts]
    if not below:
        return above
    return f"{above} {below}" if "/" in above else f"{above}/{below}"
