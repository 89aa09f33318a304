"""Doors: what takes a system that is prepared takes a model and its special case, too."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Any

from lagr_gui.foundation.libraries import libraries_told
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal

DRIVEN = ("energy", "forces", "free_body", "motion", "outputs", "reactions")
"""Questions that can be asked of motions in which controllers drive parameters."""


SWITCHING = (
    *DRIVEN,
    *("absolute_angles", "check", "classify", "condition_words", "dimensions", "drag", "drawn"),
    *("equations", "equations_to_read", "freedom_motion", "measurable", "mobility"),
    *("output_units", "poses", "readable", "reactions_in", "reported_linear", "settings_of"),
    *("signals", "simulate"),
    *("simulate_as_far", "start_motion", "transmitting", "units_from_use", "with_lines"),
    *("written_out", "certify", "verify", "in_coordinates"),
    *("closed_beside", "closed_motion", "design", "plant", "put_in", "root_locus"),
    *("equilibria", "frequency_response", "linearize", "mode_motion", "modes", "possible_inputs"),
    "possible_modes",
)
"""Questions about models in which signals switch: all others know one set of equations."""

AT_STATES = (
    *("accelerations", "conserved", "equilibria", "evaluate", "frequency_response", "line_values"),
    *("linearize", "linearize_symbolic", "closed_beside", "mode_motion", "modes"),
    *("possible_inputs", "possible_modes", "reduced_inertia", "stated_on_positions", "strike"),
)
"""Questions about single states, that is about equations before any event of the model; of all
others those about signals that switch know what events do."""

CHECKING = ("check", "settings_of", "units_from_use")
"""Questions about a model as it is typed: what is odd about it is part of the answer."""

KNOWING_ACCELERATIONS = (
    *CHECKING,
    *(
        "certify",
        "classify",
        "condition_words",
        "conserved",
        "drag",
        "drawn",
        "energy",
        "equations",
    ),
    *("equations_to_read", "evaluate", "freedom_motion", "measurable", "mobility", "motion"),
    *(
        "output_units",
        "outputs",
        "poses",
        "reactions",
        "reactions_in",
        "readable",
        "reported_linear",
        "signals",
    ),
    *("possible_modes", "simulate", "simulate_as_far", "start_motion", "stepwise"),
    *("transmitting", "verify", "written_out"),
)
"""Questions that can be asked where forces are made of accelerations, or that ask of no force."""


def door(asked: Callable[..., Any], special: int) -> Callable[..., Any]:
    """A question that takes a model, or one that is prepared, in place of a `Prepared`.

    `special` is the place of the name of a special case among its parameters; 0: it has none.
    """
    first, *others = signature(asked).parameters.values()
    shown = [first.replace(name="model", annotation="Model | Prepared"), *others]
    if special:
        kind = Parameter.POSITIONAL_OR_KEYWORD
        shown.insert(special, Parameter("special", kind, default="", annotation="str"))
    taken = signature(asked).replace(parameters=shown)

    @wraps(asked)
    def opened(*given: Any, **named: Any) -> Any:
        try:
            words = taken.bind(*given, **named).arguments
        except TypeError as error:
            raise TypeError(f"{asked.__name__}() {error}") from None
        model, case = words.pop("model"), words.pop("special", "")
        for value in words.values():
            if asked.__name__ not in DRIVEN:
                _check_driven(value)
            case = _case_of(value, case, model)
        with libraries_told():
            prepared = _prepared(model, case)
            if asked.__name__ not in CHECKING:
                prepared.warn()
            if asked.__name__ not in SWITCHING and prepared.report.sound:
                prepared.refuse_switching()
                if asked.__name__ not in AT_STATES:
                    prepared.refuse_events()
            if asked.__name__ not in KNOWING_ACCELERATIONS:
                prepared.refuse_feedback()
            if prepared.drawn.events:
                from lagr_gui.prepared.held import asked_of  # few models have events

                prepared = asked_of(prepared, asked.__name__)
            return asked(prepared, **words)

    opened.__signature__ = taken  # type: ignore[attr-defined]
    return opened


def _check_driven(value: Any) -> None:
    """Raise LagrError for a motion that controllers or events change on the way."""
    driven = getattr(value, "driven", None)
    if driven is None or driven.senses:
        return
    raise refusal(
        say("Motion"),
        say("Controllers or events change it, and this question knows what stays as it is."),
        say("Ask for it as an output of the simulation."),
        "controller",
    )


def _case_of(value: Any, special: str, model: Any) -> str:
    """The special case that a question is about: that of the motion, if it is about one.

    Raises LagrError where another one is asked about.
    """
    moved = value.special if hasattr(value, "driven") else ""  # of sheets it is told, too
    asked = special or getattr(model, "special", "")
    if not moved or asked == moved:
        return special
    if asked:
        cause = say(
            "It is a motion of the special case “{moved}”, not of “{asked}”.",
            moved=moved,
            asked=asked,
        )
        raise refusal(
            say("Motion"), cause, say("Simulate the one that you ask about."), "special-case"
        )
    return moved


def _prepared(model: Any, special: str) -> Any:
    from lagr_gui.prepared import Prepared, prepare  # loaded with the first question

    if isinstance(model, Prepared):
        return model.case(special) if special else model
    return prepare(model, special)
