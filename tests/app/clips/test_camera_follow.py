"""The view goes with a figure that a clip takes out of it."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.app.session.pose_requests import Request
from pantin.rigs.clip import Clip
from pantin.rigs.editing import clips
from pantin.rigs.editing.building.adding import at_end
from pantin.rigs.rig import Bone
from tests.app.person import Person

FAR = 30.0


@pytest.fixture
def walking(person: Person) -> Person:
    """Somebody with a clip that takes the hips of a skeleton 30 m to its left, and a step before that."""
    rows = np.tile(np.array((0, 0, 0, 0, 0, 0, 1, 1, 1, 1), float), (3, 1, 1))
    rows[1, 0, 0], rows[2, 0, 0] = 0.1, FAR
    person.open_sample("tentacle")
    root = next(bone.name for bone in person.session.document.rig.bones if bone.parent is None)
    person.session.edit("Clip", lambda document: clips.added(document, Clip.of("walk", 10.0, (root,), rows)))
    person.wait_for_the_pose()
    return person


def test_a_step_leaves_the_view_and_a_walk_takes_it_along(walking: Person) -> None:
    view, playhead = walking.view, walking.window.clips.playhead
    before = view.camera
    playhead.go_to(1)
    walking.wait_for_the_pose()
    assert view.camera == before
    playhead.go_to(2)
    walking.wait_for_the_pose()
    heads = np.asarray(walking.session.evaluated.heads)
    middle = (heads.min(axis=0) + heads.max(axis=0)) / 2
    x, y, _depth = view.lens.project(middle[None])[0]
    assert np.linalg.norm(middle) > FAR / 2 and 0 < x < view.width() and 0 < y < view.height()
    assert (view.camera.yaw, view.camera.pitch, view.camera.distance) == (before.yaw, before.pitch, before.distance)


@pytest.mark.parametrize("reached", [1, 2])
def test_a_figure_that_is_left_far_from_its_own_pose_is_framed(walking: Person, reached: int) -> None:
    """One that is still in view is seen from where it was."""
    view, playhead = walking.view, walking.window.clips.playhead
    playhead.go_to(reached)
    walking.wait_for_the_pose()
    before, root = view.camera, walking.session.document.rig.bones[0].name
    playhead.leave()
    walking.wait_for_the_pose()
    x, y = walking.where(root)
    assert 0 < x < view.width() and 0 < y < view.height()
    assert (view.camera == before) == (reached == 1)


def test_controls_that_stand_elsewhere_move_nothing(walking: Person) -> None:
    """A figure that is fitted while a frame is shown stays where it is in the picture."""
    view, playhead = walking.view, walking.window.clips.playhead
    playhead.go_to(1)
    walking.wait_for_the_pose()
    before = view.camera
    handle = Bone("far", head=(0.0, FAR, -FAR), tail=(0.0, FAR, 1.0 - FAR), kind="handle")
    walking.session.edit("Handle", lambda document: at_end(document, (handle,)))
    walking.wait_for_the_pose()
    assert view.camera == before


def test_an_edit_that_moves_nothing_leaves_the_view_where_it_was_put(walking: Person) -> None:
    """A bone is looked at while a frame is shown; fitting controls then does not take the view back to the whole."""
    view, session = walking.view, walking.session
    walking.window.clips.playhead.go_to(1)
    walking.wait_for_the_pose()
    view.frame((session.document.rig.bones[-1].name,))
    walking.wait_until(lambda: view.camera is view.goal)
    before = view.camera
    handle = Bone("far", head=(0.0, FAR, -FAR), tail=(0.0, FAR, 1.0 - FAR), kind="handle")
    session.edit("Handle", lambda document: at_end(document, (handle,)))
    walking.wait_for_the_pose()
    assert session.frame is not None and view.camera == before


def test_a_view_that_is_asked_for_meanwhile_is_reached(walking: Person) -> None:
    """The camera is on its way there when a frame takes the figure along: it arrives, and sees the figure."""
    view = walking.view
    view.reduced_motion = False
    view.look_from("left")
    walking.window.clips.playhead.go_to(2)
    walking.wait_for_the_pose()
    walking.wait_until(lambda: view.camera is view.goal)
    middle = np.asarray(walking.session.evaluated.heads).mean(axis=0)
    x, y, _depth = view.lens.project(middle[None])[0]
    assert view.camera.orthographic and 0 < x < view.width() and 0 < y < view.height()


def test_a_pose_between_two_frames_moves_nothing(walking: Person) -> None:
    """An edit may show the figure where it rests, before the frame is posed again."""
    view, session = walking.view, walking.session
    walking.window.clips.playhead.go_to(2)
    walking.wait_for_the_pose()
    before = view.camera
    session.shown_pose.ask(Request(session.document))
    walking.wait_until(lambda: session.shown_pose.answered.frame is None)
    assert session.frame is not None and view.camera == before
