"""Systems written down in Python: the same models that are drawn in the window."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from lagr_gui import pipeline
from lagr_gui.builder.assembling import Assembling
from lagr_gui.builder.questions import Questions
from lagr_gui.builder.recording import changed, record_of
from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.drawing.bodies.mesh_files import MeshFiles
from lagr_gui.editing import edits
from lagr_gui.editing.solid import COMPOSED, with_solids
from lagr_gui.expression.arguments import wrong
from lagr_gui.foundation.problem import LagrError, Problem, refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.foundation.showing import Shown
from lagr_gui.model import (
    Base,
    Body,
    Function,
    GivenMotion,
    Inertia,
    Model,
    Parameter,
    Replacement,
    Scalar,
    Shape,
    Solid,
    SpecialCase,
    StartValue,
    Terminal,
    Vector,
)
from lagr_gui.model.controllers import Controller
from lagr_gui.model.record import ZERO
from lagr_gui.model.solids.bodies import MESH, turn_of
from lagr_gui.simulation import Trajectory

GROUND = 0
"""Body 0: space, or the body whose motion is prescribed."""


class System(Shown, Questions, Assembling):
    """A mechanical system that grows by `body`, `joint` and `element`, and can be asked.

    Keyword arguments besides `gravity` are parameters with their values (SI units, rad); with
    ``g=None`` there is no g.  Every physical field takes a number or the text of an expression in
    the parameters.
    """

    def __init__(
        self, /, name: str = "", gravity: Vector = (0, "-g", 0), **parameters: Scalar | None
    ):
        records = tuple(
            record_of(Parameter, f"Parameter “{key}”", name=key, value=value)
            for key, value in ({"g": 9.81} | parameters).items()
            if (key, value) != ("g", None)
        )
        self.model = record_of(Model, "System", name=name, gravity=gravity, parameters=records)

    @classmethod
    def of(cls, model: Model) -> System:
        """A system that goes on from a model, such as one that was loaded."""
        system = cls()
        system.model = model
        return system

    def describe(self, text: str, special: str = "") -> None:
        """Say what the system is, or what one of its special cases is."""
        if not special:
            self.model = changed(self.model, "System", description=text)
            return
        names = [case.name for case in self.model.special_cases]
        place = f"Special case “{special}”"
        check_known(special, names, place, "There is no special case of this name.")
        cases = list(self.model.special_cases)
        at = names.index(special)
        cases[at] = changed(cases[at], place, description=text)
        self._update(special_cases=tuple(cases))

    def parameter(
        self,
        name: str,
        value: Scalar | None = None,
        unit: str = "",
        description: str = "",
        *,
        minimum: float | None = None,
        maximum: float | None = None,
        positive: bool = False,
    ) -> str:
        """Add a parameter with all that can be told of it; its name.  One of this name gives way.

        The unit is told to readers; the value is in SI units and rad.
        """
        notes = {"unit": unit, "description": description, "positive": positive}
        ends = {"minimum": minimum, "maximum": maximum}
        place = f"Parameter “{name}”"
        entry = record_of(Parameter, place, name=name, value=value, **notes, **ends)
        others = tuple(parameter for parameter in self.model.parameters if parameter.name != name)
        self._update(parameters=(*others, entry))
        return name

    def ground(self, **motion: Any) -> int:
        """Prescribe the motion of body 0: `position`, `axis` and `angle`, or `matrix`."""
        self._update(base=record_of(Base, "Body 0", **motion))
        return GROUND

    def body(
        self,
        name: str = "",
        mass: Scalar | None = None,
        inertia: Sequence[Scalar] | Sequence[Sequence[Scalar]] | None = None,
        binet: bool = False,
        shape: str = "box",
        gravity: bool = True,
        *,
        number: int | None = None,
        centre: Vector | None = None,
        solids: Iterable[Mapping[str, Any]] = (),
        **look: Any,
    ) -> int:
        """Add a body; its number, which is the next one where none is given.

        `inertia` holds xx, yy, zz and, where they differ from zero, xy, xz, yz (kg m²) of the
        ordinary tensor about the centre of mass, or with `binet` of Binet's; or it is that matrix.
        One without `gravity` has no weight.  Its `centre` of mass (m) is seen from the origin of
        its points, in its axes.  `size`, `axis` and `color` of its shape are for the eye, and so
        are its `solids`, each a dictionary with the fields that it has in a file; of these the
        body has mass, centre and inertia where none of the three is given.  The mass is 1 kg
        otherwise, centre and inertia are zero.  Raises LagrError for values of another sort, and
        for solids that tell no mass where none is given.
        """
        number = self.model.next_number if number is None else number
        form, place = "binet" if binet else "ordinary", f"Body {number}"
        moments = (0, 0, 0) if inertia is None else inertia
        parts = solids_of(number, solids)
        shape = COMPOSED if parts else shape
        body = record_of(
            Body,
            place,
            number=number,
            name=name,
            mass=1 if mass is None else mass,
            centre=centre or ZERO,
            inertia=record_of(
                Inertia,
                place,
                form=form,
                **_moments(number, moments),
            ),
            shape=record_of(Shape, f"Shape of body {number}", form=shape, solids=parts, **look),
            gravity=gravity,
        )
        if parts and mass is None and inertia is None and centre is None:
            body = made_of_solids(body)
        self._update(bodies=(*self.model.bodies, body))
        return number

    def joint(
        self,
        kind: str,
        parent: int,
        child: int,
        *coordinates: str | None,
        name: str = "",
        **fields: Any,
    ) -> str:
        """Add a joint of a kind of the catalogue with its coordinates; its name.

        Coordinates that are not named get the free names q1, q2, …; None in their place leaves
        a cut joint without.  Vectors such as an `axis` are
        three numbers or texts: ``axis=(0, 0, 1)``.  Raises LagrError for unknown kinds and
        fields, and values of another sort.
        """
        declared = _kind(JOINTS, "joint", kind)
        named = coordinates or edits.free_symbols(self.model, declared.freedoms or 0)
        name = name or f"{kind} {len(self.model.joints) + 1}"
        symbols = {"coordinates": tuple(symbol for symbol in named if symbol is not None)}
        place = f"Joint “{name}”"
        ends = {"name": name, "parent": parent, "child": child}
        joint = record_of(declared.record, place, **ends, **_once(place, symbols, fields))
        self._update(joints=(*self.model.joints, joint))
        return name

    def frame(self, body: int, name: str = "", at: Vector = ZERO, turn: Vector = ZERO) -> int:
        """Add a frame of a body, in which points can be given; its number.

        It is a body without mass, fixed `at` a point (m) of the other one, with axes turned by the
        angles `turn` (rad) about x, y, z, one after the other.  The equations are those of the
        points seen from the body itself.
        """
        number = self.body(name or f"frame of body {body}", mass=0, shape="point")
        self.joint("fixed", body, number, point_parent=at, orientation=turn_of(turn))
        return number

    def element(self, kind: str, name: str = "", **fields: Any) -> str:
        """Add a spring, damper, force or moment of the catalogue; its name."""
        record = _kind(ELEMENTS, "element", kind).record
        name = name or f"{kind} {len(self.model.elements) + 1}"
        element = record_of(record, f"Element “{name}”", name=name, **fields)
        self._update(elements=(*self.model.elements, element))
        return name

    def branch(
        self,
        kind: str,
        terminal_a: str,
        terminal_b: str,
        charge: str = "",
        name: str = "",
        **fields: Any,
    ) -> str:
        """Add a branch of a circuit from one terminal to another; its name.

        Terminals that are new are made.  `charge` names the charge that flows through it.
        """
        names = {terminal.name for terminal in self.model.terminals}
        new = tuple(Terminal(name=end) for end in (terminal_a, terminal_b) if end not in names)
        self._update(terminals=(*self.model.terminals, *new))
        charge_name = charge or edits.free_own(self.model, _kind(ELEMENTS, "element", kind))[0]
        ends = {"terminal_a": terminal_a, "terminal_b": terminal_b}
        place = f"Branch “{name or kind}”"
        return self.element(kind, name, **_once(place, {"own": (charge_name,), **ends}, fields))

    def terminal(self, name: str) -> str:
        """Add a terminal of a circuit, which branches would make too; its name."""
        terminal = record_of(Terminal, f"Terminal “{name}”", name=name)
        self._update(terminals=(*self.model.terminals, terminal))
        return name

    def function(
        self, name: str, expression: str | None = None, *arguments: str, description: str = ""
    ) -> str:
        """Add a function that expressions may call, of `t` if no arguments are named; its name.

        Without expression it stays unspecified: equations hold it, numbers do not.
        """
        entries = {"expression": expression, "arguments": arguments or ("t",)}
        notes = {"description": description}
        function = record_of(Function, f"Function “{name}”", name=name, **entries, **notes)
        self._update(functions=(*self.model.functions, function))
        return name

    def special_case(self, name: str, /, **values: Scalar) -> str:
        """Add a named list of values that replace parameters and functions; its name."""
        place = f"Special case “{name}”"
        replacements = tuple(
            record_of(Replacement, place, name=key, value=value) for key, value in values.items()
        )
        case = record_of(SpecialCase, place, name=name, replacements=replacements)
        self._update(special_cases=(*self.model.special_cases, case))
        return name

    def start(self, /, **values: Scalar | tuple[Scalar, Scalar]) -> None:
        """Start values by coordinate: a position, or a position and a velocity.

        Raises LagrError for values of another sort.
        """
        for coordinate, value in values.items():
            pair = value if isinstance(value, tuple) else (value, 0)
            place = f"Start value “{coordinate}”"
            if len(pair) != 2:
                raise wrong(place, value, "a position, or a pair of position and velocity")
            fields = {"position": pair[0], "velocity": pair[1]}
            record_of(StartValue, place, coordinate=coordinate, **fields)
            self.model = edits.set_start(self.model, coordinate, *pair)

    def prescribe(self, /, **motions: Scalar | None) -> None:
        """Motions by coordinate, as expressions in t, whose forces `inverse` finds.

        Simulations do not know them; None takes one back.  Raises LagrError for values of
        another sort.
        """
        for coordinate, motion in motions.items():
            if motion is not None:
                place = f"Given motion “{coordinate}”"
                record_of(GivenMotion, place, coordinate=coordinate, motion=motion)
            self.model = edits.set_motion(self.model, coordinate, motion)

    def plan(self, **settings: Any) -> None:
        """How simulations run by themselves: `start`, `until`, `method`, `rtol`, `atol`."""
        plan = changed(self.model.simulation, "Simulation", **settings)
        self._update(simulation=plan)

    def output(self, expression: str, name: str = "") -> str:
        """Let an expression be a curve of the system's motions, as `simulate` gives; its title.

        That is its name, or without one the expression itself.
        """
        self.model = edits.add_output(self.model, expression, name)
        return name or expression

    def controller(
        self,
        name: str,
        file: str,
        inputs: Mapping[str, str] | None = None,
        outputs: Mapping[str, str] | None = None,
        values: Mapping[str, float] | None = None,
        **fields: Any,
    ) -> None:
        """A unit of FMI for co-simulation that acts in simulations.

        Its `inputs` get the values of expressions, its `outputs` drive parameters, `values` are
        those of its parameters; `fields`: `sample` (s) and `enabled`.  Nothing of the file is read
        here.  One of the same name gives way.
        """
        place = f"Controller “{name}”"
        entries = {
            "inputs": [{"name": n, "expression": x} for n, x in (inputs or {}).items()],
            "outputs": [{"name": n, "parameter": p} for n, p in (outputs or {}).items()],
            "values": [{"name": n, "value": v} for n, v in (values or {}).items()],
        }
        made = record_of(Controller, place, name=name, file=file, **entries, **fields)
        self.model = edits.set_controller(self.model, made)

    def set(self, /, **values: Scalar) -> None:
        """Give parameters other values; nothing is derived or compiled again."""
        for name, value in values.items():
            self.model = edits.own_parameter(self.model, name)
            names = [parameter.name for parameter in self.model.parameters]
            check_known(name, names, f"Parameter “{name}”", "There is no parameter of this name.")
            self.model = edits.set_parameter(self.model, name, value)

    def simulate(
        self,
        until: float | None = None,
        special: str = "",
        outputs: Sequence[str] | None = None,
        allow_fmu: bool = False,
        folder: str = "",
        **settings: Any,
    ) -> Trajectory:
        """The motion from the start values until a time (s), with the curves of `outputs`.

        Without these it has the curves of the system, by their titles (`output`).  Units of
        controllers, in files of a `folder`, run where `allow_fmu` says so.

        `settings` are those of `Settings` by name, also q0 and qd0 in the place of the start
        values.  Raises LagrError for others, and SimulationStopped, with the motion up to there,
        where it cannot go on.
        """
        chosen = pipeline.settings_of(self.model, special)
        names = [field.name for field in fields(chosen)]
        for name in settings:
            check_known(name, names, f"Setting “{name}”", "There is no setting of this name.")
        ends = {"t_end": until} if until is not None else {}
        asked = replace(chosen, **ends | settings)
        units: dict[str, Any] = {"allow_fmu": allow_fmu, "folder": folder}
        if outputs is None:
            outputs = [entry.typed for entry in self.model.simulation.outputs]
        return pipeline.simulate(self.model, asked, special, outputs=outputs, **units)

    def _update(self, **changes: Any) -> None:
        self.model = self.model.having(**changes)


def _kind(kinds: Any, sort: str, kind: str) -> Any:
    cause = f"There is no kind of {sort} “{kind}”."
    check_known(kind, kinds, sort.capitalize(), cause, "unknown-kind")
    return kinds[kind]


def _once(place: str, entries: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    """Both together. Raises LagrError where a field is given by its place in the call as well."""
    for name in entries.keys() & fields.keys():
        cause = f"“{name}” is no keyword here: it follows from arguments that stand before it."
        remedy = "Write it without a keyword, after the bodies or terminals."
        raise refusal(place, cause, remedy, code="given-twice")
    return {**entries, **fields}


def _moments(number: int, inertia: Any) -> dict[str, Scalar]:
    """xx, yy, zz, xy, xz, yz as far as they are given, also by a symmetric matrix."""
    names = ("xx", "yy", "zz", "xy", "xz", "yz")
    entries = _listed(inertia)
    rows = [_listed(row) for row in entries]
    if [len(row) for row in rows] == [3, 3, 3]:
        if any(rows[i][j] != rows[j][i] for i, j in ((0, 1), (0, 2), (1, 2))):
            raise wrong(f"Body {number}, inertia", inertia, "a symmetric matrix")
        entries = [rows["xyz".index(a)]["xyz".index(b)] for a, b in names]
    if not 3 <= len(entries) <= 6:
        expected = "three to six moments xx, yy, zz, xy, … or a symmetric matrix"
        raise wrong(f"Body {number}, inertia", inertia, expected)
    return dict(zip(names, entries, strict=False))


def _listed(value: Any) -> list[Any]:
    """The entries of a list; of an array as plain numbers."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        return []
    plain: Any = value.tolist() if hasattr(value, "tolist") else value  # type: ignore[attr-defined]
    return list(plain)


# --- Bodies that are made of solids, as callers give these -------------------------------------


def solids_of(number: int, given: Iterable[Mapping[str, Any]]) -> tuple[Solid, ...]:
    """The solids of a body. Raises LagrError for what is no dictionary of the fields of one."""
    place = f"Solid of body {number}"
    return tuple(record_of(Solid, place, **_fields(place, solid)) for solid in given)


def _fields(place: str, solid: object) -> Mapping[str, Any]:
    if not isinstance(solid, Mapping):
        raise wrong(place, solid, "a dictionary with the fields of a solid")
    return solid


def made_of_solids(body: Body) -> Body:
    """The body with mass, centre and inertia of its solids.

    Raises LagrError where they tell none.
    """
    files = MeshFiles(Path())
    made = with_solids(body, files.filled)
    if made is not body:
        return made
    meshes = [solid.file for solid in body.shape.solids if solid.form == MESH]
    unknown = Problem(
        f"Body {body.number}",
        "Its solids tell no mass, centre and inertia.",
        "Correct their lengths, densities and masses, or give the body a mass and an inertia.",
        code="solids",
    )
    raise LagrError([problem for file in meshes if (problem := files.problem(file))] or [unknown])
