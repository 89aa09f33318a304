"""What the targets of objects are called; they are listed where LLVM is not loaded."""

from __future__ import annotations

import platform

OBJECT_TARGETS = (
    "linux-x86_64",
    "linux-aarch64",
    "windows-x86_64",
    "windows-aarch64",
    "macos-x86_64",
    "macos-aarch64",
    "cortex-m0",
    "cortex-m3",
    "cortex-m4",
    "cortex-m7",
    "cortex-m33",
    "riscv32",
    "riscv64",
    "wasm32",
)
"""By the names of `lagr export --target`."""

_SYSTEMS = {"linux": "linux", "windows": "windows", "darwin": "macos"}
_MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}


def this_machine() -> str:
    """The target of the machine on which this program runs; the first one where there is none."""
    machine = platform.machine().lower()
    machine_name = f"{_SYSTEMS.get(platform.system().lower())}-{_MACHINES.get(machine, machine)}"
    return machine_name if machine_name in OBJECT_TARGETS else OBJECT_TARGETS[0]
