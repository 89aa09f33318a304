"""Linear equations about a place or along a motion, and what follows from them."""
