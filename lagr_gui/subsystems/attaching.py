"""Numbers and places of the bodies of all members: what ports are attached to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count

from lagr_gui.model import BodyPort, Model, Vector
from lagr_gui.model.record import ZERO
from lagr_gui.subsystems.centres import plus
from lagr_gui.subsystems.members import Member


def is_foreign(port: BodyPort) -> bool:
    """Whether the body of a port belongs to who uses the subsystem."""
    return port.outside or port.body == 0


class Attaching:
    """The members of a sound model, one after the other; `inner` are its subsystems by name.

    Their bodies are numbered after those that are drawn; `numbers` are those of ports by the
    numbers that the drawing gives them.
    """

    def __init__(self, drawn: Model, inner: Mapping[str, Model]) -> None:
        self.members = members = tuple(_members(drawn, inner))
        free = count(max(drawn.numbers, default=0) + 1)
        self._within = [dict(zip(_own(member), free, strict=False)) for member in members]
        self.numbers: dict[int, int] = {}
        self._points: dict[int, Vector] = {}  # of these ports, in the axes of their bodies
        for member, within in zip(members, self._within, strict=True):
            for number, port in _numbered(member):
                self.numbers[number] = within[port.body]
                self._points[number] = member.vector(port.point)

    def parts(self) -> Iterator[tuple[int, Model]]:
        """What each member adds to the model, with the index of its instance."""
        for at, member in enumerate(self.members):
            numbers = dict(self._within[at])
            shifts: dict[int, Vector] = {}
            for port in filter(is_foreign, member.inner.ports):
                numbers[port.body], point = self._attached(at, port)
                shifts[port.body] = plus(point, member.vector(port.point), "-")
            yield member.index, member.part(numbers, shifts)

    def _attached(self, at: int, port: BodyPort) -> tuple[int, Vector]:
        """The body that a port stands for, and where on it the point of the port lies."""
        member = self.members[at]
        link = next((e.to for e in member.instance.links if e.port == port.name), None)
        if member.number > 1 and link is not None:
            before = self.members[at - 1]
            to = next(entry for entry in before.inner.ports if entry.name == link)
            return self._within[at - 1][to.body], before.vector(to.point)
        entry = next((e for e in member.instance.attachments if e.port == port.name), None)
        if entry is None:
            return 0, member.vector(port.point)
        body = self.numbers.get(entry.body, entry.body)
        point = self._points.get(entry.body, ZERO)
        return body, entry.point if entry.point is not None else point


def _members(drawn: Model, inner: Mapping[str, Model]) -> Iterator[Member]:
    for index, instance in enumerate(drawn.instances):
        numbers = (0,) if instance.repeat is None else range(1, instance.repeat + 1)
        for number in numbers:
            yield Member(index, instance, inner[instance.subsystem], number)


def _own(member: Member) -> Iterator[int]:
    """The bodies that a member brings along."""
    foreign = {port.body for port in member.inner.ports if is_foreign(port)}
    return (number for number in member.inner.numbers if number not in foreign)


def _numbered(member: Member) -> Iterator[tuple[int, BodyPort]]:
    """Its own bodies that the drawing gives numbers to; of equal members those of the last."""
    if member.number == (member.instance.repeat or 0):
        ports = {port.name: port for port in member.inner.ports}
        for entry in member.instance.attachments:
            if not is_foreign(ports[entry.port]):
                yield entry.body, ports[entry.port]
