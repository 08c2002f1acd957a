"""A few tracked points pose a whole figure: near the truth they were taken from, smooth, and the same each time."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import read
from pantin.resources import FOLDER
from pantin.rigs import Bone, Transform
from pantin.rigs import rotations as rot
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.tracking.points import Point, Points
from pantin.rigs.vectors import four, three
from pantin.solver import evaluate
from pantin.solver.edits.tracking.calibration import by_height, by_t_pose
from pantin.solver.edits.tracking.solve import joints_of
from pantin.solver.edits.tracking.stance import body_of
from pantin.solver.edits.tracking.t_poses import parts_in_t_pose
from pantin.solver.edits.tracking.track import track
from tests.solver.edits.tracking.followed import SIX, THREE
from tests.solver.edits.tracking.standing_points import HUMANOID, moved, standing


def test_arms_that_are_straight_are_posed_by_their_handles_in_few_steps() -> None:
    """A chain comes to its full length only in hundreds of steps; so no limb is asked for that."""
    document = read(HUMANOID)
    body = body_of(document.rig)
    points = {part: Point(three(body.at[part])) for part in SIX}
    goals = evaluate(track(document, by_t_pose(body, points), points).document).goals
    assert goals and all(goal.reached and goal.iterations < 100 for goal in goals)


def test_feet_stand_while_the_body_stays_over_them_and_step_when_it_goes_on() -> None:
    document, calibration, points = standing()
    lone = {part: points[part] for part in THREE}
    memory, places = None, []
    for frame in range(60):
        sway = 0.02 if frame < 20 else 0.02 + 0.03 * (frame - 20)
        went = {part: moved(point, (0.0, -sway * (frame > 0), 0.0)) for part, point in lone.items()}
        found = track(document, calibration, went, memory)
        memory = found.memory
        stands = evaluate(found.document)
        places.append([stands.matrix(f"toe.{side}")[:3, 3] for side in "LR"])
    feet = np.array(places)
    np.testing.assert_allclose(feet[1:20], np.broadcast_to(feet[1], feet[1:20].shape), atol=6e-3)
    gone = feet[-1, :, 1] - feet[0, :, 1]
    assert (gone < -0.8).all()
    resting = (np.abs(np.diff(feet[:, :, :2], axis=0)).max(axis=2) < 2e-3).any(axis=1)
    assert resting.mean() > 0.6, "one foot stands while the other steps"


def test_hips_that_begin_where_their_parent_ends_are_taken_along_by_it() -> None:
    """A skeleton whose first bone stands on the floor and carries the hips at its tail."""
    document, calibration, points = standing()
    rig = document.rig
    hips = rig.by_name["hips"]
    root = Bone("whole", parent=hips.parent, head=(0.0, 0.0, 0.0), tail=hips.head)
    bones = [replace(bone, parent="whole", connected=True) if bone is hips else bone for bone in rig.bones]
    bones.insert(rig.bones.index(hips), root)
    document = document.with_rig(replace(rig, bones=tuple(bones)))
    gone = {part: moved(point, (0.5, -0.3, -0.1 * (part[0] != "f"))) for part, point in points.items()}
    gone |= {"hand.L": moved(gone["hand.L"], (-0.1, 0.0, 0.0)), "hand.R": moved(gone["hand.R"], (0.1, 0.0, 0.0))}
    stands = evaluate(track(document, calibration, gone).document)
    for part in THREE:
        np.testing.assert_allclose(stands.matrix(part)[:3, 3], gone[part].position, atol=1e-3)


def test_hips_that_nobody_tracks_lean_as_head_and_hands_tell() -> None:
    """Hands that hang stay over the feet while the head goes aside; a head lies down only with its back."""
    document, calibration, points = standing()
    feet = {part: points[part] for part in ("foot.L", "foot.R")}
    hang = {part: Point((0.25 if part == "hand.L" else -0.1, 0.0, 0.9)) for part in ("hand.L", "hand.R")}
    aside = {"head": moved(points["head"], (0.25, 0.0, -0.05)), **hang, **feet}
    hips = evaluate(track(document, calibration, aside).document).matrix("hips")[:3, 3]
    assert hips[0] < 0.2, "the head is aside of the hips"
    prone = replace(
        moved(points["head"], (0.0, 0.0, -1.2)),
        rotation=four(rot.quaternion_about(np.array((1.0, 0.0, 0.0)), -1.5)),
    )
    hips = evaluate(track(document, calibration, {"head": prone}).document).matrix("hips")[:3, 3]
    assert hips[2] > 0.0 and hips[1] < -0.3, "they lie on the floor, where the chin points"


def test_a_hand_that_is_lost_leaves_its_arm_as_it_is_posed() -> None:
    document, calibration, points = standing()
    raised = Transform(rotation=(0.6, 0.0, 0.0, 0.8))
    document = with_transforms(document, {"upper_arm.L": raised})
    posed = track(document, calibration, {part: points[part] for part in SIX if part != "hand.L"}).document
    np.testing.assert_allclose(posed.figure.transform("upper_arm.L").rotation, raised.rotation, atol=1e-6)


def test_without_a_head_it_is_said_what_is_missing() -> None:
    document, calibration, points = standing()
    with pytest.raises(ValueError, match="one point to the head"):
        track(document, calibration, {"hand.L": points["hand.L"]})


def test_what_is_no_person_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="person"):
        body_of(read(FOLDER / "rigs" / "quadruped.rig.json").rig)


def test_a_t_pose_tells_how_points_are_worn_and_who_wears_them() -> None:
    """Trackers strapped on anyhow, on somebody of another size who faces anywhere."""
    document, _plain, points = standing()
    facing, size = 2.1, 0.83
    worn: Points = {part: strapped(point, k, facing, size) for k, (part, point) in enumerate(points.items())}
    calibration = by_t_pose(body_of(document.rig), worn)
    assert calibration.scale == pytest.approx(1.0 / size, rel=0.05)
    joints = joints_of(calibration, worn)
    for part, joint in joints.items():
        away = joint.place - joints["hips"].place
        across = rot.matrix_from_quaternion(rot.quaternion_about(np.array((0.0, 0.0, 1.0)), -facing)) @ away
        np.testing.assert_allclose(across, np.subtract(points[part].position, points["hips"].position), atol=1e-6)
    serials = {f"LHR-{part}": point for part, point in worn.items() if part != "head"} | {"HMD": points_head(worn)}
    found = parts_in_t_pose(serials)
    assert found["HMD"] == "head" and found["LHR-hips"] == "hips"
    assert {found[f"LHR-{part}"] for part in ("hand.L", "foot.L")} == {"hand.L", "foot.L"}


def test_a_height_no_person_has_is_refused() -> None:
    with pytest.raises(ValueError, match="tall"):
        by_height(body_of(read(HUMANOID).rig), 17.5)


def strapped(point: Point, number: int, facing: float, size: float) -> Point:
    """A point on a body that is turned and of another size, worn askew."""
    turn = rot.matrix_from_quaternion(rot.quaternion_about(np.array((0.0, 0.0, 1.0)), facing))
    askew = rot.matrix_from_quaternion(rot.quaternion_about(np.array((0.6, 0.0, 0.8)), 0.1 * number))
    return Point(three(size * (turn @ point.position)), four(rot.quaternion_from_matrix(turn @ askew)))


def points_head(worn: Points) -> Point:
    return worn["head"]


NONE = float("nan")


@pytest.mark.parametrize(
    ("point", "seconds"),
    [
        (Point((NONE, 0.0, 1.0)), 0.03),
        (Point((0.0, float("inf"), 1.0)), 0.03),
        (Point((0.0, 0.0, 1.0), (NONE, 0.0, 0.0, 1.0)), 0.03),
        (Point((0.5, 0.0, 1.0)), NONE),
        (Point((0.5, 0.0, 1.0)), -1.0),
    ],
)
def test_numbers_that_are_none_are_refused(point: Point, seconds: float) -> None:
    document, calibration, points = standing()
    with pytest.raises(ValueError, match=r"^(What comes for .hand\.L. is no place|A frame comes some seconds)"):
        track(document, calibration, {**points, "hand.L": point}, None, seconds)


def test_points_that_coincide_and_a_frame_without_time_give_a_pose() -> None:
    document, calibration, points = standing()
    before = track(document, calibration, points)
    heap = {part: Point((0.0, 0.0, 1.0)) for part in points}
    for seconds in (0.0, 0.03):
        found = track(document, calibration, heap, before.memory, seconds).document.figure.pose.bones
        assert np.isfinite([(*at.location, *at.rotation) for at in found.values()]).all()


def test_a_figure_whose_hips_are_scaled_to_nothing_is_still_tracked() -> None:
    document, calibration, points = standing()
    flat = with_transforms(document, {"hips": Transform(scale=(0.0, 0.0, 0.0))})
    assert np.isfinite(evaluate(track(flat, calibration, points).document).matrices).all()


def test_feet_are_set_nearer_to_each_other_at_a_walk_than_standing() -> None:
    """Head and hands go ahead at 1.3 m/s for two seconds; the ankles stand under the hips before and nearer after."""
    document = read(HUMANOID)
    body = body_of(document.rig)
    calibration = by_height(body)
    memory, widths = None, []
    for frame in range(120):
        ahead = -1.3 * max(0, frame - 30) / 60.0
        places = {part: Point((*np.add(body.at[part][:2], (0.0, ahead)), body.at[part][2])) for part in THREE}
        scaled = {part: Point(three(np.array(point.position) / calibration.scale)) for part, point in places.items()}
        tracked = track(document, calibration, scaled, memory, 1.0 / 60.0)
        memory = tracked.memory
        left, right = (foot.place[0] for foot in memory.feet.feet)
        widths.append(left - right)
    assert widths[29] == pytest.approx(widths[0])
    assert widths[-1] < 0.7 * widths[0]


@pytest.mark.parametrize(("pitch", "back"), [(-0.4, 0.0), (0.0, 0.0), (0.4, 0.1)])
def test_who_looks_down_has_the_hips_behind(pitch: float, back: float) -> None:
    """The hips of somebody who looks at the floor are so many metres farther back; who looks up does not lean so."""
    document = read(HUMANOID)
    body = body_of(document.rig)
    found = []
    for turn in (0.0, pitch):
        points = {part: Point(three(body.at[part])) for part in THREE}
        nod = four(rot.quaternion_about(np.array((1.0, 0.0, 0.0)), turn))
        posed = track(document, by_height(body), points | {"head": Point(points["head"].position, nod)}, None, 1 / 60)
        found.append(posed.memory.feet.hips[1])
    assert found[1] - found[0] == pytest.approx(back, abs=0.03)
