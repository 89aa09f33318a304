"""Elements that exert forces, and energies of one's own."""
