"""The signal-flow diagram of a model, and the numbers on its wires."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lagr_gui.extensions.signal_flow.equations import Equations
from lagr_gui.extensions.signal_flow.evaluate import evaluate
from lagr_gui.extensions.signal_flow.network import network
from lagr_gui.extensions.signal_flow.records import Network, SignalValues
from lagr_gui.mechanics.state import State
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared, prepare


@on_one_thread
def signal_flow(prepared: Prepared) -> Network:
    """The model as a network of blocks and wires, with its algebraic loops.

    Momentum and angular momentum of each body, joints and beams, meshes of circuits, laws of
    elements, conditions, integrators; causality is that near the start of the model.  Raises
    LagrError for an unsound model, one with kinetic energies that elements give, and where a force
    or motion stays open.
    """
    prepared.refuse_states()
    prepared.refuse_frictions()
    prepared.refuse_events()
    return prepared.own("signal flow", lambda: _network(prepared))


@on_one_thread
def signal_values(
    prepared: Prepared, state: State | Mapping[str, Any] | None = None
) -> SignalValues:
    """The numbers of the network at a state, that of the start if not given.

    Blocks are evaluated one after the other, algebraic loops by solving their equations together;
    coordinates that conditions tell are found near those of the state.  Limits in contact are not
    part of the network.  Raises LagrError as `signal_flow`, and where there is no solution.
    """
    diagram = signal_flow(prepared)
    at = prepared.start if state is None else State.read(state, prepared.coordinates)
    return evaluate(diagram, _equations(prepared), at, prepared.parameters)


def exported(known: Callable[[str], Any]) -> Network:
    """The network that an export writes."""
    return signal_flow(prepare(known("model"), known("special")))


def exported_values(known: Callable[[str], Any]) -> SignalValues | None:
    """The numbers of a diagram at the start: data has them."""
    if known("ending") != ".json":
        return None
    return signal_values(prepare(known("model"), known("special")))


def _equations(prepared: Prepared) -> Equations:
    return prepared.kept("signal equations", lambda: Equations(prepared.reading))


def _network(prepared: Prepared) -> Network:
    start, chosen, model = prepared.start, prepared.chosen(), prepared.model
    equations = _equations(prepared)
    rows = tuple(int(row) for row in chosen.rows) if chosen else ()
    bodies = {body.number: body.name for body in model.bodies}
    units = prepared.report.units
    return network(equations, start, prepared.parameters, rows, bodies, units)
