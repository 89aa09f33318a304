"""Tests of `lagr_gui.numerics`."""
