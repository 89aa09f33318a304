"""Points of elastic beams on which forces act: a body without mass rides there.

It stands where the beam is at a part ξ of its length: r(ξ) = Σ φ_α(ξ) w_α(q), with the values of
φ_α as parameters, so that one derivation serves all places along the beam.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lagr_gui.catalogue import JOINTS
from lagr_gui.catalogue.motions import Bending
from lagr_gui.expression import Symbol, write
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.mechanics.elastic.beams import Beam, beam_of
from lagr_gui.mechanics.linear import unused
from lagr_gui.model import Body, Model, Parameter
from lagr_gui.prepared import Prepared


@dataclass(frozen=True)
class Rider:
    """The body that rides on a beam, and the parameters that say where."""

    number: int
    names: tuple[str, ...]
    beam: Beam

    def values(self, xi: float) -> dict[str, float]:
        """The parameters for a place ξ (0 root, 1 tip)."""
        place = np.array([xi])
        functions = self.beam.basis.profiles[1:]
        values = (float(function.at(place)[0]) for function in functions)
        return dict(zip(self.names, values, strict=True))


def is_beam_of(prepared: Prepared, name: object) -> bool:
    """Whether an elastic joint is called so, and no body."""
    taken = any(name in (body.name, str(body.number)) for body in prepared.model.bodies)
    return not taken and any(body.beam.joint == name for body in prepared.reading.beams)


def check_place(name: str, xi: float) -> None:
    """Raise LagrError for a place beyond the ends of a beam."""
    if not 0 <= xi <= 1:
        place = say("Beam “{name}”", name=name)
        cause = say("A beam has no point at {xi} of its length.", xi=f"{xi:g}")
        raise refusal(place, cause, "Give a part from 0 (root) to 1 (tip).", "value")


def with_rider(model: Model, name: str, place: int) -> tuple[Model, Rider]:
    """The model with a body that rides on a beam, the `place`-th of its kind."""
    joint = next(joint for joint in model.joints if joint.name == name)
    beam, bending = beam_of(joint), JOINTS[joint.kind].motion
    assert isinstance(bending, Bending)
    names = tuple(
        unused(f"ridden_{place}_{index}", model)
        for index, _ in enumerate(beam.basis.profiles[1:], start=1)
    )
    rider = Rider(max(model.numbers) + 1, names, beam)
    taken, title = {entry.name for entry in model.joints}, f"rider {place}"
    while title in taken:
        title += "_"
    body = Body(number=rider.number, mass=0, gravity=False)
    held = JOINTS["general"].record(
        name=title,
        kind="general",
        parent=joint.parent,
        child=rider.number,
        point_parent=joint.point_parent,
        orientation=joint.orientation,
        distance=tuple(write(tree) for tree in beam.at([Symbol(parameter) for parameter in names])),
    )
    new = tuple(Parameter(name=parameter, value=0.0) for parameter in names)
    more = {"bodies": (*model.bodies, body), "joints": (*model.joints, held)}
    return model.having(**more, parameters=(*model.parameters, *new)), rider
