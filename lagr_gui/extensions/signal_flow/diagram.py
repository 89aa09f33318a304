"""The signal-flow diagram as a picture (SVG, PDF, PNG), as data (JSON) and as a graph (GraphML)."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from lagr_gui.exchange.documents.typst_paper import converted
from lagr_gui.extensions.signal_flow import records as r
from lagr_gui.extensions.signal_flow.picture import (
    LABEL,
    LINE,
    SUBSCRIPT,
    TEXT,
    TITLE,
    DrawnBlock,
    DrawnWire,
    runs,
    signal_picture,
    width_of,
)
from lagr_gui.extensions.signal_flow.records import Network, ScalarUnknown, SignalValues
from lagr_gui.extensions.signal_flow.words import (
    loop_title,
    loop_words,
    name_of,
    notes,
    plain,
    summary,
    unit_of,
)
from lagr_gui.foundation.languages import Words
from lagr_gui.foundation.message import say
from lagr_gui.foundation.registry import check_known
from lagr_gui.foundation.showing import as_json
from lagr_gui.typesetting.model_hash import KEY, in_svg

ENDINGS = (".svg", ".pdf", ".png", ".json", ".graphml")
INK, MUTED, LOOP = "#1f2933", "#52606d", "#b5305c"
FILLS = {
    r.LAW: ("#fff8e6", "#b07a1e"),
    r.MOMENTUM: ("#ffffff", INK),
    r.TURNING: ("#ffffff", INK),
    r.JOINT: ("#f2f6ee", "#2b7a3e"),
    r.MESH: ("#f5f0fa", "#6b3fa0"),
    r.SPEED: ("#eaf4fb", "#0b6aa2"),
    r.POSITION: ("#eaf4fb", "#0b6aa2"),
    r.CONDITION: ("#fdeeee", "#b03030"),
}
"""Filling and edge of blocks by kind."""
FONT = "DejaVu Sans, Segoe UI, Helvetica, Arial, sans-serif"
MARGIN, SMALL = 16.0, 12.0


def signal_flow_diagram(
    signal_flow: Network,
    signals: SignalValues | None = None,
    ending: str = ".svg",
    language: str = "en",
    digest: str = "",
) -> str | bytes:
    """The diagram by the ending of its file: SVG, JSON, GraphML, or in bytes PDF and PNG.

    `signals` are the numbers at one state; JSON holds them.  All have the `digest` of the model
    where it is given.  Raises LagrError for another ending
    and an unknown language.
    """
    cause = "A signal-flow diagram is written as SVG, PDF, PNG, JSON or GraphML."
    check_known(ending, ENDINGS, say("File “{name}”", name=ending), cause, "ending")
    words = Words(language)
    if ending == ".json":
        mark = {KEY: digest} if digest else {}
        return as_json(mark | signal_flow_json(signal_flow, signals, words)) + "\n"
    if ending == ".graphml":
        return signal_flow_graphml(signal_flow, words, digest)
    picture = in_svg(signal_flow_svg(signal_flow, words), digest)
    return picture if ending == ".svg" else converted(picture, ending, digest)


# --- picture --------------------------------------------------------------------------------


def signal_flow_svg(network: Network, words: Words) -> str:
    """The picture with its explanation below it."""
    picture = signal_picture(network, words.spoken)
    width = max(picture.width, 640.0) + 2 * MARGIN
    explained = list(_explained(network, words, width - 2 * MARGIN))
    top = 34.0
    low = top + picture.height
    height = low + 20 * len(explained) + MARGIN
    title = words("Signal flow")
    head = f"{title}: {words.spoken(summary(network))}"
    body = [
        _heading(head),
        f'<g transform="translate({MARGIN:g} {top:g})">',
        *(line for wire in sorted(picture.wires, key=_is_looped) for line in _wire(wire)),
        *(line for block in picture.blocks for line in _block(block)),
        "</g>",
    ]
    for index, (text, strong) in enumerate(explained):
        weight = ' font-weight="600"' if strong else ""
        fill = LOOP if strong else MUTED
        body.append(
            f'<text x="{MARGIN:g}" y="{low + 20 * (index + 1):.0f}" font-size="{SMALL:g}"{weight} '
            f'fill="{fill}">{escape(text)}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="{FONT}">\n'
        "<defs>" + _arrow("arrow", INK) + _arrow("loop", LOOP) + "</defs>\n"
        '<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def _heading(text: str) -> str:
    place = f'x="{MARGIN:g}" y="24" font-size="15" font-weight="600"'
    return f'<text {place} fill="{INK}">{escape(text)}</text>'


def _arrow(name: str, color: str) -> str:
    return (
        f'<marker id="{name}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" '
        f'markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">'
        f'<path d="M0 0.5 L8 4 L0 7.5 Z" fill="{color}"/></marker>'
    )


def _is_looped(drawn: DrawnWire) -> bool:
    return bool(drawn.wire.algebraic)


def _wire(drawn: DrawnWire) -> Iterator[str]:
    wire, way = drawn.wire, drawn.way
    targets = sorted(
        zip(wire.targets, way.ways, strict=True), key=lambda pair: pair[0] in wire.algebraic
    )
    for target, points in targets:
        looped = target in wire.algebraic
        color, dashes = (LOOP, ' stroke-dasharray="7 3"') if looped else (INK, "")
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        mark = "loop" if looped else "arrow"
        yield (
            f'<polyline points="{line}" fill="none" stroke="{color}" '
            f'stroke-width="{1.7 if looped else 1.2}"{dashes} marker-end="url(#{mark})"/>'
        )
    color = LOOP if wire.algebraic else INK
    for x, y in way.dots:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{color}"/>'
    x, y = way.label
    yield _text(wire.label, x, y - 6, LABEL, color, italic=True)


def _block(drawn: DrawnBlock) -> Iterator[str]:
    box, block = drawn.box, drawn.block
    fill, edge = FILLS[block.kind]
    thick = 2.2 if block.loops else 1.2
    yield (
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" '
        f'rx="6" fill="{fill}" stroke="{LOOP if block.loops else edge}" stroke-width="{thick}"/>'
    )
    middle = box.x + box.width / 2
    y = box.y + (box.height - LINE * (1 + len(drawn.lines))) / 2 + 13
    yield (
        f'<text x="{middle:.1f}" y="{y:.1f}" font-size="{TITLE:g}" font-weight="600" '
        f'text-anchor="middle" fill="{edge}">{escape(drawn.title)}</text>'
    )
    for number, line in enumerate(drawn.lines, start=1):
        start = middle - width_of(line, TEXT) / 2
        yield _text(line, start, y + LINE * number, TEXT, INK, italic=False, anchor=middle)


def _text(
    label: str,
    x: float,
    y: float,
    size: float,
    color: str,
    italic: bool,
    anchor: float | None = None,
) -> str:
    pieces: list[str] = []
    back = ""
    for text, low in runs(label):
        if low:
            pieces.append(f'<tspan dy="2.5" font-size="{size * SUBSCRIPT:g}">{_kept(text)}</tspan>')
            back = ' dy="-2.5"'
        else:
            pieces.append(f"<tspan{back}>{_kept(text)}</tspan>")
            back = ""
    style = ' font-style="italic"' if italic else ""
    place = f'x="{anchor:.1f}" text-anchor="middle"' if anchor is not None else f'x="{x:.1f}"'
    return (
        f'<text {place} y="{y:.1f}" font-size="{size:g}"{style} fill="{color}">'
        f"{''.join(pieces)}</text>"
    )


def _kept(text: str) -> str:
    """A text whose spaces count at its ends too."""
    return escape(text).replace(" ", "\u00a0")


def _explained(network: Network, words: Words, width: float) -> Iterator[tuple[str, bool]]:
    """Lines of the explanation, each with whether it is a heading."""
    for index in range(len(network.loops)):
        yield words.spoken(loop_title(network, index)), True
        for text in loop_words(network, index):
            yield from ((line, False) for line in _wrapped(words.spoken(text), width))
    for text in notes(network):
        yield from ((line, False) for line in _wrapped(words.spoken(text), width))


def _wrapped(text: str, width: float) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and width_of(longer, SMALL) > width:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line


# --- data -----------------------------------------------------------------------------------


def signal_flow_json(
    network: Network, signals: SignalValues | None, words: Words
) -> dict[str, Any]:
    """The network as plain data, with the numbers of a state (fields: signal-flow.md)."""
    names = {unknown: plain(name_of(network, unknown)) for unknown in _unknowns(network)}
    return {
        "format": "lagr-signal-flow",
        "version": 1,
        "coordinates": [
            {"name": name, "unit": unit or None, "given_by": _giver(network, nu)}
            for nu, (name, unit) in enumerate(
                zip(network.coordinates, _units(network), strict=True)
            )
        ],
        "blocks": [
            {
                "id": f"b{index}",
                "name": words.spoken(block.name),
                "kind": block.kind,
                "items": list(block.items),
                "equation": plain(block.equation),
                "equations": [f"e{i}" for i in block.solved],
                "loops": [loop + 1 for loop in block.loops],
            }
            for index, block in enumerate(network.blocks)
        ],
        "wires": [
            {
                "id": f"w{index}",
                "label": plain(wire.label),
                "source": f"b{wire.source}",
                "targets": [f"b{target}" for target in wire.targets],
                "algebraic": [f"b{target}" for target in wire.algebraic],
                "signals": [plain(part.name) for part in wire.parts],
                "units": [unit or None for unit in unit_of(network, wire)],
                "values": signals.wires[index].tolist() if signals else None,
            }
            for index, wire in enumerate(network.wires)
        ],
        "equations": [
            {
                "id": f"e{index}",
                "states": entry.row.sort,
                "gives": names[entry.gives],
                "uses": [names[unknown] for unknown in entry.uses],
                "drawn": entry.drawn,
                "vanishes": entry.vanishes,
                "loop": entry.loop + 1 or None,
                "value": signals.unknowns[entry.gives] if signals else None,
                **_factors(index, signals),
            }
            for index, entry in enumerate(network.solved)
        ],
        "order": [[f"e{i}" for i in group] for group in network.order],
        "loops": [
            {
                "number": index + 1,
                "equations": [f"e{i}" for i in loop.solved],
                "blocks": [f"b{block}" for block in loop.blocks],
                "bodies": list(loop.bodies),
                "joints": list(loop.joints),
                "conditions": list(loop.conditions),
                "cut": [names[unknown] for unknown in loop.cut],
                "circle": [names[network.solved[i].gives] for i in loop.way],
                "words": [
                    words.spoken(text)
                    for text in (loop_title(network, index), *loop_words(network, index))
                ],
            }
            for index, loop in enumerate(network.loops)
        ],
        "notes": [words.spoken(text) for text in notes(network)],
        "state": {
            "t": signals.t,
            "q": signals.q.tolist(),
            "qd": signals.qd.tolist(),
            "qdd": signals.qdd.tolist(),
        }
        if signals
        else None,
    }


def _factors(index: int, signals: SignalValues | None) -> dict[str, Any]:
    """The equation at the state: its result is `constant` and the sum of factors times inputs."""
    if signals is None:
        return {"constant": None, "factors": None}
    solution = signals.solved[index]
    return {"constant": solution[0], "factors": list(solution[1])}


def _unknowns(network: Network) -> Iterator[ScalarUnknown]:
    for entry in network.solved:
        yield entry.gives
        yield from entry.uses


def _units(network: Network) -> tuple[str, ...]:
    return network.units or ("",) * len(network.coordinates)


def _giver(network: Network, nu: int) -> str:
    if nu in network.dependent:
        return "conditions"
    return "integrator of a velocity that conditions tell" if nu in network.led else "integrators"


def signal_flow_graphml(network: Network, words: Words, digest: str = "") -> str:
    """The graph of blocks: nodes with name, kind and equation, edges with label and loop."""
    import networkx as nx  # loaded with the first such file

    graph = nx.MultiDiGraph()
    graph.graph |= {KEY: digest} if digest else {}
    for index, block in enumerate(network.blocks):
        graph.add_node(
            f"b{index}",
            name=words.spoken(block.name),
            kind=block.kind,
            equation=plain(block.equation),
            items=", ".join(block.items),
            loops=", ".join(str(loop + 1) for loop in block.loops),
        )
    for wire in network.wires:
        for target in wire.targets:
            graph.add_edge(
                f"b{wire.source}",
                f"b{target}",
                label=plain(wire.label),
                signals=", ".join(plain(part.name) for part in wire.parts),
                algebraic=target in wire.algebraic,
            )
    return "\n".join(nx.generate_graphml(graph)) + "\n"
