"""Pulling whole figures: who follows, what stays, and what is written into the document."""

from __future__ import annotations

import json
from itertools import pairwise

import msgspec
import numpy as np
import pytest

import pantin
from pantin import rigs, solver
from pantin.resources import FOLDER
from pantin.rigs import Document, Pin
from pantin.rigs.editing.pins import pinned, released, switched
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.formats import pose
from pantin.rigs.pose import Transform
from pantin.rigs.rest import rest_height
from pantin.solver.edits.pulling.pull import PullGoal, begin, pull, pull_and_miss
from pantin.solver.whole_body import columns
from tests.rigs.samples import plain
from tests.solver.edits.pulling.six_ways import WAYS
from tests.sources import ORACLE

FIGURE = rigs.read(FOLDER / "rigs" / "humanoid.rig.json")
STANDING = solver.evaluate(FIGURE)
HEIGHT = rest_height(FIGURE.rig.bones)
FEET = ("foot.L", "foot.R")
EVERYDAY = ORACLE / "everyday_paths.json"


def head(document: Document, name: str) -> np.ndarray:
    """Return where a bone begins in the document's pose."""
    evaluated = solver.evaluate(document)
    return np.array(evaluated.heads[evaluated.index[name]])


def moved(name: str, way: tuple[float, ...]) -> np.ndarray:
    """A point so far from where a bone of the standing figure begins, metres."""
    return STANDING.heads[STANDING.index[name]] + np.array(way)


def turn(document: Document, name: str, before: solver.Evaluated = STANDING) -> float:
    """By how much a bone is turned in armature space, radians."""
    a, b = (each.matrix(name)[:3, :3] for each in (before, solver.evaluate(document)))
    return float(np.arccos(np.clip((np.trace(a.T @ b) - 1.0) / 2.0, -1.0, 1.0)))


def pulled(name: str, way: tuple[float, ...], far: float, document: Document = FIGURE) -> Document:
    """The document with a bone pulled so far, metres."""
    return pull(document, {name: head(document, name) + far * np.array(way)})


def test_the_hand_is_followed_by_the_arm_first_then_by_the_body() -> None:
    near, far = pulled("hand.L", WAYS["forward"], 0.2), pulled("hand.L", WAYS["forward"], 0.9)
    assert turn(near, "upper_arm.L") > 3.0 * turn(near, "chest") and turn(near, "hips") < 0.02
    assert turn(far, "chest") > 0.2 and np.linalg.norm(head(far, "hips") - head(FIGURE, "hips")) > 0.02


@pytest.mark.parametrize("bone", ["chest", "head", "hips"])
@pytest.mark.parametrize("way", WAYS)
def test_feet_stand_whatever_is_pulled_where(bone: str, way: str) -> None:
    document = pulled(bone, WAYS[way], 0.3)
    balls = {foot: solver.evaluate(document).tails[STANDING.index[foot]] for foot in FEET}
    for foot in FEET:
        assert np.linalg.norm(balls[foot] - STANDING.tails[STANDING.index[foot]]) <= 1e-5 * HEIGHT
        if way == "up":
            continue  # heels rise
        assert np.linalg.norm(head(document, foot) - head(FIGURE, foot)) <= 1e-5 * HEIGHT
        assert turn(document, foot) < 1e-3


def kicking() -> Document:
    """The figure in the pose that comes with Pantin, its left foot in the air."""
    kept = pose.read_pose(FOLDER / "poses" / "humanoid" / "Kick.pose.json")
    return pantin.mixed(FIGURE, kept.pose, 1.0)


def test_a_foot_that_a_pose_lifts_goes_with_the_body_and_stands_again_on_the_floor() -> None:
    """Its pin is released meanwhile and not lost; one that was set in the air holds there."""
    kicks = kicking()
    assert released_in(kicks) == ("foot.L",)
    lower = pulled("hips", (0.3, 0.4, -1.0), 0.1, kicks)
    went, stayed = (head(lower, foot) - head(kicks, foot) for foot in FEET)
    assert np.linalg.norm(went) > 0.05 and np.linalg.norm(stayed) <= 1e-5 * HEIGHT
    assert lower.rig.pins is FIGURE.rig.pins
    held = pinned(kicks, ("foot.L",), rotation=True)
    lower = pulled("hips", (0.3, 0.4, -1.0), 0.1, held)
    assert np.linalg.norm(head(lower, "foot.L") - head(kicks, "foot.L")) <= 1e-5 * HEIGHT
    down = pull(kicks, {"foot.L": moved("foot.L", (0.05, 0.0, 0.01))})
    assert released_in(down) == ()
    assert switched(kicks, ("foot.L",), True, released_in(kicks)).rig.pins[-1] == Pin("foot.L", rotation=True)
    assert {pin.bone for pin in switched(down, ("foot.L",), True, released_in(down)).rig.pins} == {"foot.R"}


def released_in(document: Document) -> tuple[str, ...]:
    evaluated = solver.evaluate(document)
    return released(document.rig, document.ground, evaluated.heads, evaluated.tails)


@pytest.mark.parametrize("name", ("biped", "bird", "quadruped"))
def test_figures_stand_on_all_their_feet_at_rest_and_crouched(name: str) -> None:
    document = rigs.read(FOLDER / "rigs" / f"{name}.rig.json")
    assert document.rig.pins and all(pin.on_ground for pin in document.rig.pins)
    assert released_in(document) == ()
    hips = "hips" if "hips" in document.rig.by_name else document.rig.bones[0].name
    assert released_in(pulled(hips, WAYS["down"], 0.15, document)) == ()


def test_hands_travel_with_the_body() -> None:
    document = pulled("hips", WAYS["down"], 0.2)
    evaluated = solver.evaluate(document)
    for side in "LR":
        before, after = (
            np.linalg.inv(each.matrix("chest")) @ each.matrix(f"hand.{side}") for each in (STANDING, evaluated)
        )
        assert np.abs(after - before).max() < 1e-9


def test_what_is_written_stands_as_it_was_solved() -> None:
    held = tuple(Pin(foot, rotation=True) for foot in FEET)
    drag = begin(FIGURE, STANDING, (PullGoal("hand.R"),), held)
    result = drag.to([moved("hand.R", (-0.3, -0.4, 0.5))])
    report = next(each for each in result.reports if each.owner == "hand.R")
    assert report.reached and head(result.document, "hand.R") == pytest.approx(report.effector, abs=1e-9)
    assert all(goal.reached for goal in solver.evaluate(result.document).goals)


def test_out_of_reach_comes_as_near_as_can_be_and_says_by_how_much_it_misses() -> None:
    drag = begin(FIGURE, STANDING, (PullGoal("hand.L"),), FIGURE.rig.pins)
    result = drag.to([(0.5, 0.0, 5.0)])
    report = next(each for each in result.reports if each.owner == "hand.L")
    assert not report.reached and 2.0 < report.residual < 4.0
    assert head(result.document, "hand.L") == pytest.approx(report.effector, abs=1e-9)


def test_pins_out_of_each_others_reach_are_reported() -> None:
    both = (Pin("hand.L"), Pin("hand.R"), *FIGURE.rig.pins)
    drag = begin(FIGURE, STANDING, (PullGoal("hips"),), both)
    goals = drag.tables.goals.copy()
    goals[[goal.bone for goal in drag.goals].index("hand.R"), columns.TARGET] -= 1.0
    torn = msgspec.structs.replace(drag, tables=msgspec.structs.replace(drag.tables, goals=goals))
    reports = torn.to([moved("hips", (0.0, 0.0, 0.0))]).reports
    drifted = [report for report in reports if report.pinned]
    assert {"hand.R"} <= {report.owner for report in drifted} and not any(report.reached for report in drifted)
    assert max(report.residual for report in drifted) > 0.1


def test_a_plain_skeleton_keeps_a_pinned_hand_and_foot_while_its_hips_move() -> None:
    document = plain(FIGURE.rig)
    before = solver.evaluate(document)
    after = pull(document, {"hips": before.heads[before.index["hips"]] + (0.05, -0.05, -0.1)}, ("hand.L", "foot.R"))
    for name in ("hand.L", "foot.R"):
        assert head(after, name) == pytest.approx(before.heads[before.index[name]], abs=1e-5 * HEIGHT)
    assert head(after, "hips") == pytest.approx(before.heads[before.index["hips"]] + (0.05, -0.05, -0.1), abs=1e-3)


def test_a_chain_of_two_leaves_the_body_alone_though_ik_holds_it() -> None:
    document = pull(FIGURE, {"hand.L": moved("hand.L", (0.05, -0.1, 0.1))}, chain_length=2)
    assert turn(document, "upper_arm.L") > 0.05 and turn(document, "shoulder.L") < 1e-7
    assert all(goal.reached for goal in solver.evaluate(document).goals)


def test_with_a_chain_length_every_target_is_pulled_and_a_root_takes_the_body_along() -> None:
    targets = {name: moved(name, (0.0, -0.2, 0.1)) for name in ("hand.L", "hand.R")}
    document, missed = pull_and_miss(FIGURE, targets, chain_length=2)
    for name, target in targets.items():
        assert head(document, name) == pytest.approx(target, abs=2e-3)
    assert not missed and turn(document, "shoulder.L") < 1e-7
    hips = moved("hips", (0.1, 0.0, -0.1))
    document, missed = pull_and_miss(FIGURE, {"hips": hips}, chain_length=0)
    assert not missed and head(document, "hips") == pytest.approx(hips, abs=2e-3)
    one = pull_and_miss(FIGURE, {"hand.L": targets["hand.L"], "forearm.L": moved("forearm.L", (0.3, 0.3, 0.3))}, (), 1)[
        1
    ]
    assert "forearm.L" in {each.bone for each in one}


def test_an_elbow_is_pulled_while_its_hand_stays() -> None:
    target = moved("forearm.L", (0.05, 0.02, 0.04))
    document = pull(FIGURE, {"forearm.L": target})
    assert head(document, "hand.L") == pytest.approx(head(FIGURE, "hand.L"), abs=1e-5 * HEIGHT)
    assert np.linalg.norm(head(document, "forearm.L") - target) < 0.02


def test_resist_and_pull_say_who_gives_way() -> None:
    def with_bones(change) -> Document:
        return FIGURE.with_rig(
            msgspec.structs.replace(FIGURE.rig, bones=tuple(change(bone) for bone in FIGURE.rig.bones))
        )

    def stiff(bone: rigs.Bone) -> rigs.Bone:
        joint = msgspec.structs.replace(bone.joint, resist=1.0 if bone.name in ("spine", "chest") else 0.5)
        return msgspec.structs.replace(bone, joint=joint)

    still = with_bones(stiff)
    document = pulled("hand.L", WAYS["forward"], 0.9, still)
    spine = [
        np.linalg.inv(each.matrix("hips")) @ each.matrix("chest") for each in (STANDING, solver.evaluate(document))
    ]
    assert np.abs(spine[0] - spine[1])[:3, :3].max() < 1e-4
    limbs = tuple(msgspec.structs.replace(limb, pull=0.0) for limb in FIGURE.rig.limbs)
    alone = FIGURE.with_rig(msgspec.structs.replace(FIGURE.rig, limbs=limbs))
    assert turn(pulled("hand.L", WAYS["forward"], 0.9, alone), "chest") < 1e-3


def test_the_result_is_plain_pose_and_the_same_twice() -> None:
    once, twice = (pulled("hand.L", (0.3, -0.5, 0.2), 0.7) for _ in range(2))
    assert once == twice and once.rig.bones is FIGURE.rig.bones and once.rig.constraints is FIGURE.rig.constraints


def test_a_posed_figure_is_pulled_from_its_pose() -> None:
    bent = with_transforms(FIGURE, {"spine": Transform(rotation=(0.2, 0.0, 0.0, 0.98**0.5))})
    start = head(bent, "hand.L")
    assert head(pull(bent, {"hand.L": start}), "chest") == pytest.approx(head(bent, "chest"), abs=1e-9)


@pytest.mark.parametrize(
    ("targets", "pins", "said"),
    [
        ({"hnd.L": (0, 0, 0)}, (), 'no bone "hnd.L"'),
        ({"hand.L": (0, 0, 0)}, ("fot",), 'no bone "fot"'),
        ({"hand.L": (0, float("nan"), 0)}, (), r'targets\["hand.L"\]\[1\]: NaN is no number'),
        ({"hand.L": (0, 0)}, (), r'targets\["hand.L"\]: 3 values belong here, not 2'),
    ],
)
def test_what_cannot_be_pulled_is_one_sentence(targets, pins, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        pantin.pull(FIGURE, targets, pins)


@pytest.mark.parametrize("side", ["L", "R"])
def test_everyday_paths_are_followed_smoothly(side: str) -> None:
    paths = json.loads(EVERYDAY.read_text())
    for member, (upper, lower, end) in LIMBS.items():
        length = sum(np.linalg.norm(rest(a, side) - rest(b, side)) for a, b in pairwise((upper, lower, end)))
        root = STANDING.heads[STANDING.index[f"{upper}.{side}"]]
        drag = begin(FIGURE, STANDING, (PullGoal(f"{end}.{side}"),), FIGURE.rig.pins)
        for name, points in paths[member].items():
            targets = [root + np.array(point) * (1 if side == "L" else -1, 1, 1) * length for point in points[::4]]
            follow(drag, targets, length, f"{name} {side}")


LIMBS = {"arm": ("upper_arm", "forearm", "hand"), "leg": ("thigh", "shin", "foot")}


def rest(name: str, side: str) -> np.ndarray:
    """Return where a bone begins at rest."""
    return np.array(FIGURE.rig.by_name[f"{name}.{side}"].head)


def follow(drag, targets: list[np.ndarray], length: float, told: str) -> None:
    """At most 2 % of the targets are missed by more than 2 % of the limb, and no bone turns by more than 0.2 rad for
    0.4 % of it."""
    results = [drag.to([target]) for target in targets]
    missed = sum(result.reports[0].residual > 0.02 * length for result in results)
    assert missed <= 0.02 * len(targets), told
    turns = [
        np.array([result.document.figure.transform(name).rotation for name in drag.tree.names]) for result in results
    ]
    for (a, b), (at, there) in zip(pairwise(turns), pairwise(targets), strict=True):
        angle = 2.0 * np.arccos(np.clip(np.abs((a * b).sum(axis=1)), 0.0, 1.0)).max()
        assert angle <= 0.2 * max(np.linalg.norm(there - at) / (0.004 * length), 1.0), told


def test_a_hand_that_passes_the_shoulder_does_not_swing_the_arm_about() -> None:
    drag = begin(FIGURE, STANDING, (PullGoal("hand.L"),), FIGURE.rig.pins)
    shoulder = STANDING.heads[STANDING.index["upper_arm.L"]]
    ways = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)])
    results = [drag.to([shoulder + 0.002 * HEIGHT * way]) for way in ways]
    turns = np.array([[r.document.figure.transform(name).rotation for name in drag.tree.names] for r in results])
    for one in turns:
        assert (2.0 * np.arccos(np.clip(np.abs((one * turns).sum(axis=-1)), 0.0, 1.0))).max() < 0.2
