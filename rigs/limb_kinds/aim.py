"""Eyes, or whatever looks somewhere: a handle before each, and where there are two, one that carries both.

Each eye looks along that of its own axes which points forward, at a handle straight ahead: nothing moves.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from pantin.rigs.constraints import DampedTrack
from pantin.rigs.constraints.following import SignedAxis
from pantin.rigs.fields import Vector3
from pantin.rigs.limb import Limb
from pantin.rigs.limb_kinds.chain import LimbChain
from pantin.rigs.limb_kinds.naming import control_name
from pantin.rigs.limb_kinds.plan import Control, Plan, control, root_of_controls
from pantin.rigs.messages import _
from pantin.rigs.rest import rest_lengths, rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.sides import mirrored_name, split_name
from pantin.rigs.vectors import FRONT, UP, Vector
from pantin.rigs.wording import quoted

AXES: tuple[SignedAxis, ...] = ("x", "y", "z", "-x", "-y", "-z")
AHEAD = 2.0
"""Distance of the handles ahead, in lengths of the eyes' parent, or else in ten lengths of an eye."""

SIZE, MASTER = 0.1, 0.16
"""Lengths of the handles against how far ahead they are."""


def groups(rig: Rig, selected: Collection[str]) -> tuple[LimbChain, ...]:
    """One chain of all selected bones, and of their partners on the other side: both eyes look at one target.

    Raises ValueError where no bone is selected.
    """
    chosen = [name for name in selected if name in rig.by_name and rig.by_name[name].kind == "bone"]
    if not chosen:
        raise ValueError(_("Select the bones that shall look somewhere: an eye, both eyes, a head."))
    others = (mirrored_name(name) for name in chosen)
    return (LimbChain(tuple(dict.fromkeys((*chosen, *(name for name in others if name in rig.by_name))))),)


def plan(rig: Rig, chain: LimbChain, asked: Vector3 | None = None) -> Plan:
    """Handles ahead, and what makes the eyes look at them. `asked`: the direction ahead, -Y if None."""
    _check_not_looking(rig, chain.bones)
    ahead = _ahead(rig, chain.bones[0])
    front = FRONT if asked is None else np.array(asked)
    looks = [_look(rig, name, front) for name in chain.bones]
    places = [np.array(rig.by_name[name].head) + way * ahead for name, (_, way) in zip(chain.bones, looks, strict=True)]
    outside = root_of_controls(rig, chain.bones[0])
    master = None
    if len(chain.bones) > 1:
        name = control_name(_together(chain.bones), "aim", rig.by_name)
        master = control(name, outside, np.mean(places, axis=0), looks[0][1], UP, MASTER * ahead, shape="eye")
    controls = [] if master is None else [Control(master, follows=chain.bones[0])]
    constraints = []
    for name, place, (axis, way) in zip(chain.bones, places, looks, strict=True):
        carried = master.name if master else outside
        aimed = control_name(name, "aim", rig.by_name)
        target = control(aimed, carried, place, way, UP, SIZE * ahead)
        controls.append(Control(target, follows=name))
        constraints.append(DampedTrack(owner=name, target=target.name, axis=axis))
    named = _together(chain.bones) if master else chain.bones[0]
    return Plan(
        Limb(named, "aim", chain.bones, tuple(each.bone.name for each in controls)), tuple(controls), tuple(constraints)
    )


def _look(rig: Rig, name: str, front: Vector) -> tuple[SignedAxis, Vector]:
    """The axis of a bone that points to the front at rest, and where it points; its own length where two are alike."""
    frame = rest_matrices(rig.bones)[[bone.name for bone in rig.bones].index(name), :3, :3]
    ways = {axis: frame[:, "xyz".index(axis[-1])] * (-1.0 if axis[0] == "-" else 1.0) for axis in AXES}
    best = max(AXES, key=lambda axis: (round(float(ways[axis] @ front), 3), axis == "y"))
    return best, ways[best]


def _ahead(rig: Rig, name: str) -> float:
    bone = rig.by_name[name]
    above = rig.by_name.get(bone.parent or "")
    own = 10.0 * float(rest_lengths([bone])[0])
    return max(own, AHEAD * float(rest_lengths([above])[0])) if above and above.kind == "bone" else own


def _together(names: tuple[str, ...]) -> str:
    """Return the name of two eyes together: "eye.L" and "eye.R" are "eyes"."""
    return f"{split_name(names[0]).stem}s"


def _check_not_looking(rig: Rig, names: Collection[str]) -> None:
    for constraint in rig.constraints:
        if isinstance(constraint, DampedTrack) and constraint.owner in names and constraint.target is not None:
            sentence = _("{bone} looks at {target} already; remove that first.")
            raise ValueError(sentence.format(bone=quoted(constraint.owner), target=quoted(constraint.target)))
