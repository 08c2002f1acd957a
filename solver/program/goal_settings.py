"""Goals as rows of settings, in the columns of `layout`."""

from __future__ import annotations

import numpy as np

from pantin.rigs import Goal, Ik
from pantin.solver.compiling import layout
from pantin.solver.program.skeleton import Floats

_BLENDS = {"bones": layout.BLEND_BONES, "line": layout.BLEND_LINE, "arc": layout.BLEND_ARC}


def as_ik(goal: Goal) -> Ik:
    """Return an IK constraint with the settings that a distance goal shares with it."""
    if isinstance(goal, Ik):
        return goal
    return Ik(
        owner=goal.owner,
        target=goal.target,
        chain_length=goal.chain_length,
        iterations=goal.iterations,
        use_tail=goal.use_tail,
        weight=goal.weight,
        blend=goal.blend,
        stretch=False,
    )


def put_ik(setting: Floats, ik: Ik) -> None:
    """Write how an IK constraint is to be solved into a row of settings (SETTING_WIDTH,)."""
    setting[layout.SETTING_ITERATIONS], setting[layout.SETTING_TOLERANCE] = ik.iterations, ik.tolerance
    setting[layout.SETTING_SOFT_REACH], setting[layout.SETTING_KEEP_VOLUME] = ik.soft_reach, ik.keep_volume
    setting[layout.SETTING_BLEND], setting[layout.SETTING_BLEND_BY] = ik.blend, _BLENDS[ik.blend_by]
    setting[layout.SETTING_POLE_ANGLE], setting[layout.SETTING_WEIGHT] = ik.pole_angle, ik.weight
    setting[layout.SETTING_ROTATION_WEIGHT] = ik.rotation_weight if ik.rotation else 0.0
    setting[layout.SETTING_ROTATION_DECAY] = ik.rotation_decay
    setting[layout.SETTING_POSITION_FIRST] = ik.priority == "position" and ik.weight > 0.0
    setting[layout.SETTING_FROM_REST], setting[layout.SETTING_PLANAR] = ik.start == "rest", ik.planar
    position, rotation = layout.SETTING_FREE_POSITION_AXES, layout.SETTING_FREE_ROTATION_AXES
    setting[position : position + 3] = np.logical_not(ik.position_axes)
    setting[rotation : rotation + 3] = np.logical_not(ik.rotation_axes)
    setting[layout.SETTING_AXES_OF_OWNER] = ik.axes_of == "bone"
