"""A pose becomes the rest pose: bones stay, and all that counts from rest counts from the new one."""

from __future__ import annotations

from math import cos, dist, radians, sin

import numpy as np
import pytest
from msgspec.structs import replace

import pantin
from pantin.rigs import Bone, Document, KeptPose, Rig, Transform
from pantin.rigs.clip import Clip
from pantin.rigs.joint import Joint
from pantin.rigs.templates import TEMPLATES
from tests.rigs.samples import plain


def about_x(degrees: float) -> tuple[float, float, float, float]:
    half = radians(degrees) / 2.0
    return (sin(half), 0.0, 0.0, cos(half))


ARM = Rig(
    bones=(
        Bone("upper", head=(0.0, 0.0, 0.0), tail=(0.0, 0.0, 1.0), roll=0.3),
        Bone("lower", "upper", (0.0, 0.0, 1.0), (0.0, 0.0, 2.0), connected=True),
        Bone("hand", "lower", (0.0, 0.0, 2.2), (0.0, 0.1, 2.4)),
    )
)
BENT = {"upper": Transform(rotation=about_x(40.0)), "lower": Transform(rotation=about_x(-70.0))}


def test_bones_rest_where_they_were_posed() -> None:
    before = pantin.posed(Document.of(ARM), BENT)
    after = pantin.pose_as_rest(before)
    assert not after.figure.pose.bones and after.rig.by_name["lower"].connected
    assert np.allclose(pantin.evaluate(after).matrices, pantin.evaluate(before).matrices, atol=1e-12)
    assert dist(after.rig.by_name["lower"].head, (0.0, 0.0, 1.0)) == pytest.approx(2.0 * sin(radians(20.0)), abs=1e-12)


def test_kept_poses_and_clips_show_what_they_did() -> None:
    rows = np.tile((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0), (3, 1, 1))
    rows[:, 0, 3:7] = [about_x(angle) for angle in (0.0, 30.0, 80.0)]
    whole, part = (
        {"upper": Transform(rotation=about_x(15.0), scale=(1.0, 2.0, 1.0))},
        {"hand": Transform((0.1, 0.0, 0.2))},
    )
    kept = (KeptPose("Whole", whole, part=False), KeptPose("Part", part, part=True))
    before = pantin.add(pantin.posed(Document.of(ARM), BENT), Clip.of("Lift", 30.0, ["upper"], rows))
    before = before.with_figure(replace(before.figure, poses=kept))
    after = pantin.pose_as_rest(before)
    for place in range(2):
        one, other = (pantin.mixed(each, each.figure.poses[place]) for each in (before, after))
        assert np.allclose(pantin.evaluate(one).matrices, pantin.evaluate(other).matrices, atol=1e-12)
    for one, other in zip(pantin.frames(before, "Lift"), pantin.frames(after, "Lift"), strict=True):
        assert np.allclose(pantin.evaluate(one).matrices, pantin.evaluate(other).matrices, atol=1e-6)


def test_a_scaled_bone_rests_longer_and_poses_stay() -> None:
    grown = {"upper": Transform(scale=(2.0, 2.0, 2.0)), **{"lower": BENT["lower"]}}
    kept = (KeptPose("Kept", BENT, part=False),)
    before = pantin.posed(Document.of(ARM), grown)
    before = before.with_figure(replace(before.figure, poses=kept))
    after = pantin.pose_as_rest(before)
    assert after.rig.by_name["upper"].tail == pytest.approx((0.0, 0.0, 2.0), abs=1e-12)
    one, other = (pantin.evaluate(pantin.mixed(each, each.figure.poses[0])) for each in (before, after))
    assert np.allclose(one.heads, other.heads, atol=1e-12)


def test_a_hinge_bends_to_the_same_ends() -> None:
    hinge = Joint(lock=(False, True, True), limit=((radians(-10.0), radians(120.0)), None, None))
    rig = replace(ARM, bones=(ARM.bones[0], replace(ARM.bones[1], joint=hinge), ARM.bones[2]))
    bent = {"lower": Transform(rotation=about_x(50.0))}
    limit = pantin.pose_as_rest(pantin.posed(Document.of(rig), bent)).rig.by_name["lower"].joint.limit
    assert limit[0] == pytest.approx((radians(-60.0), radians(70.0)), abs=1e-9) and limit[1:] == (None, None)


def test_handles_and_their_limbs_stay() -> None:
    document = Document.of(TEMPLATES["humanoid"]())
    handle = next(bone.name for bone in document.rig.bones if bone.kind == "handle" and "hand" in bone.name)
    before = pantin.posed(
        document, {handle: Transform((0.05, -0.1, 0.2)), "upper_arm.L": Transform(rotation=about_x(20.0))}
    )
    after = pantin.pose_as_rest(before)
    off = np.linalg.norm(pantin.evaluate(after).heads - pantin.evaluate(before).heads, axis=1)
    assert off.max() < 1e-5


def test_a_bone_without_size_can_be_no_rest() -> None:
    flat = {"lower": Transform(scale=(0.0, 0.0, 0.0))}
    with pytest.raises(pantin.Unusable, match="lower"):
        pantin.pose_as_rest(pantin.posed(Document.of(ARM), flat))


def test_soles_go_with_their_feet() -> None:
    document = plain(TEMPLATES["humanoid"]())
    foot = document.rig.by_name["foot.L"]
    rig = document.rig.changed(soles={"foot.L": (foot.head,)})
    posed = pantin.posed(document.with_rig(rig), {"thigh.L": Transform(rotation=about_x(30.0))})
    after = pantin.pose_as_rest(posed).rig
    assert after.soles["foot.L"][0] == pytest.approx(after.by_name["foot.L"].head, abs=1e-12)
