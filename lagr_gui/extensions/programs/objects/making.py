"""An object for a linker, with what those need who use it, as one file."""

from __future__ import annotations

from typing import Any

import llvmlite.binding

from lagr_gui.extensions.programs.objects.code import Code
from lagr_gui.extensions.programs.objects.header import Example, Header
from lagr_gui.extensions.programs.objects.loader import Loader
from lagr_gui.extensions.programs.objects.sources import SEEN, Linked
from lagr_gui.extensions.programs.objects.targets import Target
from lagr_gui.extensions.programs.objects.wasm import module
from lagr_gui.extensions.programs.record import Standalone
from lagr_gui.kernel.machine import read_module
from lagr_gui.writing import packed

llvm: Any = llvmlite.binding  # it has no types

ROOM = 4
"""Times the memory of the rows of all functions: their copies within others are counted, too."""


def made(program: Standalone, name: str, goal: Target, single: bool = False) -> bytes:
    """The files for the target `goal` of this name in one archive; the same give the same bytes.

    There are a header and an object; an example in C where there is a C library; for WebAssembly
    a finished module with a script that loads it.
    """
    linked = Linked(program, goal, single)
    content, own = machine_code(linked, name), linked.prefix
    files: dict[str, bytes | Loader | Linked]
    if goal.ending == ".wasm":
        files = {".wasm": module(content, own, ROOM * linked.room), ".mjs": Loader(program, own)}
    else:
        files = {goal.ending: content, ".h": Header(program, goal, single)}
    named = {f"{own}{ending}": entry for ending, entry in files.items()}
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
