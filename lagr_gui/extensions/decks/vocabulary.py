"""What names mean while a system is read: atoms become parameters, variables their values.

Variables of LAGR have values as soon as they have been read or computed: GAM(2,2,1) in a force
on body 2 is an entry of its rotation matrix.  Atoms of a user must not be called like
variables of the program (Habelt 6.3).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from lagr_gui.expression import TIME, Expression, Number, Symbol
from lagr_gui.extensions.decks.cards import CardPlace, fail, located
from lagr_gui.extensions.decks.names import (
    ATOMS,
    INDEXED,
    RESERVED,
    Indices,
    fresh,
    model_name,
    spelled,
)
from lagr_gui.foundation.message import counted, say
from lagr_gui.model import Function, Parameter

_NOT_NAMES = ("nan", "inf", "infinity")

_MEANING = {
    "M": ("kg", "mass of body {0}"),
    "TH": ("kg m^2", "Binet inertia of body {0}"),
    "C": ("N/m", "stiffness of the spring between bodies {0} and {1}"),
    "LA0": ("m", "natural length of the spring between bodies {0} and {1}"),
    "K": ("N s/m", "damping between bodies {0} and {1}"),
    "XF": ("m", "x{2}' of the spring's point on body {0}"),
    "XD": ("m", "x{2}' of the damper's point on body {0}"),
}


@dataclass
class Variable:
    """A function variable: its name in the model, and what it is called with."""

    name: str
    count: int
    of_time: bool = True

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of its arguments in the model."""
        if self.count == 1 and self.of_time:
            return (TIME,)
        return tuple(f"x{index}" for index in range(1, self.count + 1))


class Vocabulary:
    """The names of one system; `values` holds what variables of LAGR are at present."""

    def __init__(self, bodies: int, freedoms: int) -> None:
        self.bodies = bodies
        self.freedoms = freedoms
        self.values: dict[tuple[str, Indices], Callable[[], Expression]] = {}
        self.parameters: dict[tuple[str, Indices], str] = {}
        self.functions: dict[str, Variable] = {}
        self.formals: tuple[str, ...] = ()
        self.closed = False
        self._taken = {coordinate(index) for index in range(1, freedoms + 1)}

    def know(self, name: str, indices: Indices, value: Expression) -> None:
        """Give a variable its value."""
        self.values[name, indices] = lambda: value

    def atom(self, name: str, indices: Indices, place: CardPlace) -> Expression:
        """A coordinate, a variable with its value, or an atom as a parameter."""
        if name in INDEXED and len(indices) == INDEXED[name]:
            return self._of_lagr(name, indices, place)
        if name in RESERVED:
            cause = say("“{name}” is a variable of the program LAGR.", name=spelled(name, indices))
            remedy = "Give your quantity another name."
            if name in INDEXED:
                remedy = say(
                    "{name} has {indices}; or use another name.",
                    name=name,
                    indices=counted(INDEXED[name], "{count} index", "{count} indices"),
                )
            fail(place, cause, remedy)
        return Symbol(self.parameter(name, indices, place))

    def _of_lagr(self, name: str, indices: Indices, place: CardPlace) -> Expression:
        if name in ("Q", "QP"):
            return self._coordinate(name, indices[0], place)
        if (name, indices) in self.values:
            with located(place):
                return self.values[name, indices]()
        if name not in ATOMS:
            cause = say("“{name}” has no value here.", name=spelled(name, indices))
            fail(place, cause, "Variables have values after they have been read.")
        self._check(name, indices, place)
        return Symbol(self.parameter(name, indices, place))

    def _coordinate(self, name: str, index: int, place: CardPlace) -> Expression:
        if index > self.freedoms:
            cause = say(
                "“{name}({index})” does not exist: F is {freedoms}.",
                name=name,
                index=index,
                freedoms=self.freedoms,
            )
            fail(place, cause, "Correct the index, or F.")
        if index == 0:
            return Symbol(TIME) if name == "Q" else Number(Fraction(1))
        return Symbol(coordinate(index), 0 if name == "Q" else 1)

    def _check(self, name: str, indices: Indices, place: CardPlace) -> None:
        """The indices of an atom are those of bodies, and of axes."""
        bodies = indices[: 1 if name in ("M", "TH") else 2]
        axes = indices[len(bodies) :]
        shown = spelled(name, indices)
        least = 1 if name in ("M", "TH") else 0
        for body in bodies:
            if not least <= body <= self.bodies:
                cause = say(
                    "“{shown}” speaks of body {body}, the bodies are {least} to {bodies}.",
                    shown=shown,
                    body=body,
                    least=least,
                    bodies=self.bodies,
                )
                fail(place, cause, "Correct the index.")
        if any(not 1 <= axis <= 3 for axis in axes):
            fail(
                place,
                say("The last indices of “{shown}” are axes from 1 to 3.", shown=shown),
                "Correct them.",
            )
        if name == "TH" and axes[0] > axes[1]:
            remedy = say("Write {name}.", name=spelled("TH", (bodies[0], axes[1], axes[0])))
            fail(
                place,
                say("“{shown}” does not occur: LAGR has TH(L,J,K) with J ≤ K.", shown=shown),
                remedy,
            )
        if len(bodies) == 2 and bodies[0] == bodies[1]:
            fail(
                place,
                say("“{shown}” needs two different bodies.", shown=shown),
                "Correct the indices.",
            )

    def parameter(self, name: str, indices: Indices, place: CardPlace) -> str:
        """The parameter that an atom is, made when the atom is first met."""
        name_before = self.parameters.get((name, indices))
        if name_before is not None:
            return name_before
        if self.closed:
            cause = say("“{name}” occurs nowhere in this system.", name=spelled(name, indices))
            fail(place, cause, "A list replaces what occurs; correct the name.")
        return self.add(name, indices)

    def add(self, name: str, indices: Indices = ()) -> str:
        """A new parameter for an atom."""
        wanted = model_name(name, indices)
        wanted = f"{wanted}_" if wanted.lower() in _NOT_NAMES else wanted
        parameter = fresh(wanted, self._taken)
        self._taken.add(parameter)
        self.parameters[name, indices] = parameter
        return parameter

    def function(self, name: str, arguments: tuple[Expression, ...], place: CardPlace) -> str:
        """The function of the model that a function variable is."""
        if name in RESERVED:
            cause = say("“{name}” is a variable of the program LAGR.", name=name)
            fail(place, cause, "Give the function variable another name.")
        variable = self.functions.get(name)
        if variable is None:
            if self.closed:
                cause = say(
                    "The function variable “{name}.” occurs nowhere in this system.", name=name
                )
                fail(place, cause, "Correct the name.")
            model = fresh(name, self._taken)
            self._taken.add(model)
            variable = self.functions[name] = Variable(model, len(arguments))
        if variable.count != len(arguments):
            cause = say(
                "“{name}.” has {arguments} elsewhere, here {here}.",
                name=name,
                arguments=counted(variable.count, "{count} argument", "{count} arguments"),
                here=len(arguments),
            )
            fail(place, cause, "Give it the same arguments everywhere.")
        variable.of_time = variable.of_time and arguments == (Symbol(TIME),)
        return variable.name

    def formal(self, index: int, place: CardPlace) -> Expression:
        """The formal parameter $(index) of the function variable that is replaced."""
        if not self.formals:
            cause = "$(…) stands only for an argument of a function variable that is replaced."
            fail(place, cause, "Write it in a list after FU.($).")
        if not 1 <= index <= len(self.formals):
            cause = say(
                "The function variable has {arguments}.",
                arguments=counted(len(self.formals), "{count} argument", "{count} arguments"),
            )
            fail(place, cause, "Correct the number after $.")
        return Symbol(self.formals[index - 1])

    def described(self) -> tuple[Parameter, ...]:
        """The parameters, with what LAGR calls them; without values."""
        return tuple(_described(*atom, name) for atom, name in self.parameters.items())

    def unspecified(self) -> tuple[Function, ...]:
        """The function variables as functions without expression."""
        return tuple(
            Function(name=v.name, arguments=v.arguments, description=f"{card}.")
            for card, v in self.functions.items()
        )


def coordinate(index: int) -> str:
    """The name of a coordinate in the model."""
    return f"q{index}"


def _described(name: str, indices: Indices, model: str) -> Parameter:
    unit, meaning = _MEANING.get(name, ("", "")) if indices else ("", "")
    text = f"{spelled(name, indices)}: {meaning.format(*indices)}" if meaning else ""
    if not text and model != name:
        text = spelled(name, indices)
    return Parameter(name=model, value=None, unit=unit, description=text)
