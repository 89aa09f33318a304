"""Memory for one call at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.arrays import address
from lagr_gui.kernel.layout import SlotLayout


class Room:
    """The slots of a program and its outputs, in one block that starts at `address`.

    `prepared` are the slots up to the results of the parameter stage.
    """

    __slots__ = ("address", "outputs", "slots", "state")

    def __init__(self, layout: SlotLayout, prepared: NDArray[np.float64]) -> None:
        block = np.zeros(layout.slots + len(layout.outputs) + 1)
        block[: len(prepared)] = prepared
        self.state = block[: layout.states]
        self.slots = block[: layout.slots]
        self.outputs = block[layout.slots : layout.slots + len(layout.outputs)]
        self.address: int = address(block)
