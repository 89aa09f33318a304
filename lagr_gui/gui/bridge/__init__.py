"""Where document, worker and window meet."""
