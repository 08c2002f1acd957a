"""A pose is mixed in by a drag across its card in the real window."""

from __future__ import annotations

from PySide6 import QtCore

from pantin import solver
from pantin.rigs.editing import clips
from tests.app.clips.nods import lifting
from tests.app.person import Person
from tests.app.pose_library.cards import PICTURE, card

X, Y = PICTURE


def test_handles_that_a_mix_leads_out_of_reach_come_back_when_it_is_kept(shelf: Person) -> None:
    shelf.press(PICTURE, card(shelf, "Cheer"))
    shelf.move((X - 50, Y), (X - 100, Y), on=card(shelf, "Cheer"))
    shelf.wait_for_the_pose()
    mixed = solver.evaluate(shelf.session.shown)
    assert not all(goal.reached for goal in mixed.goals)
    shelf.release((X - 100, Y), card(shelf, "Cheer"))
    kept = solver.evaluate(shelf.session.document)
    assert all(goal.reached for goal in kept.goals)
    assert shelf.session.history.undo_label == "Mix Cheer, −100 %" and card(shelf, "Cheer").entry.applied
    body = [row for row, bone in enumerate(shelf.session.document.rig.bones) if bone.kind == "bone"]
    assert abs(kept.heads[body] - mixed.heads[body]).max() < 1e-6


def test_shift_is_fine_and_no_jump(shelf: Person) -> None:
    wave = card(shelf, "Wave")
    shelf.press(PICTURE, wave)
    shelf.move((X + 20, Y), (X + 50, Y), on=wave)
    shelf._held = QtCore.Qt.KeyboardModifier.ShiftModifier
    shelf.move((X + 100, Y), (X + 150, Y), on=wave)
    shelf._held = QtCore.Qt.KeyboardModifier.NoModifier
    shelf.move((X + 160, Y), on=wave)
    shelf.release((X + 160, Y), wave)
    assert shelf.session.history.undo_label == "Mix Wave, 70 %"


def test_a_pose_put_on_a_frame_that_lifts_a_foot_stands_on_both_feet_again(shelf: Person) -> None:
    pins = shelf.session.document.rig.pins
    shelf.session.edit("Clip", lambda document: clips.added(document, lifting(range(30, 60))))
    shelf.window.clips.playhead.go_to(45)
    shelf.wait_for_the_pose()
    assert {pin.bone for pin in pins} == {"foot.L", "foot.R"} and len(shelf.session.posing.rig.pins) == 1
    shelf.press(PICTURE, card(shelf, "Hands on hips"))
    shelf.release(PICTURE, card(shelf, "Hands on hips"))
    shelf.wait_for_the_pose()
    assert shelf.session.document.rig.pins == pins and shelf.session.frame is None
