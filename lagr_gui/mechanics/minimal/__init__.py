"""Minimal equations: one for each freedom of a bound system, without multipliers.

Coordinates that conditions on positions determine are functions of the others, q_d = q_d(q_i, t),
or stand there in closed form; conditions on velocities leave independent speeds u with
q̇ = T u + τ.  Either way the equations of motion are Tᵀ (g q̈ + Γ q̇ q̇ − Q) = 0 (Jourdain, Maggi).
"""
