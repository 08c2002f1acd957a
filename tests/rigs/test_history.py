"""Undo and redo: exactly what was there, as many steps as one likes."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from pantin.rigs import CopyLocation, Document, Ik, Transform
from pantin.rigs.editing.bones import rename, replace_bone
from pantin.rigs.editing.constrain import add, remove, replace
from pantin.rigs.editing.pose import reset, with_transforms
from pantin.rigs.editing.selection import select
from pantin.rigs.history import MOST_STEPS, History
from pantin.rigs.scene import Scene
from tests.rigs.samples import document, leg


def turned(document: Document, x: float) -> Document:
    return with_transforms(document, {"shin.L": Transform(location=(x, 0.0, 0.0))})


def random_edit(document: Document, random: Random) -> Document:
    """Any edit there is, of any bone or constraint there is."""
    bones, constraints = document.rig.bones, document.rig.constraints
    bone = random.choice(bones)
    place = random.randrange(len(constraints)) if constraints else None
    edits = [
        lambda: with_transforms(document, {bone.name: Transform(scale=(random.random(),) * 3)}),
        lambda: reset(document, [bone.name]),
        lambda: rename(document, bone.name, f"bone {random.getrandbits(60)}"),
        lambda: replace_bone(document, msgspec.structs.replace(bone, roll=random.uniform(-3.0, 3.0))),
        lambda: add(document, CopyLocation(owner=bone.name, target=random.choice(bones).name)),
        lambda: select(document, [other.name for other in bones if random.random() < 0.5]),
    ]
    if place is not None:
        edits.append(lambda: remove(document, place))
        edits.append(lambda: replace(document, place, Ik(owner=bone.name, pole_angle=random.uniform(-3.0, 3.0))))
    return random.choice(edits)()


@pytest.mark.parametrize("seed", range(3))
def test_a_thousand_random_edits_are_undone_and_redone_exactly(seed: int) -> None:
    random = Random(seed)
    history = History.start(document())
    kept = [history.document]
    while len(kept) <= 1000:
        now = random_edit(history.document, random)
        steps = len(history.steps)
        history = history.push("Edit", now)
        if len(history.steps) > steps:
            kept.append(now)
        else:
            kept[-1] = history.document
    for expected in reversed(kept):
        assert history.document == expected
        history = history.undo()
    assert history.document is kept[0]
    assert not history.can_undo
    for expected in kept:
        assert history.document is expected
        history = history.redo()
    assert not history.can_redo


def test_an_equal_document_is_no_step() -> None:
    history = History.start(document())
    assert history.push("Nothing", history.document) is history
    assert history.push("Nothing", document()) is history


def test_a_change_of_selection_is_no_step_and_keeps_redo() -> None:
    history = History.start(document()).push("Turn", turned(document(), 1.0)).undo()
    chosen = history.push("Select", select(history.document, ["hips"]))
    assert chosen.document.selected == ("hips",)
    assert chosen.labels == ("Open", "Turn")
    assert chosen.redo().document == turned(document(), 1.0)
    assert chosen.redo().undo().document.selected == ("hips",)


def test_a_new_edit_forgets_what_was_undone() -> None:
    history = History.start(document()).push("One", turned(document(), 1.0)).push("Two", turned(document(), 2.0))
    other = history.undo().push("Three", turned(document(), 3.0))
    assert other.labels == ("Open", "One", "Three")
    assert not other.can_redo
    assert history.document == turned(document(), 2.0)


def test_labels_say_what_undo_and_redo_would_do() -> None:
    history = History.start(document())
    assert (history.can_undo, history.can_redo, history.undo_label, history.redo_label) == (False, False, "", "")
    history = history.push("One", turned(document(), 1.0)).push("Two", turned(document(), 2.0)).undo()
    assert (history.can_undo, history.can_redo) == (True, True)
    assert (history.undo_label, history.redo_label) == ("One", "Two")
    assert history.undo().undo().undo().document == document()
    assert history.redo().redo().redo().document == turned(document(), 2.0)


def test_the_oldest_steps_are_forgotten_in_the_end() -> None:
    history = History.start(document())
    for number in range(MOST_STEPS + 5):
        history = history.push(f"Step {number}", turned(document(), 1.0 + number))
    assert len(history.steps) == MOST_STEPS + 1
    for _ in range(MOST_STEPS + 5):
        history = history.undo()
    assert history.document == turned(document(), 5.0)


def test_the_pose_before_is_that_of_the_last_step_that_posed() -> None:
    first = document()
    assert History.start(first).posed_before is None
    posed = turned(first, 0.3)
    history = History.start(first).push("Pose", posed).push("Rename", rename(posed, "hips", "pelvis"))
    assert history.undo().posed_before is first
    assert history.undo().undo().posed_before is None


def test_the_pose_before_is_that_of_the_figure_that_is_edited() -> None:
    bent = {"hips": Transform(location=(0.0, 0.0, 0.1))}
    both = Document.in_scene(
        Scene((msgspec.structs.replace(leg(), name="A"), msgspec.structs.replace(leg(), name="B")))
    )
    a = both.posed(bent)
    b = a.editing("B").posed(bent)
    history = History.start(both).push("Pose A", a).push("Select", a.editing("B")).push("Pose B", b)
    back = history.push("Select", b.editing("A"))
    before = back.posed_before
    assert before is not None and before.active_figure == "A" and before.figure.pose == both.figure.pose
