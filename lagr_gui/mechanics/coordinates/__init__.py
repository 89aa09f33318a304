"""Other coordinates p of the same system: those of the model as functions q(p, t) of them."""
