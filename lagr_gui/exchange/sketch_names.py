"""The names of a mechanism on paper: each beside what it names, where no other one stands."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from lagr_gui.algebra import latex_name
from lagr_gui.arrays import Array
from lagr_gui.drawing.labels import LabelPlan
from lagr_gui.drawing.looks import ems
from lagr_gui.exchange.sketch_signs import PixelSign, edges
from lagr_gui.model import Model
from lagr_gui.scenery import symbols
from lagr_gui.scenery.load_signs import SeenLoad
from lagr_gui.scenery.strokes import BESIDE, SceneSight

WrittenName = tuple[Array, str]
"""The middle (pixels) of a name, and the name in words of LaTeX."""
LETTER, HEIGHT = 9.5, 9.0
"""The size of letters and the height of a name (pixels)."""
ROOM, NEAR = 60.0, 90.0
"""Names stand so far out of the picture at most (pixels); what lies so near to them counts."""
MARK, SYMBOL = 4.0, 7.0
"""So far from a mark and from the middle of a symbol (pixels) its name begins."""
_COMMAND, _SILENT = re.compile(r"\\(textbf|mathrm|text)"), re.compile(r"[\\${}_^]")
_LETTER = re.compile(r"\\[a-zA-Z]+")


class SketchNames:
    """Finds places for names in a picture (pixels) of signs."""

    def __init__(
        self, sight: SceneSight, shapes: Sequence[PixelSign], short: Mapping[str, str]
    ) -> None:
        self.sight, self.short = sight, short
        low, high = edges(shapes)
        self.corner = low - ROOM
        self.plan = LabelPlan(*(high - low + 2 * ROOM).tolist())
        chains = [_closed(line) if sign.fill else line for sign in shapes for line in sign.lines]
        starts = np.concatenate([chain[:-1] for chain in chains])
        self.segments = np.stack([starts, np.concatenate([chain[1:] for chain in chains])], axis=1)

    def _written(self, at: Array, away: Array, text: str, off: float = MARK) -> WrittenName:
        """A name that begins so far from a point (2,), best of all in a direction (2,)."""
        low, high = self.segments.min(axis=1), self.segments.max(axis=1)
        near = np.all((low < at + NEAR) & (high > at - NEAR), axis=1)
        self.plan.lines = [(a, b) for a, b in self.segments[near] - self.corner]
        start = at + off * away - self.corner
        box = self.plan.place(start, away, (width_of(text), HEIGHT))
        return np.array([box.x, box.y]) + self.corner, text

    def bodies(self) -> Iterator[WrittenName]:
        """The numbers of the bodies; body 0 is shown by what holds on to it."""
        found = defaultdict[tuple[float, ...], list[str]](list)
        for figure in self.sight.scene.figures:
            here = np.round(self.sight.centres[figure.number], 1)
            found[tuple(here.tolist())].append(str(figure.number))
        for at, numbers in found.items():
            yield self._written(np.array(at), _UP, f"\\textbf{{{', '.join(numbers)}}}")

    def joints(self, model: Model) -> Iterator[WrittenName]:
        """The names of all joints that lie in a point, with their coordinates."""
        found = defaultdict[tuple[float, ...], list[str]](list)
        for joint in model.joints:
            if joint.name in self.sight.joints:
                moved = ", ".join(f"${latex_name(name)}$" for name in joint.coordinates)
                name = f"{self.short[f'joint:{joint.name}']} {moved}".strip()
                here = np.round(self.sight.joints[joint.name], 1)
                found[tuple(here.tolist())].append(name)
        for at, names in found.items():
            yield self._written(np.array(at), _DOWN, ", ".join(names))

    def lines(self) -> Iterator[WrittenName]:
        """The names of elements along lines, beside the middles of their symbols."""
        for line in self.sight.scene.lines:
            points = self.sight.lines[line.name]
            longest = self.sight.span(line)
            a, b = points[longest : longest + 2]
            _, _, across = symbols.frame(a, b)
            up = across if (across[1], -across[0]) < (0.0, 0.0) else -across
            at = (a + b) / 2 + BESIDE * line.shift * across
            yield self._written(at, up, self.short[f"element:{line.name}"], SYMBOL)

    def torsions(self) -> Iterator[WrittenName]:
        """The names of springs and dampers about pins."""
        for torsion in self.sight.scene.torsions:
            points = self.sight.flat(np.concatenate(self.sight.torsion(torsion)))
            here = self.sight.joints[torsion.joint]
            far = points[np.argmax(np.hypot(*(points - here).T))]
            _, along, _ = symbols.frame(here, far)
            yield self._written(far, along, self.short[torsion.key], 0.0)

    def loads(self, loads: Sequence[SeenLoad]) -> Iterator[WrittenName]:
        """The names of loads, the letter of a motor; 0 where body 0 moves."""
        for seen in loads:
            if seen.load.sort == "drive":
                yield seen.tip, r"\textbf{M}"
            at, off, away = seen.label
            yield self._written(at, away, self.short.get(seen.key, "0"), off)


_UP, _DOWN = np.array([0.7071, -0.7071]), np.array([-0.7071, 0.7071])


def _closed(line: Array) -> Array:
    return np.concatenate([line, line[:1]])


def width_of(text: str) -> float:
    """About how wide words of LaTeX are (pixels)."""
    plain = _SILENT.sub("", _LETTER.sub("a", _COMMAND.sub("", text)))
    return LETTER * ems(plain)
