"""One file per command, each with NAME, HELP, `add_options` and `run`."""

from lagr_gui.cli.commands import check, equations, evaluate, export, report, simulate, verify

COMMANDS = (check, equations, evaluate, simulate, verify, export, report)
