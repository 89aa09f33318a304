"""The parts of a work done by the machines of a cluster, through `dask.distributed`.

The scheduler does again what a worker had in hand that is lost.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import lru_cache
from typing import Any

from lagr_gui.foundation.libraries import library
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.parallel.crew import LOOK, Answer
from lagr_gui.parallel.duty import Duty, Part
from lagr_gui.parallel.frames import pack, unpack

PATIENCE = 10
"""Seconds in which a scheduler must answer."""


def on_cluster(duty: Duty, parts: Iterable[Part], address: str) -> Generator[Answer | None]:
    """The parts as they are ready, by the workers of a scheduler; None now and then meanwhile.

    Who closes the generator takes back what is not done.  Raises LagrError where the library is
    missing or no scheduler answers, and faults of the function.
    """
    distributed = library("distributed")
    with _client(distributed, address) as client:
        packed = pack(duty)  # goes with each task: what is scattered is lost with its worker
        futures: dict[Any, Part] = {}

        def submit(some: Iterable[Part]) -> None:
            for part in some:
                futures[client.submit(_done, packed, part, pure=False)] = part

        try:
            submit(parts)
            while futures:
                ready = _ready(distributed, list(futures))
                if not ready:
                    yield None
                for future in ready:
                    part = futures.pop(future)
                    answer, again = _answer(distributed, future, part)
                    submit(again)
                    if answer is not None:
                        yield answer
        finally:
            client.cancel(list(futures))


def _done(packed: bytes, part: Part) -> Any:
    return _unpacked(packed)(part)


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Duty:
    """The same for all parts that a worker does, so that what is prepared for one stays."""
    return unpack(packed)


def _client(distributed: Any, address: str) -> Any:
    try:
        return distributed.Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise _silent(address) from error


def _silent(address: str) -> LagrError:
    cause = "No scheduler answers there."
    remedy = "Start one (dask scheduler) and name its address, such as tcp://host:8786."
    return refusal(say("Scheduler “{address}”", address=address), cause, remedy, "scheduler")


def _ready(distributed: Any, futures: list[Any]) -> list[Any]:
    """Those that are done, as soon as one is."""
    try:
        return list(distributed.wait(futures, LOOK, return_when="FIRST_COMPLETED").done)
    except TimeoutError:
        return []


def _answer(distributed: Any, future: Any, part: Part) -> tuple[Answer | None, list[Part]]:
    """A part with its result, or what is to be done again: its numbers one by one."""
    try:
        return (part, future.result()), []
    except distributed.KilledWorker:
        single = [(number,) for number in part] if len(part) > 1 else []
        return (None, single) if single else ((part, None), [])
