"""Curves over time: which there are, which are chosen, and the plots that draw them."""
