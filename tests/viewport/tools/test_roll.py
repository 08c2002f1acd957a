"""Rolling bones at rest: with the pointer about their heads, by steps, and by typed degrees."""

from __future__ import annotations

from math import atan2, degrees, pi

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.building.joints import frames_of
from pantin.rigs.rig import Bone, Rig
from pantin.viewport.tools.roll import roll
from pantin.viewport.values.stage import Look
from tests.viewport.drags import FRONT, from_keyboard, keys, run, to
from tests.viewport.edited_rest_pose import in_rest_pose

PRESS = replace(from_keyboard(), x=460.0, y=300.0)
"""To the right of where the heads are seen, (400, 300)."""


def bone_to(tail: tuple[float, float, float]) -> Look:
    """One bone that begins in the middle of the picture, selected."""
    return in_rest_pose(
        Document.of(Rig(bones=(Bone("bone", head=(0.0, 0.0, 1.0), tail=tail),)), selected=("bone",), active="bone")
    )


def rolled_by(look: Look, shown) -> float:
    """Degrees from the roll before."""
    before, after = (document.rig.by_name["bone"].roll for document in (look.document, shown.document))
    return float((degrees(after - before) + 180.0) % 360.0 - 180.0)


def seen_angle(document: Document) -> float:
    """Return where the X axis of the bone points on the screen, counter-clockwise."""
    head, axis = np.array((0.0, 0.0, 1.0)), frames_of(document.rig, document.rig.bones)[0, :3, 0]
    (x, y, _), (from_x, from_y, _) = (FRONT.project(place)[0] for place in (head + 0.01 * axis, head))
    return atan2(from_y - y, x - from_x)


@pytest.mark.parametrize("tail", [(0.0, -0.5, 1.0), (0.0, 0.5, 1.0), (0.2, 0.5, 1.0)], ids=["near", "far", "aside"])
def test_the_axes_follow_the_pointer_whether_the_bone_points_at_the_viewer_or_away(tail) -> None:
    look = bone_to(tail)
    shown = run(roll, look, PRESS, to(442.4, 257.6), to(400.0, 240.0))
    turned = (seen_angle(shown.document) - seen_angle(look.document)) % (2.0 * pi)
    assert turned == pytest.approx(pi / 2, abs=0.15 if tail[0] else 1e-3)
    (axis_x, axis_z) = shown.overlay.shapes
    assert (axis_x.role, axis_z.role) == ("axis_x", "axis_z")


def test_steps_are_five_degrees_and_one_with_shift() -> None:
    look = bone_to((0.0, -0.5, 1.0))
    free = abs(rolled_by(look, run(roll, look, PRESS, to(440.0, 270.0))))
    assert free == pytest.approx(degrees(atan2(30.0, 40.0)), abs=1e-3)
    by_five = rolled_by(look, run(roll, look, PRESS, to(440.0, 270.0, ctrl=True)))
    assert abs(by_five) == pytest.approx(35.0)
    by_one = rolled_by(look, run(roll, look, PRESS, to(440.0, 270.0, ctrl=True, shift=True)))
    assert abs(by_one) == pytest.approx(37.0)


def test_typed_degrees_count_whatever_the_pointer_and_its_keys_do_and_are_said() -> None:
    look = bone_to((0.0, -0.5, 1.0))
    shown = run(roll, look, PRESS, to(440.0, 270.0, ctrl=True), *keys("1", "2"))
    assert rolled_by(look, shown) == pytest.approx(12.0)
    assert shown.readout == "Roll 12°" and [label.text for label in shown.overlay.labels] == ["12°"]


def test_it_is_for_the_rest_pose_alone() -> None:
    with pytest.raises(StopIteration):
        next(roll(replace(bone_to((0.0, 0.0, 2.0)), in_rest_pose=False), PRESS))
