"""Where bodies stand does not depend on all that may be at fault in a model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from lagr_gui.analysis.positions.start_positions import StandingWalk
from lagr_gui.foundation.problem import LagrError, Path, Severity
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Body, Model
from lagr_gui.model.unchanged import Unchanged
from lagr_gui.prepared import prepare

WEIGHTS = ("mass", "inertia", "gravity")
"""Fields of bodies that say how they move, not where they are."""
PLAIN = Body(number=1)
"""A body of which nothing is said."""
TRIES = 4
"""What is at fault may hide other faults."""


def posed(model: Model, special: str = "") -> tuple[Model, Motion] | None:
    """A model of which only what says where bodies stand is kept, and how it stands at the start.

    Masses and elements that are at fault, and parameters without value that only they need, are
    replaced or left out.  None where that is not all that is wrong.
    """
    for _ in range(TRIES):
        prepared = prepare(model, special)
        errors = [p.path for p in prepared.report.problems if p.severity is Severity.ERROR]
        if not errors:
            return _standing(_with_values(model), special)
        mended = _without(model, errors)
        if mended is None:
            return None
        model = mended
    return None


def _standing(model: Model, special: str) -> tuple[Model, Motion] | None:
    bare = model.having(
        bodies=tuple(_weightless.of("bodies", model.bodies)), gravity=Model().gravity
    )
    for asked, motion in _stood:
        if asked == (bare, special):
            return model, motion
    try:
        motion = StandingWalk(prepare(model, special)).motion({})
    except (LagrError, ArithmeticError, ValueError):
        return None
    _stood[:] = [((bare, special), motion)]
    return model, motion


_weightless = Unchanged[Body, Body](
    lambda _, body: body.having(**{field: getattr(PLAIN, field) for field in ("mass", "inertia")})
)
_stood: list[tuple[tuple[Model, str], Motion]] = []
"""How a model stood last, without its weights: these change nothing of it."""


def _without(model: Model, paths: Iterable[Path]) -> Model | None:
    """The model without faults at some places; None where one may say where something stands."""
    bodies, left = list(model.bodies), set[int]()
    for path in paths:
        match path:
            case ("bodies", int(place), str(field), *_) if field in WEIGHTS:
                bodies[place] = bodies[place].having(**{field: getattr(PLAIN, field)})
            case ("elements", int(place), *_):
                left.add(place)
            case _:
                return None
    elements = tuple(e for place, e in enumerate(model.elements) if place not in left)
    return model.having(bodies=tuple(bodies), elements=elements)


def _with_values(model: Model) -> Model:
    """The model with a value for each parameter that has none and that only masses need.

    Where there is none it stays the same, so that what was read and judged of it is known.
    """
    if all(parameter.value is not None for parameter in model.parameters):
        return model
    plain = {field: getattr(PLAIN, field) for field in WEIGHTS}
    bare = tuple(body.having(**plain) for body in model.bodies)
    needed = set(_words(model.having(bodies=bare, elements=(), parameters=()).model_dump()))
    return model.having(
        parameters=tuple(
            p.having(value=1.0) if p.value is None and p.name not in needed else p
            for p in model.parameters
        )
    )


def _words(node: Any) -> Iterator[str]:
    """All names in the texts of a record."""
    if isinstance(node, str):
        yield from re.findall(r"\w+", node)
    elif isinstance(node, dict | list | tuple):
        for part in node.values() if isinstance(node, dict) else node:
            yield from _words(part)
