"""The figures to start from: sound, still at rest, within their limits, and pleasant to pull."""

from __future__ import annotations

from math import degrees

import numpy as np
import pytest

from pantin import rigs, solver
from pantin.resources import FOLDER
from pantin.rigs.constraints import CopyRotation, Ik
from pantin.rigs.document import Document
from pantin.rigs.editing.limbs import keeps_rotation, space_of
from pantin.rigs.euler import bend_twist_sway
from pantin.rigs.problems import problems_of
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.sides import mirrored_name, side_of
from pantin.rigs.templates import TEMPLATES, Template
from pantin.rigs.templates.stances import STANCES, standing
from pantin.rigs.tree.chains import chain_bones
from pantin.solver.edits import auto_ik
from pantin.solver.edits.limbs import limbs
from pantin.solver.edits.posing import posing

HINGES = ("turret", "upper_arm", "elbow", "forearm", "wrist", "flange")
LEGS = ("front_paw.L", "front_paw.R", "hind_paw.L", "hind_paw.R")


@pytest.fixture(params=TEMPLATES)
def rig(request) -> Rig:
    return TEMPLATES[request.param]()


def pulled(rig: Rig, bone: str, by: tuple[float, float, float]) -> tuple[Document, solver.Evaluated]:
    """The document after a drag of `bone`, and how it stands."""
    document = Document.of(rig)
    pull = auto_ik.pull(document, solver.evaluate(document), bone)
    dragged, grabs = pull.to(by)
    evaluated = solver.evaluate(dragged, grabs)
    kept = auto_ik.bake(dragged, grabs, evaluated)
    return kept, solver.evaluate(kept)


def test_the_usual_figure_is_drawn_once() -> None:
    """Lists of templates, their titles and the first preview ask for it again and again."""
    drawn: list[Rig] = []

    def draw() -> Rig:
        drawn.append(Rig(bones=(Bone(f"bone {len(drawn)}"),)))
        return drawn[-1]

    template = Template("Arm", TEMPLATES["arm"].measures, draw)
    assert template() is template() and len(drawn) == 1


def test_nothing_is_wrong_with_it(rig: Rig) -> None:
    assert problems_of(rig) == ()
    assert solver.evaluate(Document.of(rig)).problems == ()


def test_nothing_moves_when_it_is_first_evaluated(rig: Rig) -> None:
    evaluated = solver.evaluate(Document.of(rig))
    assert all(goal.reached and goal.residual < 1e-6 for goal in evaluated.goals)
    np.testing.assert_allclose(evaluated.matrices, rest_matrices(rig.bones), atol=2e-5)


def test_its_limits_contain_rest(rig: Rig) -> None:
    for bone in rig.bones:
        for limit in bone.joint.limit:
            assert limit is None or limit[0] <= 0.0 <= limit[1], bone.name


def test_its_sides_mirror_each_other(rig: Rig) -> None:
    for bone in rig.bones:
        other = rig.by_name.get(mirrored_name(bone.name)) if side_of(bone.name) == "L" else None
        if other is None:
            continue
        np.testing.assert_allclose(np.multiply(bone.head, (-1, 1, 1)), other.head, atol=1e-6)
        np.testing.assert_allclose(np.multiply(bone.tail, (-1, 1, 1)), other.tail, atol=1e-6)
        for sign, own, mirrored in zip((1, -1, -1), bone.joint.limit, other.joint.limit, strict=True):
            assert (own is None) == (mirrored is None)
            if own and mirrored:
                assert mirrored == (own if sign > 0 else pytest.approx((-own[1], -own[0])))


def test_it_stands_on_the_floor(rig: Rig) -> None:
    heights = [end[2] for bone in rig.bones if bone.kind == "bone" for end in (bone.head, bone.tail)]
    assert 0.0 <= min(heights) < 0.15


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_file_is_what_is_drawn(name: str) -> None:
    assert rigs.read(FOLDER / "rigs" / f"{name}.rig.json").figure == TEMPLATES[name].figure()


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_stance_reaches_its_goals_and_leaves_the_rig_alone(name: str) -> None:
    figure = TEMPLATES[name].figure()
    posed = standing(figure, STANCES[name])
    assert posed.rig.bones is figure.rig.bones and posed.rig.constraints is figure.rig.constraints
    assert all(goal.residual < 0.03 for goal in solver.evaluate(Document.of(posed)).goals)


def test_bones_are_counted_as_they_are_told() -> None:
    counts = {name: sum(bone.kind == "bone" for bone in draw().bones) for name, draw in TEMPLATES.items()}
    assert (
        counts["biped"] == 21
        and counts["quadruped"] == 38
        and counts["arm"] == 3
        and counts["bird"] == 57
        and counts["tentacle"] == 20
    )
    assert len(TEMPLATES["hand"]().bones) == 24


def test_the_biped_is_the_humanoid_without_fingers() -> None:
    biped, humanoid = TEMPLATES["biped"](), TEMPLATES["humanoid"]()
    fingers = ("thumb", "index", "middle", "ring", "little")
    assert {bone.name for bone in biped.bones} == {
        bone.name for bone in humanoid.bones if not bone.name.startswith(fingers)
    }
    assert biped.constraints == humanoid.constraints


@pytest.mark.parametrize("paw", LEGS)
@pytest.mark.parametrize("by", [(0.0, -0.1, 0.08), (0.03, 0.1, 0.05), (0.0, 0.0, 0.15)])
def test_a_paw_follows_the_pointer(paw: str, by: tuple[float, float, float]) -> None:
    rig = TEMPLATES["quadruped"]()
    before = solver.evaluate(Document.of(rig))
    _, after = pulled(rig, paw, by)
    np.testing.assert_allclose(after.matrix(paw)[:3, 3], before.matrix(paw)[:3, 3] + by, atol=1e-4)
    for other in LEGS:
        if other != paw:
            np.testing.assert_allclose(after.matrix(other), before.matrix(other), atol=1e-4)


def test_the_body_moves_over_standing_paws() -> None:
    rig = TEMPLATES["quadruped"]()
    before = solver.evaluate(Document.of(rig))
    _, after = pulled(rig, "hips", (0.0, -0.03, -0.05))
    assert after.matrix("hips")[2, 3] < before.matrix("hips")[2, 3] - 0.04
    for paw in LEGS:
        np.testing.assert_allclose(after.matrix(paw)[:3, 3], before.matrix(paw)[:3, 3], atol=1e-4)


def test_knees_bend_forwards_and_elbows_backwards() -> None:
    rig = TEMPLATES["quadruped"]()
    for paw, joint, way in (("hind_paw.L", "shin.L", -1), ("front_paw.L", "forearm.L", 1)):
        before = solver.evaluate(Document.of(rig))
        _, after = pulled(rig, paw, (0.0, 0.0, 0.12))
        assert way * (after.matrix(joint)[1, 3] - before.matrix(joint)[1, 3]) > 0.0


@pytest.mark.parametrize("by", [(0.3, 0.1, -0.2), (-0.25, 0.2, 0.1), (0.0, 0.25, -0.3), (0.1, -0.1, 0.05)])
def test_hinges_stay_hinges(by: tuple[float, float, float]) -> None:
    rig = TEMPLATES["robot_arm"]()
    before = solver.evaluate(Document.of(rig))
    kept, after = pulled(rig, "flange", by)
    tool = before.tails[before.index["flange"]]
    np.testing.assert_allclose(after.tails[after.index["flange"]], tool + by, atol=1e-3)
    np.testing.assert_allclose(after.matrix("flange")[:3, :3], before.matrix("flange")[:3, :3], atol=1e-3)
    for name, turn in zip(HINGES, turns(kept, after, HINGES), strict=True):
        joint = rig.by_name[name].joint
        for locked, limit, angle in zip(joint.lock, joint.limit, turn, strict=True):
            assert not locked or abs(degrees(angle)) < 1e-3, name
            assert limit is None or limit[0] - 1e-6 <= angle <= limit[1] + 1e-6, name


def turns(document: Document, evaluated: solver.Evaluated, names: tuple[str, ...]) -> list[tuple[float, ...]]:
    """Bend, twist and sway of bones as they stand."""
    solved = posing.solved_rotations(document, evaluated, names)
    return [bend_twist_sway(solved[name].rotation) for name in names]


def test_posing_by_hand_respects_the_hinges() -> None:
    for bone in TEMPLATES["robot_arm"]().bones:
        if bone.name in HINGES:
            assert bone.locks.rotation == bone.joint.lock and sum(bone.joint.lock) == 2


def test_every_joint_of_the_hand_has_limits() -> None:
    for bone in TEMPLATES["hand"]().bones:
        if bone.kind == "bone":
            locked, limits = bone.joint.lock, bone.joint.limit
            assert all(held or limit for held, limit in zip(locked, limits, strict=True)), bone.name


def test_a_finger_tip_is_pulled_into_the_hand_within_its_limits() -> None:
    rig = TEMPLATES["hand"]()
    before = solver.evaluate(Document.of(rig))
    kept, after = pulled(rig, "index_3.L", (0.0, -0.03, -0.04))
    assert np.linalg.norm(after.tails[after.index["index_3.L"]] - before.tails[before.index["index_3.L"]]) > 0.02
    names = ("index_1.L", "index_2.L", "index_3.L")
    for name, turn in zip(names, turns(kept, after, names), strict=True):
        for limit, angle in zip(rig.by_name[name].joint.limit, turn, strict=True):
            assert limit is None or limit[0] - 1e-4 <= angle <= limit[1] + 1e-4
    np.testing.assert_array_equal(after.matrix("middle_3.L"), before.matrix("middle_3.L"))


def test_goals_and_handles_belong_together() -> None:
    rig = TEMPLATES["quadruped"]()
    goals = [tie for tie in rig.constraints if isinstance(tie, Ik)]
    assert len(goals) == 4 and all(tie.pole in rig.by_name and tie.target in rig.by_name for tie in goals)
    feet = [limb.name for limb in rig.limbs if not limb.name.startswith("hand.")]
    assert [tie.owner for tie in rig.constraints if isinstance(tie, CopyRotation)] == feet


def test_every_chain_that_a_handle_steers_is_a_limb(rig: Rig) -> None:
    goals = [tie for tie in rig.constraints if isinstance(tie, Ik)]
    assert [(limb.bones, limb.controls) for limb in rig.limbs] == [
        ((*reversed(chain_bones(rig, tie)), *_ending(rig, tie)), tuple(filter(None, (tie.target, tie.pole))))
        for tie in goals
    ]
    assert all(limb.kind == "limb" and limb.name == limb.bones[-1] for limb in rig.limbs)


def _ending(rig: Rig, ik: Ik) -> tuple[str, ...]:
    """The hand or foot after which the handle is called."""
    below = (bone.name for bone in rig.children.get(ik.owner, ()))
    return tuple(name for name in below if ik.target in (name.replace(".", "_ik."), f"{name}_ik"))


@pytest.mark.parametrize("figure", ("humanoid", "biped"))
def test_hands_go_with_the_chest_and_follow_the_forearm_feet_stand_on_the_floor(figure) -> None:
    rig = TEMPLATES[figure]()
    held = {limb.name: (space_of(rig, limb), keeps_rotation(rig, limb), limb.pole_follows) for limb in rig.limbs}
    hands, feet = ("chest", False, True), ("body", True, True)
    assert held == {"hand.L": hands, "hand.R": hands, "foot.L": feet, "foot.R": feet}
    assert {rig.by_name[limb.controls[1]].parent for limb in rig.limbs} == {"chest", "body"}


def test_shoulders_and_ankles_go_as_far_as_everyday_poses_need() -> None:
    """Outward rotation of 100° brings a hand behind the head, a loaded ankle up by 45°, a collarbone too."""
    rig = TEMPLATES["humanoid"]()
    ends = (("upper_arm.L", 1, 0, -100), ("upper_arm.R", 1, 1, 100), ("foot.L", 0, 1, 45), ("shoulder.L", 2, 1, 45))
    for name, axis, end, angle in ends:
        limit = rig.by_name[name].joint.limit[axis]
        assert limit is not None and degrees(limit[end]) == pytest.approx(angle, abs=1e-4)


def test_a_limb_is_taken_away_from_it_and_nothing_moves(rig: Rig) -> None:
    document = Document.of(rig)
    before, bare = solver.evaluate(document), limbs.without(document, rig.limbs)
    after = solver.evaluate(bare)
    assert not [tie for tie in bare.rig.constraints if isinstance(tie, Ik)] and problems_of(bare.rig) == ()
    for name in after.names:
        np.testing.assert_allclose(after.matrix(name), before.matrix(name), atol=1e-6)


def test_its_leg_becomes_one_whose_foot_rolls() -> None:
    document = Document.of(TEMPLATES["biped"](), selected=("foot.L",), active="foot.L")
    before = solver.evaluate(document)
    made, _ = limbs.make(document, "reverse_foot")
    after = solver.evaluate(made)
    assert [limb.kind for limb in made.rig.limbs if "foot.L" in limb.bones] == ["reverse_foot"]
    assert problems_of(made.rig) == ()
    for bone in document.rig.bones:
        if bone.kind == "bone":
            np.testing.assert_allclose(after.matrix(bone.name), before.matrix(bone.name), atol=1e-6)
