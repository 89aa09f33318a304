"""The sweep pane: families of motions over parameters and start values."""
