"""What a program that runs by itself is made of, whatever language it is written in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from lagr_gui.foundation.wording import NO_WORDING, Wording, joined_wording

STATE = ("t", "q", "v")
"""What a state is made of; states of the first order stand behind the velocities v."""

REALS = ("double", "float")
"""Precisions of the numbers of a program."""

Operand = tuple[str, float]
"""A value: ("number", its value), or the place of one among "t", "q", "v", "u", "parameter",
"constant" (what follows from parameters alone), "seed" or "step" (of the same formula)."""

Operation = tuple[int, Operand, Operand | None]
"""A code of `kernel.operations` and what it works on."""


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A parameter, coordinate or state of the first order with its unit and what it means.

    Its name is a symbol.
    """

    name: str
    unit: Wording = NO_WORDING
    comment: Wording = NO_WORDING
    value: float = 0.0

    @property
    def title(self) -> Wording:
        """Its name among other words."""
        return Wording(self.name)


@dataclass(frozen=True, slots=True)
class ShownValue:
    """An output of the model with its unit and what it means."""

    title: Wording
    unit: Wording = NO_WORDING
    comment: Wording = NO_WORDING


AnyValue = NamedValue | ShownValue


@dataclass(frozen=True, slots=True)
class ProgramFormula:
    """A straight-line program: `inputs` beside the constants, outputs as named rows of operands.

    `rows` are numbers that its steps look up, by the numbers in their codes; those that none does
    are empty.
    """

    name: str
    comment: str
    inputs: tuple[str, ...]
    steps: tuple[Operation, ...]
    outputs: Mapping[str, tuple[Operand, ...]]
    rows: tuple[tuple[float, ...], ...] = ()

    def made_of(self, name: str) -> Iterator[frozenset[Operand]]:
        """What each output of a row is made of: numbers and steps left out."""
        operands: list[frozenset[Operand]] = []

        def of(operand: Operand) -> frozenset[Operand]:
            sort, place = operand
            if sort == "step":
                return operands[int(place)]
            return frozenset[Operand]() if sort == "number" else frozenset({operand})

        for _, a, b in self.steps:
            operands.append(of(a) | (of(b) if b is not None else frozenset()))
        yield from map(of, self.outputs[name])


class ProgramStretch(NamedTuple):
    """A time in which steps have at most a length; it ends `before` a switch of functions of time.

    What they are behind the switch they are from `after` on.
    """

    before: float
    after: float
    longest: float


@dataclass(frozen=True, slots=True)
class ShortMotion:
    """Where a motion from the start is at a time: q, q̇, z and both energies."""

    t: float
    state: tuple[float, ...]
    T: float
    U: float


@dataclass(frozen=True, slots=True)
class SelfTest:
    """States t, q, q̇, z with the accelerations that another formalism computed there.

    With the rates ż `flows` of states of the first order, the `energies` T, U and the power that is
    dissipated, what is `transmitted`, the largest generalised `force` there, and a short motion
    where one is known.

    With limits also the `gaps` H, their `rates`, and the `velocities` after an impact of all that
    are approached, by state.
    """

    formalism: str
    states: tuple[tuple[float, ...], ...]
    accelerations: tuple[tuple[float, ...], ...]
    flows: tuple[tuple[float, ...], ...] = ()
    energies: tuple[tuple[float, ...], ...] = ()
    transmitted: tuple[tuple[float, ...], ...] = ()
    force: float = 0.0
    motion: ShortMotion | None = None
    gaps: tuple[tuple[float, ...], ...] = ()
    rates: tuple[tuple[float, ...], ...] = ()
    velocities: tuple[tuple[float, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ProgramAnswer:
    """What a program tells of states t, q, v that come in, under the option of its name.

    `function` (of c, t, q, v, u) computes it as a row whose length is `size`, made of numbers of
    the program; from accelerations and multipliers it follows by a `formula`.  `pure` is the name
    of that function where it has no side effects, and another one, `shape` that of an array.
    """

    name: str
    function: str
    size: str
    comment: str
    formula: str = ""
    pure: str = ""
    shape: str = "-1"


ACCELERATIONS = ProgramAnswer(
    "accelerations",
    "accelerations",
    "N@STATES@",
    "The accelerations under further generalised forces u",
    pure="qdd",
)
REACTIONS = ProgramAnswer(
    "reactions",
    "transmit",
    "TRANSMITTED",
    "What joints transmit, and thrusts and voltages: the head of the file lists them",
    "reactions",
)


OUTPUTS = ProgramAnswer(
    "outputs",
    "outputs",
    "SHOWN",
    "What sensors show, the outputs of the model: the head of the file lists them",
    "sensors",
)
DERIVATIVES = ProgramAnswer(
    "derivatives",
    "derivatives",
    "(N@STATES@) * (3 * N@STATES@ + PARAMETERS)",
    "The derivatives of each acceleration by q, v, further generalised forces u, and parameters",
    shape="N@STATES@, -1",
)
EVENT_VALUES = "event_values"
"""The formula of the values of events, then of those that they set."""
RESIDUAL = "residual"
"""The formula from which derivatives follow."""


@dataclass(frozen=True, slots=True)
class ProgramSwitch:
    """A signal that switches by the rule of a number.

    Its mode, and what else it holds, stand from a place among the states on, `count` of them.  Its
    input changes by the rate of that number, -1 where nobody asks for that.
    """

    title: Wording
    rule: int
    place: int
    count: int
    rate: int


@dataclass(frozen=True, slots=True)
class ProgramSampler:
    """A signal that samples: what it holds stands from a place among the states on.

    At a sample it becomes what stands from the number of its `law` on among the samples, times one
    of its random `numbers`, where it has such.
    """

    title: Wording
    place: int
    count: int
    law: int
    numbers: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ProgramDelay:
    """A signal that is delayed.

    Since when, how fast and with which coefficients a polynomial in time tells what has been stands
    from a place among the states on.
    """

    title: Wording
    place: int
    count: int


@dataclass(frozen=True, slots=True)
class ProgramAction:
    """What an event does: a number of the state, by its place, becomes a value.

    That is the one with a number among those that events set, or -1, a `level`.  A motion ends
    where there is no `place`.
    """

    place: int | None
    value: int = -1
    level: float = 0.0


@dataclass(frozen=True, slots=True)
class ProgramEvent:
    """What happens where a value passes through zero: upwards (1), downwards (-1), both ways (0).

    It happens `once`, or each time.
    """

    title: Wording
    way: int
    once: bool
    actions: tuple[ProgramAction, ...]


@dataclass(frozen=True, slots=True)
class ActingParts:
    """What acts at instants of motions: signals that switch, sample or are delayed, and events.

    Events open and switch items by `gates`, states that are 1 where these are there, by places.
    """

    switches: tuple[ProgramSwitch, ...] = ()
    samplers: tuple[ProgramSampler, ...] = ()
    delays: tuple[ProgramDelay, ...] = ()
    events: tuple[ProgramEvent, ...] = ()
    gates: tuple[int, ...] = ()

    @property
    def fixed(self) -> dict[int, float]:
        """States that are no random numbers in a test: all is there, and nothing has been."""
        past = (range(entry.place, entry.place + entry.count) for entry in self.delays)
        return {place: 0.0 for some in past for place in some} | dict.fromkeys(self.gates, 1.0)


@dataclass(frozen=True, slots=True)
class Standalone:
    """A system as a program of its own; what users wrote in it is a `Wording`.

    `constants` are what follows from the parameters alone, `transmitted` says what each number is
    that the formula `reactions` gives (empty where there is none), `shown` what those are that
    `sensors` gives, `unshown` which outputs of the model need more than a state.  `conditions` name
    what each condition belongs to, `on_positions` which of them speak of positions, `limits` what
    stops motions, with impacts (H ≤ 0), `frictions` what slides or sticks, `owners` to which of
    these each end belongs at which reactions press, `rubbing` the dry friction whose forces are
    multipliers behind those of limits, in languages that have modes, `rough` the places of limits
    that rub; `near` and `far` tell how much
    farther than others coordinates go to meet those on positions and on velocities. Conditions are
    `dependent` where some say the same as others. `extents` are how far coordinates go where the
    system moves as a whole, in a `time` (s), `state_extents` how far `states` of the first order
    do, which stand behind the velocities; `floors` (n) what each number of a state may miss,
    however small it is. `stretches` of time in which functions of time neither jump nor bend follow
    each other. Parameters that are `driven` from outside, by their places, change while it moves.
    What is `acting` does so in motions.
    Numbers of the start that are `followed` are expressions of parameters in the model, by their
    places in (q, v, z).
    """

    title: Wording
    description: Wording
    digest: str
    parameters: tuple[NamedValue, ...]
    coordinates: tuple[NamedValue, ...]
    states: tuple[NamedValue, ...]
    constants: ProgramFormula
    transmitted: tuple[Wording, ...]
    shown: tuple[ShownValue, ...]
    unshown: tuple[Wording, ...]
    formulas: tuple[ProgramFormula, ...]
    conditions: tuple[Wording, ...]
    on_positions: tuple[bool, ...]
    limits: tuple[Wording, ...]
    frictions: tuple[Wording, ...]
    owners: tuple[int, ...]
    near: tuple[float, ...]
    far: tuple[float, ...]
    dependent: bool
    start: tuple[float, ...]
    begin: float
    until: float
    rtol: float
    floors: tuple[float, ...]
    extents: tuple[float, ...]
    state_extents: tuple[float, ...]
    time: float
    stretches: tuple[ProgramStretch, ...]
    vectors: SelfTest
    driven: tuple[int, ...] = ()
    followed: Mapping[int, Wording] = field(default_factory=dict[int, Wording])
    rubbing: tuple[Wording, ...] = ()
    rough: tuple[int, ...] = ()
    acting: ActingParts | None = None

    @property
    def switches(self) -> tuple[ProgramSwitch, ...]:
        """The signals that switch."""
        return self.acting.switches if self.acting else ()

    @property
    def samplers(self) -> tuple[ProgramSampler, ...]:
        """The signals that sample."""
        return self.acting.samplers if self.acting else ()

    @property
    def held(self) -> frozenset[int]:
        """The places of states that are what signals hold, and what is there."""
        acting = (*self.switches, *self.samplers, *self.delays)
        places = (range(entry.place, entry.place + entry.count) for entry in acting)
        gates = self.acting.gates if self.acting else ()
        return frozenset((*gates, *(place for some in places for place in some)))

    @property
    def delays(self) -> tuple[ProgramDelay, ...]:
        """The signals that are delayed."""
        return self.acting.delays if self.acting else ()

    @property
    def events(self) -> tuple[ProgramEvent, ...]:
        """What happens in motions."""
        return self.acting.events if self.acting else ()

    @property
    def guards(self) -> int:
        """How many functions are watched by which signals switch and events happen."""
        return 2 * len(self.switches) + len(self.events)

    @property
    def endings(self) -> tuple[str, ...]:
        """Names of the statuses with which what acts may end a motion early, in their order."""
        names = {
            "ENDLESS": self.guards,
            "NO_NUMBERS": self.samplers,
            "STOPPED": self.events,
            "FORGOTTEN": self.delays,
        }
        return tuple(name for name, there in names.items() if there)

    @property
    def stops(self) -> bool:
        """Whether an event ends motions."""
        return any(action.place is None for event in self.events for action in event.actions)

    @property
    def feels_forces(self) -> bool:
        """Whether values of events are made of accelerations, or of what is transmitted."""
        formula = next((entry for entry in self.formulas if entry.name == EVENT_VALUES), None)
        forces = {"acceleration", "multiplier"}
        values = formula.made_of("told") if formula else ()
        return any(not forces.isdisjoint(sort for sort, _ in entry) for entry in values)

    @property
    def followed_words(self) -> Wording:
        """What the start is in the model where it follows parameters; empty where it does not."""
        names = [entry.name for entry in self.coordinates]
        names += [f"{name}'" for name in names]
        names += [entry.name for entry in self.states]
        return joined_wording(
            (f"{names[place]} = " + text for place, text in self.followed.items()), ", "
        )

    @property
    def more(self) -> str:
        """What sizes of the program have more where there are states of the first order."""
        return " + STATES" if self.states else ""

    @property
    def answers(self) -> tuple[ProgramAnswer, ...]:
        """What it tells of single states."""
        reactions = (REACTIONS,) if self.transmitted else ()
        outputs = (OUTPUTS,) if self.shown else ()
        derivatives = (DERIVATIVES,) if self.is_differentiated else ()
        return (ACCELERATIONS, *reactions, *outputs, *derivatives)

    @property
    def changes(self) -> bool:
        """Whether it slides and sticks, or something acts at instants, in its motions."""
        return bool(self.frictions or self.rough or self.acting)

    @property
    def is_exchanged(self) -> bool:
        """Whether others can integrate it: they do not keep what has been, as delays ask for."""
        return not self.delays

    @property
    def is_bound(self) -> bool:
        """Whether accelerations are solved for with conditions, or with what may come to hold."""
        return bool(self.conditions or self.limits or self.frictions)

    @property
    def is_differentiated(self) -> bool:
        """Whether it tells derivatives."""
        return any(formula.name == RESIDUAL for formula in self.formulas)

    @property
    def shared(self) -> tuple[bool, ...]:
        """Which outputs tell of multipliers that conditions share which say the same."""
        formula = next((entry for entry in self.formulas if entry.name == OUTPUTS.formula), None)
        if formula is None:
            return ()
        return tuple(
            self.dependent and any(sort == "multiplier" for sort, _ in entry)
            for entry in formula.made_of("shown")
        )

    @property
    def bare(self) -> Standalone:
        """The same that tells accelerations and what sensors show alone."""
        answering = (RESIDUAL, REACTIONS.formula)
        formulas = tuple(formula for formula in self.formulas if formula.name not in answering)
        return replace(self, transmitted=(), formulas=formulas)
