"""Hands do what their sliders say, on any skeleton: fingers go into the palm, within limits, alike on both sides."""

from __future__ import annotations

from math import radians

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.editing.bones import replace_bones
from pantin.rigs.editing.hands.sliders import (
    PRESETS,
    SLIDERS,
    at_preset,
    chosen_hands,
    sliders_of,
    value_of,
    with_preset,
    with_slider,
)
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.poses.flipping import flipped
from pantin.rigs.euler import bend_twist_sway
from pantin.rigs.fitting.hand_joints import SLIDER_LEAST
from pantin.rigs.joint import Joint
from pantin.rigs.pose import Transform
from tests.rigs.editing.hand_checks import (
    EXACT,
    check_fingers_curl_into_the_palm,
    check_the_thumb_goes_before_the_palm,
    check_what_is_set_is_read_back,
)
from tests.rigs.hands import OWN, document_of, hands


@pytest.mark.parametrize("name", OWN)
def test_fingers_curl_into_the_palm_and_none_bends_back(name: str) -> None:
    check_fingers_curl_into_the_palm(name)


@pytest.mark.parametrize("name", OWN)
def test_the_thumb_goes_before_the_palm_and_across_it(name: str) -> None:
    check_the_thumb_goes_before_the_palm(name)


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("value", [SLIDER_LEAST, -0.07, 0.0, 0.4, 1.0])
def test_what_is_set_is_read_back_off_the_pose(name: str, value: float) -> None:
    check_what_is_set_is_read_back(name, value)


def test_the_curl_of_all_is_their_mean_and_keeps_who_is_bent_more() -> None:
    [joints] = hands("hand")
    pointing = with_preset(document_of("hand"), [joints], "point")
    assert value_of(pointing.figure, joints, "curl") == pytest.approx(0.75, abs=EXACT)
    for value in (SLIDER_LEAST, 0.0, 0.3, 0.9, 1.0):
        document = with_slider(pointing, joints, "curl", value)
        index, little = (value_of(document.figure, joints, finger) for finger in ("index", "little"))
        assert value_of(document.figure, joints, "curl") == pytest.approx(value, abs=EXACT)
        assert index == pytest.approx(little, abs=EXACT) if value in (SLIDER_LEAST, 0.0, 1.0) else index < little


def test_joints_with_limits_stay_within_them_and_bend_about_their_own_axes() -> None:
    limit = ((-0.05, radians(30)), None, (-0.1, 0.1))
    hinge = Joint(roll=0.2, lock=(False, True, False), limit=limit)
    rig = document_of("hand").rig
    narrow = replace_bones(document_of("hand"), [replace(rig.by_name["middle_1.L"], joint=hinge)])
    [held] = chosen_hands(narrow.rig, ["hand.L"])
    for slider in ("curl", "spread", "index"):
        for value in (SLIDER_LEAST, 0.5, 1.0):
            document = with_slider(with_slider(narrow, held, "spread", 1.0), held, slider, value)
            for each in (one for finger, chain in held.fingers.items() if finger != "thumb" for one in chain):
                joint = document.rig.by_name[each.bone].joint
                turned = bend_twist_sway(document.figure.transform(each.bone).rotation, joint.roll)
                for axis in range(3):
                    lower, upper = joint.limit[axis] or ((0.0, 0.0) if joint.lock[axis] else (-4.0, 4.0))
                    assert lower - EXACT <= turned[axis] <= upper + EXACT, (each.bone, axis)
    fist = with_slider(narrow, held, "middle", 1.0)
    assert bend_twist_sway(fist.figure.transform("middle_1.L").rotation, 0.2)[0] == pytest.approx(radians(30))


@pytest.mark.parametrize("preset", PRESETS)
def test_shapes_of_both_hands_are_mirror_images_and_known_again(preset) -> None:
    document = with_preset(document_of("humanoid"), hands("humanoid"), preset)
    assert all(at_preset(document.figure, joints, preset) for joints in hands("humanoid"))
    assert not any(
        at_preset(document.figure, joints, other)
        for joints in hands("humanoid")
        for other in PRESETS
        if other != preset
    )
    image = flipped(document)
    for joints in hands("humanoid"):
        for name in joints.hand.phalanges:
            np.testing.assert_allclose(
                image.figure.transform(name).rotation, document.figure.transform(name).rotation, atol=EXACT
            )


def test_twist_and_what_a_slider_does_not_move_stay() -> None:
    [joints] = hands("hand")
    twisted = with_transforms(document_of("hand"), {"index_1.L": Transform(rotation=(0.0, 0.1, 0.0, 0.99498743710662))})
    spread = with_slider(twisted, joints, "spread", 0.6)
    curled = with_slider(spread, joints, "index", 0.5)
    assert value_of(curled.figure, joints, "spread") == pytest.approx(0.6, abs=EXACT)
    turned = [bend_twist_sway(each.figure.transform("index_1.L").rotation)[1] for each in (twisted, curled)]
    assert turned[1] == pytest.approx(turned[0], abs=EXACT)
    assert curled.figure.transform("middle_2.L") == twisted.figure.transform("middle_2.L")


def test_a_hand_is_chosen_by_its_bones_its_forearm_and_its_handle() -> None:
    rig = document_of("humanoid").rig
    for name in ("hand.L", "index_3.L", "forearm.L", "hand_ik.L"):
        assert [each.hand.bone for each in chosen_hands(rig, [name])] == ["hand.L"], name
    assert [each.hand.bone for each in chosen_hands(rig, ["index_1.R", "hand.L"])] == ["hand.L", "hand.R"]
    assert chosen_hands(rig, ["upper_arm.L", "head", "foot_ik.L"]) == ()
    assert set(sliders_of(chosen_hands(rig, ["hand.L"])[0])) == set(SLIDERS)
