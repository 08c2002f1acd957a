"""Push-pins under the pointer: a click on one takes the pin away."""

from __future__ import annotations

from math import hypot

import numpy as np

from pantin.rigs.editing.pins import released, unpinned
from pantin.viewport.messages import _
from pantin.viewport.scene.pins import BADGE, badge, pin_badges
from pantin.viewport.scene.rig_arrays import rig_arrays
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.stage import DragResult, Look, Preview

AROUND = 1.0
"""Distance beyond its edge at which a badge can be hit, pixels."""


def pin_at(look: Look, lens: Lens, x: float, y: float) -> str | None:
    """The bone whose push-pin is under a pixel; the nearest of several. None while the rest pose is edited."""
    far = {name: hypot(x - at[0], y - at[1]) for name, at in badge_places(look, lens).items()}
    return min((name for name, apart in far.items() if apart <= BADGE + AROUND), key=far.__getitem__, default=None)


def badge_places(look: Look, lens: Lens) -> dict[str, tuple[float, float]]:
    """The middles of the push-pins that are seen, pixels, by their bones; none while the rest pose is edited."""
    rig = look.document.rig
    if look.in_rest_pose or not rig.pins:
        return {}
    matrices = np.asarray(look.evaluated.matrices).reshape(-1, 4, 4)
    marks = [mark for _pin, _row, mark in pin_badges(rig, rig_arrays(rig), matrices)]
    joints = lens.project([mark.at for mark in marks])
    return {mark.bone: badge(mark, joint, lens.camera) for mark, joint in zip(marks, joints, strict=True)}


def is_released(look: Look, name: str) -> bool:
    """Return whether the pin of a bone holds nothing in the pose that is seen."""
    return name in released(look.document.rig, look.document.ground, look.evaluated.heads, look.evaluated.tails)


def unpinning(look: Look, name: str) -> DragResult:
    """Return the result of a click on the push-pin of a bone."""
    return DragResult(_("Unpin {bone}").format(bone=name), Preview(unpinned(look.document, (name,))))
