"""The header in C of an object, and a program that shows how it is used."""

from __future__ import annotations

import ast

from lagr_gui.extensions.programs.languages.translation import WIDTH
from lagr_gui.extensions.programs.objects.sources import Linked

_USED = ("prepare", "accelerations", "energies", "take_up", "inputs", "advance", "self_test")
"""Functions that the example calls."""


class Header(Linked):
    """What those include who link the object."""

    def text(self) -> str:
        """The whole file."""
        name, upper = self.prefix, self.prefix.upper()
        self.real = "float" if self.single else "double"
        self.parameters_type, self.defaults = f"{name}_parameters", f"{upper}_DEFAULTS"
        self.line("/*")
        for text in self.about():
            self.comment_line(text)
        self.comment_line("")
        self.comment_line(f"Machine of the object: {self.goal.triple}")
        self.line(" */")
        self.block(f"#ifndef {upper}_H\n#define {upper}_H")
        self.line()
        self.block(_OPEN)
        self.line()
        self.parameter_record()
        self.line()
        self.comment(
            "Coordinates, parameters, constants, times, tolerances; SIZE: the length of c."
        )
        for entry, value in self.fixed.items():
            self.line(f"#define {upper}_{entry} {self.number(value)}")
        self.line()
        self.comment("The start of the motion: q, v.")
        self.constant(f"{upper}_START", self.program.start)
        self.line()
        self.comment("The SHA-256 of the model.")
        self.line(f"extern const char {name}_model[{len(self.program.digest) + 1}];")
        for function in self.seen:
            self.line()
            self._declare(function)
        self.line()
        self.block(_CLOSE)
        return "\n".join(self.lines) + "\n"

    def _declare(self, function: ast.FunctionDef) -> None:
        """What a function does, and what it takes."""
        self.line("/*")
        for line in (ast.get_docstring(function) or "").splitlines():
            self.comment_line(line)
        self.line(" */")
        kinds = {"float": self.real, "Row": self.real, "int": "int", "Counts": "int", "": "void"}
        parts: list[str] = []
        for entry, kind, changed in self.parameters(function):
            star = "*" if kind in ("Row", "Counts") else ""
            const = "const " if star and not changed else ""
            parts.append(f"{const}{kinds[kind]} {star}{entry}")
        if function.name == "prepare":
            parts[0] = f"const {self.parameters_type} *p"
        gives = kinds[self.gives(function)]
        head, *others = parts
        lines = [f"{gives} {self.prefix}_{function.name}({head}"]
        for part in others:
            if len(lines[-1]) + len(part) < WIDTH - 4:
                lines[-1] += f", {part}"
            else:
                lines[-1] += ","
                lines.append(f"    {part}")
        self.block("\n".join([*lines[:-1], f"{lines[-1]});"]))


class Example(Linked):
    """A program in C that prints the table of the motion, as the export to C does."""

    def text(self) -> str:
        """The whole file."""
        name, upper = self.prefix, self.prefix.upper()
        self.line(f"/* cc example.c {name}{self.goal.ending} -lm && ./a.out */")
        for file in ("math", "stdio", "stdlib", "string"):
            self.line(f"#include <{file}.h>")
        self.line(f'#include "{name}.h"')
        self.line()
        self.line(f"typedef {'float' if self.single else 'double'} real;")
        self.line("#define NOT_A_NUMBER ((real)NAN)")
        for entry in (
            "N",
            "START_TIME",
            "END_TIME",
            "RELATIVE",
            "ABSOLUTE",
            "CLOCK_SIZE",
            "DEFAULTS",
        ):
            self.line(f"#define {entry} {upper}_{entry}")
        self.line(f"#define CONSTANTS {upper}_SIZE")
        self.line(f"#define START_STATE {upper}_START")
        for entry in ("TRANSMITTED", "SHOWN", "PARAMETERS"):
            if entry in self.fixed:
                self.line(f"#define {entry} {upper}_{entry}")
        for entry in (*_USED, *(own.function for own in self.program.answers[1:])):
            self.line(f"#define {entry} {name}_{entry}")
        self.line()
        self.run()
        return "\n".join(self.lines).rstrip() + "\n"


_OPEN = """\
#ifdef __cplusplus
extern "C" {
#endif
"""
_CLOSE = """\
#ifdef __cplusplus
}
#endif
#endif
"""
