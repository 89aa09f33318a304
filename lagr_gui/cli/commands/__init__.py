"""One file per command, each with NAME, HELP, `add_options` and `run`."""

from lagr_gui.cli.commands import (
    check,
    equations,
    evaluate,
    export,
    import_,
    report,
    simulate,
    verify,
)

COMMANDS = (check, equations, evaluate, simulate, verify, export, import_, report)
