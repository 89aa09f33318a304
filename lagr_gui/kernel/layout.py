"""What of a program must be computed, when, and where the values lie.

Dead operations are dropped.  Operations that depend on parameters and numbers only form
the parameter stage; the others form the state stage, which runs at each call.

Some outputs alone can be a part of a program: what it needs runs apart from the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.kernel import operations as op
from lagr_gui.kernel.node import Node
from lagr_gui.kernel.operations import Operation
from lagr_gui.kernel.program import Program


@dataclass(frozen=True, slots=True)
class SlotLayout:
    """A program cut to its outputs.

    All values lie in one array of slots: first the state inputs, then the parameters,
    then the numbers, then the results of the parameter stage, then those of the state
    stage.  An operation of a stage is (code, slot, slot); its own slot is the next one.  `rows` are
    numbers that operations look up, which have no slots; those that none does are empty.

    The state stage lies in blocks (operations, parts): so many operations, one after the other,
    are needed by these parts (a bit for each).  What more of them need comes first.
    """

    states: int
    parameters: int
    numbers: tuple[float, ...]
    parameter_stage: tuple[Operation, ...]
    state_stage: tuple[Operation, ...]
    outputs: tuple[int, ...]
    blocks: tuple[tuple[int, int], ...]
    rows: tuple[op.Row, ...] = ()

    @property
    def first_parameter_result(self) -> int:
        """The slot of the first operation of the parameter stage."""
        return self.states + self.parameters + len(self.numbers)

    @property
    def first_state_result(self) -> int:
        """The slot of the first operation of the state stage."""
        return self.first_parameter_result + len(self.parameter_stage)

    @property
    def slots(self) -> int:
        """The number of all values."""
        return self.first_state_result + len(self.state_stage)


def lay_out(
    program: Program,
    state: Sequence[Node],
    parameters: Sequence[Node],
    outputs: Sequence[Node],
    parts: Sequence[Sequence[Node]] = (),
) -> SlotLayout:
    """Cut a program to its outputs and sort it into stages, the last by what `parts` need.

    Raises `LagrError` when an output depends on an input that is neither state nor
    parameter.
    """
    live = live_nodes(program, outputs)
    slots = {node.index: slot for slot, node in enumerate((*state, *parameters))}
    _check_inputs(program, live, slots)
    numbers: list[float] = []
    for index in live:
        value = program.nodes[index].value
        if value is not None:
            slots[index] = len(state) + len(parameters) + len(numbers)
            numbers.append(value)
    moving = moving_nodes(program, live, {node.index for node in state})
    still = [i for i in live if i not in slots and i not in moving]
    needed = _needed(program, parts)
    busy = sorted(
        (i for i in live if i not in slots and i in moving),
        key=lambda i: (-needed.get(i, 0).bit_count(), needed.get(i, 0), i),
    )
    first = len(state) + len(parameters) + len(numbers)
    slots.update(zip(still, range(first, first + len(still)), strict=True))
    first += len(still)
    slots.update(zip(busy, range(first, first + len(busy)), strict=True))
    return SlotLayout(
        states=len(state),
        parameters=len(parameters),
        numbers=tuple(numbers),
        parameter_stage=_renumbered(program, still, slots),
        state_stage=_renumbered(program, busy, slots),
        outputs=tuple(slots[node.index] for node in outputs),
        blocks=tuple(
            (len(list(run)), mask) for mask, run in groupby(needed.get(i, 0) for i in busy)
        ),
        rows=used_rows(program, live),
    )


def used_rows(program: Program, live: list[int]) -> tuple[op.Row, ...]:
    """The rows of the program by their numbers; empty where no operation looks into one."""
    codes = {program.operations[index][0] for index in live}
    used = {op.in_row(code)[0] for code in codes if code >= op.FIRST_ROW}
    return tuple(row if number in used else () for number, row in enumerate(program.rows))


def _needed(program: Program, parts: Sequence[Sequence[Node]]) -> dict[int, int]:
    """By index of a node the parts that need it, a bit for each."""
    needed: dict[int, int] = {}
    for bit, outputs in enumerate(parts):
        for index in live_nodes(program, outputs):
            needed[index] = needed.get(index, 0) | 1 << bit
    return needed


def live_nodes(program: Program, outputs: Sequence[Node]) -> list[int]:
    """The nodes that the outputs are made of, in the order of the program."""
    operations = program.operations
    live = {node.index for node in outputs}
    pending = list(live)
    while pending:
        code, i, j = operations[pending.pop()]
        if code <= op.NUMBER:
            continue
        for operand in (i, j):
            if operand >= 0 and operand not in live:
                live.add(operand)
                pending.append(operand)
    return sorted(live)


def moving_nodes(program: Program, live: list[int], states: set[int]) -> set[int]:
    """The nodes that depend on the state."""
    operations = program.operations
    moving = set(states)
    for index in live:
        code, i, j = operations[index]
        if code > op.NUMBER and (i in moving or j in moving):
            moving.add(index)
    return moving


def _renumbered(
    program: Program, indices: list[int], slots: dict[int, int]
) -> tuple[Operation, ...]:
    operations = program.operations
    slots = {**slots, -1: -1}
    return tuple((code, slots[i], slots[j]) for code, i, j in map(operations.__getitem__, indices))


def _check_inputs(program: Program, live: list[int], slots: dict[int, int]) -> None:
    unbound = [
        program.names[program.operations[index][1]]
        for index in live
        if program.operations[index][0] == op.INPUT and index not in slots
    ]
    if unbound:
        raise refusal(
            say("input {unbound}", unbound=", ".join(unbound)),
            "A result depends on it, but it is neither a parameter nor a coordinate.",
            "Give it a value as a parameter.",
            code="unbound-input",
        )
