"""A functional mock-up unit as one file: descriptions, source, and a library for this machine."""

from __future__ import annotations

import ast
import io
import platform
import subprocess
import tempfile
import zipfile
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from shutil import which

from lagr_gui.extensions.programs.fmi.describing import SOURCE, build_description, model_description
from lagr_gui.extensions.programs.fmi.variables import indicators, is_derivable, variables
from lagr_gui.extensions.programs.languages.c import C
from lagr_gui.extensions.programs.record import Standalone
from lagr_gui.extensions.programs.source import Source, reached, source
from lagr_gui.foundation.resource import resource_path
from lagr_gui.foundation.wording import identifier
from lagr_gui.foundation.writing import packed

COMPILERS = ("cc", "gcc", "clang")
"""Those that are looked for, in this order."""

PATIENCE = 300.0
"""Seconds that a compiler may take."""

_FLAGS = ("-std=c99", "-O2", "-ffp-contract=off", "-shared", "-fPIC", "-fvisibility=hidden", "-s")
_ENDINGS = {"linux": ".so", "darwin": ".dylib", "windows": ".dll"}
_SHORT = {"x86_64-linux": "linux64", "x86_64-darwin": "darwin64", "x86_64-windows": "win64"}
"""What FMI 2 calls platforms."""


def unit(program: Standalone, version: int) -> bytes:
    """The file, by version 2 or 3 of FMI; with a library where there is a compiler for C.

    The same system and compiler give the same bytes.
    """
    name, token = identifier(program.title), _token(program, version)
    text = unit_source(program, version, token)
    files: dict[str, bytes] = {
        "modelDescription.xml": model_description(
            program, version, name, token, variables(program)
        ).encode(),
        f"sources/{SOURCE}": text.encode(),
    }
    if version == 3:
        files["sources/buildDescription.xml"] = build_description(name).encode()
    place, ending = _platform(version)
    if library := _compiled(text, f"{name}{ending}"):
        files[f"binaries/{place}/{name}{ending}"] = library
    return packed(files)


def is_compiled(content: bytes) -> bool:
    """Whether a unit holds a library, not source alone."""
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        return any(name.startswith("binaries/") for name in file.namelist())


def is_exchanged(content: bytes) -> bool:
    """Whether a unit is for model exchange, too."""
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        return b"<ModelExchange" in file.read("modelDescription.xml")


def _token(program: Standalone, version: int) -> str:
    """What tells one unit from another, in the shape of a GUID."""
    digest = program.digest
    if program.driven:
        digest = sha256(f"{digest} {program.driven}".encode()).hexdigest()
    sizes, parts, start = (8, 4, 4, 4, 12), list[str](), 0
    digits = f"{version}{digest}"
    for size in sizes:
        parts.append(digits[start : start + size])
        start += size
    return f"{{{'-'.join(parts)}}}"


def _platform(version: int) -> tuple[str, str]:
    """The folder and the ending of libraries for this machine."""
    system = platform.system().lower()
    machine = platform.machine().lower()
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine)
    place = f"{machine}-{system}"
    return (_SHORT.get(place, place) if version == 2 else place), _ENDINGS.get(system, ".so")


def _compiled(text: str, name: str) -> bytes:
    """The library; empty where there is no compiler, or it cannot compile the source."""
    compiler = next((path for entry in COMPILERS if (path := which(entry))), None)
    if compiler is None:
        return b""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / SOURCE).write_text(text, "utf-8")
        words = [compiler, *_FLAGS, SOURCE, "-o", name, "-lm"]
        try:
            subprocess.run(words, cwd=folder, check=True, capture_output=True, timeout=PATIENCE)
            return (Path(folder) / name).read_bytes()
        except (OSError, subprocess.SubprocessError):
            return b""


# --- The source of a functional mock-up unit: the program of the system in C, and FMI around it

_ASKED = (
    *("derive", "energies", "choose", "held_accelerations", "advance"),
    *("accelerations_slope", "energies_slope", "held_outputs", "outputs_slope"),
    *("take_up", "arrive", "marked", "watched", "meet", "align", "gauge", "lead_back"),
    *("rubbed_away", "act", "due", "outputs_now", "change", "quicken", "piece_at"),
)
"""Functions that `resources/programs/fmi` calls."""

_READ = (
    *("N", "STATES", "PARAMETERS", "CONSTANTS", "ALL", "SHOWN", "START_STATE", "START_TIME"),
    *("RELATIVE", "ABSOLUTE", "TIME_UNIT", "CLOCK_SIZE", "ROWS", "LIMITS", "AT_LOSS", "AT_WATCHED"),
    *("AT_SLACK", "AT_FASTEST", "PASSED", "CLOSED", "REBOUND", "STILL", "DEPENDENT"),
    *("SAMPLERS", "DELAYS", "STOPPED", "BLOCKS", "SLIPS", "LARGEST", "SMALLEST"),
    *("STRETCHES", "EPSILON", "BEFORE_SWITCH", "AFTER_SWITCH"),
)
"""Constants that it reads."""


def unit_source(program: Standalone, version: int, token: str) -> str:
    """One file in C99 that needs no header but those of C."""
    return _UnitSource(program, version, token).text()


class _UnitSource(C):
    """Everything is seen in this file only, but the functions of FMI."""

    reserved = f"{C.reserved} seed"

    def __init__(self, program: Standalone, version: int, token: str) -> None:
        super().__init__(program.bare)
        self.version, self.token = version, token

    @cached_property
    def source(self) -> Source:
        """What FMI asks for; forces from outside stand behind the constants."""
        whole = source(self.program, self.names, single=False, lacks=("pushed",))
        functions = tuple(reached(whole.functions, _ASKED))
        names = {n.id for f in functions for n in ast.walk(f) if isinstance(n, ast.Name)}
        names |= set(_READ)
        constants = {name: value for name, value in whole.constants.items() if name in names}
        return Source(constants, functions)

    def head(self) -> None:
        self.line("/*")
        for text in self.about():
            self.comment_line(text)
        self.line("*/")
        for name in ("math", "stdio", "stdlib", "string"):
            self.line(f"#include <{name}.h>")
        self.line()
        self.line("typedef double real;")
        self.line("#define NOT_A_NUMBER ((real)NAN)")
        self.line("#define INFINITE ((real)INFINITY)")
        self.line(f"#define ASKED {self.number(self.program.rtol)}")
        self.line(f'#define TOKEN "{self.token}"')
        self.line(f"#define DERIVABLE {int(is_derivable(self.program))}")
        self.line(f"#define OWN {len(self.program.states) - len(self.program.held)}")
        if self.program.changes:
            self.line("#define CHANGES")
        if self.program.acting:
            self.line("#define ACTS")
        if not self.program.is_exchanged:
            self.line("#define UNEXCHANGED")
        if watched := len(indicators(self.program)):
            self.line(f"#define WATCHED {watched}")
            self.line(f"#define FIRST_SLIP {len(self.program.limits)}")
            self.line(f"#define UNGUARDED {watched - self.program.guards}")
        if senses := len(self.program.frictions) + 3 * len(self.program.rough):
            self.line(f"#define SENSES {senses}")
        if driven := self.program.driven:
            self.line(f"#define DRIVEN {{{', '.join(map(str, driven))}}}")
        values = tuple(entry.value for entry in self.program.parameters)
        self.constant("DEFAULTS", values)
        speeds = (extent / self.program.time for extent in self.program.extents)
        sizes = (*self.program.extents, *speeds, *self.program.state_extents)
        self.constant("NOMINAL", tuple(map(float, sizes)))

    def opening(self, function: ast.FunctionDef) -> str:
        return f"static {super().opening(function)}"

    def tail(self) -> None:
        for part in ("instance", "exchange", "variables", f"fmi{self.version}"):
            self.line()
            text = resource_path(f"programs/fmi/{part}.c").read_text("utf-8")
            self.block(self.answering(text))
