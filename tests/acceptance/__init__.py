"""Reference cases with numbers from independent sources, and what runs them."""
