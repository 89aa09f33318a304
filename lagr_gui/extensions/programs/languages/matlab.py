"""MATLAB and Octave: a function with what it needs in one file.

Rows are handed over by value there, so a function gives back the rows that it writes to.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import ClassVar

from lagr_gui.extensions.programs.languages.parts import filled, folded, told
from lagr_gui.extensions.programs.languages.rowwise import contains, is_rowwise, summed
from lagr_gui.extensions.programs.languages.syntax import LEVELS, SIGNS, Syntax
from lagr_gui.extensions.programs.languages.telling import usage
from lagr_gui.extensions.programs.languages.translation import Translation
from lagr_gui.foundation.wording import Wording

_SPECIAL = {"INFINITE": "Inf", "NOT_A_NUMBER": "NaN"}
_COMPLEX = {"sqrt", "log", "log10", "log2", "asin", "acos", "acosh", "atanh", "power"}
"""Functions that go on into complex numbers where the other languages have no value."""
FIXED = "K"
"""The record of what never changes."""
GIVEN = "given"
"""Holds what a function gave that is used within an expression."""


class Matlab(Translation):
    """A program that MATLAB and Octave take."""

    syntax = Syntax(
        comment="% {}",
        if_="if {test}",
        elif_="elseif {test}",
        else_="else",
        while_="while {test}",
        up="for {name} = {first}:{last}",
        down="for {name} = {first}:-1:{last}",
        close="end",
        end_function="end",
        not_="~",
        unequal="~=",
        index="{array}({index})",
        offset=1,
    )
    reserved = f"""
    break case catch classdef continue else elseif end for function global if otherwise parfor
    persistent return spmd switch try while do until unwind_protect unwind_protect_cleanup
    end_try_catch end_unwind_protect endif endfor endfunction endparfor endswitch endwhile
    endclassdef methods properties events enumeration Inf NaN sum power numeric fixed parameters
    outcome model simulate prepare {FIXED} {GIVEN}
    """
    functions: ClassVar = {"fabs": "abs", "pow": "power"}
    row = ""
    """The variable that is a row of whole numbers where statements are said of whole rows."""

    def text(self) -> str:
        self.head()
        parts = {
            "HEAD": self.literal(self.columns),
            "IMPACT_HEAD": self.literal(self.impact_columns),
            "START": self._starting(),
            "TEXT": "\n".join(f"{'':16}{self.literal(line)}, ..." for line in usage(self.program)),
        }
        self.block(filled(self.answering(_MAIN), parts))
        self.tail()
        self.line()
        self.line("% What never changes.")
        self.line(f"function {FIXED} = fixed()")
        self.line("    persistent kept")
        self.line("    if isempty(kept)")
        for name, value in self.source.constants.items():
            self.constant(name, value)
        self.line("    end")
        self.line(f"    {FIXED} = kept;")
        self.line("end")
        for function in self.source.functions:
            self.line()
            self.define(function)
        return "\n".join(self.lines).rstrip() + "\n"

    def _starting(self) -> str:
        """The call that brings the start to the conditions, which may write to its state."""
        rows = [name for name, _, changed in self.parameters(self.by_name["take_up"]) if changed]
        return f"{_received(['status', *rows])}take_up(c, clock, y);"

    def head(self) -> None:
        """Comment: what the function is, and how it is called."""
        self.line("function varargout = model(varargin)")
        for text in self.about():
            self.comment(text)
        self.block(self.answering(_HELP))

    def literal(self, words: Wording) -> str:
        return "'" + "".join(words.lines).replace("'", "''") + "'"

    def constant(self, name: str, value: object) -> None:
        if isinstance(value, tuple):
            self.line(f"        kept.{name} = [ ...")
            for row in self.numbers(value):
                self.line(f"            {row}, ...")
            self.line("        ];")
        else:
            self.line(f"        kept.{name} = {value!r};")

    def named(self, name: str) -> str:
        if name in self.source.constants:
            return f"{FIXED}.{name}"
        return _SPECIAL.get(name, name)

    def opening(self, function: ast.FunctionDef) -> str:
        takes = self.parameters(function)
        names = ", ".join(name for name, _, _ in takes)
        gives = ["outcome"] if self.gives(function) else []
        gives += [name for name, _, changed in takes if changed]
        return f"function {_received(gives)}{function.name}({names})"

    def begin(self, function: ast.FunctionDef) -> None:
        names = (node.id for node in ast.walk(function) if isinstance(node, ast.Name))
        if any(name in self.source.constants for name in names):
            self.put(f"{FIXED} = fixed()")

    def declare(self, name: str, kind: str, value: ast.expr) -> None:
        if kind in ("Row", "Counts"):
            assert isinstance(value, ast.Call)
            self.put(f"{name} = zeros(1, {self.value(value.args[0])})")
        else:
            self._let(name, value)

    def write(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Assign([goal], value) if self.row and (more := summed(self.row, goal, value)):
                assert isinstance(value, ast.BinOp)
                before, sign = self.value(goal), SIGNS[type(value.op)]
                self.put(f"{before} = {before} {sign} sum({self.value(more)})")
            case ast.Assign([ast.Name(name)], value):
                self._let(name, value)
            case ast.Expr(ast.Call(ast.Name(name), arguments)):
                ignored = "~" if self.gives(self.by_name[name]) else ""
                self._receive(ignored, name, arguments)
            case _:
                super().write(statement)

    def loop(self, name: str, bounds: Sequence[ast.expr], body: Sequence[ast.stmt]) -> None:
        """A loop, or what it does said of whole rows: loops are slow in Octave."""
        if len(bounds) > 2 or self.row or not is_rowwise(name, body):
            super().loop(name, bounds, body)
            return
        first, end = bounds if len(bounds) == 2 else (ast.Constant(0), bounds[0])
        last = folded(ast.BinOp(end, ast.Sub(), ast.Constant(1)))
        self.put(f"{name} = {self.value(first)}:{self.value(last)}")
        self.row = name
        self.body(body)
        self.row = ""

    def expression(self, node: ast.expr) -> tuple[str, int]:
        """An expression; of rows, element by element."""
        match node:
            case ast.BinOp(left, ast.Mult() | ast.Div() as operator, right) if self.row and (
                contains(right, self.row)
            ):
                level = LEVELS[type(operator)]
                both = self._within(left, level), self._within(right, level + 1)
                return f"{both[0]} .{SIGNS[type(operator)]} {both[1]}", level
            case _:
                return super().expression(node)

    def leave(self, value: ast.expr | None) -> None:
        if value is not None:
            self._let("outcome", value)
        self.put("return")

    def _let(self, goal: str, value: ast.expr) -> None:
        """A variable gets a value; rows that a function writes to on the way are received, too."""
        match value:
            case ast.Call(ast.Name(name), arguments) if self.changed.get(name):
                self._receive(goal, name, arguments)
            case _:
                self.put(f"{goal} = {self.value(value)}")

    def _receive(self, goal: str, name: str, arguments: Sequence[ast.expr]) -> None:
        takes = self.parameters(self.by_name[name])
        pairs = zip(arguments, takes, strict=True)
        rows = [self.value(argument) for argument, (_, _, changed) in pairs if changed]
        written = ", ".join(map(self.value, arguments))
        goals = [*([goal] if goal and (rows or goal != "~") else []), *rows]
        self.put(f"{_received(goals)}{name}({written})")

    def call(self, name: str, arguments: Sequence[ast.expr]) -> str:
        if self.changed.get(name):
            self._receive(GIVEN, name, arguments)
            return GIVEN
        text = super().call(name, arguments)
        return f"numeric({text})" if text.partition("(")[0] in _COMPLEX else text

    def tail(self) -> None:
        """The parameters, and how they are put in."""
        self.line()
        self.line("% The parameters, with their values in the model.")
        self.line("function p = parameters()")
        self.line("    p = struct();")
        for place, entry in enumerate(self.program.parameters):
            name = self.names.of("parameter", place)
            self.line(f"    p.{name} = {self.number(entry.value)}; {self.remark(told(entry))}")
        self.line("end")
        self.line()
        self.line("% The constants c of all functions, for values of the parameters.")
        self.line("function c = prepare(p)")
        self.line("    K = fixed();")
        self.line("    c = zeros(1, K.CONSTANTS);")
        for place in range(len(self.program.parameters)):
            self.line(f"    c({place + 1}) = p.{self.names.of('parameter', place)};")
        self.line(f"    {_received(sorted(self.changed['derive']))}derive(c);")
        self.line("end")


def _received(names: Sequence[str]) -> str:
    """What stands before the function that gives these."""
    if not names:
        return ""
    return f"{names[0]} = " if len(names) == 1 else f"[{', '.join(names)}] = "


_HELP = """
%
% model  the motion as a table
@OPTION@
% model @LINE@
@END@
% rows = model('--until', T)  the table as a matrix: t, q, v, T, U, E
@EACH@
% a = model('--@NAME@', x)  of states: rows t, q, v
@END@
% model('--parameters', struct('NAME', VALUE), ...) with other values
%
% Keep it as model.m; under another name it is called by that name.
"""

_MAIN = r"""
    K = fixed();
    p = parameters();
    options = struct('until', K.END_TIME, 'points', 101, 'rtol', K.RELATIVE, 'atol', K.ABSOLUTE);
    states = [];
    tested = false;
@STRUCK@
    struck = false;
@END@
    place = 1;
    while place <= nargin
        word = varargin{place};
        if strcmp(word, '--help')
            lines = { ...
@TEXT@
            };
            fprintf('%s\n', lines{:});
            return
        end
        if strcmp(word, '--self-test')
            tested = true;
            place = place + 1;
            continue
        end
@STRUCK@
        if strcmp(word, '--impacts')
            struck = true;
            place = place + 1;
            continue
        end
@END@
        if place == nargin
            error('unknown: %s; --help lists the options', word);
        end
        value = varargin{place + 1};
        name = strrep(word, '--', '');
        if strcmp(word, '--parameters')
            for entry = fieldnames(value)'
                if ~isfield(p, entry{1})
                    error('unknown parameter: %s', entry{1});
                end
                p.(entry{1}) = value.(entry{1});
            end
@EACH@
        elseif strcmp(word, '--@NAME@')
            states = value;
            solve = @@FUNCTION@;
            count = @SIZE@;
@END@
        elseif isfield(options, name)
            if ischar(value)
                given = value;
                value = str2double(given);
                if isnan(value)
                    error('unknown: %s; --help lists the options', given);
                end
            end
            options.(name) = value;
        else
            error('unknown: %s; --help lists the options', word);
        end
        place = place + 2;
    end
    c = prepare(p);
    if tested
        worst = self_test(c);
        if nargout > 0
            varargout{1} = worst;
            return
        end
        fprintf('largest relative deviation: %.3g (at most 1e-9)\n', worst);
        if ~(worst <= 1e-9)
            error('the self-test has failed');
        end
    elseif ~isempty(states)
        varargout{1} = answer(c, states, solve, count);
    else
        head = @HEAD@;
@STRUCK@
        if struck
            head = @IMPACT_HEAD@;
            [rows, trouble] = impacts(c, options);
        else
            [rows, trouble] = simulate(c, options);
        end
@END@
@SMOOTH@
        [rows, trouble] = simulate(c, options);
@END@
        if nargout > 0
            varargout{1} = rows;
        else
            fprintf('%s\n', head);
            form = [repmat('%.17g,', 1, size(rows, 2) - 1), '%.17g\n'];
            fprintf(form, rows');
        end
        if ~isempty(trouble)
            error('%s', trouble);
        end
    end
end

% The start of a motion, its clock, and whether it can begin.
function [status, clock, y] = set_out(c)
    K = fixed();
    y = K.START_STATE;
    clock = [K.START_TIME, 0, 0, 0.5, zeros(1, K.CLOCK_SIZE - 4)];
    @START@
end

% Why a motion ended early, in words; empty where it did not.
function trouble = told_trouble(status, clock)
    words = { ...
@TROUBLE@
        @WORDS@, ...
@END@
        };
    trouble = '';
    if status ~= 0
        trouble = sprintf('At t = %.9g s: %s.', clock(1), words{status});
    end
end

% The rows t, q, v, T, U, E of a motion from the start of the model, and why it ended early.
function [rows, trouble] = simulate(c, options)
    K = fixed();
    [status, clock, y] = set_out(c);
    points = max(2, round(options.points));
    rows = [];
    if status == 0
        rows = told(c, K.START_TIME, y);
    end
    for i = 1:points - 1
        if status ~= 0
            break
        end
        goal = K.START_TIME + (options.until - K.START_TIME) * i / (points - 1);
        [status, clock, y] = advance(c, clock, y, goal, options.rtol, options.atol);
@STRUCK@
        while status < 0
            [status, clock, y] = advance(c, clock, y, goal, options.rtol, options.atol);
        end
@END@
@STOPS@
        if status == K.STOPPED
            rows = [rows; told(c, clock(1), y)];
            status = 0;
            break
        end
@END@
        if status == 0
            rows = [rows; told(c, clock(1), y)];
        end
    end
    trouble = told_trouble(status, clock);
end
@STRUCK@

% Rows t, impulse of each limit, lost energy, q, v before and after, one by impact; and why the
% motion ended early.
function [rows, trouble] = impacts(c, options)
    K = fixed();
    rows = zeros(0, 2 + K.LIMITS + 3 * K.N@STATES@);
    [status, clock, y] = set_out(c);
    if status == 0
        [status, clock, y] = advance(c, clock, y, options.until, options.rtol, options.atol);
    end
    while status < 0
        impulses = clock(K.AT_IMPULSES + (1:K.LIMITS));
        before = clock(K.AT_BEFORE + (1:K.N));
        rows = [rows; clock(1), impulses, clock(K.AT_LOSS + 1), y(1:K.N), before, y(K.N + 1:end)];
        [status, clock, y] = advance(c, clock, y, options.until, options.rtol, options.atol);
    end
@STOPS@
    if status == K.STOPPED
        status = 0;
    end
@END@
    trouble = told_trouble(status, clock);
end
@END@

function row = told(c, t, y)
    K = fixed();
    energy = energies(c, t, y(1:K.N), y(K.N + 1:end), zeros(1, 3));
    row = [t, y, energy(1), energy(2), energy(1) + energy(2)];
@SHOWN@
    u = inputs(c, t, y(1:K.N), y(K.N + 1:end), zeros(1, K.N));
    [status, shown] = outputs(c, t, y(1:K.N), y(K.N + 1:end), u, zeros(1, K.SHOWN));
    if status ~= 0
        shown(:) = NaN;
    end
    row = [row, shown];
@END@
end

% What is asked of states, rows t, q, v; NaN where there is nothing.
function rows = answer(c, states, solve, count)
    K = fixed();
    rows = NaN(size(states, 1), count);
    for i = 1:size(states, 1)
        x = states(i, :);
        [status, found] = solve(c, x(1), x(2:K.N + 1), x(K.N + 2:end), ...
            zeros(1, K.N), zeros(1, count));
        if status == 0
            rows(i, :) = found;
        end
    end
end

% A number, or none where it would be complex.
function y = numeric(y)
    if ~isreal(y)
        y = NaN;
    end
end
"""
