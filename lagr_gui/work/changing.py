"""Numbers that change from run to run become parameters: what is derived of them then stays.

A number that is typed or dragged in the drawing is part of the equations; machine code would be
made anew for each of its values.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from lagr_gui.catalogue import KINDS
from lagr_gui.editing.solid import carried
from lagr_gui.model import Model, Parameter
from lagr_gui.model.kinds import FieldType
from lagr_gui.model.sites import put, sites
from lagr_gui.problem import Path

MOST = 16
"""Numbers that are parameters at once; those that changed first become numbers again."""
PLAIN = {"mass", "inertia", "point_parent", "point_child"}
"""Fields of bodies and joints that may depend on parameters; axes must stay what they are."""
LAWS = {FieldType.SCALAR, FieldType.VECTOR, FieldType.POINTS}
"""Fields of elements, and of kinds of joints, of which the same is true."""


class ChangingNumbers:
    """Follows the models of one drawing after another."""

    def __init__(self) -> None:
        self._last: dict[Path, float] = {}
        self._changing: list[Path] = []

    def note(self, model: Model) -> None:
        """A motion of this model is asked for."""
        now = dict(_numbers(model))
        if now.keys() == self._last.keys():
            new = [path for path, number in now.items() if self._last[path] != number]
            kept = [path for path in self._changing if path not in new]
            self._changing = [*kept, *new][-MOST:]
        else:
            self._changing = []  # another drawing
        self._last = now

    def named(self, model: Model) -> Model:
        """The model that was noted last, in which what changed before is a parameter.

        Zeros stay: they tell the structure of a system.
        """
        changing = sorted((path for path in self._changing if self._last[path]), key=str)
        taken = {entry.name for entry in (*model.parameters, *model.functions)}
        taken |= set(model.coordinates)
        free = (name for n in count(1) if (name := f"number{n}") not in taken)
        added: list[Parameter] = []
        for path, name in zip(changing, free, strict=False):
            added.append(Parameter(name=name, value=self._last[path]))
            model = _named(model, path, name)
        return model.having(parameters=(*model.parameters, *added)) if added else model


def _named(model: Model, path: Path, name: str) -> Model:
    """The model with a name in the place of a number; moments that are written with it follow."""
    section, index, *field = path
    if section == "bodies" and field == ["mass"] and isinstance(index, int):
        body = model.bodies[index]
        model = put(model, (*path[:2], "inertia"), carried(body.inertia, body.mass, name))
    return put(model, path, name)


def _numbers(model: Model) -> Iterator[tuple[Path, float]]:
    """What is a number where a parameter could be, by its place."""
    for site in sites(model, KINDS):
        if isinstance(site.value, int | float) and _may_be_named(model, site.path):
            yield site.path, float(site.value)


def _may_be_named(model: Model, path: Path) -> bool:
    section, *place = path
    if section in ("bodies", "joints") and place[1] in PLAIN:
        return True
    kinds = {"joints": KINDS.joints, "elements": KINDS.elements}.get(str(section))
    if kinds is None or not isinstance(place[0], int):
        return False
    kind = getattr(model, str(section))[place[0]].kind
    fields = kinds[kind].fields if kind in kinds else ()
    return any(field.name == place[1] and field.type in LAWS for field in fields)
