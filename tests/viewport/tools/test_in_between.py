"""Pushing, relaxing and blending poses by dragging: how far the pointer leads, what is typed, what joints allow."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import Bone, Document, Joint, Rig, Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.viewport.tools import operation_named
from pantin.viewport.tools.in_between import MOST_PUSHED, WHOLE
from tests.viewport.drags import from_keyboard, kept, keys, run, to
from tests.viewport.stages import look_at

BOUND = Joint(limit=((0.0, 1.0), None, None))
BONES = (
    Bone(name="all", tail=(0.0, 0.0, 0.3), kind="handle"),
    Bone(name="arm", parent="all", head=(0.0, 0.0, 1.0), tail=(0.0, 0.0, 1.4), joint=BOUND),
    Bone(name="hand", parent="arm", head=(0.0, 0.0, 1.4), tail=(0.0, 0.0, 1.6)),
)


def about_x(angle: float) -> Transform:
    return Transform(rotation=(float(np.sin(angle / 2)), 0.0, 0.0, float(np.cos(angle / 2))))


POSE = {"all": Transform((0.5, 0.0, 0.0)), "arm": about_x(0.4), "hand": about_x(-0.3)}
LOOK = look_at(Document.of(Figure(rig=Rig(bones=BONES), pose=Pose(POSE))))
BEFORE = with_transforms(LOOK.document, {"arm": about_x(0.8), "hand": about_x(0.1)})
START = 400.0


def angles(name: str, *events, look=LOOK) -> dict[str, float]:
    """The angles about X that an operation leads the bones to."""
    figure = run(operation_named(name).drag, look, from_keyboard(), *events).document.figure
    found = {bone: figure.transform(bone).rotation for bone in ("arm", "hand")}
    return {bone: float(2 * np.arctan2(turn[0], turn[3])) for bone, turn in found.items()}


@pytest.mark.parametrize(
    ("name", "pixels", "arm", "hand"),
    [
        ("push", WHOLE, 0.8, -0.6),
        ("push", -WHOLE, 0.2, -0.15),
        ("relax", WHOLE, 0.2, -0.15),
        ("relax", -WHOLE, 0.8, -0.6),
        ("blend_to_rest", WHOLE / 4, 0.3, -0.225),
        ("blend_to_rest", WHOLE, 0.0, 0.0),
        ("blend_to_rest", 2 * WHOLE, 0.0, 0.3),
        ("blend_to_rest", -WHOLE, 0.8, -0.6),
        ("blend_to_rest", 9 * WHOLE, 0.0, 0.3),
        ("push", 2 * WHOLE, 1.0, -0.9),
    ],
)
def test_the_pointer_leads_the_pose_as_far_as_joints_allow(name: str, pixels: float, arm: float, hand: float) -> None:
    assert angles(name, to(START + pixels, 300.0)) == pytest.approx({"arm": arm, "hand": hand}, abs=1e-9)


def test_the_pose_before_is_led_to() -> None:
    look = replace(LOOK, before=BEFORE)
    assert angles("blend_to_before", to(START + WHOLE, 300.0), look=look) == pytest.approx({"arm": 0.8, "hand": 0.1})
    assert angles("blend_to_before", to(START + WHOLE / 2, 300.0), look=look)["arm"] == pytest.approx(0.6)


def test_typed_percent_snapping_and_the_readout() -> None:
    drag = operation_named("push").drag
    shown = run(drag, LOOK, from_keyboard(), *keys("5", "0", "-"))
    assert shown.readout == "Push \N{MINUS SIGN}50 %"
    assert run(drag, LOOK, from_keyboard(), to(START + 51.0, 300.0, ctrl=True)).readout == "Push 30 %"
    assert run(drag, LOOK, from_keyboard(), to(START + 51.0, 300.0, ctrl=True, shift=True)).readout == "Push 26 %"
    assert run(drag, LOOK, from_keyboard(), *keys("9", "9", "9", "9")).readout == f"Push {100 * MOST_PUSHED:.0f} %"
    assert shown.overlay.ghost is LOOK.evaluated.matrices


def test_the_handle_that_carries_all_stays_unless_it_is_selected() -> None:
    def place(look) -> tuple[float, ...]:
        shown = run(operation_named("push").drag, look, from_keyboard(), *keys("1", "0", "0"))
        return shown.document.figure.pose.bones["all"].location

    assert place(LOOK) == (0.5, 0.0, 0.0)
    chosen = replace(LOOK, document=replace_selection(LOOK.document, "all"))
    assert place(chosen) == (1.0, 0.0, 0.0)


def replace_selection(document: Document, name: str) -> Document:
    return Document.of(document.figure, selected=(name,), active=name)


def test_only_selected_bones_go_and_the_step_names_them() -> None:
    look = replace(LOOK, document=replace_selection(LOOK.document, "hand"))
    result = kept(operation_named("relax").drag, look, from_keyboard(), *keys("1", "0", "0"))
    assert result is not None and result.label == "Relax hand"
    assert result.preview.document.figure.pose.bones["arm"] == POSE["arm"]


def test_there_is_nothing_to_lead_at_rest_or_without_an_earlier_pose() -> None:
    for name, look in (("push", replace(LOOK, in_rest_pose=True)), ("blend_to_before", LOOK)):
        with pytest.raises(StopIteration) as end:
            next(operation_named(name).drag(look, from_keyboard()))
        assert end.value.value is None
