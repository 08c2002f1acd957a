"""Dragging bones by hand: what stays in its place is turned, everything else is moved."""

from __future__ import annotations

from math import degrees

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.euler import bend_twist_sway
from pantin.rigs.joint import Joint, Locks
from pantin.rigs.rig import Bone, Rig
from pantin.viewport.tools import tool_named
from pantin.viewport.tools.dragging.events import Press
from pantin.viewport.values.camera import Camera, Lens
from pantin.viewport.values.stage import Look
from tests.viewport.drags import FRONT, kept, run, to
from tests.viewport.stages import hit_on, look_at, seen_at

STILL = (True, True, True)
SIDE = Lens(Camera(target=(0, 0, 1), distance=4.0, yaw=np.pi / 2, pitch=0.0), 800, 600)


def control(**locks) -> Look:
    """A handle that stands upright, its X axis to the side."""
    bone = Bone(name="roll", head=(0, 0, 1), tail=(0, 0, 1.2), kind="handle", locks=Locks(**locks))
    return look_at(Document.of(Rig(bones=(bone,))))


def press(look: Look, lens: Lens) -> Press:
    return Press(*seen_at(look, "roll", 1.0, lens), lens, hit_on(look, "roll"))


@pytest.mark.parametrize("tool", ["select", "move"])
@pytest.mark.parametrize("lens", [FRONT, SIDE], ids=["seen from the front", "seen from the side"])
def test_what_only_rolls_rolls_about_its_axis_after_the_pointer(tool: str, lens: Lens) -> None:
    look = control(location=STILL, rotation=(False, True, True))
    begun = press(look, lens)
    way = (0, 40) if lens is FRONT else (40, 0)
    shown = run(tool_named(tool).operation.drag, look, begun, to(begun.x + way[0], begun.y + way[1]))
    bend, twist, sway = map(degrees, bend_twist_sway(shown.document.figure.transform("roll").rotation))
    assert abs(bend) > 15 and twist == pytest.approx(0, abs=1e-6) and sway == pytest.approx(0, abs=1e-6)
    assert shown.document.figure.transform("roll").location == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(("limit", "sign"), [((-0.5, 1.5), 1), ((-1.5, 0.5), -1)])
def test_what_only_rolls_rolls_when_it_is_drawn_straight_up_or_down(limit: tuple[float, float], sign: int) -> None:
    """Along the line from its pivot there is nothing to go round: up is the way of the wider limit, down the other."""
    look = control(location=STILL, rotation=(False, True, True))
    [bone] = look.document.rig.bones
    look = look_at(Document.of(Rig(bones=(replace(bone, joint=Joint(limit=(limit, None, None))),))))
    begun = press(look, SIDE)
    for way in (-1, 1):
        shown = run(tool_named("select").operation.drag, look, begun, to(begun.x, begun.y + 20 * way))
        bend = degrees(bend_twist_sway(shown.document.figure.transform("roll").rotation)[0])
        assert bend * sign * -way > 10


def test_what_stays_in_its_place_but_turns_freely_turns_like_the_pointer() -> None:
    look = control(location=STILL)
    begun = press(look, FRONT)
    end = kept(tool_named("select").operation.drag, look, begun, to(begun.x + 30, begun.y + 10))
    assert end is not None and end.label == "Rotate roll"
    assert "about the line of sight" in end.preview.readout


@pytest.mark.parametrize("locks", [{}, {"location": (True, False, True)}, {"location": STILL, "rotation": STILL}])
def test_everything_else_is_moved(locks) -> None:
    look = control(**locks)
    begun = press(look, FRONT)
    end = kept(tool_named("select").operation.drag, look, begun, to(begun.x + 30, begun.y + 10))
    assert end is not None and end.label == "Drag roll"
