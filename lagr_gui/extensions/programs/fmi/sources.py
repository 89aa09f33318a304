"""The source of a functional mock-up unit: the program of the system in C, and FMI around it."""

from __future__ import annotations

import ast
from functools import cached_property

from lagr_gui.extensions.programs.fmi.variables import is_derivable
from lagr_gui.extensions.programs.languages.c import C
from lagr_gui.extensions.programs.record import Standalone
from lagr_gui.extensions.programs.source import Source, reached, source
from lagr_gui.resource import resource_path

_ASKED = (
    *("derive", "energies", "choose", "held_accelerations", "advance"),
    *("accelerations_slope", "energies_slope", "held_outputs", "outputs_slope"),
    *("take_up", "arrive", "marked", "watched", "meet", "align", "gauge", "lead_back"),
)
"""Functions that `resources/programs/fmi` calls."""

_READ = (
    *("N", "PARAMETERS", "CONSTANTS", "ALL", "SHOWN", "START_STATE", "START_TIME"),
    *("RELATIVE", "ABSOLUTE", "TIME_UNIT", "CLOCK_SIZE", "ROWS", "LIMITS", "AT_LOSS", "AT_WATCHED"),
    *("AT_SLACK", "AT_FASTEST", "PASSED", "CLOSED", "REBOUND", "STILL", "DEPENDENT"),
)
"""Constants that it reads."""


def unit_source(program: Standalone, version: int, token: str) -> str:
    """One file in C99 that needs no header but those of C."""
    return _UnitSource(program, version, token).text()


class _UnitSource(C):
    """Everything is seen in this file only, but the functions of FMI."""

    reserved = f"{C.reserved} seed"

    def __init__(self, program: Standalone, version: int, token: str) -> None:
        super().__init__(program.bare)
        self.version, self.token = version, token

    @cached_property
    def source(self) -> Source:
        """What FMI asks for; forces from outside stand behind the constants."""
        whole = source(self.program, self.names, single=False, lacks=("pushed",))
        functions = tuple(reached(whole.functions, _ASKED))
        names = {n.id for f in functions for n in ast.walk(f) if isinstance(n, ast.Name)}
        names |= set(_READ)
        constants = {name: value for name, value in whole.constants.items() if name in names}
        return Source(constants, functions)

    def head(self) -> None:
        self.line("/*")
        for text in self.about():
            self.comment_line(text)
        self.line("*/")
        for name in ("math", "stdio", "stdlib", "string"):
            self.line(f"#include <{name}.h>")
        self.line()
        self.line("typedef double real;")
        self.line("#define NOT_A_NUMBER ((real)NAN)")
        self.line("#define INFINITE ((real)INFINITY)")
        self.line(f"#define ASKED {self.number(self.program.rtol)}")
        self.line(f'#define TOKEN "{self.token}"')
        self.line(f"#define DERIVABLE {int(is_derivable(self.program))}")
        if driven := self.program.driven:
            self.line(f"#define DRIVEN {{{', '.join(map(str, driven))}}}")
        values = tuple(entry.value for entry in self.program.parameters)
        self.constant("DEFAULTS", values)

    def opening(self, function: ast.FunctionDef) -> str:
        return f"static {super().opening(function)}"

    def tail(self) -> None:
        for part in ("instance", f"fmi{self.version}"):
            self.line()
            self.block(resource_path(f"programs/fmi/{part}.c").read_text("utf-8"))
