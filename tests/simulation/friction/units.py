"""Units of length, mass and time, other than metre, kilogram and second."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Units:
    """How many of the new units a metre, a kilogram and a second are."""

    length: float = 1.0
    mass: float = 1.0
    time: float = 1.0

    @property
    def speed(self) -> float:
        """A metre by second."""
        return self.length / self.time

    @property
    def force(self) -> float:
        """A newton."""
        return self.mass * self.speed / self.time

    @property
    def moment(self) -> float:
        """A newton metre, or a joule."""
        return self.force * self.length

    @property
    def stiffness(self) -> float:
        """A newton by metre."""
        return self.mass / self.time**2


SIZES = [
    Units(),
    *(Units(**{name: size}) for name in ("length", "mass", "time") for size in (1e-6, 1e6)),
    Units(1e6, 1e-6, 1e6),
    Units(1e-6, 1e6, 1e-6),
]
