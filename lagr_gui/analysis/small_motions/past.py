"""Systems whose signals are delayed, for linear equations: opened there, or approximated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import factorial
from typing import Any

from lagr_gui.catalogue import SIGNALS
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import refusal
from lagr_gui.mechanics.numbers import known_value
from lagr_gui.model import Model, Parameter
from lagr_gui.prepared import Prepared
from lagr_gui.subsystems.switching import Delay

MOST = 20
"""The largest order of an approximation: coefficients of higher ones are lost in rounding."""


def delays_of(prepared: Prepared) -> tuple[Any, ...]:
    """The signals of a model, as it is drawn, that are delayed."""
    return tuple(signal for signal in flat_of(prepared).signals if signal.kind == "delay")


def flat_of(prepared: Prepared) -> Model:
    """A model as it is drawn, without instances of subsystems."""
    return prepared.expansion.as_drawn or prepared.expansion.model


def refuse_delays(prepared: Prepared) -> None:
    """Raise LagrError where signals are delayed: linear equations of finite order have none."""
    for delay in delays_of(prepared)[:1]:
        raise refusal(
            say("Signal “{name}”", name=delay.name),
            "It is delayed: linear equations are of no finite order then.",
            "Ask for the frequency response, which has delays exactly, or choose the order of an "
            "approximation by Padé: pade=3 (--pade 3).",
            "delay",
        )


def refuse_others(prepared: Prepared) -> None:
    """Raise LagrError where signals act at instants otherwise than by a delay."""
    others = (one for one in prepared.acting_signals if not isinstance(one, Delay))
    for one in others:
        raise refusal(
            say("Signal “{name}”", name=one.output),
            "It switches or samples: it has no frequency response.",
            "Put an expression or a block without modes in its place.",
            "switching",
        )


def refuse_beside_delays(prepared: Prepared) -> None:
    """Raise LagrError where signals sample or switch beside others that are delayed."""
    others = (one for one in prepared.acting_signals if not isinstance(one, Delay))
    for one in others:
        raise refusal(
            say("Signal “{name}”", name=one.output),
            say(
                "It switches or samples, and “{delay}” is delayed: eigenvalues know one or the "
                "other.",
                delay=delays_of(prepared)[0].name,
            ),
            "Choose the order of an approximation of the delay by Padé: pade=3 (--pade 3).",
            "delay",
        )


# --- Padé -----------------------------------------------------------------------------------------


def approximated(prepared: Prepared, order: int) -> tuple[Prepared, tuple[Message, ...]]:
    """The system with a transfer function by Padé in the place of each delay, and what is said.

    Numerator and denominator have this order.  Raises LagrError for others than 1 to 20.
    """
    if not 1 <= order <= MOST:
        cause = say("An approximation by Padé has an order from 1 to {most}.", most=MOST)
        raise refusal(say("Order {order}", order=order), cause, say("Choose one."), "delay")
    delays = delays_of(prepared)
    if not delays:
        return prepared, ()
    flat = flat_of(prepared)
    changed = flat.each(
        "signals", lambda signal: _rational(signal, order) if signal in delays else signal
    )
    told = (
        say(
            "“{name}” is delayed; here by Padé’s approximation of order {order}.",
            name=delay.name,
            order=order,
        )
        for delay in delays
    )
    return replace(prepared, drawn=changed), tuple(told)


def _rational(delay: Any, order: int) -> Any:
    """e^{−sτ} ≈ Σ cₖ (−sτ)^k / Σ cₖ (sτ)^k, cₖ = (2n − k)! n! / ((2n)! k! (n − k)!)."""
    powers = range(order, -1, -1)
    n, whole = factorial(order), factorial(2 * order)
    shares = [
        Fraction(factorial(2 * order - k) * n, whole * factorial(k) * factorial(order - k))
        for k in powers
    ]
    terms = [f"{share}*({delay.delay})^{k}" for share, k in zip(shares, powers, strict=True)]
    signs = [("-" if k % 2 else "") for k in powers]
    return SIGNALS["transfer"].record(
        name=delay.name,
        kind="transfer",
        input=delay.input,
        unit=delay.unit,
        numerator=tuple(f"{sign}{term}" for sign, term in zip(signs, terms, strict=True)),
        denominator=tuple(terms),
    )


# --- without approximation ------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Opened:
    """A system whose delayed `signals` are `inputs`, and `outputs` what enters the delays.

    `resting` is the system in which nothing is delayed: its equilibria are those with delays.
    """

    resting: Prepared
    signals: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    delays: tuple[float, ...]

    def at(self, values: Sequence[float]) -> Prepared:
        """The system whose delayed signals are parameters with these values."""
        flat = flat_of(self.resting)
        known = dict(zip(self.inputs, values, strict=True))
        held = tuple(Parameter(name=name, value=value) for name, value in known.items())
        texts = dict(zip(self.signals, self.inputs, strict=True))
        signals = tuple(
            signal.having(value=texts[signal.name]) if signal.name in texts else signal
            for signal in flat.signals
        )
        opened = flat.having(parameters=(*flat.parameters, *held), signals=signals)
        return replace(self.resting, drawn=opened)


def opened(prepared: Prepared) -> Opened:
    """A system opened at its delays. Raises LagrError for a delay without a value."""
    flat, delays = flat_of(prepared), delays_of(prepared)
    expression = SIGNALS["expression"].record
    signals: list[Any] = []
    every: tuple[Any, ...] = flat.signals
    for signal in every:
        if signal not in delays:
            signals.append(signal)
            continue
        own = {"kind": "expression", "unit": signal.unit}
        entering = f"{signal.name}_entering"
        signals.append(expression(name=entering, value=signal.input, **own))
        signals.append(expression(name=signal.name, value=entering, **own))
    return Opened(
        replace(prepared, drawn=flat.having(signals=tuple(signals))),
        tuple(delay.name for delay in delays),
        tuple(f"{delay.name}_past" for delay in delays),
        tuple(f"{delay.name}_entering" for delay in delays),
        tuple(_value(delay, prepared.values) for delay in delays),
    )


def _value(delay: Any, values: Mapping[str, float]) -> float:
    value = known_value(delay.delay, values)
    if value is None:
        cause = say("Its delay has no value.")
        remedy = say("Give its parameters values.")
        raise refusal(say("Signal “{name}”", name=delay.name), cause, remedy, "delay")
    return value
