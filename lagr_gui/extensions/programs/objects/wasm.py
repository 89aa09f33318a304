"""A module of WebAssembly that runs as it is, from the object that LLVM makes for a linker.

LLVM writes an object with addresses and indices that are right where nothing else is linked to it.
What a linker would add is memory, a stack and the names of what is seen: core specification,
chapter 5 (binary format); WebAssembly object file linking, tool conventions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_MAGIC = b"\0asm\1\0\0\0"
_CUSTOM, _IMPORT, _FUNCTION, _MEMORY, _GLOBAL, _EXPORT, _DATA = 0, 2, 3, 5, 6, 7, 11
_IMPORTS = (b"__linear_memory", b"__stack_pointer")
_SYMBOLS, _OF_FUNCTION, _OF_DATA = 8, 0, 1
_UNDEFINED = 0x10
_I32, _CHANGES, _CONST, _END = 0x7F, 1, 0x41, 0x0B
_PAGE = 65536


@dataclass
class _Reader:
    """Reads bytes from front to back."""

    content: bytes
    at: int = 0

    def byte(self) -> int:
        self.at += 1
        return self.content[self.at - 1]

    def number(self) -> int:
        """A whole number in groups of seven bits."""
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return number

    def bytes(self, count: int) -> bytes:
        self.at += count
        return self.content[self.at - count : self.at]

    def text(self) -> bytes:
        return self.bytes(self.number())

    @property
    def more(self) -> bool:
        return self.at < len(self.content)


def module(content: bytes, prefix: str, room: int) -> bytes:
    """The module with all functions that are called prefix_name, seen as name.

    Its memory (`memory`) holds constants, then a stack of at least `room` bytes; callers use it
    from the address `heap` on.
    """
    sections = list(_sections(content))
    bodies = {kind: body for kind, body in sections if kind != _CUSTOM}
    _check(bodies[_IMPORT])
    top = _aligned(_aligned(_data_end(bodies.get(_DATA, b"\0"))) + room + _PAGE)
    pages = top // _PAGE + 2
    names = _functions(dict(_customs(sections))[b"linking"], prefix)
    entries = [_named("memory") + b"\x02\0", _named("heap") + b"\x03\x01"]
    entries += [_named(name) + b"\0" + _number(index) for name, index in names.items()]
    variable = bytes([_I32, _CHANGES, _CONST]) + _signed(top) + bytes([_END])
    constant = bytes([_I32, 0, _CONST]) + _signed(top) + bytes([_END])
    added = (
        _section(_MEMORY, b"\x01\0" + _number(pages))
        + _section(_GLOBAL, b"\x02" + variable + constant)
        + _section(_EXPORT, _number(len(entries)) + b"".join(entries))
    )
    binary = _MAGIC
    for kind, body in sections:
        if kind not in (_CUSTOM, _IMPORT):
            binary += _section(kind, body) + (added if kind == _FUNCTION else b"")
    return binary


def _sections(content: bytes) -> Iterator[tuple[int, bytes]]:
    reader = _Reader(content, len(_MAGIC))
    while reader.more:
        kind = reader.byte()
        yield kind, reader.text()


def _customs(sections: list[tuple[int, bytes]]) -> Iterator[tuple[bytes, bytes]]:
    for kind, body in sections:
        if kind == _CUSTOM:
            reader = _Reader(body)
            yield reader.text(), body[reader.at :]


def _check(body: bytes) -> None:
    """What is asked for from outside is memory and a stack, and nothing else."""
    reader = _Reader(body)
    for _ in range(reader.number()):
        reader.text()
        wanted = reader.text()
        if wanted not in _IMPORTS:
            raise NotImplementedError(f"the object asks for {wanted!r}")
        reader.bytes(3)  # its kind, and two bytes of what it is


def _data_end(body: bytes) -> int:
    """The first address behind all constants."""
    reader, end = _Reader(body), 0
    for _ in range(reader.number()):
        reader.number()
        reader.byte()
        start = reader.number()
        reader.byte()
        end = max(end, start + len(reader.text()))
    return end


def _functions(body: bytes, prefix: str) -> Mapping[str, int]:
    """The indices of the functions that are seen, by name."""
    reader = _Reader(body)
    reader.number()
    index_of: dict[str, int] = {}
    while reader.more:
        kind, section = reader.byte(), _Reader(reader.text())
        if kind != _SYMBOLS:
            continue
        for _ in range(section.number()):
            sort, flags = section.byte(), section.number()
            if sort == _OF_FUNCTION:
                index, name = section.number(), section.text().decode()
                if name.startswith(f"{prefix}_"):
                    index_of[name.removeprefix(f"{prefix}_")] = index
            elif sort == _OF_DATA:
                section.text()
                if not flags & _UNDEFINED:
                    for _ in range(3):
                        section.number()
            else:
                section.number()
                if not flags & _UNDEFINED:
                    section.text()
    return index_of


def _section(kind: int, body: bytes) -> bytes:
    return bytes([kind]) + _number(len(body)) + body


def _named(name: str) -> bytes:
    return _number(len(name)) + name.encode()


def _number(value: int) -> bytes:
    digits = bytearray()
    while value >= 0x80:
        digits.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*digits, value])


def _signed(value: int) -> bytes:
    """A positive number as one with a sign."""
    digits = bytearray()
    while value >= 0x40:
        digits.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*digits, value])


def _aligned(address: int) -> int:
    return -(-address // 16) * 16
