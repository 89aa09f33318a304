"""Numbers that change from run to run become parameters: what is derived of them then stays.

A number that is typed or dragged in the drawing is part of the equations; machine code would be
made anew for each of its values.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from lagr_gui.catalogue import KINDS
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
            model = put(_of_mass(model, path, self._last[path], name), path, name)
        return model.having(parameters=(*model.parameters, *added)) if added else model


def _of_mass(model: Model, path: Path, number: float, name: str) -> Model:
    """Moments that begin with a mass that gets a name begin with that name too."""
    section, index, *field = path
    if section != "bodies" or field != ["mass"] or not isinstance(index, int):
        return model
    front = f"{number!r}".removesuffix(".0") + "*"
    for pair in ("xx", "yy", "zz", "xy", "xz", "yz"):
        moment = getattr(model.bodies[index].inertia, pair)
        if isinstance(moment, str) and moment.startswith(front):
            written = f"{name}*{moment.removeprefix(front)}"
            model = put(model, ("bodies", index, "inertia", pair), written)
    return model


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
