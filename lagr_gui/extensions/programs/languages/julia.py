"""Julia: a module that needs no packages."""

from __future__ import annotations

import ast
from typing import ClassVar

from lagr_gui.extensions.programs.languages.parts import counters, declared, size_of, told
from lagr_gui.extensions.programs.languages.syntax import Syntax
from lagr_gui.extensions.programs.languages.translation import Translation
from lagr_gui.foundation.wording import Wording

_WITHIN = {
    "sqrt": "x >= 0",
    "log": "x >= 0",
    "log2": "x >= 0",
    "log10": "x >= 0",
    "asin": "abs(x) <= 1",
    "acos": "abs(x) <= 1",
    "acosh": "x >= 1",
    "atanh": "abs(x) <= 1",
    "sin": "isfinite(x)",
    "cos": "isfinite(x)",
    "tan": "isfinite(x)",
}
"""Where functions have values; elsewhere Julia ends with an error."""


class Julia(Translation):
    """A program in Julia."""

    syntax = Syntax(
        comment="# {}",
        statement="{}",
        if_="if {test}",
        elif_="elseif {test}",
        else_="else",
        while_="while {test}",
        up="for {name} = ({first}):({last})",
        down="for {name} = ({first}):-1:({last})",
        close="end",
        end_function="end",
        offset=1,
    )
    reserved = """
    abstract baremodule begin break catch const continue do else elseif end export false finally
    for function global if import in isa let local macro module mutable primitive quote return
    struct true try type using where while abs float values zeros keys haskey error merge copy
    vcat parse string println print Model join split strip eachline stdin stderr exit NaN Inf pi
    im model parameters prepare simulate answer told value DEFAULTS Dict Float64 Int String
    isfinite repr power
    """
    functions: ClassVar = {
        **{name: f"value_{name}" for name in _WITHIN},
        "fabs": "abs",
        "pow": "power",
        "atan2": "atan",
    }
    lacks = ("erf",)
    cast = "float({})"

    def head(self) -> None:
        """Comment, parameters, functions that have no value in places."""
        for text in self.about():
            self.comment(text)
        self.block(self.answering(_HELP))
        self.line("module Model")
        self.line()
        for name, within in _WITHIN.items():
            self.line(f"value_{name}(x) = {within} ? {name}(x) : NaN")
        self.line("power(x, y) = x < 0 && y != floor(y) ? NaN : x^y")
        self.line()
        self.line("# The parameters, with their values in the model.")
        self.line("const DEFAULTS = (;")
        for place, entry in enumerate(self.program.parameters):
            name = self.names.of("parameter", place)
            self.line(f"    {name} = {float(entry.value)!r}, {self.remark(told(entry))}")
        self.line(")")
        names = [self.literal(entry.title) for entry in self.program.coordinates]
        self.line(f"const COORDINATES = String[{', '.join(names)}]")
        heads = {"HEAD": self.columns}
        if self.program.limits:
            heads["IMPACT_HEAD"] = self.impact_columns
        for name, text in heads.items():
            self.line(f"const {name} = {self.literal(text)}")
        self.line("const INFINITE, NOT_A_NUMBER = Inf, NaN")

    def constant(self, name: str, value: object) -> None:
        if isinstance(value, tuple):
            kind = "Int" if all(isinstance(entry, int) for entry in value) else "Float64"
            self.line(f"const {name} = {kind}[")
            for row in self.numbers(value):
                self.line(f"    {row},")
            self.line("]")
        else:
            self.line(f"const {name} = {value!r}")

    def opening(self, function: ast.FunctionDef) -> str:
        names = ", ".join(name for name, _, _ in self.parameters(function))
        return f"function {function.name}({names})"

    def begin(self, function: ast.FunctionDef) -> None:
        loops = counters(function)
        names = [name for name, _, _ in declared(function) if name not in loops]
        if names and any(isinstance(node, ast.For | ast.While) for node in ast.walk(function)):
            self.put(f"local {', '.join(names)}")  # loops have variables of their own

    def declare(self, name: str, kind: str, value: ast.expr) -> None:
        if kind in ("Row", "Counts"):
            sort = "Int, " if kind == "Counts" else ""
            self.put(f"{name} = zeros({sort}{size_of(value, self.source.constants)})")
        else:
            self.put(f"{name} = {self.value(value)}")

    def leave(self, value: ast.expr | None) -> None:
        self.put("return nothing" if value is None else f"return {self.value(value)}")

    def literal(self, words: Wording) -> str:
        """A dollar would put in a value."""
        return super().literal(words).replace("$", "\\$")

    def tail(self) -> None:
        """The parameters put in, and what is run."""
        self.line()
        self.line("# The constants c of all functions, for values of the parameters.")
        self.line("function prepare(; given...)")
        self.line("    for name in keys(given)")
        self.line('        haskey(DEFAULTS, name) || error(string("unknown parameter: ", name))')
        self.line("    end")
        self.line("    p = merge(DEFAULTS, values(given))")
        self.line("    c = zeros(max(CONSTANTS, 1))")
        for place in range(len(self.program.parameters)):
            self.line(f"    c[{place + 1}] = p.{self.names.of('parameter', place)}")
        self.line("    derive(c)")
        self.line("    return c")
        self.line("end")
        self.block(self.answering(_MAIN))


_HELP = """
#
# julia FILE.jl  the motion as a table
@OPTION@
# julia FILE.jl @LINE@
@END@
#
# At the prompt:
# include("FILE.jl")
# c = Model.prepare(m = 2.0)
# rows, trouble = Model.simulate(c, until = 5.0)
"""

_MAIN = r"""

const TROUBLE = [
@TROUBLE@
    @WORDS@,
@END@
]

trouble_of(status, clock) =
    status == 0 ? "" : string("At t = ", clock[1], " s: ", TROUBLE[status], ".")

# The start of a motion, its clock, and whether it can begin.
function set_out(c)
    y, clock = START_STATE[1:end], vcat(START_TIME, 0.0, 0.0, 0.5, zeros(CLOCK_SIZE - 4))
    status = take_up(c, clock, y)
    return y, clock, status
end

# The rows t, q, v of a motion from the start, and why it ended early, if it did.
function simulate(c; until = END_TIME, points = 101, rtol = RELATIVE, atol = ABSOLUTE)
    y, clock, status = set_out(c)
    rows = status == 0 ? [vcat(START_TIME, y)] : Vector{Float64}[]
    for i in 1:(points - 1)
        status == 0 || break
        goal = START_TIME + (until - START_TIME) * i / (points - 1)
        status = advance(c, clock, y, goal, rtol, atol)
@STRUCK@
        while status < 0
            status = advance(c, clock, y, goal, rtol, atol)
        end
@END@
@STOPS@
        if status == STOPPED
            push!(rows, vcat(clock[1], y))
            return rows, ""
        end
@END@
        if status == 0
            push!(rows, vcat(clock[1], y))
        end
    end
    return rows, trouble_of(status, clock)
end
@STRUCK@

# Rows t, impulse of each limit, lost energy, q, v before and after, one by impact; and why the
# motion ended early, if it did.
function impacts(c; until = END_TIME, rtol = RELATIVE, atol = ABSOLUTE)
    rows = Vector{Float64}[]
    y, clock, status = set_out(c)
    if status == 0
        status = advance(c, clock, y, until, rtol, atol)
    end
    while status < 0
        impulses = clock[(AT_IMPULSES + 1):(AT_IMPULSES + LIMITS)]
        before = clock[(AT_BEFORE + 1):(AT_BEFORE + N)]
        told = vcat(impulses, clock[AT_LOSS + 1], y[1:N], before, y[(N + 1):end])
        push!(rows, vcat(clock[1], told))
        status = advance(c, clock, y, until, rtol, atol)
    end
@STOPS@
    status == STOPPED && return rows, ""
@END@
    return rows, trouble_of(status, clock)
end

function impact_table(c; options...)
    rows, trouble = impacts(c; options...)
    println(IMPACT_HEAD)
    foreach(row -> println(join(row, ",")), rows)
    isempty(trouble) || println(stderr, trouble)
    return isempty(trouble) ? 0 : 1
end
@END@

function table(c; options...)
    rows, trouble = simulate(c; options...)
    println(HEAD)
    energy = zeros(3)
    for row in rows
        energies(c, row[1], row[2:(N + 1)], row[(N + 2):end], energy)
        line = vcat(row, energy[1], energy[2], energy[1] + energy[2])
@SHOWN@
        q, v, u, shown = row[2:(N + 1)], row[(N + 2):end], zeros(N), zeros(SHOWN)
        inputs(c, row[1], q, v, u)
        outputs(c, row[1], q, v, u, shown) == 0 || (shown .= NaN)
        append!(line, shown)
@END@
        println(join(line, ","))
    end
    isempty(trouble) || println(stderr, trouble)
    return isempty(trouble) ? 0 : 1
end

# What is asked of states t, q, v, one a line of the standard input.
function answer(c, solve, size)
    for line in eachline(stdin)
        isempty(strip(line)) && continue
        x = parse.(Float64, split(line))
        found = zeros(size)
        if solve(c, x[1], x[2:(N + 1)], x[(N + 2):end], zeros(N), found) != 0
            found .= NaN
        end
        println(join(found, ","))
    end
    return 0
end

const HELP = [
@HELP@
    @LINE@,
@END@
]

function main(words)
    if "--help" in words
        foreach(println, HELP)
        return 0
    end
    c = prepare()
    if "--self-test" in words
        worst = self_test(c)
        println("largest relative deviation: ", worst, " (at most 1e-9)")
        return worst <= 1e-9 ? 0 : 1
    end
@EACH@
    "--@NAME@" in words && return answer(c, @FUNCTION@, @SIZE@)
@END@
@STRUCK@
    struck = "--impacts" in words
    words = filter(word -> word != "--impacts", words)
@END@
    given = Dict{Symbol, Float64}()
    for i in 1:2:length(words)
        name = Symbol(replace(words[i], "--" => ""))
        known = name in (:until, :points, :rtol, :atol) && i < length(words)
        value = known ? tryparse(Float64, words[i + 1]) : nothing
        if value === nothing
            println(stderr, "unknown: ", words[known ? i + 1 : i], "; --help lists the options")
            return 64
        end
        given[name] = value
    end
    points = max(2, floor(Int, pop!(given, :points, 101.0)))
@STRUCK@
    struck && return impact_table(c; given...)
@END@
    return table(c; points = points, given...)
end

if abspath(PROGRAM_FILE) == @__FILE__
    exit(main(ARGS))
end

end # of the module
"""
