"""Fingers that IK bends make a fist too: their handles go along."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.hands.sliders import with_preset
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.fitting.hand_joints import hand_joints
from pantin.rigs.pose import Transform
from pantin.rigs.templates import TEMPLATES
from pantin.solver import evaluate
from pantin.solver.edits.limbs.limbs import make
from pantin.solver.edits.poses.hands import with_hands

NEAR = 1e-3


def test_the_handle_of_a_finger_goes_where_the_fist_has_it() -> None:
    hand = Document.of(TEMPLATES["hand"]())
    steered, _ = make(replace(hand, selected=("index_3.L",), active="index_3.L"), "finger")
    assert steered.rig.limbs
    fists = [with_preset(each, hand_joints(each.rig), "fist") for each in (hand, steered)]
    made = with_hands(steered, fists[1])
    wanted, before, after = (evaluate(each) for each in (fists[0], fists[1], made))
    tip = [each.tails[each.index["index_3.L"]] for each in (wanted, before, after)]
    assert np.linalg.norm(tip[1] - tip[0]) > 0.01 and np.linalg.norm(tip[2] - tip[0]) < NEAR


def test_handles_of_fingers_that_did_not_turn_stay_to_the_bit() -> None:
    made = Document.of(TEMPLATES["hand"]())
    for finger in ("index_3.L", "middle_3.L"):
        made, _ = make(replace(made, selected=(finger,), active=finger), "finger")
    handles = {limb.bones[-1]: limb.controls[0] for limb in made.rig.limbs}
    curled = with_transforms(made, {"index_2.L": Transform(rotation=(0.28, 0.0, 0.0, 0.96))})
    after = with_hands(made, curled)
    assert after.figure.transform(handles["index_3.L"]) != made.figure.transform(handles["index_3.L"])
    assert after.figure.transform(handles["middle_3.L"]) is made.figure.transform(handles["middle_3.L"])


def test_where_no_ik_bends_fingers_nothing_else_changes() -> None:
    hand = Document.of(TEMPLATES["hand"]())
    fist = with_preset(hand, hand_joints(hand.rig), "fist")
    assert with_hands(hand, fist) is fist
    turned = with_transforms(fist, {"hand.L": Transform(rotation=(0.28, 0.0, 0.0, 0.96))})
    assert with_hands(fist, turned) is turned
