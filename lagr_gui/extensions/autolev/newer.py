"""The newer way to state a system, that of MotionGenesis: ``A.RotateZ(N, q)``, ``P.AddForce(…)``.

It says what the older statements say, in the same record.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from lagr_gui.expression import TIME, Expression, Symbol, substitute, symbols
from lagr_gui.extensions.autolev.reading import (
    DECLARE,
    SILENT,
    NotUnderstood,
    Reader,
    names_in,
    split,
)
from lagr_gui.extensions.autolev.record import Script, ScriptLine, ScriptLoad
from lagr_gui.extensions.autolev.trees import UNITS, ZERO, Term, negative, product
from lagr_gui.extensions.autolev.values import measured
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal

_METHOD = re.compile(r"([a-z]\w*)\.([a-z]\w*)\s*\((.*)\)")
_TURN = re.compile(r"rotate(positive|negative)?([xyz])")
_SEQUENCE = re.compile(r"(body|space)([xyz])([xyz])([xyz])")
_ENTRY = re.compile(r"([a-z]\w*)(\[\d+\])?")
_SPEED = re.compile(r"\b([a-z]\w*)\.getvelocity\(\s*([a-z]\w*)\s*\)")
_ASKED = re.compile(r"\b[a-z]\w*\.get\w+\s*\(")
_SOLVE = re.compile(r"(?:solve|solvedt|setdt)\s*\((.*)\)")
_STATED = re.compile(r"set(angular)?(velocity|acceleration|velocityacceleration)")
_PLACED = frozenset({"translate", "setposition", "setpositionvelocity"})


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def read_script(text: str) -> Script:
    """What a script says. Raises LagrError with the lines of what is not understood."""
    return NewerReader().read(text)


class NewerReader(Reader):
    """Reads both ways: a script may mix them."""

    declares = DECLARE | _words(
        "newtonianframe rigidframe rigidbody particle point constant variable"
    )
    silent = SILENT | _words(
        "animate evaluate express explicit factor factorlinear factorquadratic ode outputplot "
        "plotoutput setautozee setdigits setgeneralizedspeed setunitsystem"
    )

    def __init__(self) -> None:
        super().__init__()
        self.equations: dict[str, list[tuple[int, str]]] = {}
        self.used: set[str] = set()

    def read(self, text: str) -> Script:
        script = super().read(text)
        if script.centre == "cm":
            pairs = [name.split("_") for name in script.positions]
            placed = {script.newtonian + "o", *(pair[2] for pair in pairs)}
            wanting = [above for _, above, _ in pairs if above not in placed]
            if wanting:
                cause, name = say("Its pose is not known."), wanting[0].upper()
                remedy = say("Expected: {what}.", what=f"{name}.Translate(…, …)")
                raise refusal(say("“{name}”", name=name), cause, remedy, "autolev")
        return script

    def statement(self, text: str) -> None:
        if match := _METHOD.fullmatch(text):
            self.method(match[1], match[2], split(match[3]))
        elif match := _SOLVE.fullmatch(text):
            self.solve(*split(match[1]))
        else:
            super().statement(text)

    def equation(self, left: str, right: str) -> None:
        left, entry = left.rstrip(": "), _ENTRY.fullmatch(left)
        match = _METHOD.fullmatch(right)
        if match and match[2].startswith("add"):
            self.method(match[1], match[2], split(match[3]))
        elif entry and entry[2] and entry[1] != "dependent":
            self.equations.setdefault(entry[1], []).append((self.line, right))
        elif left in self.silent or (_ASKED.search(right) and "dependent" not in left):
            return
        elif re.fullmatch(r"(?!(p|v|w|a|alf)_)[a-z]\w*>", left):
            self.script.vectors[left[:-1]] = self.vector(right)
        elif entry and not entry[2] and not re.search(r">|^[a-z]\w*'$", right):
            self.define(left, right)
        else:
            super().equation(left, _SPEED.sub(r"v_\1_\2>", right))

    def define(self, name: str, text: str) -> None:
        """A name that stands for an expression from here on."""
        if name == TIME:
            raise NotUnderstood(say("another name: T is the time"))
        if name in self.used:
            raise NotUnderstood(say("the value of {name} before it is used", name=name.upper()))
        self.script.defined[name] = self.scalar(text)
        if name in self.script.given:
            self.script.given.remove(name)

    def scalar(self, text: str) -> Expression:
        """An expression in coordinates and velocities, without names that stand for others."""
        tree = super().scalar(text)
        self.used |= {symbol.name for symbol in symbols(tree)}
        return substitute(tree, self.defined)

    def vector(self, text: str) -> list[Term]:
        """A vector, its coefficients without names that stand for others."""
        terms = super().vector(text)
        self.used |= {symbol.name for c, _, _ in terms for symbol in symbols(c)}
        return [(substitute(c, self.defined), frame, axis) for c, frame, axis in terms]

    @property
    def defined(self) -> dict[Symbol, Expression]:
        """What names stand for."""
        return {Symbol(name): tree for name, tree in self.script.defined.items()}

    # --- declarations ---------------------------------------------------------------------------

    def _newtonianframe(self, rest: str) -> None:
        self.script.newtonian = rest or "n"
        self.script.centre = "cm"

    def _rigidframe(self, rest: str) -> None:
        self.script.frames += self.named(rest)

    def _rigidbody(self, rest: str) -> None:
        self.script.bodies += self.named(rest)

    def _particle(self, rest: str) -> None:
        self.script.particles += self.named(rest)

    def _point(self, rest: str) -> None:
        for entry in split(rest):
            name, _, body = entry.partition("(")
            self.script.points += self.named(name.strip())
            if body := body.rstrip(") ").strip():
                self.script.fixed[name.strip()] = body

    def _constant(self, rest: str) -> None:
        for entry in split(rest):
            if "=" in entry:
                self.valued(entry)
            else:
                self._constants(entry)

    def _variable(self, rest: str) -> None:
        for entry in split(rest):
            name, _, value = entry.partition("=")
            if value and name.strip().isidentifier():
                self.equation(name.strip(), value.strip())
            elif not value:
                self._variables(name.strip())
            elif not _ASKED.search(value):
                raise NotUnderstood(say("VARIABLE Q'' alone"))

    def _input(self, rest: str) -> None:
        for entry in split(rest):
            name, _, value = entry.partition("=")
            plain = name.strip(": ")
            self.script.inputs[plain] = self.line
            self.measure(plain, value)

    def named(self, text: str) -> list[str]:
        """Names of frames, bodies or points, of which those of vectors are made."""
        names = names_in(text)
        if any("_" in name for name in names):
            raise NotUnderstood(say("names of frames and points without _"))
        return names

    def valued(self, text: str) -> Expression:
        """A scalar, or a constant that gets its value here, as in ``M = 2 kg``."""
        name, _, value = text.partition("=")
        if not value:
            return self.scalar(text)
        self.script.constants += names_in(name.strip())
        self.measure(name.strip(), value)
        return self.scalar(name)

    def measure(self, name: str, text: str) -> None:
        """Give a name a number with its unit, or what follows from constants."""
        try:
            value, unit = measured(text.strip()) or (self.scalar(text), "")
        except ValueError:
            raise NotUnderstood(say("a number and a unit, or an expression")) from None
        self.script.values[name] = value
        if unit not in ("", "1"):
            self.script.units[name] = unit

    # --- what is said of the system --------------------------------------------------------------

    def method(self, name: str, method: str, arguments: list[str]) -> None:
        said: dict[str, Callable[[str, list[str]], None]] = {
            "rotate": self.rotate,
            "setrotationmatrix": self.rotate,
            "setmass": lambda item, inputs: self.set_mass(item, inputs[0]),
            "setinertia": self.set_inertia,
            "setmassinertia": self.set_both,
            "addforce": self.add_force,
            "addtorque": self.add_torque,
            "addforcegravity": self.add_gravity,
            "addforcespring": self.add_spring,
        }
        if turn := _TURN.fullmatch(method):
            self.fitting(arguments, 2, 2, "A.RotateZ(N, Q)")
            angle = self.scalar(arguments[1])
            sign = turn[1] == "negative"
            self.turn(name, arguments[0], turn[2], negative(angle) if sign else angle)
        elif method in _PLACED:
            self.fitting(arguments, 2, 2, "P.Translate(NO, VECTOR)")
            self.script.positions[f"p_{arguments[0]}_{name}"] = self.vector(arguments[1])
        elif _STATED.fullmatch(method):
            if len(arguments) != 1:
                raise NotUnderstood(say("places and turns: velocities follow from them"))
        elif method in said and arguments:
            said[method](name, arguments)
        elif not method.startswith("get"):
            raise NotUnderstood(say("a call that lagr_gui/extensions/autolev/autolev.md lists"))

    def fitting(self, arguments: list[str], least: int, most: int, form: str) -> None:
        if not least <= len(arguments) <= most:
            raise NotUnderstood(form)

    def turn(self, frame: str, above: str, axis: str, angle: Expression) -> None:
        self.script.turns[frame] = (above, UNITS["xyz".index(axis)], angle)

    def rotate(self, name: str, arguments: list[str]) -> None:
        """Three turns one after the other, or one about a vector."""
        form = "A.Rotate(N, BodyXYZ, Q1, Q2, Q3)"
        if len(arguments) == 3 and ">" in arguments[1]:
            axis = self.axis(arguments[1], (name, arguments[0]))
            self.script.turns[name] = (arguments[0], axis, self.scalar(arguments[2]))
            return
        sequence = _SEQUENCE.fullmatch(arguments[1]) if len(arguments) == 5 else None
        if sequence is None:
            raise NotUnderstood(form)
        turns = list(zip(sequence.groups()[1:], arguments[2:], strict=True))
        if sequence[1] == "space":
            turns.reverse()
        frames = [arguments[0], f"{name}_1", f"{name}_2", name]
        for place, (axis, angle) in enumerate(turns):
            self.turn(frames[place + 1], frames[place], axis, self.scalar(angle))

    def set_mass(self, item: str, text: str) -> None:
        self.script.masses[item] = self.declared(self.valued(text))

    def set_inertia(self, item: str, arguments: list[str]) -> None:
        if arguments[0] == f"{item}cm":
            arguments = arguments[1:]
            if arguments and arguments[0] == item:
                arguments = arguments[1:]
        places = {*self.script.frames, *self.script.bodies, *self.script.points}
        if len(arguments) not in (3, 6) or places & {*arguments}:
            raise NotUnderstood(say("moments about the centre of mass in axes of the body"))
        moments = (self.declared(self.valued(entry)) for entry in arguments)
        self.script.inertias[item] = tuple(moments)

    def set_both(self, item: str, arguments: list[str]) -> None:
        self.set_mass(item, arguments[0])
        self.set_inertia(item, arguments[1:] or [""])

    def declared(self, tree: Expression) -> Expression:
        """The tree, its symbols being constants if nothing says what they are."""
        script = self.script
        declared = {*script.constants, *script.given, *script.coordinates, *script.defined}
        new = {symbol.name for symbol in symbols(tree)} - declared - {"pi", "t"}
        script.constants += sorted(new)
        return tree

    def add_force(self, point: str, arguments: list[str]) -> None:
        self.fitting(arguments, 1, 2, "P.AddForce(VECTOR), P.AddForce(Q, VECTOR)")
        self.force(["/".join((point, *arguments[:-1])), arguments[-1]])

    def add_torque(self, frame: str, arguments: list[str]) -> None:
        self.fitting(arguments, 1, 2, "A.AddTorque(VECTOR), A.AddTorque(B, VECTOR)")
        self.torque(["/".join((frame, *arguments[:-1])), arguments[-1]])

    def add_gravity(self, item: str, arguments: list[str]) -> None:
        """That of all, or the weight of one."""
        if item == "system":
            self.weight(arguments)
            return
        owner = item.removesuffix("cm")
        if owner not in self.script.masses:
            raise NotUnderstood(f"{owner.upper()}.SetMass(M)")
        point = self.script.centre_of(owner)
        mass = self.script.masses[owner]
        terms = self.vector(arguments[0])
        weight = tuple((product(mass, c), frame, axis) for c, frame, axis in terms)
        self.script.forces.append(ScriptLoad(point, weight, self.line))

    def add_spring(self, point: str, arguments: list[str]) -> None:
        self.fitting(arguments, 2, 3, "P.AddForceSpring(Q, K, L)")
        natural = self.scalar(arguments[2]) if len(arguments) == 3 else ZERO
        strength = self.scalar(arguments[1])
        self.script.between.append(
            ScriptLine("spring", point, arguments[0], strength, natural, self.line)
        )

    def solve(self, zero: str, *unknown: str) -> None:
        """Equations that are solved for velocities or coordinates are conditions of the motion."""
        name = zero.partition("=")[0].strip().partition("[")[0]
        equations = self.equations.pop(name, [])
        if all(entry.endswith("''") for entry in unknown):
            return
        for self.line, text in equations:
            condition = self.condition(_SPEED.sub(r"v_\1_\2>", text))
            still = condition.zero is not None and all(
                s.order == 0 for s in symbols(condition.zero)
            )
            self.script.dependents.append(replace(condition, rate=condition.rate or still))
