"""JavaScript: a module for Node and for pages."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import ClassVar

from lagr_gui.extensions.programs.languages.parts import counters, size_of, told
from lagr_gui.extensions.programs.languages.syntax import Syntax
from lagr_gui.extensions.programs.languages.translation import Translation

_MATH = """
floor sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp log log10 log2 sqrt
pow
"""


class JavaScript(Translation):
    """A program in JavaScript."""

    syntax = Syntax(unequal="!==")
    reserved = """
    await break case catch class const continue debugger default delete do else enum export
    extends false finally for function if implements import in instanceof interface let new null
    package private protected public return static super switch this throw true try typeof var
    void while with yield undefined NaN Infinity Math Number Object Array Float64Array arguments
    eval console process require module exports globalThis window
    """

    functions: ClassVar = {"fabs": "Math.abs"}
    lacks = ("erf",)

    def head(self) -> None:
        """Comment and parameters."""
        for text in self.about():
            self.comment(text)
        self.block(self.answering(_ASKED))
        self.line()
        self.line("// The parameters, with their values in the model.")
        self.line("export const DEFAULTS = {")
        for place, entry in enumerate(self.program.parameters):
            name = self.names.of("parameter", place)
            self.line(f"    {name}: {self.number(entry.value)}, {self.remark(told(entry))}")
        self.line("};")
        names = ", ".join(self.literal(entry.title) for entry in self.program.coordinates)
        self.line(f"export const COORDINATES = [{names}];")
        self.line(f"const HEAD = {self.literal(self.columns)};")
        if self.program.limits:
            self.line(f"const IMPACT_HEAD = {self.literal(self.impact_columns)};")
        self.line("const INFINITE = Infinity, NOT_A_NUMBER = NaN;")

    def constant(self, name: str, value: object) -> None:
        if isinstance(value, tuple):
            self.line(f"const {name} = new Float64Array([")
            for row in self.numbers(value):
                self.line(f"    {row},")
            self.line("]);")
        else:
            self.line(f"export const {name} = {value!r};")

    def opening(self, function: ast.FunctionDef) -> str:
        names = ", ".join(name for name, _, _ in self.parameters(function))
        return f"export function {function.name}({names}) {{"

    def begin(self, function: ast.FunctionDef) -> None:
        if names := counters(function):
            self.put(f"let {', '.join(names)}")

    def declare(self, name: str, kind: str, value: ast.expr) -> None:
        if kind in ("Row", "Counts"):
            sort = "Float64Array" if kind == "Row" else "Int32Array"
            size = size_of(value, self.source.constants)
            self.put(f"const {name} = new {sort}({size})")
        else:
            self.put(f"let {name} = {self.value(value)}")

    def expression(self, node: ast.expr) -> tuple[str, int]:
        text, level = super().expression(node)
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq):
            return text.replace(" == ", " === ", 1), level
        return text, level

    def call(self, name: str, arguments: Sequence[ast.expr]) -> str:
        if name in _MATH.split():
            return f"Math.{super().call(name, arguments)}"
        return super().call(name, arguments)

    def tail(self) -> None:
        """The parameters put in, and what Node runs."""
        self.line()
        self.line("// The constants c of all functions, for values of the parameters.")
        self.line("export function prepare(parameters = {}) {")
        self.line("    const p = { ...DEFAULTS, ...parameters };")
        self.line("    const c = new Float64Array(Math.max(CONSTANTS, 1));")
        for place in range(len(self.program.parameters)):
            self.line(f"    c[{place}] = p.{self.names.of('parameter', place)};")
        self.line("    derive(c);")
        self.line("    return c;")
        self.line("}")
        self.run()

    def run(self) -> None:
        """What gives motions, and what Node runs."""
        self.block(self.answering(_MOTION))
        self.commands()

    def commands(self) -> None:
        """What Node runs."""
        self.line()
        self.block(self.answering(_COMMANDS))


class InPage(JavaScript):
    """The same in a page, which runs it itself."""

    def commands(self) -> None:
        """Nothing that a line of commands asks for."""


_ASKED = """
//
// node FILE.mjs  the motion as a table
@OPTION@
// node FILE.mjs @LINE@
@END@
"""

_MOTION = r"""

export const TROUBLE = [
    "",
@TROUBLE@
    @WORDS@,
@END@
];

function trouble(status, clock) {
    return status === 0 ? "" : `At t = ${clock[0].toPrecision(6)} s: ${TROUBLE[status]}.`;
}

// The rows t, q, v of a motion from a state, and why it ended early, if it did.
@STRUCK@
// With `corners` there are two more at each impact, with the velocities before and after it.
@END@
export function simulate(c, until = END_TIME, points = 101, rtol = RELATIVE, atol = ABSOLUTE,
@STRUCK@
                         from = START_STATE, corners = false) {
@END@
@SMOOTH@
                         from = START_STATE) {
@END@
    const y = Float64Array.from(from);
    const clock = new Float64Array(CLOCK_SIZE);
    clock.set([START_TIME, 0, 0, 0.5]);
    let status = take_up(c, clock, y);
    const rows = status === 0 ? [[START_TIME, ...y]] : [];
    for (let i = 1; i < points && status === 0; i++) {
        const end = START_TIME + (until - START_TIME) * i / (points - 1);
        status = advance(c, clock, y, end, rtol, atol);
@STRUCK@
        while (status < 0) {
            if (corners) {
                const before = clock.subarray(AT_BEFORE, AT_BEFORE + N);
                rows.push([clock[0], ...y.subarray(0, N), ...before, ...y.subarray(2 * N)]);
                rows.push([clock[0], ...y]);
            }
            status = advance(c, clock, y, end, rtol, atol);
        }
@END@
@STOPS@
        if (status === STOPPED) {
            rows.push([clock[0], ...y]);
            return { rows, trouble: "" };
        }
@END@
        if (status === 0) {
            rows.push([clock[0], ...y]);
        }
    }
    return { rows, trouble: trouble(status, clock) };
}
@STRUCK@

// Rows t, impulse of each limit, lost energy, q, v before and after, one by impact; and why the
// motion ended early.
export function impacts(c, until = END_TIME, rtol = RELATIVE, atol = ABSOLUTE) {
    const y = Float64Array.from(START_STATE);
    const clock = new Float64Array(CLOCK_SIZE);
    clock.set([START_TIME, 0, 0, 0.5]);
    const rows = [];
    let status = take_up(c, clock, y);
    if (status === 0) {
        status = advance(c, clock, y, until, rtol, atol);
    }
    while (status < 0) {
        const impulses = clock.subarray(AT_IMPULSES, AT_IMPULSES + LIMITS);
        const before = clock.subarray(AT_BEFORE, AT_BEFORE + N);
        const state = [...y.subarray(0, N), ...before, ...y.subarray(N)];
        rows.push([clock[0], ...impulses, clock[AT_LOSS], ...state]);
        status = advance(c, clock, y, until, rtol, atol);
    }
@STOPS@
    if (status === STOPPED) {
        return { rows, trouble: "" };
    }
@END@
    return { rows, trouble: trouble(status, clock) };
}
@END@
"""

_COMMANDS = r"""
function table(c, options) {
    const found = simulate(c, ...options);
    const lines = [[HEAD]];
    const energy = new Float64Array(3);
    for (const row of found.rows) {
        energies(c, row[0], row.slice(1, 1 + N), row.slice(1 + N), energy);
        const line = [...row, energy[0], energy[1], energy[0] + energy[1]];
@SHOWN@
        const q = row.slice(1, 1 + N), v = row.slice(1 + N);
        const u = new Float64Array(N), shown = new Float64Array(SHOWN);
        inputs(c, row[0], q, v, u);
        const status = outputs(c, row[0], q, v, u, shown);
        line.push(...(status === 0 ? shown : shown.fill(NaN)));
@END@
        lines.push(line);
    }
    return print(lines, found.trouble);
}

function print(lines, words) {
    console.log(lines.map((line) => line.join(",")).join("\n"));
    if (words) {
        console.error(words);
    }
    return words ? 1 : 0;
}

async function answer(c, solve, size) {
    let text = "";
    for await (const part of process.stdin) {
        text += part;
    }
    for (const line of text.split("\n").filter((entry) => entry.trim())) {
        const x = line.trim().split(/\s+/).map(Number);
        const a = new Float64Array(size);
        const q = x.slice(1, 1 + N), v = x.slice(1 + N);
        if (solve(c, x[0], q, v, new Float64Array(N), a) !== 0) {
            a.fill(NaN);
        }
        console.log(Array.from(a).join(","));
    }
    return 0;
}

const HELP = [
@HELP@
    @LINE@,
@END@
];

async function main(words) {
    if (words.includes("--help")) {
        console.log(HELP.join("\n"));
        return 0;
    }
    const c = prepare();
    if (words.includes("--self-test")) {
        const worst = self_test(c);
        console.log(`largest relative deviation: ${worst.toPrecision(3)} (at most 1e-9)`);
        return worst <= 1e-9 ? 0 : 1;
    }
@EACH@
    if (words.includes("--@NAME@")) {
        return answer(c, @FUNCTION@, @SIZE@);
    }
@END@
@STRUCK@
    const struck = words.includes("--impacts");
    words = words.filter((word) => word !== "--impacts");
@END@
    const given = { "--until": END_TIME, "--points": 101, "--rtol": RELATIVE, "--atol": ABSOLUTE };
    for (let i = 0; i < words.length; i += 2) {
        const known = words[i] in given && i + 1 < words.length;
        const value = Number(words[i + 1]);
        if (!known || !words[i + 1].trim() || Number.isNaN(value)) {
            console.error(`unknown: ${words[known ? i + 1 : i]}; --help lists the options`);
            return 64;
        }
        given[words[i]] = value;
    }
    given["--points"] = Math.max(2, given["--points"]);
@STRUCK@
    if (struck) {
        const found = impacts(c, given["--until"], given["--rtol"], given["--atol"]);
        return print([[IMPACT_HEAD], ...found.rows], found.trouble);
    }
@END@
    return table(c, Object.values(given));
}

if (typeof process !== "undefined" && process.argv && process.argv[1] &&
    import.meta.url.endsWith(process.argv[1].replace(/\\/g, "/").split("/").pop())) {
    main(process.argv.slice(2)).then((code) => {
        process.exitCode = code;
    });
}
"""
