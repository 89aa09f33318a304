"""One file per command, each with NAME, HELP, `add_options` and `run`."""

from lagr_gui.cli.commands import (
    check,
    equations,
    equilibrium,
    evaluate,
    export,
    import_,
    inverse,
    linearize,
    matrices,
    modes,
    report,
    response,
    simulate,
    verify,
    weigh,
)

COMMANDS = (
    check,
    equations,
    matrices,
    weigh,
    evaluate,
    simulate,
    equilibrium,
    linearize,
    modes,
    response,
    inverse,
    verify,
    export,
    import_,
    report,
)
