"""The inspector: a form for what is selected, made from the data."""

from lagr_gui.gui.panes.inspector.pane import InspectorPane

__all__ = ["InspectorPane"]
