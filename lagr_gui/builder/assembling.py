"""Functions by points, and systems of systems: ports, subsystems, instances, for `System`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from types import MappingProxyType
from typing import Any

from lagr_gui.builder.recording import record_of
from lagr_gui.catalogue import SIGNALS
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.model import (
    Attachment,
    BodyPort,
    ChainLink,
    Function,
    LookupTable,
    Model,
    Replacement,
    Scalar,
    StateSignal,
    Subsystem,
    SubsystemInstance,
    Vector,
)
from lagr_gui.model.events import MotionEvent
from lagr_gui.subsystems import is_foreign, subsystem_of_file

Attached = int | tuple[int, Sequence[Scalar]]
"""A body, or a body and a point of it in its axes."""


class Assembling:
    """What a `System` can be made of besides bodies, joints and elements."""

    model: Model

    def table(
        self,
        name: str,
        x: Iterable[float],
        y: Iterable[float],
        argument: str = "x",
        *,
        units: tuple[str, str] = ("", ""),
        between: str = "monotone",
        outside: str = "error",
        expression: str | None = None,
        description: str = "",
    ) -> str:
        """Add a function by points (x, y), x rising, in `units` (empty: SI); its name.

        `between` them it is "linear", "monotone" (a cubic after Fritsch and Carlson), "akima" or
        the natural cubic "spline", whose second derivative is continuous too.  `outside` there is
        no value ("error"), the last one ("hold"), the last slope ("linear") or the same again
        ("periodic").  An `expression` counts in the place of the points.
        """
        xs, ys, place = [*x], [*y], f"Table “{name}”"
        if len(xs) != len(ys):
            cause = say("It has {x} values of x and {y} of y.", x=len(xs), y=len(ys))
            raise refusal(place, cause, "Give as many of both.", "table")
        axes = {"x_unit": units[0], "y_unit": units[1], "between": between, "outside": outside}
        points = record_of(LookupTable, place, points=(*zip(xs, ys, strict=True),), **axes)
        entries = {"arguments": (argument,), "expression": expression, "description": description}
        function = record_of(Function, place, name=name, table=points, **entries)
        self.model = self.model.having(functions=(*self.model.functions, function))
        return name

    def integral(self, name: str, table: str, argument: str = "x", description: str = "") -> str:
        """Add the exact integral of a function by points; its name.

        It begins at 0 where the points reach around it, otherwise at the first of them.  The
        potential energy of a spring is the negative integral of its force.
        """
        entries = {"arguments": (argument,), "integral": table, "description": description}
        function = record_of(Function, f"Function “{name}”", name=name, **entries)
        self.model = self.model.having(functions=(*self.model.functions, function))
        return name

    def state(
        self, name: str, rate: Scalar, start: Scalar = 0, unit: str = "", description: str = ""
    ) -> str:
        """Add a state z of the first order, ż = `rate`; its name.

        The rate may depend on time, coordinates, velocities and states; forces and moments may
        depend on z, which begins with `start`, in the SI unit that is told.
        """
        entries = {"rate": rate, "start": start, "unit": unit, "description": description}
        made = record_of(StateSignal, f"State “{name}”", name=name, **entries)
        self.model = self.model.having(signals=(*self.model.signals, made))
        return name

    def signal(
        self, name: str, what: Scalar, *, unit: str = "", description: str = "", **fields: Any
    ) -> str:
        """Add a signal: a name for an expression, or a block of a kind with its fields; the name.

        Forces, moments, rates of states, outputs and other signals may be made of it.  Kinds are
        those of docs/signals.md: ``s.signal("w", "0.3*step(1, t, 100)")`` is an expression,
        ``s.signal("u", "filter1", input="w - phi", T=0.3)`` a block.
        """
        place = f"Signal “{name}”"
        entries = {"unit": unit, "description": description, **fields}
        if what not in SIGNALS:
            entries, what = {"value": what, **entries}, "expression"
        made = record_of(SIGNALS[str(what)].record, place, name=name, **entries)
        self.model = self.model.having(signals=(*self.model.signals, made))
        return name

    def event(
        self,
        name: str,
        when: Scalar,
        *,
        direction: str = "rising",
        once: bool = True,
        open: str | Sequence[str] = (),
        off: str | Sequence[str] = (),
        on: str | Sequence[str] = (),
        set: Mapping[str, Scalar] | None = None,
        stop: bool = False,
    ) -> str:
        """Add an event: what happens where the value `when` passes through zero; its name.

        The value may be made of all that outputs are made of, such as ``abs(thrust(rod)) - 200``.
        It opens conditions, ropes and joints that close a path, switches what acts `off` or `on`,
        `set`s velocities ``phi'`` and states to expressions, or `stop`s the motion:
        ``s.event("cut", when="phi - 0.4", open="string")``.
        """
        named = (("open", open), ("off", off), ("on", on))
        do: list[dict[str, Any]] = [
            {what: item}
            for what, items in named
            for item in ([items] if isinstance(items, str) else items)
        ]
        do += [{"set": target, "value": value} for target, value in (set or {}).items()]
        do += [{"stop": True}] if stop else []
        entries = {"when": str(when), "direction": direction, "once": once, "do": do}
        made = record_of(MotionEvent, f"Event “{name}”", name=name, **entries)
        self.model = self.model.having(events=(*self.model.events, made))
        return name

    def port(
        self, name: str, body: int = 0, point: Vector = (0, 0, 0), *, outside: bool = False
    ) -> str:
        """Let who uses the system as a subsystem know a body, with a point in its axes; its name.

        A body `outside`, as body 0, stands for one of who uses the system.
        """
        place = f"Port “{name}”"
        made = record_of(BodyPort, place, name=name, body=body, point=point, outside=outside)
        self.model = self.model.having(ports=(*self.model.ports, made))
        return name

    def subsystem(self, name: str, of: Any) -> str:
        """Let instances be made of another system, a model or a model file; its name.

        It is kept as it is now.  Raises LagrError for a file that cannot be read.
        """
        if isinstance(of, str | os.PathLike):
            made = subsystem_of_file(name, of)
        else:
            inner = of if isinstance(of, Model) else of.model
            made = record_of(Subsystem, f"Subsystem “{name}”", name=name, model=inner)
        self.model = self.model.having(subsystems=(*self.model.subsystems, made))
        return name

    def instance(
        self,
        subsystem: str,
        name: str,
        attach: Mapping[str, Attached] = MappingProxyType({}),
        *,
        repeat: int | None = None,
        links: Mapping[str, str] = MappingProxyType({}),
        **values: Scalar,
    ) -> dict[str, int]:
        """Use a subsystem as a part; the numbers of those of its ports that are bodies of its own.

        `attach` says for which bodies, and at which points of them, the other ports stand.
        `values` stand in the place of its parameters and functions.  `repeat` makes that many
        members, of which `links` make a chain: {port: port of the member before}; of these the
        last one has the numbers.  Raises LagrError for an unknown subsystem.
        """
        place = f"Instance “{name}”"
        subsystems = {entry.name: entry.model for entry in self.model.subsystems}
        check_known(subsystem, subsystems, place, "There is no subsystem of this name.")
        bodies = dict.fromkeys(p.body for p in subsystems[subsystem].ports if not is_foreign(p))
        numbers = dict(zip(bodies, count(self.model.next_number), strict=False))
        free = {p.name: numbers[p.body] for p in subsystems[subsystem].ports if p.body in numbers}
        made = record_of(
            SubsystemInstance,
            place,
            name=name,
            subsystem=subsystem,
            repeat=repeat,
            values=tuple(Replacement(name=key, value=value) for key, value in values.items()),
            attachments=tuple(_attachment(place, *entry) for entry in {**attach, **free}.items()),
            links=tuple(ChainLink(port=port, to=to) for port, to in links.items()),
        )
        self.model = self.model.having(instances=(*self.model.instances, made))
        return free


def _attachment(place: str, port: str, to: Attached) -> Attachment:
    body, point = to if isinstance(to, tuple) else (to, None)
    return record_of(Attachment, place, port=port, body=body, point=point)
