"""A system whose equations change at instants as a flat model in Modelica.

Friction slides forth, slides back or sticks, with modes in between in which it starts.  Limits have
a curve, place ↦ (push, acceleration of the gap), while they are touched, and impacts by `reinit`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from lagr_gui.catalogue.dynamics import Rule
from lagr_gui.extensions.programs.modelica import ModelicaText, negative
from lagr_gui.extensions.programs.modelica_modes import ChangingSystem
from lagr_gui.extensions.programs.record import NamedValue
from lagr_gui.foundation.wording import Wording
from lagr_gui.model.events import MotionEvent
from lagr_gui.subsystems.switching import Delay, Sampling, Switching

Values = Mapping[tuple[str, int], str]

REST = 1e-5
"""What rebounds more slowly than this part of the fastest arrival rests."""

_OF_FRICTION = "slip slip_d bound most friction slides forth back sticks breaks fails"
_OF_LIMIT = (
    "gap gap_d gap_dd contact course rests hits strikes leaves fastest rebound impulse mobility"
)
_OF_SIGNAL = "on top bottom count noise sampled"
_OF_EVENT = "value passes turn waits happened acts"
_WORDS = "settled delay reinit pre edge change sample terminate initial mod integer"


class ChangingText(ModelicaText):
    """Formulas as equations, with modes, whose changes are events of Modelica."""

    def __init__(self, system: ChangingSystem, held: Sequence[int]) -> None:
        self.system, program = system, system.program
        self.more = " ".join(self._own_words())
        super().__init__(program, held)
        m, count = len(program.conditions), len(system.limits)
        for k in range(count):
            self.known[self.names.of("multiplier", m + k)] = f"(-contact_{k + 1})"
        for k in range(len(system.frictions)):
            self.known[self.names.of("multiplier", m + count + k)] = f"friction_{k + 1}"
        self.before = False
        self.jumps: list[tuple[str, dict[str, str]]] = []

    def _own_words(self) -> Iterator[str]:
        system, program = self.system, self.system.program
        f, terms = len(program.coordinates), sum(len(entry.parameters) for entry in system.acting)
        yield _WORDS
        for words, count in (
            (_OF_FRICTION, len(system.frictions)),
            (_OF_LIMIT, len(system.limits)),
            (_OF_SIGNAL, len(system.acting)),
            (_OF_EVENT, len(system.events) + len(system.gates)),
            ("term", 8 * len(system.acting) + terms),
        ):
            yield from (f"{word}_{k}" for word in words.split() for k in range(1, count + 1))
        for k in range(1, len(system.limits) + 1):
            yield from (f"response_{k}_{i}" for i in range(1, f + 1))
            yield from (f"reaction_{k}_{s}" for s in range(1, len(program.conditions) + 1))
        longest = range(1, 1 + max(len(formula.steps) for formula in program.formulas))
        yield from (f"z{n}_{sort}" for n in longest for sort in "ghkx")

    # --- names -------------------------------------------------------------------------------

    def is_chosen(self, entry: NamedValue) -> bool:
        """Whether a parameter is one of the model: others hold what signals and events do."""
        return entry.name not in self.system.hidden

    @cached_property
    def _hidden(self) -> Mapping[str, str]:
        """What parameters that change are called here."""
        names = [entry.name for entry in self.program.parameters]
        return {
            name: self.names.of("parameter", place)
            for place, name in enumerate(names)
            if name in self.system.hidden
        }

    def named(self, name: str) -> str:
        """A name; what is sampled sees what was held before."""
        text = super().named(name)
        return f"pre({text})" if self.before and text in self._kept else text

    @cached_property
    def _kept(self) -> frozenset[str]:
        """Parameters that stay as they are between two instants."""
        flowing = {entry.constant for entry in self.system.acting if isinstance(entry, Delay)}
        return frozenset(text for name, text in self._hidden.items() if name not in flowing)

    def _there(self, key: str) -> str:
        """The parameter that tells whether an item is there; empty for one that always is."""
        return self._hidden[self.system.gates[key]] if key in self.system.gates else ""

    def _acts(self, key: str) -> str:
        """The Boolean variable that is set where events open or switch an item.

        What holds follows from what it was before: a value by which it opens may be made of that.
        """
        return f"acts_{[*self.system.gates].index(key) + 1}" if key in self.system.gates else ""

    def _real(self, name: str, words: str | Wording = "") -> None:
        comment = f" {self.literal(Wording(words) if isinstance(words, str) else words)}"
        self.declared.append(f"Real {name}{comment if words else ''};")

    def _discrete(self, sort: str, name: str, start: str, words: str = "") -> None:
        comment = f" {self.literal(Wording(words))}" if words else ""
        self.declared.append(f"{sort} {name}(start = {start}, fixed = true){comment};")

    # --- motion ------------------------------------------------------------------------------

    def motion(self) -> None:
        """The equations of motion with all that may hold."""
        system = self.system
        if not (system.limits or system.frictions or self._opened):
            super().motion()
            return
        self.moving()
        values = dict(self.named_steps("balance" if self._holds else "dynamics"))
        m, count = len(system.conditions), len(system.limits)
        if count:
            values = self._shared(values)
        pushing = [(s, f"lambda_{s + 1}") for s in self.held]
        pushing += [(m + k, f"(-contact_{k + 1})") for k in range(count)]
        pushing += [(m + count + k, f"friction_{k + 1}") for k in range(len(system.frictions))]
        self.balance(values, pushing)
        for s in self.held:
            self._condition(values, s)
        for k in range(count):
            self._limit(values, k)
        if system.frictions:
            self._settled()
        for k in range(len(system.frictions)):
            self._friction(values, k)

    @property
    def _holds(self) -> bool:
        return bool(self.system.limits or self.system.frictions)

    @property
    def _opened(self) -> bool:
        return any(key in self.system.gates for key in self.system.conditions)

    def _shared(self, values: Values) -> dict[tuple[str, int], str]:
        """The same with names for masses and slopes, which answers to impacts use again."""
        f, shared = len(self.program.coordinates), dict(values)
        for (row, place), value in values.items():
            if row in ("mass", "slopes") and value != "0.0":
                name = f"{row.removesuffix('s')}_{place // f + 1}_{place % f + 1}"
                name = name.replace("mas_", "mass_")
                self._real(name)
                self.equations.append(f"{name} = {value};")
                shared[row, place] = name
        return shared

    def _condition(self, values: Values, s: int) -> None:
        """A condition, which may open."""
        row, drift = self.row(values, s), values["drift", s]
        acts = self._acts(self.system.conditions[s])
        if acts:
            self.equations.append(
                f"0.0 = if pre({acts}) then {row} + ({drift}) else lambda_{s + 1};"
            )
        else:
            self.equations.append(f"{row} = {negative(drift)};")

    def _accelerated(self, values: Values, s: int) -> str:
        """The rate of the rate of a row."""
        drift = values["drift", s]
        return self.row(values, s) + (f" + ({drift})" if drift != "0.0" else "")

    # --- friction ----------------------------------------------------------------------------

    def _settled(self) -> None:
        """Whether forces are those of what slides now: behind jumps they are not at first."""
        self.declared.append('Boolean settled "what slides is known";')
        same = (f"slides_{n + 1} == pre(slides_{n + 1})" for n in range(len(self.system.frictions)))
        self.equations.append(f"settled = {' and '.join(same)};")

    def _friction(self, values: Values, k: int) -> None:
        """Dry friction: slips forth or back against b, or sticks up to H.

        What breaks loose has no speed of slip yet: it starts forth or back, and slides as soon as
        it has.  Impacts and events may give one at once.  All modes follow from what was before,
        so that they are unique.
        """
        system, n = self.system, k + 1
        place = len(system.limits) + k
        s = len(system.conditions) + place
        words = self.program.rubbing[k]
        for name, what in (
            (f"slip_{n}", "speed of slip, " + words),
            (f"slip_d_{n}", "its rate"),
            (f"friction_{n}", "force of dry friction, " + words),
            (f"bound_{n}", "its size while it slides"),
            (f"most_{n}", "its largest size while it sticks"),
        ):
            self._real(name, what)
        self._discrete("Integer", f"slides_{n}", "0", "1 forth, -1 back, 0 neither")
        self._discrete("Integer", f"breaks_{n}", "0", "breaks loose: 1 forth, -1 back")
        self._discrete("Boolean", f"forth_{n}", "false", "starts to slip forth")
        self._discrete("Boolean", f"back_{n}", "false", "starts to slip back")
        self._discrete("Boolean", f"fails_{n}", "false", "would slip the other way")
        self.declared.append(f'Boolean sticks_{n} "holds what comes";')
        there = self._there(system.frictions[k])
        bound, most = (values["bound", 2 * k + i] for i in (0, 1))
        if there:
            bound, most = f"{there}*({bound})", f"{there}*({most})"
        slow, slack = repr(system.slow[place]), repr(system.slow[place] / self.program.time)
        falls = f"forth_{n} and slip_d_{n} < -{slack} or back_{n} and slip_d_{n} > {slack}"
        still, started = f"pre(slides_{n}) == 0", f"not pre(fails_{n})"
        forth, back = f"pre(slides_{n}) == 1 or forth_{n}", f"pre(slides_{n}) == -1 or back_{n}"
        self.equations += [
            f"slip_{n} = {values['rate', place]};",
            f"slip_d_{n} = {self._accelerated(values, s)};",
            f"bound_{n} = {bound};",
            f"most_{n} = {most};",
            f"forth_{n} = {still} and (pre(breaks_{n}) == 1 or pre(forth_{n}) and {started});",
            f"back_{n} = {still} and (pre(breaks_{n}) == -1 or pre(back_{n}) and {started});",
            f"sticks_{n} = {still} and not (forth_{n} or back_{n});",
            (
                f"0.0 = if sticks_{n} then slip_d_{n} "
                f"else if {forth} then friction_{n} + bound_{n} else friction_{n} - bound_{n};"
            ),
            (
                f"breaks_{n} = if settled and sticks_{n} and friction_{n} < -most_{n} then 1 "
                f"else if settled and sticks_{n} and friction_{n} > most_{n} then -1 else 0;"
            ),
            f"fails_{n} = {falls};",
            (
                f"slides_{n} = if ({forth}) and slip_{n} > 0.0 or slip_{n} > {slow} then 1 "
                f"else if ({back}) and slip_{n} < 0.0 or slip_{n} < -{slow} then -1 else 0;"
            ),
        ]

    # --- limits ------------------------------------------------------------------------------

    def _limit(self, values: Values, k: int) -> None:
        """A limit H ≤ 0: flies, is struck, or rests and pushes, by a curve of both."""
        system, n = self.system, k + 1
        s = len(system.conditions) + k
        words = self.program.limits[k]
        for name, what in (
            (f"gap_{n}", "gap, " + words),
            (f"gap_d_{n}", "its rate"),
            (f"gap_dd_{n}", "its acceleration"),
            (f"contact_{n}", "push of contact, " + words),
            (f"course_{n}", "place on the curve of contact"),
            (f"mobility_{n}", "what a unit of impulse gives"),
            (f"rebound_{n}", "restitution, 0 where it comes to rest"),
            (f"impulse_{n}", "impulse of an impact now"),
        ):
            self._real(name, what)
        self._discrete("discrete Real", f"fastest_{n}", "0.0", "fastest arrival")
        rests = str(system.resting[k]).lower()
        self._discrete("Boolean", f"rests_{n}", rests, "touches, and does not rebound")
        self.declared += [f"Boolean {name}_{n};" for name in ("hits", "strikes", "leaves")]
        self._answers(values, k)
        acts = self._acts(system.limits[k])
        there, pushes = f" and pre({acts})" if acts else "", f"rests_{n} and course_{n} > 0.0"
        (kappa,) = [v for (_, place), v in self._kappas if place == k]
        slow = repr(system.slow[k])
        moved, settled = system.moved[k], "settled and " if system.frictions else ""
        before = "".join(
            f" and not strikes_{other + 1}"
            for other in range(k)
            if moved & system.moved[other] and system.limits[k] != system.limits[other]
        )
        self.equations += [
            f"gap_{n} = {values['gap', k]};",
            f"gap_d_{n} = {negative(values['rate', k])};",
            f"gap_dd_{n} = -({self._accelerated(values, s)});",
            f"gap_dd_{n} = if {pushes}{there} then 0.0 else -course_{n};",
            f"contact_{n} = if {pushes}{there} then course_{n} else 0.0;",
            (
                f"rebound_{n} = if ({kappa})*abs(gap_d_{n}) <= {REST!r}*max(fastest_{n}, "
                f"abs(gap_d_{n})) then 0.0 else {kappa};"
            ),
            f"impulse_{n} = if hits_{n} then -(1.0 + rebound_{n})*gap_d_{n}/mobility_{n} else 0.0;",
            (
                f"hits_{n} = (gap_{n} <= 0.0 and not pre(rests_{n}) and gap_d_{n} < 0.0 "
                f"or pre(rests_{n}) and gap_d_{n} < -{slow}){there};"
            ),
            f"strikes_{n} = hits_{n}{before};",
            f"leaves_{n} = {settled}pre(rests_{n}) and (course_{n} < 0.0 or gap_d_{n} > {slow});",
            f"when {{strikes_{n}, leaves_{n}}} then",
            f"  rests_{n} = strikes_{n} and rebound_{n} <= 0.0;",
            f"  fastest_{n} = max(pre(fastest_{n}), -gap_d_{n});",
            "end when;",
        ]
        jumps = {
            v: f"pre({v}) - impulse_{n}*response_{n}_{i + 1}"
            for i, v in enumerate(self._velocities)
            if i in moved
        }
        self.jumps.append((f"strikes_{n}", jumps))

    @property
    def _velocities(self) -> list[str]:
        return [self.names.of("v", i) for i in range(len(self.program.coordinates))]

    @cached_property
    def _kappas(self) -> list[tuple[tuple[str, int], str]]:
        """The coefficients of restitution."""
        self.sort = "k"
        return list(self.named_steps("restitution"))

    def _answers(self, values: Values, k: int) -> None:
        """How velocities answer to an impulse on a limit, where conditions go on holding."""
        f, m, n = len(self.program.coordinates), len(self.system.conditions), k + 1
        for i in range(f):
            self._real(f"response_{n}_{i + 1}")
        for s in self.held:
            self._real(f"reaction_{n}_{s + 1}")
        of = f"response_{n}_"
        for i in range(f):
            row = [(i * f + j, j) for j in range(f)]
            masses = {("slopes", place): values["mass", at] for place, (at, _) in enumerate(row)}
            pushed = [values["slopes", (m + k) * f + i]]
            pushed += [
                f"({values['slopes', s * f + i]})*reaction_{n}_{s + 1}"
                for s in self.held
                if values["slopes", s * f + i] != "0.0"
            ]
            self.equations.append(f"{self.row(masses, 0, of)} = {' + '.join(pushed)};")
        for s in self.held:
            self.equations.append(f"{self.row(values, s, of)} = 0.0;")
        self.equations.append(f"mobility_{n} = {self.row(values, m + k, of)};")

    # --- signals -----------------------------------------------------------------------------

    def changes(self) -> None:
        """Signals and events, then all jumps of velocities and states."""
        self._signals()
        self._events()
        for chain in self._chains():
            for place, (condition, jumps) in enumerate(chain):
                self.equations.append(f"{'else' * bool(place)}when {condition} then")
                self.equations += [f"  reinit({name}, {to});" for name, to in jumps.items()]
            self.equations.append("end when;")

    def _chains(self) -> list[list[tuple[str, dict[str, str]]]]:
        """Jumps in groups: of those that set the same, only one happens at once."""
        chains: list[list[tuple[str, dict[str, str]]]] = []
        for jump in self.jumps:
            shared = [c for c in chains if any(jump[1].keys() & other.keys() for _, other in c)]
            chains = [c for c in chains if c not in shared]
            chains.append([*(entry for chain in shared for entry in chain), jump])
        return chains

    def _signals(self) -> None:
        if not self.system.acting:
            return
        self.sort = "g"
        terms = iter([value for _, value in self.named_steps("terms")])
        self.sort, self.before = "h", True
        named = "samples" in self.by_name
        laws = iter([value for _, value in self.named_steps("samples")] if named else [])
        self.before = False
        for number, acting in enumerate(self.system.acting, start=1):
            match acting:
                case Switching():
                    self._switching(number, acting, [next(terms) for _ in acting.terms])
                case Delay():
                    self._delay(acting, [next(terms) for _ in range(3)])
                case Sampling():
                    count = len(acting.laws) + len(acting.later)
                    self._sampling(number, acting, next(terms), [next(laws) for _ in range(count)])

    def _switching(self, number: int, switching: Switching, terms: Sequence[str]) -> None:
        """The mode of a signal as a whole number."""
        mode, words = self._hidden[switching.mode], Wording(f"mode of {switching.output}")
        self.declared.append(f"Integer {mode} {self.literal(words)};")
        match switching.rule:
            case Rule.BAND:
                v, lower, upper = terms
                cases = {1: f"{v} > {upper}", -1: f"{v} < {lower}"}
                self._by_cases(mode, switching, cases)
            case Rule.RELAY:
                v, on, off = terms
                own = f"on_{number}"
                self._discrete("Boolean", own, self._begins(switching, 1))
                self.equations += [
                    f"{own} = {v} > {on} or pre({own}) and {v} >= {off};",
                    f"{mode} = if {own} then 1 else 0;",
                ]
            case Rule.ROUNDING:
                v, step = terms
                self.equations.append(f"{mode} = integer(floor(({v})/({step}) + 0.5));")
            case Rule.STOPS:
                y, u, lower, upper = terms
                names = {1: f"top_{number}", -1: f"bottom_{number}"}
                self._by_cases(mode, switching, names)
                for m, sign, bound in ((1, ">", upper), (-1, "<", lower)):
                    own = names[m]
                    if switching.terms[2 if m < 0 else 3] is None:
                        continue
                    self._discrete("Boolean", own, self._begins(switching, m))
                    self.equations.append(
                        f"{own} = {u} {sign} 0.0 and ({y} {sign}= {bound} or pre({own}));"
                    )
            case _:
                raise AssertionError("what follows rates is refused")

    def _begins(self, switching: Switching, mode: int) -> str:
        """Whether a signal begins in a mode."""
        return str(self.system.starts[switching.mode] == mode).lower()

    def _by_cases(self, mode: str, switching: Switching, cases: Mapping[int, str]) -> None:
        """The mode between two limits, of which one may not be given."""
        *_, lower, upper = switching.terms
        given = {1: upper, -1: lower}
        words = (f"if {case} then {m} else " for m, case in cases.items() if given[m] is not None)
        self.equations.append(f"{mode} = {''.join(words)}0;")

    def _delay(self, delay: Delay, terms: Sequence[str]) -> None:
        """What was, by the operator of Modelica."""
        name = self._hidden[delay.constant]
        tau, start, entry = terms
        self._real(name, f"{delay.output}, which is delayed")
        begun = f"time < {self.program.begin!r} + {tau}"
        self.equations.append(f"{name} = if {begun} then {start} else delay({entry}, {tau});")

    def _sampling(self, number: int, sampling: Sampling, sample: str, laws: Sequence[str]) -> None:
        """What is taken at instants, of what was held before them."""
        for name in sampling.parameters:
            start = repr(self.system.starts.get(name, 0.0))
            self._discrete("discrete Real", self._hidden[name], start)
        begin = self.program.begin
        taken: list[str] = []
        if sampling.seed:
            numbers = self.system.noise[sampling.output]
            row, count = f"noise_{number}", f"count_{number}"
            *rows, last = self.numbers(numbers)
            lines = [f"    {line}," for line in rows]
            self.declared += [f"constant Real {row}[{len(numbers)}] = {{", *lines, f"  {last}}};"]
            self._discrete("Integer", count, "0", "how many random numbers have been taken")
            taken.append(f"{count} = pre({count}) + 1;")
            taken.append(f"{self._hidden[sampling.parameters[0]]} = {row}[pre({count}) + 1];")
        else:
            pairs = zip(sampling.parameters, laws, strict=True)
            taken += [f"{self._hidden[name]} = {law};" for name, law in pairs]
        self.equations.append(f"when sample({begin!r}, {sample}) then")
        self.equations += [f"  {line}" for line in taken]
        self.equations.append("end when;")

    # --- events ------------------------------------------------------------------------------

    def _events(self) -> None:
        events = self.system.events
        if not events:
            return
        self.sort = "x"
        values = [value for _, value in self.named_steps("values")]
        for n, (event, value) in enumerate(zip(events, values, strict=False), start=1):
            self._event(n, event, value)
        setting = [(n, a) for n, e in enumerate(events, start=1) for a in e.do if a.set]
        jumps: dict[int, dict[str, str]] = {}
        for (n, action), value in zip(setting, values[len(events) :], strict=True):
            jumps.setdefault(n, {})[self._set(action.set)] = value
        self.jumps += [(f"turn_{n}", lines) for n, lines in jumps.items()]
        for key in self.system.gates:
            self._gate(key)

    def _event(self, n: int, event: MotionEvent, value: str) -> None:
        """Where a value passes zero: one event at an instant, and after all impacts."""
        self._real(f"value_{n}", f"value of event {event.name}")
        self.declared += [f"Boolean {name}_{n};" for name in ("passes", "turn")]
        self._discrete("Boolean", f"waits_{n}", "false")
        self._discrete("Boolean", f"happened_{n}", "false", f"whether {event.name} has happened")
        sign = "<" if event.direction == "falling" else ">"
        changed = "change" if event.direction == "both" else "edge"
        once = f" and not pre(happened_{n})" if event.once else ""
        due = f"({changed}(passes_{n}) and not initial() or pre(waits_{n})){once}"
        earlier = [f"strikes_{k}" for k in range(1, len(self.system.limits) + 1)]
        earlier += [f"turn_{k}" for k in range(1, n)]
        first = "".join(f" and not {name}" for name in earlier)
        self.equations += [
            f"value_{n} = {value};",
            f"passes_{n} = value_{n} {sign} 0.0;",
            f"turn_{n} = {due}{first};",
            f"waits_{n} = {due} and not turn_{n};",
            f"when turn_{n} then",
            f"  happened_{n} = true;",
            "end when;",
        ]
        if any(action.stop for action in event.do):
            end = f"  terminate({self.literal(Wording(event.name))});"
            self.equations += [f"when happened_{n} then", end, "end when;"]

    def _set(self, name: str) -> str:
        """What an event sets: a velocity or a state."""
        velocities = [f"{entry.name}'" for entry in self.program.coordinates]
        states = [entry.name for entry in self.program.states]
        return self.names.of("v", [*velocities, *states].index(name))

    def _gate(self, key: str) -> None:
        """Whether an item is there."""
        name, acts = self._there(key), self._acts(key)
        words = f"whether {key.partition(':')[2]} is there"
        self._discrete("Boolean", acts, str(self.system.begun[key]).lower(), words)
        self.declared.append(f"Integer {name};")
        self.equations.append(f"{name} = if pre({acts}) then 1 else 0;")
        there = self.system.switched[key]
        on = " or ".join(f"turn_{n}" for n, to in there.items() if to) or "false"
        turns = ", ".join(f"turn_{n}" for n in there)
        self.equations += [f"when {{{turns}}} then", f"  {acts} = {on};", "end when;"]


def changing_text(system: ChangingSystem, held: Sequence[int]) -> str:
    """The model; of the conditions those that are `held`, which have to be independent."""
    return ChangingText(system, held).text()
