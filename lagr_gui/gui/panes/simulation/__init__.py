"""The simulation pane: start values, settings, curves, energy balance."""

from lagr_gui.gui.panes.simulation.pane import SimulationPane

__all__ = ["SimulationPane"]
