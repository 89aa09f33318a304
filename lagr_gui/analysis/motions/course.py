"""A motion on which agents act, from the first report to the checked whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from lagr_gui.analysis.audits import check_delays, check_modes, check_motion
from lagr_gui.analysis.motions.agents import Agent, AgentInstant, MotionUnderWay
from lagr_gui.analysis.motions.events import EventAgent
from lagr_gui.analysis.motions.remarks import remarks
from lagr_gui.analysis.motions.switching import SwitchingAgent
from lagr_gui.analysis.stages import compared
from lagr_gui.analysis.trajectories.outputs import Outputs
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Cancelled, LagrError, refusal
from lagr_gui.foundation.selfcheck import together
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Progress, Settings, SimulationStopped, Trajectory
from lagr_gui.subsystems.switching import Sampling

if TYPE_CHECKING:  # few models sample
    from lagr_gui.analysis.motions.sampled import SampledBursts

OFTEN = 0.05
"""Seconds between two reports of how far a motion is."""


class StartingAgent(Agent, Protocol):
    """One that is told where a motion begins, before anybody acts."""

    def start(self, instant: AgentInstant) -> None:
        """Look at the start."""
        ...


class AgentCourse:
    """One motion with agents under way."""

    def __init__(
        self,
        prepared: Prepared,
        settings: Settings,
        seen: Outputs,
        progress: Callable[[Progress], None] | None,
        cancel: Callable[[], bool] | None,
        stop: Callable[[], bool] | None,
    ) -> None:
        self.prepared, self.settings, self.seen = prepared, settings, seen
        self.progress, self.cancel, self.wanted = progress, cancel, stop
        self.started = self.told = perf_counter()
        self.switching: SwitchingAgent | None = None
        self.events: EventAgent | None = None
        self.bursts: SampledBursts | None = None

    def along(
        self,
        acting: Sequence[StartingAgent],
        switching: SwitchingAgent | None = None,
        events: EventAgent | None = None,
    ) -> Trajectory:
        """The whole motion; events happen behind those that act, and signals switch last.

        Raises SimulationStopped with that up to where it cannot go on.
        """
        settings = self.settings
        agents = (*acting, *filter(None, (events, switching)))
        self.switching, self.events = switching, events
        motion = MotionUnderWay(self.prepared, settings, agents, stop=self._stop)
        if events is not None:
            events.motion = motion
        if switching is not None and not switching.switches and len(agents) == 1:
            from lagr_gui.analysis.motions.sampled import SampledBursts  # few models sample

            motion.swift = self.bursts = SampledBursts(
                self.prepared, settings, switching, self._going_on
            )
        for agent in acting:
            agent.start(motion.instant)
        spacing = (settings.t_end - settings.t0) / max(settings.points - 1, 1)
        try:
            motion.advance(settings.t_end, spacing, self._hear)
        except SimulationStopped as ended:
            motion.keep(ended.trajectory)
            raise SimulationStopped(ended.problems, self._whole(motion, stopped=True)) from None
        except (Cancelled, KeyboardInterrupt):
            raise
        except LagrError as error:
            if not motion.parts:
                raise
            raise SimulationStopped(error.problems, self._whole(motion, stopped=True)) from None
        return self._whole(motion)

    def _stop(self) -> bool:
        if self.cancel is not None and self.cancel():
            raise Cancelled
        return self.wanted is not None and self.wanted()

    def _going_on(self, t: float, times: Array, states: Array) -> bool:
        """Tell how far the motion is; whether it may go on."""
        if self.progress is not None and perf_counter() >= self.told + OFTEN:
            self.told = perf_counter()
            done = (t - self.settings.t0) / (self.settings.t_end - self.settings.t0)
            q, qd, _ = self.prepared.layout.parts(states)
            self.progress(Progress(float(done), times, q, qd))
        return not self._stop() and perf_counter() - self.started <= self.settings.max_seconds

    def _hear(self, part: Trajectory) -> None:
        """Tell how far the motion is, and that it takes too long."""
        settings = self.settings
        if self.progress is not None and perf_counter() >= self.told + OFTEN:
            self.told = perf_counter()
            done = (part.t[-1] - settings.t0) / (settings.t_end - settings.t0)
            self.progress(Progress(float(done), part.t[1:], part.q[1:], part.qd[1:]))
        check_time(self.started, settings)

    def _whole(self, motion: MotionUnderWay, stopped: bool = False) -> Trajectory:
        """The motion with its outputs; some parts beside an independent formalism."""
        trajectory = replace(
            motion.whole,
            stopped=stopped,
            seconds=perf_counter() - self.started,
            special=self.prepared.special,
            modes=self.switching.modes if self.switching else {},
        )
        checked = list(zip(motion.systems, motion.parts, strict=True))
        if self.bursts is not None and self.bursts.parts:
            from lagr_gui.analysis.motions.sampled import stages_of

            checked = stages_of(motion, self.bursts.parts)
        if self.switching:
            check_modes(self.prepared, checked)
        check_delays(self.prepared, checked)
        if any(isinstance(entry, Sampling) for entry in self.prepared.acting_signals):
            from lagr_gui.analysis.motions.sampled import begins_of  # few models sample
            from lagr_gui.analysis.samples_taken import check_taken

            many = self.bursts.parts if self.bursts else ()
            check_taken(self.prepared, begins_of(self.prepared, motion, many))
        told = self.events.notes if self.events else ()
        certificate = together(check_motion(*checked[i]) for i in compared(len(checked)))
        return replace(
            trajectory,
            certificate=certificate,
            notes=(*told, *trajectory.notes, *remarks(self.prepared, trajectory)),
            outputs=self.seen.along(trajectory),
            output_units=self.seen.units,
        )


def check_time(started: float, settings: Settings) -> None:
    """Raise LagrError where a motion takes longer than it may."""
    if perf_counter() - started > settings.max_seconds:
        raise refusal(
            say("Simulation"),
            say("It takes longer than {seconds:g} s.", seconds=settings.max_seconds),
            say("Choose an earlier end."),
            "limit",
        )
