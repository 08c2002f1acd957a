"""People of other programs are pulled: by one limb as a chain, and as whole bodies that stand on their feet."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from msgspec.structs import replace

import pantin
from pantin import solver
from pantin.rigs import Document, Pin
from pantin.rigs.editing.bones import renamed
from pantin.rigs.pose import Pose
from pantin.rigs.rest import rest_height
from pantin.rigs.tree.chains import connected_chain
from pantin.solver import Evaluated
from pantin.solver.edits.limbs.person_controls import rig_person
from pantin.solver.edits.pulling.pull import PullGoal, begin
from pantin.solver.edits.pulling.tree import body_ancestors
from tests.dialects.programs import DIALECTS, FileOf
from tests.solver.edits.pulling.six_ways import WAYS
from tests.solver.edits.pulls import assert_kept_as_seen, dragged, grab, tail, turned

LEVEL = np.radians(10.0)
"""How far hips that are pulled beyond reach may tip."""


def at_rest(name: str, file_of: FileOf) -> Document:
    """Return the person of a program without its motion."""
    return Document.of(replace(pantin.read(file_of(name)).figure, clips=(), pose=Pose()))


def turn(before: Evaluated, after: Evaluated, bone: str) -> float:
    """Return by how much a bone is turned, radians."""
    between = before.matrix(bone)[:3, :3].T @ after.matrix(bone)[:3, :3]
    return float(np.arccos(np.clip((np.trace(between) - 1.0) / 2.0, -1.0, 1.0)))


@pytest.mark.parametrize("length", [0, 2])
@pytest.mark.parametrize("name", DIALECTS)
def test_a_forearm_is_pulled_as_a_chain(name: str, length: int, file_of: FileOf) -> None:
    document, forearm = at_rest(name, file_of), DIALECTS[name].names["forearm.L"]
    pulled = grab(document, forearm, length)
    chain = connected_chain(document.rig, forearm, length)
    assert pulled.moves == "chain" and pulled.turned_bones == chain
    top = pulled.evaluated.heads[pulled.evaluated.index[chain[-1]]]
    delta = 0.2 * (top - tail(pulled.evaluated, forearm)) + 0.1 * DIALECTS[name].unit * np.array((0.0, -1.0, 0.0))
    seen, kept = dragged(pulled, delta)
    assert turned(document, kept) <= set(chain)
    assert_kept_as_seen(seen, kept)


@pytest.mark.parametrize("name", DIALECTS)
def test_feet_stand_while_the_body_of_a_fitted_person_is_pulled(name: str, file_of: FileOf) -> None:
    one, document = DIALECTS[name], rig_person(at_rest(name, file_of))[0]
    standing, height = solver.evaluate(document), rest_height(document.rig.bones)
    for way in ("down", "left", "forward"):
        for part in ("hips", "head"):
            bone = one.names[part]
            target = standing.heads[standing.index[bone]] + 0.08 * height * np.array(WAYS[way])
            after = solver.evaluate(pantin.pull(document, {bone: target}))
            for side in "LR":
                foot = one.names[f"foot.{side}"]
                gone = after.tails[after.index[foot]] - standing.tails[standing.index[foot]]
                assert np.linalg.norm(gone) <= 1e-5 * height, (way, part)
            if part == "hips":
                assert np.linalg.norm(after.heads[after.index[bone]] - target) <= 0.02 * height, way


def leans(document: Document, joints: list[str], hips: str) -> np.ndarray:
    """Return how far the chest turns (n, degrees) and hips go (n, ‰ of the height), where an arm gets its hand alone.

    `joints` are clavicle, upper arm, forearm and hand. Targets are before the shoulder and on its left, at 45 to 85 %
    of the arm's length. Front is −Y.
    """
    standing, height, rng = solver.evaluate(document), rest_height(document.rig.bones), np.random.default_rng(3)
    heads = [standing.heads[standing.index[joint]] for joint in joints[1:]]
    above = body_ancestors(document.rig, joints[-1])
    arm, length, found = sum(np.linalg.norm(b - a) for a, b in pairwise(heads)), above.index(joints[0]) + 1, []
    for way in rng.normal(size=(40, 3)):
        way[:2] = abs(way[0]), -abs(way[1])
        target = heads[0] + arm * rng.uniform(0.45, 0.85) * way / np.linalg.norm(way)
        alone = solver.evaluate(pantin.pull(document, {joints[-1]: target}, chain_length=length))
        if np.linalg.norm(alone.heads[alone.index[joints[-1]]] - target) <= 1e-3 * height:
            after = solver.evaluate(pantin.pull(document, {joints[-1]: target}))
            went = after.heads[after.index[hips]] - standing.heads[standing.index[hips]]
            found.append((np.degrees(turn(standing, after, above[length])), 1000.0 * np.linalg.norm(went) / height))
    return np.array(found)


@pytest.mark.parametrize("belly", ["", "belly"])
@pytest.mark.parametrize("name", DIALECTS)
def test_the_trunk_keeps_still_where_the_arm_gets_a_hand_alone(name: str, belly: str, file_of: FileOf) -> None:
    """Arms that rest straight, arms of four bones, and backs with a bone whose name says nothing."""
    one, document = DIALECTS[name], at_rest(name, file_of)
    if belly:
        document = renamed(document, {one.names["spine"]: belly})
    joints = [one.names[f"{part}.L"] for part in ("shoulder", "upper_arm", "forearm", "hand")]
    found = leans(rig_person(document)[0], joints, one.names["hips"])
    assert len(found) > 20
    chest, hips = np.percentile(found, 95, axis=0)
    assert chest <= 3.0 and hips <= 10.0 / 1.763


@pytest.mark.parametrize("name", ["Mixamo", "VRM 1", "CMU"])
def test_hips_pulled_beyond_reach_stay_level_and_do_not_jump(name: str, file_of: FileOf) -> None:
    """Around in a circle, in steps of a hundredth of a leg: no bone turns by more than 0.2 radians in one."""
    one, document = DIALECTS[name], rig_person(at_rest(name, file_of))[0]
    standing, hips = solver.evaluate(document), one.names["hips"]
    start, leg = standing.heads[standing.index[hips]], 0.82 * one.unit
    bones, before = [bone.name for bone in document.rig.bones if bone.kind == "bone"], None
    for angle in np.linspace(0.0, 2.0 * np.pi, 95):
        way = leg * np.array((0.15 * np.sin(angle), 0.15 * np.cos(angle), 0.08))
        after = solver.evaluate(pantin.pull(document, {hips: start + way}))
        assert turn(standing, after, hips) < LEVEL, angle
        assert before is None or max(turn(before, after, bone) for bone in bones) < 0.2, angle
        before = after


@pytest.mark.parametrize("name", ["VRM 0", "Mixamo"])
def test_pins_come_before_what_is_pulled_though_arms_are_stretched_between_them(name: str, file_of: FileOf) -> None:
    """Arms held straight out in a T-pose, hands and feet pinned: where hips cannot come, hands stay all the same."""
    one, document = DIALECTS[name], rig_person(at_rest(name, file_of))[0]
    before, size = solver.evaluate(document), rest_height(document.rig.bones)
    feet = (Pin(pin.bone, rotation=True) for pin in document.rig.pins)
    pins = (Pin(one.names["hand.L"]), Pin(one.names["hand.R"]), *feet)
    hips = one.names["hips"]
    start = before.heads[before.index[hips]]
    drag = begin(document, before, (PullGoal(hips),), pins)
    for way in WAYS.values():
        after = solver.evaluate(drag.to([start + 0.15 * size * np.array(way)]).document)
        apart = [np.linalg.norm((after.matrix(pin.bone) - before.matrix(pin.bone))[:3, 3]) for pin in pins]
        assert max(apart) <= 1e-5 * size, way


@pytest.mark.parametrize("way", [(0.0, -0.2, 0.1), (0.2, 0.0, 0.1)], ids=["forward", "to the side"])
@pytest.mark.parametrize("name", ["Mixamo", "VRM 0", "Rokoko"])
def test_a_knee_that_rests_straight_bends_for_its_foot(name: str, way: tuple[float, ...], file_of: FileOf) -> None:
    """The hips stay, within 3 ‰ of the height: they moved by 5 where the knee began straight."""
    one, document = DIALECTS[name], rig_person(at_rest(name, file_of))[0]
    standing, foot, hips = solver.evaluate(document), one.names["foot.L"], one.names["hips"]
    target = standing.heads[standing.index[foot]] + one.unit * np.array(way)
    after = solver.evaluate(pantin.pull(document, {foot: target}))
    went = after.heads[after.index[hips]] - standing.heads[standing.index[hips]]
    assert np.linalg.norm(went) <= 0.003 * rest_height(document.rig.bones)
