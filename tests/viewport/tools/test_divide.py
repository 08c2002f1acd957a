"""Dividing bones at rest into as many as are typed, or as the pointer says."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.rig import Bone, Rig
from pantin.viewport.tools.divide import APART, divide
from pantin.viewport.values.stage import Look
from tests.viewport.drags import from_keyboard, kept, keys, run, to
from tests.viewport.edited_rest_pose import in_rest_pose

PRESS = from_keyboard()


def two_bones() -> Look:
    """One bone of a metre, and one that has no length; both selected."""
    bones = (Bone("bone", tail=(0.0, 0.0, 1.0)), Bone("dot", tail=(0.0, 0.0, 0.0)))
    return in_rest_pose(Document.of(Rig(bones=bones), selected=("bone", "dot"), active="bone"))


def parts(shown) -> int:
    return len(shown.document.rig.bones) - 1


def test_it_begins_with_two_and_goes_on_with_the_pointer() -> None:
    assert parts(run(divide, two_bones(), PRESS)) == 2
    shown = run(divide, two_bones(), PRESS, to(PRESS.x + 3 * APART, PRESS.y))
    assert parts(shown) == 5 and shown.readout == "Divide into 5"
    assert parts(run(divide, two_bones(), PRESS, to(PRESS.x - 9 * APART, PRESS.y))) == 2


@pytest.mark.parametrize(("typed", "count"), [("20", 20), ("1", 2), ("0", 2), ("400", 100), ("-8", 2)])
def test_as_many_as_are_typed_within_what_can_be(typed: str, count: int) -> None:
    result = kept(divide, two_bones(), PRESS, to(PRESS.x + 200.0, PRESS.y), *keys(*typed))
    assert parts(result.preview) == count and result.label == f"Divide into {count}: bone"


def test_it_is_for_the_rest_pose_and_for_bones_with_a_length() -> None:
    for look in (
        replace(two_bones(), in_rest_pose=False),
        replace(two_bones(), document=replace(two_bones().document, selected=("dot",))),
    ):
        with pytest.raises(StopIteration):
            next(divide(look, PRESS))
