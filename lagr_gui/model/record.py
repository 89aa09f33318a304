"""What records are made of: names, numbers and expressions as they are typed, and lists."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isfinite
from numbers import Integral
from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    StringConstraints,
    WithJsonSchema,
)
from pydantic import StrictStr as _Text
from pydantic_core import PydanticCustomError

from lagr_gui.expression.arguments import is_finite, is_number, shown
from lagr_gui.foundation.incoming import has_halves
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.wording import blanked, is_plain

LARGEST = 1e300
"""Numbers of larger magnitude are refused: nothing mechanical is that big."""


LARGEST_NUMBER = 1_000_000_000
"""The largest number of a body."""

LONGEST_NAME, LONGEST_TEXT = 1000, 100_000
"""Most characters of a name, and of a text that describes."""


_END = re.compile(r"\r\n|[\n-\r\x1c-\x1e\x85\u2028\u2029]")


_COLOR = re.compile("#[0-9a-fA-F]{6}")


def _halved(value: str) -> str:
    if has_halves(value):
        raise PydanticCustomError("text", "a text without half characters is expected")
    return value


def _text(value: str) -> str:
    lines = _halved(value).splitlines(keepends=True)
    return _without_control("".join(_END.sub("\n", line) for line in lines), also="\n\t")


def _without_control(value: str, also: str = "") -> str:
    if not is_plain(value, also):
        raise PydanticCustomError("control", "a text without control characters is expected")
    return value


def _expression(value: str) -> str:
    return _without_control(blanked(_halved(value)))


def _line(value: str) -> str:
    if not is_plain(_halved(value)):
        raise PydanticCustomError(
            "line", "a text in one line, without control characters, is expected"
        )
    return value


def _color(value: str) -> str:
    if value and not _COLOR.fullmatch(value):
        raise PydanticCustomError("color", "a colour such as #2f6db3 is expected")
    return value


Text = Annotated[_Text, StringConstraints(max_length=LONGEST_TEXT), AfterValidator(_text)]
"""A text that describes: it may have several lines, whose ends are those of Unix."""
Formula = Annotated[_Text, StringConstraints(max_length=LONGEST_TEXT), AfterValidator(_expression)]
"""The text of an expression; ends of lines in it are spaces."""
Line = Annotated[_Text, StringConstraints(max_length=LONGEST_TEXT), AfterValidator(_line)]
"""A text in one line, as the name of a file."""
Color = Annotated[_Text, AfterValidator(_color)]
"""A colour by its parts of red, green and blue, or none where it is empty."""
Name = Annotated[_Text, StringConstraints(max_length=LONGEST_NAME), AfterValidator(_line)]
"""A name, or a unit, in one line."""


def _scalar(value: object) -> int | float | str:
    if isinstance(value, str):
        return _expression(value)
    if not is_number(value):
        raise PydanticCustomError("scalar", "a number or the text of an expression is expected")
    value = int(value) if isinstance(value, Integral) else float(value)
    if (isinstance(value, float) and not isfinite(value)) or abs(value) > LARGEST:
        raise PydanticCustomError("finite", "the number is not finite or too large")
    return value


Scalar = Annotated[
    int | float | str,
    PlainValidator(_scalar),
    WithJsonSchema({"type": ["number", "string"]}),
]
"""A number or the text of an expression."""
Vector = tuple[Scalar, Scalar, Scalar]
Matrix = tuple[Vector, Vector, Vector]
"""Three rows of three scalars."""

ZERO: Vector = (0, 0, 0)
IDENTITY: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def _number(value: object) -> object:
    if not is_finite(value):
        raise PydanticCustomError("number", "a finite number is expected")
    return float(value)  # type: ignore[arg-type]


def _whole(value: object) -> object:
    if not is_number(value) or not isinstance(value, Integral):
        raise PydanticCustomError("whole", "a whole number is expected")
    return int(value)


Finite = Annotated[float, Field(ge=-LARGEST, le=LARGEST), BeforeValidator(_number)]
Whole = Annotated[int, Field(le=LARGEST_NUMBER), BeforeValidator(_whole)]


class Record(BaseModel):
    """A frozen record that refuses keys it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def having(self, **fields: Any) -> Self:
        """The same record but for some fields; of what they get texts alone are validated.

        Raises LagrError for a text with what its field does not hold, such as control characters.
        """
        for name, value in fields.items():
            if isinstance(value, str) and not value.isprintable():
                fields[name] = self._text_of(name, value)
        return self.model_copy(update=fields)

    def _text_of(self, field: str, value: str) -> str:
        """A text as a field keeps it."""
        rules = type(self).model_fields[field].metadata
        try:
            for rule in rules:
                if isinstance(rule, (AfterValidator, PlainValidator)):
                    value = rule.func(value)  # type: ignore[call-arg]
        except PydanticCustomError as error:
            cause = say("This is {shown}; {cause}.", shown=shown(value), cause=say(error.message()))
            raise refusal(say(field), cause, "Correct the entry.", "wrong-value") from None
        return value

    def each(self, field: str, change: Callable[[Any], Any]) -> Self:
        """The same record with every entry of a list changed."""
        return self.having(**{field: tuple(map(change, getattr(self, field)))})

    def only(self, field: str, keep: Callable[[Any], bool]) -> Self:
        """The same record without the entries of a list that are not to be kept."""
        return self.having(**{field: tuple(filter(keep, getattr(self, field)))})
