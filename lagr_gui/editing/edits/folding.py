"""Folding a part of a drawing into a subsystem: the same system, with one block for the part."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.editing.edits import drawing, marks
from lagr_gui.editing.edits.instances import with_symbols
from lagr_gui.editing.edits.layout import move, places
from lagr_gui.editing.edits.names import body_numbers, free_symbol, instance_names, names_of
from lagr_gui.expression import called, read, symbols
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.model import (
    BY_COORDINATE,
    Attachment,
    BodyPort,
    Element,
    FieldType,
    Function,
    Joint,
    Model,
    Parameter,
    Replacement,
    Subsystem,
    SubsystemInstance,
    bodies_in,
    with_bodies,
)
from lagr_gui.model.sites import sites


def fold(model: Model, keys: Collection[str], name: str = "part") -> Model:
    """The chosen bodies, with the joints and elements between them, as one instance.

    Joints and elements that lead out of them stay, unless they are chosen too: then the body to
    which they lead is a port of the subsystem.  Coordinates get the index of the instance: `name`
    with a number.  Raises
    LagrError where no body is chosen, and where the part cannot stand by itself.
    """
    part = _Part(model, keys, name)
    whole = with_symbols(part.outer(), part.names, part.items)
    layout = drawing.kept(whole.layout, part.left)
    made = part.instance()
    whole = whole.having(
        layout=layout,
        subsystems=(*whole.subsystems, part.subsystem()),
        instances=(*whole.instances, made),
    )
    return move(whole, {f"instance:{made.name}": part.middle})


class _Part:
    """What is folded, and what it is attached to."""

    def __init__(self, model: Model, keys: Collection[str], name: str) -> None:
        self.model = model
        self.bodies = body_numbers(keys) - {0}
        if not self.bodies:
            raise _refused("No body is chosen.", "Choose the bodies that belong together.")
        if foreign := {p.body for p in model.ports if p.outside} & self.bodies:
            cause = say("Body “{name}” stands for one outside.", name=model.title(min(foreign)))
            raise _refused(cause, "Choose only bodies that belong to the model.")
        chosen = names_of(keys, "joint")
        self.joints = tuple(j for j in model.joints if self._joint_inside(j, j.name in chosen))
        coordinates = {name for joint in self.joints for name in joint.coordinates}
        chosen = names_of(keys, "element")
        self.elements = tuple(
            e for e in model.elements if self._element_inside(e, e.name in chosen, coordinates)
        )
        self.coordinates = coordinates | {name for e in self.elements for name in e.own}
        ends = {n for j in self.joints for n in (j.parent, j.child)}
        ends |= {n for e in self.elements for n in bodies_in(e, ELEMENTS[e.kind].fields)}
        outside = sorted(ends - self.bodies)
        if len(outside) > 1:
            listed = ", ".join(model.title(number) for number in outside)
            cause = say("What is chosen leads to several others: {listed}.", listed=listed)
            raise _refused(cause, "Choose only joints and elements that lead to one of them.")
        self.base = outside[0] if outside else 0
        taken = {*instance_names(model), *(entry.name for entry in model.subsystems)}
        self.name = free_symbol(name, taken)
        self.names = {name: f"{name}_{self.name}" for name in self.coordinates}
        order = [number for number in model.numbers if number in self.bodies]
        self.numbers = {self.base: 0} | {old: new for new, old in enumerate(order, start=1)}
        named = {f"joint:{j.name}" for j in self.joints}
        named |= {f"element:{e.name}" for e in self.elements}
        self.gone = named | {f"body:{number}" for number in self.bodies}

    def _joint_inside(self, joint: Joint, chosen: bool) -> bool:
        inside = len({joint.parent, joint.child} & self.bodies)
        return inside == 2 or (chosen and inside == 1)

    def _element_inside(self, element: Element, chosen: bool, coordinates: set[str]) -> bool:
        kind = ELEMENTS[element.kind]
        if kind.geometry.electric:
            return False
        ends = {n for n in bodies_in(element, kind.fields) if n or not kind.geometry.named}
        fields = (s.name for s in kind.fields if s.type is FieldType.COORDINATE)
        on = {getattr(element, name) for name in fields}
        if on:
            return on <= coordinates
        return bool(ends) and (ends <= self.bodies or (chosen and bool(ends & self.bodies)))

    @property
    def items(self) -> dict[str, str]:
        """What bodies, joints and elements are called from now on, by key."""
        items = {
            key: f"{self.name}.{key.partition(':')[2]}"
            for key in self.gone
            if not key.startswith("body:")
        }
        for body in (self.model.body(number) for number in self.bodies):
            new = f"{self.name}.{body.name or self.numbers[body.number]}"
            spoken = (str(body.number), *([body.name] if body.name else []))
            items |= {f"body:{name}": new for name in spoken}
        return items

    @property
    def left(self) -> set[str]:
        """The keys of what stays where it is in the drawing."""
        layout = self.model.layout
        entries = (*layout.places, *layout.bends, *layout.labels, *layout.notes)
        return {entry.item for entry in entries} - self.gone

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the bodies in the drawing."""
        points = [places(self.model)[f"body:{number}"] for number in self.bodies]
        x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
        return round(x / 10) * 10.0, round(y / 10) * 10.0

    def outer(self) -> Model:
        """The drawing without the part."""
        model = self.model.only("bodies", lambda b: b.number not in self.bodies)
        model = model.only("joints", lambda j: f"joint:{j.name}" not in self.gone)
        model = model.only("elements", lambda e: f"element:{e.name}" not in self.gone)
        for section in BY_COORDINATE:
            model = model.only(section, lambda entry: entry.coordinate not in self.coordinates)
        return model.having(sketch=marks.kept(model.sketch, {0, *model.numbers}))

    def instance(self) -> SubsystemInstance:
        """The part as a block of the drawing."""
        attachments = [Attachment(port=p.name, body=self._old(p.body)) for p in self._ports()]
        return SubsystemInstance(
            name=self.name,
            subsystem=self.name,
            attachments=tuple(attachments),
            values=tuple(Replacement(name=p.name, value=p.name) for p in self._used()[0]),
        )

    def _old(self, number: int) -> int:
        return next(old for old, new in self.numbers.items() if new == number)

    def subsystem(self) -> Subsystem:
        """The part as a model by itself."""
        model = self._records()
        used, functions = self._used()
        names = {entry.name for entry in used}
        weight = {name for text in model.gravity for name in _spoken(text)[0]}
        more = [p for p in self.model.parameters if p.name in weight and p.name not in names]
        model = model.having(
            name=self.name, ports=self._ports(), parameters=(*used, *more), functions=functions
        )
        return Subsystem(name=self.name, model=model)

    def _records(self) -> Model:
        """Bodies, joints and elements of the part with numbers of their own."""
        model, new = self.model, self.numbers
        keys = {f"body:{old}": f"body:{number}" for old, number in new.items()}
        inside = {key for key in self.gone if not key.startswith("body:")}
        layout = drawing.kept(model.layout, inside | {f"body:{n}" for n in self.bodies})
        return Model(gravity=model.gravity).having(
            bodies=tuple(
                b.having(number=new[b.number]) for b in model.bodies if b.number in self.bodies
            ),
            joints=tuple(j.having(parent=new[j.parent], child=new[j.child]) for j in self.joints),
            elements=tuple(
                e.having(**with_bodies(e, ELEMENTS[e.kind].fields, new)) for e in self.elements
            ),
            start=tuple(s for s in model.start if s.coordinate in self.coordinates),
            motions=tuple(s for s in model.motions if s.coordinate in self.coordinates),
            layout=drawing.renamed(layout, keys),
        )

    def _ports(self) -> tuple[BodyPort, ...]:
        """Body 0 where it is another one outside, and the bodies to which others lead."""
        rest = self.outer()
        named = {n for j in rest.joints for n in (j.parent, j.child)}
        named |= {n for e in rest.elements for n in bodies_in(e, ELEMENTS[e.kind].fields)}
        named |= {entry.body for one in rest.instances for entry in one.attachments}
        named |= {port.body for port in rest.ports}
        ports = [BodyPort(name="base")] if self.base else []
        for number in sorted(named & self.bodies):
            title = self.model.body(number).name or f"body {number}"
            taken = {port.name for port in ports}
            name = title if title not in taken else f"{title} {number}"
            ports.append(BodyPort(name=name, body=self.numbers[number]))
        return tuple(ports)

    def _used(self) -> tuple[tuple[Parameter, ...], tuple[Function, ...]]:
        """The parameters and functions of which the part speaks.

        Raises LagrError where it speaks of coordinates of the rest.
        """
        records = self._records().having(gravity=(0, 0, 0))
        names, calls = _all_spoken(site.value for site in sites(records, KINDS))
        functions: dict[str, Function] = {}
        pending = calls
        while pending:
            new = [f for f in self.model.functions if f.name in pending and f.name not in functions]
            functions |= {f.name: f for f in new}
            more, pending = _all_spoken(f.expression or 0 for f in new)
            pending |= {f.integral for f in new}
            names |= more - {a for f in new for a in f.arguments}
        if strange := sorted(names & set(self.model.coordinates) - self.coordinates):
            cause = say("The part speaks of the coordinate “{name}” of the rest.", name=strange[0])
            raise _refused(cause, "Choose what has this coordinate too.")
        parameters = tuple(p for p in self.model.parameters if p.name in names)
        return parameters, tuple(functions.values())


def _all_spoken(values: Iterable[object]) -> tuple[set[str], set[str]]:
    pairs = [_spoken(value) for value in values]
    return {n for names, _ in pairs for n in names}, {n for _, calls in pairs for n in calls}


def _spoken(value: object) -> tuple[set[str], set[str]]:
    """The symbols and the functions of an expression; none where it does not read."""
    try:
        tree = read(value) if isinstance(value, str) else None
    except LagrError:
        tree = None
    if tree is None:
        return set(), set()
    return {entry.name for entry in symbols(tree)}, {name for name, _ in called(tree)}


def _refused(cause: str, remedy: str) -> LagrError:
    return refusal("Subsystem", cause, remedy, code="fold")
