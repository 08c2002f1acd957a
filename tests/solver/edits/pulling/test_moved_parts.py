"""Tests of who gives way, in words of the body, and how far each part has moved."""

from __future__ import annotations

import numpy as np
import pytest

from pantin import rigs, solver
from pantin.resources import FOLDER
from pantin.rigs import Document
from pantin.rigs.editing.bones import rename
from pantin.solver.edits.pulling.moved_parts import compliant_parts, moved
from pantin.solver.edits.pulling.pull import pull
from tests.rigs.samples import plain

FIGURE = rigs.read(FOLDER / "rigs" / "humanoid.rig.json")


@pytest.mark.parametrize(
    ("pulled", "parts"),
    [
        ("hand.L", ["arm L", "clavicle L", "spine", "hips", "legs"]),
        ("hand_ik.L", ["arm L", "clavicle L", "spine", "hips", "legs"]),
        ("head", ["neck", "spine", "hips", "legs"]),
        ("foot.R", ["leg R", "hips", "legs"]),
        ("hips", ["hips", "legs"]),
    ],
)
def test_the_parts_between_what_is_pulled_and_the_hips_give_way_in_order(pulled: str, parts: list[str]) -> None:
    found = compliant_parts(FIGURE.rig, (pulled,))
    assert [f"{each.part} {each.side}".rstrip() for each in found] == parts
    names = [name for each in found for name in each.bones]
    assert len(names) == len(set(names))


def test_bones_of_no_known_part_are_runs() -> None:
    document = plain(FIGURE.rig)
    numbers = {bone.name: f"j{place}" for place, bone in enumerate(document.rig.bones)}
    for old, new in numbers.items():
        document = rename(document, old, new)
    found = compliant_parts(document.rig, (numbers["hand.L"],))
    assert [each.part for each in found] == ["run", "run", "root"]
    assert found[0].bones[-1] == numbers["hand.L"] and found[1].bones[-1] == numbers["chest"]
    assert found[2].bones == (numbers["hips"],)


@pytest.mark.parametrize(
    ("rig", "end", "first"),
    [
        ("quadruped", "tail_3", ("tail", "", ("tail_1", "tail_2", "tail_3"))),
        ("quadruped", "ear.L", ("neck", "", ("neck_1", "neck_2", "head", "ear.L"))),
        ("robot_arm", "jaw.R", ("arm", "", ("upper_arm", "elbow", "forearm", "wrist", "flange", "jaw.R"))),
    ],
)
def test_tails_have_a_row_of_their_own_and_what_is_on_a_head_gives_way_with_the_neck(rig, end, first) -> None:
    (found, *_others) = compliant_parts(rigs.read(FOLDER / "rigs" / f"{rig}.rig.json").rig, (end,))
    assert (found.part, found.side, found.bones) == first


@pytest.mark.parametrize(("rig", "end", "part"), [("robot_arm", "jaw.L", "root"), ("biped", "head", "hips")])
def test_only_what_is_the_hips_is_called_so(rig: str, end: str, part: str) -> None:
    document = rigs.read(FOLDER / "rigs" / f"{rig}.rig.json")
    parts = compliant_parts(document.rig, (end,))
    assert [each.part for each in parts if each.part in ("hips", "root")] == [part]
    before = solver.evaluate(document)
    assert all(each.moved == pytest.approx(0.0, abs=1e-6) for each in moved(before, before, parts))


def test_a_still_pose_moved_nothing_and_a_pull_is_told_in_angles_and_metres() -> None:
    before, parts = solver.evaluate(FIGURE), compliant_parts(FIGURE.rig, ("hand.L",))
    assert [each.moved for each in moved(before, before, parts)] == pytest.approx([0.0] * len(parts), abs=1e-6)
    after: Document = pull(FIGURE, {"hand.L": (0.6, -1.0, 1.2)})
    now = solver.evaluate(after)
    told = {each.part: each.moved for each in moved(before, now, parts)}
    assert all(each is not None and each > 0.01 for each in told.values())
    row = now.index["hips"]
    assert told["hips"] == pytest.approx(float(np.linalg.norm(now.heads[row] - before.heads[row])))
