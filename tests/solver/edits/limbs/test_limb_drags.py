"""Tests of what goes with a limb that is dragged: poles with handles, joints where they are pulled; handles come
back."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs import Document, Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.templates import biped
from pantin.solver import evaluate
from pantin.solver.edits.limbs import limb_drags
from pantin.solver.edits.posing import posing
from pantin.solver.edits.posing.posing import translate
from tests.rigs.strategies import numbers, relaxed
from tests.solver.sample_chains import point

BIPED = Document.of(biped.rig())
START = evaluate(BIPED)
LIMBS = {"hand.L": ("upper_arm.L", "hand_ik.L", "elbow_pole.L"), "foot.R": ("thigh.R", "foot_ik.R", "knee_pole.R")}
UPWARDS = np.array((0.0, 0.0, 0.002))
OFFSETS = st.tuples(*[numbers(-0.4, 0.4)] * 3)


def pulled(handle: str, offset) -> Document:
    return limb_drags.LimbPoles(BIPED, START).carried(translate(BIPED, START, (handle,), offset))


@given(st.sampled_from(sorted(LIMBS)), OFFSETS)
@relaxed
def test_the_pole_keeps_its_place_beside_the_limb(limb, offset) -> None:
    upper, handle, pole = LIMBS[limb]
    after = evaluate(pulled(handle, offset))
    root = START.matrix(upper)[:3, 3]

    def beside(evaluated) -> tuple[float, float]:
        way, out = (evaluated.matrix(name)[:3, 3] - root for name in (handle, pole))
        return float(np.linalg.norm(out)), float(way @ out / np.linalg.norm(way))

    assert beside(after) == pytest.approx(beside(START), abs=1e-9)
    way, turned = START.matrix(handle)[:3, 3] - root, after.matrix(handle)[:3, 3] - root
    axis = np.cross(way, turned)
    assert abs(axis @ (after.matrix(pole)[:3, 3] - START.matrix(pole)[:3, 3])) <= 1e-9 * max(1.0, np.linalg.norm(axis))


def test_the_same_pointer_gives_the_same_pose_whatever_its_path() -> None:
    offset = np.array((0.1, -0.2, 0.3))
    straight = pulled("hand_ik.L", offset)
    for way in np.random.default_rng(0).normal(size=(5, 3)):
        pulled("hand_ik.L", way)
    assert pulled("hand_ik.L", offset) == straight
    assert pulled("hand_ik.L", np.zeros(3)) == BIPED


def test_a_limb_whose_pole_stays_and_a_pole_that_is_moved_too_are_left_alone() -> None:
    limbs = tuple(msgspec.structs.replace(limb, pole_follows=False) for limb in BIPED.rig.limbs)
    old = BIPED.with_rig(msgspec.structs.replace(BIPED.rig, limbs=limbs))
    moved = translate(old, START, ("hand_ik.L",), (0.0, -0.2, 0.2))
    assert limb_drags.LimbPoles(old, START).carried(moved) is moved
    both = translate(BIPED, START, ("hand_ik.L", "elbow_pole.L"), (0.0, -0.2, 0.2))
    assert limb_drags.LimbPoles(BIPED, START).carried(both) is both


def test_overhead_the_elbow_does_not_jump() -> None:
    """Up along the body and over the shoulder, 2 mm a step."""
    places = [np.array((-0.15, 0.0, height)) for height in np.arange(-0.3, 0.95, 0.002)]
    elbows = [evaluate(pulled("hand_ik.L", place)).matrix("forearm.L")[:3, 3] for place in places[::25]]
    near = [evaluate(pulled("hand_ik.L", place + UPWARDS)).matrix("forearm.L")[:3, 3] for place in places[::25]]
    assert max(np.linalg.norm(np.subtract(*pair)) for pair in zip(elbows, near, strict=True)) < 0.02


@given(st.sampled_from(("upper_arm.L", "thigh.R")), OFFSETS)
@relaxed
def test_a_joint_swings_to_where_it_is_pulled_and_its_pole_behind_it(bone, offset) -> None:
    swung = limb_drags.Swinging(BIPED, START, bone).by(offset)
    limb = next(limb for limb in BIPED.rig.limbs if bone in limb.bones)
    free = swung.with_rig(unlimited(swung.rig))
    after = evaluate(free)
    root, joint, end = (after.matrix(name)[:3, 3] for name in limb.bones)
    line = (end - root) / np.linalg.norm(end - root)
    assert np.linalg.norm(end - START.matrix(limb.bones[2])[:3, 3]) < 1e-5
    wanted = START.tails[START.index[bone]] + offset - root
    off, asked = joint - root - (joint - root) @ line * line, wanted - wanted @ line * line
    if np.linalg.norm(asked) > 1e-3:
        assert off @ asked / np.linalg.norm(off) / np.linalg.norm(asked) == pytest.approx(1.0, abs=1e-6)


def unlimited(rig):
    bones = tuple(msgspec.structs.replace(bone, joint=type(bone.joint)()) for bone in rig.bones)
    return msgspec.structs.replace(rig, bones=bones)


@pytest.mark.parametrize("handle", ("hand_ik.L", "foot_ik.R"))
@pytest.mark.parametrize("offset", ((0.9, -0.3, 0.2), (0.1, -0.8, 0.4), (0.0, -0.4, -0.9)))
def test_a_handle_dropped_out_of_reach_comes_back_and_nothing_moves(handle, offset) -> None:
    dropped = with_transforms(BIPED, {handle: Transform(location=point(offset))})
    shown = evaluate(dropped)
    kept = limb_drags.come_back(BIPED, dropped, shown)
    after = evaluate(kept)
    limb = next(limb for limb in BIPED.rig.limbs if handle in limb.controls)
    goal = next(goal for goal in after.goals if goal.handle == handle)
    assert goal.reached and not next(goal for goal in shown.goals if goal.handle == handle).reached
    for name in limb.bones:
        np.testing.assert_allclose(after.matrix(name), shown.matrix(name), atol=1e-6)


def test_a_handle_within_reach_stays_where_it_is_dropped() -> None:
    dropped = pulled("hand_ik.L", (0.0, -0.1, 0.1))
    assert limb_drags.come_back(BIPED, dropped, evaluate(dropped)) is dropped


def test_how_handle_and_pole_stood_is_looked_up_once_a_drag_and_not_once_a_move(monkeypatch) -> None:
    chosen: list[tuple[str, ...]] = []

    class Counted(posing.Chosen):
        def __init__(self, document, evaluated, names) -> None:
            super().__init__(document, evaluated, names)
            chosen.append(self.names)

    monkeypatch.setattr(posing, "Chosen", Counted)
    handle, poles = posing.Translation(BIPED, START, ("hand_ik.L",)), limb_drags.LimbPoles(BIPED, START)
    places = [poles.carried(handle.by((0.0, -0.1 * step, 0.1))) for step in range(1, 4)]
    assert chosen == [("hand_ik.L",), ("elbow_pole.L",)]
    assert places[1] == pulled("hand_ik.L", (0.0, -0.2, 0.1))


@pytest.mark.parametrize(
    "place", ((0.12, -0.13, 1.58), (0.13, 0.13, 1.66), (0.29, -0.03, 0.95)), ids=("mouth", "head", "hip")
)
def test_hands_get_to_the_mouth_behind_the_head_and_to_the_hip(place) -> None:
    """The wrist beside them, with the arm alone, within its limits."""
    there = evaluate(pulled("hand_ik.L", np.subtract(place, START.matrix("hand_ik.L")[:3, 3])))
    assert next(goal for goal in there.goals if goal.owner == "forearm.L").reached
