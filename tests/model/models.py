"""Random models, as far as the records allow: finished ones and quite unfinished ones."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from lagr_gui.catalogue import KINDS
from lagr_gui.model import (
    Base,
    Body,
    BodyPoint,
    Function,
    GivenMotion,
    Inertia,
    Layout,
    Model,
    Output,
    Parameter,
    Place,
    Replacement,
    Shape,
    Simulation,
    SketchMarks,
    SketchPoint,
    SketchWall,
    SpecialCase,
    StartValue,
    Terminal,
)
from lagr_gui.model.kinds import FieldSpec, FieldType

TEXTS = ["", "q1", "m", "Rod", "Körper 2", 'a "b"', "\\n", "θ̈ 漢 🙂"]
_SIGNS = st.characters(
    exclude_categories=("Cs", "Cc", "Zl", "Zp"),
    exclude_characters="\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufffe\uffff",
)
WORDS = st.sampled_from(TEXTS) | st.text(_SIGNS)
PARAGRAPHS = WORDS | st.lists(WORDS).map("\n\t".join)
FLOATS = st.floats(-1e300, 1e300)
SCALARS = st.integers(-(10**20), 10**20) | FLOATS | st.sampled_from(["m*l^2", "-g", ""]) | WORDS
VECTORS = st.tuples(SCALARS, SCALARS, SCALARS)
MATRICES = st.tuples(VECTORS, VECTORS, VECTORS)
NUMBERS = st.integers(0, 5)

_OF_TYPE: dict[FieldType, st.SearchStrategy[Any]] = {
    FieldType.SCALAR: SCALARS,
    FieldType.VECTOR: VECTORS,
    FieldType.AXIS: VECTORS,
    FieldType.AXES: st.lists(VECTORS, max_size=3).map(tuple),
    FieldType.PLACES: st.lists(VECTORS, max_size=3).map(tuple),
    FieldType.MATRIX: MATRICES,
    FieldType.BODY: NUMBERS,
    FieldType.POINTS: st.lists(st.builds(BodyPoint, body=NUMBERS, point=VECTORS), max_size=3).map(
        tuple
    ),
    FieldType.COORDINATE: WORDS,
    FieldType.TERMINAL: WORDS,
    FieldType.COIL: WORDS,
}


def _field(spec: FieldSpec) -> st.SearchStrategy[Any]:
    if spec.type is FieldType.CHOICE:
        return st.sampled_from(spec.choices)
    return _OF_TYPE[spec.type]


def _tuples(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(strategy, max_size=3).map(tuple)


@st.composite
def _records(draw: st.DrawFn, kinds: Any, common: dict[str, st.SearchStrategy[Any]]) -> Any:
    kind = kinds[draw(st.sampled_from(sorted(kinds)))]
    fields = common | {spec.name: _field(spec) for spec in kind.fields}
    chosen = draw(st.sets(st.sampled_from(sorted(fields))))
    always = {"name", "parent", "child"} & set(common)
    return kind.record(**{name: draw(fields[name]) for name in sorted(chosen | always)})


JOINTS = _records(
    KINDS.joints,
    {
        "name": WORDS,
        "parent": NUMBERS,
        "child": NUMBERS,
        "point_parent": VECTORS,
        "point_child": VECTORS,
        "orientation": MATRICES,
        "coordinates": _tuples(WORDS),
    },
)
ELEMENTS = _records(
    KINDS.elements, {"name": WORDS, "enabled": st.booleans(), "own": _tuples(WORDS)}
)
BODIES = st.builds(
    Body,
    number=st.integers(1, 10**6),
    name=WORDS,
    mass=SCALARS,
    inertia=st.builds(Inertia, form=st.sampled_from(["ordinary", "binet"]), xx=SCALARS),
    gravity=st.booleans(),
    shape=st.builds(Shape, size=VECTORS, color=st.sampled_from(["", "#2f6db3"])),
)
MODELS = st.builds(
    Model,
    name=WORDS,
    description=PARAGRAPHS,
    gravity=VECTORS,
    base=st.builds(Base, position=VECTORS, angle=SCALARS, matrix=st.none() | MATRICES),
    bodies=_tuples(BODIES),
    joints=_tuples(JOINTS),
    elements=_tuples(ELEMENTS),
    terminals=_tuples(st.builds(Terminal, name=WORDS)),
    parameters=_tuples(
        st.builds(
            Parameter,
            name=WORDS,
            value=st.none() | SCALARS,
            minimum=st.none() | FLOATS,
            positive=st.booleans(),
        )
    ),
    functions=_tuples(
        st.builds(Function, name=WORDS, arguments=_tuples(WORDS), expression=st.none() | WORDS)
    ),
    special_cases=_tuples(
        st.builds(
            SpecialCase,
            name=WORDS,
            replacements=_tuples(st.builds(Replacement, name=WORDS, value=SCALARS)),
        )
    ),
    start=_tuples(st.builds(StartValue, coordinate=WORDS, position=SCALARS)),
    motions=_tuples(st.builds(GivenMotion, coordinate=WORDS, motion=SCALARS)),
    simulation=st.builds(
        Simulation,
        until=FLOATS,
        method=WORDS,
        outputs=_tuples(st.builds(Output, name=WORDS, expression=WORDS)),
    ),
    layout=st.builds(Layout, places=_tuples(st.builds(Place, item=WORDS, x=FLOATS, y=FLOATS))),
    sketch=st.builds(
        SketchMarks,
        points=_tuples(st.builds(SketchPoint, name=WORDS, body=NUMBERS, point=VECTORS)),
        walls=_tuples(st.builds(SketchWall, start=VECTORS, end=VECTORS)),
    ),
)
