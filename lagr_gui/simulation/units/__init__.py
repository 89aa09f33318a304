"""Units of FMI: read and allowed here, loaded in processes of their own."""

from lagr_gui.simulation.units.reading import UnitFile, allowed_unit, read_unit
from lagr_gui.simulation.units.stepped import SteppedUnit

__all__ = ["SteppedUnit", "UnitFile", "allowed_unit", "read_unit"]
