"""Events of a model: what happens to it where a value passes through zero."""

from __future__ import annotations

from typing import Literal

from pydantic import StrictBool

from lagr_gui.model.record import Formula, Line, Name, Record, Scalar


class EventAction(Record):
    """One thing that happens: exactly one of its fields is given, but for the `value` of `set`.

    `set` names a velocity, as ``phi'``, or a state of the first order; `open` names a condition, a
    rope or a joint that binds no more from then on, `on` and `off` an element that acts.  Items go
    by their names, or by keys as ``joint:string`` where a joint and an element share one.
    """

    stop: StrictBool = False
    set: Name = ""
    value: Scalar = 0
    open: Line = ""
    on: Line = ""
    off: Line = ""

    @property
    def given(self) -> tuple[str, ...]:
        """The names of the fields that say what happens."""
        return tuple(name for name in ("stop", "set", "open", "on", "off") if getattr(self, name))

    @property
    def item(self) -> str:
        """The item that it opens or switches; empty for what does neither."""
        return self.open or self.on or self.off


class MotionEvent(Record):
    """What happens where the value `when` passes through zero in a `direction`.

    The value may be made of all that outputs are made of, but for works.  It happens `once`, or
    each time; what it does are the actions `do`, all at once.
    """

    name: Name
    when: Formula = ""
    direction: Literal["rising", "falling", "both"] = "rising"
    once: StrictBool = True
    do: tuple[EventAction, ...] = ()

    @property
    def key(self) -> str:
        """What it is called among items."""
        return f"event:{self.name}"
