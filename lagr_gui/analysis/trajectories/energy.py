"""The balance of energy along a motion: what each body and element stores, takes and gives.

T + U + dissipated + lost in impacts − supplied must not change.  Works are powers integrated
over the dense output of the simulation, divided at the ends of its steps, where it has kinks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.analysis.stages import stages
from lagr_gui.analysis.trajectories.reactions import check_trajectory
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.selfcheck import SelfCheck
from lagr_gui.mechanics.trajectories.shares import GRAVITY, MOVED, Share, ShareKernel
from lagr_gui.numerics import on_one_thread, solve_many
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Trajectory
from lagr_gui.simulation.friction.sliding import SlidingContact, SlidingTouch
from lagr_gui.simulation.quadrature import integrated
from lagr_gui.simulation.system import Array

IMPACT = "impact"
WORKS = ("dissipated", "supplied", IMPACT)
"""What begins with 0: works, and what impacts take."""

WORDS = {
    "kinetic": "T of {name}",
    "weight": "U of the weight of {name}",
    "stored": "U of {name}",
    "dissipated": "dissipated by {name}",
    "supplied": "supplied by {name}",
    IMPACT: "lost in impacts at {name}",
}
"""What a share is called."""

SWITCHED = "controllers"
OTHERS = {
    MOVED: say("what moves as given"),
    GRAVITY: say("gravity that changes with time"),
    SWITCHED: say("controllers that change a law at once"),
}
"""What supplies power without being an element."""

SLIGHT = 1e-12
"""Works of conditions below this part of the largest energy are the rounding of none."""


@dataclass(frozen=True, eq=False)
class EnergyBalance:
    """Energies (J) along a motion at times t (n,), each (n,) by its share.

    `names` are those of the items.  `error` is the largest change of the sum, over the largest
    energy or work that occurs; 0 where nothing moves.
    """

    t: Array
    shares: Mapping[Share, Array]
    names: Mapping[str, Message | str]
    error: float
    certificate: SelfCheck | None = None

    @property
    def sum(self) -> Array:
        """T + U + dissipated + lost − supplied (n,), which must not change."""
        return _sum(self.shares, len(self.t))

    def of(self, sort: str) -> dict[str, Array]:
        """The shares (n,) of a sort by the key of the item: ``of("stored")["element:spring"]``."""
        return {share.item: table for share, table in self.shares.items() if share.sort == sort}

    def words(self, share: Share) -> Message:
        """What a share is called."""
        return say(WORDS[share.sort], name=self.names[share.item])

    def columns(self) -> dict[str, Array]:
        """The table of a file: (n,) by head."""
        shares = {f"{self.words(share)} (J)": values for share, values in self.shares.items()}
        return {"t (s)": self.t, **shares, "sum (J)": self.sum}

    def as_json(self) -> dict[str, Any]:
        """The same for programs: `shares` with the item and the sort of each."""
        shares = [
            {"item": share.item, "sort": share.sort, "name": self.words(share), "J": values}
            for share, values in self.shares.items()
        ]
        fields = {"t": self.t, "shares": shares, "sum": self.sum, "error": self.error}
        return fields | {"certificate": self.certificate}

    def __str__(self) -> str:
        rows = [(str(self.words(share)), values) for share, values in self.shares.items()]
        rows.append(("sum: T + U + dissipated + lost − supplied", self.sum))
        width = max(len(name) for name, _ in rows)
        first, last = self.t[0], self.t[-1]
        lines = [f"{'energies in J':{width}}  {f't = {first:g} s':>14}  {f't = {last:g} s':>14}"]
        lines += [f"{name:{width}}  {table[0]:14.6g}  {table[-1]:14.6g}" for name, table in rows]
        lines.append(str(self.told))
        return "\n".join([*lines, *([str(self.certificate)] if self.certificate else [])])

    @property
    def told(self) -> Message:
        """How well the sum closes."""
        part = f"{self.error:.2g}"
        return say("The sum changes by {part} of the largest energy.", part=part)


@on_one_thread
def energy(prepared: Prepared, trajectory: Trajectory) -> EnergyBalance:
    """The balance of energy by body and element along a simulation of the model.

    Raises LagrError for an unsound model and for a trajectory of other coordinates.
    """
    check_trajectory(prepared, trajectory)
    whole, shown = _with_changes(trajectory)
    along = {share: table[shown] for share, table in _along(prepared, whole).items()}
    shares = along | _losses(trajectory)
    scale = _scale(shares, trajectory)
    change = _sum(shares, len(trajectory.t))
    error = float(np.max(np.abs(change - change[0])))
    stored = {*_kernel(prepared).shares}
    kept = {
        share: table
        for share, table in shares.items()
        if share in stored or share.sort == IMPACT or np.max(np.abs(table)) > SLIGHT * scale
    }
    return EnergyBalance(
        trajectory.t,
        dict(sorted(kept.items(), key=lambda entry: [*WORDS].index(entry[0].sort))),
        {share.item: _name(prepared, share.item) for share in kept},
        error / scale if scale > 0 else 0.0,
        trajectory.certificate,
    )


def _with_changes(trajectory: Trajectory) -> tuple[Trajectory, NDArray[np.int_]]:
    """A motion with the instants at which frictions change among its own, and where these are."""
    driven = trajectory.driven
    if driven is None or not trajectory.frictions:
        return trajectory, np.arange(len(trajectory.t))
    t = np.union1d(trajectory.t, driven.t)
    before = np.maximum(np.searchsorted(trajectory.t, t, side="right") - 1, 0)
    there = trajectory.rows(before)
    q, qd, z = (part.copy() for part in trajectory.layout.parts(trajectory.states_at(t)))
    return replace(there, t=t, q=q, qd=qd, z=z), np.searchsorted(t, trajectory.t)


def _kernel(prepared: Prepared) -> ShareKernel:
    return prepared.kept("shares", lambda: ShareKernel(prepared.separate))


def _along(prepared: Prepared, trajectory: Trajectory) -> dict[Share, Array]:
    """Energies and works (n,) by their share; works go on from stage to stage.

    Where controllers change a law at once, or an event happens, what energies jump by is supplied.
    """
    columns: dict[Share, list[tuple[int, Array]]] = {}
    done: dict[Share, float] = {}
    n, before, first = len(trajectory.t), 0.0, 0
    for member, part in stages(prepared, trajectory, whole=True):
        flow, begun = _Flow(member, part), int(first > 0)
        stored, works = flow.energies(), flow.works()
        if begun:
            jump = sum(float(table[0]) for table in stored.values()) - before
            works[Share("supplied", _giver(trajectory, part))] = np.full(len(part.t), jump)
        before = sum(float(table[-1]) for table in stored.values())
        for share, table in works.items():
            works[share] = table + done.get(share, 0.0)
            done[share] = float(works[share][-1])
        for share in done.keys() - works.keys():
            works[share] = np.full(len(part.t), done[share])
        for share, table in (stored | works).items():
            columns.setdefault(share, []).append((first, table[begun:]))
        first += len(part.t) - begun
    energies: dict[Share, Array] = {}
    for share, pieces in columns.items():
        energies[share] = np.zeros(n)
        for start, table in pieces:
            energies[share][start : start + len(table)] = table
    return energies


def _giver(trajectory: Trajectory, part: Trajectory) -> str:
    """What changes energies at once where a stage begins."""
    events = [one.item for one in trajectory.happened if one.t == part.t[0]]
    return "\n".join(dict.fromkeys(events)) or SWITCHED


class _Flow:
    """The shares of one motion: energies as they are, works as integrals of powers."""

    def __init__(self, prepared: Prepared, trajectory: Trajectory) -> None:
        self.trajectory, self._parameters = trajectory, prepared.parameters
        self.kernel = _kernel(prepared)
        self._binding = prepared.conditions
        self._system = prepared.system((trajectory.t[0], trajectory.q[0], trajectory.qd[0]))
        self._powers = [n for n, s in enumerate(self.kernel.shares) if s.sort in WORKS]
        sources = (
            self._binding.holding(range(self._binding.limits)).sources if self._binding else ()
        )
        self._sources = tuple(sources) if self.kernel.moves else ()
        self._rough = self._binding.rough if self._binding else ()
        self._loads = prepared.loads
        loaded = [part for part in prepared.reading.loaded if part.number <= 1]
        self._pressed = [part.key for part in loaded]
        self._senses = np.array([prepared.values[part.sense] for part in loaded])

    def energies(self) -> dict[Share, Array]:
        """The energies (n,) at the times of the motion."""
        trajectory = self.trajectory
        tables = self.kernel(self._parameters, trajectory.t, trajectory.y, trajectory.qdd)
        columns = zip(self.kernel.shares, tables.T, strict=True)
        return {share: table for share, table in columns if share.sort not in WORKS}

    def works(self) -> dict[Share, Array]:
        """What dampers take, and what all else gives (n,), since the start."""
        shares = [self.kernel.shares[n] for n in self._powers]
        shares += [Share("supplied", source) for source in self._sources]
        shares += [Share("dissipated", key) for key in self._rubbing_keys]
        t = self.trajectory.t
        done = np.zeros((len(t), len(shares)))
        if shares and len(t) > 1:
            done = integrated(self._flows, t, getattr(self.trajectory.dense, "ts", ()))
        works: dict[Share, Array] = {}
        for share, work in zip(shares, (done - done[0]).T, strict=True):
            works[share] = work + works.get(share, 0.0)  # a joint that is cut has several rows
        return works

    def _flows(self, times: Array) -> Array:
        """Powers (n, p) at any times (n,)."""
        states = self.trajectory.dense(times).T
        qdd, bound = self._accelerations(times, states)
        shares = self.kernel(self._parameters, times, states, qdd)
        return np.hstack([shares[:, self._powers], bound, self._rubbed(times, states)])

    @property
    def _rubbing_keys(self) -> list[str]:
        """The item keys of the limits with friction, and of what reactions press."""
        if self._binding is None:
            return []
        return [*(self._binding.limit_sources[limit] for limit in self._rough), *self._pressed]

    def _rubbed(self, t: Array, states: Array) -> Array:
        """What friction takes where rough limits and what is pressed slide: powers (n, r)."""
        taken, contacts = np.zeros((len(t), len(self._rubbing_keys))), self.trajectory.contacts
        if not taken.shape[1]:
            return taken
        which = np.searchsorted([begun for begun, _ in contacts], t, side="right") - 1
        for number in np.unique(which):
            touch, sliding = self._touch(contacts[number][1])
            at = np.flatnonzero(which == number)
            if touch is not None:
                taken[at[:, None], sliding] = touch.solved(t[at], states[at]).taken
        return taken

    def _touch(self, active: tuple[int, ...]) -> tuple[SlidingTouch | None, list[int]]:
        """The system where it rubs while these are in contact, and who slides; None if no one."""
        binding = self._binding
        assert binding is not None
        slips = [binding.slips_of(j) for j in range(len(self._rough))]
        sliding = [
            j
            for j, limit in enumerate(self._rough)
            if limit in active and slips[j][0] not in active
        ]
        mu = binding.roughness()[:, 0]
        slides = [
            SlidingContact(self._rough[j], slips[j], float(mu[j]), np.zeros(2), 0.0)
            for j in sliding
        ]
        of = self._system, binding, active, slides
        if self._loads is None:
            return (SlidingTouch(*of) if slides else None), sliding
        from lagr_gui.simulation.friction import loaded  # few models have such

        moving = np.flatnonzero(self._senses).tolist()
        surfaces = {
            place: loaded.SlidingSurface(np.zeros(width), 0.0)
            for place, width in enumerate(self._loads.widths)
            if width > 1
        }
        touch = loaded.LoadedTouch(*of, self._loads, self._senses, surfaces)
        return touch, [*sliding, *(len(self._rough) + place for place in moving)]

    def _accelerations(self, t: Array, states: Array) -> tuple[Array, Array]:
        """q̈ (n, f), as far as powers need it, and the powers −λ γ̄ (n, c) of conditions."""
        q, qd = self.trajectory.layout.motion(states)
        qdd, bound = np.zeros_like(q), np.zeros((len(t), len(self._sources)))
        binding = self._binding
        if not self._sources and (binding is None or not self.kernel.accelerates):
            return (self._system.record(t, states).qdd if self.kernel.accelerates else qdd), bound
        assert binding is not None
        contacts = self.trajectory.contacts
        which = np.searchsorted([begun for begun, _ in contacts], t, side="right") - 1
        always = len(self._sources) - binding.limits
        for number in np.unique(which):
            active = contacts[number][1]
            at = np.flatnonzero(which == number)
            touch, sliding = self._touch(active)
            rubs = [n for j in sliding if j < len(self._rough) for n in binding.slips_of(j)]
            held = binding.holding((*active, *rubs)).many(t[at], states[at])
            rows = np.array([*range(always), *(always + i for i in (*active, *rubs))], int)
            if touch is None:
                qdd[at], multipliers = solve_many(held.g, held.force, held.rows, held.gamma)
            else:
                told = touch.solved(t[at], states[at])
                qdd[at], multipliers = told.qdd, told.every[:, rows]
            if self._sources:
                bar = held.velocity - np.einsum("nmf,nf->nm", held.G, qd[at])
                bound[at[:, None], rows] = -multipliers * bar
        return qdd, bound


def _losses(trajectory: Trajectory) -> dict[Share, Array]:
    """What impacts have taken before each time (n,), by what was struck at once."""
    losses: dict[Share, Array] = {}
    for impact in trajectory.impacts:
        share = Share(IMPACT, "\n".join(impact.names))
        loss = np.where(trajectory.t > impact.t, impact.loss, 0.0)
        losses[share] = loss + losses.get(share, 0.0)
    return losses


def _sum(shares: Mapping[Share, Array], n: int) -> Array:
    """The energies and works (n,), with what is supplied taken off."""
    signed = [-table if s.sort == "supplied" else table for s, table in shares.items()]
    return np.sum([np.zeros(n), *signed], axis=0)


def _scale(shares: Mapping[Share, Array], trajectory: Trajectory) -> float:
    """The largest energy or work that occurs; 0 where nothing moves."""
    n = len(trajectory.t)
    parts = [trajectory.largest_T]
    for sorts in (("kinetic",), ("weight", "stored"), ("dissipated", IMPACT), ("supplied",)):
        total = _sum({s: v for s, v in shares.items() if s.sort in sorts}, n)
        parts.append(float(np.max(np.abs(total - total[0] * ("kinetic" not in sorts)))))
    return 0.0 if trajectory.rests(max(parts)) else max(parts)


def _name(prepared: Prepared, item: str) -> Message | str:
    """What an item is called."""
    if item in OTHERS:
        return OTHERS[item]
    bodies = {f"body:{body.number}": body.name for body in prepared.model.bodies}
    return ", ".join(bodies.get(key) or key.partition(":")[2] for key in item.split("\n"))
