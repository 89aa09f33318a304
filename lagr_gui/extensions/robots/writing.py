"""XML that is written: names that are taken once, numbers at full precision, comments."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import quoteattr

from lagr_gui.extensions.robots.merging import plain
from lagr_gui.extensions.robots.rigid import RigidFrame
from lagr_gui.foundation.arrays import Array


def tag(name: str, inner: str | None = None, /, **attributes: object) -> str:
    """An element; what is given as None is left out."""
    words = "".join(
        f" {key.rstrip('_')}={quoteattr(str(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{words}/>" if inner is None else f"<{name}{words}>{inner}</{name}>"


def digits(values: Array | Iterable[float]) -> str:
    """Numbers that read back as they are."""
    return " ".join(repr(plain(float(value) + 0.0)) for value in values)


def placed(frame: RigidFrame) -> dict[str, str | None]:
    """Place and axes of a frame; None where they are those around it."""
    turned = bool((frame.R != _SAME.R).any())
    return {
        "pos": digits(frame.p) if frame.p.any() else None,
        "xyaxes": digits([*frame.R[:, 0], *frame.R[:, 1]]) if turned else None,
    }


_SAME = RigidFrame()


def comment(lines: Iterable[str]) -> list[str]:
    """Lines as comments; two dashes end none of them."""
    parts: list[str] = []
    for line in lines:
        text = " ".join(line.split()).replace("--", "- -").rstrip("-")
        parts.append(f"<!-- {text} -->")
    return parts


def left_out(text: str) -> str:
    """What a file that was written tells to lack."""
    lines = [line for line in text.splitlines() if line.startswith(f"<!-- {LEFT}")]
    return "\n".join(line.removeprefix("<!-- ").removesuffix(" -->") for line in lines)


LEFT = "Left out: "
"""How a comment begins that tells what a file lacks."""


class OwnNames:
    """Names that are given out once each."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def fresh(self, name: str) -> str:
        """The name, or one like it that is free."""
        candidate, count = name, 1
        while candidate in self._taken:
            count += 1
            candidate = f"{name} {count}"
        self._taken.add(candidate)
        return candidate
