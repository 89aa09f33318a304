"""A functional mock-up unit as one file: descriptions, source, and a library for this machine."""

from __future__ import annotations

import io
import platform
import subprocess
import tempfile
import zipfile
from hashlib import sha256
from pathlib import Path
from shutil import which

from lagr_gui.extensions.programs.fmi.describing import SOURCE, build_description, model_description
from lagr_gui.extensions.programs.fmi.sources import unit_source
from lagr_gui.extensions.programs.fmi.variables import variables
from lagr_gui.extensions.programs.record import Standalone
from lagr_gui.wording import identifier
from lagr_gui.writing import packed

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


def _token(program: Standalone, version: int) -> str:
    """What tells one unit from another, in the shape of a GUID."""
    digest = program.digest
    if program.driven:
        digest = sha256(f"{digest} {program.driven}".encode()).hexdigest()
    sizes, parts, start = (8, 4, 4, 4, 12), list[str](), 0
    own = f"{version}{digest}"
    for size in sizes:
        parts.append(own[start : start + size])
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
    compiler = next((found for entry in COMPILERS if (found := which(entry))), None)
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
