"""An object for a linker, with what those need who use it, as one file."""

from __future__ import annotations

import ast
from functools import cached_property
from typing import Any

import llvmlite.binding

from lagr_gui.extensions.programs.languages.javascript import JavaScript
from lagr_gui.extensions.programs.languages.translation import WIDTH
from lagr_gui.extensions.programs.objects.code import Code
from lagr_gui.extensions.programs.objects.sources import FIXED, SEEN, Linked
from lagr_gui.extensions.programs.objects.targets import Target
from lagr_gui.extensions.programs.objects.wasm import module
from lagr_gui.extensions.programs.record import Standalone
from lagr_gui.extensions.programs.source import Source
from lagr_gui.foundation.writing import packed
from lagr_gui.kernel.machine import read_module

llvm: Any = llvmlite.binding  # it has no types

ROOM = 4
"""Times the memory of the rows of all functions: their copies within others are counted, too."""


def made(program: Standalone, name: str, goal: Target, single: bool = False) -> bytes:
    """The files for the target `goal` of this name in one archive; the same give the same bytes.

    There are a header and an object; an example in C where there is a C library; for WebAssembly
    a finished module with a script that loads it.
    """
    linked = Linked(program, goal, single)
    content, prefix = machine_code(linked, name), linked.prefix
    files: dict[str, bytes | Loader | Linked]
    if goal.ending == ".wasm":
        files = {
            ".wasm": module(content, prefix, ROOM * linked.room),
            ".mjs": Loader(program, prefix),
        }
    else:
        files = {goal.ending: content, ".h": Header(program, goal, single)}
    named = {f"{prefix}{ending}": entry for ending, entry in files.items()}
    if not goal.is_bare:
        named["example.c"] = Example(program, goal, single)
    return packed(
        {
            name: entry if isinstance(entry, bytes) else entry.text().encode()
            for name, entry in named.items()
        }
    )


def machine_code(linked: Linked, name: str) -> bytes:
    """The object alone."""
    goal = linked.goal
    machine = goal.machine(name)
    code = Code(linked.source, linked.prefix, SEEN, linked.single)
    compiled = read_module(code.text(linked.program.digest))
    compiled.triple = goal.triple
    compiled.data_layout = str(machine.target_data)
    compiled.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(compiled, builder)
    return machine.emit_object(compiled)


# --- A script that loads a module of WebAssembly, and runs what programs in JavaScript run -----


class Loader(JavaScript):
    """Functions with arrays in front of the functions of a module, which know its memory alone."""

    def __init__(self, program: Standalone, file: str) -> None:
        super().__init__(program)
        self.file = file

    @cached_property
    def source(self) -> Source:
        """Constants that callers read; all functions stand in the module."""
        whole = super().source
        self.known = {function.name for function in whole.functions} | {"prepare"}
        wanted = (*FIXED, "START_STATE")
        constants = {k: value for k, value in whole.constants.items() if k in wanted}
        return Source(constants, ())

    def tail(self) -> None:
        """The module, its functions, and what Node runs."""
        names = [self.names.of("parameter", i) for i in range(len(self.program.parameters))]
        self.block(_LOADING.replace("@FILE@", self.file))
        for name in SEEN:
            if name in self.known and name != "prepare":
                self.line(f"export const {name} = (...given) => called(module.{name}, given);")
        self.block(_PREPARING.replace("@NAMES@", ", ".join(f"p.{name}" for name in names)))
        self.run()


_LOADING = r"""

const file = new URL("./@FILE@.wasm", import.meta.url);
const bytes = typeof process === "undefined" ? await (await fetch(file)).arrayBuffer()
    : await (await import("node:fs/promises")).readFile(file);
const { instance } = await WebAssembly.instantiate(bytes, {});
const module = instance.exports;

// Rows (typed arrays or plain ones) are copied into the memory of the module, what changed back.
function called(run, given) {
    const rows = given.filter((entry) => typeof entry !== "number");
    const size = rows.reduce((sum, row) => sum + 8 * row.length, module.heap.value);
    if (size > module.memory.buffer.byteLength) {
        module.memory.grow(Math.ceil((size - module.memory.buffer.byteLength) / 65536));
    }
    let place = module.heap.value;
    const places = new Map();
    const words = given.map((entry) => {
        if (typeof entry === "number") {
            return entry;
        }
        const own = new Float64Array(module.memory.buffer, place, entry.length);
        own.set(entry);
        places.set(entry, own);
        place += 8 * entry.length;
        return own.byteOffset;
    });
    const found = run(...words);
    for (const [row, own] of places) {
        for (let i = 0; i < own.length; i++) {
            if (!Object.is(row[i], own[i])) {
                row[i] = own[i];
            }
        }
    }
    return found;
}
"""

_PREPARING = r"""

// The constants c of all functions, for values of the parameters; behind them stand further
// generalised forces, one for each coordinate: zero at first.
export function prepare(parameters = {}) {
    const p = { ...DEFAULTS, ...parameters };
    const c = new Float64Array(CONSTANTS + N);
    called(module.prepare, [[@NAMES@], c]);
    return c;
}
"""


# --- The header in C of an object, and a program that shows how it is used ---------------------

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
        for entry in ("STATES", "TRANSMITTED", "SHOWN", "PARAMETERS"):
            if entry in self.fixed:
                self.line(f"#define {entry} {upper}_{entry}")
        for entry in (*_USED, *(answer.function for answer in self.program.answers[1:])):
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
