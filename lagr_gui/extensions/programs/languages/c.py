"""C99: no memory of its own, no state; double or single precision."""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence

from lagr_gui.extensions.programs.languages.parts import (
    counters,
    filled,
    pieces,
    size_of,
    told,
    wrapped,
)
from lagr_gui.extensions.programs.languages.syntax import Syntax
from lagr_gui.extensions.programs.languages.telling import options, usage
from lagr_gui.extensions.programs.languages.translation import WIDTH, Translation
from lagr_gui.foundation.wording import Wording

_KINDS = {"float": "real", "int": "int", "Row": "real", "Counts": "int", "": "void"}
_LIBRARY = """
floor sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp log log10 log2 sqrt
fabs pow erf
"""


LEAST = 1e-37
"""About the smallest number of single precision."""


class C(Translation):
    """A program in C."""

    real, parameters_type, defaults = "real", "parameters", "DEFAULTS"
    """What the type of numbers, that of parameters and their values are called."""

    syntax = Syntax(comment="/* {} */")
    reserved = """
    auto break case char const continue default do double else enum extern float for goto if
    inline int long register restrict return short signed sizeof static struct switch
    typedef union unsigned void volatile while asm typeof _Bool bool true false NULL
    INFINITY NAN EOF stdin stdout stderr errno assert parameters defaults
    M_PI M_E M_LN2 M_SQRT2 HUGE_VAL linux unix
    """

    def head(self) -> None:
        """Comment, includes, the parameters."""
        self.line("/*")
        for text in self.about():
            self.comment_line(text)
        self.comment_line("")
        self.comment_line("cc -O2 FILE.c -lm && ./a.out    the motion as a table")
        for text in options(self.program):
            self.comment_line(f"./a.out {text}")
        self.comment_line("With -DLIBRARY there is no main: the functions are used by others.")
        self.line("*/")
        self.block(
            "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>"
        )
        self.line()
        self.line(f"typedef {'float' if self.single else 'double'} real;")
        self.line("#define NOT_A_NUMBER ((real)NAN)")
        self.line("#define INFINITE ((real)INFINITY)")
        self.line()
        self.parameter_record()
        self.line()

    def comment_line(self, words: str | Wording) -> None:
        """A line within a comment."""
        for line in wrapped(words, WIDTH - 3):
            self.line(f" * {self.harmless(line)}".rstrip())

    def harmless(self, text: str) -> str:
        return text.replace("*/", "* /").replace("/*", "/ *").replace("??/", "? ?/")

    def parameter_record(self) -> None:
        """The type of the parameters, and their values in the model."""
        parameters = self.program.parameters
        names = [self.names.of("parameter", i) for i in range(len(parameters))]
        self.line("/* The parameters, with their values in the model. */")
        self.line("typedef struct {")
        for name, entry in zip(names, parameters, strict=True):
            self.line(f"    {self.real} {name}; {self.remark(told(entry))}")
        if not names:
            self.line(f"    {self.real} none; /* There are none. */")
        self.line(f"}} {self.parameters_type};")
        self.line()
        self.line(f"static const {self.parameters_type} {self.defaults} = {{")
        for entry in parameters:
            self.line(f"    {self.number(entry.value)},")
        if not names:
            self.line("    0,")
        self.line("};")

    def constant(self, name: str, value: object) -> None:
        """Whole numbers are names for the preprocessor."""
        if isinstance(value, tuple):
            kind = "int" if all(isinstance(entry, int) for entry in value) else self.real
            self.line(f"static const {kind} {name}[] = {{")
            for row in self.numbers(value or (0,)):
                self.line(f"    {row},")
            self.line("};")
        elif isinstance(value, int):
            self.line(f"#define {name} {value}")
        else:
            assert isinstance(value, float)
            self.line(f"#define {name} {self.number(value)}")

    def opening(self, function: ast.FunctionDef) -> str:
        parts: list[str] = []
        for name, kind, changed in self.parameters(function):
            row = kind in ("Row", "Counts")
            const = "const " if row and not changed else ""
            parts.append(f"{const}{_KINDS[kind]} {'*' if row else ''}{name}")
        return f"{_KINDS[self.gives(function)]} {function.name}({', '.join(parts)}) {{"

    def begin(self, function: ast.FunctionDef) -> None:
        used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
        if names := counters(function):
            self.put(f"int {', '.join(names)}")
        for name, _, _ in self.parameters(function):
            if name not in used:
                self.put(f"(void){name}")

    def declare(self, name: str, kind: str, value: ast.expr) -> None:
        if kind in ("Row", "Counts"):
            size = size_of(value, self.source.constants)
            self.put(f"{_KINDS[kind]} {name}[{size}] = {{0}}")
        else:
            self.put(f"{_KINDS[kind]} {name} = {self.value(value)}")

    def call(self, name: str, arguments: Sequence[ast.expr]) -> str:
        if name == "real":
            return f"(real)({self.value(arguments[0])})"
        suffix = "f" if self.single and name in _LIBRARY.split() else ""
        return f"{name}{suffix}({', '.join(map(self.value, arguments))})"

    def number(self, value: float) -> str:
        if isinstance(value, int):
            return str(value)
        if self.single:
            tiny = 0.0 < abs(value) < LEAST
            return f"{math.copysign(LEAST, value) if tiny else value!r}f"
        return repr(value)

    def literal(self, words: Wording) -> str:
        """Two question marks may begin a trigraph."""
        return super().literal(words).replace("??", "?\\?")

    def tail(self) -> None:
        """The parameters put in, the self-test, and what is run."""
        self.line()
        self.line("/* The constants c of all functions, for values of the parameters. */")
        self.line("void prepare(const parameters *p, real *c) {")
        for place in range(len(self.program.parameters)):
            self.line(f"    c[{place}] = p->{self.names.of('parameter', place)};")
        if not self.program.parameters:
            self.line("    (void)p;")
        self.line("    derive(c);")
        self.line("}")
        self.run()

    def run(self) -> None:
        """What is run: the table of a motion and other answers."""
        parts = {
            "HEAD": self._told(self.columns),
            "IMPACT_HEAD": self._told(self.impact_columns),
            "TEXT": "\n".join(map(self._told, usage(self.program))),
            "BOUND": "2e-3" if self.single else "1e-9",
        }
        self.block(filled(self.answering(_MAIN), parts))

    def _told(self, words: Wording) -> str:
        """Statements that print a line."""
        texts = map(self.literal, map(Wording, pieces(words, _PIECE)))
        lines = [f"    fputs({text}, stdout);" for text in texts]
        return "\n".join([*lines, "    putchar('\\n');"])


_PIECE = 80
"""Bytes of a text in one statement: not every compiler takes texts of more than 4 095 bytes."""

_MAIN = r"""

#ifndef LIBRARY
static const char *const TROUBLE[] = {
    "",
@TROUBLE@
    @WORDS@,
@END@
};

static int ended(int status, const real *clock) {
    if (status != 0) {
        fprintf(stderr, "At t = %.9g s: %s.\n", (double)clock[0], TROUBLE[status]);
    }
    return status;
}

static void print_state(const real *c, real t, const real *y) {
    real energy[3];
    int i;
    energies(c, t, y, y + N, energy);
    printf("%.17g", (double)t);
    for (i = 0; i < 2 * N@STATES@; i++) {
        printf(",%.17g", (double)y[i]);
    }
    printf(",%.17g,%.17g,%.17g", (double)energy[0], (double)energy[1],
           (double)(energy[0] + energy[1]));
@SHOWN@
    {
        real u[N], shown[SHOWN];
        int status;
        inputs(c, t, y, y + N, u);
        status = outputs(c, t, y, y + N, u, shown);
        for (i = 0; i < SHOWN; i++) {
            printf(",%.17g", (double)(status == 0 ? shown[i] : NOT_A_NUMBER));
        }
    }
@END@
    printf("\n");
}

static int simulate(const real *c, real until, int points, real rtol, real atol) {
    real y[2 * N@STATES@], clock[CLOCK_SIZE] = {START_TIME, 0, 0, (real)0.5};
    int status, i;
    memcpy(y, START_STATE, sizeof y);
    status = take_up(c, clock, y);
@HEAD@
    if (status == 0) {
        print_state(c, START_TIME, y);
    }
    for (i = 1; i < points && status == 0; i++) {
        real end = START_TIME + (until - START_TIME) * (real)i / (real)(points - 1);
        status = advance(c, clock, y, end, rtol, atol);
@STRUCK@
        while (status < 0) {
            status = advance(c, clock, y, end, rtol, atol);
        }
@END@
@STOPS@
        if (status == STOPPED) {
            print_state(c, clock[0], y);
            return 0;
        }
@END@
        if (status == 0) {
            print_state(c, clock[0], y);
        }
    }
    return ended(status, clock);
}
@STRUCK@

static int impacts(const real *c, real until, real rtol, real atol) {
    real y[2 * N@STATES@], clock[CLOCK_SIZE] = {START_TIME, 0, 0, (real)0.5};
    int status, i;
    memcpy(y, START_STATE, sizeof y);
    status = take_up(c, clock, y);
@IMPACT_HEAD@
    if (status == 0) {
        status = advance(c, clock, y, until, rtol, atol);
    }
    while (status < 0) {
        printf("%.17g", (double)clock[0]);
        for (i = 0; i < LIMITS; i++) {
            printf(",%.17g", (double)clock[AT_IMPULSES + i]);
        }
        printf(",%.17g", (double)clock[AT_LOSS]);
        for (i = 0; i < 3 * N@STATES@; i++) {
            const real *own = i < N ? y + i : (i < 2 * N ? clock + AT_BEFORE - N + i : y - N + i);
            printf(",%.17g", (double)*own);
        }
        printf("\n");
        status = advance(c, clock, y, until, rtol, atol);
    }
@STOPS@
    if (status == STOPPED) {
        return 0;
    }
@END@
    return ended(status, clock);
}
@END@

/* What is asked of states t, q, v, one a line, as they come in. */
typedef int (*asked)(const real *, real, const real *, const real *, const real *, real *);

static int answer(const real *c, asked solve, real *found, int size) {
    real x[1 + 2 * N@STATES@], u[N] = {0};
    double entry;
    int count = 0, i;
    while (scanf("%lf", &entry) == 1) {
        x[count++] = (real)entry;
        if (count == 1 + 2 * N@STATES@) {
            count = 0;
            if (solve(c, x[0], x + 1, x + 1 + N, u, found) != 0) {
                for (i = 0; i < size; i++) {
                    found[i] = NOT_A_NUMBER;
                }
            }
            for (i = 0; i < size; i++) {
                printf("%s%.17g", i > 0 ? "," : "", (double)found[i]);
            }
            printf("\n");
        }
    }
    return 0;
}

static void help(void) {
@TEXT@
}

static int unknown(const char *word) {
    fprintf(stderr, "unknown: %s; --help lists the options\n", word);
    return 64;
}

int main(int count, char **words) {
    real c[CONSTANTS > 0 ? CONSTANTS : 1], until = END_TIME, rtol = RELATIVE, atol = ABSOLUTE;
    real value;
    char *rest;
    int points = 101, i;
@STRUCK@
    int struck = 0;
@END@
    prepare(&DEFAULTS, c);
    for (i = 1; i < count; i++) {
        if (strcmp(words[i], "--self-test") == 0) {
            real worst = self_test(c);
            printf("largest relative deviation: %.3g (at most @BOUND@)\n", (double)worst);
            return worst <= (real)@BOUND@ ? 0 : 1;
        }
        if (strcmp(words[i], "--help") == 0) {
            help();
            return 0;
        }
@EACH@
        if (strcmp(words[i], "--@NAME@") == 0) {
            real found[@SIZE@];
            return answer(c, @FUNCTION@, found, @SIZE@);
        }
@END@
@STRUCK@
        if (strcmp(words[i], "--impacts") == 0) {
            struck = 1;
            continue;
        }
@END@
        if (i + 1 == count) {
            return unknown(words[i]);
        }
        value = (real)strtod(words[i + 1], &rest);
        if (strcmp(words[i], "--until") == 0) {
            until = value;
        } else if (strcmp(words[i], "--points") == 0) {
            points = (int)value;
        } else if (strcmp(words[i], "--rtol") == 0) {
            rtol = value;
        } else if (strcmp(words[i], "--atol") == 0) {
            atol = value;
        } else {
            return unknown(words[i]);
        }
        i++;
        if (rest == words[i] || *rest != 0) {
            return unknown(words[i]);
        }
    }
@STRUCK@
    if (struck) {
        return impacts(c, until, rtol, atol);
    }
@END@
    return simulate(c, until, points > 1 ? points : 2, rtol, atol);
}
#endif
"""
