"""The roll of bones: how their X and Z axes are turned about them.

A bone bends about its X axis, so that is what a roll is for: X across the plane in which a limb bends. Limits and poses
are numbers about these axes and stay as they are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from math import pi, tau

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs import rotations as rot
from pantin.rigs.constraints import Goal
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import known, replace_bones
from pantin.rigs.editing.building.joints import frames_of
from pantin.rigs.fields import Vector3
from pantin.rigs.messages import _
from pantin.rigs.rest import directions, rolls_of
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.tree.chains import chain_bones

Vectors = NDArray[np.float64]

ALONG = 1e-3
"""Sine of the angle below which a direction runs along a bone, or two bones run on straight."""


def set_rolls(document: Document, rolls: Mapping[str, float]) -> Document:
    """Set the rolls of bones, in radians."""
    bones = ((known(document.rig, name), roll) for name, roll in rolls.items())
    return replace_bones(document, [msgspec.structs.replace(bone, roll=_wrapped(roll)) for bone, roll in bones])


def turn_rolls(document: Document, names: Iterable[str], angle: float) -> Document:
    """Add an angle, in radians, to the rolls of bones."""
    return set_rolls(document, {name: known(document.rig, name).roll + angle for name in names})


def roll_to(document: Document, names: Iterable[str], direction: Vector3) -> Document:
    """Roll bones until their Z axes face a direction in armature space: a world axis, or the viewer.

    Bones that run along it have no side to turn to it and stay. Raises ValueError where all do.
    """
    bones = [known(document.rig, name) for name in names]
    y = frames_of(document.rig, bones)[:, :3, 1]
    x = np.cross(y, direction)
    turned = np.linalg.norm(x, axis=1) > ALONG * np.linalg.norm(direction)
    if not turned.any():
        raise ValueError(_("The selected bones run along that axis and cannot face it; choose another axis."))
    return _faced(document, [bone for bone, turns in zip(bones, turned, strict=True) if turns], x[turned])


def roll_to_bend(document: Document, names: Iterable[str]) -> Document:
    """Roll bones until their X axes are normal to the plane in which their chains bend, the shorter way.

    Bones of straight chains stay. Raises ValueError where all are.
    """
    rig = document.rig
    bones = [known(rig, name) for name in names]
    frames, wanted = frames_of(rig, bones), bend_axes(rig)[[rig.rows[bone.name] for bone in bones]]
    across = np.linalg.norm(np.cross(wanted, frames[:, :3, 1]), axis=1) > ALONG * np.linalg.norm(wanted, axis=1)
    if not across.any():
        raise ValueError(
            _("The chain of the selected bones is straight and has no bend plane; bend it a little first.")
        )
    turned_over = np.einsum("ij,ij->i", frames[:, :3, 0], wanted) < 0.0
    wanted = np.where(turned_over[:, None], -wanted, wanted)
    return _faced(document, [bone for bone, turns in zip(bones, across, strict=True) if turns], wanted[across])


def bend_axes(rig: Rig) -> Vectors:
    """The lines (n, 3) about which the chains of all bones bend, in the order of the rig; 0 where a chain is straight.

    A bone bends as its own two joints do, else as the nearest joint of its chain that is bent. The bones of an IK chain
    bend in the plane of that chain, whatever they are connected to beside it.
    """
    hung = _connected(rig)
    above, below = np.array(hung, dtype=np.intp).reshape(-1, 2).T
    y, heads, tails = directions(rig.bones), *np.zeros((2, len(rig.bones), 3))
    bends = np.cross(y[above], y[below])
    bends[np.linalg.norm(bends, axis=1) <= ALONG] = 0.0
    heads[below] = bends
    tails[above[::-1]] = bends[::-1]  # of several children the first
    tails[np.einsum("ij,ij->i", heads, tails) < 0.0] *= -1.0
    axes: Vectors = heads + tails
    _spread(axes, hung)
    return axes


def _connected(rig: Rig) -> list[tuple[int, int]]:
    """The rows of parent and bone, of each bone that is connected and in the same chain as its parent."""
    limb, found = _limbs(rig), []
    for row, bone in enumerate(rig.bones):
        parent = bone.parent if bone.connected else None
        if parent is not None and parent in rig.rows and limb.get(bone.name) == limb.get(parent):
            found.append((rig.rows[parent], row))
    return found


def _limbs(rig: Rig) -> dict[str, str]:
    """The bones that IK turns in chains of several, and the end of the shortest such chain that each is in."""
    chains = [chain_bones(rig, goal) for goal in rig.constraints if isinstance(goal, Goal)]
    longest_first = sorted((chain for chain in chains if len(chain) > 1), key=len, reverse=True)
    return {name: chain[0] for chain in longest_first for name in chain}


def _spread(axes: Vectors, joints: Iterable[tuple[int, int]]) -> None:
    """Give every straight bone the axis of the nearest bent one that it hangs together with."""
    beside: dict[int, list[int]] = {}
    for above, below in joints:
        beside.setdefault(above, []).append(below)
        beside.setdefault(below, []).append(above)
    settled = np.asarray(axes.any(axis=1))
    waiting = deque(np.flatnonzero(settled).tolist())
    while waiting:
        at = waiting.popleft()
        for other in beside.get(at, ()):
            if not settled[other]:
                axes[other], settled[other] = axes[at], True
                waiting.append(other)


def _faced(document: Document, bones: list[Bone], x: Vectors) -> Document:
    """The bones with their X axes as near to `x` (n, 3) as roll brings them."""
    y = frames_of(document.rig, bones)[:, :3, 1]
    rolls = rolls_of(rot.axes_along(y, x), y)
    return set_rolls(document, {bone.name: roll for bone, roll in zip(bones, rolls.tolist(), strict=True)})


def _wrapped(angle: float) -> float:
    """The same angle within half a turn."""
    return angle if -pi <= angle <= pi else (angle + pi) % tau - pi
