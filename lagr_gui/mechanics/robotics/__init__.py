"""Matrices of robotics: M, C, g, Jacobians, the regressor and its base parameters."""
