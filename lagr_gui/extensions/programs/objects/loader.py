"""A script that loads a module of WebAssembly, and runs what programs in JavaScript run."""

from __future__ import annotations

from functools import cached_property

from lagr_gui.extensions.programs.languages.javascript import JavaScript
from lagr_gui.extensions.programs.objects.sources import FIXED, SEEN
from lagr_gui.extensions.programs.record import Standalone
from lagr_gui.extensions.programs.source import Source


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
