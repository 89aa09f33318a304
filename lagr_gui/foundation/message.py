"""Texts that remember from which words and values they were made, so that they can be translated.

A message is the English text; its `template` is the key under which a table of another
language has the words, its `values` are what stands between the braces.  Values that are
messages themselves are translated with it, names and numbers stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import Formatter


class Message(str):
    """An English text made from a template by `str.format`."""

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, str | float]

    def __new__(cls, template: str, values: Mapping[str, object]) -> Message:
        kept = {n: v if isinstance(v, str | float | int) else str(v) for n, v in values.items()}
        made = super().__new__(cls, template.format(**kept))
        made.template, made.values = template, kept
        return made

    def __add__(self, other: str) -> Message:
        return joined((self, phrase(other)), "")

    def __radd__(self, other: str) -> Message:
        return joined((phrase(other), self), "")

    def with_values(self, **values: object) -> Message:
        """The same words with other values."""
        return Message(self.template, {**self.values, **values})

    def __reduce__(self) -> tuple[type[Message], tuple[str, Mapping[str, object]]]:
        return type(self), (self.template, self.values)


def say(template: str, /, **values: object) -> Message:
    """The template with values in its braces: ``say("There is no body {n}.", n=3)``."""
    return Message(template, values)


def counted(count: object, one: str, many: str, **values: object) -> Message:
    """The singular for 1, the plural for other numbers: ``("{count} row", "{count} rows")``.

    Other languages translate both.
    """
    return say(one if str(count) == "1" else many, count=count, **values)


def joined(parts: Iterable[str], separator: str = ", ") -> Message:
    """Several texts in a row; those that are messages stay such."""
    values = {f"part_{place}": part for place, part in enumerate(parts)}
    return Message(separator.join(f"{{{name}}}" for name in values), values)


def phrase(text: str) -> Message:
    """A text as a message, so that it is translated as a part of another one."""
    if isinstance(text, Message):
        return text
    return Message(text.replace("{", "{{").replace("}", "}}"), {})


def translated(text: str, table: Mapping[str, str]) -> str:
    """A text in the words of a table, by template; as it is where the table lacks it.

    A plain text is its own template.
    """
    if not isinstance(text, Message):
        return table.get(text, text)
    template = table.get(text.template)
    if template is None:
        if any(map(str.strip, _literals(text.template, "(,;: )"))):
            return str(text)
        template = text.template  # nothing but values in a row
    values = {
        n: translated(v, table) if isinstance(v, Message) else v for n, v in text.values.items()
    }
    return template.format(**values)


def _literals(template: str, marks: str) -> list[str]:
    """What stands between the braces of a template, without marks around it."""
    return [text.strip(marks) for text, *_ in Formatter().parse(template)]
