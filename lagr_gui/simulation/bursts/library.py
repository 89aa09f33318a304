"""What of a simulation is machine code, translated once in a process."""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module

from lagr_gui.native import Library
from lagr_gui.simulation.bursts import (
    advancing,
    alternating,
    changing,
    constrained,
    sampling,
    working,
)

_log = logging.getLogger(__name__)


@cache
def library() -> Library | None:
    """The functions of a burst as machine code; None where LLVM is missing or fails."""
    try:
        import_module("lagr_gui.kernel.machine").provide_library()
        steps = [advancing.begin, advancing.advance]
        return Library([*steps, constrained.fill, constrained.bring_back, working.work])
    except (ImportError, OSError, RuntimeError) as error:
        _log.warning("No machine code for steps: %s", error)
        return None


@cache
def changing_library() -> Library:
    """What few motions need besides: how frictions change within a burst, and what they did.

    It is there where `library` is.
    """
    return Library([changing.change, alternating.tell, alternating.work_of_modes])


@cache
def sampling_library() -> Library:
    """What motions with laws that sample need besides.

    It is there where `library` is.
    """
    return Library([sampling.sample, sampling.work_of_held])
