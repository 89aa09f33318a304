"""What signals measure on bodies, joints and lines, along the motion."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from lagr_gui.audit.bodies import Bodies, BodyFrame
from lagr_gui.audit.jets import (
    Array,
    Jet,
    JetCarrier,
    constant,
    full,
    jet,
    matmul,
    norm,
    shifted,
    stacked,
    transposed,
)
from lagr_gui.audit.ropes import length_of, place, stops
from lagr_gui.audit.values import BoundedJet, NotCovered
from lagr_gui.foundation.message import say
from lagr_gui.model import Model
from lagr_gui.model.measure_signal import MeasureSignal
from lagr_gui.model.record import ZERO

ACROSS = ((2, 1), (0, 2), (1, 0))
"""Of which entries of a turn the sine about each axis is made."""


def measured(model: Model, bodies: Bodies, entry: MeasureSignal) -> BoundedJet:
    """A measure, and what its terms come to."""
    name, n = entry.arguments[0], len(bodies.values.states.t)
    match entry.word:
        case "length" | "rate":
            ends = [place(bodies, *stop) for stop in stops(model.element(name))]
            length = sum((length_of(full(a - b, n)) for a, b in pairwise(ends)), constant(0.0))
            shown = length if entry.word == "length" else shifted(length)
            terms = sum(norm(end) for end in ends)
        case "angle":
            one, other = (_frame(model, bodies, item).R for item in entry.arguments)
            shown = _angle(matmul(transposed(one), other), entry.part)
            terms = np.full((3, 1), np.pi)
        case "angular_velocity":
            frame = _frame(model, bodies, name)
            omega = jet(frame.omega, frame.alpha, 0 * frame.alpha)
            shown, terms = _entry(omega, entry.part), norm(omega)
        case "position" | "velocity" | "acceleration" | "point":
            x, terms = _place(entry, model, bodies)
            for _ in range({"velocity": 1, "acceleration": 2}.get(entry.word, 0)):
                x, terms = shifted(x), _later(terms)
            shown = _entry(full(x, n), entry.part)
        case "force" | "moment" | "thrust" | "T" | "U":
            from lagr_gui.audit.measured_forces import force_measured  # few models have such

            shown, terms = force_measured(model, bodies, entry)
        case word:
            raise NotCovered(say("the measure “{word}”", word=word))
    return BoundedJet(shown, np.maximum(np.abs(shown), terms))


def _place(entry: MeasureSignal, model: Model, bodies: Bodies) -> tuple[Jet, Array]:
    """A point of a body or joint, and what its terms come to."""
    if entry.word == "point":
        joint: Any = bodies.values.fields.joints[entry.arguments[0]]
        at_root = joint.kind == "beam"
        body, field = (
            (joint.parent, joint.point_parent) if at_root else (joint.child, joint.point_child)
        )
        frame = bodies.frames[body]
        local = bodies.values.point(body, field)
    else:
        frame = _frame(model, bodies, entry.arguments[0])
        number = _number(model, entry.arguments[0])
        texts = entry.arguments[1:]
        local = bodies.values.point(number, texts) if texts else constant(np.zeros(3))
        moved = model.body(number).drawn_centre if texts and number else ZERO
        local = local - bodies.values.vector(moved) if any(moved) else local
    x = frame.point(local)
    return x, np.maximum(norm(x), [frame.reach, 0 * frame.reach, frame.pull])


def _later(terms: Array) -> Array:
    return np.stack([terms[1], terms[2], 0 * terms[2]])


def _entry(vector: Jet, part: str) -> Jet:
    """A component, or the size."""
    return length_of(vector) if part == "abs" else vector[..., "xyz".index(part)]


def _number(model: Model, name: str) -> int:
    """The body that is called so: the base by 0 or its name, others by name or number."""
    if name in ("0", model.base.name):
        return 0
    return next(body.number for body in model.bodies if name in (body.name, str(body.number)))


def _frame(model: Model, bodies: Bodies, name: str) -> BodyFrame:
    return bodies.frames[_number(model, name)]


def _angle(R: Jet, part: str) -> Jet:
    """The angle of a turn, or the angle about an axis."""
    sines = stacked([R[..., i, k] - R[..., k, i] for i, k in ACROSS])
    trace = R[..., 0, 0] + R[..., 1, 1] + R[..., 2, 2]
    carrier = JetCarrier(lambda *_: constant(0.0))
    if not part:
        return carrier.call("atan2", (length_of(sines), trace - constant(1.0)), ())
    k = "xyz".index(part)
    cosines = trace - R[..., k, k]
    return carrier.call("atan2", (sines[..., k], cosines), ())
