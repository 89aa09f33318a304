"""Reactions in joints, written in the axes that the user asks for."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from lagr_gui.arithmetic import value
from lagr_gui.expression import read
from lagr_gui.mechanics import condition_words as wording
from lagr_gui.mechanics.evaluation import Evaluation, Reaction
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.model import Joint, Model
from lagr_gui.pipeline.structure import read as read_model
from lagr_gui.pipeline.structure import structure
from lagr_gui.problem import LagrError, Problem
from lagr_gui.registry import did_you_mean

AXES = ("space", "parent", "child", "joint")
"""Axes of space, of the joint's first body, of its second body, of the joint in the first body."""


def condition_words(model: Model) -> tuple[str, ...]:
    """What each multiplier of an evaluation belongs to, where an item has several conditions.

    Raises LagrError for an unsound model.
    """
    return wording.condition_words(read_model(model))


def reactions_in(model: Model, found: Evaluation, axes: str) -> dict[str, Reaction]:
    """The reactions of an evaluation with force and moment in other axes; points stay in space.

    Raises LagrError for unknown axes.
    """
    if axes not in AXES:
        remedy = did_you_mean(axes, AXES)
        raise LagrError(Problem(f"Axes “{axes}”", "There are no such axes.", remedy, code="axes"))
    if axes == "space":
        return dict(found.reactions)
    values = parameter_values(model)
    joints = {joint.name: joint for joint in (*model.joints, *structure(model).offered)}
    return {
        name: _turned(reaction, _axes(joints[name], found, axes, values))
        for name, reaction in found.reactions.items()
    }


def _axes(
    joint: Joint, found: Evaluation, axes: str, values: Mapping[str, float]
) -> NDArray[np.float64]:
    """Rows are the axes, written in space axes."""
    if axes == "child":
        return found.E[joint.child]
    E = found.E[joint.parent]
    if axes == "parent":
        return E
    rows = [[value(read(entry), values) for entry in row] for row in joint.orientation]
    return np.array(rows).T @ E


def _turned(reaction: Reaction, axes: NDArray[np.float64]) -> Reaction:
    return Reaction(axes @ reaction.force, axes @ reaction.moment, reaction.point)
