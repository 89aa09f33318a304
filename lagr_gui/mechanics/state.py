"""A state of a system: time, coordinates and velocities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lagr_gui.expression.arguments import is_finite
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal


@dataclass(frozen=True)
class State:
    """Time t (s), coordinates q and velocities qd (f each), states z of the first order (s)."""

    t: float
    q: tuple[float, ...]
    qd: tuple[float, ...]
    z: tuple[float, ...] = ()

    @property
    def y(self) -> Array:
        """q, q̇ and z in a row (n,)."""
        return np.array([*self.q, *self.qd, *self.z])

    @property
    def row(self) -> Array:
        """The same behind t (1 + n,), as kernels take it."""
        return np.array([self.t, *self.q, *self.qd, *self.z])

    @classmethod
    def read(
        cls,
        given: State | Mapping[str, Any],
        coordinates: Sequence[str],
        states: Sequence[str] = (),
    ) -> State:
        """A state from ``{"t", "q", "qd"}``; q and qd are lists or mappings by coordinate.

        Where there are `states` of the first order their values are z, in the same way.  Raises
        LagrError where it does not fit.
        """
        if isinstance(given, State):
            if len(given.z) != len(states):
                raise _misfit(say("{key} is missing.", key="z"), _named(states))
            return given
        if isinstance(given, (list, tuple)):
            raise _misfit("A list stands where one state is expected.", "Give its entries.")
        if not isinstance(given, Mapping):
            raise _misfit("A state is an object with t, q and qd.", "Write {“t”: 0, “q”: […], …}.")
        unknown = set(given) - {"t", "q", "qd", *(["z"] if states else ())}
        if unknown:
            raise _misfit(
                say("“{unknown}” is not part of a state.", unknown=min(map(str, unknown))),
                "Give t, q, qd.",
            )
        t = _number(given.get("t", 0.0), "t")
        q, qd = (_values(given.get(key), coordinates, key) for key in ("q", "qd"))
        return cls(t, q, qd, _values(given.get("z"), states, "z"))

    @classmethod
    def read_all(
        cls,
        given: State | Mapping[str, Any] | Sequence[State | Mapping[str, Any]],
        coordinates: Sequence[str],
        states: Sequence[str] = (),
    ) -> list[State]:
        """States as `read` takes them, several or a single one."""
        several = [given] if isinstance(given, (State, Mapping)) else given
        return [cls.read(state, coordinates, states) for state in several]


def _values(entries: Any, coordinates: Sequence[str], key: str) -> tuple[float, ...]:
    if isinstance(entries, Mapping):
        unknown = [name for name in entries if name not in coordinates]
        if unknown:
            raise _misfit(
                say("{key}: there is no coordinate “{unknown}”.", key=key, unknown=unknown[0]),
                _named(coordinates),
            )
        return tuple(
            _number(entries.get(name, 0.0), say("{key} of {name}", key=key, name=name))
            for name in coordinates
        )
    if entries is None and coordinates:
        raise _misfit(say("{key} is missing.", key=key), _named(coordinates))
    if entries is None:
        return ()
    if not isinstance(entries, (list, tuple, np.ndarray)) or len(entries) != len(coordinates):
        raise _misfit(
            say("{key} needs {count} numbers.", key=key, count=len(coordinates)),
            _named(coordinates),
        )
    return tuple(
        _number(entry, say("{key}, entry {i}", key=key, i=i + 1)) for i, entry in enumerate(entries)
    )


def _number(value: Any, place: str) -> float:
    if not is_finite(value) or abs(float(value)) > 1e300:
        raise _misfit(
            say(
                "{place}: {value} is not a finite number.", place=place, value=repr(str(value)[:40])
            ),
            "Give a number.",
        )
    return float(value)


def _named(coordinates: Sequence[str]) -> str:
    return say(
        "The coordinates are {coordinates}.", coordinates=", ".join(coordinates) or say("none")
    )


def _misfit(cause: str, remedy: str) -> LagrError:
    return refusal("State", cause, remedy, code="state")
