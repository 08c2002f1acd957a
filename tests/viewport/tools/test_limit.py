"""Dragging the edge of a limit: its end goes with the pointer, in steps, with the other end or side, as typed."""

from __future__ import annotations

from math import degrees, pi

import numpy as np
import pytest
from hypothesis import given

from pantin.rigs.document import Document
from pantin.rigs.editing.hinges import make_hinges
from pantin.rigs.templates import humanoid
from pantin.viewport.scene.limits.limit_geometry import Edge, limit_geometry
from pantin.viewport.tools.dragging.events import Press, Settings
from pantin.viewport.tools.limit import limit
from tests.rigs.strategies import numbers, relaxed
from tests.viewport.drags import kept, keys, run, to, with_selected
from tests.viewport.stages import LENS, look_at

LOOK = with_selected(look_at(Document.of(humanoid.rig())), "forearm.L")
UPPER, LOWER = Edge("forearm.L", 0, "upper"), Edge("forearm.L", 0, "lower")


def at(edge: Edge, angle: float, look=LOOK) -> tuple[float, float]:
    """The pixel in which the grip would be seen at an angle."""
    x, y, _ = LENS.project(limit_geometry(look, LENS, edge.bone).places(edge.axis, angle))[0]
    return float(x), float(y)


def pressed(edge: Edge, look=LOOK, **settings) -> Press:
    ends = look.document.rig.by_name[edge.bone].joint.limit[edge.axis]
    x, y = at(edge, ends[1] if edge.end == "upper" else ends[0], look)
    return Press(x + 2, y - 1, LENS, edge=edge, settings=Settings(**settings))


def aimed(edge: Edge, angle: float, **held: bool):
    """The pointer where it was pressed on the grip, with the grip at an angle."""
    x, y = at(edge, angle)
    return to(x + 2, y - 1, **held)


def ends(document: Document, bone: str = "forearm.L", axis: int = 0) -> tuple[float, float]:
    lower, upper = document.rig.by_name[bone].joint.limit[axis]
    return degrees(lower), degrees(upper)


@given(numbers(0.1, 3.0))
@relaxed
def test_the_end_goes_where_the_pointer_takes_its_grip(angle: float) -> None:
    shown = run(limit, LOOK, pressed(UPPER), aimed(UPPER, angle))
    now = shown.document.rig.by_name["forearm.L"].joint.limit[0]
    assert np.hypot(*np.subtract(at(UPPER, now[1]), at(UPPER, angle))) < 1.0
    assert ends(shown.document)[0] == pytest.approx(-11, abs=0.1)


def test_before_it_is_moved_nothing_changes() -> None:
    shown = run(limit, LOOK, pressed(UPPER), aimed(UPPER, 2.408554))
    assert ends(shown.document) == pytest.approx(ends(LOOK.document), abs=0.1)


def test_ctrl_snaps_to_five_degrees_and_with_shift_to_one() -> None:
    assert ends(run(limit, LOOK, pressed(UPPER), aimed(UPPER, np.radians(91.8), ctrl=True)).document)[1] == 90
    fine = run(limit, LOOK, pressed(UPPER), aimed(UPPER, np.radians(91.8), ctrl=True, shift=True))
    assert ends(fine.document)[1] == pytest.approx(92)


def test_an_end_never_crosses_rest() -> None:
    assert ends(run(limit, LOOK, pressed(UPPER), aimed(UPPER, -0.8)).document)[1] >= 0.0
    assert ends(run(limit, LOOK, pressed(LOWER), aimed(LOWER, 0.9)).document)[0] <= 0.0


def test_digits_say_degrees_whatever_their_sign() -> None:
    assert ends(run(limit, LOOK, pressed(UPPER), *keys("9", "0")).document)[1] == pytest.approx(90)
    assert ends(run(limit, LOOK, pressed(LOWER), *keys("3", "0")).document)[0] == pytest.approx(-30)
    assert ends(run(limit, LOOK, pressed(LOWER), *keys("-", "3", "0")).document)[0] == pytest.approx(-30)
    assert ends(run(limit, LOOK, pressed(UPPER), *keys("9", "0", "0")).document)[1] == pytest.approx(180)


def test_s_moves_both_ends_alike() -> None:
    assert ends(run(limit, LOOK, pressed(UPPER), *keys("4", "0", "s")).document) == pytest.approx((-40, 40))
    assert ends(run(limit, LOOK, pressed(UPPER), *keys("4", "0", "s", "s")).document)[0] == pytest.approx(-11, abs=0.1)


def test_m_moves_the_other_side_too_and_says_so() -> None:
    shown = run(limit, LOOK, pressed(UPPER), *keys("9", "0", "m"))
    assert ends(shown.document, "forearm.R")[1] == pytest.approx(90) and "forearm.R too" in shown.readout
    always = run(limit, LOOK, pressed(UPPER, mirror_x=True), *keys("9", "0"))
    assert ends(always.document, "forearm.R")[1] == pytest.approx(90)
    alone = run(limit, LOOK, pressed(UPPER), *keys("9", "0"))
    assert ends(alone.document, "forearm.R") == ends(LOOK.document, "forearm.R")


def test_a_bone_without_another_side_says_so() -> None:
    look = with_selected(LOOK, "head")
    shown = run(limit, look, pressed(Edge("head", 1, "upper"), look), *keys("m"))
    assert "head has no other side" in shown.readout


def test_twists_are_dragged_about_the_bone() -> None:
    edge = Edge("forearm.L", 1, "upper")
    shown = run(limit, LOOK, pressed(edge), aimed(edge, 0.4))
    now = shown.document.rig.by_name["forearm.L"].joint.limit[1][1]
    assert np.hypot(*np.subtract(at(edge, now), at(edge, 0.4))) < 1.0
    assert shown.readout.startswith("Limit twist −80° to")


def test_it_is_one_step_with_the_bones_name() -> None:
    made = kept(limit, LOOK, pressed(UPPER), *keys("9", "0"))
    assert made.label == "Limit forearm.L" and made.preview.readout == "Limit bend −11° to 90°"


def test_a_hinge_seen_from_its_edge_is_dragged_all_the_same() -> None:
    look = with_selected(look_at(make_hinges(Document.of(humanoid.rig()), ["shin.L"])), "shin.L")
    edge = Edge("shin.L", 0, "lower")
    shown = run(limit, look, pressed(edge, look), to(*at(edge, -1.0, look)))
    assert -pi <= shown.document.rig.by_name["shin.L"].joint.limit[0][0] <= 0.0


def test_without_an_edge_there_is_nothing_to_drag() -> None:
    with pytest.raises(StopIteration):
        next(limit(LOOK, Press(0, 0, LENS)))
