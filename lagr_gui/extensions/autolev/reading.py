"""Statements of a script, one after the other, as AUTOLEV takes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from lagr_gui.expression import Expression, Symbol, read, substitute, symbols
from lagr_gui.extensions.autolev.record import (
    INTEGRATION,
    Dependent,
    Script,
    ScriptLine,
    ScriptLoad,
)
from lagr_gui.extensions.autolev.trees import UNITS, ZERO, Axis, Term, negative, total, vector
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem

SILENT = frozenset(
    re.findall(
        r"\w+",
        "autoz autorhs autoepsilon output outputs code save solve kane zero constrain "
        "angvel digits v2pts a2pts v1pt a1pt v2pt a2pt overwrite factoring expand "
        "simplify type beepsound encode complex stop quit run degrees",
    )
)
"""Statements that ask AUTOLEV for something, and say nothing of the system."""

DECLARE = frozenset(
    re.findall(
        r"\w+",
        "newtonian frames bodies particles points constants variables motionvariables "
        "specified mass inertia units input",
    )
)
"""Statements that declare something."""

_DERIVED = re.compile(r"^\(?\s*(dt|angvel|v2pts|a2pts|cross)\s*\(|^0>$")
_CALL = re.compile(r"([a-z]\w*)\s*\((.*)\)$")
_NAMES = re.compile(r"([a-z]\w*)\{(\d+)(?::(\d+))?\}('*)|([a-z]\w*)('*)")


def statements(text: str) -> Iterator[tuple[int, str]]:
    """Statements with their lines: in small letters, without comments, put together again."""
    whole, first = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        plain = line.partition("%")[0].strip().lower()
        first = first if whole else number
        if plain.endswith("&"):
            whole += plain[:-1] + " "
            continue
        for part in split(whole + plain, ";"):
            if statement := part.strip():
                yield first, statement
        whole = ""
    if whole.strip():
        yield first, whole.strip()


class NotUnderstood(Exception):
    """A statement that this does not read: what was expected."""


class Reader:
    """Reads a script: `declares` are words of statements that declare, `silent` of idle ones."""

    declares = DECLARE
    silent = SILENT

    def __init__(self) -> None:
        self.script = Script()
        self.line = 0

    def read(self, text: str) -> Script:
        problems: list[Problem] = []
        for self.line, statement in statements(text):
            try:
                self.statement(statement)
            except NotUnderstood as error:
                problems.append(self.problem(statement, error.args[0]))
            except LagrError as error:
                problems += error.problems
        problems += self._unknown()
        if not problems and not self.script.newtonian:
            problems.append(self.problem("", say("NEWTONIAN and the name of the frame at rest")))
        if problems:
            raise LagrError(problems)
        return self.script

    def problem(self, statement: str, expected: str) -> Problem:
        return Problem(
            say("Line {number}", number=self.line),
            say("“{statement}” is not understood.", statement=statement[:80]),
            say("Expected: {what}.", what=expected),
            code="autolev",
        )

    def _unknown(self) -> Iterator[Problem]:
        """Names that get values, and that nothing declares."""
        script = self.script
        declared = {
            *script.constants,
            *script.given,
            *script.coordinates,
            *script.speeds,
            *INTEGRATION,
        }
        for name, self.line in script.inputs.items():
            if name.rstrip("'") not in declared:
                yield self.problem(name.upper(), say("a name that the script declares"))

    @property
    def place(self) -> str:
        return say("Line {number}", number=self.line)

    # --- which statement it is ------------------------------------------------------------------

    def statement(self, text: str) -> None:
        word = re.match(r"[a-z]\w*", text)
        name = word.group() if word else ""
        rest = text[len(name) :].strip()
        declare = getattr(self, f"_{name}", None) if name in self.declares else None
        if declare is not None:
            declare(rest.lstrip("'"))
        elif match := _CALL.match(text):
            self.call(match[1], match[2])
        elif name in self.silent:
            return
        elif "=" in text:
            left, _, right = text.partition("=")
            self.equation(left.strip(), right.strip())
        else:
            raise NotUnderstood(
                say("a statement that lagr_gui/extensions/autolev/autolev.md lists")
            )

    def call(self, name: str, inside: str) -> None:
        arguments = split(inside)
        calls: dict[str, Callable[[list[str]], None]] = {
            "simprot": self.simprot,
            "force": self.force,
            "torque": self.torque,
            "gravity": self.weight,
        }
        if name in calls:
            calls[name](arguments)
        elif name not in self.silent:
            raise NotUnderstood(say("a call that lagr_gui/extensions/autolev/autolev.md lists"))

    def equation(self, left: str, right: str) -> None:
        if re.fullmatch(r"p_\w+>", left):
            self.script.positions[left[:-1]] = self.vector(right)
        elif re.fullmatch(r"dependent\[\d+\]", left):
            self.script.dependents.append(self.condition(right))
        elif left in self.silent or _DERIVED.match(right):
            return
        elif left.endswith(">"):
            raise NotUnderstood(say("0>, or what DT, ANGVEL, V2PTS or A2PTS give"))
        elif left.endswith("'") and right.isidentifier():
            self.speed(left[:-1], right)
        elif right.endswith("'") and left.isidentifier():
            self.speed(right[:-1], left)
        else:
            raise NotUnderstood(say("Q' = U, P_…> = …, DEPENDENT[…] = …"))

    # --- declarations ---------------------------------------------------------------------------

    def _newtonian(self, rest: str) -> None:
        self.script.newtonian = rest

    def _frames(self, rest: str) -> None:
        self.script.frames += names_in(rest)

    def _bodies(self, rest: str) -> None:
        self.script.bodies += names_in(rest)

    def _particles(self, rest: str) -> None:
        self.script.particles += names_in(rest)

    def _points(self, rest: str) -> None:
        self.script.points += names_in(rest)

    def _constants(self, rest: str) -> None:
        for entry in split(rest):
            name, _, value = entry.partition("=")
            self.script.constants += names_in(name)
            if value:
                self.script.values[name.strip()] = self.scalar(value)

    def _variables(self, rest: str) -> None:
        for name in names_in(rest):
            plain = name.rstrip("'")
            kept = self.script.coordinates if name.endswith("'") else self.script.given
            kept.append(plain)

    def _motionvariables(self, rest: str) -> None:
        self.script.coordinates += [name.rstrip("'") for name in names_in(rest)]

    def _specified(self, rest: str) -> None:
        names = names_in(rest)
        if any(name.endswith("'") for name in names):
            raise NotUnderstood(say("quantities without derivatives"))
        self.script.given += names

    def _mass(self, rest: str) -> None:
        for entry in split(rest):
            item, _, value = entry.partition("=")
            self.script.masses[item.strip()] = self.scalar(value)

    def _inertia(self, rest: str) -> None:
        item, *moments = split(rest)
        if len(moments) not in (3, 6):
            raise NotUnderstood(say("a body, I11, I22, I33, and I12, I23, I31"))
        self.script.inertias[item] = tuple(map(self.scalar, moments))

    def _units(self, rest: str) -> None:
        for entry in split(rest):
            name, _, unit = entry.partition("=")
            for plain in names_in(name):
                self.script.units[plain] = unit.strip()

    def _input(self, rest: str) -> None:
        for entry in split(rest):
            name, _, value = entry.partition("=")
            number = re.match(r"[-+\d.eE]+", value.strip())
            if number is None:
                raise NotUnderstood(say("NAME = NUMBER"))
            for plain in names_in(name):
                self.script.inputs[plain] = self.line
                self.script.values[plain] = self.scalar(number.group())

    # --- what is said of the system --------------------------------------------------------------

    def simprot(self, arguments: list[str]) -> None:
        if len(arguments) != 4:
            raise NotUnderstood(say("SIMPROT(FRAME, FRAME, 1 or 2 or 3, ANGLE)"))
        first, second, along, angle = arguments
        if second in self.script.turns:
            raise NotUnderstood(say("one SIMPROT for the frame {frame}", frame=second))
        turned = self.scalar(angle)
        if re.fullmatch(r"-?[123]", along):
            turned = negative(turned) if along[0] == "-" else turned
            axis = UNITS[int(along[-1]) - 1]
        elif ">" in along:
            axis = self.axis(along, (first, second))
        else:
            raise NotUnderstood(say("SIMPROT(FRAME, FRAME, 1 or 2 or 3, ANGLE)"))
        self.script.turns[second] = (first, axis, turned)

    def axis(self, text: str, frames: tuple[str, str]) -> Axis:
        """A vector by the unit vectors of one of two frames that share it."""
        terms = self.vector(text)
        if len({frame for _, frame, _ in terms}) != 1 or terms[0][1] not in frames:
            raise NotUnderstood(say("an axis by unit vectors of one of both frames"))
        entries: list[Expression] = [ZERO, ZERO, ZERO]
        for coefficient, _, number in terms:
            entries[number - 1] = total(entries[number - 1], coefficient)
        return entries[0], entries[1], entries[2]

    def force(self, arguments: list[str]) -> None:
        if len(arguments) != 2:
            raise NotUnderstood(say("a point and a vector"))
        first, _, second = (part.strip() for part in arguments[0].partition("/"))
        if second and (line := self.between(first, second, arguments[1])):
            self.script.between.append(line)
            return
        terms = tuple(self.vector(arguments[1]))
        self.script.forces.append(ScriptLoad(first, terms, self.line))
        if second:
            opposite = tuple((negative(c), frame, axis) for c, frame, axis in terms)
            self.script.forces.append(ScriptLoad(second, opposite, self.line))

    def between(self, first: str, second: str, text: str) -> ScriptLine | None:
        """A spring or damper between two points, where the force is one of these."""
        plain = re.sub(r"\s+", "", text)
        length = rf"mag\(p_{second}_{first}>\)"
        along = rf"\*unitvec\(p_{second}_{first}>\)"
        for kind, pattern in (
            ("spring", rf"-(.+?)\*(?:{length}|\({length}-(.+)\)){along}"),
            ("dashpot", rf"-(.+?)\*dt\({length}\){along}"),
            ("lagr_damper", rf"-(.+?)\*\(v_{first}_\w+?>-v_{second}_\w+?>\)"),
        ):
            if match := re.fullmatch(pattern, plain):
                natural = match[2] if kind == "spring" and match[2] else "0"
                strength = self.scalar(match[1])
                return ScriptLine(kind, first, second, strength, self.scalar(natural), self.line)
        return None

    def torque(self, arguments: list[str]) -> None:
        if len(arguments) != 2:
            raise NotUnderstood(say("TORQUE(BODY, VECTOR)"))
        terms = tuple(self.vector(arguments[1]))
        self.script.torques.append(ScriptLoad(arguments[0], terms, self.line))

    def weight(self, arguments: list[str]) -> None:
        if len(arguments) != 1:
            raise NotUnderstood(say("GRAVITY(VECTOR)"))
        self.script.gravity = tuple(self.vector(arguments[0]))

    def condition(self, right: str) -> Dependent:
        newtonian, right = self.script.newtonian, re.sub(r"\s+", "", right)
        speed = rf"v_(\w+?)_{newtonian}>"
        match = re.fullmatch(rf"dot\({speed}(?:-{speed})?,(.*)\)", right)
        rate = re.fullmatch(r"dt\(([^>]*)\)", right)
        if match:
            terms = tuple(self.vector(match[3]))
            return Dependent(None, self.line, False, match[1], match[2] or "", terms)
        if ">" in right:
            raise NotUnderstood(say("DOT(V_POINT_N>, UNIT VECTOR>), or a scalar in Q and U"))
        zero = self.scalar(rate[1] if rate else right)
        return Dependent(zero, self.line, rate is not None)

    def speed(self, coordinate: str, speed: str) -> None:
        self.script.speeds[speed] = coordinate

    # --- expressions ------------------------------------------------------------------------------

    def scalar(self, text: str) -> Expression:
        """An expression in coordinates and velocities."""
        tree = read(text.strip(), self.place)
        if any(symbol.order and symbol.name in self.script.speeds for symbol in symbols(tree)):
            raise NotUnderstood(say("no derivatives of generalised speeds"))
        speeds = self.script.speeds
        return substitute(tree, {Symbol(u): Symbol(q, 1) for u, q in speeds.items()})

    def vector(self, text: str) -> list[Term]:
        """A vector, its coefficients in coordinates and velocities."""
        vectors = {**self.script.vectors, **self.script.positions}
        for name, terms in self.script.positions.items():
            _, first, second = name.split("_", 2)
            opposite = [(negative(c), frame, axis) for c, frame, axis in terms]
            vectors.setdefault(f"p_{second}_{first}", opposite)
        try:
            terms = vector(text, vectors, self.place)
        except ValueError:
            raise NotUnderstood(say("a sum of scalars times unit vectors")) from None
        speeds = {Symbol(u): Symbol(q, 1) for u, q in self.script.speeds.items()}
        return [(substitute(c, speeds), frame, axis) for c, frame, axis in terms]


def split(text: str, mark: str = ",") -> list[str]:
    """Parts between commas, or other marks, that stand in no brackets."""
    parts, depth, part = list[str](), 0, ""
    for char in text:
        depth += (char in "([{") - (char in ")]}")
        if char == mark and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += char
    return [*parts, part.strip()] if part.strip() else parts


def names_in(text: str) -> list[str]:
    """Names, with ``q{3}'`` for q1', q2', q3'."""
    names: list[str] = []
    for entry in split(text):
        match = _NAMES.fullmatch(entry)
        if match is None:
            raise NotUnderstood(say("names, apart by commas"))
        if match[5]:
            names.append(match[5] + match[6])
        else:
            first, last = (int(match[2]), int(match[3])) if match[3] else (1, int(match[2]))
            names += [f"{match[1]}{n}{match[4]}" for n in range(first, min(last, first + 999) + 1)]
    return names
