"""How a program runs; all levels compute the same numbers."""

from typing import Literal

MachineLevel = Literal["quick", "optimised"]
Level = Literal["python", "quick", "optimised"]
