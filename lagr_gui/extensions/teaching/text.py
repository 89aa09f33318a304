"""Derivations as text, with ASCII or in the letters of books."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lagr_gui.expression import Expression, Symbol, write
from lagr_gui.expression.letters import pretty
from lagr_gui.extensions.teaching.lines import Derivation, DerivedLine, Quantity, Section
from lagr_gui.foundation.languages import Words
from lagr_gui.foundation.message import Message
from lagr_gui.typesetting import MINUS, UNICODE
from lagr_gui.typesetting.letters import Typeset, typesetter
from lagr_gui.typesetting.text_lines import WIDTH, columns, equal_lines

_NAMES = ("coordinate", "names")
"""Values of sentences that are names of quantities."""
NUMBER = 6
"""Columns of the numbers of lines."""


@dataclass(frozen=True)
class _Look:
    """How quantities and trees are written."""

    quantity: Callable[[Quantity], str]
    tree: Callable[[Expression], str]
    spelled: Callable[[str], str] = str

    def side(self, side: Quantity | Expression | None) -> str:
        """The left side of a line."""
        if side is None:
            return ""
        return self.quantity(side) if isinstance(side, Quantity) else self.tree(side)


def derivation_text(derivation: Derivation, language: str = "en") -> str:
    """Section by section, a line for each step, with its rule behind it."""
    return _text(derivation, _Look(lambda of: of.plain, write), Words(language))


def derivation_unicode(derivation: Derivation, language: str = "en") -> str:
    """The same with Greek letters, indices and primes."""
    look = _Look(
        lambda of: UNICODE.written(of.formula).replace("-", MINUS),
        in_letters(typesetter(derivation.sheet)),
        pretty,
    )
    return _text(derivation, look, Words(language))


def in_letters(typeset: Typeset) -> Callable[[Expression], str]:
    """What writes trees in the letters of books."""
    return lambda tree: UNICODE.written(typeset(tree)).replace("-", MINUS)


def with_name(message: Message, spelled: Callable[[str], str]) -> Message:
    """A sentence with the names of its coordinate, or of others, as they are spelled."""
    own = {key: str(message.values[key]) for key in _NAMES if key in message.values}
    if not own:
        return message
    return message.with_values(
        **{key: ", ".join(map(spelled, names.split(", "))) for key, names in own.items()}
    )


def _text(derivation: Derivation, look: _Look, words: Words) -> str:
    lines = [words.name(derivation.title)]
    for section in derivation.sections:
        title = words.spoken(with_name(section.title, look.spelled))
        lines += ["", f"{section.number} {title}"]
        lines += _section(section, look, words)
    return "\n".join(line.rstrip() for line in lines)


def _section(section: Section, look: _Look, words: Words) -> Iterator[str]:
    yield from (f"  {words.spoken(sentence)}" for sentence in section.before)
    if section.statement is not None:
        yield f"  {look.quantity(section.statement)}"
    rows = [(line, [*_rows(line, look)]) for line in section.lines]
    widths = [columns(row) for _, own in rows for row in own[-1:]]
    edge = max((width for width in widths if width <= WIDTH // 2), default=0)
    for line, own in rows:
        yield from own[:-1]
        yield f"{own[-1]:<{edge}}   [{rule_of(line, words, look.tree)}]"
    for sentence in section.behind:
        yield f"  {words.spoken(with_name(sentence, look.spelled))}"


def _rows(line: DerivedLine, look: _Look) -> Iterator[str]:
    left = look.side(line.left)
    room = WIDTH - NUMBER
    number = f"  {line.number:<{NUMBER}}"
    for row in equal_lines(left or "  ", look.tree(line.right), "", room):
        yield number + row
        number = " " * len(number)


def rule_of(
    line: DerivedLine, words: Words, tree: Callable[[Expression], str], *, with_uses: bool = True
) -> str:
    """What was done, with the lines that it was done with, and with what identities."""
    said = words.spoken(with_name(line.rule, lambda name: tree(Symbol(name))))
    known = "; ".join(f"{tree(one.left)} = {tree(one.right)}" for one in line.identities)
    uses = f"({', '.join(line.uses)})" if line.uses and with_uses else ""
    gone = ", ".join(map(tree, line.cancelled))
    dropped = words("{terms} drops out", terms=gone) if gone else ""
    return "; ".join(filter(None, (" ".join(filter(None, (said, known, uses))), dropped)))
