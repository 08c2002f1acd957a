"""Tests of who gives way, in the real window: told while a body is pulled and after it, until the document changes
otherwise.
"""

from __future__ import annotations

import numpy as np

from pantin.app.window.panels.side_panels import compliance_of
from pantin.rigs.rig import Pin
from pantin.viewport.scene.pins import badge, pin_marks
from pantin.viewport.scene.rig_arrays import rig_arrays
from tests.app.clips.nods import with_clip
from tests.app.person import Person, sample


def told(person: Person) -> dict[str, float | None]:
    return {part.part: part.moved for part in compliance_of(person.session)}


def test_a_pull_tells_who_gave_way_until_something_else_is_done(person: Person) -> None:
    person.session.select(("hand.L",), "hand.L")
    person.wait_for_the_pose()
    assert list(told(person)) == ["arm", "clavicle", "spine", "hips", "legs"]
    assert set(told(person).values()) == {None}
    person.view.change_settings(reach="body")
    x, y = person.where("hand.L", 0.3)
    person.press((x, y))
    person.move((x + 60, y - 60), (x + 150, y - 150))
    person.wait_for_the_pose()
    during = told(person)
    assert all(moved is not None and moved > 0.0 for moved in during.values())
    person.release((x + 150, y - 150))
    assert told(person).keys() == during.keys() and None not in told(person).values()
    person.window.panels.show()
    section = person.window.panels.properties.prepare().compliance
    section.head.click()  # it is folded at first
    rows = [row for row in section.rows if row.isVisibleTo(section)]
    assert [row.title for row in rows] == ["Arm", "Clavicle", "Spine", "Hips", "Legs"]
    assert all(row.moved for row in rows)
    person.session.undo()
    person.wait_for_the_pose()
    assert set(told(person).values()) == {None}
    person.session.redo()
    person.wait_for_the_pose()
    assert None not in told(person).values()


def test_what_a_frame_of_a_clip_shows_was_moved_by_no_pull(person: Person) -> None:
    with_clip(person)
    person.view.change_settings(reach="body")
    x, y = person.where("hand.L", 0.3)
    person.press((x, y))
    person.move((x + 60, y - 60))
    person.release((x + 60, y - 60))
    person.wait_for_the_pose()
    assert None not in told(person).values()
    person.window.clips.playhead.go_to(5)
    person.wait_for_the_pose()
    assert set(told(person).values()) == {None}
    person.window.clips.playhead.leave()
    person.wait_for_the_pose()
    assert None not in told(person).values()


def test_a_click_on_a_push_pin_in_the_view_is_one_step(person: Person) -> None:
    session, view = person.session, person.view
    steps = len(session.history.steps)
    rig, pose = session.document.rig, session.evaluated
    [mark] = [each for each in pin_marks(rig, None, rig_arrays(rig), pose) if each.bone == "foot.L"]
    person.click(badge(mark, view.lens.project(np.array(mark.at))[0], view.camera))
    assert session.document.rig.pins == (Pin("foot.R", rotation=True, on_ground=True),)
    assert len(session.history.steps) == steps + 1 and session.history.undo_label == "Unpin foot.L"


def test_of_several_selected_bones_the_handle_that_comes_up_under_the_pointer_is_not_pinned(person: Person) -> None:
    chosen = ("forearm.L", "forearm.R")
    person.session.select(chosen, chosen[0])
    person.wait_for_the_pose()
    person.window.pointed_at = "hand_ik.L"
    person.window.menus.current("pin_rotation").trigger()
    assert {pin.bone for pin in person.session.document.rig.pins} == {"foot.L", "foot.R", *chosen}
    person.window.pointed_at = "head"
    person.window.menus.current("pin").trigger()
    assert person.session.document.rig.pins[-1] == Pin("head")


def test_a_bone_that_was_pointed_at_and_is_gone_is_meant_no_more(person: Person) -> None:
    """Another file is open before its figure is posed: what can be pinned is asked meanwhile."""
    person.window.pointed_at = "head"
    person.session.open(sample("arm"))
    assert person.window.pointed_at is None and person.window.menus.why_not("pin")
    person.wait_for_the_pose()


def test_a_knee_that_goes_no_farther_says_why_and_offers_what_frees_it(person: Person) -> None:
    """Its foot is pinned. The button does what a click on the title of the limit does, and undo takes it back."""
    session, bar = person.session, person.window.limit_bar
    person.view.change_settings(reach="body")
    x, y = person.where("shin.L", 0.02)
    person.drag((x, y), (x + 100, y), (x + 200, y))
    assert session.history.labels[-1] == "Drag shin.L" and bar.isVisible()
    assert "shin.L stopped" in bar.label.text() and 'pinned below it is "foot.L"' in bar.label.text()
    assert 'at their limits are "foot.L"' in bar.label.text() and "foot.L" in session.evaluated.limits_hit
    bar.button.click()
    person.wait_for_the_pose()
    assert "foot.L" in session.document.rig.freed and session.history.labels[-1].startswith("Free limits of")
    assert not bar.isVisible(), "another step is the last"
    session.undo()
    assert not session.document.rig.freed


def test_a_knee_that_comes_to_the_pointer_and_a_hand_out_of_reach_say_nothing(person: Person) -> None:
    person.view.change_settings(reach="body")
    x, y = person.where("shin.L", 0.02)
    person.drag((x, y), (x + 2, y), (x + 4, y))
    assert not person.window.limit_bar.isVisible()
    x, y = person.where("hand.L", 0.3)
    person.drag((x, y), (x + 150, y - 100), (x + 300, y - 150))
    assert not person.window.limit_bar.isVisible(), "what hangs on nothing that is pinned"
