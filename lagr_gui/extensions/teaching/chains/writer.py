"""The pen of derivations: it numbers lines, and proves each before it is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from lagr_gui.algebra import Canonical
from lagr_gui.expression import Expression
from lagr_gui.extensions.teaching.chains.numbers import agree_in_numbers
from lagr_gui.extensions.teaching.lines import DerivedLine, Identity, Quantity, Section
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.selfcheck import disagreement


@dataclass
class Writer:
    """Numbers the lines of a section, and proves each before it is kept."""

    number: int
    title: Message
    value_of: Callable[[Expression], Canonical]
    after: Callable[[Canonical], Canonical]
    lines: list[DerivedLine] = field(default_factory=list[DerivedLine])
    before: list[Message] = field(default_factory=list[Message])
    behind: list[Message] = field(default_factory=list[Message])
    statement: Quantity | None = None

    @property
    def next(self) -> str:
        """The number of the line that is written next."""
        return f"{self.number}.{len(self.lines) + 1}"

    def line(
        self,
        left: Quantity | None,
        right: Expression,
        value: Canonical,
        rule: Message,
        uses: Iterable[str] = (),
        sources: Iterable[str] = (),
        identities: tuple[Identity, ...] = (),
        *,
        main: bool = False,
    ) -> str:
        """Write a line whose right side has a value; its number. Raises Disagreement."""
        number = self.next
        self.prove(number, self.value_of(right), value)
        kept = tuple(dict.fromkeys(uses)), tuple(dict.fromkeys(sources))
        self.lines.append(DerivedLine(number, left, right, rule, *kept, (), identities, main))
        return number

    def equation(
        self,
        left: Expression,
        right: Expression,
        residual: Canonical,
        rule: Message,
        uses: Iterable[str] = (),
        sources: Iterable[str] = (),
        cancelled: Iterable[Expression] = (),
        *,
        main: bool = False,
    ) -> str:
        """Write left = right, whose sides differ by a residual; its number. Raises Disagreement."""
        number = self.next
        self.prove(number, self.value_of(left) - self.value_of(right), residual)
        kept = tuple(dict.fromkeys(uses)), tuple(dict.fromkeys(sources)), tuple(cancelled)
        self.lines.append(DerivedLine(number, left, right, rule, *kept, (), main))
        return number

    def prove(self, number: str, made: Canonical, value: Canonical) -> None:
        """Raise Disagreement where a line is not what its formalism computes."""
        known = self.after(value)
        if not (made - known).is_zero and not agree_in_numbers(made, known):
            raise disagreement(say("Line {number} of a derivation", number=number), 1.0, "")

    @property
    def section(self) -> Section:
        """What was written."""
        lines, before, behind = tuple(self.lines), tuple(self.before), tuple(self.behind)
        return Section(self.number, self.title, lines, before, behind, self.statement)
