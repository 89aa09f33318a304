"""XML from outside as tags that know their lines, with limits; declarations are refused.

Nothing here calls itself: files may be nested as deeply as the limit allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar
from xml.parsers.expat import ExpatError, ParserCreate
from xml.parsers.expat.errors import messages

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal

T = TypeVar("T")

DEEPEST = 1000
"""Tags that may stand within one another."""

MOST_TAGS = 100_000
"""Tags of a file."""


@dataclass(slots=True, eq=False)
class Tag:
    """An element of a file: its name, what is given in it, the line where it begins."""

    name: str
    given: dict[str, str]
    line: int
    inner: list[Tag] = field(default_factory=list["Tag"])

    def each(self, *names: str) -> Iterator[Tag]:
        """The inner tags with one of the names, in their order."""
        return (tag for tag in self.inner if tag.name in names)

    def first(self, name: str) -> Tag | None:
        """The first inner tag of a name."""
        return next(self.each(name), None)

    @property
    def place(self) -> str:
        """How it is called in messages: its line, its name, and what names it."""
        title = self.given.get("name") or self.given.get("joint") or self.given.get("link")
        if title:
            words = "Line {line}, <{tag}> “{title}”"
            return say(words, line=self.line, tag=self.name, title=title)
        return say("Line {line}, <{tag}>", line=self.line, tag=self.name)

    def entry(self, key: str, known: Mapping[str, T]) -> T:
        """What an attribute names. Raises LagrError."""
        name = self.given.get(key, "")
        if name not in known:
            cause = say("{key}: there is no “{name}”.", key=key, name=name)
            raise self.wrong(cause, "Name one of the file.")
        return known[name]

    def wrong(self, cause: str, remedy: str, code: str = "robot") -> LagrError:
        """The error of a fault in this tag, to be raised."""
        return refusal(self.place, cause, remedy, code)


def read_tags(data: bytes | str) -> Tag:
    """The outermost tag of a file. Raises LagrError with the line of what is no XML, or too big."""
    return _Reader().read(data)


class _Reader:
    def __init__(self) -> None:
        self.parser = ParserCreate()
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.declared
        self.parser.EntityDeclHandler = self.declared
        self.open: list[Tag] = []
        self.top: Tag | None = None
        self.count = 0

    def read(self, data: bytes | str) -> Tag:
        try:
            self.parser.Parse(data, True)
        except ExpatError as error:
            cause = say("It is no XML: {why}.", why=messages.get(error.code, "it cannot be read"))
            raise refusal(
                say("Line {line}, column {column}", line=error.lineno, column=error.offset + 1),
                cause,
                "Mend the file there.",
                "xml",
            ) from None
        except (ValueError, LookupError) as error:
            raise self.wrong(say("It is no XML: {why}.", why=error), "Mend the file.") from None
        assert self.top is not None
        return self.top

    def start(self, name: str, given: dict[str, str]) -> None:
        self.count += 1
        if self.count > MOST_TAGS:
            cause = say("The file holds more than {most} elements.", most=MOST_TAGS)
            raise self.wrong(cause, "Read a smaller file.")
        if len(self.open) >= DEEPEST:
            cause = say("More than {most} elements stand within one another.", most=DEEPEST)
            raise self.wrong(cause, "Read a file with fewer levels.")
        tag = Tag(name, given, self.parser.CurrentLineNumber)
        if self.open:
            self.open[-1].inner.append(tag)
        self.top = self.top or tag
        self.open.append(tag)

    def end(self, name: str) -> None:
        self.open.pop()

    def declared(self, *_: object) -> None:
        raise self.wrong(
            "It declares a document type or entities; such declarations can hide endless texts "
            "and other files.",
            "Take <!DOCTYPE …> and <!ENTITY …> out of the file.",
        )

    def wrong(self, cause: str, remedy: str) -> LagrError:
        line = say("Line {line}", line=self.parser.CurrentLineNumber)
        return refusal(line, cause, remedy, "xml")
