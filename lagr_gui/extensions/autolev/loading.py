"""Forces and moments of a model as statements of a script."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.expression import Expression, Product, Sum, Symbol
from lagr_gui.extensions.autolev.poses import ScriptPoses, Words
from lagr_gui.extensions.autolev.trees import negative, total
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.reading import Part, Reading
from lagr_gui.mechanics.trees import NOUGHT, Trees, scaled


class ScriptLoads:
    """FORCE, TORQUE and GRAVITY of all elements that act."""

    def __init__(self, reading: Reading, poses: ScriptPoses, words: Words) -> None:
        self.reading, self.poses, self.words = reading, poses, words

    def statements(self) -> Iterator[str]:
        """One or two for each element."""
        yield from self._weights()
        for part in self.reading.parts:
            if part.conducts:
                continue
            method = getattr(self, f"_{part.record.kind}", None)
            if method is None:
                cause = say("A script has no such thing.")
                self.poses.refuse(part.place(part.kind.title), cause)
            else:
                yield from method(part)

    def _weights(self) -> Iterator[str]:
        field, poses = self.reading.gravity, self.poses
        if all(entry == NOUGHT for entry in field):
            return
        if all(body.gravity for body in self.reading.bodies):
            yield f"GRAVITY({poses.vector(field, 'N')})"
            return
        for body in self.reading.bodies:
            if body.gravity:
                a, b, c = (scaled(body.mass, entry) for entry in field)
                yield f"FORCE({poses.centres[body.number]}, {poses.vector((a, b, c), 'N')})"

    # --- on coordinates ---------------------------------------------------------------------------

    def _coordinate_force(self, part: Part) -> Iterator[str]:
        yield from self._on_coordinate(part, part.tree("force"))

    def _coordinate_spring(self, part: Part) -> Iterator[str]:
        stretch = total(part.coordinate("coordinate"), negative(part.tree("q0")))
        yield from self._on_coordinate(part, negative(scaled(part.tree("c"), stretch)))

    def _coordinate_damper(self, part: Part) -> Iterator[str]:
        rate = part.coordinate("coordinate", 1)
        yield from self._on_coordinate(part, negative(scaled(part.tree("k"), rate)))

    def _on_coordinate(self, part: Part, force: Expression) -> Iterator[str]:
        motion = self.poses.motions.get(part.value("coordinate"))
        if motion is None:
            cause = say("No turn and no slide is by this coordinate alone.")
            self.poses.refuse(part.place(part.kind.title), cause)
            return
        text = self._times(force if motion.sign > 0 else negative(force), motion.along)
        word = "TORQUE" if motion.turns else "FORCE"
        yield f"{word}({motion.after}/{motion.before}, {text})"

    # --- on bodies --------------------------------------------------------------------------------

    def _force(self, part: Part) -> Iterator[str]:
        number = part.value("body")
        point = self.poses.point(number, part.trees("point"), part.record.name)
        yield f"FORCE({point}, {self._in_axes(part, number)})"

    def _torque(self, part: Part) -> Iterator[str]:
        number, other = part.value("body"), part.value("reaction_body")
        frames = self.poses.frames
        pair = frames[number] if not other else f"{frames[number]}/{frames[other]}"
        yield f"TORQUE({pair}, {self._in_axes(part, number)})"

    def _in_axes(self, part: Part, number: int) -> str:
        in_body = part.value("axes") == "body"
        return self.poses.vector(
            part.trees("vector"), self.poses.frames[number] if in_body else "N"
        )

    # --- between points ---------------------------------------------------------------------------

    def _spring(self, part: Part) -> Iterator[str]:
        a, b = self._ends(part)
        length = f"MAG(P_{b}_{a}>)"
        natural = part.tree("l0")
        stretch = length
        if natural != NOUGHT:
            text = self.words(natural)
            stretch = f"({length} - {f'({text})' if ' ' in text else text})"
        along = f"{stretch}*UNITVEC(P_{b}_{a}>)"
        yield f"FORCE({a}/{b}, -{self._factor(part.tree('c'))}*{along})"

    def _dashpot(self, part: Part) -> Iterator[str]:
        a, b = self._ends(part)
        along = f"DT(MAG(P_{b}_{a}>))*UNITVEC(P_{b}_{a}>)"
        yield f"FORCE({a}/{b}, -{self._factor(part.tree('k'))}*{along})"

    def _lagr_damper(self, part: Part) -> Iterator[str]:
        a, b = self._ends(part)
        yield f"FORCE({a}/{b}, -{self._factor(part.tree('k'))}*(V_{a}_N> - V_{b}_N>))"

    def _ends(self, part: Part) -> tuple[str, str]:
        points: list[str] = []
        for end in "ab":
            at: Trees = part.trees(f"point_{end}")
            name = f"{part.record.name} {end}"
            points.append(self.poses.point(part.value(f"body_{end}"), at, name))
        return points[0], points[1]

    def _factor(self, tree: Expression) -> str:
        text = self.words(tree)
        return f"({text})" if isinstance(tree, Sum) or text.startswith("-") else text

    def _times(self, tree: Expression, along: str) -> str:
        """A scalar times a vector that may be a sum."""
        text = self.words(tree)
        vector = along if " " not in along else f"({along})"
        if isinstance(tree, Product | Symbol) or " " not in text:
            return f"{text}*{vector}"
        return f"({text})*{vector}"
