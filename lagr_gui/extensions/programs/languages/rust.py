"""Rust: one file for rustc, nothing but the standard library."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import ClassVar

from lagr_gui.extensions.programs.languages.parts import size_of, told
from lagr_gui.extensions.programs.languages.syntax import Syntax
from lagr_gui.extensions.programs.languages.translation import Translation

_KINDS = {"float": "f64", "int": "i64", "Row": "[f64]", "Counts": "[i64]"}
_METHODS = """
floor sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp log10 log2 sqrt
"""


class Rust(Translation):
    """A program in Rust."""

    syntax = Syntax(
        if_="if {test} {{",
        elif_="}} else if {test} {{",
        while_="while {test} {{",
        up="for {name} in {first}..{end} {{",
        down="for {name} in ({last}..={first}).rev() {{",
        index="{array}[({index}) as usize]",
    )
    reserved = """
    as break const continue crate else enum extern false fn for if impl in let loop match mod move
    mut pub ref return self Self static struct super trait true type unsafe use where while async
    await dyn abstract become box do final macro override priv typeof unsized virtual yield try
    union f64 f32 i64 usize std String Vec Parameters
    """
    functions: ClassVar = {
        **{name: f"f64::{name}" for name in _METHODS.split()},
        "fabs": "f64::abs",
        "log": "f64::ln",
        "pow": "f64::powf",
    }
    lacks = ("erf",)
    cast = "(({}) as f64)"

    def head(self) -> None:
        """Comment and parameters."""
        for text in self.about():
            self.comment(text)
        self.block(self.answering(_ASKED))
        self.block("#![allow(unused, non_snake_case, non_upper_case_globals, clippy::all)]")
        self.line()
        self.line("/// The parameters, with their values in the model.")
        self.line("#[derive(Clone, Debug)]")
        self.line("pub struct Parameters {")
        names = [self.names.of("parameter", i) for i in range(len(self.program.parameters))]
        for name, entry in zip(names, self.program.parameters, strict=True):
            self.line(f"    pub {name}: f64, {self.remark(told(entry))}")
        self.line("}")
        self.line()
        self.line("pub const DEFAULTS: Parameters = Parameters {")
        for name, entry in zip(names, self.program.parameters, strict=True):
            self.line(f"    {name}: {self.number(entry.value)},")
        self.line("};")
        words = [self.literal(e.title) for e in self.program.coordinates]
        self.line(f"pub const COORDINATES: [&str; {len(words)}] = [{', '.join(words)}];")
        self.line(f"const HEAD: &str = {self.literal(self.columns)};")
        if self.program.limits:
            self.line(f"const IMPACT_HEAD: &str = {self.literal(self.impact_columns)};")
        self.line("const INFINITE: f64 = f64::INFINITY;")
        self.line("const NOT_A_NUMBER: f64 = f64::NAN;")

    def constant(self, name: str, value: object) -> None:
        if isinstance(value, tuple):
            kind = "i64" if value and all(isinstance(entry, int) for entry in value) else "f64"
            self.line(f"static {name}: [{kind}; {len(value)}] = [")
            for row in self.numbers(value):
                self.line(f"    {row},")
            self.line("];")
        else:
            kind = "i64" if isinstance(value, int) else "f64"
            self.line(f"pub const {name}: {kind} = {value!r};")

    def opening(self, function: ast.FunctionDef) -> str:
        parts: list[str] = []
        for name, kind, changed in self.parameters(function):
            row = kind in ("Row", "Counts")
            sort = f"{'&mut ' if changed else '&'}{_KINDS[kind]}" if row else _KINDS[kind]
            parts.append(f"{name}: {sort}")
        gives = self.gives(function)
        back = f" -> {_KINDS[gives]}" if gives else ""
        return f"pub fn {function.name}({', '.join(parts)}){back} {{"

    def declare(self, name: str, kind: str, value: ast.expr) -> None:
        if kind in ("Row", "Counts"):
            size = size_of(value, self.source.constants)
            first = "0.0f64" if kind == "Row" else "0i64"
            self.put(f"let mut {name} = [{first}; {size}]")
        else:
            self.put(f"let mut {name}: {_KINDS[kind]} = {self.value(value)}")

    def call(self, name: str, arguments: Sequence[ast.expr]) -> str:
        called = self.by_name.get(name)
        if called is None:
            return super().call(name, arguments)
        assert self.function is not None
        parameters = {name for name, _, _ in self.parameters(self.function)}
        parts: list[str] = []
        for argument, (_, kind, changed) in zip(arguments, self.parameters(called), strict=True):
            text = self.value(argument)
            if kind in ("Row", "Counts") and text not in parameters:
                text = f"{'&mut ' if changed else '&'}{text}"
            parts.append(text)
        return f"{name}({', '.join(parts)})"

    def tail(self) -> None:
        """The parameters put in, and what is run."""
        self.line()
        self.line("/// The constants c of all functions, for values of the parameters.")
        self.line("pub fn prepare(p: &Parameters) -> Vec<f64> {")
        self.line("    let mut c = vec![0.0; CONSTANTS as usize];")
        for place in range(len(self.program.parameters)):
            self.line(f"    c[{place}] = p.{self.names.of('parameter', place)};")
        self.line("    derive(&mut c);")
        self.line("    c")
        self.line("}")
        self.block(self.answering(_MAIN))


_ASKED = """
//
// rustc -O FILE.rs && ./FILE  the motion as a table
@OPTION@
// ./FILE @LINE@
@END@
"""

_MAIN = r"""

const SIZE: usize = N as usize;
const TROUBLE: &[&str] = &[
    "",
@TROUBLE@
    @WORDS@,
@END@
];

/// A start, and the clock of its motion.
fn started() -> ([f64; START_STATE.len()], [f64; CLOCK_SIZE as usize]) {
    let mut clock = [0.0; CLOCK_SIZE as usize];
    clock[0] = START_TIME;
    clock[3] = 0.5;
    (START_STATE, clock)
}

fn ended(status: i64, clock: &[f64]) -> i32 {
    if status != 0 {
        eprintln!("At t = {} s: {}.", clock[0], TROUBLE[status as usize]);
    }
    status as i32
}

fn print_state(c: &[f64], t: f64, y: &[f64]) {
    let mut energy = [0.0; 3];
    energies(c, t, &y[..SIZE], &y[SIZE..], &mut energy);
    let mut words = vec![format!("{t:?}")];
    words.extend(y.iter().map(|x| format!("{x:?}")));
    words.extend([energy[0], energy[1], energy[0] + energy[1]].iter().map(|x| format!("{x:?}")));
@SHOWN@
    let (mut u, mut shown) = ([0.0; SIZE], [0.0; SHOWN as usize]);
    inputs(c, t, &y[..SIZE], &y[SIZE..], &mut u);
    if outputs(c, t, &y[..SIZE], &y[SIZE..], &u, &mut shown) != 0 {
        shown.fill(f64::NAN);
    }
    words.extend(shown.iter().map(|x| format!("{x:?}")));
@END@
    println!("{}", words.join(","));
}

fn simulate(c: &[f64], until: f64, points: i64, rtol: f64, atol: f64) -> i32 {
    let (mut y, mut clock) = started();
    let mut status = take_up(c, &mut clock, &mut y);
    println!("{HEAD}");
    if status == 0 {
        print_state(c, START_TIME, &y);
    }
    let mut i = 1;
    while i < points && status == 0 {
        let end = START_TIME + (until - START_TIME) * i as f64 / (points - 1) as f64;
        status = advance(c, &mut clock, &mut y, end, rtol, atol);
@STRUCK@
        while status < 0 {
            status = advance(c, &mut clock, &mut y, end, rtol, atol);
        }
@END@
@STOPS@
        if status == STOPPED {
            print_state(c, clock[0], &y);
            return 0;
        }
@END@
        if status == 0 {
            print_state(c, clock[0], &y);
        }
        i += 1;
    }
    ended(status, &clock)
}
@STRUCK@

fn impacts(c: &[f64], until: f64, rtol: f64, atol: f64) -> i32 {
    let (mut y, mut clock) = started();
    let mut status = take_up(c, &mut clock, &mut y);
    println!("{IMPACT_HEAD}");
    if status == 0 {
        status = advance(c, &mut clock, &mut y, until, rtol, atol);
    }
    while status < 0 {
        let first = AT_IMPULSES as usize;
        let mut words = vec![format!("{:?}", clock[0])];
        words.extend(clock[first..first + LIMITS as usize].iter().map(|x| format!("{x:?}")));
        words.push(format!("{:?}", clock[AT_LOSS as usize]));
        let before = AT_BEFORE as usize;
        for part in [&y[..SIZE], &clock[before..before + SIZE], &y[SIZE..]] {
            words.extend(part.iter().map(|x| format!("{x:?}")));
        }
        println!("{}", words.join(","));
        status = advance(c, &mut clock, &mut y, until, rtol, atol);
    }
@STOPS@
    if status == STOPPED {
        return 0;
    }
@END@
    ended(status, &clock)
}
@END@

type Asked = fn(&[f64], f64, &[f64], &[f64], &[f64], &mut [f64]) -> i64;

fn answer(c: &[f64], solve: Asked, size: usize) -> i32 {
    for line in std::io::stdin().lines() {
        let text = line.unwrap();
        let x: Vec<f64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let mut found = vec![0.0; size];
        let u = [0.0; SIZE];
        if solve(c, x[0], &x[1..1 + SIZE], &x[1 + SIZE..], &u, &mut found) != 0 {
            found.fill(f64::NAN);
        }
        let words: Vec<String> = found.iter().map(|x| format!("{x:?}")).collect();
        println!("{}", words.join(","));
    }
    0
}

const HELP: &[&str] = &[
@HELP@
    @LINE@,
@END@
];

fn run(words: &[String]) -> i32 {
    if words.iter().any(|word| word == "--help") {
        println!("{}", HELP.join("\n"));
        return 0;
    }
    let c = prepare(&DEFAULTS);
    if words.iter().any(|word| word == "--self-test") {
        let worst = self_test(&c);
        println!("largest relative deviation: {worst:e} (at most 1e-9)");
        return if worst <= 1e-9 { 0 } else { 1 };
    }
@EACH@
    if words.iter().any(|word| word == "--@NAME@") {
        return answer(&c, @FUNCTION@, (@SIZE@) as usize);
    }
@END@
    let (mut until, mut points, mut rtol, mut atol) = (END_TIME, 101.0, RELATIVE, ABSOLUTE);
@STRUCK@
    let struck = words.iter().any(|word| word == "--impacts");
    let words: Vec<String> = words.iter().filter(|w| *w != "--impacts").cloned().collect();
@END@
    for pair in words.chunks(2) {
        let place = match pair[0].as_str() {
            "--until" => Some(&mut until),
            "--points" => Some(&mut points),
            "--rtol" => Some(&mut rtol),
            "--atol" => Some(&mut atol),
            _ => None,
        };
        match (place, pair.get(1).map(|word| word.parse())) {
            (Some(place), Some(Ok(value))) => *place = value,
            (place, value) => {
                let word = if place.is_some() && value.is_some() { &pair[1] } else { &pair[0] };
                eprintln!("unknown: {word}; --help lists the options");
                return 64;
            }
        }
    }
@STRUCK@
    if struck {
        return impacts(&c, until, rtol, atol);
    }
@END@
    simulate(&c, until, f64::max(points, 2.0) as i64, rtol, atol)
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    std::process::exit(run(&words));
}
"""
