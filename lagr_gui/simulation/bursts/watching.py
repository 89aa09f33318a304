"""Limits that are reached or let go within a step, in the small language of `native`: `events`."""

from __future__ import annotations

from math import sqrt

from lagr_gui.native import Reals
from lagr_gui.numerics.bernstein import DEGREE, PLACES
from lagr_gui.simulation.bursts.constrained import between
from lagr_gui.simulation.bursts.evaluating import evaluate
from lagr_gui.simulation.bursts.record import Burst
from lagr_gui.simulation.bursts.rising import CLEAR, UNSURE, verdict
from lagr_gui.simulation.tuning import CONTACT, RUN

LEAST, SPANS, ROUNDS = RUN.least_span, RUN.spans, RUN.root_tries
OPEN = 1.0 + CONTACT.open


def look(m: Burst, t: float, y: Reals) -> None:
    """What is watched at a state, as `seen`: it rises through 0 where a limit is met or let go."""
    gaps, felt = m.gap, m.touching + m.pressed
    if felt > 0:
        evaluate(m, t, y)
    else:
        m.x[0] = t
        for i in range(m.n):
            m.x[1 + i] = y[i]
        m.gaps(m.x, m.gaps_w, m.gaps_out)
    for number in range(m.c):
        if number >= m.paired:
            m.seen[number] = gripping(m, number) - m.slack[number] - m.tiny
        elif number >= m.stops:
            m.seen[number] = rubbing(m, number) - m.slack[number] - m.tiny
        elif m.place[number] >= 0:
            m.seen[number] = m.pushes[m.place[number]]
        elif felt > 0:
            m.seen[number] = m.out[gaps + number] - m.slack[number]
        else:
            m.seen[number] = m.gaps_out[number] - m.slack[number]


def rubbing(m: Burst, number: int) -> float:
    """What is watched of a friction: its slip against its sense, or its force beyond its bound."""
    if m.place[number] >= 0:
        most = m.out[m.bound + number - m.stops]
        if m.pressed > 0:
            most += m.limit[number - m.stops]
        force = m.pushes[m.place[number]]
        if m.one_way[number - m.stops] > 0:
            return max(-force, force - most * m.beyond)
        return abs(force) - most * m.beyond
    if m.senses[number] * m.senses[number] != abs(m.senses[number]):  # others hold beside it
        return -1.0
    if m.touching + m.pressed > 0:
        return -m.senses[number] * m.out[m.speed + number]
    return -m.senses[number] * m.gaps_out[number]


def gripping(m: Burst, number: int) -> float:
    """What is watched of the slips of a rough limit: the force of a pair beyond its bound."""
    pair = (number - m.paired) // 2
    if (number - m.paired) % 2 > 0:
        return m.locked_at - lifting(m, pair) if m.slides[pair] > 0 else -1.0
    if m.slides[pair] > 0:
        at = m.speed + number
        return -(m.out[at] * m.ways[2 * pair] + m.out[at + 1] * m.ways[2 * pair + 1])
    if m.place[int(m.normals[pair])] < 0:  # it is open
        return -1.0
    pairs = (m.c - m.paired) // 2
    force, most = 0.0, 0.0
    for slip in range(2 * pairs):
        part = m.grips[2 * pairs * pair + slip]
        force += part * held_by(m, m.paired + slip)
        most += abs(part) * bearable(m, slip // 2)
    if most > 0.0 or force != 0.0:
        return abs(force) - most * m.beyond
    if m.place[number] < 0 and m.place[number + 1] < 0:
        return -1.0
    along, across = held_by(m, number), held_by(m, number + 1)
    return sqrt(along * along + across * across) - bearable(m, pair) * m.beyond


def held_by(m: Burst, number: int) -> float:
    """λ of one that is in contact; 0 of others, and of slips that others hold."""
    return m.pushes[int(m.place[number])] if m.place[number] >= 0 else 0.0


def bearable(m: Burst, pair: int) -> float:
    """What a rough limit bears at most while it sticks."""
    return -held_by(m, int(m.normals[pair])) * m.out[m.roughness + 3 * pair + 1]


def lifting(m: Burst, pair: int) -> float:
    """How the force of a rough limit that slides answers, beside that without friction."""
    number = int(m.normals[pair])
    h, u = m.slope + number * m.f, m.answer + number * m.f
    place = int(m.place[number])
    bare, rubbed = 0.0, 0.0
    for rho in range(m.f):
        bare += m.out[h + rho] * m.out[u + rho]
        rubbed += m.out[h + rho] * m.rubbed[place * m.f + rho]
    return rubbed / bare


def look_within(m: Burst, h: float, rows: Reals, x: float) -> None:
    """The same at the part x of a step from y."""
    between(m.n, m.order, rows, m.y, x, m.trial)
    look(m, m.t + x * h, m.trial)


def is_reached(m: Burst, h: float, rows: Reals) -> bool:
    """Whether something that is watched rises through 0 within a step from y: the first one.

    Spans of the step, the whole of it first, are halved until the curves on them are known.
    """
    first, part, spans = 0.0, 1.0, 0
    for number in range(m.c):
        m.opened_at[number] = -1.0
    while first < 1.0:
        last = min(first + part, 1.0)
        sample(m, h, rows, first, last)
        worst = CLEAR
        for number in range(m.c):
            worst = max(worst, verdict(m.samples[number:], m.c))
        spans += 1
        if worst == UNSURE and last - first > LEAST and spans < SPANS:
            part = (last - first) / 2
            continue
        find_open(m, first, last)
        if worst != CLEAR and is_root_within(m, h, rows, first, last):
            return True
        for number in range(m.c):
            m.before[number] = m.samples[DEGREE * m.c + number]
        first = last
        part *= 2.0
    return False


def sample(m: Burst, h: float, rows: Reals, first: float, last: float) -> None:
    """What is watched at places of a span, at whose start it is `before`."""
    for number in range(m.c):
        m.samples[number] = m.before[number]
    for j in range(1, DEGREE + 1):
        x = last if j == DEGREE else first + PLACES[j] * (last - first)
        look_within(m, h, rows, x)
        for number in range(m.c):
            m.samples[j * m.c + number] = m.seen[number]


def find_open(m: Burst, first: float, last: float) -> None:
    """Where in a span limits are open for the last time, as far as samples tell."""
    for j in range(DEGREE):
        for number in range(m.c):
            if m.samples[j * m.c + number] < -OPEN * m.slack[number]:
                m.opened_at[number] = first + PLACES[j] * (last - first)


def is_root_within(m: Burst, h: float, rows: Reals, first: float, last: float) -> bool:
    """Whether something that is watched rises through 0 from one end of a span to the other.

    A limit is met where its gap itself is 0, not where it is passed by its slack, unless it never
    opened.
    """
    earliest = 2.0
    for number in range(m.c):
        if m.samples[number] < 0.0 and m.samples[DEGREE * m.c + number] >= 0.0:
            x = place(m, h, rows, number, first, last)
            if x < earliest:
                earliest = x
                m.reached = number
    m.reached_at = m.t + earliest * h
    return earliest < 2.0


def place(m: Burst, h: float, rows: Reals, number: int, first: float, last: float) -> float:
    """Where in a span one that rises in it is reached."""
    slack = m.slack[number]
    if m.opened_at[number] >= 0.0:
        return root(m, h, rows, number, slack, m.opened_at[number], last)
    passed = root(m, h, rows, number, 0.0, first, last)
    middle = first + (passed - first) / 2  # a short flight may lie between samples
    if slack > 0.0 and value(m, h, rows, number, 0.0, middle) < -OPEN * slack:
        return root(m, h, rows, number, slack, middle, passed)
    return passed


def value(m: Burst, h: float, rows: Reals, number: int, level: float, x: float) -> float:
    """One of what is watched at the part x of a step, above a level."""
    look_within(m, h, rows, x)
    return m.seen[number] + level


def root(
    m: Burst, h: float, rows: Reals, number: int, level: float, first: float, last: float
) -> float:
    """Where between two parts of a step what is watched passes through 0.

    By inverse quadratic interpolation where that leads on, and by halving where it does not:
    Chandrupatla, Advances in Engineering Software 28 (1997) 145–149.
    """
    a, b = last, first
    fa, fb = value(m, h, rows, number, level, a), value(m, h, rows, number, level, b)
    if fa == 0.0:
        return last
    if fa * fb > 0.0:  # neighbouring dense outputs differ by an error of step
        return first
    c, fc, part = a, fa, 0.5
    near = 4e-16 * abs(m.t) / h
    for _ in range(ROUNDS):
        x = a + part * (b - a)
        fx = value(m, h, rows, number, level, x)
        if fx * fa > 0.0:
            c, fc = a, fa
        else:
            c, fc, b, fb = b, fb, a, fa
        a, fa = x, fx
        best = a if abs(fa) < abs(fb) else b
        least = (near + 4e-16 * best) / abs(b - c)
        if least > 0.5 or fa == 0.0:
            return best
        along, high = (a - b) / (c - b), (fa - fb) / (fc - fb)
        part = 0.5
        if high * high < along and (1.0 - high) * (1.0 - high) < 1.0 - along:
            part = fa / (fb - fa) * (fc / (fb - fc))
            part += (c - a) / (b - a) * (fa / (fc - fa)) * (fb / (fc - fb))
        part = min(max(part, least), 1.0 - least)
    return a
