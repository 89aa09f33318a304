"""What signals measure of forces and energies, along the motion: bodies cut free once more."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from lagr_gui.audit.bodies import Bodies, inertia_tensor, joint_place
from lagr_gui.audit.forces import FORCES, effect_of
from lagr_gui.audit.jets import Array, Jet, cross, dot, full, jet, norm, turned
from lagr_gui.audit.ropes import place, stops
from lagr_gui.model import Model
from lagr_gui.model.measure_signal import MeasureSignal

Sized = tuple[Array, Array]
"""What is measured (n, …), and a bound (n,) of the terms of which it is a sum."""


def force_measured(model: Model, bodies: Bodies, entry: MeasureSignal) -> tuple[Jet, Array]:
    """A measure of a force or energy, and what its terms come to (3, n)."""
    n = len(bodies.values.states.t)
    sort, _, name = entry.item.partition(":")
    if entry.word in ("T", "U"):
        value, size = _energy(model, bodies, entry.word, sort, name)
        return value, np.stack([size, 0 * size, 0 * size])
    if entry.word == "thrust":
        shown, size = _thrust(model.element(name), bodies)
    else:
        told = _reaction(model, bodies, name) if sort == "joint" else _exerted(model, bodies, name)
        vector, size = told[0 if entry.word == "force" else 1]
        shown = norm(vector) if entry.part == "abs" else vector[:, "xyz".index(entry.part)]
    still = np.zeros(n)
    return jet(shown * np.ones(n), still, still), np.stack([size, still, still])


def _energy(model: Model, bodies: Bodies, word: str, sort: str, name: str) -> tuple[Jet, Array]:
    values, n = bodies.values, len(bodies.values.states.t)
    if sort != "body":
        effect = effect_of(model.element(name), bodies)
        stored = full(effect.energy, n) if effect.energy is not None else np.zeros((3, n))
        return stored, np.abs(stored[0]) if effect.stored is None else effect.stored
    body = model.body(int(name))
    frame, mass = bodies.frames[body.number], values.number(body.mass)
    if word == "U":
        gravity = values.vector(model.gravity)
        fall = full(-mass * dot(gravity, frame.x), n)
        return fall, abs(mass) * norm(gravity[0]) * frame.reach
    w, v = frame.omega, frame.x[1]
    L = turned(_tensor(body, frame, values), w)
    T = (mass * np.sum(v * v, axis=-1) + np.sum(w * L, axis=-1)) / 2
    return jet(T, 0 * T, 0 * T), np.abs(T)


def _tensor(body: Any, frame: Any, values: Any) -> Array:
    """R Θ Rᵀ"""
    return frame.R[0] @ inertia_tensor(body.inertia, values) @ np.swapaxes(frame.R[0], -1, -2)


def _exerted(model: Model, bodies: Bodies, name: str) -> tuple[Sized, Sized]:
    """Force on the first body of an element, and the moment that it is given beside."""
    element: Any = model.element(name)
    effect = effect_of(element, bodies)
    first = getattr(element, "body_a", getattr(element, "body", 0))
    F, M = effect.wrenches.get(first, (np.zeros((1, 3)), np.zeros((1, 3))))
    if element.kind in ("rope_pull", "elastic_rope", "rope_damper"):
        P, N = (place(bodies, *stop) for stop in stops(element)[:2])
        way = (P - N)[0]
        F = _thrust(element, bodies)[0][:, None] * way / norm(way)[:, None]
    if element.kind == "bushing":  # its force acts at the second point
        at = place(bodies, element.body_b, element.point_b)[0]
        M = M - cross(at - bodies.frames[first].x[0], F)
    return (F, norm(F)), (M, norm(M) + norm(F))


def _thrust(element: Any, bodies: Bodies) -> Sized:
    """What pushes the ends of a line apart, from the power of a unit of its rate."""
    effect = effect_of(element, bodies)
    ends = [place(bodies, *stop) for stop in stops(element)]
    way = (ends[0] - ends[1])[0]
    others = [(body, P) for (body, _), P in zip(stops(element), ends, strict=True)]
    first = others[0][0]
    F = effect.wrenches.get(first, (np.zeros((1, 3)), np.zeros((1, 3))))[0]
    pushed = np.zeros_like(way)
    for (a, P), (b, N) in pairwise(others):
        unit = (P - N)[0] / norm((P - N)[0])[:, None]
        pushed = pushed + (a == first) * unit - (b == first) * unit
    size = np.sum(pushed * pushed, axis=-1)
    return np.sum(F * pushed, axis=-1) / size, norm(F * np.ones_like(way))


def _reaction(model: Model, bodies: Bodies, name: str) -> tuple[Sized, Sized]:
    """What the first body of a joint exerts on the second, from all that hangs on it."""
    link = next(link for link in bodies.links if link.joint == name)
    hanging = {link.outer}
    for other in bodies.links:
        if other.inner in hanging:
            hanging.add(other.outer)
    values = bodies.values
    point = joint_place(values.fields.joints[name], bodies)
    gravity = values.vector(model.gravity)[0]
    force, moment, push, turn = (np.zeros_like(point * 1.0) for _ in range(4))
    push, turn = norm(push), norm(turn)

    def add(F: Array, M: Array, at: Array) -> None:
        nonlocal force, moment, push, turn
        force, moment = force + F, moment + M + cross(at - point, F)
        push = push + norm(F)
        turn = turn + norm(M) + norm(at - point) * norm(F)

    for number in sorted(hanging):
        body, frame = model.body(number), bodies.frames[number]
        w, tensor = frame.omega, _tensor(model.body(number), frame, values)
        M = turned(tensor, frame.alpha) + cross(w, turned(tensor, w))
        fall = gravity if body.gravity else 0 * gravity
        add(values.number(body.mass) * (frame.x[2] - fall), M, frame.x[0])
    for element in model.elements:  # what acts within, or elsewhere, is no part of it
        held = _bodies(element) & hanging
        if element.enabled and element.kind in FORCES and held not in (set(), _bodies(element)):
            for number, (F, M) in effect_of(element, bodies).wrenches.items():
                if number in hanging:
                    add(-F, -M, bodies.frames[number].x[0])
    return (link.sign * force, push), (link.sign * moment, turn)


def _bodies(element: Any) -> set[int]:
    """The bodies that an element pushes; the ground takes what acts on one alone."""
    fields = ("body_a", "body_b", "body", "reaction_body")
    named = {getattr(element, field) for field in fields if hasattr(element, field)}
    over = {pulley.body for pulley in getattr(element, "pulleys", ())}
    return named | over | ({0} if element.kind == "force" else set())
