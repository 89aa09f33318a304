"""Is an answer right, and if not: which error is it?

Answers are compared as functions.  A wrong one is looked for among those that follow from typical
errors; then what it has too much or too little of, by sources; then the first step that does not
follow from the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise, product

from lagr_gui.algebra import Canonical
from lagr_gui.expression import TIME, Symbol, write
from lagr_gui.extensions.teaching.marking.answers import refuse
from lagr_gui.extensions.teaching.marking.asking import SYSTEM, plain_title
from lagr_gui.extensions.teaching.marking.equality import are_equivalent, is_multiple
from lagr_gui.extensions.teaching.marking.mutants import Mutant, source_name
from lagr_gui.extensions.teaching.marking.reading import Student
from lagr_gui.extensions.teaching.marking.solution import Edit
from lagr_gui.extensions.teaching.marking.verdicts import Verdict
from lagr_gui.foundation.message import Message, phrase, say
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.vectors import dot

Sides = list[tuple[int, Canonical]]
"""The sides of an answer, with their numbers."""
Same = Callable[[Canonical, Canonical], bool]
"""Whether an answer says what a quantity is."""

RIGHT = Verdict("right")
MOST_SIGNS = 3
"""Of so many multipliers the signs are left to the student."""


@dataclass(frozen=True)
class Question:
    """What is asked: a quantity of the derivation by name, with its value."""

    name: str
    value: Canonical
    has_rules: bool = True
    """Whether the solution makes it by rules that could be wrong."""

    @property
    def is_equation(self) -> bool:
        """Whether it is known up to a factor."""
        return self.name.startswith("equation ")


@dataclass(frozen=True)
class Earlier:
    """A wrong answer to another question, from which others may follow."""

    line: str
    name: str
    value: Canonical


class Judge:
    """Judges the answers to one exercise."""

    def __init__(self, student: Student) -> None:
        self.student, self.solution = student, student.solution
        names = self.solution.coordinates
        self._orders = [[Symbol(name, order) for name in names] for order in (2, 1, 0)]
        self._signs = [*product((1, -1), repeat=min(len(student.multipliers), MOST_SIGNS))]
        """Signs of λ that are left: each is a convention, the same one in all equations."""

    # --- what answers say ----------------------------------------------------------------------

    def verdict(self, question: Question, answer: str, earlier: Sequence[Earlier] = ()) -> Verdict:
        """How an answer is."""
        try:
            if question.name == SYSTEM:
                return self._of_system(
                    [self.equation(row) for row in answer.split(";") if row.strip()]
                )
            if question.is_equation:
                return self._of_equation(question, self.equation(answer), earlier)
            return self._of_expression(question, self.sides(question, answer), earlier)
        except LagrError as error:
            return unreadable(error)

    def equation(self, answer: str) -> Canonical:
        """What an equation says is 0. Raises LagrError where it does not read."""
        sides = [self.student.value(side) for side in answer.split("=", 2)]
        if len(sides) > 2:
            refuse(say("An equation has two sides."), "Write one = only.")
        return sides[0] if len(sides) == 1 else sides[0] - sides[1]

    def sides(self, question: Question, answer: str) -> Sides:
        """The sides of a chain T2 = … = …, numbered; the last one is the answer.

        Others that do not read, as T2 and ½ m v², say what is meant.  Raises LagrError where the
        last one does not.
        """
        *others, last = answer.split("=")
        found: Sides = []
        for number, side in enumerate(others, start=1):
            if number > 1 or plain_title(side) != plain_title(question.name):
                with suppress(LagrError):
                    found.append((number, self.student.value(side)))
        return [*found, (len(others) + 1, self.student.value(last))]

    def _of_system(self, rows: Sequence[Canonical]) -> Verdict:
        """How all equations together are."""
        right = [self.solution.equation(rho) for rho in self.solution.rows]
        if len(rows) != len(right):
            wanted = say(
                "{count} equations are asked, not {given}", count=len(right), given=len(rows)
            )
            return Verdict("wrong", (wanted,))
        for signs in self._signs:
            turned = [self._turned(row, signs) for row in rows]
            if are_equivalent(turned, right, self._orders[0]):
                return RIGHT
        return self._of_rows(rows, right)

    def _of_rows(self, rows: Sequence[Canonical], right: Sequence[Canonical]) -> Verdict:
        """What is wrong with single equations of a system."""
        said, errors = list[Message](), list[str]()
        questions = [
            Question(f"equation {name}", value)
            for name, value in zip(self.solution.coordinates, right, strict=True)
        ]
        for number, (row, own) in enumerate(zip(rows, questions, strict=True), start=1):
            same = self._same_as(own)
            if any(same(row, question.value) for question in questions):
                continue
            named = self._of_equation(own, row, ())
            reasons = named.said or (say("it does not follow"),)
            said += [
                say("equation {number}: {reason}", number=number, reason=one) for one in reasons
            ]
            errors += named.errors
        if not said:
            said.append(say("one of the equations follows from the others"))
        return Verdict("wrong", tuple(said), tuple(dict.fromkeys(errors)))

    # --- expressions and equations -------------------------------------------------------------

    def _of_expression(
        self, question: Question, sides: Sides, earlier: Sequence[Earlier]
    ) -> Verdict:
        answer, same = sides[-1][1], self._same_as(question)
        breaks = _break(sides)
        if same(answer, question.value):
            told = [*breaks]
            if not (answer - question.value).is_zero:
                told.append(say("with another zero level"))
            return Verdict("right", tuple(told))
        return self._wrong(question, answer, same, earlier, breaks)

    def _of_equation(
        self, question: Question, answer: Canonical, earlier: Sequence[Earlier]
    ) -> Verdict:
        same = self._same_as(question)
        every = product((1, -1), repeat=len(self._signs[0]))
        fitting = [signs for signs in every if same(self._turned(answer, signs), question.value)]
        if left := [signs for signs in self._signs if signs in fitting]:
            self._signs = left
            return RIGHT
        if fitting:
            told = say("λ has another sign than in your equations before")
            return Verdict("wrong", (told,), ("multiplier-sign",))
        found = [
            self._wrong(question, self._turned(answer, signs), same, earlier, ())
            for signs in self._signs
        ]
        return max(
            found, key=lambda one: (one.state == "follows", bool(one.errors), bool(one.said))
        )

    def _turned(self, value: Canonical, signs: Sequence[int]) -> Canonical:
        """A value with multipliers of these signs: which ones is a convention."""
        algebra, multipliers = self.solution.algebra, self.student.multipliers
        turned = [s for s, sign in zip(multipliers, signs, strict=False) if sign < 0]
        return value.substitute({s: -algebra.symbol(s) for s in turned}) if turned else value

    def _same_as(self, question: Question) -> Same:
        if question.is_equation:
            unknowns = (self._orders[0], self.student.multipliers, self._orders[1])
            return lambda one, other: is_multiple(one, other, unknowns)
        if question.name == "U":
            return lambda one, other: not self._moves(one - other)
        return lambda one, other: (one - other).is_zero

    def _moves(self, value: Canonical) -> bool:
        moving = [Symbol(TIME), *(symbol for several in self._orders for symbol in several)]
        return any(not value.derivative(symbol).is_zero for symbol in moving)

    def _wrong(
        self,
        question: Question,
        answer: Canonical,
        same: Same,
        earlier: Sequence[Earlier],
        breaks: tuple[Message, ...],
    ) -> Verdict:
        if question.has_rules:
            if (follows := self._follows(question, answer, same, earlier)) is not None:
                return follows
            found = [*self._errors(question, answer, same)]
            if found := [one for one in found if not one[0].seldom] or found:
                said = dict.fromkeys(said for _, said in found)
                names = dict.fromkeys(mutant.name for mutant, _ in found)
                return Verdict("wrong", tuple(said), tuple(names))
        if told := self._difference(question, answer):
            return Verdict("wrong", (*told, *breaks))
        return Verdict("wrong", breaks)

    def _follows(
        self, question: Question, answer: Canonical, same: Same, earlier: Sequence[Earlier]
    ) -> Verdict | None:
        """What is derived rightly from a wrong answer before."""
        for one in earlier:
            solution = self.solution.after(one.name, one.value)
            made = None if solution is None else solution.quantity(question.name)
            if made is not None and same(answer, made):
                return Verdict("follows", (say("follows from your line {line}", line=one.line),))
        return None

    def _errors(
        self, question: Question, answer: Canonical, same: Same
    ) -> Iterator[tuple[Mutant, Message]]:
        """Errors that lead to this answer; of one, where it concerns the least."""
        met: dict[str, list[Edit]] = {}
        for mutant, edit, made in self.student.wrong_values(question.name):
            if same(answer, made) and not same(made, question.value):
                several = met.setdefault(mutant.name, [])
                if not any(other.subjects < edit.subjects for other in several):
                    several.append(edit)
                    yield mutant, mutant.words(self.solution, edit)

    # --- differences, by source ----------------------------------------------------------------

    def _difference(self, question: Question, answer: Canonical) -> tuple[Message, ...]:
        """What the answer has too much or too little of; equations times their factors."""
        pieces = [(said, value) for said, value in self._parts(question) if not value.is_zero]
        for a, b in self._scales(question, answer):
            rest = answer * b - question.value * a
            scaled = [(said, value * a) for said, value in pieces]
            if told := _composed(rest, scaled):
                return told
        return ()

    def _scales(
        self, question: Question, answer: Canonical
    ) -> Iterator[tuple[Canonical, Canonical]]:
        """Factors by which a wrong equation may be compared: those of its accelerations."""
        one = self.solution.algebra.one
        yield one, one
        if question.is_equation:
            yield -one, one
            for symbol in self._orders[0]:
                a, b = answer.derivative(symbol), question.value.derivative(symbol)
                if not (a.is_zero or b.is_zero):
                    yield a, b

    def _parts(self, question: Question) -> Iterator[tuple[Message, Canonical]]:
        """What a quantity is the sum of, in words."""
        place, solution = self.solution.named.get(question.name), self.solution
        if place is None or place.component is not None or place.rule == "place":
            return
        if place.rule == "equation":
            for rule, words, sign in _OF_EQUATIONS:
                yield from (
                    (say(words, part=said), value * sign)
                    for said, value in self._by_source(rule, place.subject)
                )
        elif place.rule in ("square", "kinetic") and place.subject:
            body = place.subject[0]
            number = body if isinstance(body, int) else solution.body_of(body)
            if number is not None:
                yield from self._of_body(number, place.rule)
            yield from self._by_speeds(question.value)
        else:
            yield from self._by_source(place.rule, place.subject)

    def _by_source(self, rule: str, begin: Sequence[object]) -> Iterator[tuple[Message, Canonical]]:
        for subject in self.solution.domains[rule]:
            if subject[: len(begin)] == begin:
                name = source_name(self.solution, str(subject[-1]))
                yield say("the part of “{name}”", name=name), self.solution(rule, *subject)

    def _by_speeds(self, value: Canonical) -> Iterator[tuple[Message, Canonical]]:
        """The terms of an energy or square, by the product of velocities that they have."""
        speeds, symbol = self._orders[1], self.solution.algebra.symbol
        for one, other in combinations_with_replacement(speeds, 2):
            slope = value.derivative(one).derivative(other)
            factor = self.solution.half if one == other else self.solution.algebra.one
            words = f"{write(one)}^2" if one == other else f"{write(one)}*{write(other)}"
            yield (
                say("the term with {product}", product=words),
                (factor * slope * symbol(one) * symbol(other)),
            )

    def _of_body(self, number: int, rule: str) -> Iterator[tuple[Message, Canonical]]:
        solution = self.solution
        name = solution.chain.model.body(number).name or str(number)
        factor = solution.algebra.one
        if rule == "kinetic":
            factor = solution.half * solution.mass(number)
        a, b = solution.carried(number), solution.relative(number)
        yield (
            say("the square of the velocity with which its joint carries “{name}”", name=name),
            (factor * dot(a, a)),
        )
        yield (
            say("the product 2 v₁·v₂ of “{name}” (its joint carries it along)", name=name),
            (factor * dot(a, b) * 2),
        )
        yield (
            say("the square of the velocity of “{name}” about its joint", name=name),
            (factor * dot(b, b)),
        )
        if rule == "kinetic":
            yield say("½ J ω² of “{name}”", name=name), solution("rotation", number)


_OF_EQUATIONS = (
    ("rate", "{part} in d/dt ∂T/∂q̇", 1),
    ("slope", "{part} in ∂T/∂q", -1),
    ("fall", "{part} in ∂U/∂q", 1),
    ("force", "{part} in Q*", -1),
    ("bound", "{part} in λ ∂Φ/∂q", -1),
)
"""What an equation of motion is the sum of."""
_FACTORS = {
    Fraction(-1): "too little: {piece} is missing",
    Fraction(-2): "{piece} has the wrong sign",
    Fraction(1): "too much: {piece} is there twice",
    Fraction(-1, 2): "too little: only half of {piece}",
    Fraction(3): "too much: {piece} is there four times",
}
"""What is said where an answer has so many times a part more."""


def _composed(rest: Canonical, pieces: Sequence[tuple[Message, Canonical]]) -> tuple[Message, ...]:
    """The one or two parts that make up a difference, in words; none where there are no such."""
    for said, piece in pieces:
        for factor, words in _FACTORS.items():
            if (rest - piece * factor).is_zero:
                return (say(words, piece=said),)
    for (one, first), (two, second) in combinations(pieces, 2):
        for a, b in product(_FACTORS, repeat=2):
            if (rest - first * a - second * b).is_zero:
                return say(_FACTORS[a], piece=one), say(_FACTORS[b], piece=two)
    return ()


def unreadable(error: LagrError) -> Verdict:
    """The verdict on what cannot be read."""
    problem = error.problems[0]
    parts = {"place": problem.place, "cause": problem.cause, "remedy": problem.remedy}
    said = say("{place}: {cause} {remedy}", **{name: phrase(text) for name, text in parts.items()})
    return Verdict("unreadable", (said,))


def _break(sides: Sides) -> tuple[Message, ...]:
    """The first step of the student's own chain that does not follow."""
    for (one, before), (other, after) in pairwise(sides):
        if not (before - after).is_zero:
            words = "the sides {one} and {other} of your chain are not equal"
            return (say(words, one=one, other=other),)
    return ()
