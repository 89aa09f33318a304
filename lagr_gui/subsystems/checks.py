"""What is wrong with subsystems, their ports and their instances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from lagr_gui.catalogue import KINDS
from lagr_gui.expression import TIME, read, symbols
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Path, Problem
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.model import Model, SubsystemInstance
from lagr_gui.model.checks.check import name_fault
from lagr_gui.model.faults import place_of
from lagr_gui.model.quantities import has_unit, unit_faults
from lagr_gui.subsystems.attaching import is_foreign
from lagr_gui.subsystems.blocks import own_numbers
from lagr_gui.subsystems.members import NUMBER

MOST = 5_000
"""Bodies, joints and elements that all members may have together."""
MOST_ENTRIES = 50_000
"""These and functions, parameters and whatever else members bring."""
_DRAWN = ("bodies", "joints", "elements")
_BROUGHT = (*_DRAWN, "terminals", "functions", "signals", "parameters", "start", "motions")


def size(drawn: Model, sections: Sequence[str] = _DRAWN) -> int:
    """How many entries a model has with all its members: bodies, joints and elements."""
    inner = {entry.name: size(entry.model, sections) for entry in drawn.subsystems}
    entries = sum(len(getattr(drawn, section)) for section in sections)
    repeated = ((i.subsystem, 1 if i.repeat is None else max(i.repeat, 0)) for i in drawn.instances)
    return entries + sum(times * (1 + inner.get(name, 0)) for name, times in repeated)


def check_size(drawn: Model) -> Iterator[Problem]:
    """Members without end."""
    limits = ((_DRAWN, MOST), (_BROUGHT, MOST_ENTRIES))
    for most in [m for sections, m in limits if drawn.instances and size(drawn, sections) > m][:1]:
        cause = say("All members together have more than {most} items.", most=most)
        yield _problem(drawn, ("instances",), cause, "Repeat instances less often.", "too-many")


def check_ports(drawn: Model) -> Iterator[Problem]:
    """Ports and subsystems of a model that are named twice, and ports on bodies that it lacks."""
    for section in ("ports", "subsystems", "instances"):
        yield from _doubled(drawn, section, [entry.name for entry in getattr(drawn, section)])
    owner: dict[int, str] = {}
    within = {number for one in drawn.instances for number in own_numbers(drawn, one)}
    for index, port in enumerate(drawn.ports):
        path: Path = ("ports", index, "body")
        if port.outside and port.body in within:
            cause = say("Body {number} belongs to an instance.", number=port.body)
            remedy = "Let it not stand for a body outside, or name a body that is drawn."
            yield _problem(drawn, path, cause, remedy, "unknown-body")
        elif port.body not in {0, *drawn.numbers, *within}:
            cause = say("There is no body {number}.", number=port.body)
            yield _problem(drawn, path, cause, "Name a body of the model.", "unknown-body")
        elif is_foreign(port) and port.body in owner:
            cause = say("Port “{name}” stands for the same body.", name=owner[port.body])
            remedy = "A body that belongs to who uses the subsystem has one port."
            yield _problem(drawn, path, cause, remedy, "doubled")
        owner.setdefault(port.body, port.name)


def check_instances(drawn: Model, inner: Mapping[str, Model]) -> Iterator[Problem]:
    """Instances of what is not there, or that are not attached as their subsystem asks."""
    taken = {0, *drawn.numbers}
    for index, instance in enumerate(drawn.instances):
        path: Path = ("instances", index)
        yield from _name(drawn, path, instance)
        if instance.subsystem in inner and (events := inner[instance.subsystem].events):
            cause = say(
                "Its subsystem has the event “{name}”: events happen to a whole model.",
                name=events[0].name,
            )
            remedy = "Give the model that event, and take it away from the subsystem."
            yield _problem(drawn, (*path, "subsystem"), cause, remedy, "event")
        if instance.subsystem not in inner:
            cause = say("There is no subsystem “{name}”.", name=instance.subsystem)
            names = [entry.name for entry in drawn.subsystems]
            remedy = did_you_mean(instance.subsystem, names)
            where = (*path, "subsystem")
            yield _problem(drawn, where, cause, remedy, "unknown-subsystem")
            continue
        of = inner[instance.subsystem]
        if instance.repeat is not None and instance.repeat < 1:
            cause = say("It would be repeated {count} times.", count=instance.repeat)
            remedy = "Give a number from 1 on, or leave the instance out."
            yield _problem(drawn, (*path, "repeat"), cause, remedy, "repeat")
        yield from _ports(drawn, path, instance, of, taken)
        yield from _links(drawn, path, instance, of)
        yield from _names(drawn, path, instance, of)
        yield from _quantities(drawn, path, instance, of)
    yield from _unknown_bodies(drawn, inner, taken)


def _name(drawn: Model, path: Path, instance: SubsystemInstance) -> Iterator[Problem]:
    """Names of instances are indices of symbols; those of members must differ too."""
    if name_fault(f"q_{instance.name}"):
        cause = say("“{name}” cannot be an index of names.", name=instance.name)
        remedy = "Use letters, digits and _, such as leg1."
        yield _problem(drawn, (*path, "name"), cause, remedy, "name")
    for other in drawn.instances:
        number = other.name.removeprefix(instance.name)
        if (
            number != other.name
            and number.isdecimal()
            and 1 <= int(number) <= (instance.repeat or 0)
        ):
            cause = say(
                "Its member {number} is called like “{name}”.", number=number, name=other.name
            )
            yield _problem(drawn, path, cause, "Choose another name.", "name-taken")


def _ports(
    drawn: Model, path: Path, instance: SubsystemInstance, of: Model, taken: set[int]
) -> Iterator[Problem]:
    """Attachments of ports that are not there, and of numbers that are taken."""
    ports = {port.name: port for port in of.ports}
    named = [entry.port for entry in instance.attachments]
    numbers: dict[int, int] = {}
    bodies: set[int] = set()
    for at, entry in enumerate(instance.attachments):
        where: Path = (*path, "attachments", at)
        if entry.port not in ports:
            yield _no_port(drawn, where, entry.port, ports)
        elif named.index(entry.port) != at:
            cause = say("The port “{name}” is attached twice.", name=entry.port)
            yield _problem(drawn, where, cause, "Leave one of them out.", "doubled")
        elif not is_foreign(ports[entry.port]):
            first = numbers.setdefault(ports[entry.port].body, entry.body)
            bodies.add(entry.body)
            if entry.body in taken:
                cause = say("The number {number} is taken.", number=entry.body)
                remedy = "Give the body of this port a number that is free."
                yield _problem(drawn, (*where, "body"), cause, remedy, "number-taken")
            elif entry.body != first:
                cause = say("Its body has the number {number} in another port.", number=first)
                remedy = say("Write {number}: a body has one number in all ports.", number=first)
                yield _problem(drawn, (*where, "body"), cause, remedy, "two-numbers")
    taken |= bodies
    lacking = {port.name for port in of.ports if port.outside and port.body} - {*named}
    for name in sorted(lacking):
        cause = say("The port “{name}” is not attached.", name=name)
        remedy = "Attach it to the body for which it stands."
        yield _problem(drawn, path, cause, remedy, "not-attached")


def _unknown_bodies(
    drawn: Model, inner: Mapping[str, Model], numbers: set[int]
) -> Iterator[Problem]:
    """Attachments to bodies that neither the model nor a port of another instance is."""
    for index, instance in enumerate(drawn.instances):
        if instance.subsystem not in inner:
            continue
        ports = {port.name for port in inner[instance.subsystem].ports}
        for at, entry in enumerate(instance.attachments):
            if entry.body not in numbers and entry.port in ports:  # else its port is told of
                cause = say("There is no body {number}.", number=entry.body)
                listed = ", ".join(str(number) for number in sorted(numbers)[:20])
                remedy = say("The bodies are {listed}.", listed=listed)
                where = ("instances", index, "attachments", at, "body")
                yield _problem(drawn, where, cause, remedy, "unknown-body")


def _links(drawn: Model, path: Path, instance: SubsystemInstance, of: Model) -> Iterator[Problem]:
    """Links of a chain that lead from no port to no port, but those that are told of already."""
    ports = {port.name: port for port in of.ports}
    attached = {entry.port for entry in instance.attachments}
    for at, link in enumerate(instance.links):
        where: Path = (*path, "links", at)
        for name, foreign in ((link.port, True), (link.to, False)):
            if name not in ports:
                if name not in attached:
                    yield _no_port(drawn, where, name, ports)
            elif is_foreign(ports[name]) is not foreign:
                cause = (
                    say("The port “{name}” has a body of its own.", name=name)
                    if foreign
                    else say("The port “{name}” stands for a body outside.", name=name)
                )
                remedy = "A chain leads from a port that stands for a body to one that is a body."
                yield _problem(drawn, where, cause, remedy, "link")


def _names(drawn: Model, path: Path, instance: SubsystemInstance, of: Model) -> Iterator[Problem]:
    """Values of what the subsystem does not have, or gives twice."""
    quantities = [entry.name for entry in (*of.parameters, *of.functions)]
    counted = Counter(entry.name for entry in instance.values)
    for at, entry in enumerate(instance.values):
        where: Path = (*path, "values", at)
        if entry.name not in quantities:
            cause = say("The subsystem has no parameter or function “{name}”.", name=entry.name)
            yield _problem(
                drawn, where, cause, did_you_mean(entry.name, quantities), "unknown-name"
            )
        elif counted[entry.name] > 1:
            cause = say("“{name}” is given twice.", name=entry.name)
            yield _problem(drawn, where, cause, "Leave one of them out.", "doubled")


def _quantities(
    drawn: Model, path: Path, instance: SubsystemInstance, of: Model
) -> Iterator[Problem]:
    """Values with a unit of another sort than what they stand for."""
    units = {entry.name: entry.unit for entry in of.parameters}
    for at, entry in enumerate(instance.values):
        if isinstance(entry.value, str) and has_unit(entry.value):
            with suppress(LagrError):  # what does not read is told as that
                for fault in unit_faults(drawn, KINDS, entry.value, units.get(entry.name, "")):
                    yield _problem(drawn, (*path, "values", at, "value"), *fault)


def check_values(drawn: Model, whole: Model) -> Iterator[Problem]:
    """Values that do not read, or speak of what the model does not have."""
    names = {entry.name for entry in whole.parameters} | {
        TIME,
        "pi",
        *whole.coordinates,
        *whole.signal_names,
    }
    inner = {entry.name: entry.model for entry in drawn.subsystems}
    for index, instance in enumerate(drawn.instances):
        functions = {f.name: f for f in inner[instance.subsystem].functions}
        for at, entry in enumerate(instance.values):
            if not isinstance(entry.value, str):
                continue
            path: Path = ("instances", index, "values", at, "value")
            local = {NUMBER} if instance.repeat is not None else set[str]()
            if entry.name in functions:
                local |= {*functions[entry.name].arguments}
            yield from _reads(drawn, path, entry.value, names | local)


def _reads(drawn: Model, path: Path, text: str, names: set[str]) -> Iterator[Problem]:
    try:
        tree = read(text)
    except LagrError as error:
        for problem in error.problems:
            yield _problem(drawn, path, problem.cause, problem.remedy, problem.code)
        return
    for name in sorted({entry.name for entry in symbols(tree)} - names):
        cause = say("“{name}” is not known here.", name=name)
        remedy = say("{hint} Or add it as a parameter.", hint=did_you_mean(name, names))
        yield _problem(drawn, path, cause, remedy, "symbol")


def _doubled(drawn: Model, section: str, names: list[str]) -> Iterator[Problem]:
    for index, name in enumerate(names):
        if names.index(name) != index:
            cause = say("The name “{name}” is taken.", name=name)
            yield _problem(
                drawn, (section, index, "name"), cause, "Choose another name.", "doubled"
            )


def _no_port(drawn: Model, path: Path, name: str, ports: Iterable[str]) -> Problem:
    cause = say("The subsystem has no port “{name}”.", name=name)
    return _problem(drawn, path, cause, did_you_mean(name, [*ports]), "unknown-port")


def _problem(drawn: Model, path: Path, cause: str, remedy: str, code: str) -> Problem:
    return Problem(place=place_of(path, drawn), cause=cause, remedy=remedy, code=code, path=path)
