"""Matrices that a user gives must be rotations, and axes must have a direction."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from lagr_gui.catalogue import JOINTS
from lagr_gui.catalogue.motions import GeneralMotion
from lagr_gui.expression import Number, Symbol
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Path, Problem
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.mechanics.steps import base_steps, joint_steps
from lagr_gui.mechanics.trees import IDENTITY, NOUGHT, Rows, rows, vector
from lagr_gui.model import FieldType, Joint, Model, Scalar
from lagr_gui.model.unchanged import Unchanged
from lagr_gui.topology.graph import Branch

TOLERANCE = 1e-9
"""A matrix typed with ten digits is a rotation; one with fewer is told."""


def check_geometry(model: Model) -> list[Problem]:
    """Problems of axes and matrices; matrices are looked at only where the axes are sound."""
    return [*check_axes(model), *_of_elements(model)] or check_rotations(model)


def _of_elements(model: Model) -> list[Problem]:
    if not model.elements:
        return []
    from lagr_gui.mechanics.checks.circuits import check_coils  # with the first element
    from lagr_gui.mechanics.checks.elements import check_elements

    return [*check_elements(model), *check_coils(model)]


def check_axes(model: Model) -> list[Problem]:
    """Problems of axes that are zero."""
    problems: list[Problem] = []
    try:
        base_steps(model.base)
    except LagrError as error:
        problems += (replace(p, path=("base", "axis")) for p in error.problems)
    return [*problems, *chain.from_iterable(_axes_of_joints.of("joints", model.joints))]


def _axes_of(at: Path, joint: Joint) -> tuple[Problem, ...]:
    try:
        joint_steps(Branch(joint, joint.parent, joint.child, backwards=False))
    except LagrError as error:
        zero = _zero_axis(joint)
        return tuple(replace(p, path=(*at, *(p.path or zero))) for p in error.problems)
    return ()


_axes_of_joints = Unchanged[Joint, tuple[Problem, ...]](_axes_of)


def _zero_axis(joint: Joint) -> Path:
    """The field that holds the axis without direction; joints may have several axes."""
    for spec in JOINTS[joint.kind].fields:
        value = getattr(joint, spec.name)
        if spec.type is FieldType.AXIS and _is_zero(value):
            return (spec.name,)
        if spec.type is FieldType.AXES:
            for index, axis in enumerate(value):
                if _is_zero(axis):
                    return spec.name, index
    return ("axis",)


def _is_zero(axis: Sequence[Scalar]) -> bool:
    try:
        return all(tree == NOUGHT for tree in vector(axis))
    except LagrError:  # it does not read, which is told elsewhere
        return False


def check_rotations(model: Model) -> list[Problem]:
    """Problems of matrices that are not right-handed rotations, tried at random positions.

    A matrix that cannot be evaluated (a parameter without value, an unspecified function)
    is taken as it is.
    """
    base = model.base.matrix
    of_base = [("Body 0, matrix", ("base", "matrix"), rows(base))] if base is not None else []
    turned = _turned(
        [*of_base, *chain.from_iterable(_matrices_of_joints.of("joints", model.joints))]
    )
    if not turned:
        return []
    try:
        values = parameter_values(model)
    except LagrError:
        return []
    places = [_place(model, values, seed) for seed in range(3)]
    problems = []
    for place, path, matrix in turned:
        plain = all(isinstance(entry, Number) for row in matrix for entry in row)
        try:
            worst = max(_deviation(matrix, at) for at in (places[:1] if plain else places))
        except LagrError:
            continue
        if not worst <= TOLERANCE:
            problems.append(_problem(place, path, worst))
    return problems


Matrix = tuple[str, Path, Rows]
"""The words for a matrix, its place, and what it is."""


def _turned(matrices: Iterable[Matrix]) -> tuple[Matrix, ...]:
    return tuple(entry for entry in matrices if entry[-1] != IDENTITY)


def _matrices_of(at: Path, joint: Joint) -> Iterator[Matrix]:
    place, motion = say("Joint “{name}”", name=joint.name), JOINTS[joint.kind].motion
    yield say("{place}, orientation", place=place), (*at, "orientation"), rows(joint.orientation)
    if isinstance(motion, GeneralMotion):
        path = (*at, motion.rotation)
        yield say("{place}, rotation", place=place), path, rows(getattr(joint, motion.rotation))


_matrices_of_joints = Unchanged[Joint, tuple[Matrix, ...]](
    lambda at, joint: _turned(_matrices_of(at, joint))
)


def _place(model: Model, values: Mapping[str, float], seed: int) -> dict[Symbol, float]:
    """Values of everything at a random position."""
    source = random.Random(seed)
    numbers: dict[Symbol, float] = {Symbol("t"): source.uniform(0, 2)}
    numbers |= {Symbol(name): value for name, value in values.items()}
    for name in model.coordinates:
        numbers[Symbol(name)] = source.uniform(-1.5, 1.5)
    return numbers


def _deviation(matrix: Rows, values: Mapping[Symbol, float]) -> float:
    carrier: Any = FloatCarrier()
    R = np.array([[evaluate(e, carrier, values.__getitem__) for e in row] for row in matrix])
    skew = float(np.max(np.abs(R @ R.T - np.eye(3))))
    return skew if np.linalg.det(R) > 0 else max(skew, 2.0)


def _problem(place: str, path: Path, worst: float) -> Problem:
    if worst == 2.0:
        cause = "The matrix is a reflection, not a rotation: its determinant is −1."
    else:
        cause = say(
            "The matrix is not a rotation: R Rᵀ differs from 1 by {worst:.1e}.", worst=worst
        )
    return Problem(
        place=place,
        cause=cause,
        remedy="Rows must be orthogonal unit vectors, e.g. cos(q), sin(q), or sqrt(2)/2 "
        "in place of 0.7071.",
        code="rotation",
        path=path,
    )
