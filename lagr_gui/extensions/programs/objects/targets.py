"""The machines for which objects are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import llvmlite.binding

from lagr_gui.extensions.programs.objects.names import OBJECT_TARGETS
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal

llvm: Any = llvmlite.binding  # it has no types

BARE = ("pushed", "elementary", "erf", "log2", "roots")
"""Functions that come with an object where there is no C library."""

WITH_ROOTS = BARE[:-1]
"""The same where the processor takes square roots and rounds by itself."""


@dataclass(frozen=True, slots=True)
class Target:
    """A machine: what LLVM calls it, and what the object brings with it.

    `own` are the files of `resources/programs` with functions that others have in a C library.
    """

    triple: str
    own: tuple[str, ...] = ("pushed",)
    processor: str = ""
    features: str = ""
    convention: str = ""
    position: str = "pic"
    ending: str = ".o"

    @property
    def is_bare(self) -> bool:
        """Whether it has no C library."""
        return len(self.own) > 1

    def machine(self, name: str) -> Any:
        """What makes machine code for it.

        Raises LagrError where LLVM was built without it.
        """
        _initialise()
        try:
            target = llvm.Target.from_triple(self.triple)
        except RuntimeError:
            raise refusal(
                say("Target “{name}”", name=name),
                "The LLVM of this program was built without it.",
                "Choose another target, or write a program in C and compile it.",
                "target",
            ) from None
        return target.create_target_machine(
            cpu=self.processor,
            features=self.features,
            opt=2,
            reloc=self.position,
            abiname=self.convention,
        )


def _arm(triple: str, processor: str, hard: bool = True, root: bool = False) -> Target:
    ending = "eabihf" if hard else "eabi"
    processors = WITH_ROOTS if root else BARE
    return Target(f"{triple}-none-unknown-{ending}", processors, processor, position="static")


_RECORDS: Mapping[str, Target] = dict(
    zip(
        OBJECT_TARGETS,
        (
            Target("x86_64-unknown-linux-gnu"),
            Target("aarch64-unknown-linux-gnu"),
            Target("x86_64-pc-windows-msvc", ending=".obj"),
            Target("aarch64-pc-windows-msvc", ending=".obj"),
            Target("x86_64-apple-macosx10.13.0"),
            Target("arm64-apple-macosx11.0.0"),
            _arm("thumbv6m", "cortex-m0", hard=False),
            _arm("thumbv7m", "cortex-m3", hard=False),
            _arm("thumbv7em", "cortex-m4"),
            _arm("thumbv7em", "cortex-m7", root=True),
            _arm("thumbv8m.main", "cortex-m33"),
            Target(
                "riscv32-unknown-none-elf",
                BARE,
                features="+m,+a,+c",
                convention="ilp32",
                position="static",
            ),
            Target(
                "riscv64-unknown-none-elf",
                BARE,
                features="+m,+a,+f,+d,+c",
                convention="lp64d",
                position="static",
            ),
            Target("wasm32-unknown-unknown", WITH_ROOTS, position="static", ending=".wasm"),
        ),
        strict=True,
    )
)


def target(name: str) -> Target:
    """A target by its name."""
    return _RECORDS[name]


@cache
def _initialise() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
