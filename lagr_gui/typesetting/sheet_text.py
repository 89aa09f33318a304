"""Equations as plain text: each right-hand side can be read back as an expression.

What is long goes on in further lines, which begin with blanks and a sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lagr_gui.expression import Expression, write
from lagr_gui.foundation.problem import Problem
from lagr_gui.mechanics.chart import Chosen
from lagr_gui.mechanics.formalisms import FORMALISMS
from lagr_gui.mechanics.sheets.balance import (
    OF_BALANCES,
    balances_of,
    by_group,
    condition_matrix,
    equations_of_motion,
    whole,
)
from lagr_gui.mechanics.sheets.equal_results import said_once
from lagr_gui.mechanics.sheets.sheet import (
    AT_MOST,
    DEFAULT_FORM,
    EQUAL,
    VECTORS,
    Balance,
    Definition,
    Entry,
    Sheet,
    plain_name,
    poses,
    vectors,
)
from lagr_gui.typesetting.model_hash import told
from lagr_gui.typesetting.numbers import LAGR, NONE, sources, written_numbers
from lagr_gui.typesetting.poses import is_unit, pose_rows, vector_row
from lagr_gui.typesetting.symbols import branches, sections
from lagr_gui.typesetting.text_lines import FILE_WIDTH, WIDTH, bracketed, equal_lines, listed


def text_equations(sheet: Sheet, digest: str = "", *, numbers: str = NONE) -> str:
    """All results different from zero by sections, matrices and columns as such.

    Equations have `numbers` (`NUMBERS`) or none.  The `digest` of the model stands in the last
    line.  Raises LagrError for other `numbers`.
    """
    return SheetText(sheet, numbers).text() + below(digest)


def below(digest: str) -> str:
    """The last lines of a text, if the hash of its model is known."""
    return f"\n\n{told(digest)}" if digest else ""


class SheetText:
    """Writes a sheet; subclasses say how formulas, names and lines look in other letters."""

    def __init__(self, sheet: Sheet, numbers: str = NONE) -> None:
        self.sheet, self.numbers = sheet, numbers
        self.number = written_numbers(numbers)

    # --- how it looks -------------------------------------------------------------------------

    def formula(self, tree: Expression) -> str:
        """An expression."""
        return write(tree)

    def name(self, text: str) -> str:
        """A name of the model."""
        return text

    def words(self, title: str) -> str:
        """The title of a section."""
        return title

    def remark(self, note: Problem) -> str:
        """What is said of a sheet."""
        return str(note)

    def defined(self, definition: Definition) -> str:
        """A name that the program introduces."""
        return definition.name if definition.call is None else write(definition.call)

    def called(self, entry: Entry) -> str:
        """The name of a result."""
        return entry.reference if self.sheet.structured else entry.name

    def posed(self, symbol: str, body: int) -> str:
        """The name of a matrix or column of a body."""
        return f"{symbol}({body})"

    def partial(self, symbol: str, body: int, speed: int, alone: bool) -> str:
        """The name of a partial velocity; a component `alone` is no vector."""
        return f"{plain_name(symbol)}({body})_{speed}"

    def equal(self, left: str, right: str, note: str = "", relation: str = EQUAL) -> Iterator[str]:
        """The lines of left = right; the note, such as a number, stands behind."""
        return equal_lines(left, right, f"    ({note})" if note else "", FILE_WIDTH, relation)

    def relation(self, balance: Balance) -> str:
        """The sign between the sides of an equation or inequality."""
        return "<=" if balance.relation == AT_MOST else balance.relation

    def matrix(self, name: str, rows: Sequence[Sequence[str]]) -> list[str]:
        """Lines of equal length, columns below one another."""
        return bracketed(name, rows)

    # --- what is there ------------------------------------------------------------------------

    def text(self) -> str:
        """All of it."""
        lines = [*self._head()]
        for symbol, title in sections(self.sheet):
            said = branches(self.sheet) if symbol == "solved" else ""
            title = f"{title} ({said})" if said else title
            lines += self._below(lines, title, self._section(symbol))
        lines += self._below(lines, "Remarks", map(self.remark, self.sheet.notes))
        found = sources(self.sheet) if self.numbers == LAGR else ()
        return "\n".join([*lines, *self._below(lines, "Numbers of formulas", found)])

    def _section(self, symbol: str) -> Iterator[str]:
        """The lines of a section."""
        sheet = self.sheet
        match symbol:
            case "motion" | "friction" | "contacts":
                motion = symbol == "motion"
                found = equations_of_motion(sheet) if motion else balances_of(sheet, symbol)
                for group, balances in by_group(found):
                    yield from [group] if group else []
                    for balance in balances:
                        lines = self._balance(balance, self.number(balance.equation))
                        yield from (f"  {line}" for line in lines) if group else lines
            case "definitions":
                for definition in sheet.definitions:
                    name, text = self.defined(definition), self.formula(definition.tree)
                    yield from self.equal(name, text, definition.meaning)
            case _ if symbol in OF_BALANCES:
                for balance in balances_of(sheet, symbol):
                    yield from self._balance(balance)
            case _ if symbol in VECTORS:
                yield from self._partial_velocities(symbol)
            case "assumed":
                yield from (f"{self.formula(entry.tree)} > 0" for entry in sheet.assumptions)
            case "E" | "x" if not sheet.structured:
                yield from self._pose_lines(symbol)
            case "G" if not sheet.structured:
                yield from self._condition_matrix()
            case _:
                yield from self._results(sheet.of(symbol))

    def _head(self) -> Iterator[str]:
        sheet = self.sheet
        method = FORMALISMS[sheet.formalism].title if sheet.formalism != "lagrange" else ""
        form = "" if sheet.form == DEFAULT_FORM else f"{sheet.form} form"
        case = f"special case {sheet.special}" if sheet.special else ""
        rubbing = dict.fromkeys(f"{own.element} {own.mode}" for own in sheet.frictions if own.mode)
        touching = (f"{own.place} {own.mode}" for own in sheet.contacts if own.mode)
        modes = ", ".join((*rubbing, *touching))
        chosen = ", ".join(filter(None, (form, method, case, modes)))
        title = sheet.title or "Model without a name"
        yield f"{title} ({chosen})" if chosen else title
        names = [self.name(name) for name in sheet.coordinates]
        indexed = ((self.name(f"q{i}"), name) for i, name in enumerate(names, start=1))
        numbered = (name if name == q else f"{q} = {name}" for q, name in indexed)
        # Names of chosen ones stand in the definitions.
        shown = numbered if sheet.chosen is None else names
        yield from listed("Coordinates", list(shown) or ["none"], FILE_WIDTH)
        if sheet.minimal is not None:
            independent = list(map(self.name, sheet.minimal.coordinates))
            yield from listed("Independent", independent or ["none"], FILE_WIDTH)
        if sheet.chosen is not None:
            yield from _chosen_words(sheet.chosen)

    def _below(self, lines: Sequence[str], title: str, rows: Iterable[object]) -> list[str]:
        """Lines of a section, the first ones below its title."""
        inner = [f"  {row}" for row in rows]
        words = self.words(title)
        return ["", words, *inner] if inner and words not in lines else inner

    def _balance(self, balance: Balance, number: str = "") -> Iterator[str]:
        """The lines of an equation; what is said of it stands behind, with its number."""
        left, right = self.formula(whole(balance.left)), self.formula(whole(balance.right))
        note = ", ".join(filter(None, (balance.said, number)))
        return self.equal(left, right, note, self.relation(balance))

    def _results(self, entries: Sequence[Entry]) -> Iterator[str]:
        """Results; in the structured form those that equal another one by its name."""
        if not self.sheet.structured:
            yield from (line for entry in entries for line in self._result(entry))
            return
        for first, also in said_once(entries):
            yield from self._result(first)
            for entry, opposite in also:
                text = f"-{self.called(first)}" if opposite else self.called(first)
                if not first.reference.isidentifier():  # x(2) is no name
                    text = self.formula(entry.tree)
                yield from self.equal(self.called(entry), text, self.number(entry.equation))

    def _result(self, entry: Entry) -> Iterator[str]:
        number = self.number(entry.equation)
        return self.equal(self.called(entry), self.formula(entry.tree), number)

    def _condition_matrix(self) -> Iterator[str]:
        """G as a matrix; its entries where that is too wide."""
        trees = condition_matrix(self.sheet)
        rows = [[self.formula(tree) for tree in row] for row in trees]
        lines = self.matrix("G = ", rows) if rows else []
        if max(map(len, lines), default=0) <= WIDTH:
            yield from lines
        else:
            yield from self._results(self.sheet.of("G"))

    def _partial_velocities(self, symbol: str) -> Iterator[str]:
        """The lines of partial velocities; entries of what is too wide even as a column."""
        for (body, speed), entries in vectors(self.sheet, symbol).items():
            row = [self.formula(tree) for tree in vector_row(self.sheet, entries)]
            name = self.partial(symbol, body, speed, len(row) == 1)
            lines = [f"{name} = {row[0] if len(row) == 1 else '(' + ', '.join(row) + ')'}"]
            if len(lines[0]) > WIDTH:
                lines = self.matrix(f"{name} = ", [[component] for component in row])
            if max(map(len, lines)) <= WIDTH:
                yield from lines[:-1]
                yield f"{lines[-1]}{self._behind(entries[0].equation)}"
            else:
                yield from (line for entry in entries for line in self._result(entry))

    def _pose_lines(self, symbol: str) -> Iterator[str]:
        """The lines of E or x of all bodies, those of unit matrices in one."""
        resting: list[str] = []
        equation = ""
        for body, entries in poses(self.sheet, symbol).items():
            name, trees = self.posed(symbol, body), pose_rows(entries)
            rows = [[self.formula(tree) for tree in row] for row in trees]
            equation = entries[0].equation
            if symbol == "E":
                lines = self.matrix(f"{name} = ", rows)
            else:
                lines = [f"{name} = ({', '.join(row for (row,) in rows)})"]
            if is_unit(trees):
                resting.append(name)
            elif max(map(len, lines)) <= WIDTH:
                yield from lines[:-1]
                yield f"{lines[-1]}{self._behind(equation)}"
            else:
                yield from (line for entry in entries for line in self._result(entry))
        if resting:
            yield f"{' = '.join(resting)} = 1{self._behind(equation)}"

    def _behind(self, equation: str) -> str:
        """The number of an equation that is a matrix."""
        number = self.number(equation)
        return f"    ({number})" if number else ""


def _chosen_words(chosen: Chosen) -> list[str]:
    """Start and certificate, a line each."""
    begun = (
        f"{name} = {p:.6g}, {name}' = {pd:.6g}"
        for name, (p, pd) in zip(chosen.chart.names, chosen.start, strict=False)
    )
    start = [f"Start: {'; '.join(begun)}"] if chosen.start else []
    return [*start, str(chosen.certificate)]
