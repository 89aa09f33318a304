"""How blocks, equations and numbers of a signal-flow diagram are called.

What stands in braces after ``_`` is a subscript: ``F_{A}``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from lagr_gui.expression.letters import pretty
from lagr_gui.extensions.signal_flow import records as r
from lagr_gui.extensions.signal_flow.equations import Equations
from lagr_gui.extensions.signal_flow.records import ScalarUnknown, SolvedRow, WirePart
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import phrase, say
from lagr_gui.mechanics.trees import NOUGHT

Vector = tuple[str, int | str]
"""A vector by the sort of its components, and what it belongs to."""
AXES = "xyz"
VECTORS = ("a", "alpha", "F", "M", "x", "v", "omega", "law")
_LETTERS = {"a": "a", "alpha": "α", "F": "F", "M": "M", "lambda": "λ"}


class SignalNames:
    """Names of all that belongs to a system; bodies by number."""

    def __init__(
        self, equations: Equations, bodies: Mapping[int, str], solved: Sequence[SolvedRow]
    ) -> None:
        self.vanish = {entry.gives for entry in solved if entry.vanishes}
        self.reading, self.sources = equations.reading, equations.sources
        self.moves, self.meshes = equations.moves, equations.meshes
        self.stored = equations.spread.stored
        self.bodies = bodies
        self.links = {link.child: link for link in self.reading.links}
        self.elements = {part.key: part for part in self.reading.parts}

    def body(self, number: int) -> str:
        """The name of a body; of the image of one, which closes a loop, that of its joint."""
        if number < 0:
            return say("cut of {joint}", joint=self.links[number].joint)
        return self.bodies.get(number) or str(number)

    def index(self, number: int) -> str:
        """The index of a body's quantities."""
        return str(number) if number > 0 else f"{self.links[number].joint}′"

    def title(self, kind: str, owner: int | str, conditions: Sequence[int]) -> str:
        """The title of a block."""
        match kind:
            case r.MOMENTUM:
                return say("{body}: momentum", body=phrase(self.body(int(owner))))
            case r.TURNING:
                return say("{body}: angular momentum", body=phrase(self.body(int(owner))))
            case r.JOINT:
                return say("Joint {name}", name=owner)
            case r.MESH:
                return say("Mesh {name}", name=pretty(self.reading.coordinates[int(owner)]))
            case r.CONDITION:
                names = dict.fromkeys(self.sources[s].partition(":")[2] for s in conditions)
                listed = ", ".join(names)
                if self.meshes.issuperset(conditions):
                    return say("Mesh of {names}", names=listed)
                return say("Conditions: {names}", names=listed)
            case r.LAW:
                return str(owner).partition(":")[2]
            case _:
                return pretty(self.reading.coordinates[int(owner)], 1 if kind == r.SPEED else 0)

    def equation(
        self,
        kind: str,
        owner: int | str,
        solved: Sequence[SolvedRow],
        laws: Mapping[str, Sequence[tuple[tuple[str, int | str], WirePart]]],
    ) -> str:
        """What a block states."""
        on = _on(laws, (kind, owner))
        match kind:
            case r.MOMENTUM:
                acting = [f"F_{{{key.partition(':')[2]}}}" for key in on]
                return self._balance(int(owner), solved, "m", "a", acting)
            case r.TURNING:
                acting = [f"M_{{{key.partition(':')[2]}}}" for key in on]
                return self._balance(int(owner), solved, "J", "α", acting)
            case r.JOINT:
                acting = [f"Q_{{{key.partition(':')[2]}}}" for key in on]
                freed = [nu for nu in self.moves[str(owner)] if _frees(solved, nu)]
                return self._causal(solved, [*acting, *self._storing(freed, "Q")])
            case r.MESH:
                acting = [f"u_{{{key.partition(':')[2]}}}" for key in on]
                terms = [*acting, *self._storing([int(owner)], "u")]
                return f"Σ u = 0:  {self._causal(solved, terms)}"
            case r.CONDITION:
                owners = {int(entry.row.owner) for entry in solved}
                stated = "(Σ u)′ = 0" if self.meshes.issuperset(owners) else "G q″ + γ = 0"
                return f"{stated}:  {self._causal(solved)}"
            case r.LAW:
                return ""
            case _:
                return "1/s"

    def _balance(
        self, number: int, solved: Sequence[SolvedRow], mass: str, change: str, acting: list[str]
    ) -> str:
        index = self.index(number)
        every = dict.fromkeys(u for entry in solved for u in (entry.gives, *entry.uses))
        used = [u for u in every if u not in self.vanish]
        right, joint = "", self.links[number].joint
        for sort in ("F", "M"):
            owners = dict.fromkeys(str(u.owner) for u in used if u.sort == sort)
            for owner in sorted(owners, key=lambda name: name != joint):
                is_child = owner == joint
                term = f"{sort}_{{{owner}}}"
                if change == "α" and sort == "F":
                    term = f"r×{term}"
                right += f" {'+' if is_child else '−'} {term}"
        bound = dict.fromkeys(self.sources[int(u.owner)] for u in used if u.sort == "lambda")
        arm = "r×" if change == "α" else ""
        right += "".join(f" + {arm}λ_{{{key.partition(':')[2]}}}" for key in bound)
        right += "".join(f" + {term}" for term in acting)
        body = next((b for b in self.reading.bodies if b.number == number), None)
        axes = [entry.row.axis for entry in solved]
        if change == "a" and body is not None and body.gravity and self._heavy(axes):
            right += f" + {mass}_{{{index}}} g"
        for beam in self.reading.beams:
            if beam.root == number:
                heavy = beam.beam.gravity and self._heavy(range(3) if arm else axes)
                asked = "(ẍ − g)" if heavy else "ẍ"
                right += f" − ∫{arm}{asked} dm_{{{beam.beam.joint}}}"
        right = right.removeprefix(" + ").strip() or "0"
        gyro = f" − ω×{mass}ω" if change == "α" and len(solved) > 1 else ""
        left = f"{mass}_{{{index}}} {change}_{{{index}}}" if number > 0 else "0"
        return f"{left} = {right}{gyro if number > 0 else ''}"

    def _storing(self, coordinates: Iterable[int], letter: str) -> list[str]:
        """What elements with a kinetic energy, as inductances, exert along coordinates."""
        names = (name for nu in coordinates for name in self.stored.get(nu, ()))
        return [f"{letter}_{{{name}}}" for name in dict.fromkeys(names)]

    def _heavy(self, axes: Sequence[int]) -> bool:
        return any(self.reading.gravity[axis] != NOUGHT for axis in axes)

    def _causal(self, solved: Sequence[SolvedRow], acting: Sequence[str] = ()) -> str:
        """What the equations of a block give, and from what."""
        solved_for = dict.fromkeys(entry.gives for entry in solved)
        used = dict.fromkeys(u for entry in solved for u in entry.uses if u not in solved_for)
        vectors = [{(u.sort, u.owner) for u in side} for side in (solved_for, used)]
        split = vectors[0] & vectors[1]
        left, right = (self.label(map(self.unknown, side), split) for side in (solved_for, used))
        return " ⇐ ".join(filter(None, (left, ", ".join(filter(None, (right, *acting))))))

    # --- numbers ---------------------------------------------------------------------------

    def unknown(self, unknown: ScalarUnknown) -> WirePart:
        """An unknown as a number on a wire."""
        sort, owner, axis = unknown.sort, unknown.owner, unknown.axis
        if sort == "qdd":
            name = pretty(self.reading.coordinates[int(owner)], 2)
        elif sort == "lambda":
            source = self.sources[int(owner)]
            same = [s for s, other in enumerate(self.sources) if other == source]
            number = f",{same.index(int(owner)) + 1}" if len(same) > 1 else ""
            name = f"λ_{{{source.partition(':')[2]}{number}}}"
        else:
            index = self.index(int(owner)) if sort in ("a", "alpha") else owner
            name = f"{_LETTERS[sort]}_{{{index},{AXES[axis]}}}"
        return WirePart(name, sort, owner, axis)

    def coordinate(self, nu: int, order: int) -> WirePart:
        """A coordinate, or its velocity."""
        return WirePart(pretty(self.reading.coordinates[nu], order), ("q", "qd")[order], nu)

    def motion(self, number: int, shown: Array) -> tuple[WirePart, ...]:
        """Place, velocity and turning of a body; what always vanishes is left out."""
        parts = [("x", "x"), ("v", "v"), ("omega", "ω")]
        index = self.index(number)
        return tuple(
            WirePart(f"{letter}_{{{index},{AXES[axis]}}}", sort, number, axis)
            for place, (sort, letter) in enumerate(parts)
            for axis in range(3)
            if shown[3 * place + axis]
        )

    def acting(self, key: str, number: int, axis: int) -> WirePart:
        """A component of what an element exerts on a body."""
        letter = "F" if axis < 3 else "M"
        name = f"{letter}_{{{key.partition(':')[2]},{AXES[axis % 3]}}}"
        return WirePart(name, "law", key, axis, number)

    def pushing(self, key: str, nu: int) -> WirePart:
        """What an element exerts on a coordinate."""
        letter = "u" if self.reading.coordinates[nu] in self.reading.mesh_charges else "Q"
        return WirePart(f"{letter}_{{{key.partition(':')[2]}}}", "push", key, 0, nu)

    def label(self, parts: Iterable[WirePart], split: Collection[Vector] = ()) -> str:
        """The names on a wire: vectors whole, but for those `split` into components."""
        names: dict[str, None] = {}
        for part in parts:
            name, owner = part.name, part.owner
            if part.sort == "lambda":
                owner = self.sources[int(owner)]
            several = part.sort in VECTORS or (part.sort == "lambda" and "," in name)
            if several and (part.sort, owner) not in split:
                name = name[: name.rindex(",")] + "}"
            names.setdefault(name)
        return ", ".join(names)


def _frees(solved: Sequence[SolvedRow], nu: int) -> bool:
    return any((entry.row.sort, entry.row.owner) == ("free", nu) for entry in solved)


def _on(
    laws: Mapping[str, Sequence[tuple[tuple[str, int | str], WirePart]]],
    block: tuple[str, int | str],
) -> list[str]:
    return [key for key, acts in laws.items() if any(target == block for target, _ in acts)]
