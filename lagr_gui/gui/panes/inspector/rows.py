"""What a form asks for, as data: sections of rows, each a value of the model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from lagr_gui.editing.edits import get_value, rename, set_value
from lagr_gui.foundation.problem import Path
from lagr_gui.model import BY_COORDINATE, LONGEST_NAME, LONGEST_TEXT, Model


class ValueSort(StrEnum):
    """How a value is shown and typed."""

    SCALAR = "scalar"
    VECTOR = "vector"
    NUMBER = "number"
    INTEGER = "integer"
    TEXT = "text"
    PROSE = "prose"
    WORDS = "words"
    CHOICE = "choice"
    FLAG = "flag"
    COLOR = "color"
    UNIT = "unit"
    """The file of a unit of FMI."""
    NOTE = "note"


class _Various:
    """What several items have where they differ."""

    def __repr__(self) -> str:
        return "VARIOUS"


VARIOUS = _Various()

Get = Callable[[Model], Any]
Put = Callable[[Model, Any], Model]


@dataclass(frozen=True)
class FormRow:
    """A value of the model: what it is called, where it is, how it is shown.

    `paths` are the places that hold it (several where several items are selected).
    `step` names the step of history.  `get` and `put` stand in where reading or writing is
    more than a look at the path; `hint` is what holds while nothing is typed; `follow` gives the
    key of the item after the change.  `note` says where the value comes from, empty where somebody
    gave it.
    """

    label: str
    sort: ValueSort
    paths: tuple[Path, ...]
    step: str = ""
    unit: str = ""
    optional: bool = False
    choices: tuple[tuple[Any, str], ...] = ()
    presets: tuple[tuple[str, Any], ...] = ()
    help: str = ""
    hint: str = ""
    get: Get | None = field(default=None, compare=False)
    put: Put | None = field(default=None, compare=False)
    follow: Callable[[Any], str] | None = field(default=None, compare=False)
    note: Callable[[Model], str] = field(default=lambda model: "", compare=False)

    @property
    def longest(self) -> int:
        """The most characters that can be typed: what a file may hold there."""
        is_name = self.sort is ValueSort.TEXT and self.paths[0][-1] not in (
            "description",
            "expression",
        )
        return LONGEST_NAME if is_name else LONGEST_TEXT

    def value(self, model: Model) -> Any:
        """The value in a model; VARIOUS where several items differ."""
        if self.get is not None:
            return self.get(model)
        first, *others = (get_value(model, path) for path in self.paths)
        return first if all(other == first for other in others) else VARIOUS

    def places(self, model: Model) -> tuple[Path, ...]:
        """The paths as problems name them: by their place in the list."""
        return tuple(_counted(model, path) for path in self.paths)

    def changed(self, model: Model, value: Any) -> Model:
        """The model with another value; of a number also with names, ``mu = 0.3``.

        Raises LagrError where it is not of the sort.
        """
        if self.sort is ValueSort.SCALAR and isinstance(value, str) and "=" in value:
            model, value = self._with_names(model, value)
        if self.put is not None:
            return self.put(model, value)
        for path in self.paths:
            model = set_value(model, path, value)
        return model

    def _with_names(self, model: Model, text: str) -> tuple[Model, str]:
        """The model in which names have the values that a text gives them, and what is left."""
        from lagr_gui.editing.sketch.definitions import define  # few fields are typed so

        known = {entry.name for entry in model.parameters}
        own = str(self.value(model))
        unit = "" if "," in self.unit else self.unit
        model, values = define(model, text, [unit], [own if own in known else ""])
        return model, "; ".join(values)


def _counted(model: Model, path: Path) -> Path:
    if path[:1] == ("instances",) and path[2:3] == ("values",):
        named = [entry.name for entry in get_value(model, path[:3])]
        return (*path[:3], named.index(path[3]), "value") if path[3] in named else path
    if not path or path[0] not in BY_COORDINATE:
        return path
    section = str(path[0])
    names = [entry.coordinate for entry in getattr(model, section)]
    return (section, names.index(path[1]), *path[2:]) if path[1] in names else path


@dataclass(frozen=True)
class FieldsAt:
    """Makes rows of fields of the record at a path; `step` names the change of them."""

    at: Path
    step: str

    def row(
        self, label: str, sort: ValueSort, *names: str | int, step: str = "", **given: Any
    ) -> FormRow:
        """The row of the field that `names` lead to."""
        return FormRow(label, sort, ((*self.at, *names),), step or self.step, **given)

    def renamed(self, label: str, key: str, follow: bool = True) -> FormRow:
        """The row of its name, a change of which is told everywhere; by `key` it is selected."""
        sort = key.partition(":")[0]
        return self.row(
            label,
            ValueSort.TEXT,
            "name",
            step="Rename",
            put=lambda model, value: rename(model, key, value),
            follow=(lambda value: f"{sort}:{value}") if follow else None,
        )


@dataclass(frozen=True)
class FormButton:
    """A button of a form: one edit, the step of which has its name.

    One that has `points` opens those of the function of this name.
    """

    label: str
    edit: Callable[[Model], Model] = field(default=lambda model: model, compare=False)
    points: str = ""


@dataclass(frozen=True)
class Section:
    """Rows under a heading; `folded` sections begin closed."""

    title: str
    rows: tuple[FormRow, ...] = ()
    actions: tuple[FormButton, ...] = ()
    folded: bool = False


Form = tuple[Section, ...]
