"""The structured form as a sheet: definitions first, then lines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from lagr_gui.algebra import factors_of, product_of
from lagr_gui.expression import Expression, Number, Sum, Symbol
from lagr_gui.expression.rows import terms_in
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import NotStructured, Problem, Severity
from lagr_gui.mechanics import friction
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.sheets.balance import kinetic_energy
from lagr_gui.mechanics.sheets.friction_records import FrictionForce
from lagr_gui.mechanics.sheets.sheet import STRUCTURED, Balance, Entry, Sheet, Term
from lagr_gui.mechanics.structured.derivation import Line, Structured
from lagr_gui.mechanics.structured.drawn import pictures
from lagr_gui.mechanics.structured.planar import without_vectors
from lagr_gui.mechanics.structured.quantity import Quantity
from lagr_gui.mechanics.trees import NOUGHT

RULES = {
    "g": ("g", "g_μν = ∫ v_μ · v_ν dm, v_ν = e_ν × (x − p_ν) for a turn, e_ν for a slide"),
    "Gamma": ("Γ", "Γ_ρμν = e_μ · h_ρν for a turn μ inboard of ν, h_ρν = ∫ v_ν × v_ρ dm"),
}
EXAMPLES = {"g": "g2,1", "Gamma": "Gamma3,2,1"}
_ONE = Number(Fraction(1))

_Strength = tuple[Number, tuple[tuple[Expression, int], ...]]
"""A number and powers of parameters."""


Name = tuple[str, tuple[int, ...]]
"""Symbol and indices of a g or Γ."""


def structured_sheet(
    structured: Structured, special: str, moving_base: bool, names: Collection[Name] = ()
) -> Sheet:
    """The lines of a system; `moving_base` tells that the pose of body 0 is one of them.

    Of results with too many lines only those with these `names` are there, and nothing that is put
    together from them: the sheet tells which (`left_out`).
    """
    many, reading = structured.too_many, structured.reading
    metric = [_entry("g", i, line, "17") for i, line in _lines(structured, "g", names)]
    whole = [] if "g" in many else [entry.by_name for entry in metric]
    entries = (
        *_poses(structured, moving_base),
        *kinetic_energy(whole, reading.coordinates, STRUCTURED),
        *(_energy("U", line, "31", reading) for line in (structured.U,) if line),
        *(_energy("D", line, "37", reading) for line in (structured.D,) if line),
        *metric,
        *(_entry("Gamma", i, line, "30") for i, line in _lines(structured, "Gamma", names)),
        *(_entry("Q", (rho,), line, "27") for rho, line in structured.Q.items()),
        *_conditions(structured),
    )
    sheet = _sheet(structured, special, entries)
    notes = tuple(_left_out(symbol, count) for symbol, count in many.items())
    return replace(sheet, notes=notes, left_out=tuple(many)) if many else sheet


def single_lines(structured: Structured, special: str, names: Iterable[Name]) -> Sheet:
    """Some g_μν and Γ_ρμν ≠ 0 by symbol and indices, with the definitions that they need.

    Nothing else is made, however many there are.
    """
    equations = {"g": "17", "Gamma": "30"}
    lines = ((symbol, i, structured.line(symbol, i)) for symbol, i in names)
    entries = tuple(_entry(s, i, line, equations[s]) for s, i, line in lines if line)
    return replace(_sheet(structured, special, entries), left_out=("g", "Gamma", "Q"))


def _lines(
    structured: Structured, symbol: str, names: Collection[Name]
) -> Iterable[tuple[tuple[int, ...], Line]]:
    if symbol not in structured.too_many:
        return (structured.g if symbol == "g" else structured.gamma).items()
    wanted = sorted({indices for name, indices in names if name == symbol})
    return ((indices, line) for indices in wanted if (line := structured.line(symbol, indices)))


def _left_out(symbol: str, count: int) -> Problem:
    """What is said instead of lines that nobody would read."""
    letter, rule = RULES[symbol]
    return Problem(
        letter,
        say(
            "Up to {count} lines are left out. One rule stands for all of them: {rule}",
            count=count,
            rule=rule,
        ),
        say("Ask for single ones: lagr equations MODEL --line {example}", example=EXAMPLES[symbol]),
        Severity.HINT,
        "left-out",
    )


def _sheet(structured: Structured, special: str, entries: tuple[Entry, ...]) -> Sheet:
    """A sheet of entries with all that their names need."""
    reading = structured.reading
    _check_results(reading, entries)
    frictions = tuple(_frictions(structured))
    trees = [term.tree for entry in entries for term in entry.terms]
    trees += [tree for force in frictions for tree in force.trees]
    definitions = structured.book.used(trees)
    drawn, places = pictures(structured, definitions)
    sheet = Sheet(
        title="",
        coordinates=reading.coordinates,
        form=STRUCTURED,
        special=special,
        entries=entries,
        seconds=0.0,
        charges=reading.mesh_charges,
        passive=reading.passive,
        definitions=definitions,
        pictures=drawn,
        places=places,
        curves=tuple(beam.curve for beam in structured.beams),
        states=_states(structured),
        signals=_signals(structured),
        frictions=frictions,
    )
    return without_vectors(sheet, structured).spelled(reading.typed)


def _frictions(structured: Structured) -> Iterator[FrictionForce]:
    """The forces of dry friction that have names."""

    def enter(tree: Expression) -> Expression:
        return structured.tidy(structured.enter(tree))

    for part in structured.reading.frictions:
        from lagr_gui.mechanics.sheets.friction_forces import friction_force  # few have any

        slip = structured.effects[part.key].slip
        if friction.FORCE in part.made and slip != NOUGHT:
            yield friction_force(part, slip, enter)


def _signals(structured: Structured) -> tuple[Balance, ...]:
    """What names of signals stand for."""
    reading = structured.reading
    if not (reading.keeps_names and reading.signals):
        return ()
    from lagr_gui.mechanics.sheets.signal_lines import cases_by, signal_balances  # few have any

    trees = {name: structured.enter(tree) for name, tree in reading.signals.items()}
    cases = cases_by(reading.cases, structured.enter)
    return signal_balances(trees, reading.sources, cases)


def _states(structured: Structured) -> tuple[Balance, ...]:
    """The equations of states of the first order."""
    reading = structured.reading
    if not reading.states:
        return ()
    from lagr_gui.mechanics.sheets.signal_lines import cases_by, state_balances  # few have any

    pairs = zip(reading.states, map(structured.enter, reading.rates), strict=True)
    rates = ((Term(rate, (reading.sources[name],)),) for name, rate in pairs)
    cases = cases_by(reading.cases, structured.enter)
    return state_balances(reading.states, rates, reading.sources, cases)


def _entry(symbol: str, indices: tuple[int, ...], line: Line, equation: str) -> Entry:
    terms = tuple(Term(tree, keys) for quantity, keys in line for tree in quantity.trees)
    return Entry(symbol, indices, terms, equation)


def _energy(symbol: str, line: Line, equation: str, reading: Reading) -> Entry:
    entry = _entry(symbol, (), line, equation)
    return replace(entry, terms=_gathered(entry.terms, reading.parameters))


def _poses(structured: Structured, moving_base: bool) -> Iterable[Entry]:
    for number, (E, x) in structured.poses.items():
        if number or moving_base:
            for symbol, quantity, equation in (("E", E, "39"), ("x", x, "41")):
                if line := _alone(quantity, f"body:{number}"):
                    yield _entry(symbol, (number,), line, equation)


def _conditions(structured: Structured) -> Iterable[Entry]:
    """Φ, G, γ̄, γ̿ of conditions that some position does not fulfil, numbered as they are shown."""
    tables: dict[str, list[Entry]] = {"phi": [], "G": [], "gamma_bar": [], "gamma_bar2": []}
    for s, row in enumerate(structured.shown_rows, start=1):
        rows = [("phi", (s,), row.phi, "C1")]
        rows += [("G", (s, rho), slope, "C2") for rho, slope in row.G.items()]
        rows += [("gamma_bar", (s,), row.gamma_bar, "C2"), ("gamma_bar2", (s,), row.gamma, "C3")]
        for symbol, indices, quantity, equation in rows:
            if line := _alone(quantity, row.source):
                tables[symbol].append(_entry(symbol, indices, line, equation))
    return (entry for entries in tables.values() for entry in entries)


def _alone(quantity: Quantity, key: str) -> Line:
    return () if quantity.is_zero else ((quantity, (key,)),)


def _check_results(reading: Reading, entries: Iterable[Entry]) -> None:
    """Raise LagrError where the model has the name of a result that others are made of."""
    names = reading.names
    for entry in entries:
        if entry.symbol in ("g", "Gamma", "Q", "G") and entry.reference in names:
            raise NotStructured.refusal(
                place=say("Name “{name}”", name=entry.reference),
                cause="In the structured form this is the name of a result.",
                remedy="Give it another name, or choose another form.",
                code="structured",
            )


def _gathered(terms: Sequence[Term], parameters: Collection[str]) -> tuple[Term, ...]:
    """The sum with terms that are the same parameters times something else as one product."""
    groups: dict[_Strength | int, list[Term]] = {}
    for place, term in enumerate(terms):
        strength = _strength(term.tree, parameters)
        groups.setdefault(strength if strength[1] else place, []).append(term)
    sums = groups.values()
    return tuple(group[0] if len(group) == 1 else _product(group, parameters) for group in sums)


def _strength(tree: Expression, parameters: Collection[str]) -> _Strength:
    number, powers = factors_of(tree)
    strength = ((b, e) for b, e in powers.items() if isinstance(b, Symbol) and b.name in parameters)
    return number, tuple(strength)


def _product(terms: Sequence[Term], parameters: Collection[str]) -> Term:
    number, powers = _strength(terms[0].tree, parameters)
    common = dict(powers)
    rests: list[Expression] = []
    for term in terms:
        _, factors = factors_of(term.tree)
        rests.append(
            product_of(_ONE, {base: e for base, e in factors.items() if base not in common})
        )
    above = {base: e for base, e in powers if e > 0}
    below = {base: e for base, e in powers if e < 0}
    sources = tuple(dict.fromkeys(key for term in terms for key in term.sources))
    bracket = Sum(tuple(part for rest in rests for part in terms_in(rest)))
    return Term(product_of(number, {**above, bracket: 1, **below}), sources)
