"""Hanging a bone on another by a Child Of moves nothing: on the first target, on the next, and off again."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from msgspec.structs import replace

from pantin.rigs import Bone, Document, Rig, Transform
from pantin.rigs import rotations as rot
from pantin.rigs.constraints import Armature, ChildOf, LimitScale, Pivot
from pantin.rigs.editing import constrain
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.fields import WeightedBone
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.solver import evaluate
from pantin.solver.edits.posing.hanging import hung, with_inverse_cleared, with_inverse_set
from pantin.solver.edits.posing.keeping_in_place import transforms_in
from pantin.solver.edits.posing.posing import rotate, translate
from tests.rigs.strategies import relaxed
from tests.solver.constraints.constraint_pairs import pairs

TURNED = Transform(location=(0.3, -0.2, 0.1), rotation=(0.5, 0.5, -0.5, 0.5))


def place(document: Document) -> np.ndarray:
    return evaluate(document).matrix("own")


def on(document: Document, target: str | None) -> Document:
    child = replace(document.rig.constraints[0], target=target)
    return hung(document, constrain.replace(document, 0, child), 0)


@given(pairs())
@relaxed
def test_switching_from_bone_to_bone_moves_nothing(document: Document) -> None:
    added = hung(document, constrain.add_new(document, ChildOf, "own", "other"), 0)
    np.testing.assert_allclose(place(added), place(document), atol=1e-9)
    carried = with_transforms(added, {"over": TURNED})
    assert np.abs(place(carried) - place(added)).max() > 1e-3
    switched = on(carried, "over")
    np.testing.assert_allclose(place(switched), place(carried), atol=1e-9)
    assert switched.rig.constraints[0].inverse != carried.rig.constraints[0].inverse


def figure(**other: object) -> Document:
    bones = (
        Bone("own", head=(1.0, 0.0, 0.0), tail=(1.0, 1.0, 0.0)),
        Bone("other", head=(0.0, 2.0, 0.0), tail=(0.0, 2.0, 1.0)),
    )
    return Document.of(Figure(rig=Rig(bones=bones), pose=Pose({"own": TURNED, "other": replace(TURNED, **other)})))


def test_without_a_target_the_bone_is_posed_to_stay() -> None:
    added = with_transforms(
        hung(figure(), constrain.add_new(figure(), ChildOf, "own", "other"), 0), {"other": Transform()}
    )
    let_go = on(added, None)
    np.testing.assert_allclose(place(let_go), place(added), atol=1e-9)
    assert let_go.figure.transform("own") != added.figure.transform("own")
    limited = constrain.add(added, LimitScale(owner="own", upper=(1.0, 1.0, 1.0)))
    assert on(limited, None).figure.pose.bones is limited.figure.pose.bones


def test_set_inverse_puts_the_bone_where_its_own_pose_has_it_and_clearing_takes_it_along() -> None:
    plain = constrain.add_new(figure(), ChildOf, "own", "other")
    assert plain.rig.constraints[0].inverse is None
    whole = evaluate(figure()).matrix("other") @ place(figure())
    np.testing.assert_allclose(place(plain), whole, atol=1e-12)
    back = with_inverse_set(plain, 0)
    np.testing.assert_allclose(place(back), place(figure()), atol=1e-12)
    assert with_inverse_cleared(back, 0) == plain


@pytest.mark.parametrize(
    "channels",
    [
        {"rotation": (False, False, False), "scale": (False, False, False)},
        {"scale": (False, False, False)},
        {"rotation": (False, True, False), "scale": (False, False, False), "location": (False, False, False)},
    ],
)
def test_with_channels_off_setting_the_inverse_moves_nothing_either(channels) -> None:
    child = ChildOf(owner="own", target="other", **channels)
    back = with_inverse_set(constrain.add(figure(), child), 0)
    np.testing.assert_allclose(place(back), place(figure()), atol=1e-12)


def test_what_has_no_size_carries_nothing() -> None:
    flat = figure(scale=(1.0, 0.0, 1.0))
    with pytest.raises(ValueError, match='"other" has no size now'):
        hung(flat, constrain.add_new(flat, ChildOf, "own", "other"), 0)
    with pytest.raises(ValueError, match='"own" hangs on nothing'):
        with_inverse_set(constrain.add_new(flat, ChildOf, "own"), 0)


def test_edits_of_other_fields_and_of_other_kinds_leave_the_inverse_alone() -> None:
    added = hung(figure(), constrain.add_new(figure(), ChildOf, "own", "other"), 0)
    weaker = constrain.replace(added, 0, replace(added.rig.constraints[0], influence=0.5))
    assert hung(added, weaker, 0) is weaker
    resting = constrain.replace(added, 0, replace(added.rig.constraints[0], enabled=False))
    elsewhere = with_transforms(resting, {"other": Transform()})
    again = constrain.replace(elsewhere, 0, replace(elsewhere.rig.constraints[0], enabled=True))
    assert hung(elsewhere, again, 0) is again


ARMATURE = Armature(owner="own", targets=(WeightedBone("other"), WeightedBone("over", 0.5)), keep_volume=True)
TAKEN = ((0.8, 0.6, 0.0, 0.3), (-0.6, 0.8, 0.0, -0.2), (0.0, 0.0, 1.0, 0.5))
HELD = ChildOf(owner="own", target="other", inverse=TAKEN)


@pytest.mark.parametrize(
    "parentings",
    [
        (HELD,),
        (replace(HELD, influence=0.5),),
        (replace(HELD, location=(True, False, True), scale=(False, False, False)),),
        (ARMATURE,),
        (HELD, replace(ARMATURE, influence=0.3)),
    ],
)
def test_what_hangs_on_a_turned_bone_goes_where_it_is_dragged(parentings) -> None:
    bones = (*figure().rig.bones, Bone("over"))
    turned = {
        "own": TURNED,
        "other": Transform(rotation=(0.6, 0.0, 0.0, 0.8)),
        "over": Transform(rotation=(0.0, 0.6, 0.0, 0.8)),
    }
    document = Document.of(Figure(rig=Rig(bones=bones, constraints=parentings), pose=Pose(turned)))
    before = evaluate(document)
    moved = evaluate(translate(document, before, ("own",), (0.1, 0.2, 0.3)))
    wanted = np.array(before.matrix("own"))
    wanted[:3, 3] += (0.1, 0.2, 0.3)
    np.testing.assert_allclose(moved.matrix("own"), wanted, atol=1e-9)
    about = evaluate(rotate(document, before, ("own",), (0.0, 0.0, 0.6, 0.8)))
    wanted = np.array(before.matrix("own"))
    wanted[:3, :3] = rot.matrix_from_quaternion(np.array((0.0, 0.0, 0.6, 0.8))) @ wanted[:3, :3]
    np.testing.assert_allclose(about.matrix("own"), wanted, atol=1e-9)
    posed = transforms_in(before, before.matrices, ("own",))["own"]
    np.testing.assert_allclose(posed.location, TURNED.location, atol=1e-9)
    np.testing.assert_allclose(posed.rotation, TURNED.rotation, atol=1e-9)


@given(pairs())
@relaxed
def test_a_new_pivot_moves_nothing_however_the_bone_rests_and_is_posed(document: Document) -> None:
    """What it does is seen when the bone is turned: the target's place stays where it was on the bone."""
    for target in (None, "other"):
        added = hung(document, constrain.add_new(document, Pivot, "own", target), 0)
        np.testing.assert_allclose(place(added), place(document), atol=1e-8)
    at_rest = Document.of(document.figure).posed({})
    resting = constrain.add_new(at_rest, Pivot, "own", "other")
    np.testing.assert_allclose(place(resting), place(at_rest), atol=1e-9)
    turned = with_transforms(resting, {"own": Transform(rotation=TURNED.rotation)})
    point = evaluate(resting).matrix("other") @ (0.0, 0.0, 0.0, 1.0)
    held = np.linalg.inv(place(resting)) @ point
    np.testing.assert_allclose(place(turned) @ held, point, atol=1e-9)
