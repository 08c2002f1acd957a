"""What each slider is asked on any hands, as they are, with other rolls and with limits."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.bones import replace_bones
from pantin.rigs.editing.hands.sliders import SLIDERS, sliders_of, value_of, with_slider
from pantin.rigs.euler import bend_twist_sway
from pantin.rigs.fitting.hand_joints import SLIDER_LEAST, HandJoints, hand_joints
from pantin.rigs.fitting.limits.human_limits import human_limits
from pantin.rigs.fitting.recognition import person_figure_in
from pantin.rigs.rig import Bone
from tests.rigs.hands import document_of, tips

EXACT = 1e-6
ALIKE = 0.02
"""Parts of the palm by which tips may differ on both sides, more than twice as much as they do at rest: folding a
finger brings what is unlike at its knuckle to its tip as well."""


def with_human_limits(name: str) -> Document:
    document = document_of(name)
    joints = human_limits(document.rig, person_figure_in(document.rig))
    named = ((document.rig.by_name[bone], joint) for bone, joint in joints.items())
    return replace_bones(document, [replace(bone, joint=joint) for bone, joint in named])


def with_other_rolls(name: str) -> Document:
    """The bones of all fingers rolled about themselves, each by another angle, the two sides not alike."""
    document, turns = document_of(name), np.random.default_rng(7)
    names = [bone for joints in hand_joints(document.rig) for bone in joints.hand.phalanges]
    bones = [document.rig.by_name[bone] for bone in names]
    return replace_bones(document, [rolled(bone, float(turns.uniform(-3.0, 3.0))) for bone in bones])


def rolled(bone: Bone, by: float) -> Bone:
    """The bone with other axes, whose joint bends about the same ones as before."""
    return replace(bone, roll=bone.roll + by, joint=replace(bone.joint, roll=bone.joint.roll - by))


RIGS = {"as it is": document_of, "with other rolls": with_other_rolls, "with limits": with_human_limits}


def in_the_palm(document: Document, joints: HandJoints) -> dict[str, np.ndarray]:
    """Return where the tips are, along the hand, to the thumb and out of the palm, from its middle, in parts of its
    size.
    """
    palm = joints.palm
    axes = np.array((palm.along, palm.thumb, palm.out))
    return {finger: axes @ (tip - palm.middle) / palm.size for finger, tip in tips(document, joints).items()}


def check_a_finger_is_curled_alone(name: str, kind: str) -> None:
    document = RIGS[kind](name)
    for joints in hand_joints(document.rig):
        rest = in_the_palm(document, joints)
        for slider in (each for each in sliders_of(joints) if each not in ("curl", "spread", "thumb")):
            half, whole = (in_the_palm(with_slider(document, joints, slider, to), joints) for to in (0.5, 1.0))
            back = in_the_palm(with_slider(document, joints, slider, SLIDER_LEAST), joints)
            assert {finger for finger in rest if np.abs(whole[finger] - rest[finger]).max() > EXACT} == {slider}
            assert whole[slider][0] < half[slider][0] < rest[slider][0], "it comes back to the wrist"
            assert half[slider][2] > rest[slider][2] >= back[slider][2] - EXACT, "on the side of the palm"


def check_spread_moves_fingers_apart(name: str, kind: str) -> None:
    document = RIGS[kind](name)
    for joints in hand_joints(document.rig):
        rest, spread = (in_the_palm(with_slider(document, joints, "spread", to), joints) for to in (0.0, 1.0))
        row = [finger for finger in ("index", "middle", "ring", "little") if finger in rest]
        for one, other in pairwise(row):
            apart = [float((at[one] - at[other])[1]) for at in (rest, spread)]
            assert apart[1] > apart[0] + 0.01, (one, other)
        if "thumb" in rest:
            assert np.abs(spread["thumb"] - rest["thumb"]).max() < EXACT
        made = with_slider(with_slider(document, joints, "curl", 0.4), joints, "spread", 0.7)
        assert value_of(made.figure, joints, "curl") == pytest.approx(0.4, abs=EXACT)
        assert value_of(made.figure, joints, "spread") == pytest.approx(0.7, abs=EXACT)


def check_left_and_right_do_the_same(name: str, kind: str) -> None:
    document = RIGS[kind](name)
    left, right = hand_joints(document.rig)
    unlike = _unlike(document, left, right)
    for slider in SLIDERS:
        for value in (SLIDER_LEAST, 0.5, 1.0):
            made = document
            for joints in (left, right):
                made = with_slider(made, joints, slider, value)
            assert _unlike(made, left, right) <= 2.0 * unlike + ALIKE, (slider, value)


def _unlike(document: Document, left: HandJoints, right: HandJoints) -> float:
    one, other = (in_the_palm(document, joints) for joints in (left, right))
    assert one.keys() == other.keys()
    return float(max(np.abs(one[finger] - other[finger]).max() for finger in one))


def check_sliders_stay_within_limits(name: str) -> None:
    document = with_human_limits(name)
    for joints in hand_joints(document.rig):
        for slider in sliders_of(joints):
            for value in (SLIDER_LEAST, 1.0):
                made = with_slider(document, joints, slider, value)
                for bone in joints.hand.phalanges:
                    joint = made.rig.by_name[bone].joint
                    turned = bend_twist_sway(made.figure.transform(bone).rotation, joint.roll)
                    for axis in (0, 2):
                        lower, upper = (0.0, 0.0) if joint.lock[axis] else joint.limit[axis] or (-np.pi, np.pi)
                        assert lower - EXACT <= turned[axis] <= upper + EXACT, (bone, slider, value, axis)
