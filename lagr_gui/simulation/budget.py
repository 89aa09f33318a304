"""How many steps, how much time and how much memory a motion may take."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from lagr_gui.simulation import faults
from lagr_gui.simulation.settings import Settings
from lagr_gui.simulation.tuning import RUN


class Budget:
    """What the settings allow from now on."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._start = perf_counter()
        self._estimate_at = RUN.first_estimate

    @property
    def most(self) -> int:
        """The number of steps at which limits are to be looked at again."""
        room = int(self._settings.max_bytes // step_bytes(len(self._settings.q0)))
        return min(self._settings.max_steps, self._estimate_at, room + 1)

    def check(self, t: float, steps: int, stop: Callable[[], bool] | None) -> None:
        """Raise LagrError where a limit is reached at a time, or will be, far from the end.

        And where `stop` says so.
        """
        settings = self._settings
        if stop is not None and stop():
            raise faults.stopped(t)
        if t >= settings.t_end:
            return
        if steps >= settings.max_steps:
            raise faults.exhausted(t, f"{settings.max_steps} steps")
        if steps * step_bytes(len(settings.q0)) > settings.max_bytes:
            raise faults.exhausted(t, f"{settings.max_bytes / 1e9:g} GB of memory")
        if perf_counter() - self._start > settings.max_seconds:
            raise faults.exhausted(t, f"{settings.max_seconds:g} s of computation")
        if steps >= self._estimate_at:
            self._estimate_at += RUN.first_estimate
            needed = steps * (settings.t_end - settings.t0) / (t - settings.t0)
            if needed > RUN.hopeless * settings.max_steps:
                raise faults.hopeless(t, settings.t_end, needed, settings.max_steps)


def step_bytes(f: int) -> int:
    """About what a step of f coordinates occupies, with the curve between its ends."""
    return 1000 + 2 * f * 8 * 10
