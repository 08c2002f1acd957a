"""Lines between bones that constraints tie together: from joints to their poles, and to the points that are tracked."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.viewport.scene.posed_rig import PosedRig
from pantin.viewport.values.overlay import Shape, point_of


def constraint_lines(posed: PosedRig) -> Iterator[Shape]:
    """Lines to the poles and to the tracked bones that are drawn."""
    yield from _pole_lines(posed)
    yield from _tracking_lines(posed)


def _pole_lines(posed: PosedRig) -> Iterator[Shape]:
    """Lines from the bending joint of each chain to its pole."""
    for chain in posed.ties.chains:
        if chain.pole is None:
            continue
        pole_row, joint_row = chain.pole
        if posed.needed.controls[pole_row] and not posed.arrays.hidden[joint_row]:
            pole, joint = (point_of(posed.matrices[row, :3, 3]) for row in chain.pole)
            yield Shape((joint, pole), "pole", width=1.0, opacity=0.85, casing=1.0)


def _tracking_lines(posed: PosedRig) -> Iterator[Shape]:
    """Lines from each tracking bone to the point that it tracks."""
    for tracking in posed.ties.trackings:
        if posed.needed.controls[tracking.target]:
            target = posed.matrices[tracking.target]
            tracked = target[:3, 3] + target[:3, 1] * (tracking.head_tail * posed.arrays.lengths[tracking.target])
            ends = point_of(posed.matrices[tracking.row, :3, 3]), point_of(tracked)
            yield Shape(ends, "pole", width=1.0, opacity=0.85, casing=1.0, dash=(4.0, 3.0))
