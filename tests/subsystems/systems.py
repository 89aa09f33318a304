"""Systems of systems for tests."""

from __future__ import annotations

from lagr_gui import System
from lagr_gui.model import Model, StartValue

INERTIA = ("m*l^2/12", 0, "m*l^2/12")


def link() -> System:
    """A rod that hangs on body 0, with a port at either end."""
    system = System("Link", m=1.0, l=0.5)
    rod = system.body("Rod", mass="m", inertia=INERTIA, shape="rod")
    system.joint("revolute", 0, rod, "phi", name="hinge", point_child=(0, "l/2", 0))
    system.port("top")
    system.port("tip", rod, (0, "-l/2", 0))
    return system


def chain(count: int) -> System:
    """A chain of links by one number."""
    system = System("Chain", m=0.2, l=0.3)
    system.subsystem("link", link())
    system.instance("link", "rod", repeat=count, links={"top": "tip"}, m="m", l="l")
    return system


def drawn_chain(count: int) -> System:
    """The same, link by link."""
    system = System("Chain", m=0.2, l=0.3)
    for number in range(1, count + 1):
        body = system.body(f"rod{number}.Rod", mass="m", inertia=INERTIA, shape="rod")
        system.joint(
            "revolute",
            number - 1,
            body,
            f"phi_rod{number}",
            name=f"rod{number}.hinge",
            point_parent=(0, "-l/2", 0) if number > 1 else (0, 0, 0),
            point_child=(0, "l/2", 0),
        )
    return system


JOINTS = ("abduction", "hip", "knee")


def with_legs(quadruped: Model) -> Model:
    """The sample of a quadruped, made of its trunk and four legs: leg(side, end)."""
    leg = System.of(_leg(quadruped))
    leg.parameter("side", 1.0)
    leg.parameter("end", 1.0)
    leg.port("trunk")
    whole = System.of(
        quadruped.having(
            bodies=quadruped.bodies[:1],
            joints=quadruped.joints[:1],
            elements=(),
            start=tuple(s for s in quadruped.start if "_" not in s.coordinate),
        )
    )
    whole.subsystem("leg", leg)
    names = [p.name for p in quadruped.parameters if p.name not in ("g", "mT")]
    for name, side, end in (("fl", 1, 1), ("fr", -1, 1), ("rl", 1, -1), ("rr", -1, -1)):
        values = {known: known for known in names} | {"side": str(side), "end": str(end)}
        whole.instance("leg", name, {"trunk": 1}, **values)
    return whole.model


def _leg(quadruped: Model) -> Model:
    """The front left leg of the sample on body 0, with its place by parameters."""
    joints = list(quadruped.joints[1:4])
    joints[0] = joints[0].having(
        point_parent=("end*L/2", "side*W/2", 0), point_child=(0, "-side*0.03", 0)
    )
    joints[1] = joints[1].having(point_parent=(0, "side*0.03", 0))
    for at, joint in enumerate(joints):
        joints[at] = joint.having(
            name=JOINTS[at],
            parent=max(joint.parent - 1, 0),
            child=joint.child - 1,
            coordinates=(joint.coordinates[0].removesuffix("_fl"),),
        )
    elements = tuple(
        e.having(name=e.name.removesuffix("_fl"), coordinate=e.coordinate.removesuffix("_fl"))
        for e in quadruped.elements
        if e.coordinate.endswith("_fl")
    )
    return quadruped.having(
        bodies=tuple(
            b.having(number=b.number - 1, name=b.name.removesuffix(" front left"))
            for b in quadruped.bodies[1:4]
        ),
        joints=tuple(joints),
        elements=elements,
        parameters=tuple(p for p in quadruped.parameters if p.name not in ("g", "mT")),
        start=tuple(
            StartValue(
                coordinate=s.coordinate.removesuffix("_fl"),
                position=f"side*{s.position}" if s.coordinate == "a_fl" else s.position,
                velocity=s.velocity,
            )
            for s in quadruped.start
            if s.coordinate.endswith("_fl")
        ),
        layout=Model().layout,
    )
