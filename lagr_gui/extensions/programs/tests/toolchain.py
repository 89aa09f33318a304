"""Builds and runs programs that run by themselves, outside this one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from shutil import which

import numpy as np

from lagr_gui.foundation.arrays import Array

STRICT = ("-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O2")
FORTRAN = (
    "-std=f2008",
    "-Wall",
    "-O2",
    "-Wno-unused-dummy-argument",
    "-Wno-unused-function",
    "-Wno-zerotrip",
    "-Wno-surprising",
)


@dataclass(frozen=True)
class Tool:
    """What a language needs: a program, and how files are built and run with it."""

    command: str
    """A program, or a package of Python."""
    ending: str
    build: Callable[[Path], Sequence[str]]
    run: Callable[[Path], Sequence[str]]
    part: float = 1.0
    """The part of a motion for which it has the time."""
    quick: frozenset[str] = frozenset()
    """Samples whose motions it computes whole all the same."""

    @property
    def is_there(self) -> bool:
        """Whether this machine has it."""
        return which(self.command) is not None or find_spec(self.command) is not None

    def part_of(self, name: str, whole: bool) -> float:
        """The part of the motion of a sample for which it has the time; all if `whole`."""
        return 1.0 if whole or name in self.quick else self.part


OCTAVE = """
words = argv();
if numel(words) == 1 && ~any(strcmp(words{1}, {'--self-test', '--impacts', '--help'}))
    lines = strsplit(strtrim(fread(stdin, Inf, 'char=>char')'), "\\n");
    states = cell2mat(cellfun(@(line) sscanf(line, '%f')', lines', 'UniformOutput', false));
    a = model(words{1}, states);
    printf([repmat('%.17g,', 1, columns(a) - 1), '%.17g\\n'], a');
else
    model(words{:});
end
"""


def octave(file: Path) -> Sequence[str]:
    """What calls a function of Octave with the words and the input of a command."""
    caller = file.with_name("call_model.m")
    caller.write_text(OCTAVE, "utf-8")
    return ["octave-cli", "--quiet", "--no-history", "--path", str(file.parent), str(caller)]


def python(file: Path) -> Sequence[str]:
    """What runs a file of Python."""
    return [sys.executable, str(file)]


LONG = 120_000
"""Bytes of a program whose reactions JAX compiles for longer than it takes them one by one."""

QUICK = frozenset({"bead_on_hoop", "cantilever", "cart_pole"})
"""Samples whose motions Octave computes within seconds."""

SHORT = 0.05
"""The part of a motion that Python has the time for; quick languages go the same way to the end."""
KINDS = frozenset({"double_pendulum", "four_bar", "chaplygin_sleigh", "bouncing_ball"})
"""Samples whose motions these compute whole: free, in a loop, rolling, with impacts."""

TOOLS = {
    "c": Tool(
        "cc",
        ".c",
        lambda f: ["cc", *STRICT, str(f), "-o", str(f.with_suffix("")), "-lm"],
        lambda f: [str(f.with_suffix(""))],
    ),
    "numpy": Tool("python3", ".py", lambda f: [], python, SHORT, KINDS),
    "jax": Tool("jax", ".py", lambda f: [], python, SHORT, KINDS),
    "casadi": Tool("casadi", ".py", lambda f: [], python, SHORT, KINDS),
    "javascript": Tool("node", ".mjs", lambda f: [], lambda f: ["node", str(f)]),
    "fortran": Tool(
        "gfortran",
        ".f90",
        lambda f: ["gfortran", *FORTRAN, str(f), "-o", str(f.with_suffix(""))],
        lambda f: [str(f.with_suffix(""))],
    ),
    "matlab": Tool("octave-cli", ".m", lambda f: [], octave, 0.01, QUICK),
    "rust": Tool(
        "rustc",
        ".rs",
        lambda f: ["rustc", "-O", "--edition", "2021", str(f), "-o", str(f.with_suffix(""))],
        lambda f: [str(f.with_suffix(""))],
    ),
}
"""By the name of the language."""


@dataclass(frozen=True)
class Built:
    """A program that has been built."""

    words: Sequence[str]
    patience: float = 300
    """Seconds after which it hangs."""

    def answer(
        self, *options: str, text: str = "", **surroundings: str
    ) -> subprocess.CompletedProcess[str]:
        """What it prints, with variables of the environment besides those that there are."""
        return subprocess.run(
            [*self.words, *options],
            input=text,
            capture_output=True,
            encoding="utf-8",
            timeout=self.patience,
            env={**os.environ, **self.kept(), **surroundings},
        )

    def kept(self) -> dict[str, str]:
        """Where JAX keeps what it has compiled, for the questions that follow."""
        least = {"MIN_COMPILE_TIME_SECS": "0", "MIN_ENTRY_SIZE_BYTES": "-1"}
        kept = {f"JAX_PERSISTENT_CACHE_{name}": value for name, value in least.items()}
        return {**kept, "JAX_COMPILATION_CACHE_DIR": str(Path(self.words[-1]).parent / "compiled")}

    def one_by_one(self, option: str) -> dict[str, str]:
        """JAX takes the reactions of a few states one by one sooner than it compiles many."""
        text = Path(self.words[-1])
        many = option == "--reactions" and text.suffix == ".py" and text.stat().st_size > LONG
        return {"JAX_DISABLE_JIT": "1"} if many else {}

    def table(self, *options: str) -> tuple[Array, str]:
        """Its table of a motion, and what it complains about."""
        done = self.answer(*options)
        lines = done.stdout.splitlines()[1:]
        return np.array([[float(x) for x in line.split(",")] for line in lines]), done.stderr

    def accelerations(self, states: Array) -> Array:
        """q̈ at states t, q, q̇."""
        return self.answers("--accelerations", states)

    def reactions(self, states: Array) -> Array:
        """What is transmitted at states t, q, q̇."""
        return self.answers("--reactions", states)

    def answers(self, option: str, states: Array) -> Array:
        """What an option asks of states t, q, q̇."""
        lines = "".join(" ".join(f"{x!r}" for x in row) + "\n" for row in states.tolist())
        found = self.answer(option, text=lines, **self.one_by_one(option)).stdout.splitlines()
        return np.array([[float(x) for x in line.split(",")] for line in found])


def build(language: str, text: str, folder: Path) -> Built:
    """Build the text of a program."""
    tool = TOOLS[language]
    file = folder / f"model{tool.ending}"
    file.write_text(text, "utf-8")
    if words := tool.build(file):
        done = subprocess.run(words, capture_output=True, encoding="utf-8", cwd=folder)
        assert done.returncode == 0 and not done.stderr, done.stderr[:3000]
    return Built(tool.run(file))


def unhurried(program: Built) -> Built:
    """A program that may take hours."""
    return replace(program, patience=4 * 3600)
