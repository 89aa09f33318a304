"""The command line: ``lagr COMMAND MODEL``; it never loads Qt."""
