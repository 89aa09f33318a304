"""Dry friction in a motion between two changes: what moves, and what is watched meanwhile."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import numpy as np

from lagr_gui.numerics import Answers, answers
from lagr_gui.numerics.impacts import beside, dependent
from lagr_gui.simulation.constraints import BoundConstraints
from lagr_gui.simulation.contacts import Contacts, Indices, Touching
from lagr_gui.simulation.events import LimitWatch
from lagr_gui.simulation.friction import refusals
from lagr_gui.simulation.friction.acting import forces_of
from lagr_gui.simulation.friction.alternating import AlternatingSystem
from lagr_gui.simulation.friction.items import SlidingSystems, Ways
from lagr_gui.simulation.friction.sliding import SlidingContact, SlidingTouch
from lagr_gui.simulation.friction.wedged import Wedge
from lagr_gui.simulation.system import Array, KernelSystem, MachineSystem, MechanicalSystem, Mode
from lagr_gui.simulation.trajectory import Impact
from lagr_gui.simulation.tuning import CONTACT, FRICTION


class WatchedFrictions(Contacts):
    """The limits of a system during one motion, behind them its frictions and pairs of slips.

    They hold and slide as a change has left them; who knows how they change is `RubbingContacts`.
    """

    _sums_up = False

    def __init__(self, constraints: BoundConstraints, sliding: SlidingSystems) -> None:
        self._sliding = sliding
        self.ways: Ways = {}
        self._unfelt: dict[int, float] = {}
        """Slips of rough limits (by their places) that are none where they may hold."""
        super().__init__(constraints)
        self._rough = constraints.rough
        self._paired = constraints.limits - 2 * len(constraints.rough)
        self._roughness = constraints.roughness()
        self._single = np.ones(len(constraints.senses), bool)
        self._touch: SlidingTouch | None = None
        self._fastest = np.zeros(self._layout.f)
        self._free: MechanicalSystem | None = None
        self._fastest_slips = np.zeros(0)
        self._last, self._at_once = -np.inf, 0
        self._changes = deque[float](maxlen=FRICTION.row)
        self._tangential = np.zeros((self.count, 2))
        self._stages: list[Impact] = []
        self._caught, self._rigid = np.zeros(self.count), np.zeros(0, int)
        self._alongside: dict[int, dict[int, float]] = {}
        self._wedge: Wedge | None = None
        self._answered: tuple[tuple[float, bytes], dict[tuple[int, ...], Answers]] | None = None

    def system(self, free: MechanicalSystem) -> MechanicalSystem:
        """The system as frictions slide, with what holds."""
        if self.senses:
            assert isinstance(free, KernelSystem)
            free = self._sliding.system(self.senses, free.choice)
        self._touch, self._free = self._touch_of(free), free
        return self._touch or super().system(free)

    def changing_code(self, t: float, y: Array) -> MachineSystem | None:
        """What machine code calls where it changes frictions by itself.

        That is where each of them slides, or sticks and others perhaps beside it, and moves, while
        no limit touches.
        """
        free, first, senses = self._free, self.stops, np.array(self.senses)
        sticks, slides = np.flatnonzero(senses == 0), np.flatnonzero(np.abs(senses) == 1)
        beside_others = np.flatnonzero((senses != 0) & (np.abs(senses) != 1))
        every = np.concatenate([sticks, slides, beside_others])
        usual = self.active == tuple((first + sticks).tolist()) and len(senses) > 0
        if not usual or not isinstance(free, KernelSystem):
            return None
        W, k = self._at(t, y).solved(first + every).W, len(sticks)
        moves = np.diag(W)
        left = np.concatenate([moves[:k], np.diag(beside(W, k))[: len(slides)]])
        regular = (left > FRICTION.regular * moves[: len(left)]).all()
        if not regular or (k and dependent(W[:k, :k]).any()):
            return None
        self._fastest_slips = self._speeds[first : self._paired].copy()
        return free.changing_code(self.active, self._fastest_slips, moves[np.argsort(every)])

    def follow(self, times: Array, senses: Array) -> list[Mode]:
        """Go on after changes at times (k,) that machine code made, with senses (k, s) then."""
        for t in times.tolist():
            self._count(t, self.stops)
        some = slice(self.stops, self._paired)
        self._speeds[some] = np.fmax(self._speeds[some], self._fastest_slips)
        rows, which = np.unique(senses, axis=0, return_inverse=True)
        sticks = [tuple((self.stops + np.flatnonzero(row == 0)).tolist()) for row in rows]
        pairs = list(zip(sticks, map(tuple, rows.tolist()), strict=True))
        told = zip(times.tolist(), which.ravel().tolist(), strict=True)
        modes = [Mode(t, *pairs[number]) for t, number in told]
        self._slide(modes[-1].senses)
        self.active, self._acting = modes[-1].active, None
        return modes

    def alternating(self, code: MachineSystem, modes: list[Mode]) -> AlternatingSystem:
        """What tells afterwards what machine code did that changed frictions."""
        assert isinstance(self._free, KernelSystem)  # otherwise there is no such code
        rows = self._free.choice

        def careful(mode: Mode) -> MechanicalSystem:
            return self._moved_in(mode, self._sliding.system(mode.senses, rows))

        return AlternatingSystem(code, careful, modes)

    def _moved_in(self, mode: Mode, free: MechanicalSystem) -> MechanicalSystem:
        """What moved in a mode that machine code went over to."""
        held = self._sliding.constraints(mode.senses).holding(mode.active)
        return Touching(free, held, mode.active) if mode.active else free

    def measure_by(self, constraints: BoundConstraints) -> None:
        """Go on with the same limits in other coordinates. Raises LagrError with frictions."""
        if self.senses:
            raise refusals.in_lock(self.names[self.stops])
        self._answered = None
        super().measure_by(constraints)

    def _known_answers(self, t: float, y: Array) -> dict[tuple[int, ...], Answers]:
        """What has been solved for in these positions, in whatever senses frictions slide."""
        moving = y if self.bilateral.bent.any() else self._layout.q(y)
        key = t, moving.tobytes()
        if self._answered is None or self._answered[0] != key:
            self._answered = key, {}
        return self._answered[1]

    def _touch_of(self, free: MechanicalSystem) -> SlidingTouch | None:
        """The system where what slides rubs; None where nothing does."""
        if not self.ways:
            return None
        return SlidingTouch(free, self.constraints, self.active, self._slides(), self._acting)

    def _slides(self) -> list[SlidingContact]:
        """The rough limits that slide."""
        return [
            SlidingContact(
                self._rough[j],
                self._slips(j),
                float(self._roughness[j, 0]),
                way,
                max(
                    float(CONTACT.still * np.max(self._speeds[list(self._slips(j))])),
                    self._unfelt.get(j, 0.0),
                ),
            )
            for j, way in self.ways.items()
        ]

    def _slips(self, j: int) -> tuple[int, int]:
        """The numbers of the slips of a rough limit."""
        return self.constraints.slips_of(j)

    def watch(self, t: float, y: Array) -> LimitWatch:
        """Limits, slips that come to 0, and forces that reach what holds at most."""
        watch, first, paired = super().watch(t, y), self.stops, self._paired
        rest = self.count - first - len(self.senses)
        slides = np.where(np.abs(self.senses) == 1, self.senses, 0.0)
        senses = np.array([*(0.0,) * first, *slides, *(0.0,) * rest])
        senses[self._blocked(t, y)] = 0.0  # they do not move, whatever rounding says
        slipping, alone = senses[first:paired], self.constraints.limits_alone
        holds = np.isin(np.arange(first, paired), self.active)

        def look(times: Array, states: Array) -> Array:
            seen = watch.look(times, states)
            if self._wedge is not None:
                rows = self._wedge.rows
                seen[:, rows] = self._wedge.shared(seen[:, rows])
            slips = alone.many(times, states).velocity
            bounds = self._holding(times, states) * FRICTION.beyond
            forces = self._beyond(seen[:, first:paired], bounds)
            against = -slipping * slips[:, first:paired]
            pairs = [self._seen_of(j, seen, slips) for j in range(len(self._rough))]
            seen[:, first:paired] = np.where(slipping, against, np.where(holds, forces, -1.0))
            for j, pair in enumerate(pairs):
                seen[:, paired + 2 * j] = pair
                seen[:, paired + 2 * j + 1] = self._locking(j, times, states)
            seen[:, first:] -= slack[first:] + FRICTION.tiny
            return seen

        slack = watch.slack.copy()
        slack[first:] = 0.0
        slack[first:paired] = self._play(slipping)
        for slide in self._slides():  # what begins to slide does not stop by rounding
            slack[slide.slips[0]] = slide.slow
        values = look(np.array([t]), y[None])[0]
        values[first:] = np.minimum(values[first:], -FRICTION.tiny)
        return LimitWatch(watch.names, look, slack, values, senses)

    def _beyond(self, forces: Array, bounds: Array) -> Array:
        """By how much forces (k, s) are beyond what holds at most."""
        return np.abs(forces) - bounds

    def _play(self, senses: Array) -> Array | float:
        """The speeds (s,) at which what slides so may turn round unseen."""
        return 0.0

    def _blocked(self, t: float, y: Array) -> Indices:
        """The numbers of frictions that slide, but that what holds keeps from moving."""
        slides = self.stops + np.flatnonzero(self.senses)
        if not len(slides) or not self.active:
            return slides[:0]
        held, (q, qd) = self.constraints.holding(self.active), self._layout.motion(y)
        now = held.at(t, q, qd)
        moves = answers(now.g, now.rows, self._alone.at(t, q, qd).rows[slides]).W
        return slides[np.diag(moves) == 0]

    def _holding(self, t: Array, states: Array) -> Array:
        """H (k, s) of the frictions."""
        return self.constraints.friction_bounds(t, states)

    def _seen_of(self, j: int, seen: Array, slips: Array) -> Array | float:
        """What is watched (k,) of a rough limit: slip against its way, force beyond its bound."""
        pair = list(self._slips(j))
        if j in self.ways:
            return -(slips[:, pair] @ self.ways[j])
        if pair[0] not in self.active:
            return -1.0
        most = -seen[:, self._rough] * self._roughness[:, 1]
        if j not in self._alongside:
            return np.hypot(*seen[:, pair].T) - most[:, j] * FRICTION.beyond
        parts = self._alongside[j]
        force = sum(part * seen[:, number] for number, part in parts.items())
        bound = sum(abs(part) * most[:, self._pair_of(n)] for n, part in parts.items())
        return np.abs(force) - bound * FRICTION.beyond

    def _locking(self, j: int, t: Array, states: Array) -> Array | float:
        """What is watched (k,) of a rough limit that slides: p below what still holds it."""
        if self._touch is None or j not in self.ways:
            return -1.0
        return FRICTION.seized - self._touch.clearance(self._rough[j], t, states)

    def _pulls(self, t: Array, states: Array) -> Array:
        """λ (n, a) of what holds."""
        if self._touch is None:
            every = None
            if self._acting is not None and self._free is not None:
                held = self.constraints.holding(self.active)
                every = forces_of(self._acting, self._free, held, t, states)
            first = len(self.bilateral.sources)
            return super()._pulls(t, states) if every is None else every[:, first:]
        return self._touch.solved(t, states).multipliers

    def _pair_of(self, number: int) -> int:
        """The place of the rough limit of a slip."""
        return (number - self._paired) // 2

    def _slide(self, senses: Iterable[float]) -> None:
        """Let frictions slide so."""
        wanted = tuple(float(sense) for sense in senses)
        if wanted != self.senses:
            self.senses = wanted
            self._use(self._sliding.constraints(wanted))

    def _count(self, t: float, reached: int | None) -> None:
        """Raise LagrError where modes change for ever at one instant."""
        if reached is None or t > self._last + FRICTION.instant * abs(t):
            self._last, self._at_once = t, 0
        self._at_once += 1
        self._changes.append(t)
        least = FRICTION.dense * (self._settings.t_end - self._settings.t0)
        chatters = len(self._changes) == FRICTION.row and t - self._changes[0] < least
        if chatters or self._at_once > FRICTION.changes * (1 + self.count):
            raise refusals.unsettled(self.names[reached or 0], t)
