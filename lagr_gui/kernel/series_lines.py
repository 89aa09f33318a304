"""Lines of LLVM's intermediate language for `series`: single numbers, and some side by side."""

from __future__ import annotations

from lagr_gui.kernel.turning import literal

WIDTH = 4
"""Numbers side by side in a register."""

VECTOR = f"<{WIDTH} x double>"
MORE = {"double": "llvm.fmuladd.f64", VECTOR: f"llvm.fmuladd.v{WIDTH}f64"}
"""Functions for a b + c, by the kind of value."""


class SeriesLines:
    """Lines that are written one after the other; each value is told by its name."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def _add(self, line: str) -> str:
        name = f"%n{len(self._lines)}"
        self._lines.append(f"{name} = {line}")
        return name

    def _do(self, operation: str, a: str, b: str) -> str:
        return self._add(f"{operation} double {a}, {b}")

    def _more(self, a: str, b: str, total: str) -> str:
        """total + a b, rounded once where the processor can do so."""
        return self._add(f"call double @{MORE['double']}(double {a}, double {b}, double {total})")

    def _at(self, base: str, place: int | str) -> str:
        return self._add(f"getelementptr double, ptr {base}, i64 {place}")

    def _load(self, base: str, place: int | str, kind: str = "double") -> str:
        return self._add(f"load {kind}, ptr {self._at(base, place)}, align 8")

    def _store(self, value: str, base: str, place: int | str, kind: str = "double") -> None:
        self._lines.append(f"store {kind} {value}, ptr {self._at(base, place)}, align 8")

    def _packed(self, values: list[str]) -> str:
        """Numbers in one register, put together two by two; what is left there is 0."""
        parts = [*values, *[literal(0)] * (WIDTH - len(values))]
        before, width = "double", 1
        while len(parts) > 1:
            width *= 2
            kind = f"<{width} x double>"
            pairs = zip(parts[::2], parts[1::2], strict=True)
            parts = [self._together(before, kind, width, *pair) for pair in pairs]
            before = kind
        return parts[0]

    def _together(self, before: str, kind: str, width: int, a: str, b: str) -> str:
        if width == 2:
            half = self._add(f"insertelement {kind} zeroinitializer, double {a}, i32 0")
            return self._add(f"insertelement {kind} {half}, double {b}, i32 1")
        places = ", ".join(f"i32 {place}" for place in range(width))
        return self._add(f"shufflevector {before} {a}, {before} {b}, <{width} x i32> <{places}>")
