"""What records are made of: names, numbers and expressions as they are typed, and lists."""

from __future__ import annotations

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

from lagr_gui.given import is_finite, is_number
from lagr_gui.incoming import has_halves

LARGEST = 1e300
"""Numbers of larger magnitude are refused: nothing mechanical is that big."""


LARGEST_NUMBER = 1_000_000_000
"""The largest number of a body."""

LONGEST_NAME, LONGEST_TEXT = 1000, 100_000
"""Most characters of a name, and of a text that describes."""


def _text(value: str) -> str:
    if has_halves(value):
        raise PydanticCustomError("text", "a text without half characters is expected")
    return value


Text = Annotated[_Text, StringConstraints(max_length=LONGEST_TEXT), AfterValidator(_text)]
Name = Annotated[_Text, StringConstraints(max_length=LONGEST_NAME), AfterValidator(_text)]


def _scalar(value: object) -> int | float | str:
    if isinstance(value, str):
        return _text(value)
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
        """The same record but for some fields; what they get is not validated."""
        return self.model_copy(update=fields)

    def each(self, field: str, change: Callable[[Any], Any]) -> Self:
        """The same record with every entry of a list changed."""
        return self.having(**{field: tuple(map(change, getattr(self, field)))})

    def only(self, field: str, keep: Callable[[Any], bool]) -> Self:
        """The same record without the entries of a list that are not to be kept."""
        return self.having(**{field: tuple(filter(keep, getattr(self, field)))})
