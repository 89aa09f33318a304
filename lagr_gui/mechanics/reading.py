"""What both derivations read from a model: trees instead of texts, steps instead of kinds.

Only the reading is common to the two derivations; kinematics, metric and forces are
written separately in `closed` and `recursion`, so that they can check each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.kinds import Condition, ElementKind, Energies, Friction, Limit
from lagr_gui.catalogue.motions import Slide
from lagr_gui.expression import (
    PLAIN,
    Expression,
    Number,
    Spelling,
    Symbol,
    read,
    substitute,
    symbols,
)
from lagr_gui.extension import named
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.senses import sense_of
from lagr_gui.mechanics.steps import Step, base_steps, frame_steps, is_beam, joint_steps, motions_of
from lagr_gui.mechanics.trees import NOUGHT, Rows, Trees, negative, scaled, total, vector
from lagr_gui.mechanics.typed_numbers import Typed, typed_in
from lagr_gui.model import Body, Element, FieldType, Function, Inertia, Joint, Model, Vector
from lagr_gui.subsystems.signals import accelerated, definitions, put_in
from lagr_gui.topology import Cut, Mesh, Topology
from lagr_gui.topology.graph import Branch
from lagr_gui.topology.meshes import Charge

if TYPE_CHECKING:
    from lagr_gui.mechanics.closure import Closure
    from lagr_gui.mechanics.elastic.beams import Beam

End = tuple[int, Trees]
"""A point of a body: its number, and the point in its axes."""
Slopes = tuple[tuple[str, Expression], ...]
"""A component of a velocity: coordinates, each with the slope by its rate."""


@dataclass(frozen=True)
class RigidBody:
    """Mass, Binet inertia θ and ordinary inertia θ̄ (13) of a body as trees."""

    number: int
    mass: Expression
    theta: Rows
    theta_bar: Rows
    gravity: bool

    @property
    def key(self) -> str:
        """The item key of the body."""
        return f"body:{self.number}"


@dataclass(frozen=True)
class ElasticBody:
    """A beam whose undeformed axis is fixed in the body `root`.

    `steps` lead from there to the joint frame, `anchor` is its origin on the body.
    """

    beam: Beam
    root: int
    steps: tuple[Step, ...]
    anchor: Trees

    @property
    def key(self) -> str:
        """The item key of the joint."""
        return f"joint:{self.beam.joint}"


@dataclass(frozen=True)
class Link:
    """The motion of a body relative to its reference body, in steps.

    `anchor` is the joint's point on the reference body; `backwards` tells that the joint was
    drawn from the body to its reference body.
    """

    joint: str
    parent: int
    child: int
    steps: tuple[Step, ...]
    anchor: Trees
    backwards: bool


@dataclass(frozen=True)
class Part:
    """An element with its kind; fields are read on demand.

    `made` are trees in the place of fields, of elements that were never written down.
    `charges` are those of all branches of circuits by the name of the element; `known` puts
    expressions in the place of charges, currents and coordinates that are not in use.  `joined`
    tells that a joint holds both ends of its line together: its length is 0 in every position.
    Pieces of one element have a `number`; `slopes` are those of a component of slip in a joint.
    """

    record: Element
    kind: ElementKind
    made: Mapping[str, Expression] = field(default_factory=dict[str, Expression])
    charges: Mapping[str, Charge] = field(default_factory=dict[str, Charge])
    known: Mapping[Symbol, Expression] = field(default_factory=dict[Symbol, Expression])
    joined: bool = False
    number: int = 0
    slopes: Slopes = ()

    @property
    def key(self) -> str:
        """The item key of the element."""
        return f"element:{self.record.name}"

    @property
    def binds(self) -> bool:
        """Whether the element is a condition on the motion."""
        return isinstance(self.kind.law, Condition)

    @property
    def binding(self) -> Part | None:
        """The element as a condition: itself, or what it binds beside its friction."""
        if self.kind.tie is not None:
            return replace(self, kind=replace(self.kind, law=self.kind.tie, tie=None))
        return self if self.binds else None

    @property
    def is_chosen(self) -> bool:
        """Whether the user chooses which of its conditions hold."""
        return isinstance(self.kind.law, Condition) and bool(self.kind.law.chosen)

    @property
    def limits(self) -> bool:
        """Whether the element is a unilateral condition."""
        return isinstance(self.kind.law, Limit)

    @property
    def rubs(self) -> bool:
        """Whether the element has dry friction, which may stick."""
        law = self.kind.law
        return isinstance(law, Friction) and law.may_stick(self.record)

    @property
    def holds_any(self) -> bool:
        """Whether its dry friction holds any force, one way."""
        law = self.kind.law
        return isinstance(law, Friction) and law.one_way and self.tree(law.kinetic) == NOUGHT

    @property
    def sense(self) -> str:
        """The parameter that holds the sense in which its dry friction slides."""
        return sense_of(self.record.name, self.number)

    @property
    def is_loaded(self) -> bool:
        """Whether its dry friction is bounded by a reaction."""
        law = self.kind.law
        return isinstance(law, Friction) and law.load is not None

    @property
    def is_rough(self) -> bool:
        """Whether the element is a unilateral condition with friction."""
        law = self.kind.law
        return isinstance(law, Limit) and bool(law.mu) and self.tree(law.mu) != NOUGHT

    @property
    def conducts(self) -> bool:
        """Whether the element is part of a circuit."""
        return self.kind.geometry.electric

    def place(self, field: str) -> str:
        """How a field is called in messages."""
        return say("Element “{name}”, {field}", name=self.record.name, field=field)

    def tree(self, field: str) -> Expression:
        """A scalar field, or the name of a coordinate, as a tree."""
        if field in self.made:
            return self.made[field]
        return substitute(read(getattr(self.record, field)), self.known)

    def coordinate(self, field: str, order: int = 0) -> Expression:
        """The coordinate that a field names (order 1: its rate), by those that are in use."""
        return self.moved(self.value(field), order)

    def moved(self, name: str, order: int = 0) -> Expression:
        """A coordinate (order 1: its rate), by those that are in use."""
        symbol = Symbol(name, order)
        return self.known.get(symbol, symbol)

    def trees(self, field: str) -> Trees:
        """A vector field as trees."""
        return self._known(getattr(self.record, field))

    def _known(self, entries: Vector) -> Trees:
        first, second, third = (substitute(tree, self.known) for tree in vector(entries))
        return first, second, third

    def law(self, text: str) -> Expression:
        """A law with its fields, and the charges and currents of circuits, inserted."""
        tree = read(text)
        names = {symbol.name for symbol in symbols(tree)}
        inserted = {Symbol(name): field for name, field in self.numbers(names).items()}
        return substitute(tree, inserted | self._measures())

    def numbers(self, names: Set[str]) -> dict[str, Expression]:
        """Those of the fields, and of the components of vectors as c_x, that have one of names."""
        found: dict[str, Expression] = {}
        for spec in self.kind.fields:
            if spec.name in names:
                found[spec.name] = self.tree(spec.name)
            elif spec.type is FieldType.VECTOR:
                components = [f"{spec.name}_{letter}" for letter in "xyz"]
                if not names.isdisjoint(components):
                    trees = zip(components, self.trees(spec.name), strict=True)
                    found |= {name: tree for name, tree in trees if name in names}
        return found

    def _measures(self) -> dict[Symbol, Expression]:
        """What the element measures in circuits."""
        from lagr_gui.catalogue.geometry import BetweenCoils, Conductor  # loaded by elements

        match self.kind.geometry:
            case Conductor():
                charge = self.charges[self.record.name]
                return {Symbol("charge"): summed(charge, 0), Symbol("current"): summed(charge, 1)}
            case BetweenCoils(a, b):
                ends = {"current_a": self.value(a), "current_b": self.value(b)}
                return {Symbol(name): summed(self.charges[coil], 1) for name, coil in ends.items()}
            case _:
                return {}

    @property
    def course(self) -> tuple[End, ...]:
        """The points of bodies through which it runs; none where it runs along no line."""
        course = self.kind.geometry.course(self.record)
        return tuple((body, self._known(point)) for body, point in course)

    def value(self, field: str) -> Any:
        """A body number, a coordinate name or a chosen word."""
        return getattr(self.record, field)


def summed(charge: Charge, order: int) -> Expression:
    """A charge (or its rate) as a sum of coordinates (or velocities)."""
    terms = [Symbol(name, order) for name, _ in charge]
    return total(
        [t if sign > 0 else negative(t) for t, (_, sign) in zip(terms, charge, strict=True)]
    )


Cases = tuple[tuple[str, Expression], ...]
"""What is said of modes, and what something is in each."""


@dataclass(frozen=True)
class Reading:
    """A sound model, read.

    `parts` are the elements with forces; `constraints` are the joints that are cut and the
    elements that bind, in this order; `limits` those that stop.  Images of bodies have
    numbers below 0.  `charges` are those of the
    branches of circuits, `meshes` the meshes without inductance, of low order.  `rates` are ż of
    the `states` of the first order.
    `signals` are expressions with names, each behind those that it is made of, `whole` the same
    with others put in; they stay names in forces and rates if the reading `keeps_names`, all or
    those that have cases; the others are put into these then.  The
    items that signals and states come from are their `sources`.  Charges and currents that are no
    coordinates are sums of those that are: they are `dependent`.  What switches is told by `cases`
    too: what is said of each mode, with value or rate then.  `fed_back` are coordinates whose
    accelerations signals, forces or rates are made of; `held` the parameters that change as signals
    act.
    """

    coordinates: tuple[str, ...]
    base: tuple[Step, ...]
    links: tuple[Link, ...]
    bodies: tuple[RigidBody, ...]
    beams: tuple[ElasticBody, ...]
    parts: tuple[Part, ...]
    constraints: tuple[Closure | Part, ...]
    limits: tuple[Part, ...]
    gravity: Trees
    parameters: tuple[str, ...]
    positive: frozenset[str]
    functions: Mapping[str, Function]
    charges: Mapping[str, Charge] = field(default_factory=dict)
    meshes: tuple[Mesh, ...] = ()
    typed: Typed = field(default_factory=Typed)
    states: tuple[str, ...] = ()
    rates: tuple[Expression, ...] = ()
    signals: Mapping[str, Expression] = field(default_factory=dict)
    keeps_names: bool = False
    fed_back: tuple[str, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    whole: Mapping[Symbol, Expression] = field(default_factory=dict)
    dependent: Mapping[Symbol, Expression] = field(default_factory=dict)
    cases: Mapping[str, Cases] = field(default_factory=dict)
    held: tuple[str, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """The names that a user has given to quantities; what is introduced has others."""
        return frozenset((*self.parameters, *self.coordinates, *self.functions, *self.sources))

    @property
    def spelling(self) -> Spelling:
        """How numbers are written where it is not known what they come from.

        Integrals of shape functions bring tenths along: where there are beams nothing is told.
        """
        return PLAIN if self.beams else self.typed.whole

    @property
    def kinetic(self) -> tuple[Part, ...]:
        """The elements that give a kinetic energy."""
        return tuple(
            part
            for part in self.parts
            if isinstance(part.kind.law, Energies) and part.law(part.kind.law.kinetic) != NOUGHT
        )

    @property
    def frictions(self) -> tuple[Part, ...]:
        """The elements with dry friction, which may stick."""
        return tuple(part for part in self.parts if part.rubs)

    @property
    def loaded(self) -> tuple[Part, ...]:
        """Those of the frictions that are bounded by a reaction."""
        return tuple(part for part in self.frictions if part.is_loaded)

    @property
    def rough(self) -> tuple[tuple[int, Part], ...]:
        """The limits with friction, by their numbers."""
        laws = ((part, law) for part in self.limits if isinstance(law := part.kind.law, Limit))
        rows = [part for part, law in laws for _ in law.reached]
        return tuple((number, part) for number, part in enumerate(rows) if part.is_rough)

    @property
    def passive(self) -> tuple[str, ...]:
        """The keys of what stores or dissipates energy in circuits."""
        energies = (part for part in self.parts if isinstance(part.kind.law, Energies))
        return tuple(part.key for part in energies if part.conducts)

    @property
    def mesh_charges(self) -> tuple[str, ...]:
        """The coordinates that are charges of meshes."""
        return tuple(
            dict.fromkeys(name for charges in self.charges.values() for name, _ in charges)
        )

    @property
    def light(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Charges that the equations of meshes determine, and those of which they do the rate."""
        stored = tuple(mesh.coordinate for mesh in self.meshes if mesh.order == 0)
        return stored, tuple(mesh.coordinate for mesh in self.meshes)

    @property
    def lines(self) -> tuple[Part, ...]:
        """The elements that run along lines, other than those that hold points together."""
        binding = (entry for entry in self.constraints if isinstance(entry, Part))
        every = (*self.parts, *binding, *self.limits)
        return tuple(part for part in every if part.course and not part.is_chosen)

    @property
    def closures(self) -> tuple[Closure, ...]:
        """The joints that are cut."""
        return tuple(entry for entry in self.constraints if not isinstance(entry, Part))

    @property
    def joints(self) -> tuple[str, ...]:
        """The names of all joints: those of the tree, then those that are cut."""
        names = dict.fromkeys(link.joint for link in self.links)
        return tuple(names | dict.fromkeys(closure.joint for closure in self.closures))


class Names(StrEnum):
    """Which signals stay names in forces and rates."""

    NONE = ""
    SWITCHING = "switching"
    ALL = "all"


def read_model(model: Model, topology: Topology, names: Names = Names.NONE) -> Reading:
    """Trees and steps of a sound model; in forces these `names` of signals stay."""
    images = {cut.joint.name: -index for index, cut in enumerate(topology.cuts, start=1)}
    charges = topology.circuits.charges
    dependent = _dependent(model, topology)
    pivots = _pivots(model)
    bodies = tuple(_body(body) for body in sorted(model.bodies, key=lambda body: body.number))

    def parts_by(known: Callable[[str], Mapping[Symbol, Expression]]) -> list[Part]:
        return [
            Part(
                piece,
                kind,
                charges=charges,
                known=known(element.name),
                joined=_ends(element) in pivots,
                number=number,
                slopes=slopes,
            )
            for element in model.elements
            if element.enabled and charges.get(element.name, True)
            for number, (kind, piece), slopes in _numbered(element, model)
        ]

    links = (
        *(_link(branch) for branch in topology.branches),
        *(_image(cut, images[cut.joint.name]) for cut in topology.cuts if cut.keeps),
    )
    signals = {name: substitute(tree, dependent) for name, tree in definitions(model).items()}
    if model.measures:
        from lagr_gui.mechanics.measured import MeasureTrees, Measuring, measure_trees
        from lagr_gui.subsystems.signal_order import in_order

        def forces(trees: MeasureTrees) -> Measuring:
            made = named("lagr_gui.mechanics.cut_free.forces:ForceTrees")  # fewer still
            own = tuple(parts_by(lambda _: dependent))
            ends = {cut.joint.name: (cut.joint.parent, cut.joint.child) for cut in topology.cuts}
            return made(model, trees, bodies, own, links, ends)

        measures = measure_trees(model, topology, links, base_steps(model.base), forces)
        signals = in_order(model, measures | signals)
    whole = put_in(signals)
    known = {**dependent, **whole}
    acting = known if names is Names.NONE else dependent
    if names is Names.SWITCHING:
        switching = {signal.name for signal in model.signals if signal.cases}
        acting |= put_in({n: tree for n, tree in signals.items() if n not in switching})
        signals = {n: substitute(t, acting) for n, t in signals.items() if n in switching}
    stays = dependent if names is Names.NONE else acting
    light = {
        name for mesh in topology.circuits.meshes if mesh.order < 2 for name, _ in mesh.branches
    }
    parts = parts_by(lambda name: known if name in light else acting)
    beams = tuple(_beam(joint) for joint in model.joints if is_beam(joint))
    return Reading(
        coordinates=topology.coordinates,
        base=base_steps(model.base),
        links=links,
        bodies=bodies,
        beams=beams,
        parts=tuple(part for part in parts if not (part.binds or part.limits)),
        constraints=(
            *_closures(topology.cuts, images),
            *(bound for part in parts if (bound := part.binding) is not None),
        ),
        limits=tuple(part for part in parts if part.limits),
        gravity=vector(model.gravity),
        parameters=tuple(parameter.name for parameter in model.parameters),
        positive=frozenset(entry.name for entry in model.parameters if entry.positive),
        functions={function.name: function for function in model.functions},
        charges=charges,
        meshes=tuple(mesh for mesh in topology.circuits.meshes if mesh.order < 2),
        typed=typed_in(model, (beam.key for beam in beams)),
        states=model.states,
        rates=tuple(substitute(read(state.rate), acting) for state in model.own_states),
        signals=signals,
        keeps_names=names is not Names.NONE,
        fed_back=_fed_back(model, topology, whole),
        sources={signal.name: signal.source for signal in model.signals},
        whole=whole,
        dependent=dependent,
        cases={
            signal.name: tuple((said, substitute(read(v), stays)) for said, v in signal.cases)
            for signal in model.signals
            if signal.cases
        },
        held=_held(model) if model.signals else (),
    )


def _numbered(
    element: Element, model: Model
) -> Iterator[tuple[int, tuple[ElementKind, Element], Slopes]]:
    """What acts in the place of an element, numbered where that is several."""
    kind = ELEMENTS[element.kind].of(element)
    if kind.geometry.jointed:
        slips = named("lagr_gui.mechanics.rubbing.surfaces:slips")  # few models have such friction
        every = enumerate(slips(model, element), start=1)
        yield from ((number, (kind, element), slopes) for number, slopes in every)
        return
    acting = [(kind, element)]
    if kind.geometry.shaped:
        from lagr_gui.catalogue.shapes import pieces  # few models have contacts of shapes

        acting = pieces(element)
    for number, piece in enumerate(acting, start=int(len(acting) > 1)):
        yield number, piece, ()


def _held(model: Model) -> tuple[str, ...]:
    from lagr_gui.subsystems.switching import hidden_names  # few models have any

    return hidden_names(model)


def _fed_back(
    model: Model, topology: Topology, whole: Mapping[Symbol, Expression]
) -> tuple[str, ...]:
    if not accelerated(model):
        return ()
    from lagr_gui.mechanics.measured import fed_back  # few models speak of accelerations

    return fed_back(model, topology.coordinates, whole)


def _closures(cuts: tuple[Cut, ...], images: Mapping[str, int]) -> tuple[Closure, ...]:
    """The conditions of joints that are cut; the numbers of their `images` by name."""
    if not cuts:
        return ()
    from lagr_gui.mechanics.closure import closure  # trees have none

    return tuple(closure(cut, images[cut.joint.name]) for cut in cuts)


def _pivots(model: Model) -> set[frozenset[End]]:
    """Both points of every joint that does not slide."""
    return {
        frozenset({(j.parent, vector(j.point_parent)), (j.child, vector(j.point_child))})
        for j in model.joints
        if isinstance(JOINTS[j.kind].motion, tuple)
        and not any(isinstance(motion, Slide) for motion in motions_of(j))
    }


def _ends(element: Element) -> frozenset[End]:
    """The ends of an element along a line; none of others."""
    course = ELEMENTS[element.kind].geometry.course(element)
    return frozenset((body, vector(point)) for body, point in course)


def _dependent(model: Model, topology: Topology) -> dict[Symbol, Expression]:
    """Charges and currents of branches that are no coordinates, as sums of those that are."""
    circuits = topology.circuits
    names = {e.name: e.own[0] for e in model.elements if e.name in circuits.charges}
    return {
        Symbol(name, order): summed(circuits.charges[element], order)
        for element, name in names.items()
        if name in circuits.dependent
        for order in (0, 1)
    }


def _link(branch: Branch) -> Link:
    joint = branch.joint
    anchor = vector(joint.point_child if branch.backwards else joint.point_parent)
    steps = joint_steps(branch)
    return Link(joint.name, branch.parent, branch.child, steps, anchor, branch.backwards)


def _beam(joint: Joint) -> ElasticBody:
    # Beams are loaded when the first one is read.
    from lagr_gui.mechanics.elastic.beams import beam_of

    anchor = vector(joint.point_parent)
    return ElasticBody(beam_of(joint), joint.parent, frame_steps(joint), anchor)


def _image(cut: Cut, number: int) -> Link:
    """The massless image of a cut joint's child, which moves with the joint's coordinates."""
    return _link(Branch(cut.joint, cut.joint.parent, number, backwards=False))


def _body(body: Body) -> RigidBody:
    entered = _tensor(body.inertia)
    other = _converted(entered, binet=body.inertia.form == "binet")
    theta, theta_bar = (entered, other) if body.inertia.form == "binet" else (other, entered)
    return RigidBody(body.number, read(body.mass), theta, theta_bar, body.gravity)


def _tensor(inertia: Inertia) -> Rows:
    xx, yy, zz = (read(entry) for entry in (inertia.xx, inertia.yy, inertia.zz))
    xy, xz, yz = (read(entry) for entry in (inertia.xy, inertia.xz, inertia.yz))
    return (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)


def _converted(tensor: Rows, binet: bool) -> Rows:
    """Binet from ordinary inertia and the reverse (13)."""
    diagonal = tuple(tensor[i][i] for i in range(3))
    trace = scaled(Number(Fraction(1) if binet else Fraction(1, 2)), total(diagonal))
    first, second, third = (
        tuple(
            total((trace, negative(tensor[i][j]))) if i == j else negative(tensor[i][j])
            for j in range(3)
        )
        for i in range(3)
    )
    return first, second, third  # type: ignore[return-value]
