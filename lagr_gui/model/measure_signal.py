"""What sensors show, as signals of plain models."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from lagr_gui.expression.sensors import Sensor, first_of
from lagr_gui.foundation.message import say
from lagr_gui.model.record import Name, Text
from lagr_gui.model.records import Model, NamedSignal
from lagr_gui.model.sites import Site


class MeasureSignal(NamedSignal):
    """What a sensor shows, such as ``length(spring)``, by a name that nobody typed.

    Such signals stand in plain models alone (`lagr_gui.subsystems.signals`), for words of
    `lagr_gui.expression.sensors` that were typed in expressions.  `arguments` are what stood in the
    brackets, `part` is the component, ``abs`` for the size of a vector; it comes from the `item`
    at which it looks, as ``element:spring``.
    """

    kind: Literal["measure"] = "measure"  # pyright: ignore[reportIncompatibleVariableOverride]
    word: Name
    arguments: tuple[Text, ...]
    part: Name = ""
    item: Text = ""
    unit: Name = ""
    description: Text = ""

    @property
    def source(self) -> str:
        """The item at which it looks."""
        return self.item

    @property
    def text(self) -> str:
        """How it was typed."""
        return Sensor(self.word, self.arguments, self.part).text


def measures_in(model: Model) -> list[MeasureSignal]:
    """The measures of a plain model, in their order."""
    return [entry for entry in model.signals if isinstance(entry, MeasureSignal)]


def misplaced(site: Site, functions: Collection[str]) -> list[tuple[str, str]]:
    """Cause and remedy where a measure stands in a place that takes none."""
    if not (text := first_of(str(site.value), functions)):
        return []
    cause = say("This must not depend on measures such as {text}.", text=text)
    return [(cause, "Measures may stand in forces, moments, signals and rates of states.")]
