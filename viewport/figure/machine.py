"""A machine of hinges, recognised by its joints: what stands on a root that turns about no axis.

A hinge that bends is a slim link on a drum whose pin is the hinge; one that rolls is a barrel with a collar; what
turns about nothing is the base plate at the root and a jaw of the gripper at the tip.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.fields import AxisSwitches
from pantin.rigs.rig import Rig
from pantin.viewport.figure.lathe import Key, turned

Floats = NDArray[np.float64]
ROLL: AxisSwitches = (True, False, True)
STILL: AxisSwitches = (True, True, True)


class Turned(NamedTuple):
    """One solid of a machine: its axes in those of its bone, its keys, and how it is finished."""

    axes: Floats
    keys: tuple[Key, ...]
    squareness: float = 2.0
    darker: bool = False


def machines(rig: Rig) -> frozenset[str]:
    """The bones of machines: a root with every axis locked, and what hangs below it."""
    waiting = [bone for bone in rig.bones if bone.parent is None and bone.kind == "bone" and bone.joint.lock == STILL]
    found: set[str] = set()
    while waiting:
        bone = waiting.pop()
        found.add(bone.name)
        waiting += rig.children.get(bone.name, ())
    return frozenset(found)


def link(lock: AxisSwitches, root: bool, length: float, thick: float, thin: float, spread: float) -> list[Turned]:
    """The solids of one bone, from the radius at its head to that at its tail; `spread` is how far out jaws begin."""
    if root:
        return [Turned(_UPRIGHT, _plate(length, thick))]
    if lock == STILL:
        return [Turned(_UPRIGHT, _jaw(length, thick), 3.2)]
    if lock == ROLL:
        solids = [Turned(_UPRIGHT, _barrel(length, thick, thin)), Turned(_UPRIGHT, _collar(thick), 2.0, True)]
        return [*solids, Turned(_UPRIGHT, _grip(length, spread, thin), 4.0, True)] if spread else solids
    return [Turned(_UPRIGHT, _slim(length, thick, thin)), Turned(_ACROSS, _drum(thick), 2.0, True)]


_UPRIGHT = np.eye(4)
_ACROSS = np.array(((0.0, 1.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, -1.0, 0.0), (0.0, 0.0, 0.0, 1.0)))
"""The axis of the lathe along the bone's X, the pin of a hinge that bends."""


def _plate(height: float, thick: float) -> tuple[Key, ...]:
    profile = ((0.0, 1.95), (0.04, 2.1), (0.16, 2.15), (0.34, 2.05), (0.5, 1.5), (0.75, 1.12), (1.0, 1.0), (1.06, 0.4))
    return tuple((part * height, wide * thick, wide * thick, 0.0) for part, wide in (*profile, (1.08, 0.0)))


def _barrel(length: float, thick: float, thin: float) -> tuple[Key, ...]:
    profile = ((0.02, 0.9), (0.12, 0.94), (0.3, 0.9), (0.6, 0.86), (0.9, 0.86), (0.97, 0.8))
    return tuple(turned(length, [(at, wide * (thick + (thin - thick) * at)) for at, wide in profile]))


def _slim(length: float, thick: float, thin: float) -> tuple[Key, ...]:
    profile = ((0.06, 0.62), (0.16, 0.76), (0.34, 0.82), (0.65, 0.80), (0.86, 0.74), (0.94, 0.62))
    return tuple(turned(length, [(at, wide * (thick + (thin - thick) * at)) for at, wide in profile]))


def _drum(radius: float) -> tuple[Key, ...]:
    profile = (
        (-1.0, 0.0),
        (-0.985, 0.82),
        (-0.9, 1.0),
        (-0.45, 1.02),
        (0.45, 1.02),
        (0.9, 1.0),
        (0.985, 0.82),
        (1.0, 0.0),
    )
    return tuple((far * radius, wide * radius, wide * radius, 0.0) for far, wide in profile)


def _collar(radius: float) -> tuple[Key, ...]:
    profile = ((-0.3, 0.0), (-0.285, 0.9), (-0.2, 1.04), (0.2, 1.04), (0.285, 0.9), (0.3, 0.0))
    return tuple((far * radius, wide * radius, wide * radius, 0.0) for far, wide in profile)


def _grip(length: float, spread: float, radius: float) -> tuple[Key, ...]:
    """The block that carries the jaws, as wide as they are apart."""
    wide, deep = spread + 0.75 * radius, 0.85 * radius
    profile = ((0.62, 0.0), (0.64, 0.86), (0.72, 1.0), (1.06, 1.0), (1.14, 0.9), (1.16, 0.0))
    return tuple((part * length, wide * size, deep * size, 0.0) for part, size in profile)


def _jaw(length: float, radius: float) -> tuple[Key, ...]:
    profile = ((-0.16, 0.0), (-0.14, 0.9), (0.0, 1.0), (0.5, 0.9), (0.9, 0.62), (0.99, 0.5), (1.0, 0.0))
    return tuple((part * length, 0.62 * radius * size, radius * size, 0.0) for part, size in profile)
