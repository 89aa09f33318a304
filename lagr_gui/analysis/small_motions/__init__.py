"""Equilibria, and small motions about them: equations, modes, responses."""
