"""Models that are parts of others."""
