"""Cases of the actions: tools, keys that begin a drag, and the pose."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6 import QtGui

from pantin import solver
from pantin.rigs.constraints import Ik
from pantin.rigs.editing.hands.sliders import PRESETS, Preset, at_preset
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.fitting.hand_joints import hand_joints
from pantin.rigs.formats.pose import text
from pantin.rigs.pose import REST, Transform
from pantin.solver.edits.poses.reference_pose import reference_of
from pantin.viewport.tools import OPERATIONS, TOOLS
from pantin.viewport.tools.tool import Tool
from tests.app.actions.cases.case import Case, Prepare, Truth, dragging, picked
from tests.app.person import Person
from tests.rigs.mirrored_pose import mirrored_transform

BENT = Transform(rotation=(0.28, 0.0, 0.0, 0.96))


def _posed(person: Person) -> None:
    """The forearm moved, turned and scaled, and selected."""
    changed = {"forearm.R": REST.__class__((0.1, 0.0, 0.0), (0.0, 0.6, 0.0, 0.8), (1.2, 1.2, 1.2))}
    person.session.edit("Pose", lambda document: with_transforms(document, changed))
    person.session.select(("forearm.R",), "forearm.R")


def _transform(person: Person):
    return person.session.document.figure.transform("forearm.R")


def _setting(field: str, value: object, other: object) -> Case:
    return Case(
        lambda person: getattr(person.view.settings, field) == value,
        lambda person: person.view.change_settings(**{field: other}),
    )


def _tool(tool: Tool) -> Case:
    other = "select" if tool.name != "select" else "move"
    return Case(picked(tool), lambda person: person.view.pick_tool(other))


def _chain(length: int, other: int) -> Case:
    def prepare(person: Person) -> None:
        person.session.select(("finger_index_3.L",), "finger_index_3.L")
        person.view.change_settings(reach="chain", chain_length=other)

    return Case(lambda person: person.view.settings.chain_length == length, prepare)


def _in_shape(preset: Preset) -> Truth:
    """Return whether the left hand, whose bone is selected, is in that shape, and the right one is not."""

    def shaped(person: Person) -> bool:
        figure = person.session.document.figure
        return [at_preset(figure, hand, preset) for hand in hand_joints(figure.rig)] == [True, False]

    return shaped


def _dragged_without_solving(person: Person) -> None:
    """The handle of a hand is moved while live solving is off: the arm stays behind."""
    session = person.session
    session.edit("Off", lambda document: document.with_rig(document.rig.changed(live_solving=False)))
    away = Transform(location=(0.0, -0.1, 0.05))
    session.edit("Move", lambda document: with_transforms(document, {_handle(person): away}))
    person.wait_for_the_pose()


def _handle(person: Person) -> str:
    iks = [constraint for constraint in person.session.document.rig.constraints if isinstance(constraint, Ik)]
    return str(iks[0].target)


def _stands_as_solved(person: Person) -> bool:
    """Return whether the pose alone is what IK makes of it."""
    document = person.session.document
    live = document.with_rig(document.rig.changed(live_solving=True))
    return np.allclose(solver.evaluate(document).matrices, solver.evaluate(live).matrices, atol=1e-5)


def _pointing(person: Person) -> None:
    """The right index finger is bent and selected, and the clipboard is empty."""
    person.session.edit("Pose", lambda document: with_transforms(document, {"index_1.R": BENT}))
    person.session.select(("index_1.R",), "index_1.R")
    QtGui.QGuiApplication.clipboard().clear()


def _copied(bone: str, transform: Transform) -> Prepare:
    """The pose of one bone is on the clipboard, and nothing selected."""

    def prepare(person: Person) -> None:
        person.session.select((), None)
        QtGui.QGuiApplication.clipboard().setText(text("Somebody", {bone: transform}))

    return prepare


def _index(side: str) -> Callable[[Person], Transform]:
    return lambda person: person.session.document.figure.transform(f"index_1.{side}")


def _reference(person: Person) -> str:
    """The name of the pose that motion counts from; empty where there is none."""
    kept = reference_of(person.session.document.figure)
    return "" if kept is None else kept.name


def _stands(name: str, height: float) -> Truth:
    """Return whether the pose is the reference, and the left arm points so far up in it."""

    def found(person: Person) -> bool:
        arm = solver.evaluate(person.session.document).matrix("upper_arm.L")[:3, 1]
        return _reference(person) == name and abs(float(arm[2]) - height) < 0.02

    return found


CASES: dict[str, Case] = {
    **{f"tool_{tool.name}": _tool(tool) for tool in TOOLS if not tool.rest_only and tool.skin is None},
    **{each.name: Case(dragging, _posed) for each in OPERATIONS if not each.rest_only and each.entry},
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
    "copy_pose": Case(lambda person: "index_1.R" in QtGui.QGuiApplication.clipboard().text(), _pointing),
    "paste_pose": Case(lambda person: _index("R")(person) == BENT, _copied("index_1.R", BENT)),
    "paste_flipped": Case(lambda person: _index("R")(person) == BENT, _copied("index_1.L", mirrored_transform(BENT))),
    **{
        name: Case(lambda person: _index("L")(person) == mirrored_transform(BENT), _pointing)
        for name in ("flip_pose", "swap_sides", "copy_across", "copy_to_left")
    },
    "match_t_pose": Case(_stands("T-pose", 0.0)),
    "match_a_pose": Case(_stands("A-pose", -(0.5**0.5))),
    "take_reference": Case(lambda person: _reference(person) == "Reference pose"),
    "forget_reference": Case(
        lambda person: not _reference(person), lambda person: person.by_palette("Take pose as reference")
    ),
    "save_pose": Case(
        lambda person: [kept.name for kept in person.session.document.figure.poses] == ["Pose 1"], _pointing
    ),
    "copy_to_right": Case(lambda person: _index("R")(person) == REST, _pointing),
    **{f"hand_{preset}": Case(_in_shape(preset)) for preset in PRESETS},
    "reset_position": Case(lambda person: _transform(person).location == REST.location, _posed),
    "reset_rotation": Case(lambda person: _transform(person).rotation == REST.rotation, _posed),
    "reset_scale": Case(lambda person: _transform(person).scale == REST.scale, _posed),
    "reset_pose": Case(lambda person: _transform(person) == REST, _posed),
}
