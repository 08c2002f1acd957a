"""Cases of the actions: limbs, limits, constraints, collections, and whole bodies."""

from __future__ import annotations

import os
from math import isclose
from pathlib import Path

import msgspec
import numpy as np
import pytest
from PySide6 import QtCore, QtTest, QtWidgets

from pantin.rigs.constraints import CopyRotation, Ik
from pantin.rigs.document import Document
from pantin.rigs.editing.bound_rest import moved_since_bound
from pantin.rigs.editing.building.joints import transformed
from pantin.rigs.editing.building.scaling import scaled
from pantin.rigs.editing.collecting import hide_collection, make_collection
from pantin.rigs.editing.hinges import RANGE
from pantin.rigs.editing.joint_limits import BALL, clear_limits
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.figure import Figure
from pantin.rigs.formats import gltf
from pantin.rigs.formats.converted.glb import glb_of
from pantin.rigs.joint import Joint
from pantin.rigs.pose import Transform
from pantin.rigs.problems import problems_of
from pantin.rigs.rig import Rig
from pantin.rigs.scene import Scene
from pantin.rigs.source import Source
from pantin.rigs.templates import biped
from pantin.solver.edits.limbs import limbs as limb_edits
from pantin.widgets.controls.name_edit import NameEdit
from tests.app.actions.cases.case import Case, Prepare, Truth, is_open, select
from tests.app.files.character_window import opened
from tests.app.person import Person
from tests.cases import case
from tests.rigs.bodies.capsules import person as body
from tests.rigs.bodies.capsules import written
from tests.rigs.formats.gltf.tubes import tube as skinned_tube
from tests.rigs.meshes.weighting.solids import chain, file_of, rig, tube
from tests.rigs.samples import plain


def _from_bvh(person: Person) -> None:
    """A figure whose file does not say which way is up."""
    rig = _bare(person).rig
    person.session.open(Document.of(Figure(rig=rig, source=Source(nodes=(), z_up=False))))


def _saved_in_a_pose(person: Person) -> None:
    """A figure whose file tells two rest poses."""
    loop = QtCore.QEventLoop()
    person.session.replaced.connect(loop.quit)
    person.window.files.open(case("gltf-saved-in-a-pose.gltf"))
    loop.exec()
    person.session.replaced.disconnect(loop.quit)
    assert person.window.files.rested_from == "nodes"


def _rests_as_bound(person: Person) -> bool:
    """Return True if the joint b rests 1 m above the other, as the skin was bound, and not where the file saved it."""
    return person.session.document.rig.by_name["b"].head == pytest.approx((0.0, 0.0, 1.0), abs=1e-6)


def _without_skin(person: Person) -> None:
    """A mesh without skin is open."""
    opened(person, written(person.folder / "body.glb", body()[0]))


def _sheet_of_points(person: Person) -> bool:
    """Return whether the sheet of points comes up; it is closed again."""
    if not person.window.files.jobs.reader.doing:
        return False
    person.wait_until(lambda: not person.window.files.jobs.reader.doing)
    return is_open("MeshRigSheet")(person)


def _with_a_tube_beside(person: Person) -> None:
    """Open a figure of two bones, with a mesh without skin as another figure beside it."""
    folder = Path(os.environ["PANTIN_CACHE_DIR"])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tube.glb").write_bytes(file_of(tube((0.0, 0.0, 0.0), (0.0, 0.0, 2.0), 0.2, 11, 8)))
    mesh = gltf.read(folder / "tube.glb").figure
    worm = Figure("worm", rig(*chain((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 2.0))))
    person.session.open(Document(Scene((worm, mesh)), "worm"))


def _binds(person: Person) -> bool:
    """Wait for what is done beside the window; return whether the mesh hangs on the bones, no figure any more."""
    jobs = person.window.files.jobs.reader
    if jobs.doing:
        loop = QtCore.QEventLoop()
        jobs.changed.connect(loop.quit)
        loop.exec()
        jobs.changed.disconnect(loop.quit)
    (figure, *others) = person.session.document.scene.figures
    return not others and figure.source is not None and len(figure.source.skins) == 1


def _with_a_joint_moved(person: Person) -> None:
    """Open a tube in a skin, with a joint of it moved at rest."""
    folder = Path(os.environ["PANTIN_CACHE_DIR"])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "arm.glb").write_bytes(glb_of(skinned_tube()))
    by = np.eye(4)
    by[0, 3] = 0.4
    opened(person, folder / "arm.glb")
    person.session.edit("Move", lambda document: transformed(document, [("forearm.L", "head")], by))


def _is_bound_to_where_it_rests(person: Person) -> bool:
    """Say yes where it is asked, wait for what is done beside the window; return whether no joint is elsewhere."""
    if person.window.replace_bar.isVisible():
        person.window.replace_bar.button.click()
    jobs = person.window.files.jobs.reader
    if jobs.doing:
        loop = QtCore.QEventLoop()
        jobs.changed.connect(loop.quit)
        loop.exec()
        jobs.changed.disconnect(loop.quit)
    return not moved_since_bound(person.session.document.figure)


def _raise_arm(person: Person) -> None:
    """Turn an upper arm by a right angle."""
    turn = Transform(rotation=(0.5**0.5, 0.0, 0.0, 0.5**0.5))
    person.session.open(with_transforms(_bare(person), {"upper_arm.L": turn}))


def _rests_as_posed(person: Person) -> bool:
    """Return True if nothing is posed, and the upper arm rests across the line of the shoulder."""
    bones = [person.session.document.rig.by_name[name] for name in ("shoulder.L", "upper_arm.L")]
    shoulder, arm = (np.subtract(bone.tail, bone.head) for bone in bones)
    along = float(shoulder @ arm) / float(np.linalg.norm(shoulder) * np.linalg.norm(arm))
    return not person.session.document.figure.pose.bones and abs(along) < 0.3


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


def _is_a_hinge(person: Person) -> bool:
    """Return whether the elbow goes from straight to 150°, counted from how it rests."""
    bend = _limit(person)[0]
    return bend is not None and bend[0] < 0.0 and isclose(bend[1] - bend[0], RANGE[1])


def _bent_elbow(person: Person) -> None:
    """The same without its IK, bent by a right angle."""
    _straight_elbow(person)
    turned = {"forearm.L": Transform(rotation=(0.5**0.5, 0.0, 0.0, 0.5**0.5))}
    without_ik = person.session.document.rig.changed(constraints=())
    person.session.edit("Unconstrain", lambda document: document.with_rig(without_ik))
    person.session.edit("Bend", lambda document: with_transforms(document, turned))


def _popup(kind: str) -> Truth:
    """Return whether a menu of this class is open; it is closed again."""

    def found(person: Person) -> bool:
        shown = [menu for menu in QtWidgets.QApplication.topLevelWidgets() if type(menu).__name__ == kind]
        shown = [menu for menu in shown if menu.isVisible()]
        for menu in shown:
            menu.close()
        return bool(shown)

    return found


def _constrained(owner: str, count: int) -> Truth:
    """Return whether a bone has so many constraints."""
    return lambda person: sum(c.owner == owner for c in person.session.document.rig.constraints) == count


def _spoilt(person: Person) -> None:
    """A chain asks for more bones than there are."""
    session = person.session
    long = [msgspec.structs.replace(c, chain_length=99) for c in session.document.rig.constraints if isinstance(c, Ik)]
    session.edit("Spoil", lambda document: document.with_rig(document.rig.changed(constraints=(long[0],))))


def _sound(person: Person) -> bool:
    return not problems_of(person.session.document.rig)


def _bare(person: Person) -> Document:
    """The figure's bones without controls and limits, as another program would have saved them."""
    bones = [bone for bone in person.session.document.rig.bones if bone.kind == "bone"]
    known = {bone.name for bone in bones}
    plain = [
        msgspec.structs.replace(bone, joint=Joint(), parent=bone.parent if bone.parent in known else None)
        for bone in bones
    ]
    return Document.of(Figure(name="Loaded", rig=Rig(bones=tuple(plain))))


def _plain(*selected: str) -> Prepare:
    """A figure that nothing steers, with these bones selected."""

    def prepare(person: Person) -> None:
        person.session.open(plain(biped.rig()))
        person.wait_for_the_pose()
        person.session.select(selected, selected[-1])

    return prepare


def _with_limb_of(end: str) -> Prepare:
    def prepare(person: Person) -> None:
        _plain(end)(person)
        made, _ = limb_edits.make(person.session.document, "limb")
        person.session.edit("Make", lambda _: made)
        person.wait_for_the_pose()

    return prepare


_with_limb = _with_limb_of("foot.L")


def _limb(kind: str) -> Truth:
    return lambda person: kind in [limb.kind for limb in person.session.document.rig.limbs]


def _copies_rotation(person: Person) -> bool:
    return any(isinstance(tie, CopyRotation) for tie in person.session.document.rig.constraints)


def _types_a_limb_s_name(person: Person) -> bool:
    return QtWidgets.QApplication.focusWidget() is person.window.panels.properties.prepare().limb.form.editors["name"]


def _types_a_bone_s_name(person: Person) -> bool:
    """Return whether the name of the active bone is being typed; Esc leaves it."""
    line = person.window.panels.hierarchy.tree.viewport().findChild(NameEdit)
    if line is None or not line.isVisible():
        return False
    QtTest.QTest.keyClick(line, QtCore.Qt.Key.Key_Escape)
    return line.text() == person.session.document.active


CASES: dict[str, Case] = {
    "make_limb": Case(_limb("limb"), _plain("foot.L")),
    "make_arm_or_leg": Case(_limb("limb"), _plain("hand.R")),
    "make_rolling_foot": Case(_limb("reverse_foot"), _plain("foot.L")),
    "make_spine": Case(_limb("spine"), _plain("chest")),
    "make_tail": Case(_limb("tail"), _plain("spine")),
    "make_curve": Case(_limb("spline"), _plain("spine")),
    "make_finger": Case(_limb("finger"), _plain("toe.L")),
    "make_aim": Case(_limb("aim"), _plain("head")),
    "keep_handle_rotation": Case(_copies_rotation, _with_limb_of("hand.L")),
    "rename_bone": Case(_types_a_bone_s_name),
    "name_limb": Case(_types_a_limb_s_name, _with_limb),
    "remove_limb": Case(lambda person: not person.session.document.rig.limbs, _with_limb),
    "make_hinge": Case(_is_a_hinge, _straight_elbow),
    "make_ball": Case(lambda person: _limit(person) == BALL, _straight_elbow),
    "limit_human": Case(lambda person: _limit(person)[0] is not None, _straight_elbow),
    "limit_from_pose": Case(lambda person: _limit(person)[0] is not None, _bent_elbow),
    "clear_limits": Case(lambda person: _limit(person) == (None, None, None), select("head")),
    "free_limits": Case(lambda person: _limit(person) == (None, None, None), select("head")),
    "move_to_collection": Case(is_open("CollectionPopup")),
    "new_collection": Case(lambda person: [g.bones for g in _collections(person)] == [("hand.L",)]),
    "show_collections": Case(
        lambda person: not _collections(person)[0].hidden,
        lambda person: person.session.edit(
            "Hide", lambda document: hide_collection(make_collection(document, "Hand", ("hand.L",)), "Hand", True)
        ),
    ),
    "add_constraint": Case(_popup("ConstraintMenu")),
    "copy_constraints": Case(
        _constrained("head", 1), lambda person: person.session.select(("head", "foot.L"), "foot.L")
    ),
    "remove_constraints": Case(_constrained("foot.L", 0), select("foot.L")),
    "fix_all": Case(_sound, _spoilt),
    "new_from_template": Case(lambda person: person.window.templates.shown),
    "rig_mesh": Case(_sheet_of_points, _without_skin),
    "rig_person": Case(
        lambda person: [limb.kind for limb in person.session.document.rig.limbs] == ["spine", *4 * ["limb"], "spine"],
        lambda person: person.session.open(_bare(person)),
    ),
    "fit_body": Case(lambda person: person.window.docks.is_shown("fitting")),
    "fit_again": Case(lambda person: len(person.session.document.rig.limbs) == 6),
    "human_limits": Case(
        lambda person: person.session.document.rig.by_name["forearm.L"].joint.limit[0] is not None,
        lambda person: person.session.open(_bare(person)),
    ),
    "z_is_up": Case(lambda person: person.session.document.rig.by_name["head"].head[1] > 1.0, _from_bvh),
    "how_it_stands": Case(is_open("OpeningSheet")),
    "person_height": Case(
        lambda person: 1.0 < person.session.document.rig.by_name["head"].head[2] < 2.3,
        lambda person: person.session.open(scaled(_bare(person), 100.0)),
    ),
    "pose_as_rest": Case(_rests_as_posed, _raise_arm),
    "bind_rest": Case(_rests_as_bound, _saved_in_a_pose),
    "bind_mesh": Case(_binds, _with_a_tube_beside),
    "bind_again": Case(_is_bound_to_where_it_rests, _with_a_joint_moved),
}
