"""A drawing as a script in Python that builds the same model."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from keyword import iskeyword
from typing import Any

from lagr_gui.catalogue import ELEMENTS, JOINTS, SIGNALS
from lagr_gui.editing.solid import COMPOSED
from lagr_gui.model import (
    Body,
    Element,
    ExpressionSignal,
    Function,
    Joint,
    LookupTable,
    Model,
    StateSignal,
)
from lagr_gui.model.events import MotionEvent
from lagr_gui.model.kinds import FieldType
from lagr_gui.model.marks import BodyPoint
from lagr_gui.model.record import Record
from lagr_gui.prepared import prepare
from lagr_gui.subsystems import flat
from lagr_gui.typesetting.model_hash import told

WIDTH = 96
"""Columns of a line."""

INDEX = 12
"""Columns that the name of a field before its value takes."""

_MOMENTS = ("xx", "yy", "zz", "xy", "xz", "yz")
_ENDS = ("terminal_a", "terminal_b")
_OF_CONTROLLERS = (("inputs", "expression"), ("outputs", "parameter"), ("values", "value"))


def python_script(model: Model) -> str:
    """What `System` is told to build the model, without its layout; members stand by themselves.

    Raises LagrError for instances of subsystems that cannot be.
    """
    return _Script(flat(model, from_centres=False), prepare(model).digest).text()


class _Script:
    """Writes statements one after the other."""

    def __init__(self, model: Model, mark: str) -> None:
        self.model, self.mark = model, mark
        self.bodies = {0: "GROUND"} | _variables(model.bodies)
        self.lines: list[str] = []

    def text(self) -> str:
        model = self.model
        self.lines += [f"# {told(self.mark)}", "from lagr_gui import GROUND, System", ""]
        self._system()
        self._parameters()
        self._base()
        self._paragraph(map(self._body, model.bodies))
        self._paragraph(map(self._joint, model.joints))
        self._paragraph(self._terminals())
        self._paragraph(map(self._element, model.elements))
        self._paragraph(map(_event, model.events))
        self._special_cases()
        self._paragraph(self._values())
        return "\n".join(self.lines).rstrip() + "\n"

    def _paragraph(self, statements: Iterable[str]) -> None:
        paragraph = list(statements)
        if paragraph:
            self.lines += [*paragraph, ""]

    # --- statements -------------------------------------------------------------------------

    def _system(self) -> None:
        model = self.model
        arguments = [_literal(model.name)] if model.name else []
        if model.gravity != Model().gravity:
            arguments.append(f"gravity={_literal(model.gravity)}")
        if all(parameter.name != "g" for parameter in model.parameters):
            arguments.append("g=None")
        statements = [_call("system = System", arguments)]
        if model.description:
            statements.append(_call("system.describe", [_literal(model.description)]))
        self._paragraph(statements)

    def _parameters(self) -> None:
        model = self.model
        statements: list[str] = []
        for entry in model.parameters:
            first = [entry.name, entry.value, entry.unit, entry.description]
            while first[-1] in ("", None) and len(first) > 1:
                first.pop()
            others = _others(entry, ("name", "value", "unit", "description"))
            statements.append(
                _call("system.parameter", [*map(_literal, first), *_keywords(others)])
            )
        for function in model.functions:
            if function.table is not None:
                statements.append(_table(function, function.table))
                continue
            if function.integral and function.expression is None:
                statements.append(_integral(function))
                continue
            arguments = [function.name, function.expression]
            if function.arguments != ("t",):
                arguments += function.arguments
            elif function.expression is None:
                arguments.pop()
            others = _others(function, ("name", "expression", "arguments"))
            statements.append(
                _call("system.function", [*map(_literal, arguments), *_keywords(others)])
            )
        for signal in model.signals:
            state, plain = isinstance(signal, StateSignal), isinstance(signal, ExpressionSignal)
            plain = plain and getattr(signal, "value", "") not in SIGNALS
            what = "rate" if state else "value" if plain else "kind"
            others = _others(signal, ("name", "kind", what))
            first = [_literal(signal.name), _literal(getattr(signal, what))]
            called = "system.state" if state else "system.signal"
            statements.append(_call(called, [*first, *_keywords(others)]))
        self._paragraph(statements)

    def _base(self) -> None:
        if others := _others(self.model.base, ()):
            self._paragraph([_call("system.ground", _keywords(others))])

    def _body(self, body: Body) -> str:
        inertia, shape = body.inertia, body.shape
        moments = [getattr(inertia, name) for name in _MOMENTS]
        while len(moments) > 3 and moments[-1] == 0:
            moments.pop()
        fields: dict[str, Any] = {}
        if body.mass != 1 or shape.solids:
            fields["mass"] = body.mass
        if any(entry != 0 for entry in body.centre):
            fields["centre"] = body.centre
        if any(moment != 0 for moment in moments):
            fields["inertia"] = tuple(moments)
        if inertia.form == "binet":
            fields["binet"] = True
        if shape.form != (COMPOSED if shape.solids else "box"):
            fields["shape"] = shape.form
        if not body.gravity:
            fields["gravity"] = False
        before = [other.number for other in self.model.bodies if other is not body]
        before = before[: self.model.bodies.index(body)]
        if body.number != max(before, default=0) + 1:
            fields["number"] = body.number
        fields |= _others(shape, ("form", "solids"))
        if shape.solids:
            fields["solids"] = tuple(_others(solid, ()) for solid in shape.solids)
        first = [_literal(body.name)] if body.name else []
        return _call(f"{self.bodies[body.number]} = system.body", [*first, *_keywords(fields)])

    def _joint(self, joint: Joint) -> str:
        kind = JOINTS[joint.kind]
        others = _others(joint, ("kind", "parent", "child", "coordinates"))
        first = [_literal(joint.kind), self.bodies[joint.parent], self.bodies[joint.child]]
        first += map(_literal, joint.coordinates or ([None] if kind.freedoms else []))
        return _call("system.joint", [*first, *self._fields(kind.fields, others)])

    def _terminals(self) -> Iterable[str]:
        """Terminals, unless branches make them in the same order."""
        branches = filter(_is_branch, self.model.elements)
        ends = [getattr(element, end) for element in branches for end in _ENDS]
        names = [terminal.name for terminal in self.model.terminals]
        if list(dict.fromkeys(ends)) != names:
            yield from (_call("system.terminal", [_literal(name)]) for name in names)

    def _element(self, element: Element) -> str:
        kind = ELEMENTS[element.kind]
        if _is_branch(element):
            first = [element.kind, *(getattr(element, e) for e in _ENDS), *element.own]
            others = _others(element, ("kind", "own", *_ENDS))
            head = "system.branch"
        else:
            first, head = [element.kind, element.name], "system.element"
            others = _others(element, ("kind", "name"))
        return _call(head, [*map(_literal, first), *self._fields(kind.fields, others)])

    def _fields(self, specs: Sequence[Any], fields: Mapping[str, Any]) -> list[str]:
        """Fields as keywords; bodies by their variables."""
        bodies = {spec.name for spec in specs if spec.type == FieldType.BODY}
        return [
            f"{name}={self.bodies[value] if name in bodies else self._value(value)}"
            for name, value in fields.items()
        ]

    def _value(self, value: Any) -> str:
        if isinstance(value, BodyPoint):
            return f'{{"body": {self.bodies[value.body]}, "point": {_literal(value.point)}}}'
        if isinstance(value, tuple) and any(isinstance(entry, BodyPoint) for entry in value):
            return _tuple([self._value(entry) for entry in value])
        return _spread(value, 4)

    def _special_cases(self) -> None:
        for case in self.model.special_cases:
            values = {entry.name: entry.value for entry in case.replacements}
            statements = [_call("system.special_case", [_literal(case.name), *_keywords(values)])]
            if case.description:
                arguments = [_literal(case.description), f"special={_literal(case.name)}"]
                statements.append(_call("system.describe", arguments))
            self._paragraph(statements)

    def _values(self) -> Iterable[str]:
        """Start values, given motions, settings of simulations, curves."""
        start = {
            entry.coordinate: (entry.position, entry.velocity)
            if entry.velocity != 0
            else entry.position
            for entry in self.model.start
        }
        if start:
            yield _call("system.start", _keywords(start))
        if motions := {entry.coordinate: entry.motion for entry in self.model.motions}:
            yield _call("system.prescribe", _keywords(motions))
        if plan := _others(self.model.simulation, ("outputs", "controllers")):
            yield _call("system.plan", _keywords(plan))
        for entry in self.model.simulation.outputs:
            named = [entry.expression, entry.name] if entry.name else [entry.expression]
            yield _call("system.output", list(map(_literal, named)))
        for entry in self.model.simulation.controllers:
            first = list(map(_literal, (entry.name, entry.file)))
            others = _others(entry, ("name", "file", "inputs", "outputs", "values"))
            for sort, field in _OF_CONTROLLERS:
                if table := {
                    record.name: getattr(record, field) for record in getattr(entry, sort)
                }:
                    others[sort] = table
            yield _call("system.controller", [*first, *_keywords(others)])


def _event(event: MotionEvent) -> str:
    others: dict[str, Any] = _others(event, ("name", "when", "do"))
    for field in ("open", "off", "on"):
        if items := tuple(getattr(one, field) for one in event.do if getattr(one, field)):
            others[field] = items[0] if len(items) == 1 else items
    if setting := {one.set: one.value for one in event.do if one.set}:
        others["set"] = setting
    if any(one.stop for one in event.do):
        others["stop"] = True
    first = [_literal(event.name), _literal(event.when)]
    return _call("system.event", [*first, *_keywords(others)])


def _table(function: Function, table: LookupTable) -> str:
    arguments = [function.name, *map(tuple, zip(*table.points, strict=True)), *function.arguments]
    others: dict[str, Any] = _others(table, ("points", "x_unit", "y_unit"))
    if table.x_unit or table.y_unit:
        others["units"] = table.x_unit, table.y_unit
    others |= _others(function, ("name", "arguments", "table", "integral"))
    return _call("system.table", [*(_spread(entry, 4) for entry in arguments), *_keywords(others)])


def _integral(function: Function) -> str:
    arguments = [function.name, function.integral, *function.arguments]
    others = _others(function, ("name", "arguments", "integral"))
    return _call("system.integral", [*map(_literal, arguments), *_keywords(others)])


def _is_branch(element: Element) -> bool:
    return len(element.own) == 1 and all(hasattr(element, end) for end in _ENDS)


def _variables(bodies: Sequence[Body]) -> dict[int, str]:
    """A variable for each body, by its number."""
    taken, variables = {"system"}, dict[int, str]()
    for body in bodies:
        name = re.sub(r"\W+", "_", unicodedata.normalize("NFKC", body.name).lower()).strip("_")
        if not name.isidentifier() or iskeyword(name) or name in taken:
            name = f"body_{body.number}"
        taken.add(name)
        variables[body.number] = name
    return variables


def _others(record: Record, without: Sequence[str]) -> dict[str, Any]:
    """The fields that are not what they are by themselves."""
    fields: dict[str, Any] = {}
    for name, field in type(record).model_fields.items():
        value = getattr(record, name)
        if name not in without and (field.is_required() or value != field.default):
            fields[name] = value
    return fields


# --- text -------------------------------------------------------------------------------------


def _literal(value: Any) -> str:
    """A number, text, truth or row as Python has it."""
    if isinstance(value, tuple):
        return _tuple([_literal(entry) for entry in value])
    if isinstance(value, dict):
        entries = (f"{_literal(name)}: {_literal(entry)}" for name, entry in value.items())
        return f"{{{', '.join(entries)}}}"
    if isinstance(value, str):
        return _quoted(value)
    return repr(value)


def _spread(value: Any, indent: int) -> str:
    """A value, with a line for each entry where rows of records do not fit on one."""
    text, nested = _literal(value), isinstance(value, dict) or _has_rows(value)
    if not nested or indent + len(text) + INDEX <= WIDTH:
        return text
    if isinstance(value, dict):
        lines = [f"{_literal(name)}: {_spread(entry, indent + 4)}" for name, entry in value.items()]
    else:
        lines = [_spread(entry, indent + 4) for entry in value]
    inner = "".join(f"{' ' * (indent + 4)}{line},\n" for line in lines)
    opening, closing = "{}" if isinstance(value, dict) else "()"
    return f"{opening}\n{inner}{' ' * indent}{closing}"


def _has_rows(value: Any) -> bool:
    return isinstance(value, tuple) and any(isinstance(entry, (dict, tuple)) for entry in value)


def _quoted(text: str) -> str:
    """A text in double quotes where that takes no more signs."""
    written = repr(text)
    if written.startswith("'") and '"' not in text:
        return f'"{written[1:-1]}"'
    return written


def _tuple(entries: Sequence[str]) -> str:
    return f"({', '.join(entries)}{',' if len(entries) == 1 else ''})"


def _keywords(fields: Mapping[str, Any]) -> list[str]:
    """Fields as keyword arguments; names that Python has no room for go into a dictionary."""
    plain = {name: value for name, value in fields.items() if _is_keyword(name)}
    others = {name: value for name, value in fields.items() if name not in plain}
    keywords = [f"{name}={_spread(value, 4)}" for name, value in plain.items()]
    if others:
        entries = (f"{_literal(name)}: {_literal(value)}" for name, value in others.items())
        keywords.append(f"**{{{', '.join(entries)}}}")
    return keywords


def _is_keyword(name: str) -> bool:
    usual = unicodedata.normalize("NFKC", name) == name
    return name.isidentifier() and usual and not iskeyword(name)


def _call(head: str, arguments: Sequence[str]) -> str:
    """A statement: on one line if it fits, on three, or with a line for each argument."""
    inner = ", ".join(arguments)
    if len(head) + len(inner) + 2 <= WIDTH:
        return f"{head}({inner})"
    if len(inner) + 4 <= WIDTH:
        return f"{head}(\n    {inner}\n)"
    if len(arguments) == 1:
        return f"{head}(\n{_folded(inner, 4)}\n)"
    lines = "".join(
        f"    {argument},\n"
        if len(argument) + 5 <= WIDTH or argument[0] not in "\"'"
        else f"    (\n{_folded(argument, 8)}\n    ),\n"
        for argument in arguments
    )
    return f"{head}(\n{lines})"


def _folded(argument: str, indent: int) -> str:
    """A text that is too long for a line in several pieces."""
    if argument[0] not in "\"'":
        return " " * indent + argument
    quote, words = argument[0], re.findall(r"\S*\s*", argument[1:-1])
    pieces, piece = list[str](), ""
    for word in words:
        if piece and indent + len(piece) + len(word) + 2 > WIDTH:
            pieces.append(piece)
            piece = ""
        piece += word
    return "\n".join(f"{' ' * indent}{quote}{piece}{quote}" for piece in [*pieces, piece])
