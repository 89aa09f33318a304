"""What one check found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A deviation against its tolerance, or the reason why something was not checked."""

    name: str
    deviation: float | None = None
    tolerance: float = 0.0
    reason: str = ""

    @property
    def holds(self) -> bool:
        """Whether it was checked and holds."""
        return self.deviation is not None and self.deviation <= self.tolerance

    @property
    def checked(self) -> bool:
        """Whether it was checked at all."""
        return self.deviation is not None

    def __str__(self) -> str:
        if self.deviation is None:
            return f"not checked  {self.name}: {self.reason}"
        word = "holds" if self.holds else "FAILS"
        return f"{word}  {self.name}: {self.deviation:.1e} (tolerance {self.tolerance:.0e})"
