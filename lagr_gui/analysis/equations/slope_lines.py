"""Slopes that linear systems tell, as lines that can be computed: Cramer's rule, shared minors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from lagr_gui.expression import Call, Expression, Number, Power, Symbol
from lagr_gui.expression.rows import as_product, as_sum, factors_in, negative
from lagr_gui.mechanics.sheets.sheet import Definition, LinearSystem, Sheet, Term

Columns = tuple[int, ...]


def slope_lines(sheet: Sheet) -> Iterator[Definition]:
    """What names of slopes, multipliers and entries of G stand for in minimal equations."""
    assert sheet.minimal is not None
    for entry in sheet.of("G"):
        if entry.reference in sheet.minimal.named:
            yield _line(entry.reference, entry.tree)
    known = {
        line.name if line.call is None else slope_name(line.call) for line in sheet.definitions
    }
    yield from (_line(entry.reference, entry.tree) for entry in sheet.of("lambda"))
    for system in (*sheet.minimal.systems, *sheet.minimal.multipliers):
        if len(system.lines) == len(system.unknowns):
            yield from (line for line in _Minors(system).lines() if line.name not in known)


def slope_name(slope: Expression) -> str:
    """The name of an unknown slope in lines; no model has such names for functions."""
    if isinstance(slope, Call):
        return f"{slope.function}{''.join(map(str, slope.orders))}"
    assert isinstance(slope, Symbol)
    return slope.name


def _line(name: str, tree: Expression) -> Definition:
    return Definition(name, "scalar", (tree,), "", name, ())


class _Minors:
    """Determinants of the last rows and of some columns, of which the last is the right side."""

    def __init__(self, system: LinearSystem) -> None:
        self.system, self.size = system, len(system.unknowns)
        self.first = slope_name(system.unknowns[0])
        self.rows = [self._row(line.left, line.right) for line in system.lines]
        self.found: dict[Columns, Definition] = {}

    def lines(self) -> Iterator[Definition]:
        """The unknowns, behind the minors of which they are made."""
        every = tuple(range(self.size))
        below = self._minor(every)
        above = [self._minor((*every[:i], self.size, *every[i + 1 :])) for i in range(self.size)]
        yield from self.found.values()
        for unknown, top in zip(self.system.unknowns, above, strict=True):
            over = Power(below, Number(Fraction(-1)))
            yield _line(slope_name(unknown), as_product([top, over]))

    def _row(self, left: Sequence[Term], right: Sequence[Term]) -> list[Expression | None]:
        """Coefficients of the unknowns, then what stands on the right; None for 0."""
        row: list[list[Expression]] = [[] for _ in range(self.size + 1)]
        for term in left:
            factors = list(factors_in(term.tree))
            place = next((i for i, x in enumerate(self.system.unknowns) if x in factors), None)
            if place is None:
                row[-1].append(negative(term.tree))
            else:
                factors.remove(self.system.unknowns[place])
                row[place].append(as_product(factors))
        row[-1] += [term.tree for term in right]
        return [as_sum(terms) if terms else None for terms in row]

    def _minor(self, columns: Columns) -> Expression:
        """The determinant of the last rows and these columns, under a name."""
        if columns not in self.found:
            row = self.rows[self.size - len(columns)]
            terms: list[Expression] = []
            for place, column in enumerate(columns):
                if (entry := row[column]) is None:
                    continue
                rest = (*columns[:place], *columns[place + 1 :])
                whole = as_product([entry, self._minor(rest)]) if rest else entry
                terms.append(negative(whole) if place % 2 else whole)
            name = f"~{self.first}_{'_'.join(map(str, columns))}"
            self.found[columns] = _line(name, as_sum(terms))
        return Symbol(self.found[columns].name)
