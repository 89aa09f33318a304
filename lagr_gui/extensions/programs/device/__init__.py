"""One block of signals as a function for a device: what it computes in a step, and that in C."""

from lagr_gui.extensions.programs.device.block import device_block
from lagr_gui.extensions.programs.device.c_block import c_block
from lagr_gui.foundation.wording import Wording
from lagr_gui.prepared import Prepared


def block_program(prepared: Prepared, name: str, single: bool = False) -> str:
    """The block of a signal in C99, in single precision if that is wanted.

    Raises LagrError for an unsound model, and for what a device cannot do alone.
    """
    block = device_block(prepared, name)
    system = f" of the system “{prepared.drawn.name}”" if prepared.drawn.name else ""
    title = Wording(f"{block.title} “{name}”{system}.")
    return c_block(block, single, (title, Wording(f"Model {prepared.digest}")))
