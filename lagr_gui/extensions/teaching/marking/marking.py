"""The question *mark*: the answers to the exercise of a drawing, judged line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lagr_gui.expression import read
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.extensions.teaching.chains.lagrange import LagrangeChain
from lagr_gui.extensions.teaching.derivation import derivation
from lagr_gui.extensions.teaching.lines import Derivation, DerivedLine, Section
from lagr_gui.extensions.teaching.marking.asking import (
    SYSTEM,
    found,
    plain_title,
    titled,
    varied,
)
from lagr_gui.extensions.teaching.marking.judging import Earlier, Judge, Question, unreadable
from lagr_gui.extensions.teaching.marking.mutants import source_name
from lagr_gui.extensions.teaching.marking.numbers import number_verdict
from lagr_gui.extensions.teaching.marking.reading import Student
from lagr_gui.extensions.teaching.marking.solution import Solution
from lagr_gui.extensions.teaching.marking.verdicts import EARNING, Mark, Marked, Verdict
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.formalisms.calculus import Exact
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.model.exercise import Asked
from lagr_gui.prepared import Prepared, derived

MISSING = Verdict("missing")


@derived
def mark(prepared: Prepared, answers: str | Mapping[str, str], variant: int = 0) -> Marked:
    """The answers to the exercise of a model, with points and with what is wrong in them.

    `answers` are lines ``4.2: T2 = …``, or texts by what is asked.  A `variant` counts through the
    values of varied parameters.  Raises LagrError for an unsound model, for one without an
    exercise, and for an exercise that asks what the derivation does not have.
    """
    if not prepared.model.exercise.ask:
        cause = "This model asks nothing."
        raise refusal("Exercise", cause, "Write “exercise” into its file.", "no-exercise")
    return Marker(prepared, variant).marked(answers)


def texts_of(answers: str) -> Iterator[tuple[str, str]]:
    """What a text answers, with the answers; a line that begins with = goes on."""
    lines: list[tuple[str, str]] = []
    for line in answers.splitlines():
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        key, colon, text = bare.partition(":")
        if lines and (bare.startswith("=") or not colon):
            lines[-1] = lines[-1][0], f"{lines[-1][1]} {bare}"
        else:
            lines.append((key.strip(), text.strip()))
    yield from lines


class Marker:
    """Marks answers to one exercise; its algebra is its own, so that nothing else sees answers."""

    def __init__(self, prepared: Prepared, variant: int) -> None:
        self.model = varied(prepared.model, variant)
        self.derivation: Derivation = derivation(prepared, coordinates="relative")
        general = prepared.general
        kinetics = Kinetics(general.reading, Exact(general.reading))
        self.chain = LagrangeChain(prepared, self.derivation.sheet, kinetics)
        self.solution = Solution(self.chain)
        self.student = Student(self.solution, self.model.exercise)
        self.judge = Judge(self.student)
        self.lines = [*titled(self.derivation)]

    def marked(self, answers: str | Mapping[str, str]) -> Marked:
        """All marks."""
        pairs = texts_of(answers) if isinstance(answers, str) else answers.items()
        given: dict[str, list[str]] = {}
        for key, text in pairs:
            given.setdefault(plain_title(key), []).append(text)
        marks, wrong, used = list[Mark](), list[Earlier](), set[str]()
        for asked in self.model.exercise.ask:
            line, name = found(asked, self.lines, self.solution.named)
            keys = [plain_title(one) for one in (asked.line, line, name) if one]
            texts = [text for key in dict.fromkeys(keys) for text in given.get(key, [])]
            used |= {*keys}
            marks.append(self._mark(asked, line, name, "; ".join(texts), wrong))
        unused = tuple(key for key in given if key not in used)
        return Marked(self.model.name, tuple(marks), unused, self.model.exercise.feedback)

    def _mark(self, asked: Asked, line: str, name: str, text: str, wrong: list[Earlier]) -> Mark:
        verdict = self._verdict(asked, line, name, text, wrong) if text else MISSING
        if verdict.state == "wrong" and name in self.solution.named:
            self._remember(line, name, text, wrong)
        points = asked.points if verdict.state in EARNING else 0.0
        return Mark(
            line or asked.line, name, text, verdict, points, asked.points, self._hints(line)
        )

    def _verdict(
        self, asked: Asked, line: str, name: str, text: str, wrong: list[Earlier]
    ) -> Verdict:
        if asked.value:
            try:
                return number_verdict(text, self._number(asked), asked.unit)
            except LagrError as error:
                return unreadable(error)
        return self.judge.verdict(self.question(name, line), text, wrong)

    def question(self, name: str, number: str = "") -> Question:
        """What is asked by name, or by the number of its line, with its value there."""
        if name == SYSTEM:
            return Question(name, self.solution.algebra.zero)
        made = self.solution.quantity(name)
        if name.startswith("equation ") and made is not None:
            return Question(name, made)
        own = [line for line, title in self.lines if number in ("", line.number) and title == name]
        if not own:
            assert made is not None  # what no line is about
            return Question(name, made)
        value = self.chain.value_of(own[-1].right)
        return Question(name, value, made is not None and (made - value).is_zero)

    def _remember(self, line: str, name: str, text: str, wrong: list[Earlier]) -> None:
        question = self.question(name, line)
        if question.has_rules and not question.is_equation:
            value = self.judge.sides(question, text)[-1][1]
            wrong.append(Earlier(line or name, name, value))

    def _number(self, asked: Asked) -> float:
        values = {one.name: one.value for one in self.model.parameters}

        def known(symbol: object) -> float:
            value = values.get(getattr(symbol, "name", ""))
            if value is None:
                place = say("Exercise, “{line}”", line=asked.line)
                cause = say("“{name}” has no value.", name=getattr(symbol, "name", ""))
                raise refusal(place, cause, "Use parameters with values.", "exercise")
            return float(value)

        return evaluate(read(asked.value), FloatCarrier(), known)

    # --- hints ---------------------------------------------------------------------------------

    def _hints(self, number: str) -> tuple[Message, ...]:
        """Where to look: the section, the rule, what the terms come from."""
        for section in self.derivation.sections:
            for line in section.lines:
                if line.number == number:
                    return self._hints_of(section, line)
        return ()

    def _hints_of(self, section: Section, line: DerivedLine) -> tuple[Message, ...]:
        where = say("look at section {number}: {title}", number=section.number, title=section.title)
        uses = ", ".join(line.uses)
        rule = say("{rule} ({uses})", rule=line.rule, uses=uses) if uses else line.rule
        about = {one.number: title for one, title in self.lines}
        same = [one for one, title in self.lines if title == about[line.number]]
        keys = dict.fromkeys(key for one in same for key in one.sources)
        sources = ", ".join(source_name(self.solution, key) for key in keys)
        return (
            where,
            rule,
            *((say("terms come from {sources}", sources=sources),) if sources else ()),
        )
