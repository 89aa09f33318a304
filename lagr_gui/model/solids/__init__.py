"""Bodies that are put together of solids."""
