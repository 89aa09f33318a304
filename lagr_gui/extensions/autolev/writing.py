"""From a prepared model to a script."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import NamedTuple

import numpy as np

from lagr_gui.expression import Call, Expression, Power, Symbol, read, rebuilt, substitute, write
from lagr_gui.expression.units import in_si
from lagr_gui.extensions.autolev.loading import ScriptLoads
from lagr_gui.extensions.autolev.names import ScriptNames
from lagr_gui.extensions.autolev.poses import ScriptPoses, Words
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Unprintable
from lagr_gui.foundation.wording import Wording, identifier
from lagr_gui.mechanics.closure import Closure, Offset
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.trees import NOUGHT, ONE, Trees, negative, scaled, total
from lagr_gui.model import Model
from lagr_gui.numerics import independent, scales
from lagr_gui.prepared import Prepared, prepare
from lagr_gui.simulation.constraints import place_of

_CALLS = frozenset(
    re.findall(
        r"\w+",
        "sin cos tan asin acos atan atan2 sinh cosh tanh exp log log10 sqrt abs sign min max pi",
    )
)
"""Functions that AUTOLEV has too."""

_WIDTH = 78


def autolev_script(model: Model, special: str = "") -> str:
    """The system as a user of AUTOLEV states it, up to its program for the motion.

    Raises LagrError for an unsound model, and with all that such a script cannot state.
    """
    prepared = prepare(model, special)
    prepared.refuse_states()
    prepared.refuse_events()
    prepared.refuse_feedback()
    return _Script(prepared).text()


class _Script:
    def __init__(self, prepared: Prepared) -> None:
        self.prepared, self.reading = prepared, prepared.reading
        self.names = ScriptNames()
        self.lines: list[str] = []
        names = self.names
        self.coordinates = {q: names.fresh(q, "Q") for q in self.reading.coordinates}
        self.speeds = {q: names.fresh(_speed(name)) for q, name in self.coordinates.items()}
        self.parameters = {p: names.fresh(p, "C") for p in self.reading.parameters}
        symbols: dict[Symbol, Expression] = {
            Symbol(p): Symbol(n) for p, n in self.parameters.items()
        }
        for q, name in self.coordinates.items():
            symbols[Symbol(q)] = Symbol(name)
            symbols[Symbol(q, 1)] = Symbol(self.speeds[q])
        self.own = symbols
        self.poses = ScriptPoses(names, self.words, self.reading)

    def words(self, tree: Expression) -> str:
        """An expression with the names of the script, in capitals."""
        plain = substitute(self._spelled(tree), self.own)
        return write(plain).upper()

    def _spelled(self, tree: Expression) -> Expression:
        """Functions of the model by what they are."""
        match tree:
            case Call(name, arguments, orders) if name in self.reading.functions:
                function = self.reading.functions[name]
                if function.expression is None or any(orders):
                    raise self._refusal(
                        say("Function “{name}”", name=name),
                        say("A script has neither unspecified functions nor derivatives of such."),
                    )
                inner = read(function.expression)
                spelled = map(self._spelled, arguments)
                pairs = zip(function.arguments, spelled, strict=True)
                return substitute(self._spelled(inner), {Symbol(a): x for a, x in pairs})
            case Call(name) if name not in _CALLS:
                cause = say("AUTOLEV does not have the function {name}.", name=name)
                raise self._refusal(say("Function “{name}”", name=name), cause)
            case Power(base, exponent):
                return Power(self._spelled(base), self._spelled(exponent))
            case _:
                return rebuilt(tree, self._spelled)

    def _refusal(self, place: str, cause: str) -> LagrError:
        remedy = "Take it away, or export the model to another format."
        return Unprintable.refusal(place, cause, remedy, "autolev")

    # --- the script ---------------------------------------------------------------------------

    def text(self) -> str:
        reading, poses = self.reading, self.poses
        model = self.prepared.model
        for element in (*reading.limits, *(part for part in reading.parts if part.conducts)):
            poses.refuse(element.place(element.kind.title), say("A script has no such thing."))
        for beam in reading.beams:
            place = say("Joint “{name}”", name=beam.beam.joint)
            poses.refuse(place, say("A script knows rigid bodies alone."))
        elastic = {beam.beam.joint for beam in reading.beams}
        bodies = {body.number: body.name for body in model.bodies}
        for body in reading.bodies:
            poses.body(body.number, bodies[body.number])
        try:
            poses.base(reading.base, model.base.name)
            for link in reading.links:
                if link.joint not in elastic:
                    poses.link(link)
            poses.finish()
            loads = ScriptLoads(self.reading, poses, self.words)
            forces = list(loads.statements())
            binding = dependents(self.prepared, poses, self.words)
            masses = list(self._masses())
        except LagrError as error:
            raise Unprintable([*poses.problems, *error.problems]) from None
        if poses.problems:
            raise Unprintable(poses.problems)
        self._heading()
        self._declarations()
        self._section("Generalised speeds", self._kinematics())
        self._section("Turns", poses.turns)
        self._section("Positions", poses.positions)
        self._section("Velocities", self._velocities())
        held = [f"DEPENDENT[{n}] = {text}" for n, text in enumerate(binding.rows, start=1)]
        if held:
            speeds = ", ".join(self.speeds[q] for q in binding.speeds)
            held.append(f"CONSTRAIN(DEPENDENT[{speeds}])")
        self._section("Conditions", held)
        self._section("Accelerations", self._accelerations())
        self._section("Masses", masses)
        self._section("Forces", forces)
        self._section("Equations of motion, by the method of Kane", self._equations())
        self._section("Values", self._values())
        return "\n".join(self.lines).rstrip() + "\n"

    def _heading(self) -> None:
        model = self.prepared.model
        for text in (model.name, model.description):
            self.lines += [f"% {line}" for line in wrap(text, _WIDTH)]
        self.lines += ["% Written by lagr_gui; angles in radians."]
        self.lines += ["% SHA-256 of the model:", f"%   {self.prepared.digest}", ""]
        self.lines += ["DEGREES OFF", "AUTOZ ON", ""]

    def _section(self, title: str, statements: Iterable[str]) -> None:
        lines = [line for statement in statements for line in _broken(statement)]
        if lines:
            self.lines += [f"% {title}", *lines, ""]

    def _declarations(self) -> None:
        poses, names = self.poses, self.names
        lines = ["NEWTONIAN N"]
        bodies = [poses.frames[body.number] for body in self.reading.bodies]
        for word, declared in (
            ("FRAMES", poses.between),
            ("BODIES", bodies),
            ("POINTS", poses.points),
            ("CONSTANTS", list(self.parameters.values())),
            ("VARIABLES", [f"{name}'" for name in self.coordinates.values()]),
            ("MOTIONVARIABLES'", [f"{name}'" for name in self.speeds.values()]),
        ):
            if declared:
                lines.append(f"{word} {', '.join(declared)}")
        self._section("What there is", lines)
        speeds = set(self.speeds.values())
        renamed = [
            f"% {short} is {name}"
            for short, name in names.given.items()
            if short != name.upper() and short not in speeds
        ]
        if renamed:
            self.lines += [*renamed, ""]

    def _kinematics(self) -> Iterator[str]:
        for q, name in self.coordinates.items():
            yield f"{name}' = {self.speeds[q]}"

    def _moving(self) -> list[tuple[str, str]]:
        """All points that have velocities, with the centres of mass first."""
        poses = self.poses
        points = [poses.centres[body.number] for body in self.reading.bodies]
        return [(point, f"P_NO_{point}>") for point in (*points, *poses.points)]

    def _velocities(self) -> Iterator[str]:
        yield "V_NO_N> = 0>"
        for body in self.reading.bodies:
            yield f"ANGVEL(N, {self.poses.frames[body.number]})"
        for point, position in self._moving():
            yield f"V_{point}_N> = DT({position}, N)"

    def _accelerations(self) -> Iterator[str]:
        for body in self.reading.bodies:
            frame, centre = self.poses.frames[body.number], self.poses.centres[body.number]
            yield f"ALF_{frame}_N> = DT(W_{frame}_N>, N)"
            yield f"A_{centre}_N> = DT(V_{centre}_N>, N)"

    def _masses(self) -> Iterator[str]:
        poses = self.poses
        for body in self.reading.bodies:
            yield f"MASS {poses.frames[body.number]} = {self.words(body.mass)}"
        for body in self.reading.bodies:
            (xx, xy, xz), (_, yy, yz), (_, _, zz) = body.theta_bar
            moments = [xx, yy, zz, xy, yz, xz]
            while len(moments) > 3 and all(m == NOUGHT for m in moments[3:]):
                moments = moments[:3]
            texts = ", ".join(map(self.words, moments))
            yield f"INERTIA {poses.frames[body.number]}, {texts}"

    def _equations(self) -> Iterator[str]:
        yield "ZERO = FR() + FRSTAR()"
        yield "KANE()"

    def _values(self) -> Iterator[str]:
        prepared = self.prepared
        units = {p.name: in_si(p.unit) for p in prepared.model.parameters}
        count = len(self.reading.coordinates)
        start = prepared.start
        for name, name_in_script in self.parameters.items():
            if (unit := _unit(units.get(name, ""))) and name_in_script:
                yield f"UNITS {name_in_script} = {unit}"
        for name, name_in_script in self.parameters.items():
            yield f"INPUT {name_in_script} = {prepared.values[name]!r}"
        for n, q in enumerate(self.reading.coordinates[:count]):
            yield f"INPUT {self.coordinates[q]} = {start.q[n]!r}"
            yield f"INPUT {self.speeds[q]} = {start.qd[n]!r}"
        settings = prepared.settings
        step = (settings.t_end - settings.t0) / 1000
        yield f"INPUT TFINAL = {settings.t_end!r}, INTEGSTP = {step!r}"
        if count:
            least = float(np.min(prepared.floors))
            yield f"INPUT ABSERR = {least!r}, RELERR = {settings.rtol!r}"
        yield f"OUTPUT {', '.join(('T', *self.coordinates.values(), *self.speeds.values()))}"
        name = identifier(Wording(prepared.model.name or "motion")).lower()
        yield f"CODE DYNAMICS() {name}.c, SUBS"


def _speed(coordinate: str) -> str:
    """What the generalised speed of a coordinate is called: U1 of Q1, else U and its name."""
    return f"U{coordinate[1:]}" if re.fullmatch(r"Q\d+", coordinate) else f"U{coordinate}"


def _unit(text: str) -> str:
    """A unit as a script has it."""
    plain = re.sub(r"\s+", "*", text.strip())
    return plain if re.fullmatch(r"[A-Za-z][A-Za-z0-9^*/()-]*", plain) else ""


def _broken(statement: str) -> Iterator[str]:
    """Long statements go on in further lines, which & tells."""
    while len(statement) > _WIDTH:
        cut = max(statement.rfind(sign, 20, _WIDTH) for sign in (" ", "*", ","))
        if cut < 0:
            break
        cut += statement[cut] != " "
        yield statement[:cut].rstrip() + " &"
        statement = f"  {statement[cut:].lstrip()}"
    yield statement


# --- Conditions on the motion as DEPENDENT of a script, and the speeds that depend -------------


class ScriptBinding(NamedTuple):
    """What is zero, and the coordinates whose speeds follow from the others."""

    rows: tuple[str, ...]
    speeds: tuple[str, ...]


def dependents(prepared: Prepared, poses: ScriptPoses, words: Words) -> ScriptBinding:
    """Independent conditions; refusals of those that a script cannot state go to the poses."""
    binding = prepared.conditions
    if binding is None or poses.problems:
        return ScriptBinding((), ())
    rows = [row for entry in prepared.reading.constraints for row in _rows(entry, poses, words)]
    if poses.problems:
        return ScriptBinding((), ())
    rows = ["" if bent else row for row, bent in zip(rows, binding.bent, strict=True)]
    f = len(prepared.coordinates)
    start = prepared.start
    conditions = binding.at(start.t, np.array(start.q[:f]), np.array(start.qd[:f]))
    scale = scales(conditions.g)
    stated = np.array([0.0 if row else 1.0 for row in rows])
    held = independent(conditions.rows, scale, stated)
    wanting = {binding.sources[n]: None for n in held if not rows[n]}
    for source in wanting:
        poses.refuse(place_of(source), say("A script has no such condition."))
    table = conditions.rows.even(scale)[0][held]
    speeds = _pivots(table)
    return ScriptBinding(
        tuple(rows[n] for n in held), tuple(prepared.coordinates[n] for n in sorted(speeds))
    )


def _pivots(table: np.ndarray) -> list[int]:
    """Columns that are independent, the largest first."""
    rest, columns = table.astype(float).copy(), list[int]()
    for _ in range(len(table)):
        column = int(np.argmax((rest**2).sum(axis=0)))
        columns.append(column)
        along = rest[:, column] / np.linalg.norm(rest[:, column])
        rest -= np.outer(along, along @ rest)
    return columns


def _rows(entry: Closure | Part, poses: ScriptPoses, words: Words) -> Iterator[str]:
    """The texts of the rows of a condition; empty where a script has none."""
    if isinstance(entry, Closure):
        yield from _closed(entry, poses)
        return
    fields = entry.tree
    match entry.record.kind:
        case "position_condition":
            yield _rate(fields("zero"), words)
        case "velocity_condition":
            yield words(fields("zero"))
        case "prescribed_motion":
            motion = negative(fields("motion"))
            yield _rate(total((entry.coordinate("coordinate"), motion)), words)
        case "gear":
            a, b = entry.coordinate("coordinate_a"), entry.coordinate("coordinate_b")
            terms = (a, negative(scaled(fields("ratio"), b)), negative(fields("offset")))
            yield _rate(total(terms), words)
        case "skid" if not entry.value("ground"):
            point = poses.point(entry.value("body"), entry.trees("point"), entry.record.name)
            across = poses.vector(entry.trees("across"), poses.frames[entry.value("body")])
            yield f"DOT(V_{point}_N>, {across})"
        case "coincidence":
            ends = [
                poses.point(entry.value(f"body_{e}"), entry.trees(f"point_{e}"), entry.record.name)
                for e in "ab"
            ]
            for axis in entry.value("directions"):
                yield _apart(ends[0], ends[1], "xyz".index(axis) + 1)
        case _:
            poses.refuse(entry.place(entry.kind.title), say("A script has no such condition."))


def _closed(entry: Closure, poses: ScriptPoses) -> Iterator[str]:
    """Two points stay together; that axes stay parallel a script cannot state."""
    numbers, at = (entry.child, entry.parent), (entry.point_child, entry.point_parent)
    if not all(number in poses.frames for number in numbers):
        yield from ("" for _ in entry.conditions)
        return
    ends: list[str] = []
    for number, point, end in zip(numbers, at, "ab", strict=True):
        ends.append(poses.point(number, point, f"{entry.joint} {end}"))
    for condition in entry.conditions:
        axis = _along(condition.direction) if isinstance(condition, Offset) else 0
        held = isinstance(condition, Offset) and not condition.in_parent and axis
        yield _apart(ends[0], ends[1], axis) if held else ""


def _along(direction: Trees) -> int:
    return next((n + 1 for n in range(3) if direction[n] == ONE), 0)


def _apart(first: str, second: str, axis: int) -> str:
    return f"DOT(V_{first}_N> - V_{second}_N>, N{axis}>)"


def _rate(tree: Expression, words: Words) -> str:
    """The rate of what is zero."""
    return f"DT({words(tree)})"
