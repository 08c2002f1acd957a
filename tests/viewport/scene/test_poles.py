"""Poles on the screen, beside the handles of their limbs."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.viewport.picking.targets import targets
from pantin.viewport.values.camera import Camera, Lens
from tests.app.person import sample
from tests.viewport.stages import look_at


def with_long_pole(name: str) -> Document:
    """The figure with a pole ten times as long as it is."""
    document = sample("humanoid")
    pole = document.rig.by_name[name]
    tail = tuple((np.array(pole.head) + 10 * (np.array(pole.tail) - pole.head)).tolist())
    bones = tuple(replace(bone, tail=tail) if bone is pole else bone for bone in document.rig.bones)
    return document.with_rig(replace(document.rig, bones=bones))


@pytest.mark.parametrize("distance", [0.7, 1.5, 6.0])
@pytest.mark.parametrize("yaw", [0.3, 2.8])
def test_a_pole_is_seen_and_grabbed_no_larger_than_the_handle_of_its_limb(distance: float, yaw: float) -> None:
    look = look_at(with_long_pole("elbow_pole.L"))
    elbow = look.evaluated.heads[look.evaluated.index["forearm.L"]]
    lens = Lens(Camera(target=tuple(elbow.tolist()), distance=distance, yaw=yaw), 886, 682)
    found = targets(look)
    solid = [grip for grip in found.grips if grip.solid]
    radius = found.seen(lens)[1][[grip.name for grip in solid].index("elbow_pole.L"), 2]
    handle = next(grip for grip in found.grips if grip.name == "hand_ik.L")
    size = handle.radius / lens.pixel(look.evaluated.heads[handle.row])
    assert 0.0 < radius <= size * (1 + 1e-9)
