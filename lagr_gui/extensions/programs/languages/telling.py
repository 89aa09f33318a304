"""What a program tells of itself: at the head of its file, and when it is asked for help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from lagr_gui.extensions.programs import rough_limits
from lagr_gui.extensions.programs.languages.parts import quoted, told, wrapped
from lagr_gui.extensions.programs.record import ShownValue, Standalone
from lagr_gui.foundation.wording import Wording, joined_wording

WIDTH = 80
"""Columns of a line of help."""


def about(program: Standalone, offset: int) -> Iterator[str | Wording]:
    """The words at the head of the file, where the first element of a row has a number."""
    yield program.title
    if program.description:
        yield ""
        yield from map(Wording, program.description.lines)
    yield ""
    yield "Written by lagr_gui: the equations of motion, and a program that integrates them."
    yield f"SHA-256 of the model: {program.digest}"
    yield ""
    yield "State: time t, coordinates q, velocities v. Units are SI units and radians."
    for place, entry in enumerate(program.coordinates):
        yield f"  q[{place + offset}]  " + told(entry)
    if program.states:
        yield "Behind v stand states of the first order, behind accelerations their rates:"
    for place, entry in enumerate(program.states, start=len(program.coordinates)):
        yield f"  v[{place + offset}]  " + told(entry)
    if program.switches or program.samplers or program.delays:
        yield "What signals hold that act at instants is among them: motions change it."
    if program.acting and program.acting.gates:
        yield "Among them 1 says that something is there, 0 that it is open or off."
    for place, name in enumerate(program.conditions):
        words = "positions" if program.on_positions[place] else "velocities"
        yield f"  condition {place + offset} on {words}: " + name
    for event in program.events:
        yield "  event in motions: " + event.title
    yield from fixed_start(program)
    if program.limits:
        yield "Limits H <= 0, with impacts by Newton's law and lasting contact:"
    for place, name in enumerate(program.limits, start=offset):
        yield f"  limit {place}: " + name
    if program.rough:
        names = joined_wording([program.limits[number] for number in program.rough], ", ")
        yield "Of these rub, as they are pressed, and slide or stick: " + names
    if program.limits:
        yield "What is told of single states is told of states without contact."
    if program.frictions:
        yield "Dry friction: it slides, with a force against its slip, or sticks without any slip:"
    for place, name in enumerate(program.frictions, start=offset):
        yield f"  friction {place}: " + name
    if program.transmitted:
        yield "Reactions (N, N m, m, V), of a joint on its child, in space axes:"
        yield from _rows_of(program.transmitted, offset)
    if program.shown:
        yield "Outputs:"
    for place, entry in enumerate(program.shown, start=offset):
        yield f"  shown[{place}]  " + told(entry)
    if program.unshown:
        others = joined_wording(program.unshown, "; ")
        yield "Outputs that do not follow from a state are left out: " + others
    if program.is_differentiated:
        yield (
            "Derivatives of each acceleration by q, v, further generalised forces u and "
            "parameters: row by row."
        )
    whose = f"another formalism ({program.vectors.formalism}) computed"
    if program.owners:  # no formalism knows what presses
        whose = "lagr_gui's simulations have"
    yield (
        f"The self-test compares accelerations with those that {whose}, and energies, what joints "
        "transmit and a short motion without further forces with those of lagr_gui."
    )
    if program.limits:
        yield "It compares gaps, their rates and impacts with those of lagr_gui's simulations."


def fixed_start(program: Standalone) -> Iterator[Wording]:
    """That the start stays where it follows parameters in the model."""
    if words := program.followed_words:
        yield (
            "The start is numbers here. In the model it follows parameters: "
            + words
            + ". Where you change these give the start, too."
        )


def _rows_of(transmitted: Sequence[Wording], offset: int) -> Iterator[Wording]:
    """Where each vector and number stands."""
    for place, words in enumerate((quantity.line for quantity in transmitted), start=offset):
        what, _, whose = words.partition(" of ")
        if what.endswith(".x"):
            vector = Wording(f"{what.removesuffix('.x')} of {whose}")
            yield f"  transmitted[{place}] to [{place + 2}]  " + vector
        elif not what.endswith((".y", ".z")):
            yield f"  transmitted[{place}]  " + Wording(words)


def columns(program: Standalone) -> list[str | Wording]:
    """The names of the columns of the table."""
    names = [entry.name for entry in program.coordinates]
    shown = (quoted(entry.title) for entry in program.shown)
    states = [entry.name for entry in program.states]
    return ["t", *names, *(f"{name}'" for name in names), *states, "T", "U", "E", *shown]


_TROUBLE = (
    "the accelerations have no value",
    "a motion has no inertia",
    "conditions contradict each other",
    "no state meets the conditions",
    "the step becomes too small",
    "conditions depend on each other: the motion may go on in several ways",
)
_TROUBLE_OF_FRICTIONS = ("friction changes between sliding and sticking without end",)
_TROUBLE_OF_LOADS = (
    "a joint jams: no friction agrees with what presses in it",
    "frictions that stick leave open which reactions press in joints",
)
_TROUBLE_OF_GUARDS = "without end: a hysteresis may help"
_TROUBLE_OF_SAMPLES = ("there are no more random numbers than the motion of the model takes",)
_TROUBLE_OF_DELAYS = "delayed signals ask for more steps of the past than are kept (PIECES)"
_TROUBLE_OF_LIMITS = (
    "the start lies beyond a limit",
    "conditions, or limits that move, lead through a limit",
    "there were too many impacts",
)


def trouble(program: Standalone) -> tuple[str, ...]:
    """Why a motion ends early, by its status, which counts from 1."""
    of_limits = _TROUBLE_OF_LIMITS if program.limits else ()
    of_frictions = _TROUBLE_OF_FRICTIONS if program.frictions or program.rough else ()
    return (
        *_TROUBLE,
        *of_limits,
        *of_frictions,
        *(_TROUBLE_OF_LOADS if program.owners else ()),
        *((f"{_changes(program)} {_TROUBLE_OF_GUARDS}",) if program.guards else ()),
        *(_TROUBLE_OF_SAMPLES if program.samplers else ()),
        *(("an event ends the motion",) if program.events else ()),
        *((_TROUBLE_OF_DELAYS,) if program.delays else ()),
        *(rough_limits.TROUBLE if program.rough else ()),
    )


def _changes(program: Standalone) -> str:
    """What changes at instants."""
    words = ["signals switch"] * bool(program.switches) + ["events happen"] * bool(program.events)
    return " or ".join(words)


def options(program: Standalone) -> Iterator[str]:
    """What a program can be asked, and what it answers."""
    for option, answer in (
        ("--until T --points N", "the motion up to another time, in other steps"),
        ("--rtol R --atol A", "other bounds of its error"),
        *([("--impacts", "the impacts as a table")] if program.limits else []),
        ("--self-test", "the largest deviation from another formalism"),
        *((f"--{entry.name}", "of states t, q, v that come in") for entry in program.answers),
        ("--help", "what it computes, and these lines"),
    ):
        yield f"{option:24}{answer}"


def usage(program: Standalone) -> list[Wording]:
    """The help of a program: what it is, prints and can be asked; the same in all languages."""
    parameters = (
        ShownValue(
            Wording(f"{parameter.name} = {parameter.value!r}"), parameter.unit, parameter.comment
        )
        for parameter in program.parameters
    )
    parts: Mapping[str, Iterable[str | Wording]] = {
        "Prints the motion as a table; its columns:": [joined_wording(columns(program), ", ")],
        "Options:": options(program),
        "Coordinates q with velocities v and inputs u, further generalised forces:": map(
            told, program.coordinates
        ),
        "States of the first order, behind the velocities:": map(told, program.states),
        "Start:": fixed_start(program),
        "Outputs:": map(told, program.shown),
        "Parameters, with their values in this program:": map(told, parameters),
    }
    lines: list[str | Wording] = [program.title]
    for head, entries in parts.items():
        if indented := ["  " + entry for entry in entries]:
            lines += ["", head, *indented]
    return [Wording(line) for entry in lines for line in wrapped(entry, WIDTH)]
