"""Edit mode on the real window: the layout "Rig" shows and edits the rest pose, and every other layout poses."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt

from rigs.rig import REST
from tests.app.conftest import Person


def _posed(person: Person) -> None:
    """The left hand's handle a hand's breadth aside."""
    from rigs.pose import with_transforms
    from rigs.rig import Transform

    moved = {"hand_ik.L": Transform((0.1, 0.1, 0.0))}
    person.session.edit("Pose", lambda document: with_transforms(document, moved))
    person.wait_for_the_pose()


def test_tab_shows_the_rest_pose_and_back_again_the_pose_without_a_step(person: Person) -> None:
    _posed(person)
    before, posed, steps = person.session.document, person.tail("hand.L"), person.session.history.labels
    person.key(Qt.Key.Key_Tab)
    assert person.window.docks.layout == "rig" and person.session.editing
    assert not np.allclose(person.tail("hand.L"), posed, atol=0.01)
    assert "rest pose, editing" in person.view._floats.title.words[1]
    person.key(Qt.Key.Key_Tab)
    assert person.window.docks.layout == "pose" and not person.session.editing
    assert np.allclose(person.tail("hand.L"), posed, atol=1e-9)
    assert person.session.document is before and person.session.history.labels == steps
    assert person.session.document.rig.transform("hand_ik.L") != REST


def test_the_figure_steps_back_behind_solid_bones_in_an_accent_frame(person: Person) -> None:
    before = person.picture()
    person.key(Qt.Key.Key_Tab)
    after = person.picture()
    assert np.abs(after[0, 100:200] - (0x4D, 0xA3, 0xFF)).max() < 12
    x, y = map(round, person.where("chest"))
    assert np.abs(after[y, x] - before[y, x]).max() > 20
