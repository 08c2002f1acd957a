"""A chain that lies along a curve: a few handles that the curve goes through, and Spline IK.

What carries the chain carries each handle, so that the chain goes with its body, and one handle bends it in one place.
"""

from __future__ import annotations

from collections.abc import Iterator

from pantin.rigs.constraints import SplineIk
from pantin.rigs.fields import Vector3
from pantin.rigs.limb import Limb
from pantin.rigs.limb_kinds.chain import LimbChain, check_not_taken
from pantin.rigs.limb_kinds.naming import control_name
from pantin.rigs.limb_kinds.plan import Control, Plan, like
from pantin.rigs.limb_kinds.tail import BONES_A_HANDLE, SIZE
from pantin.rigs.rest import rest_lengths
from pantin.rigs.rig import Rig

FEWEST = 3
"""Handles: one at each end and one between them, so that the curve can bend."""
RESOLUTION = SplineIk(owner="").resolution


def plan(rig: Rig, chain: LimbChain, asked: Vector3 | None = None) -> Plan:
    """Handles at some joints, and the chain on the smooth curve through them."""
    return _through(rig, chain, tuple(_joints(len(chain.all))), RESOLUTION)


def exact(rig: Rig, chain: LimbChain) -> Plan:
    """A handle at every joint, and the chain on the straight lines between them, as it is."""
    return _through(rig, chain, tuple(range(len(chain.all) + 1)), 1)


def _through(rig: Rig, chain: LimbChain, joints: tuple[int, ...], resolution: int) -> Plan:
    """Handles at these joints, and the chain on a curve of so many straight pieces from one to the next."""
    check_not_taken(rig, chain.all)
    bones = [rig.by_name[name] for name in chain.all]
    taken, controls = set(rig.by_name), []
    for joint in joints:
        at_end = joint == len(bones)
        bone = bones[joint - at_end]
        name = control_name(bone.name, "curve", taken)
        taken.add(name)
        length = SIZE * float(rest_lengths([bone])[0])
        place = bone.tail if at_end else bone.head
        handle = like(bone, name, bones[0].parent, place, length, "cube")
        controls.append(Control(handle, follows=bone.name, at=(bone.name, float(at_end))))
    names = tuple(each.bone.name for each in controls)
    follow = SplineIk(owner=chain.last, points=names, chain_length=len(bones), resolution=resolution)
    return Plan(Limb(chain.last, "spline", chain.all, names[::-1]), tuple(controls), (follow,))


def _joints(count: int) -> Iterator[int]:
    """The joints of a chain of so many bones that get a handle, evenly, both ends among them."""
    handles = min(max(FEWEST, round(count / BONES_A_HANDLE) + 1), count + 1)
    return (round(number * count / (handles - 1)) for number in range(handles))
