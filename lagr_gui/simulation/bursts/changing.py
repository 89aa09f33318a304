"""Changes between sliding and sticking within a burst, in the small language of `native`.

What `friction.frictions`, `one_way` and `loaded_contacts` do with care, for the usual change:
frictions whose efforts are unique, while no limit touches.  Whatever is not ordinary ends the
burst.
"""

from __future__ import annotations

from math import sqrt

from lagr_gui.native import Reals
from lagr_gui.numerics.tolerances import IMPACTS, UNLIMITED
from lagr_gui.simulation.bursts.constrained import between, projected
from lagr_gui.simulation.bursts.efforts import find_efforts, is_apart, mobility
from lagr_gui.simulation.bursts.evaluating import clearance, copy, is_finite, rate, within
from lagr_gui.simulation.bursts.pressing import weight
from lagr_gui.simulation.bursts.record import Burst
from lagr_gui.simulation.bursts.touching import count_of_pressed, solve, take_mode
from lagr_gui.simulation.bursts.watching import look
from lagr_gui.simulation.tuning import CONTACT, FRICTION, PRESSED

STILL, OPEN, REGULAR = CONTACT.still, FRICTION.far_open, FRICTION.regular
STEADY, JUMP = 1.0 - FRICTION.falls, FRICTION.turning
FELT, NEAR, INSTANT = FRICTION.felt, 1.0 - FRICTION.at_bound, FRICTION.instant
PATIENT, AGREED = PRESSED.patient, PRESSED.agreed
TOGETHER = IMPACTS.together


def change(m: Burst, rows: Reals, span: Reals) -> None:
    """Make the change that is reached in a step from y, of this span: then `after` is behind it.

    Where it is not ordinary nothing is done.
    """
    n, s, t = m.n, m.frictions, m.reached_at
    least = INSTANT * abs(t)
    if m.reached < m.stops or m.reached >= m.paired:
        return
    if t <= m.t + least or t <= m.changed_last + least:
        return
    copy(n, m.after, m.kept)
    part = (t - m.t) / span[0]
    between(n, m.order, rows, m.y, part / 2, m.after)
    see_speeds(m)  # what moves from rest and stops within a step has moved
    between(n, m.order, rows, m.y, part, m.after)
    if settled(m, t, m.reached - m.stops) < 0:
        copy(n, m.kept, m.after)
        take_mode(m, m.changed)
        return
    m.changed += 1
    copy(s, m.x[1 + n :], m.modes[m.changed * s :])
    take_mode(m, m.changed)
    m.least = 1.0
    rate(m, t, m.after, m.k[12 * n :])
    if not is_known(m):
        m.changed -= 1
        copy(n, m.kept, m.after)
        take_mode(m, m.changed)
        return
    m.changed_at[m.changed] = m.steps + 1
    m.changed_last = t
    allow_play(m)
    m.here = m.least
    look(m, t, m.after)
    for number in range(m.c):
        m.before[number] = m.seen[number]
        if number >= m.stops:
            m.before[number] = min(m.seen[number], -m.tiny)


def is_known(m: Burst) -> bool:
    """Whether what slides has bounds: where reactions press it may jam."""
    unknown = 0.0
    for i in range(m.moved):
        unknown += 0.0 * m.found[i]  # nan where one of them is infinite or nan
    return unknown == 0.0


def allow_play(m: Burst) -> None:
    """Let rounding not catch what turns freely one way."""
    for i in range(m.frictions):
        if m.one_way[i] > 0:
            free = m.x[1 + m.n + i] > 0.0
            m.slack[m.stops + i] = STILL * m.fastest[i] if free else 0.0


def settled(m: Burst, t: float, reached: int) -> int:
    """How many frictions stick from `after` on, where one is reached: it changes as they need.

    −1 where that is not ordinary.
    """
    lets_go = m.place[m.stops + reached] >= 0
    if projected(m, t) < 0:
        return -1
    ask(m, t)
    if not is_regular(m):
        return -1
    see_slips(m)
    usual = max(m.fastest[reached], -m.before[m.stops + reached])
    if not lets_go and abs(slip_of(m, reached)) > JUMP * usual:
        return -1
    k = find_still(m, reached)
    if k < 0 or not has_senses(m):
        return -1
    alone = lets_go and is_alone(m, reached)
    for _ in range(2):  # the second time takes rounding
        find_stops(m, k)
        stop(m, k)
        ask(m, t)
    before = k + 1
    while k < before:
        before = k
        if not find_holding(m, k) or is_turned_back(m, k):
            return -1
        k = staying(m, t, k, reached if alone else -1)
        alone = False
        ask(m, t)
    for i in range(m.frictions):
        if m.x[1 + m.n + i] != 0.0 and not is_apart(m, k, i):
            return -1
    return k if is_shared(m, t, k) else -1


def ask(m: Burst, t: float) -> None:
    """What the system does at `after` where nothing holds, and how it answers."""
    m.x[0] = within(m, t)
    copy(m.n, m.after, m.x[1:])
    m.state(m.x, m.w, m.out)
    m.evaluations += 1


def is_regular(m: Burst) -> bool:
    """Whether limits are open, nothing is singular, and frictions move; finds `mobilities`."""
    for number in range(m.stops):
        if not m.out[m.gap + number] < -OPEN * m.slack[number]:
            return False
    if m.r > 0 and not clearance(m) > m.doubted:
        return False
    f, s = m.f, m.frictions
    for i in range(s):
        h = m.slope + (m.stops + i) * f
        for j in range(s):
            u = m.answer + (m.stops + j) * f
            total = 0.0
            for rho in range(f):
                total += m.out[h + rho] * m.out[u + rho]
            m.mobilities[i * s + j] = total
        if not m.mobilities[i * s + i] > REGULAR * m.moves[i]:
            return False
    return True


def slip_of(m: Burst, i: int) -> float:
    """The slip of a friction at the state of the last call."""
    return m.out[m.speed + m.stops + i]


def see_speeds(m: Burst) -> None:
    """Remember how fast coordinates are at `after`."""
    for i in range(m.f):
        m.quickest[i] = max(m.quickest[i], abs(m.after[m.f + i]))


def see_slips(m: Burst) -> None:
    """Remember how fast velocities could make slips."""
    for i in range(m.frictions):
        h = m.slope + (m.stops + i) * m.f
        own, could = slip_of(m, i), 0.0
        for rho in range(m.f):
            slope = m.out[h + rho]
            own -= slope * m.after[m.f + rho]
            could += abs(slope) * max(m.quickest[rho], abs(m.after[m.f + rho]))
        m.fastest[i] = max(m.fastest[i], could + abs(own))


def find_still(m: Burst, reached: int) -> int:
    """How many frictions are `still`: those without slip, and those that stop with them.

    −1 where they can take each other's place.
    """
    s, before = m.frictions, -1
    for i in range(s):
        slow = abs(slip_of(m, i)) <= STILL * m.fastest[i]
        m.chosen[i] = 1 if slow or i == reached or abs(m.x[1 + m.n + i]) != 1.0 else 0
    while True:
        k, count = find_leaders(m), 0
        for i in range(s):
            count += m.chosen[i]
        if k < 0 or count == before:
            return k
        find_stops(m, k)
        for i in range(s):
            slip = slip_of(m, i)
            for place in range(k):
                slip -= m.mobilities[i * s + m.still[place]] * m.trials[place]
            if abs(slip) <= STILL * m.fastest[i]:
                m.chosen[i] = 1
        before = count


def find_leaders(m: Burst) -> int:
    """How many of the chosen frictions move apart: these are `still`.

    Others hold the same as one of them.  −1 where they can take each other's place otherwise.
    """
    k, s = 0, m.frictions
    for i in range(s):
        m.leader[i] = -1
        if m.chosen[i] > 0:
            for place in range(k):
                one, same = m.still[place], m.mobilities[i * s + m.still[place]]
                both = m.mobilities[i * s + i] * m.mobilities[one * s + one]
                if same * same >= (1.0 - TOGETHER) * both:
                    m.leader[i] = one
            one = m.leader[i]
            if one >= 0 and m.pressed + m.one_way[i] + m.one_way[one] > 0:
                return -1
            if one < 0:
                if not is_apart(m, k, i):
                    return -1
                m.still[k] = i
                k += 1
    return k


def is_alone(m: Burst, number: int) -> bool:
    """Whether no other holds the same as a still friction."""
    alone = m.leader[number] < 0
    for j in range(m.frictions):
        alone = alone and m.leader[j] != number
    return alone


def ratio(m: Burst, number: int) -> float:
    """By what the slip of a friction goes with that of its leader; 1 without one."""
    s, one = m.frictions, m.leader[number]
    return 1.0 if one < 0 else float(m.mobilities[number * s + one] / m.mobilities[one * s + one])


def held_at_most(m: Burst, number: int) -> float:
    """What a friction holds at most, as an effort of its leader."""
    return abs(ratio(m, number)) * m.out[m.bound + number]


def turn(m: Burst, number: int, sense: float) -> None:
    """Let a friction, and those that hold the same, slide in a sense."""
    m.x[1 + m.n + number] = sense
    for j in range(m.frictions):
        if m.leader[j] == number:
            m.x[1 + m.n + j] = sense if ratio(m, j) > 0.0 else -sense


def is_shared(m: Burst, t: float, k: int) -> bool:
    """Whether of those that hold the same one does: others exert nearly their bounds.

    The one that bears most can hold what is left, whatever the others exert.
    """
    for i in range(k):
        holder = m.still[i]
        for j in range(m.frictions):
            if m.leader[j] == m.still[i] and held_at_most(m, j) > held_at_most(m, holder):
                holder = j
        if not is_alone(m, m.still[i]) and not is_held_by(m, t, i, holder):
            return False
    return True


def is_held_by(m: Burst, t: float, place: int, holder: int) -> bool:
    """Whether the others beside a holder exert anything: their senses tell how much of it."""
    one, left = m.still[place], m.efforts[place]
    for j in range(m.frictions):
        m.portions[j] = 0.0
        if j != holder and (j == one or m.leader[j] == one):
            part = NEAR * held_at_most(m, j)
            part = part if left >= 0.0 else -part
            left -= part
            exerted = exerted_by(m, t, j)
            if not exerted > 0.0:
                return False
            m.portions[j] = part / ratio(m, j) / exerted
    for j in range(m.frictions):
        if m.portions[j] != 0.0:
            m.x[1 + m.n + j] = m.portions[j]
    ask(m, t)
    return True


def exerted_by(m: Burst, t: float, number: int) -> float:
    """What a still friction would exert as it slides."""
    before = m.out[m.arrival + m.stops + number]
    m.x[1 + m.n + number] = -1.0
    ask(m, t)
    change = m.out[m.arrival + m.stops + number] - before
    m.x[1 + m.n + number] = 0.0
    ask(m, t)
    return float(change / m.mobilities[number * m.frictions + number])


def find_stops(m: Burst, k: int) -> None:
    """The impulses, as `trials`, that take their slips from k still frictions."""
    for i in range(k):
        m.trials[i] = slip_of(m, m.still[i])
        for j in range(k):
            m.table[i * k + j] = mobility(m, i, j)
    solve(k, m.table, m.trials, REGULAR)


def stop(m: Burst, k: int) -> None:
    """Let k still frictions not move."""
    for i in range(k):
        u = m.answer + (m.stops + m.still[i]) * m.f
        for rho in range(m.f):
            m.after[m.f + rho] -= m.trials[i] * m.out[u + rho]


def has_senses(m: Burst) -> bool:
    """Whether what is not still slides in its sense; those of what is still become 0."""
    for i in range(m.frictions):
        if m.chosen[i] > 0:
            m.x[1 + m.n + i] = 0.0
        elif not m.x[1 + m.n + i] * slip_of(m, i) > 0.0:
            return False
    return True


def find_holding(m: Burst, k: int) -> bool:
    """The `efforts` of k still frictions; whether it found them.

    Where reactions press some, bounds are found with efforts as the last bounds allow, until both
    agree, as `friction.loaded_contacts` does.
    """
    if m.pressed == 0:
        return find_wanted(m, k) and find_efforts(m, k)
    for i in range(m.frictions):
        m.limit[i] = 0.0
    for _ in range(PATIENT):
        if not find_wanted(m, k) or not find_efforts(m, k):
            return False
        find_bounds_for(m, k, 1)
        step, largest = 0.0, 0.0
        for i in range(m.frictions):
            step = max(step, abs(m.bounds[i] - m.limit[i]))
            largest = max(largest, m.bounds[i])
            m.limit[i] = m.bounds[i]
        if step <= AGREED * largest:
            return True
    return False


def find_bounds_for(m: Burst, k: int, sticks: int) -> None:
    """The `bounds` of what reactions press, for efforts of k still frictions.

    Without `sticks` (0) those with which what is still would slide.
    """
    for i in range(m.frictions):
        m.bounds[i] = 0.0
    for end in range(m.pressed):
        own = int(m.owners[end])
        i = int(m.rubs[own]) - m.stops
        x, y, z = force(m, k, 3 * end), force(m, k, 3 * end + 1), force(m, k, 3 * end + 2)
        held = sticks if m.x[1 + m.n + i] == 0.0 else 0
        m.bounds[i] += weight(m, end, held) * sqrt(x * x + y * y + z * z)


def force(m: Burst, k: int, part: int) -> float:
    """A part of the forces on ends, for efforts of k still frictions and `limit` of what slides."""
    parts = 3 * m.pressed
    first = m.pressed_by + m.stops * parts + part
    total = m.out[m.presses + part]
    for i in range(k):
        total -= m.efforts[i] * m.out[first + m.still[i] * parts]
    for j in range(m.frictions):
        total -= m.x[1 + m.n + j] * m.limit[j] * m.out[first + j * parts]
    return total


def arrival_of(m: Burst, number: int) -> float:
    """What a friction would accelerate, where what slides and is pressed rubs."""
    total = m.out[m.arrival + m.stops + number]
    if m.pressed > 0:
        for j in range(m.frictions):
            row = number * m.frictions
            total -= m.mobilities[row + j] * m.x[1 + m.n + j] * m.limit[j]
    return total


def find_wanted(m: Burst, k: int) -> bool:
    """What k still frictions would accelerate, and hold at most; whether these have values."""
    for i in range(k):
        number = m.still[i]
        m.wanted[i] = arrival_of(m, number)
        m.most[i] = m.out[m.bound + number]
        for j in range(m.frictions):
            if m.leader[j] == number:
                m.most[i] += held_at_most(m, j)
        if m.pressed > 0:
            m.most[i] += m.limit[number]
        if not is_finite(m.wanted[i]) or not m.most[i] >= 0.0:
            return False
    return True


def left_of(m: Burst, k: int, i: int) -> float:
    """The acceleration of one of k still frictions that efforts leave; rounding is 0."""
    left, terms = m.wanted[i], abs(m.wanted[i])
    for j in range(k):
        part = mobility(m, i, j) * m.efforts[j]
        left -= part
        terms += abs(part)
    return 0.0 if abs(left) <= FELT * terms else left


def is_idle(m: Burst, k: int, i: int) -> bool:
    """Whether one of k still frictions, which holds one way, need not."""
    largest = 0.0
    for j in range(k):
        largest = max(largest, abs(m.efforts[j]))
    return m.efforts[i] >= (NEAR - 1.0) * largest


def is_turned_back(m: Burst, k: int) -> bool:
    """Whether conditions turn back what holds anything, one way."""
    for i in range(k):
        rigid = m.one_way[m.still[i]] > 0 and m.most[i] >= UNLIMITED
        if rigid and left_of(m, k, i) < 0.0 and is_idle(m, k, i):
            return True
    return False


def staying(m: Burst, t: float, k: int, lets_go: int) -> int:
    """How many of k still frictions stick: others get a sense, as does the one that `lets_go`.

    The senses are those `between` for a while.
    """
    going = 0
    for i in range(k):
        x, left = m.efforts[i], left_of(m, k, i)
        m.between[i] = 0
        goes = abs(x) >= NEAR * m.most[i] and (left != 0.0 or m.most[i] == 0.0)
        sense = x if x != 0.0 else left
        if m.one_way[m.still[i]] > 0:
            goes = (left > 0.0 and is_idle(m, k, i)) or (left < 0.0 and x <= -NEAR * m.most[i])
            sense = 2.0 * x + m.most[i]
        if goes or m.still[i] == lets_go:
            m.between[i] = -1 if sense < 0.0 else 1
            going += 1
    if going > 1:
        let_falling_go(m, t, k)
    stay = 0
    for i in range(k):
        number = m.still[i]
        turn(m, number, float(m.between[i]))
        if m.between[i] == 0:
            m.still[stay] = number
            stay += 1
    return stay


def let_falling_go(m: Burst, t: float, k: int) -> None:
    """Where the force of some that let go falls then, these alone go.

    Forces that slide follow from accelerations with and without them.
    """
    for i in range(k):
        turn(m, m.still[i], -1.0)
    ask(m, t)
    for i in range(k):
        turn(m, m.still[i], 0.0)
    for i in range(k):
        m.trials[i] = arrival_of(m, m.still[i]) - m.wanted[i]
        for j in range(k):
            m.table[i * k + j] = mobility(m, i, j)
    solve(k, m.table, m.trials, REGULAR)
    if m.pressed > 0:
        find_exerted(m, k)
    falling = 0
    for i in range(k):
        if m.between[i] != 0 and falls(m, i):
            falling += 1
    for i in range(k):
        if falling > 0 and not falls(m, i):
            m.between[i] = 0


def find_exerted(m: Burst, k: int) -> None:
    """What those of k still frictions that are pressed exert as they slide, as `trials`."""
    find_bounds_for(m, k, 0)
    for own in range(count_of_pressed(m)):
        for i in range(k):
            if m.still[i] == m.rubs[own] - m.stops:
                exerted = m.bounds[m.still[i]]
                m.trials[i] = exerted if exerted > 0.0 else UNLIMITED


def falls(m: Burst, i: int) -> bool:
    """Whether a friction holds more than the `trials` that it exerts as it slides."""
    return m.one_way[m.still[i]] == 0 and m.trials[i] < STEADY * m.most[i]
