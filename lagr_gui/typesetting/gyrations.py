"""Γ of rigid wholes that turn and slide, said by one rule: Γ_ρμν = e_μ·h_ρν."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lagr_gui.expression import Call, Expression, Number, Product, Symbol
from lagr_gui.mechanics.sheets.sheet import Definition, Entry, Sheet
from lagr_gui.typesetting.formula import Box, Formula, bold, indexed, joined, letter
from lagr_gui.typesetting.index_notation import index_notation

MANY = 12
"""So many symbols are still written one by one."""

RULE = index_notation("Γ_ρμν = Γ_ρνμ = 𝒆_μ · 𝒉_ρν, \u2001 𝒉_νρ = -𝒉_ρν")

Pair = tuple[int, int]


@dataclass
class GyrationRule:
    """Γ_ρμν = e_μ·h_ρν, and which of the names are the same.

    `axes` has the index of the e that stands for the axis of each turn, `gyrations` those of the
    h that stands for another one.
    """

    axes: dict[int, int] = field(default_factory=dict[int, int])
    gyrations: dict[Pair, Pair] = field(default_factory=dict[Pair, Pair])

    def rows(self) -> list[Formula]:
        """The rule, then the names that are the same."""
        same: dict[Box, list[Formula]] = {}
        for turn, axis in sorted(self.axes.items()):
            if turn != axis:
                same.setdefault(_name("e", (axis,)), []).append((_name("e", (turn,)),))
        for pair, other in sorted(self.gyrations.items()):
            if pair != other:
                same.setdefault(_name("h", other), []).append((_name("h", pair),))
        rows = (joined((" = ",), [*names, (first,)]) for first, names in same.items())
        return [RULE, *rows]

    def takes(self, entry: Entry, axis: int, gyration: Pair, positive: bool) -> bool:
        """Whether Γ = ±e·h follows the rule, with names that are the same as before."""
        rho, *others = entry.indices
        for turn, outer in (others, others[::-1]):
            pair = (rho, outer) if positive else (outer, rho)
            if positive and gyration[1] == outer:
                fits = self.gyrations.setdefault(pair, gyration) == gyration
            else:
                fits = self.gyrations.get(pair) == gyration
            if fits and self.axes.setdefault(turn, axis) == axis:
                return True
        return False


def gyration_rule(sheet: Sheet) -> GyrationRule | None:
    """The rule that all Γ follow; None where they are few, or one of them does not.

    All do where each coordinate is one motion of a rigid whole.
    """
    entries = sheet.of("Gamma")
    if len(entries) <= MANY:
        return None
    definitions = {pair.name: pair for pair in sheet.definitions}
    rule = GyrationRule()
    pairs = [(entry, _parts(entry, definitions)) for entry in entries]
    for entry, parts in sorted(pairs, key=lambda pair: pair[1] is not None and not pair[1][2]):
        if parts is None or not rule.takes(entry, *parts):
            return None
    return rule


def _parts(entry: Entry, definitions: Mapping[str, Definition]) -> tuple[int, Pair, bool] | None:
    """The indices of e and h in Γ = ±e·h, and whether it stands there without the minus."""
    if len(entry.terms) != 1:
        return None
    positive, tree = _signed(entry.terms[0].tree)
    if not isinstance(tree, Call) or tree.function != "dot":
        return None
    first, second = tree.arguments
    axis, gyration = _indices(first, definitions, "e"), _indices(second, definitions, "h")
    if axis is None or gyration is None:
        return None
    return axis[0], (gyration[0], gyration[1]), positive


def _signed(tree: Expression) -> tuple[bool, Expression]:
    match tree:
        case Product((Number(value), rest)) if value == -1:
            return False, rest
        case _:
            return True, tree


def _indices(
    tree: Expression, definitions: Mapping[str, Definition], stem: str
) -> tuple[int, ...] | None:
    """The indices of a name with this stem; None where it has others than coordinates."""
    definition = definitions.get(tree.name) if isinstance(tree, Symbol) else None
    if (
        definition is None
        or definition.stem != stem
        or not all(index.isdigit() for index in definition.indices)
    ):
        return None
    return tuple(map(int, definition.indices))


def _name(stem: str, indices: tuple[int, ...]) -> Box:
    return indexed(bold(letter(stem)), *map(str, indices))
