"""How LAGR calls what a model names: parameters, coordinates, functions, bodies.

A parameter that is the mass of one body is M(L), one that is an entry of its Binet inertia
TH(L,J,K); names such as C10 or XF101 are those of LAGR's atoms; other names become atoms in
capitals.  Coordinates are Q(1) … Q(F) in the order of the model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from lagr_gui.algebra import Algebra
from lagr_gui.expression import TIME, Call, Expression, Symbol, read, substitute
from lagr_gui.extensions.decks.names import Indices, card_name, lagr_atom, spelled
from lagr_gui.model import Body, Model, Scalar

ENTRIES = {"xx": (1, 1), "xy": (1, 2), "xz": (1, 3), "yy": (2, 2), "yz": (2, 3), "zz": (3, 3)}
"""The entries of an inertia tensor and their indices."""


class CardNames:
    """The names on the cards of one model; `numbers` are LAGR's numbers of the bodies."""

    def __init__(
        self,
        model: Model,
        coordinates: Sequence[str],
        numbers: Mapping[int, int] | None = None,
    ) -> None:
        self.numbers = numbers or {number: number for number in (0, *model.numbers)}
        self._symbols: dict[Symbol, str] = {Symbol(TIME): "Q(0)"}
        for index, name in enumerate(coordinates, start=1):
            self._symbols[Symbol(name)] = f"Q({index})"
            self._symbols[Symbol(name, 1)] = f"QP({index})"
        taken: set[str] = set()
        self._functions: dict[str, str] = {}
        self._add_parameters(model, taken)
        for function in model.functions:
            self._functions[function.name] = card_name(function.name, taken)
            taken.add(self._functions[function.name])
        replaced = {entry.name for case in model.special_cases for entry in case.replacements}
        self._definitions = {
            function.name: (function.arguments, read(function.expression))
            for function in model.functions
            if function.expression is not None and function.name not in replaced
        }

    def symbol(self, symbol: Symbol) -> str:
        """A parameter, coordinate, velocity or the time; what is unknown as it is."""
        return self._symbols.get(symbol, symbol.name)

    def parameter(self, name: str) -> str:
        """A parameter."""
        return self._symbols[Symbol(name)]

    def function(self, name: str) -> str:
        """A function variable, without its point."""
        return self._functions[name]

    def is_function(self, name: str) -> bool:
        """Whether a name is that of a function of the model."""
        return name in self._functions

    def written_out(self, call: Call) -> Expression | None:
        """What stands for a function that has an expression, with its arguments.

        None for one that is left unspecified, or that special cases replace.
        """
        if call.function not in self._definitions:
            return None
        arguments, tree = self._definitions[call.function]
        formal = [Symbol(name) for name in arguments]
        if any(call.orders):
            algebra = Algebra()
            value = algebra.expression(tree)
            for symbol, order in zip(formal, call.orders, strict=True):
                for _ in range(order):
                    value = algebra.derived(value, symbol)
            tree = value.tree()
        return substitute(tree, dict(zip(formal, call.arguments, strict=True)))

    def is_atom(self, value: Scalar, name: str, indices: Indices) -> bool:
        """Whether a scalar is the parameter that LAGR calls by this atom."""
        symbol = self._symbols.get(Symbol(value)) if isinstance(value, str) else None
        return symbol == spelled(name, indices)

    def _add_parameters(self, model: Model, taken: set[str]) -> None:
        names = {parameter.name for parameter in model.parameters}
        atoms = dict(self._inertial(model, names))
        for parameter in model.parameters:
            atom = atoms.get(parameter.name) or self._free_atom(parameter.name)
            if atom is not None and spelled(*atom) not in taken:
                name = spelled(*atom)
            else:
                name = card_name(parameter.name, taken)
            taken.add(name)
            self._symbols[Symbol(parameter.name)] = name

    def _inertial(self, model: Model, names: set[str]) -> Iterator[tuple[str, tuple[str, Indices]]]:
        """Parameters that are a mass or an entry of Binet's inertia, each of one body only."""
        uses = [use for body in model.bodies for use in self._uses(body)]
        counts = Counter(value for value, _ in uses)
        for value, atom in uses:
            if isinstance(value, str) and value in names and counts[value] == 1:
                yield value, atom

    def _uses(self, body: Body) -> Iterator[tuple[Scalar, tuple[str, Indices]]]:
        number = self.numbers[body.number]
        yield body.mass, ("M", (number,))
        if body.inertia.form == "binet":
            for entry, (j, k) in ENTRIES.items():
                yield getattr(body.inertia, entry), ("TH", (number, j, k))

    def _free_atom(self, name: str) -> tuple[str, Indices] | None:
        """C, LA0, K, XF or XD where the name is that of such an atom of these bodies."""
        atom = lagr_atom(name)
        if atom is None or atom[0] in ("M", "TH"):
            return None
        bodies, axes = atom[1][:2], atom[1][2:]
        numbers = self.numbers.values()
        if bodies[0] == bodies[1] or not all(body in numbers for body in bodies):
            return None
        return atom if all(1 <= axis <= 3 for axis in axes) else None
