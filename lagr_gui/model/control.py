"""What was chosen at the control desk: a drawing is opened with the desk as it was left."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import StrictBool

from lagr_gui.model.record import Finite, Line, Name, Record


class Weight(Record):
    """What a deviation of a state, or of an input, costs."""

    name: Line
    value: Finite


class ControlDesk(Record):
    """Inputs, outputs and place of a plant, and what is wanted of its controller; no physics.

    Texts are as they were typed: a `position` as ``theta = 0``, `poles` as ``-2, -1+2i``.  `way` is
    ``lqr``, ``poles``, ``pid`` or ``none``; `weights` are those of states (Q), `costs` those of
    inputs (R); a PID controller has a `sort`, a `phase` margin in degrees and a `crossover` in
    rad/s.  States are `observed` with the `noise` of outputs over that of states.  A `sample` is
    in s.
    """

    inputs: tuple[Line, ...] = ()
    outputs: tuple[Line, ...] = ()
    place: Name = "nearest"
    position: Line = ""
    sample: Line = ""
    way: Name = "lqr"
    weights: tuple[Weight, ...] = ()
    costs: tuple[Weight, ...] = ()
    poles: Line = ""
    sort: Name = "PID"
    phase: Finite = 60.0
    crossover: Line = ""
    observed: StrictBool = False
    noise: Finite = 0.01

    def renamed(self, words: Mapping[str, str], elements: Mapping[str, str]) -> ControlDesk:
        """The same with other names of symbols and elements."""
        from lagr_gui.expression import replaced  # few models are renamed in

        def said(weight: Weight) -> Weight:
            return weight.having(name=replaced(weight.name, words))

        def called(name: str) -> str:
            stem, dot, axis = name.partition(".")
            return elements.get(stem, words.get(stem, stem)) + dot + axis

        return (
            self.each("inputs", called)
            .each("outputs", lambda text: replaced(text, words))
            .each("weights", said)
            .each("costs", lambda cost: cost.having(name=called(cost.name)))
            .having(position=replaced(self.position, words))
        )
