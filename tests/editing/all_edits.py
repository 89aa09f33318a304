"""Every edit of the window, on any item and with any value."""

from __future__ import annotations

import re

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from lagr_gui import pipeline
from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.geometry import BetweenCoils, Unplaced
from lagr_gui.editing import edits
from lagr_gui.model import BY_COORDINATE, Model, Replacement
from lagr_gui.model.controllers import Controller, ControllerInput, ControllerOutput
from lagr_gui.model.files import write_text
from tests.editing.machine import Drawings, Edit, points
from tests.editing.whole import Loose, body_fields, items, loose_ends, nodes

WITHOUT_ENDS = sorted(
    name for name, kind in ELEMENTS.items() if isinstance(kind.geometry, Unplaced | BetweenCoils)
)
BRANCHES = sorted(name for name, kind in ELEMENTS.items() if kind.role is not None)
STEPS = {
    "gravity": "Change gravity",
    "simulation": "Change simulation",
    "base": "Change body 0",
    "bodies": "Change mass",
    "joints": "Change joint",
    "elements": "Change element",
    "parameters": "Change parameter",
    "start": "Change start",
}
"""What the window calls the change of a value, by the section in which it stands."""
FORMS = ("point", "sphere", "rod", "box", "cylinder", "disc", "wheel", "frame")

names = st.sampled_from(
    ["alpha", "b_2", "Rod", "Rod 1", "q1", "q2", "n1", "g", "revolute 1", "", "ω"]
)
scalars = st.sampled_from(
    [0, 1, 2.5, "2*m", "L/2 + q1", "sin(q1)", "3*(", "g*alpha", "-q1'", "1e400"]
)


def _lost_bodies(model: Model) -> set[Loose]:
    """References to bodies that are not there."""
    return {end for end in loose_ends(model) if isinstance(end[2], int)}


class Editing(Drawings):
    """All edits in any order."""

    # --- drawing ---------------------------------------------------------------------------

    @rule(at=points, form=st.sampled_from(["rigid", "point"]))
    def add_body(self, at: tuple[float, float], form: str) -> None:
        seen = edits.places(self.model)
        self.do("Add body", lambda model: edits.add_body(model, at, form=form))
        number = max(self.model.numbers)
        assert edits.places(self.model) == {**seen, f"body:{number}": at}

    @rule(at=points)
    def add_terminal(self, at: tuple[float, float]) -> None:
        seen = edits.places(self.model)
        self.do("Add terminal", lambda model: edits.add_terminal(model, at))
        name = self.model.terminals[-1].name
        assert edits.places(self.model) == {**seen, f"terminal:{name}": at}

    @rule(data=st.data(), kind=st.sampled_from([*JOINTS, *ELEMENTS]))
    def connect(self, data: st.DataObject, kind: str) -> None:
        a, b = self.number(data), self.number(data)
        done = self.do("Connect", lambda model: edits.connect(model, kind, a, b))
        assert not done or {a, b} <= {0, *self.model.numbers}

    @rule(data=st.data(), at=points, name=names.filter(bool))
    def add_controller(self, data: st.DataObject, at: tuple[float, float], name: str) -> None:
        known = [entry.name for entry in self.model.simulation.controllers]
        seen, key = edits.places(self.model), f"controller:{name}"
        text = data.draw(st.sampled_from([*self.model.coordinates, "position(Rod).x", "t", "u +"]))
        symbol = data.draw(st.sampled_from([*(p.name for p in self.model.parameters), "u"]))
        made = Controller(
            name=name,
            inputs=(ControllerInput(name="in", expression=text),),
            outputs=(ControllerOutput(name="out", parameter=symbol),),
        )
        if name not in known:
            self.do(
                "Add controller",
                lambda model: edits.move(edits.set_controller(model, made), {key: at}),
            )
            assert edits.places(self.model) == {**seen, key: at}

    @precondition(lambda self: self.model.terminals)
    @rule(data=st.data(), kind=st.sampled_from(BRANCHES))
    def join(self, data: st.DataObject, kind: str) -> None:
        known = st.sampled_from([*(t.name for t in self.model.terminals), "nowhere"])
        a, b = data.draw(known), data.draw(known)
        moved = any(joint.coordinates for joint in self.model.joints)
        edit: Edit = lambda model: edits.join(model, kind, a, b)  # noqa: E731
        self.do("Connect", edit, loosens=not moved)

    @rule(kind=st.sampled_from(WITHOUT_ENDS))
    def put_down(self, kind: str) -> None:
        self.do("Connect", lambda model: edits.add_element(model, kind))

    @rule()
    def accept_free_joints(self) -> None:
        offered = pipeline.check(self.model).offered
        self.do("Add free joints", lambda model: edits.accept_free_joints(model, offered))
        assert not pipeline.check(self.model).offered

    @rule(data=st.data(), cut=st.booleans())
    def remove(self, data: st.DataObject, cut: bool) -> None:
        keys = self.keys(data)
        if cut:
            self.clipboard = edits.copy(self.model, keys)
        self.do("Cut" if cut else "Delete", lambda model: edits.remove(model, keys))
        assert not items(self.model) & (keys - {"body:0"})

    # --- places ----------------------------------------------------------------------------

    @rule(data=st.data(), by=points)
    def move(self, data: st.DataObject, by: tuple[float, float]) -> None:
        seen = edits.places(self.model)
        keys = self.keys(data, nodes(self.model))
        to = {key: (seen[key][0] + by[0], seen[key][1] + by[1]) for key in keys}
        self.do("Move", lambda model: edits.move(model, to))
        assert edits.places(self.model) == {**seen, **to}

    @rule()
    def arrange(self) -> None:
        self.do("Arrange", edits.arrange)
        assert edits.arrange(self.model) == self.model
        assert not edits.by_hand(self.model)

    @rule(data=st.data(), row=st.booleans(), spread=st.booleans())
    def align(self, data: st.DataObject, row: bool, spread: bool) -> None:
        keys, way = self.keys(data, nodes(self.model)), "row" if row else "column"
        edit = edits.distribute if spread else edits.align
        self.do("Arrange", lambda model: edit(model, keys, way))
        if keys and not spread:
            seen = edits.places(self.model)
            assert len({seen[key][1 if row else 0] for key in keys}) == 1

    @rule(data=st.data(), way=st.lists(points, max_size=3), offset=points)
    def put_by_hand(
        self, data: st.DataObject, way: list[tuple[float, float]], offset: tuple[float, float]
    ) -> None:
        for key in self.keys(data) - nodes(self.model):
            self.do("Move", lambda model, key=key: edits.bend(model, key, way))
            self.do("Move", lambda model, key=key: edits.put_label(model, key, offset))
            assert key in edits.by_hand(self.model)

    @rule(data=st.data())
    def draw_by_itself(self, data: st.DataObject) -> None:
        keys = self.keys(data)
        self.do("Draw by itself", lambda model: edits.draw_by_itself(model, keys))
        assert not edits.by_hand(self.model) & keys

    # --- names and values --------------------------------------------------------------------

    @rule(data=st.data(), name=names)
    def rename(self, data: st.DataObject, name: str) -> None:
        model = self.model
        known = items(model)
        known |= {f"parameter:{entry.name}" for entry in model.parameters}
        known |= {f"function:{entry.name}" for entry in model.functions}
        known |= {f"special_case:{entry.name}" for entry in model.special_cases}
        moving = {f"coordinate:{symbol}" for symbol in model.coordinates}
        key = data.draw(
            st.sampled_from(sorted((moving or known) if data.draw(st.booleans()) else known))
        )
        sort, _, old = key.partition(":")
        if sort == "body":
            old = model.base.name if old == "0" else model.body(int(old)).name
        if self.do("Rename", lambda model: edits.rename(model, key, name)):
            now = key if sort == "body" else f"{sort}:{name}"
            if name not in re.findall(r"\w+", write_text(model)):  # it meant nothing before
                assert edits.rename(self.model, now, old) == model, "the way back"

    @rule(data=st.data())
    def renumber(self, data: st.DataObject) -> None:
        new = data.draw(st.permutations(self.model.numbers))
        mapping = dict(zip(self.model.numbers, new, strict=True))
        back = {number: old for old, number in mapping.items()}
        before = self.model
        self.do("Renumber", lambda model: edits.renumber(model, mapping))
        assert edits.renumber(self.model, back).joints == before.joints
        new_numbers = [mapping.get(number, number) for number in body_fields(before)]
        assert body_fields(self.model) == new_numbers

    @rule(data=st.data(), value=st.one_of(scalars, st.just([1, 2])))
    def set_value(self, data: st.DataObject, value: object) -> None:
        paths = [("gravity", 1), ("simulation", "until"), ("base", "angle"), ("base", "name")]
        for index in range(len(self.model.bodies)):
            paths += [("bodies", index, field) for field in ("mass", "gravity")]
            paths += [("bodies", index, "shape", "size", 0), ("bodies", index, "inertia", "xx")]
        paths += [("joints", i, "point_child", 1) for i in range(len(self.model.joints))]
        for index, element in enumerate(self.model.elements):
            fields = [s.name for s in ELEMENTS[element.kind].fields if s.type == "scalar"]
            paths += [("elements", index, field) for field in (*fields, "enabled")]
        for section in ("parameters", "start"):
            field = "value" if section == "parameters" else "position"
            paths += [(section, i, field) for i in range(len(getattr(self.model, section)))]
        path = data.draw(st.sampled_from(paths))
        if path[-1] == "enabled":
            value = not edits.get_value(self.model, path)
        if self.do(STEPS[path[0]], lambda model: edits.set_value(model, path, value)):
            assert edits.get_value(self.model, path) == value

    @rule(data=st.data(), kind=st.sampled_from([*JOINTS, *ELEMENTS]))
    def change_kind(self, data: st.DataObject, kind: str) -> None:
        sort = "joint" if kind in JOINTS else "element"
        known = [record.name for record in getattr(self.model, f"{sort}s")]
        if known:
            key = f"{sort}:{data.draw(st.sampled_from(known))}"
            edit: Edit = lambda model: edits.change_kind(model, key, kind)  # noqa: E731
            listed = {end for end in loose_ends(self.model) if end[0] in BY_COORDINATE}
            lost = _lost_bodies(self.model)
            self.do("Change kind", edit, loosens=True)
            now = {end for end in loose_ends(self.model) if end[0] in BY_COORDINATE}
            assert now <= listed
            assert not self.model.bodies or _lost_bodies(self.model) <= lost

    @rule(data=st.data())
    def choose_cut(self, data: st.DataObject) -> None:
        loops = pipeline.check(self.model).loops
        if loops:
            loop = data.draw(st.sampled_from(loops))
            name = data.draw(st.sampled_from(loop))
            self.do("Choose cut", lambda model: edits.choose_cut(model, name, loop))
            assert self.model.joint(name).cut
            assert sum(self.model.joint(other).cut for other in loop) == 1

    @rule(data=st.data(), form=st.sampled_from(FORMS), axis=st.sampled_from("xyz"))
    def reshape(self, data: st.DataObject, form: str, axis: str) -> None:
        if self.model.bodies:
            index = data.draw(st.integers(0, len(self.model.bodies) - 1))
            self.do("Change shape", lambda model: edits.set_form(model, index, form))
            self.do("Change shape", lambda model: edits.set_axis(model, index, axis))
            assert (self.model.bodies[index].shape.form) == form
            assert (self.model.bodies[index].shape.axis) == axis

    # --- tables ----------------------------------------------------------------------------

    @rule(sort=st.sampled_from(["parameter", "function", "special case"]))
    def add_entry(self, sort: str) -> None:
        edit: Edit = getattr(edits, f"add_{sort.replace(' ', '_')}")
        assert self.do(f"Add {sort}", edit)

    @rule(data=st.data(), sort=st.sampled_from(["parameter", "function", "special case"]))
    def remove_entry(self, data: st.DataObject, sort: str) -> None:
        section = f"{sort.replace(' ', '_')}s"
        known = [entry.name for entry in getattr(self.model, section)]
        if known:
            name, edit = data.draw(st.sampled_from(known)), getattr(edits, f"remove_{section[:-1]}")
            assert self.do(f"Remove {sort}", lambda model: edit(model, name))
            assert name not in [entry.name for entry in getattr(self.model, section)]

    @precondition(lambda self: self.model.functions)
    @rule(
        data=st.data(), text=scalars, arguments=st.sampled_from([("t",), ("alpha",), ("q1", "t")])
    )
    def define(self, data: st.DataObject, text: object, arguments: tuple[str, ...]) -> None:
        index = data.draw(st.integers(0, len(self.model.functions) - 1))
        path = ("functions", index)
        put = {"arguments": arguments, "expression": str(text)}
        for name, value in put.items():
            edit: Edit = lambda m, n=name, v=value: edits.set_value(m, (*path, n), v)  # noqa: E731
            self.do("Change function", edit)

    @precondition(lambda self: self.model.special_cases and self.model.parameters)
    @rule(data=st.data(), value=scalars)
    def replace(self, data: st.DataObject, value: object) -> None:
        path = ("special_cases", 0, "replacements")
        name = data.draw(st.sampled_from([entry.name for entry in self.model.parameters]))
        put = (Replacement(name=name, value=value),) if value != "1e400" else ()
        self.do("Change special case", lambda model: edits.set_value(model, path, put))

    @precondition(lambda self: self.model.coordinates)
    @rule(data=st.data(), position=scalars, motion=st.one_of(st.none(), scalars))
    def begin(self, data: st.DataObject, position: object, motion: object) -> None:
        name = data.draw(st.sampled_from(self.model.coordinates))
        self.do("Give motions", lambda model: edits.set_motion(model, name, motion))
        self.do("Change start", lambda model: edits.set_start(model, name, position, 0))
        for section in ("start", "motions"):
            listed = [entry.coordinate for entry in getattr(self.model, section)]
            order = [known for known in self.model.coordinates if known in listed]
            assert listed[: len(order)] == order
