"""Read-outs keep clear of what floats over the picture, by the least way, and of each other."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from pantin.rigs.document import Document
from pantin.solver import rest_pose
from pantin.viewport.paint.overlay.labels import labels
from pantin.viewport.paint.overlay.pen import Pen
from pantin.viewport.scene.scene import Display
from pantin.viewport.values.clearing import clear_of, meet
from pantin.viewport.values.colours import DARK
from pantin.viewport.values.overlay import Bubble, Label, Overlay
from tests.viewport.pictures import CAMERA, REST, RIG, painted, scene

WIDTH, HEIGHT = 640.0, 480.0
TOOLS, OPTIONS = (12.0, 64.0, 52.0, 300.0), (180.0, 12.0, 460.0, 44.0)


def written(overlay: Overlay) -> list:
    image = QImage(16, 16, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    shown, pen = scene(Document.of(RIG), rest_pose(RIG), overlay), Pen(painter, DARK, CAMERA, WIDTH, HEIGHT)
    found = list(labels(pen, shown, overlay.floats))
    painter.end()
    return found


@pytest.mark.parametrize(
    "at", [(20.0, 100.0), (40.0, 290.0), (200.0, 30.0), (450.0, 20.0), (300.0, 44.0), (600.0, 400.0)]
)
def test_no_label_stands_under_a_float_and_none_goes_farther_than_it_must(qapp, at: tuple[float, float]) -> None:
    twice = (Label(at, "127 mm"), Label(at, "hand_ik.L"))
    said = written(Overlay(labels=twice, floats=(TOOLS, OPTIONS)))
    free = written(Overlay(labels=twice))
    assert len(said) == 2 and not meet(said[0].room, said[1].room)
    assert not any(meet(placed.room, taken) for placed in said for taken in (TOOLS, OPTIONS))
    if not any(meet(placed.room, taken) for placed in free for taken in (TOOLS, OPTIONS)):
        assert said == free
    assert abs(said[0].left - free[0].left) < 100 and abs(said[0].base - free[0].base) < 60


def test_where_there_is_no_room_a_read_out_stays() -> None:
    assert clear_of((10.0, 10.0, 90.0, 30.0), [(0.0, 0.0, 100.0, 100.0)], 100.0, 100.0) == (0.0, 0.0)
    assert clear_of((10.0, 10.0, 90.0, 30.0), [], 100.0, 100.0) == (0.0, 0.0)


def test_the_bubble_is_painted_beside_a_float() -> None:
    bubble = Bubble((300.0, 200.0), count=3, longest=6)
    over = (320.0, 150.0, 400.0, 330.0)
    free, moved = (
        painted(scene(Document.of(RIG), rest_pose(RIG), Overlay(bubble=bubble, floats=floats)))
        for floats in ((), (over,))
    )
    assert abs(free[204, 360] - DARK.float_panel[:3]).max() < 30
    cut = moved[155:325, 325:395]
    assert (abs(cut - DARK.float_panel[:3]).max(axis=2) < 3).mean() < 0.02


def test_a_distance_that_would_lie_under_the_read_out_of_a_drag_is_written_beside_it(qapp) -> None:
    bubble, label = Bubble((300.0, 200.0), count=3, longest=6), Label((400.0, 215.0), "312 mm")
    without, told = (
        painted(scene(Document.of(RIG), rest_pose(RIG), Overlay(bubble=bubble, labels=each))) for each in ((), (label,))
    )
    np.testing.assert_array_equal(told[200:245, 332:480], without[200:245, 332:480])
    assert (told != without).any(axis=2).sum() > 100


def test_the_read_out_of_a_drag_keeps_clear_of_the_face(qapp) -> None:
    """The same pixels of the head with and without it, beside a hand that is pulled to the head."""
    head = CAMERA.project(REST[[bone.name for bone in RIG.bones].index("head"), :3, 3][None], WIDTH, HEIGHT)[0, :2]
    beside = (float(head[0]) - 40.0, float(head[1]) - 12.0)
    bubble = Bubble(beside, text="Body", note="Arm and clavicle give way", hint="Up for a chain")
    without, told = (
        painted(scene(Document.of(RIG), rest_pose(RIG), Overlay(bubble=each), display=Display(alone=True)))
        for each in (None, bubble)
    )
    x, y = head.astype(int)
    face = np.s_[y - 24 : y - 4, x - 10 : x + 10]
    np.testing.assert_array_equal(told[face], without[face])
    assert (told != without).any()
