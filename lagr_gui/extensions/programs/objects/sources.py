"""What of a program stands in an object: the functions that are seen, with all that they call."""

from __future__ import annotations

import ast
from functools import cached_property

from lagr_gui.extensions.programs.languages.c import C
from lagr_gui.extensions.programs.languages.parts import declared, size_of
from lagr_gui.extensions.programs.objects.elementary import tables
from lagr_gui.extensions.programs.objects.targets import Target
from lagr_gui.extensions.programs.record import Standalone
from lagr_gui.extensions.programs.source import Source, reached, source
from lagr_gui.wording import identifier

SEEN = (
    *("prepare", "accelerations", "forced", "mass_matrix", "forces", "own_rates", "energies"),
    *("transmit", "outputs", "derivatives", "linear"),
    *("inputs", "start", "correct", "take_up", "advance", "self_test"),
)
"""Functions that others call, as far as the system has them."""

FIXED = (
    "N",
    "ROWS",
    "PARAMETERS",
    "CONSTANTS",
    "CLOCK_SIZE",
    "TRANSMITTED",
    "SHOWN",
    "START_TIME",
    "END_TIME",
    "RELATIVE",
    "ABSOLUTE",
)
"""Numbers of the program that those read who call them."""


class Linked(C):
    """A program whose functions stand in an object; what is written is for those who call them."""

    def __init__(self, program: Standalone, goal: Target, single: bool) -> None:
        super().__init__(program, single)
        self.goal, self.prefix = goal, identifier(program.title).lower()

    @cached_property
    def source(self) -> Source:
        """The functions that are seen, with all that they call."""
        whole = source(self.program, self.names, self.single, ("prepared", *self.goal.own))
        constants = {**whole.constants, **tables(self.single)}
        return Source(constants, tuple(reached(whole.functions, SEEN)))

    @property
    def seen(self) -> list[ast.FunctionDef]:
        """The functions that are seen from outside."""
        return [function for function in self.source.functions if function.name in SEEN]

    @property
    def room(self) -> int:
        """Bytes of the rows of all functions together."""
        rows = [
            value
            for function in self.source.functions
            for _, kind, value in declared(function)
            if kind in ("Row", "Counts")
        ]
        return sum(8 * size_of(value, self.source.constants) for value in rows)

    @property
    def fixed(self) -> dict[str, int | float]:
        """The numbers that callers read, by name; SIZE is the length of the row of constants."""
        known = self.source.constants
        found = {name: value for name in FIXED if not isinstance(value := known.get(name), tuple)}
        sure = {name: value for name, value in found.items() if value is not None}
        size = known["CONSTANTS"]
        assert isinstance(size, int)
        return sure | {"SIZE": size + len(self.program.coordinates)}
