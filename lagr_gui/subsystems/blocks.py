"""A drawing with its instances as blocks: what a diagram of it shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.model import Body, Joint, Model, SubsystemInstance, with_bodies
from lagr_gui.subsystems.attaching import is_foreign


@dataclass(frozen=True)
class Blocks:
    """The drawing with a body for each instance, which `names` tells by its number.

    A fixed joint named ``leg.trunk`` stands for what the port trunk of the instance leg is
    attached to.
    """

    model: Model
    names: Mapping[int, str] = field(default_factory=dict[int, str])

    def key(self, number: int) -> str:
        """The key of the item that a body of the diagram is."""
        name = self.names.get(number)
        return f"body:{number}" if name is None else f"instance:{name}"


def with_blocks(drawn: Model) -> Blocks:
    """The drawing with a body for each instance."""
    if not drawn.instances:
        return Blocks(drawn)
    free = count(drawn.next_number)
    blocks: dict[str, int] = {}
    ports: dict[int, int] = {}
    for instance in drawn.instances:
        numbers = own_numbers(drawn, instance)
        blocks[instance.name] = numbers[0] if numbers else next(free)
        ports |= dict.fromkeys(numbers, blocks[instance.name])
    bodies = [Body(number=number, name=name) for name, number in blocks.items()]
    joints = [joint for one in drawn.instances for joint in _attached(drawn, one, blocks, ports)]
    model = leading(drawn, ports)
    model = model.having(
        bodies=(*model.bodies, *bodies),
        joints=(*model.joints, *joints),
        instances=(),
    )
    return Blocks(model, {number: name for name, number in blocks.items()})


def leading(model: Model, numbers: Mapping[int, int]) -> Model:
    """The model whose joints and elements lead to bodies of other numbers."""
    model = model.each(
        "joints",
        lambda j: j.having(
            parent=numbers.get(j.parent, j.parent), child=numbers.get(j.child, j.child)
        ),
    )
    model = model.having(sketch=model.sketch.on(numbers))
    return model.each(
        "elements", lambda e: e.having(**with_bodies(e, ELEMENTS[e.kind].fields, numbers))
    )


def subsystem_of(drawn: Model, instance: SubsystemInstance) -> Model:
    """The model of which an instance is one; an empty one where there is none."""
    models = (entry.model for entry in drawn.subsystems if entry.name == instance.subsystem)
    return next(models, Model())


def own_numbers(drawn: Model, instance: SubsystemInstance) -> list[int]:
    """The numbers of those ports of an instance that are bodies of its own."""
    foreign = {port.name for port in subsystem_of(drawn, instance).ports if is_foreign(port)}
    return [entry.body for entry in instance.attachments if entry.port not in foreign]


def _attached(
    drawn: Model,
    instance: SubsystemInstance,
    blocks: Mapping[str, int],
    ports: Mapping[int, int],
) -> Iterator[Joint]:
    """What leads from the ports of an instance to the bodies for which they stand."""
    inner = subsystem_of(drawn, instance)
    bodies = {entry.port: entry.body for entry in instance.attachments}
    foreign = {port.name: port for port in inner.ports if is_foreign(port)}
    held = (name for name, port in foreign.items() if name in bodies or not port.body)
    ends = {name: bodies.get(name, 0) for name in held}
    grounded = any(port.body == 0 for port in foreign.values())
    if not grounded and any(0 in (joint.parent, joint.child) for joint in inner.joints):
        ends[inner.base.name] = 0
    block = blocks[instance.name]
    for name, body in ends.items():
        if (end := ports.get(body, body)) != block:
            record = JOINTS["fixed"].record
            yield record(name=f"{instance.name}.{name}", parent=end, child=block)
