"""The numbers of a program: sizes, start, test vectors, and what its algorithms decide by."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from lagr_gui.analysis.motions.switching import AT_ONCE, DENSE, ROW
from lagr_gui.extensions.programs.record import ProgramStretch, Standalone
from lagr_gui.extensions.programs.rough_limits import of_changes, of_rough_limits
from lagr_gui.numerics import RANKS
from lagr_gui.simulation.delays import NEAR as SAME_PAST
from lagr_gui.simulation.delays import chebyshev_tables
from lagr_gui.simulation.sampling import NEAR
from lagr_gui.simulation.switching import BEYOND, ROUNDED, TURNED
from lagr_gui.simulation.tuning import (
    CONTACT,
    PRESSED,
    PROJECTION,
    RUN,
    VERDICT,
)
from lagr_gui.subsystems.switching import DEGREE

Values = int | float | tuple[int, ...] | tuple[float, ...]

DEAD = 1e-2
"""Conditions less independent than this end a motion: behind such a position rounding would choose
the way on."""

SHARPER = 1e-2
"""A method of order 5 needs this part of the tolerances of one of order 8 for motions as exact."""

CLOSED, PASSED, STILL = 1e-6, 1e-13, 1e-9
"""Of what a gap could be in the whole model: gaps below the first are closed when something
arrives; a limit counts as reached where it is passed by the second; speeds below the third, of
what they could be, are rest."""

PIECES = 2000
"""Steps of the past that delayed signals may ask for."""
BRIEF_PAST = 1e-9
"""A step of less than this part of a delay is one number of the past."""

DORMAND_PRINCE = {
    "NODES": (0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1),
    "STAGES": (
        *(0,) * 7,
        *(1 / 5, 0, 0, 0, 0, 0, 0),
        *(3 / 40, 9 / 40, 0, 0, 0, 0, 0),
        *(44 / 45, -56 / 15, 32 / 9, 0, 0, 0, 0),
        *(19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0, 0, 0),
        *(9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0, 0),
        *(35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84, 0),
    ),
    "ERRORS": (
        71 / 57600,
        0,
        -71 / 16695,
        71 / 1920,
        -17253 / 339200,
        22 / 525,
        -1 / 40,
    ),
}
"""Hairer, Nørsett, Wanner: Solving Ordinary Differential Equations I, table II.5.2."""

BETWEEN = (
    *(1, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432),
    *(0, 0, 0, 0),
    *(0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799),
    *(0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072),
    *(0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632),
    *(0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844),
    *(0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423),
)
"""Shampine: Some practical Runge-Kutta formulas, Math. Comp. 46 (1986): the states between the ends
of a step of Dormand and Prince, four powers of its part by slope."""


def constants_of(program: Standalone, single: bool) -> dict[str, Values]:
    """All by their names, for numbers of `single` or double precision."""
    count = len(program.coordinates)
    # Single precision rounds 2^29 times as much as double precision.
    coarse = 2.0**29 if single else 1.0
    tests = program.vectors
    largest = 1e30 if single else 1e300
    constants: dict[str, Values] = {
        "N": count,
        "PARAMETERS": len(program.parameters),
        "CONSTANTS": len(program.parameters) + len(program.constants.outputs["derived"]),
        "TESTS": len(tests.states),
        "TEST_STATES": tuple(x for state in tests.states for x in state),
        "TEST_ACCELERATIONS": tuple(x for row in tests.accelerations for x in row),
        **({"STATES": len(program.states)} if program.states else {}),
        **({"TRANSMITTED": len(program.transmitted)} if program.transmitted else {}),
        **({"SHOWN": len(program.shown)} if program.shown else {}),
        "START_STATE": program.start,
        "START_TIME": program.begin,
        "END_TIME": program.until,
        "RELATIVE": 1e-5 if single else program.rtol * SHARPER,
        "ABSOLUTE": 0.0,  # the floors of the model
        "FLOORS": tuple((1e5 if single else SHARPER) * floor for floor in program.floors),
        "EXTENTS": program.extents,
        "TIME_UNIT": program.time,
        "LARGEST": largest,
        "SMALLEST": 1e-30 if single else 1e-300,
        "DEAD": DEAD,
        "EPSILON": 2.0**-23 if single else 2.0**-52,
        **{name: tuple(map(float, values)) for name, values in DORMAND_PRINCE.items()},
    }
    constants |= _compared(program, single) | _stretches(program, single, largest)
    holds = len(program.limits) + len(program.frictions) + 2 * len(program.rough)
    constants["ALL"] = len(program.conditions) + holds
    constants["CLOCK_SIZE"] = 4
    if program.is_bound or program.is_differentiated:
        constants |= _ranks(coarse)
    constants |= _of_acting(program, coarse) if program.acting else {}
    if not program.is_bound:
        return constants | {"WITHOUT_PIVOT": VERDICT.singular * min(coarse, 1e5)}
    if program.limits:
        constants |= _of_limits(program, coarse)
    if program.frictions:
        constants |= _of_frictions(program, coarse)
    if program.rough:
        constants |= of_rough_limits(program, coarse)
    return constants | {
        "ROWS": len(program.conditions),
        "ON_POSITIONS": (
            *map(int, program.on_positions),
            *(1 for _ in program.limits),
            *(0 for _ in (*program.frictions, *program.rough, *program.rough)),
        ),
        "NEAR": program.near,
        "FAR": program.far,
        "INDEPENDENT": 10 * RANKS.dependent * min(coarse, 1e4),
        "ROUNDS": PROJECTION.rounds,
        "LAST_STEP": PROJECTION.last_step * min(coarse, 1e7),
        "WEAK": max(PROJECTION.weak, 1e-2 if single else 0.0),
    }


def _stretches(program: Standalone, single: bool, largest: float) -> dict[str, Values]:
    """Times at which steps end, and how long they may be until then: no bound behind the last."""
    stretches = (*program.stretches, ProgramStretch(largest, largest, largest))
    before, after, longest = zip(*stretches, strict=True)
    if single:
        before, after = _apart(before, after, 4 if program.acting else 1)
    return {
        "STRETCHES": len(stretches),
        "BEFORE_SWITCH": before,
        "AFTER_SWITCH": after,
        "LONGEST_STEP": longest,
    }


def _apart(
    before: Sequence[float], after: Sequence[float], places: int
) -> tuple[tuple[float, ...], ...]:
    """The same times in single precision: what lies apart stays apart, a switch between them.

    It is some last places away from each.
    """
    low, high = np.array(before, np.float32), np.array(after, np.float32)
    jumps = np.array(before) < np.array(after)
    for _ in range(places):
        low = np.where(jumps, np.nextafter(low, np.float32(-np.inf)), low)
        high = np.where(jumps, np.nextafter(high, np.float32(np.inf)), high)
    return tuple(low.tolist()), tuple(high.tolist())


BESIDE = 0.1
"""Of the largest force or moment: what is smaller is compared beside that."""
BEYOND_ALL = 1e30
"""A size beside which nothing counts."""
ROUGH = 100.0
"""The error that a short motion may have, beside that of numbers at single states."""


def _compared(program: Standalone, single: bool) -> dict[str, Values]:
    """Energies, what is transmitted and a short motion, each with the size it is compared with."""
    tests = program.vectors
    energy, power = (
        max((abs(x) for row in tests.energies for x in row[places]), default=0.0)
        for places in (slice(2), slice(2, 3))
    )
    constants: dict[str, Values] = {
        "TEST_ENERGIES": tuple(x for row in tests.energies for x in row),
        "TEST_ENERGY": energy,
        "TEST_POWER": max(power, 1e-3 * energy),
    }
    if program.transmitted:
        numbers = (abs(x) for row in tests.transmitted for x in row)
        largest = max(tests.force, *numbers)  # forces may be zero as sums of such that are not
        least = largest if single or program.dependent else BESIDE * largest
        columns = zip(*tests.transmitted, strict=True)
        sizes = tuple(max(least, *map(abs, size)) for size in columns)
        # Single precision does not tell how conditions that say the same share their forces.
        constants["TEST_TRANSMITTED"] = tuple(x for row in tests.transmitted for x in row)
        constants["TEST_LOADS"] = tuple(
            1e30 if single and program.dependent else size for size in sizes
        )
    if program.states:
        flows = zip(*tests.flows, strict=True)
        constants["TEST_FLOWS"] = tuple(x for row in tests.flows for x in row)
        constants["TEST_FLOW_SIZES"] = tuple(max(map(abs, size)) or 1.0 for size in flows)
    return constants | _moved(program, single)


def _moved(program: Standalone, single: bool) -> dict[str, Values]:
    """Where a short motion leads; it ends at its start where none is known."""
    motion, count = program.vectors.motion, len(program.coordinates)
    end = program.start if motion is None else motion.state
    sizes: list[float] = []
    parts = ((0, program.extents), (count, program.extents), (count + count, program.state_extents))
    for first, extents in parts:
        part = slice(first, first + len(extents))
        ends = zip(program.start[part], end[part], extents, strict=True)
        ways = [max(abs(a), abs(b)) / extent for a, b, extent in ends]
        least = BESIDE * (max(ways, default=0.0) or 1.0)
        pairs = zip(ways, extents, strict=True)
        sizes += [max(way, least) * extent for way, extent in pairs]
    rtol = 1e-6 if single else 1e-10
    for entry in program.delays:  # any polynomials tell the same past
        first = 2 * count + entry.place
        sizes[first : first + entry.count] = [BEYOND_ALL] * entry.count
    # In single precision functions of time cancel to some per cent where a motion begins from rest.
    part = 10.0 if single else ROUGH
    return {
        "TEST_END": program.begin if motion is None else motion.t,
        "TEST_MOTION": end,
        "TEST_WAYS": tuple(part * size for size in sizes),
        "TEST_TOTAL": 0.0 if motion is None else motion.T + motion.U,
        "TEST_TOTAL_SIZE": part * (1.0 if motion is None else max(abs(motion.T), abs(motion.U))),
        "TEST_RELATIVE": rtol,
        "TEST_ABSOLUTE": rtol * min(sizes),
    }


def _clock(program: Standalone) -> dict[str, Values]:
    """Where the clock of a motion keeps what is known of limits and frictions."""
    limits, slips = len(program.limits), 2 * len(program.rough)
    rubs = len(program.frictions) + slips
    guards, samplers, events = program.guards, len(program.samplers), len(program.events)
    delays = len(program.delays)
    sizes = {"TOUCHING": limits + rubs, "WATCHED": limits + rubs + guards}
    if limits:
        before = {"FASTEST": 1, "COUNT": 1, "LOSS": 1, "TOUCHING": limits + rubs}
        behind = {"SLACK": limits, "IMPULSES": limits, "WATCHED": limits + rubs + guards}
        sizes = before | behind | {"BEFORE": len(program.coordinates)}
    if rubs:
        sizes |= {"SENSES": rubs, "CHANGES": 1, "SINCE": 1}
    if slips:
        sizes["SENSES"] += len(program.rough)
        sizes |= {"QUICK": len(program.coordinates), "ALONG": slips * slips // 2}
    if program.acting:
        sizes |= {"WOKEN": 1, "PASSING": 1}
    if guards:
        sizes |= {"BEGUN": guards, "TURNS": 1, "BEFORE_TURNS": 1}
    if samplers:
        sizes |= {"TAKEN": samplers}
    if delays:
        piece = 3 + (DEGREE + 1) * delays
        sizes |= {"LAG": delays, "PAST_ENDS": delays, "RECALLED": delays, "KNOWN": 1}
        sizes["PAST"] = piece * PIECES
    if events:
        sizes |= {"SIDE": events, "HAPPENED": events, "PASSED": 1}
    ends = (4, *(4 + end for end in accumulate(sizes.values())))
    places: dict[str, Values] = {
        f"AT_{name}": place for name, place in zip(sizes, ends, strict=False)
    }
    return places | {"CLOCK_SIZE": ends[-1]}


def _reaching(program: Standalone) -> dict[str, Values]:
    """By what it is found within steps where something happens."""
    return {
        "BETWEEN": tuple(map(float, BETWEEN)),
        "PARTS": RUN.parts,
        "EXCHANGES": 20 + 10 * len((*program.limits, *program.frictions, *program.rough)),
    }


def _of_limits(program: Standalone, coarse: float) -> dict[str, Values]:
    """What decides on impacts and contact, and where the clock of a motion keeps what."""
    tests = program.vectors
    return {
        "LIMITS": len(program.limits),
        **_clock(program),
        "TEST_GAPS": tuple(x for row in tests.gaps for x in row),
        "TEST_RATES": tuple(x for row in tests.rates for x in row),
        "TEST_VELOCITIES": tuple(x for row in tests.velocities for x in row),
        **_reaching(program),
        "CLOSED": CLOSED * min(coarse, 1e2),
        "PASSED": PASSED * min(coarse, 1e5),
        "REBOUND": CONTACT.rebound * min(coarse, 1e2),
        "STILL": STILL * min(coarse, 1e4),
        "LEAST_MOVED": CONTACT.moved * min(coarse, 1e4),
        "PUSHING": CONTACT.pushing * min(coarse, 1e5),
        "LONGEST_CHAIN": CONTACT.chain,
        "MOST_IMPACTS": float(CONTACT.most),
    }


def _of_frictions(program: Standalone, coarse: float) -> dict[str, Values]:
    """What decides on who slides and who sticks."""
    limits, rubs = len(program.limits), len(program.frictions)
    clock = _clock(program) | _reaching(program)
    # As wide as limits and frictions are together, where there are both.
    return ({"HOLDS": limits + rubs} if limits else clock) | {
        "FRICTIONS": rubs,
        **of_changes(program, coarse),
        **(_of_loads(program, coarse) if program.owners else {}),
    }


def _of_loads(program: Standalone, coarse: float) -> dict[str, Values]:
    """What decides on friction that reactions press, and which ends belong to which."""
    loaded = sorted(set(program.owners))
    places = range(len(program.frictions))
    return {
        "LOADS": len(program.owners),
        "OWNERS": program.owners,
        "PRESSED": tuple(loaded.index(s) if s in loaded else -1 for s in places),
        "ALTERNATIONS": PRESSED.alternations,
        "AGREED": PRESSED.agreed * min(coarse, 1e8),
        "JAMS": 11 if program.limits else 8,
        "LEFT_OPEN": 12 if program.limits else 9,
    }


def _of_acting(program: Standalone, coarse: float) -> dict[str, Values]:
    """What decides on signals that switch or sample and on events, and where they stand."""
    holds = len((*program.limits, *program.frictions, *program.rough, *program.rough))
    switches, samplers = program.switches, program.samplers
    rubs = bool(program.frictions or program.rough)
    first = 7 + 3 * bool(program.limits) + rubs + 2 * bool(program.owners)
    known: dict[str, Values] = {n: place for place, n in enumerate(program.endings, first)}
    if switches or samplers:
        known["TERMS"] = 5 * len(switches) + len(samplers)
    if program.guards:
        known |= {
            "GUARDS": program.guards,
            "WATCHES": holds + program.guards,
            "BETWEEN": tuple(map(float, BETWEEN)),
            "PARTS": RUN.parts,
            "BRIEF": DENSE * (program.until - program.begin),
            "MOST_TURNS": float(ROW * program.guards),
        }
    parts = (
        _of_switches(program, coarse),
        _of_samplers(program, coarse),
        _of_delays(program, coarse),
        _of_events(program),
    )
    return {**known, **_clock(program), **{k: x for part in parts for k, x in part.items()}}


def _of_switches(program: Standalone, coarse: float) -> dict[str, Values]:
    """By which rules signals switch, and where their modes stand."""
    count, switches = len(program.coordinates), program.switches
    if not switches:
        return {}
    rates = sum(switch.rate >= 0 for switch in switches)
    places = tuple(max(switch.rate, 0) for switch in switches)
    paces = {"PACES": rates, "AT_PACE": places, "TURNED": TURNED * min(coarse, 1e5)}
    return {
        "BLOCKS": len(switches),
        "RULES": tuple(switch.rule for switch in switches),
        "AT_MODE": tuple(count + switch.place for switch in switches),
        "KEPT_BY": tuple(switch.count for switch in switches),
        "ROUNDED": ROUNDED * min(coarse, 1e7),
        "PAST_BOUND": BEYOND * min(coarse, 1e7),
        "AT_ONCE": AT_ONCE * len(switches),
        **(paces if rates else {}),
    }


def _of_samplers(program: Standalone, coarse: float) -> dict[str, Values]:
    """Where stands what signals sample and hold, and random numbers."""
    count, samplers = len(program.coordinates), program.samplers
    if not samplers:
        return {}
    numbers = [len(entry.numbers) for entry in samplers]
    return {
        "SAMPLERS": len(samplers),
        "SAMPLES": sum(entry.count for entry in samplers),
        "SAMPLED": tuple(entry.count for entry in samplers),
        "AT_SAMPLED": tuple(count + entry.place for entry in samplers),
        "AT_LAW": tuple(entry.law for entry in samplers),
        "RANDOM": tuple(numbers),
        "AT_NOISE": tuple(accumulate(numbers, initial=0))[:-1],
        "NOISE": tuple(x for entry in samplers for x in entry.numbers),
        "SAME_TIME": NEAR * min(coarse, 1e4),
    }


def _of_delays(program: Standalone, coarse: float) -> dict[str, Values]:
    """How what has been is kept."""
    count, delays = len(program.coordinates), program.delays
    if not delays:
        return {}
    places, fit, _ = chebyshev_tables(DEGREE)
    return {
        "DELAYS": len(delays),
        "DEGREES": DEGREE + 1,
        "PIECES": PIECES,
        "PIECE": 3 + (DEGREE + 1) * len(delays),
        "AT_DELAYED": tuple(count + entry.place for entry in delays),
        "PLACES": tuple(places.tolist()),
        "FITTED": tuple(fit.ravel().tolist()),
        "BETWEEN": tuple(map(float, BETWEEN)),
        "PARTS": RUN.parts,
        "BRIEF_PAST": BRIEF_PAST * min(coarse, 1e4),
        "SAME_PAST": SAME_PAST * min(coarse, 1e6),
    }


def _of_events(program: Standalone) -> dict[str, Values]:
    """When events happen, and what they do."""
    events = program.events
    if not events:
        return {}
    acts = [(number, act) for number, event in enumerate(events) for act in event.actions]
    values = max((act.value + 1 for _, act in acts), default=0)
    return {
        "EVENTS": len(events),
        "VALUES": len(events) + max(values, 1),
        "WAYS": tuple(float(event.way) for event in events),
        "ONCE": tuple(int(event.once) for event in events),
        "ACTIONS": len(acts),
        "ACTS_AT": tuple(number for number, _ in acts),
        "SET_PLACE": tuple(-1 if act.place is None else act.place for _, act in acts),
        "SET_VALUE": tuple(act.value for _, act in acts),
        "SET_LEVEL": tuple(act.level for _, act in acts),
    }


def _ranks(coarse: float) -> dict[str, Values]:
    """What decides on ranks where equations with conditions are solved."""
    return {
        "IDLE": RANKS.idle * min(coarse, 1e4),
        "WHOLE": RANKS.whole * min(coarse, 1e2),
        "DEPENDENT": RANKS.dependent * min(coarse, 1e5),
        "UNFULFILLED": RANKS.unfulfilled * min(coarse, 1e4),
        "LEAST_ASKED": RANKS.least_asked * min(coarse, 1e6),
        "WITHOUT_INERTIA": RANKS.without_inertia * min(coarse, 1e6),
        "WEIGHTLESS": RANKS.weightless * min(coarse, 1e4) ** 4,
    }
