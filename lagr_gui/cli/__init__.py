"""The command line: ``lagr COMMAND MODEL``; it never loads Qt."""

STOPPED = 130
"""Exit status after Ctrl+C."""
