"""Scripts of AUTOLEV (MotionGenesis): mechanical systems said in frames, points and forces."""

from __future__ import annotations

from lagr_gui.extensions.autolev.building import built
from lagr_gui.extensions.autolev.newer import read_script
from lagr_gui.extensions.autolev.writing import autolev_script
from lagr_gui.model.imported import Imported

__all__ = ["autolev_script", "import_autolev"]


def import_autolev(data: bytes | str, name: str = "") -> Imported:
    """The system of a script. Raises LagrError with the lines of all that is not understood."""
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")
    return Imported((built(read_script(text), name),))
