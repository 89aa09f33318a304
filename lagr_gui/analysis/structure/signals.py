"""The signals of a system: in which order they are evaluated, and what uses what."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.catalogue import KINDS
from lagr_gui.expression import TIME, Expression, symbols, write
from lagr_gui.model.faults import place_of
from lagr_gui.model.measure_signal import MeasureSignal
from lagr_gui.model.sites import written_sites
from lagr_gui.prepared import Prepared
from lagr_gui.subsystems.signals import with_measures


@dataclass(frozen=True)
class SignalRow:
    """A signal, or a state of one: `law` is what it is, or its rate (`is_state`).

    `block` is what it is a part of, of the `kind`.  `uses` are the names in the law that have a
    value at each time, `used_by` the places of the model where it stands.  What switches has
    `modes`: what is said of each, and the law in it.
    """

    name: str
    kind: str
    block: str
    unit: str
    is_state: bool
    law: str
    uses: tuple[str, ...]
    used_by: tuple[str, ...]
    modes: tuple[tuple[str, str], ...] = ()


def signals(prepared: Prepared) -> tuple[SignalRow, ...]:
    """Expressions in the order in which they are evaluated, then states.

    Raises LagrError for an unsound model.
    """
    named = prepared.with_signal_names
    reading, model = named.reading, prepared.model
    kinds = {f"signal:{entry.name}": entry.kind for entry in prepared.as_drawn.signals}
    records = {entry.name: entry for entry in model.signals}
    timed = {TIME, *reading.coordinates, *reading.sources}
    rates = dict(zip(reading.states, reading.rates, strict=True))
    uses = _uses(prepared)

    def row(name: str, law: Expression) -> SignalRow:
        record = records[name]
        source = record.source
        made_of = sorted({s.name for s in symbols(law)} & timed)
        return SignalRow(
            name=name,
            kind=kinds.get(source, record.kind),
            block=name if isinstance(record, MeasureSignal) else source.removeprefix("signal:"),
            unit=record.value_unit,
            is_state=name in rates,
            law=record.text if isinstance(record, MeasureSignal) else write(law),
            uses=tuple(made_of),
            used_by=uses.get(name, ()),
            modes=tuple((said, write(tree)) for said, tree in reading.cases.get(name, ())),
        )

    return tuple(row(name, law) for name, law in {**reading.signals, **rates}.items())


def _uses(prepared: Prepared) -> dict[str, tuple[str, ...]]:
    """The places of the drawing at which each name stands, in words."""
    model = with_measures(prepared.as_drawn)
    found: dict[str, dict[str, None]] = {}
    for site in written_sites(model, KINDS):
        place = place_of(site.path, model)
        for name in site.names:
            found.setdefault(name, {})[place] = None
    return {name: tuple(places) for name, places in found.items()}
