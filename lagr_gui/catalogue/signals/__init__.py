"""One file for each kind of signal."""
