"""lagr_gui: draw a mechanical system, read its Lagrange equations, simulate it."""
