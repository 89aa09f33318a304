"""Models with symbolic parameters for the benchmarks of the readable form."""

from __future__ import annotations

from lagr_gui.catalogue import JOINTS
from lagr_gui.model import Body, Inertia, Joint, Model, Parameter, Scalar

Offset = tuple[Scalar, Scalar, Scalar]
_AXES: dict[str, Offset] = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}


def planar_chain(links: int) -> Model:
    """Rods one below the other, hinged about z, in relative angles.

    Rod i has the length l_i, its centre of mass a_i below the upper hinge, mass and moment.
    """
    bodies = [
        Body(number=i, mass=f"m{i}", inertia=Inertia(zz=f"J{i}")) for i in range(1, links + 1)
    ]
    joints = [
        _hinge(
            i,
            "z",
            (0, f"a{i - 1}-l{i - 1}" if i > 1 else 0, 0),
            (0, f"a{i}", 0),
        )
        for i in range(1, links + 1)
    ]
    names = [f"{letter}{i}" for letter in "mlaJ" for i in range(1, links + 1)]
    return _model(bodies, joints, names)


def robot_arm(axes: str = "zyyzyz") -> Model:
    """An arm stretched along x at zero angles; every link has a full inertia tensor.

    The centre of mass of link i lies a_i ahead of its joint; the next joint lies b_i ahead
    of the centre of mass and d_i above it.
    """
    bodies, joints, names = [], [], []
    for i, axis in enumerate(axes, start=1):
        entries = {pair: f"J{i}_{pair}" for pair in ("xx", "yy", "zz", "xy", "xz", "yz")}
        bodies.append(Body(number=i, mass=f"m{i}", inertia=Inertia(**entries)))
        above = (f"b{i - 1}", 0, f"d{i - 1}") if i > 1 else (0, 0, 0)
        joints.append(_hinge(i, axis, above, (f"-a{i}", 0, 0)))
        names += [f"m{i}", f"a{i}", f"b{i}", f"d{i}", *entries.values()]
    return _model(bodies, joints, names).model_copy(update={"gravity": (0, 0, "-g")})


def _hinge(child: int, axis: str, above: Offset, below: Offset) -> Joint:
    return JOINTS["revolute"].record(
        name=f"hinge {child}",
        parent=child - 1,
        child=child,
        point_parent=above,
        point_child=below,
        axis=_AXES[axis],
        coordinates=(f"q{child}",),
    )


def _model(bodies: list[Body], joints: list[Joint], names: list[str]) -> Model:
    parameters = tuple(Parameter(name=name, value=1.0) for name in ("g", *names))
    return Model(bodies=tuple(bodies), joints=tuple(joints), parameters=parameters)
