"""Poses on bodies whose feet hang on no leg, as in files that keep the bones of their IK: the feet go with the legs."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import mixed, solver
from pantin.rigs import Document
from pantin.rigs.figure import Figure
from pantin.rigs.motion.person import Person, person_in
from pantin.rigs.motion.retarget import retargeted
from pantin.rigs.rig import Bone, Rig
from tests.app.person import sample
from tests.app.pose_library.shipped_bodies import BODIES

ON_THE_FLOOR = 0.005
"""Metres."""


def with_loose_feet(lower_legs: float = 1.0) -> Figure:
    """The biped with its feet on a root at the floor beside its hips, and other lower legs; without controls."""
    rig = sample("biped").rig
    bones = [Bone(name="Root", head=(0, 0, 0), tail=(0, 0.2, 0))]
    for bone in (each for each in rig.bones if each.kind == "bone"):
        if bone.name == "hips" or bone.name.startswith("foot"):
            bone = replace(bone, parent="Root", connected=False)
        raised = 0.41 * (lower_legs - 1.0)
        if not bone.name.startswith(("foot", "toe")):
            tail = bone.tail if bone.name.startswith("shin") else _up(bone.tail, raised)
            bone = replace(bone, head=_up(bone.head, raised), tail=tail)
        bones.append(bone)
    return Figure(name="Loose", rig=Rig(bones=tuple(bones)))


def _up(point: tuple[float, ...], by: float) -> tuple[float, float, float]:
    return point[0], point[1], point[2] + by


def person(figure: Figure) -> Person:
    found = person_in(figure)
    assert found is not None
    return found


@pytest.mark.usefixtures("warm_solver")
@pytest.mark.parametrize("lower_legs", [1.0, 1.4])
@pytest.mark.parametrize("name", ["Crouch", "Walk contact", "Kick", "Cheer"])
def test_feet_that_hang_on_no_leg_end_it_and_stand_on_the_floor(name: str, lower_legs: float) -> None:
    loose, pose = with_loose_feet(lower_legs), next(kept.pose for kept in BODIES.poses if kept.name == name)
    document = Document.of(loose)
    made = retargeted(pose, person(sample("humanoid").figure), person(loose))
    stands, rests = solver.evaluate(mixed(document, made, 1.0)), solver.evaluate(document)
    lowest = []
    for side in "LR":
        foot, shin = stands.index[f"foot.{side}"], stands.index[f"shin.{side}"]
        assert stands.heads[foot] == pytest.approx(stands.tails[shin], abs=1e-6), "the foot ends the leg"
        lowest.append(min(stands.heads[foot][2], stands.tails[foot][2]))
    sole = min(rests.tails[rests.index[f"foot.{side}"]][2] for side in "LR")
    assert min(lowest) >= sole - ON_THE_FLOOR, "no foot goes through the floor"
    if name != "Kick":
        assert min(lowest) <= sole + 0.06, "and one stands on it"


@pytest.mark.usefixtures("warm_solver")
def test_a_pose_of_hands_leaves_such_feet_alone() -> None:
    loose = with_loose_feet()
    pose = {name: at for name, at in BODIES.poses[0].pose.items() if name.startswith(("upper_arm", "forearm", "hand"))}
    made = retargeted(pose, person(sample("humanoid").figure), person(loose))
    assert made and not any(name.startswith("foot") for name in made)
    assert np.isfinite([each.rotation for each in made.values()]).all()


@pytest.mark.usefixtures("warm_solver")
@pytest.mark.parametrize("name", ["Crouch", "Sit", "Kneel", "Jump"])
def test_who_hangs_on_a_root_is_moved_by_it_so_that_feet_stand(name: str) -> None:
    """Hips that are connected to the root above them cannot leave its tail."""
    rig, bones = sample("biped").rig, []
    for bone in (each for each in rig.bones if each.kind == "bone"):
        if bone.name == "hips":
            bones.append(Bone(name="Root", head=(0, 0, 0), tail=bone.head))
            bone = replace(bone, parent="Root", connected=True)
        bones.append(bone)
    hung = Figure(name="Hung", rig=Rig(bones=tuple(bones)))
    pose = next(kept.pose for kept in BODIES.poses if kept.name == name)
    made = retargeted(pose, person(sample("humanoid").figure), person(hung))
    free = retargeted(pose, person(sample("humanoid").figure), person(sample("biped").figure))
    stands = solver.evaluate(mixed(Document.of(hung), made, 1.0))
    loose = [bone for bone in rig.bones if bone.kind == "bone"]
    bare = Figure(
        name="Bare",
        rig=Rig(bones=tuple(replace(bone, parent=None) if bone.name == "hips" else bone for bone in loose)),
    )
    wanted = solver.evaluate(mixed(Document.of(bare), free, 1.0))
    for bone in ("hips", "foot.L", "foot.R", "head"):
        assert stands.heads[stands.index[bone]] == pytest.approx(wanted.heads[wanted.index[bone]], abs=1e-6)
