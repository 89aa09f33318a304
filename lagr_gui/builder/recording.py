"""Records from what callers give, with faults in the words of the model."""

from __future__ import annotations

from typing import Any

from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.model.faults import place_of
from lagr_gui.model.findings import faults
from lagr_gui.model.record import Record


def record_of(record: type[Record], place: str, **fields: Any) -> Any:
    """A record from keyword arguments, faults told in the words of the model."""
    from pydantic import ValidationError

    try:
        return record.model_validate(fields)
    except ValidationError as error:
        problems = faults(error, record, (), fields)
    raise LagrError(
        Problem(place, _within(fault), fault.remedy, code=fault.code) for fault in problems
    )


def changed(record: Any, place: str, **fields: Any) -> Any:
    """The same record with other values of some fields, which are judged first."""
    declared = type(record).model_fields.items()
    needed = {name: getattr(record, name) for name, field in declared if field.is_required()}
    judged = record_of(type(record), place, **needed, **fields)
    return record.having(**{name: getattr(judged, name) for name in fields})


def _within(fault: Problem) -> str:
    """The cause, with the field that it speaks of."""
    return fault.cause if fault.place == place_of(()) else f"{fault.place}: {fault.cause}"
