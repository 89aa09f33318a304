"""Joints as frames, turns and positions of a script."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.expression import Call, Expression, Number, Sum, Symbol, symbols
from lagr_gui.extensions.autolev.names import ScriptNames
from lagr_gui.extensions.autolev.trees import negative, tidy, total
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import Problem
from lagr_gui.mechanics.reading import Link, Reading
from lagr_gui.mechanics.steps import Shift, Spin, Step, Turn
from lagr_gui.mechanics.trees import MINUS, NOUGHT, ONE, Rows, Trees

Words = Callable[[Expression], str]
"""From a tree to the text of it."""


class ScriptMotion(NamedTuple):
    """What moves by one coordinate: frames or points before and after, and along what."""

    turns: bool
    before: str
    after: str
    along: str
    sign: int


class ScriptPoses:
    """The statements that say where bodies are; `motions` are those of the coordinates alone."""

    def __init__(self, names: ScriptNames, words: Words, reading: Reading) -> None:
        self.names, self.words = names, words
        self.coordinates = frozenset(reading.coordinates)
        self.pushed = frozenset(
            part.value("coordinate")
            for part in reading.parts
            if isinstance(part.kind.geometry, OnCoordinate)
        )
        self.alone: set[str] = set()
        self.mixed: dict[str, str | Message] = {}
        self.frames: dict[int, str] = {}
        self.centres: dict[int, str] = {}
        self.between: list[str] = []
        self.points: list[str] = []
        self.turns: list[str] = []
        self.positions: list[str] = []
        self.motions: dict[str, ScriptMotion] = {}
        self.problems: list[Problem] = []

    def body(self, number: int, name: str) -> None:
        """A body has a frame, and its centre of mass as a point."""
        frame = self.names.fresh(name, f"B{number}", with_centre=True)
        self.frames[number], self.centres[number] = frame, f"{frame}O"

    def base(self, steps: tuple[Step, ...], name: str) -> None:
        """Body 0: the frame at rest, or one whose motion is prescribed."""
        self.frames[0], self.centres[0] = "N", "NO"
        if steps:
            frame = self.names.fresh(name, "GROUND", with_centre=True)
            self.between.append(frame)
            self.points.append(f"{frame}O")
            self._walk(say("Body 0"), steps, "N", "NO", frame, f"{frame}O")
            self.frames[0], self.centres[0] = frame, f"{frame}O"

    def link(self, link: Link) -> None:
        """A body that hangs on another by a joint."""
        place = say("Joint “{name}”", name=link.joint)
        if link.child not in self.frames or link.parent not in self.frames:
            self.refuse(place, say("It closes a path and keeps coordinates of its own."))
            return
        before, after = self.frames[link.parent], self.frames[link.child]
        ends = self.centres[link.parent], self.centres[link.child]
        self._walk(place, link.steps, before, ends[0], after, ends[1])

    def refuse(self, place: str | Message, cause: str | Message) -> None:
        """One more thing that a script cannot state."""
        remedy = "Take it away, or export the model to another format."
        self.problems.append(Problem(place, cause, remedy, code="autolev"))

    def point(self, number: int, at: Trees, name: str) -> str:
        """A point of a body: its centre of mass, or one that is stated by its name."""
        if all(entry == NOUGHT for entry in at):
            return self.centres[number]
        point = self.names.fresh(name, "PT")
        self.points.append(point)
        self._position(self.centres[number], point, [(at, self.frames[number])])
        return point

    def vector(self, trees: Trees, frame: str) -> str:
        """A vector by the unit vectors of a frame."""
        return self._sum([(trees, frame)])

    # --- one joint --------------------------------------------------------------------------------

    def _walk(
        self,
        place: str | Message,
        steps: tuple[Step, ...],
        frame: str,
        point: str,
        last_frame: str,
        last_point: str,
    ) -> None:
        turning = [n for n, step in enumerate(steps) if not isinstance(step, Shift)]
        way: list[tuple[Trees, str]] = []
        for n, step in enumerate(steps):
            if isinstance(step, Shift):
                slide = self._slides(step)
                if slide is None or slide[0] not in self.pushed:
                    self._moved(place, step.vector)
                    way.append((step.vector, frame))
                    continue
                if way:
                    point, way = self._stop(point, way), []
                after = last_point if n == len(steps) - 1 else self._new_point()
                self._position(point, after, [(step.vector, frame)])
                name, along, sign = slide
                self.alone.add(name)
                direction = self.vector(along, frame)
                self.motions.setdefault(name, ScriptMotion(False, point, after, direction, sign))
                if after == last_point:
                    self._same(turning, frame, last_frame)
                    return
                point = after
                continue
            after = last_frame
            if n != turning[-1]:
                after = self.names.fresh("", "FR")
                self.between.append(after)
            self._turn(place, step, frame, after)
            frame = after
        self._position(point, last_point, way)
        self._same(turning, frame, last_frame)

    def _same(self, turning: list[int], frame: str, last: str) -> None:
        """A body that only slides is turned as what it slides on."""
        if not turning:
            self.turns.append(f"SIMPROT({frame}, {last}, 3, 0)")

    def _new_point(self) -> str:
        point = self.names.fresh("", "PT")
        self.points.append(point)
        return point

    def _stop(self, point: str, way: list[tuple[Trees, str]]) -> str:
        stop = self._new_point()
        self._position(point, stop, way)
        return stop

    def _slides(self, step: Shift) -> tuple[str, Trees, int] | None:
        """The coordinate of a slide along one unit vector, its direction and sign."""
        moving = [n for n in range(3) if step.vector[n] != NOUGHT]
        if len(moving) != 1:
            return None
        tree = step.vector[moving[0]]
        for sign, symbol in ((1, tree), (-1, negative(tree))):
            if isinstance(symbol, Symbol) and symbol.name in self.coordinates:
                along = [NOUGHT, NOUGHT, NOUGHT]
                along[moving[0]] = ONE
                return symbol.name, (along[0], along[1], along[2]), sign
        return None

    def finish(self) -> None:
        """Refuse joints with coordinates by which nothing turns or slides alone."""
        wanting = {name: at for name, at in self.mixed.items() if name not in self.alone}
        for place in dict.fromkeys(wanting.values()):
            self.refuse(place, say("It moves by expressions, and not by its coordinates alone."))

    def _moved(self, place: str | Message, vector: Trees) -> None:
        """A slide: each of its parts may be by a coordinate alone."""
        for entry in vector:
            terms = entry.terms if isinstance(entry, Sum) else (entry,)
            self._by(place, terms)

    def _by(self, place: str | Message, terms: Iterable[Expression]) -> None:
        for tree in terms:
            for signed in (tree, negative(tree)):
                if isinstance(signed, Symbol):
                    self.alone.add(signed.name)
            for symbol in symbols(tree):
                if symbol.name in self.coordinates:
                    self.mixed.setdefault(symbol.name, place)

    def _turn(self, place: str | Message, step: Step, frame: str, after: str) -> None:
        if isinstance(step, Spin):
            axis, sign = _axis(step.axis)
            along = str(axis) if axis else self.vector(step.axis, frame)
            angle = step.angle if sign > 0 else negative(step.angle)
            self.turns.append(f"SIMPROT({frame}, {after}, {along}, {self.words(angle)})")
            self._turning(place, step, frame, after)
            return
        assert isinstance(step, Turn)
        turn = _single(step.matrix) or _numbers(step.matrix)
        if turn is None:
            self.refuse(place, say("Its turn is a matrix that is none about a single axis."))
            return
        along, angle = turn
        text = along if isinstance(along, str) else self.vector(along, frame)
        self.turns.append(f"SIMPROT({frame}, {after}, {text}, {self.words(angle)})")
        if any(s.name in self.coordinates for s in symbols(angle)):
            axis = [ONE if str(n + 1) == text else NOUGHT for n in range(3)]
            spin = Spin((axis[0], axis[1], axis[2]), angle)
            self._turning(place, spin, frame, after)

    def _turning(self, place: str | Message, step: Spin, frame: str, after: str) -> None:
        self._by(place, (step.angle,))
        for sign, symbol in ((1, step.angle), (-1, negative(step.angle))):
            if isinstance(symbol, Symbol) and symbol.name in self.coordinates:
                along = self.vector(step.axis, after)
                motion = ScriptMotion(True, frame, after, along, sign)
                before = self.motions.get(symbol.name)
                if before is None or not before.turns:
                    self.motions[symbol.name] = motion
                return

    # --- texts ------------------------------------------------------------------------------------

    def _position(self, first: str, second: str, way: list[tuple[Trees, str]]) -> None:
        self.positions.append(f"P_{first}_{second}> = {self._sum(way)}")

    def _sum(self, way: list[tuple[Trees, str]]) -> str:
        text = ""
        for trees, frame in way:
            for n, entry in enumerate(trees, start=1):
                if entry == NOUGHT:
                    continue
                factor, sign = self.words(total(tidy(entry))), "+"
                if factor.startswith("-") and " " not in factor:
                    factor, sign = factor[1:], "-"
                if " " in factor:
                    factor = f"({factor})"
                unit = f"{frame}{n}>" if factor == "1" else f"{factor}*{frame}{n}>"
                text += f" {sign} {unit}" if text else unit if sign == "+" else f"-{unit}"
        return text or "0>"


def _axis(axis: Trees) -> tuple[int, int]:
    """The number and sign of a unit vector of the frame; 0 for any other axis."""
    for n in range(3):
        if all(axis[m] == NOUGHT for m in range(3) if m != n):
            if axis[n] == ONE:
                return n + 1, 1
            if axis[n] == MINUS:
                return n + 1, -1
    return 0, 1


def _single(matrix: Rows) -> tuple[str, Expression] | None:
    """The axis and angle of a turn about one unit vector, R = ((c, −s), (s, c))."""
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        cosine, sine = matrix[j][j], matrix[k][j]
        rest = [matrix[a][b] for a in range(3) for b in range(3) if (a == i) != (b == i)]
        if matrix[i][i] != ONE or any(entry != NOUGHT for entry in rest):
            continue
        if not isinstance(cosine, Call) or cosine.function != "cos" or matrix[k][k] != cosine:
            continue
        (angle,) = cosine.arguments
        plain = Call("sin", (angle,))
        across, opposite = total(matrix[j][k]), total(negative(plain))
        if sine == plain and across == opposite:
            return str(i + 1), angle
        if across == plain and total(sine) == opposite:
            return str(i + 1), negative(angle)
    return None


def _numbers(matrix: Rows) -> tuple[str | Trees, Expression] | None:
    """The axis and angle of a turn in numbers."""
    if any(not isinstance(entry, Number) for row in matrix for entry in row):
        return None
    # SciPy is loaded when the first such matrix is written.
    from scipy.spatial.transform import Rotation

    R = np.array([[float(entry.value) for entry in row] for row in matrix])  # type: ignore[attr-defined]
    rotvec = Rotation.from_matrix(R).as_rotvec()
    angle = float(np.linalg.norm(rotvec))
    if angle == 0.0:
        return "3", NOUGHT
    axis = rotvec / angle
    along: str | Trees
    if abs(abs(axis).max() - 1) < 1e-15:
        n = int(np.argmax(abs(axis)))
        along, angle = str(n + 1), angle * float(np.sign(axis[n]))
    else:
        a, b, c = (Number(Fraction(repr(float(x)))) for x in axis)
        along = (a, b, c)
    parts = round(angle / math.pi * 12)
    if abs(angle - parts * math.pi / 12) < 1e-15:
        from lagr_gui.mechanics.trees import scaled

        return along, scaled(Number(Fraction(parts, 12)), Call("pi", ()))
    return along, Number(Fraction(repr(angle)))
