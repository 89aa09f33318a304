"""Runs objects of other machines: linked by LLD, executed by Unicorn.

Functions that an object expects from outside (a C library, arithmetic of a processor without a
unit for it) are computed here.
"""

from __future__ import annotations

import math
import struct
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from shutil import which

CODE, OUTSIDE, STACK, ROWS, STOP = 0x100000, 0x800000, 0x1F00000, 0x1000000, 0x7F0000
MEMORY = 0x2000000


def linker() -> Sequence[str]:
    """LLD, of its own or as it comes with Rust; nothing where there is none."""
    if found := which("ld.lld"):
        return [found]
    if which("rustc") is None:
        return []
    words = ["rustc", "--print", "sysroot"]
    root = subprocess.run(words, capture_output=True, encoding="utf-8").stdout.strip()
    some = sorted(Path(root).glob("lib/rustlib/*/bin/rust-lld"))
    return [str(some[0]), "-flavor", "gnu"] if some else []


def can_run() -> bool:
    """Whether this machine has what is needed."""
    return find_spec("unicorn") is not None and bool(linker())


@dataclass(frozen=True)
class Elf:
    """What is read from the head and the tables of a file."""

    wide: bool
    machine: int
    flags: int
    segments: Sequence[tuple[int, bytes]]
    symbols: Mapping[str, int]
    asked: Sequence[str]


def read_elf(content: bytes) -> Elf:
    """Machine, parts to be loaded, symbols with their addresses, and those asked for."""
    assert content[:4] == b"\x7fELF"
    assert content[5] == 1  # little-endian
    wide = content[4] == 2
    machine = struct.unpack_from("<H", content, 18)[0]
    if wide:
        heads, tables, flags = struct.unpack_from("<QQI", content, 32)
        counts = struct.unpack_from("<HHHH", content, 54)
    else:
        heads, tables, flags = struct.unpack_from("<III", content, 28)
        counts = struct.unpack_from("<HHHH", content, 42)
    segments = []
    for place in range(heads, heads + counts[0] * counts[1], counts[0] or 1):
        if wide:
            kind, _, start, address, _, size = struct.unpack_from("<IIQQQQ", content, place)
        else:
            kind, start, address, _, size = struct.unpack_from("<IIIII", content, place)
        if kind == 1:
            segments.append((address, content[start : start + size]))
    rows = []
    for place in range(tables, tables + counts[2] * counts[3], counts[2] or 1):
        if wide:
            _, kind, _, _, start, size, link = struct.unpack_from("<IIQQQQI", content, place)
        else:
            _, kind, _, _, start, size, link = struct.unpack_from("<IIIIIII", content, place)
        rows.append((kind, start, size, link))
    symbols: dict[str, int] = {}
    asked: list[str] = []
    for kind, start, size, link in rows:
        if kind != 2:
            continue
        names = rows[link][1]
        for place in range(start, start + size, 24 if wide else 16):
            if wide:
                name, info, _, part, value = struct.unpack_from("<IBBHQ", content, place)
            else:
                name, value, _, info, _, part = struct.unpack_from("<IIIBBH", content, place)
            text = content[names + name : content.index(b"\0", names + name)].decode()
            if text and info >> 4:
                if part == 0:
                    asked.append(text)
                else:
                    symbols[text] = value
    return Elf(wide, machine, flags, segments, symbols, asked)


def _double(low: int, high: int) -> float:
    return struct.unpack("<d", struct.pack("<II", low, high))[0]


def _divided(a: float, b: float) -> float:
    if b == 0.0:
        return (
            math.nan if a == 0.0 or math.isnan(a) else math.copysign(math.inf, a * (1 / math.inf))
        )
    return a / b


def _order(missing: int) -> Callable[[float, float], int]:
    """-1, 0, 1 as a is below, at, above b; another number where one of them is none."""
    return lambda a, b: missing if math.isnan(a) or math.isnan(b) else (a > b) - (a < b)


ARITHMETIC: Mapping[str, Callable[[float, float], float | int]] = {
    "__aeabi_dadd": lambda a, b: a + b,
    "__aeabi_dsub": lambda a, b: a - b,
    "__aeabi_dmul": lambda a, b: a * b,
    "__aeabi_ddiv": _divided,
    "__aeabi_dcmplt": lambda a, b: int(a < b),
    "__aeabi_dcmple": lambda a, b: int(a <= b),
    "__aeabi_dcmpgt": lambda a, b: int(a > b),
    "__aeabi_dcmpge": lambda a, b: int(a >= b),
    "__aeabi_dcmpeq": lambda a, b: int(a == b),
    "__aeabi_dcmpun": lambda a, b: int(math.isnan(a) or math.isnan(b)),
    "__adddf3": lambda a, b: a + b,
    "__subdf3": lambda a, b: a - b,
    "__muldf3": lambda a, b: a * b,
    "__divdf3": _divided,
    "__ltdf2": _order(1),
    "__ledf2": _order(1),
    "__eqdf2": _order(1),
    "__nedf2": _order(1),
    "__gtdf2": _order(-1),
    "__gedf2": _order(-1),
    "__unorddf2": lambda a, b: int(math.isnan(a) or math.isnan(b)),
}
"""What a compiler's library computes where the processor has no unit for numbers."""


BACK = {"arm": "7047", "arm64": "c0035fd6", "riscv": "67800000"}
"""The instruction that goes back to the caller."""


class Emulator:
    """One object, linked and loaded; functions are called with rows and numbers."""

    def __init__(self, content: bytes, folder: Path) -> None:
        import unicorn
        from unicorn import arm64_const, arm_const, riscv_const
        from unicorn.unicorn_py3 import Uc

        given = read_elf(content)
        (folder / "a.o").write_bytes(content)
        self.asked = [name for name in given.asked if not name.startswith("_GLOBAL")]
        places = {name: OUTSIDE + 16 * k for k, name in enumerate(self.asked)}
        words = [*linker(), f"-Ttext={CODE:#x}", "-e", "0", "-o", "a.elf", "a.o", "--image-base=0"]
        words += [f"--defsym={name}={place:#x}" for name, place in places.items()]
        done = subprocess.run(words, cwd=folder, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, done.stderr
        self.elf = elf = read_elf((folder / "a.elf").read_bytes())
        self.kind = {40: "arm", 183: "arm64", 243: "riscv"}[elf.machine]
        if self.kind == "arm":
            # A larger processor of the family, whose unit for numbers can be switched on.
            self.machine = Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB)
            self.machine.ctl_set_cpu_model(arm_const.UC_CPU_ARM_MAX)
            self.machine.reg_write(arm_const.UC_ARM_REG_C1_C0_2, 0xF << 20)
            self.machine.reg_write(arm_const.UC_ARM_REG_FPEXC, 1 << 30)
            self.words = [arm_const.UC_ARM_REG_R0 + k for k in range(4)]
            self.reals = [arm_const.UC_ARM_REG_D0 + k for k in range(8)]
            self.stack, self.back = arm_const.UC_ARM_REG_SP, arm_const.UC_ARM_REG_LR
        elif self.kind == "arm64":
            self.machine = Uc(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM)
            self.words = [arm64_const.UC_ARM64_REG_X0 + k for k in range(8)]
            self.reals = [arm64_const.UC_ARM64_REG_D0 + k for k in range(8)]
            self.stack, self.back = arm64_const.UC_ARM64_REG_SP, arm64_const.UC_ARM64_REG_LR
        else:
            mode = unicorn.UC_MODE_RISCV64 if elf.wide else unicorn.UC_MODE_RISCV32
            self.machine = Uc(unicorn.UC_ARCH_RISCV, mode)
            self.words = [riscv_const.UC_RISCV_REG_A0 + k for k in range(8)]
            self.reals = [riscv_const.UC_RISCV_REG_FA0 + k for k in range(8)]
            self.stack, self.back = riscv_const.UC_RISCV_REG_SP, riscv_const.UC_RISCV_REG_RA
            status = self.machine.reg_read(riscv_const.UC_RISCV_REG_MSTATUS)
            self.machine.reg_write(riscv_const.UC_RISCV_REG_MSTATUS, status | 0x6000)
        self.machine.mem_map(0, MEMORY)
        for address, part in elf.segments:
            self.machine.mem_write(address, part)
        self.outside = {place: name for name, place in places.items()}
        for place in self.outside:
            self.machine.mem_write(place, bytes.fromhex(BACK[self.kind]))
        self.machine.hook_add(unicorn.UC_HOOK_CODE, self._answer, None, OUTSIDE, OUTSIDE + 0x10000)
        self.free = ROWS

    def row(self, values: Sequence[float]) -> int:
        """A row in memory."""
        place = self.free
        self.machine.mem_write(place, struct.pack(f"<{len(values)}d", *values))
        self.free += 8 * len(values)
        return place

    def read(self, place: int, count: int) -> Sequence[float]:
        """What stands in a row."""
        return struct.unpack(f"<{count}d", bytes(self.machine.mem_read(place, 8 * count)))

    def call(self, name: str, *given: int | float) -> int:
        """The whole number that a function gives."""
        self._run(name, given)
        return self.machine.reg_read(self.words[0]) & 0xFFFFFFFF

    def real(self, name: str, *given: int | float) -> float:
        """The number that a function gives."""
        self._run(name, given)
        if self.soft:
            return _double(*map(self.machine.reg_read, self.words[:2]))
        return self._real(0)

    def _real(self, place: int) -> float:
        return struct.unpack("<d", struct.pack("<Q", self.machine.reg_read(self.reals[place])))[0]

    def _put(self, place: int, value: float) -> None:
        bits = struct.unpack("<Q", struct.pack("<d", value))[0]
        self.machine.reg_write(self.reals[place], bits)

    @property
    def soft(self) -> bool:
        """Whether numbers go through registers of whole numbers."""
        hard = {"arm": 0x400, "riscv": 0x4}.get(self.kind, 0)
        return bool(hard) and not self.elf.flags & hard

    def _run(self, name: str, given: Sequence[int | float]) -> None:
        top, places, reals, extra = STACK, 0, 0, list[bytes]()
        wide = "<Q" if self.elf.wide else "<I"
        for entry in given:
            if isinstance(entry, float) and not self.soft:
                self._put(reals, entry)
                reals += 1
                continue
            if isinstance(entry, float):
                places += places % 2 if self.kind == "arm" else 0  # pairs begin at even ones
                parts = struct.unpack("<II", struct.pack("<d", entry))
            else:
                parts = (entry,)
            for part in parts:
                if places < len(self.words):
                    self.machine.reg_write(self.words[places], part)
                else:
                    extra.append(struct.pack(wide, part))
                places += 1
        self.machine.reg_write(self.stack, top)
        self.machine.mem_write(top, b"".join(extra))
        self.machine.reg_write(self.back, STOP | (self.kind == "arm"))
        start = self.elf.symbols[name]
        self.machine.emu_start(start, STOP)

    def _answer(self, machine: object, address: int, size: int, data: object) -> None:
        """A function from outside."""
        name = self.outside.get(address)
        if name is None:
            return
        read, write = self.machine.reg_read, self.machine.reg_write
        if name.startswith("__"):
            given = [read(word) & 0xFFFFFFFF for word in self.words[:4]]
            if name in ("__aeabi_i2d", "__floatsidf"):
                found: float | int = float(struct.unpack("<i", struct.pack("<I", given[0]))[0])
            else:
                found = ARITHMETIC[name](_double(*given[:2]), _double(*given[2:]))
            if isinstance(found, int):
                write(self.words[0], found & 0xFFFFFFFF)
            else:
                low, high = struct.unpack("<II", struct.pack("<d", found))
                write(self.words[0], low)
                write(self.words[1], high)
        else:
            count = 2 if name in ("pow", "atan2") else 1
            self._put(0, getattr(math, name)(*map(self._real, range(count))))
