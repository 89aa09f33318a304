"""What can be asked of a system: the questions of `lagr_gui` with its model filled in."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from types import MethodType
from typing import Any

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.model import Model
from lagr_gui.pipeline import Evaluation, State, prepare

Given = State | Mapping[str, Any]
"""A state: ``{"t": 0.0, "q": […], "qd": […]}``, q and q̇ as lists or by coordinate."""


class Asked:
    """A question as a method: a system asks it of its model."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, system: Any, owner: type) -> Callable[..., Any]:
        question = getattr(pipeline, self._name)

        def method(self: Any, *arguments: Any, **named: Any) -> Any:
            return question(self.model, *arguments, **named)

        shown = signature(question)
        first, *others = shown.parameters.values()
        parameters = [first.replace(name="self", annotation=first.empty), *others]
        method.__name__ = method.__qualname__ = self._name
        method.__doc__ = question.__doc__
        method.__signature__ = shown.replace(parameters=parameters)  # type: ignore[attr-defined]
        return method if system is None else MethodType(method, system)


class Questions:
    """Questions to `model`; each method does what the function of its name in `lagr_gui` does.

    `special` names a special case of the model.  All raise LagrError for an unsound model.
    """

    model: Model

    def evaluate(
        self,
        *states: Given | Sequence[Given],
        special: str = "",
        derivation: str = "recursion",
    ) -> list[Evaluation]:
        """E, x, g, h, Q, q̈, T, U, D and reactions at states, given one by one or as a list.

        Without states: at the start.  `derivation` is ``recursion`` or ``closed``.
        """
        entries: list[Given] = []
        for entry in states:
            entries += entry if isinstance(entry, (list, tuple)) else [entry]  # type: ignore[list-item]
        prepared = prepare(self.model, special)
        return pipeline.evaluate(
            prepared, entries if states else [prepared.start], derivation=derivation
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a model file that the window opens.

        What has a place in the drawing stays there; what is new is placed beside it, and all is
        arranged as a tree where nothing has one.
        """
        pipeline.save(edits.place_new(self.model), path)


for _name in pipeline.QUESTIONS.keys() - {*vars(Questions), "settings_of", "simulate"}:
    setattr(Questions, _name, Asked(_name))
