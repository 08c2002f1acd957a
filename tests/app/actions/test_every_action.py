"""Every line of the table of actions, asked for on the real window: by its key where it has one, else by the palette.

Each case says what is true after the action and was not before. Whoever adds an action adds a case: the last test
counts them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import pytest
from PySide6 import QtCore, QtGui, QtTest, QtWidgets

from pantin import solver
from pantin.app.actions import ACTIONS
from pantin.app.actions.building import FACINGS, PARTS
from pantin.app.actions.files import SAMPLES
from pantin.app.session.layouts import LAYOUTS
from pantin.app.session.panels import PANELS
from pantin.rigs.constraints import CopyRotation, Ik
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import rename
from pantin.rigs.editing.building.joints import frames_of
from pantin.rigs.editing.building.rolling import turn_rolls
from pantin.rigs.editing.collecting import hide_collection, make_collection
from pantin.rigs.editing.hinges import RANGE
from pantin.rigs.editing.joint_limits import BALL, clear_limits
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.visibility import hide
from pantin.rigs.problems import problems_of
from pantin.rigs.rig import REST, Joint, Rig, Transform
from pantin.rigs.templates import biped
from pantin.solver.edits import limbs as limb_edits
from pantin.viewport.tools import OPERATIONS, TOOLS
from pantin.viewport.tools.dragging.events import Settings
from pantin.viewport.tools.tool import Tool
from tests.app.conftest import Person
from tests.rigs.samples import plain

Truth = Callable[[Person], object]
Prepare = Callable[[Person], object]


class Case(NamedTuple):
    """`holds` is false before the action is asked for and true after it."""

    holds: Truth
    prepare: Prepare = lambda person: person.session.select(("hand.L",), "hand.L")


def _selected(*names: str) -> Truth:
    return lambda person: set(person.session.document.selected) == set(names)


def _at(yaw: float, pitch: float) -> Truth:
    def looks(person: Person) -> bool:
        camera = person.view.camera
        return np.allclose((np.cos(camera.yaw - yaw), camera.pitch), (1.0, pitch), atol=1e-6)

    return looks


def _no_glide(person: Person) -> None:
    person.view.reduced_motion = True


def _close(person: Person) -> None:
    """A hand's breadth before the figure."""
    _no_glide(person)
    person.view.camera = replace(person.view.camera, distance=0.1)


def _steered(holds: Callable[[float, float], bool]) -> Case:
    """The view turned: what became of yaw and pitch, degrees, from straight ahead."""

    def prepare(person: Person) -> None:
        _no_glide(person)
        person.view.look_from("front")
        person.view.orbit_by(0.0, 20.0)

    def changed(person: Person) -> bool:
        yaw, pitch = np.degrees((person.view.camera.yaw, person.view.camera.pitch))
        return holds((yaw + 180) % 360 - 180, pitch)

    return Case(changed, prepare)


def _posed(person: Person) -> None:
    """The forearm moved, turned and scaled, and selected."""
    changed = {"forearm.R": REST.__class__((0.1, 0.0, 0.0), (0.0, 0.6, 0.0, 0.8), (1.2, 1.2, 1.2))}
    from pantin.rigs.editing.pose import with_transforms

    person.session.edit("Pose", lambda document: with_transforms(document, changed))
    person.session.select(("forearm.R",), "forearm.R")


def _transform(person: Person):
    return person.session.document.rig.transform("forearm.R")


def _setting(field: str, value: object, other: object) -> Case:
    return Case(
        lambda person: getattr(person.view.settings, field) == value,
        lambda person: person.view.change_settings(**{field: other}),
    )


def _display(field: str, value: object, other: object) -> Case:
    return Case(
        lambda person: getattr(person.view.display, field) == value,
        lambda person: person.view.change_display(**{field: other}),
    )


def _tool(tool: Tool) -> Case:
    other = "select" if tool.name != "select" else "move"
    prepare = _editing if tool.rest_only else lambda person: person.view.pick_tool(other)
    return Case(lambda person: person.window.view.tool == tool.name, prepare)


def _dragging(person: Person) -> bool:
    """Keys begin a drag that has no button: Esc puts back."""
    begun = person.view.dragging
    if begun:
        QtTest.QTest.keyClick(person.view, QtCore.Qt.Key.Key_Escape)
    return begun


def _editing(person: Person) -> None:
    """The rest pose is edited, the left hand selected."""
    person.session.select(("hand.L",), "hand.L")
    person.window.docks.show_layout("rig")


def _snap(name: str) -> Case:
    """Switched off where it is on at first, and on where it is off."""
    begins = name in Settings().snaps
    return Case(lambda person: (name in person.view.settings.snaps) != begins, _editing)


def _hidden(*names: str) -> Truth:
    return lambda person: {bone.name for bone in person.session.document.rig.bones if bone.hidden} == set(names)


def _select(name: str) -> Prepare:
    return lambda person: person.session.select((name,), name)


def _limit(person: Person):
    """The limits of the active bone."""
    document = person.session.document
    return document.rig.by_name[document.active].joint.limit


def _collections(person: Person):
    return person.session.document.rig.collections


def _straight_elbow(person: Person) -> None:
    """An elbow that nothing limits."""
    person.session.edit("Clear", lambda document: clear_limits(document, ("forearm.L",)))
    person.session.select(("forearm.L",), "forearm.L")


def _bent_elbow(person: Person) -> None:
    """The same without its IK, bent by a right angle."""
    _straight_elbow(person)
    turned = {"forearm.L": Transform(rotation=(0.5**0.5, 0.0, 0.0, 0.5**0.5))}
    without_ik = person.session.document.rig.constrained(())
    person.session.edit("Unconstrain", lambda document: msgspec.structs.replace(document, rig=without_ik))
    person.session.edit("Bend", lambda document: with_transforms(document, turned))


def _open(kind: str) -> Truth:
    """Whether a sheet or dialog of this class is open; it is closed again."""

    def found(person: Person) -> bool:
        within = person.window.findChildren(QtWidgets.QWidget)
        shown = [widget for widget in within if type(widget).__name__ == kind and widget.isVisible()]
        for widget in shown:
            widget.hide()
        return bool(shown)

    return found


def _popup(kind: str) -> Truth:
    """Whether a menu of this class is open; it is closed again."""

    def found(person: Person) -> bool:
        shown = [menu for menu in QtWidgets.QApplication.topLevelWidgets() if type(menu).__name__ == kind]
        shown = [menu for menu in shown if menu.isVisible()]
        for menu in shown:
            menu.close()
        return bool(shown)

    return found


def _constrained(owner: str, count: int) -> Truth:
    """Whether a bone has so many constraints."""
    return lambda person: sum(c.owner == owner for c in person.session.document.rig.constraints) == count


def _spoilt(person: Person) -> None:
    """A chain asks for more bones than there are."""
    session = person.session
    long = [msgspec.structs.replace(c, chain_length=99) for c in session.document.rig.constraints if isinstance(c, Ik)]
    session.edit("Spoil", lambda document: msgspec.structs.replace(document, rig=document.rig.constrained((long[0],))))


def _sound(person: Person) -> bool:
    return not problems_of(person.session.document.rig)


def _asked(person: Person) -> bool:
    """Whether a file dialog was asked for; see the fixture `places`."""
    return bool(person.asked)


def _chain(length: int, other: int) -> Case:
    def prepare(person: Person) -> None:
        person.session.select(("finger_index_3.L",), "finger_index_3.L")
        person.view.change_settings(chain_length=other)

    return Case(lambda person: person.view.settings.chain_length == length, prepare)


def _bare(person: Person) -> Document:
    """The figure's bones without controls and limits, as another program would have saved them."""
    bones = [bone for bone in person.session.document.rig.bones if bone.kind == "bone"]
    known = {bone.name for bone in bones}
    plain = [
        msgspec.structs.replace(bone, joint=Joint(), parent=bone.parent if bone.parent in known else None)
        for bone in bones
    ]
    return Document(Rig(name="Loaded", bones=tuple(plain)))


def _edited(person: Person) -> None:
    person.session.edit("Rename", lambda document: rename(document, "head", "skull"))


def _undone(person: Person) -> None:
    _edited(person)
    person.session.undo()


def _named(name: str) -> Truth:
    return lambda person: name in person.session.document.rig.by_name


def _saved_and_edited(person: Person) -> None:
    path = person.folder / "saved.rig.json"
    person.save_to(path)
    _edited(person)


def _dragged_without_solving(person: Person) -> None:
    """The handle of a hand is moved while live solving is off: the arm stays behind."""
    session = person.session
    session.edit("Off", lambda document: msgspec.structs.replace(document, rig=document.rig.solved_live(False)))
    away = Transform(location=(0.0, -0.1, 0.05))
    session.edit("Move", lambda document: with_transforms(document, {_handle(person): away}))
    person.wait_for_the_pose()


def _handle(person: Person) -> str:
    iks = [constraint for constraint in person.session.document.rig.constraints if isinstance(constraint, Ik)]
    return str(iks[0].target)


def _stands_as_solved(person: Person) -> bool:
    """Whether the pose alone is what IK makes of it."""
    document = person.session.document
    live = msgspec.structs.replace(document, rig=document.rig.solved_live(True))
    return np.allclose(solver.evaluate(document).matrices, solver.evaluate(live).matrices, atol=1e-5)


def _pointing(person: Person) -> None:
    """At the left forearm, with nothing selected."""
    person.session.select((), None)
    person.hover(person.where("forearm.L"))


def _plain(*selected: str) -> Prepare:
    """A figure that nothing steers, with these bones selected."""

    def prepare(person: Person) -> None:
        person.session.open(plain(biped.rig()))
        person.wait_for_the_pose()
        person.session.select(selected, selected[-1])

    return prepare


def _with_limb(person: Person) -> None:
    _plain("foot.L")(person)
    made, _ = limb_edits.make(person.session.document, "limb")
    person.session.edit("Make", lambda _: made)
    person.wait_for_the_pose()


def _limb(kind: str) -> Truth:
    return lambda person: kind in [limb.kind for limb in person.session.document.rig.limbs]


def _copies_rotation(person: Person) -> bool:
    return any(isinstance(tie, CopyRotation) for tie in person.session.document.rig.constraints)


def _types_a_limb_s_name(person: Person) -> bool:
    return QtWidgets.QApplication.focusWidget() is person.window.panels.properties.prepare().limb.form.editors["name"]


def _with_recent(person: Person) -> None:
    path = person.folder / "recent.rig.json"
    person.save_to(path)


CASES: dict[str, Case] = {
    "new": Case(lambda person: not person.session.document.rig.bones and person.window.view.tool == "draw"),
    "open": Case(_asked),
    "clear_recent": Case(lambda person: not person.window.settings.recent, _with_recent),
    "start_page": Case(lambda person: person.window.starting),
    "save": Case(lambda person: not person.session.unsaved, _saved_and_edited),
    "save_as": Case(_asked),
    "save_copy": Case(_asked),
    "revert": Case(_named("head"), _saved_and_edited),
    "export_pose": Case(_asked),
    "export_picture": Case(_asked),
    "quit": Case(lambda person: not person.window.isVisible()),
    "edit_mode": Case(lambda person: person.session.editing),
    **{f"tool_{tool.name}": _tool(tool) for tool in TOOLS},
    **{each.name: Case(_dragging, _editing) for each in OPERATIONS if each.rest_only and each.entry},
    "snap": Case(lambda person: not person.view.settings.snapping, _editing),
    **{f"snap_{name}": _snap(name) for name in ("joints", "floor", "mirror", "grid", "figure")},
    "mirror_x": Case(lambda person: person.view.settings.mirror_x and person.session.mirrors, _editing),
    "undo": Case(_named("head"), _edited),
    "redo": Case(_named("skull"), _undone),
    "palette": Case(_open("Palette")),
    "settings": Case(_open("SettingsDialog")),
    "make_limb": Case(_limb("limb"), _plain("foot.L")),
    "make_arm_or_leg": Case(_limb("limb"), _plain("hand.R")),
    "make_rolling_foot": Case(_limb("reverse_foot"), _plain("foot.L")),
    "make_spine": Case(_limb("spine"), _plain("chest")),
    "make_tail": Case(_limb("tail"), _plain("spine")),
    "make_finger": Case(_limb("finger"), _plain("toe.L")),
    "make_aim": Case(_limb("aim"), _plain("head")),
    "keep_handle_rotation": Case(_copies_rotation, _with_limb),
    "name_limb": Case(_types_a_limb_s_name, _with_limb),
    "remove_limb": Case(lambda person: not person.session.document.rig.limbs, _with_limb),
    "select_all": Case(lambda person: len(person.session.document.selected) == 60),
    "select_none": Case(_selected()),
    "select_inverse": Case(lambda person: len(person.session.document.selected) == 59),
    "select_box": Case(_dragging),
    "select_lasso": Case(_dragging),
    "select_parent": Case(_selected("forearm.L")),
    "select_child": Case(_selected("forearm.L"), lambda person: person.session.select(("upper_arm.L",), "upper_arm.L")),
    "add_parent": Case(_selected("hand.L", "forearm.L")),
    "add_child": Case(
        _selected("upper_arm.L", "forearm.L"), lambda person: person.session.select(("upper_arm.L",), "upper_arm.L")
    ),
    "select_linked": Case(lambda person: len(person.session.document.selected) > 50),
    "select_linked_pointer": Case(lambda person: len(person.session.document.selected) > 50, _pointing),
    "select_mirrored": Case(_selected("hand.R")),
    "add_mirrored": Case(_selected("hand.L", "hand.R")),
    **{each.name: Case(_dragging) for each in OPERATIONS if not each.rest_only and each.entry},
    "auto_ik": _setting("auto_ik", False, True),
    "live_solving": Case(lambda person: not person.session.document.rig.live_solving),
    "solve_once": Case(_stands_as_solved, _dragged_without_solving),
    "longer_chain": _chain(3, 2),
    "shorter_chain": _chain(1, 2),
    **{
        f"orientation_{name}": _setting("orientation", name, other)
        for name, other in (("local", "global"), ("parent", "global"), ("view", "global"), ("global", "local"))
    },
    **{
        f"pivot_{name}": _setting("pivot", name, other)
        for name, other in (("individual", "active"), ("active", "median"), ("median", "active"))
    },
    "reset_position": Case(lambda person: _transform(person).location == REST.location, _posed),
    "reset_rotation": Case(lambda person: _transform(person).rotation == REST.rotation, _posed),
    "reset_scale": Case(lambda person: _transform(person).scale == REST.scale, _posed),
    "reset_pose": Case(lambda person: _transform(person) == REST, _posed),
    "frame_all": Case(lambda person: person.view.camera.distance > 1.0, _close),
    "frame_selected": Case(
        lambda person: person.view.camera.distance < 3.0,
        lambda person: (_no_glide(person), person.session.select(("hand.L",), "hand.L")),
    ),
    "look_front": Case(_at(0.0, 0.0), _no_glide),
    "look_back": Case(_at(np.pi, 0.0), _no_glide),
    "look_right": Case(_at(np.pi / 2, 0.0), _no_glide),
    "look_left": Case(_at(-np.pi / 2, 0.0), _no_glide),
    "look_top": Case(lambda person: abs(person.view.camera.pitch - np.pi / 2) < 1e-6, _no_glide),
    "look_bottom": Case(lambda person: abs(person.view.camera.pitch + np.pi / 2) < 1e-6, _no_glide),
    "switch_perspective": Case(lambda person: person.view.camera.orthographic, _no_glide),
    "orbit_left": _steered(lambda yaw, pitch: abs(yaw) > 10 and abs(pitch - 20) < 1),
    "orbit_right": _steered(lambda yaw, pitch: abs(yaw) > 10 and abs(pitch - 20) < 1),
    "orbit_up": _steered(lambda yaw, pitch: abs(pitch - 35) < 1),
    "orbit_down": _steered(lambda yaw, pitch: abs(pitch - 5) < 1),
    "bones_octahedra": _display("bones", "octahedra", "wire"),
    "bones_sticks": _display("bones", "sticks", "wire"),
    "bones_wire": _display("bones", "wire", "sticks"),
    "bones_in_front": _display("in_front", False, True),
    "figure_wood": _display("figure", "wood", "off"),
    "figure_clay": _display("figure", "clay", "off"),
    "figure_x_ray": _display("figure", "x-ray", "off"),
    "figure_off": _display("figure", "off", "wood"),
    "limits_none": _display("limits", "none", "active"),
    "limits_active": _display("limits", "active", "none"),
    "limits_selected": _display("limits", "selected", "active"),
    "make_hinge": Case(lambda person: _limit(person)[0] == RANGE, _straight_elbow),
    "make_ball": Case(lambda person: _limit(person) == BALL, _straight_elbow),
    "limit_human": Case(lambda person: _limit(person)[0] is not None, _straight_elbow),
    "limit_from_pose": Case(lambda person: _limit(person)[0] is not None, _bent_elbow),
    "clear_limits": Case(lambda person: _limit(person) == (None, None, None), _select("head")),
    "move_to_collection": Case(_open("CollectionPopup")),
    "new_collection": Case(lambda person: [g.bones for g in _collections(person)] == [("hand.L",)]),
    "show_collections": Case(
        lambda person: not _collections(person)[0].hidden,
        lambda person: person.session.edit(
            "Hide", lambda document: hide_collection(make_collection(document, "Hand", ("hand.L",)), "Hand", True)
        ),
    ),
    "show_names": _display("names", True, False),
    "show_axes": _display("axes", True, False),
    "show_relations": _display("relations", True, False),
    "add_constraint": Case(_popup("ConstraintMenu")),
    "copy_constraints": Case(
        _constrained("head", 1), lambda person: person.session.select(("head", "hand.L"), "hand.L")
    ),
    "remove_constraints": Case(_constrained("hand.L", 0)),
    "fix_all": Case(_sound, _spoilt),
    "hide": Case(_hidden("hand.L")),
    "hide_others": Case(lambda person: sum(bone.hidden for bone in person.session.document.rig.bones) == 59),
    "show_all": Case(
        _hidden(), lambda person: person.session.edit("Hide", lambda document: hide(document, ("hand.L", "head")))
    ),
    **{
        f"layout_{name}": Case(
            lambda person, name=name: person.window.docks.layout == name,
            lambda person, name=name: person.window.docks.show_layout("pose" if name != "pose" else "rig"),
        )
        for name in LAYOUTS
    },
    "reset_layout": Case(
        lambda person: person.window.docks.is_shown("bones"), lambda person: person.window.docks.switch("bones")
    ),
    **{
        f"panel_{name}": Case(
            lambda person, name=name: person.window.docks.is_shown(name),
            lambda person, name=name: person.window.docks.is_shown(name) and person.window.docks.switch(name),
        )
        for name in PANELS
    },
    "figure_alone": Case(lambda person: not any(person.window.docks.is_shown(name) for name in PANELS)),
    "compare": Case(lambda person: person.session.evaluated_b is not None and person.window.docks.layout == "solve"),
    "new_from_template": Case(lambda person: person.window.templates.shown),
    "rig_person": Case(
        lambda person: [limb.kind for limb in person.session.document.rig.limbs] == ["spine", *4 * ["limb"], "spine"],
        lambda person: person.session.open(_bare(person)),
    ),
    "human_limits": Case(
        lambda person: person.session.document.rig.by_name["forearm.L"].joint.limit[0] is not None,
        lambda person: person.session.open(_bare(person)),
    ),
    "keys": Case(_open("KeySheet")),
    "about": Case(_open("QMessageBox")),
}


def _samples() -> dict[str, Case]:
    sizes = {
        "humanoid": 60,
        "biped": 20,
        "quadruped": 30,
        "bird": 50,
        "hand": 20,
        "robot_arm": 6,
        "tentacle": 20,
        "arm": 5,
    }
    return {
        f"sample_{name}": Case(
            lambda person, name=name: (
                not person.window.starting
                and person.session.document.rig.name == SAMPLES[name][0]
                and len(person.session.document.rig.bones) >= sizes[name]
            ),
            lambda person: person.session.open(person.session.document.__class__()),
        )
        for name in SAMPLES
    }


CASES |= _samples()


def _select(*names: str) -> Prepare:
    return lambda person: person.session.select(names, names[-1])


def _bone(name: str, **values: object) -> Truth:
    """Whether the bone is there, and so."""

    def found(person: Person) -> bool:
        bone = person.session.document.rig.by_name.get(name)
        return bone is not None and all(getattr(bone, field) == value for field, value in values.items())

    return found


def _faces(column: int, direction: tuple[float, float, float]) -> Truth:
    """Whether an axis of the hand comes as near to a direction as a roll can bring it."""

    def faces(person: Person) -> bool:
        rig = person.session.document.rig
        axes = frames_of(rig, [rig.by_name["hand.L"]])[0, :3, :3]
        across = np.array(direction) - (axes[:, 1] @ direction) * axes[:, 1]
        return bool(axes[:, column] @ across / np.linalg.norm(across) > 1 - 1e-9)

    return faces


def _rolled(person: Person) -> None:
    """The left hand turned about itself, so that no axis faces anything."""
    person.session.edit("Roll", lambda document: turn_rolls(document, ("hand.L",), 0.7))
    person.session.select(("hand.L",), "hand.L")


def _bent_aside(person: Person) -> None:
    person.session.edit("Roll", lambda document: turn_rolls(document, ("shin.L",), 0.7))
    person.session.select(("shin.L",), "shin.L")


def _bends(person: Person) -> bool:
    """Whether the shin bends about its X axis as the leg is bent."""
    rig = person.session.document.rig
    thigh, shin = frames_of(rig, [rig.by_name["thigh.L"], rig.by_name["shin.L"]])[:, :3, :3]
    bend = np.cross(thigh[:, 1], shin[:, 1])
    return abs(bend @ shin[:, 0]) > (1 - 1e-9) * float(np.linalg.norm(bend))


def _building() -> dict[str, Case]:
    ways = {name: direction for name, (_, direction) in FACINGS.items()}
    return {
        **{f"divide_{n}": Case(_bone(f"hand.{n - 1:03}.L", connected=True)) for n in PARTS},
        "insert_joint": Case(_bone("forearm.001.L", connected=True), _pointing),
        "connect": Case(_bone("shoulder.L", connected=True), _select("shoulder.L")),
        "disconnect": Case(_bone("hand.L", connected=False)),
        "parent": Case(_bone("head", parent="hips"), _select("head", "hips")),
        "clear_parent": Case(_bone("hand.L", parent=None)),
        "roll_to_bend": Case(_bends, _bent_aside),
        "roll_to_view": Case(lambda person: _faces(2, tuple(person.view.camera.axes[2]))(person), _rolled),
        **{f"roll_{name}": Case(_faces(2, direction), _rolled) for name, direction in ways.items()},
        "symmetrize": Case(
            lambda person: (
                person.session.document.rig.by_name["hand.R"].roll
                == -person.session.document.rig.by_name["hand.L"].roll
            ),
            _rolled,
        ),
        "dissolve": Case(lambda person: "forearm.L" not in person.session.document.rig.by_name, _select("forearm.L")),
        "delete": Case(lambda person: "hand.L" not in person.session.document.rig.by_name),
        "merge": Case(_asked),
    }


CASES |= _building()


@pytest.fixture
def places(person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    """The person, whose file dialogs are counted and answered by leaving them."""
    person.asked, person.folder = [], tmp_path
    for kind in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QtWidgets.QFileDialog, kind, lambda *given: person.asked.append(given) or ("", ""))
    monkeypatch.setattr("pantin.app.files.files.ask_before_losing", lambda *given: "discard")
    monkeypatch.setattr("pantin.app.files.files.ask_to_revert", lambda *given: True)
    return person


@pytest.mark.parametrize("name", ACTIONS)
def test_the_action_does_what_it_says(name: str, places: Person, qtbot) -> None:
    case = CASES[name]
    case.prepare(places)
    places.wait_for_the_pose()
    assert not case.holds(places)
    keys = places.window.menus.actions[name].shortcuts()
    if keys and name != "palette":
        places.window.view.setFocus()
        places.press_keys(keys[0])
    elif name == "palette":
        places.press_keys(QtGui.QKeySequence("F3"))
    else:
        places.by_palette(ACTIONS[name].title)
    qtbot.waitUntil(lambda: bool(case.holds(places)))


def test_every_action_has_a_case() -> None:
    assert set(CASES) == set(ACTIONS)


def test_every_action_is_found_by_the_palette(person: Person) -> None:
    assert {entry.name for entry in person.window.dialogs.palette_entries()} >= set(ACTIONS)
