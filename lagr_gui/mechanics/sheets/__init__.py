"""The equations as they are read: entries, terms, names."""
