"""Compliance in words of the body: the arm, the clavicle, the spine, the hips and the legs, or runs of bones.

These are the rows in which a pull is shown: which bones lie between what is pulled and the hips, how far each of these
parts turned or moved, and which legs bend because feet are pinned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Literal

import msgspec
import numpy as np

from pantin.rigs import CopyRotation, CopyTransforms, Ik, Rig
from pantin.rigs import rotations as rot
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import ARM, BACKBONE, FINGERS, OF_LEGS, Part
from pantin.rigs.sides import side_of
from pantin.solver.compiling import layout
from pantin.solver.edits.pulling.tree import body_ancestors, body_root
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats

BodyPart = Literal["arm", "clavicle", "spine", "neck", "hips", "root", "leg", "legs", "tail", "run"]

ROWS: Mapping[Part, BodyPart] = {
    **dict.fromkeys((*ARM[1:], *FINGERS, "finger", "palm"), "arm"),
    "shoulder": "clavicle",
    **dict.fromkeys((*BACKBONE,), "spine"),
    **dict.fromkeys(("neck", "head", "jaw", "eye", "ear"), "neck"),
    **dict.fromkeys(OF_LEGS, "leg"),
    "tail": "tail",
}
ON_THE_HEAD: frozenset[Part] = frozenset(("jaw", "eye", "ear"))
"""The parts in the neck's row on a head; the jaws of a gripper are not among them."""
ROOTS: frozenset[BodyPart] = frozenset(("hips", "root"))
"""The part that moves as a whole: the hips of a body, and the root of whatever has none."""


class CompliantPart(msgspec.Struct, frozen=True):
    """A part of the body between what is pulled and the hips, the legs that stand, or a run of bones without names."""

    part: BodyPart
    runs: tuple[tuple[str, ...], ...]
    """Its bones, from the body outwards; legs have one run each."""
    side: str = ""
    moved: float | None = None
    """Its turn, radians, or the movement of hips or root, metres; None where nothing was pulled."""

    @property
    def bones(self) -> tuple[str, ...]:
        """All its bones."""
        return tuple(name for run in self.runs for name in run)


def compliant_parts(rig: Rig, pulled: Sequence[str]) -> tuple[CompliantPart, ...]:
    """Return the parts that yield when these bones or handles are pulled, in the order in which they do; the legs that
    are last.
    """
    found: dict[tuple[BodyPart, str, str], CompliantPart] = {}
    for name in pulled:
        bone = _steered(rig, name)
        if bone is not None:
            found |= {(each.part, each.side, each.bones[0]): each for each in _on_path(rig, bone)}
    path = {bone for each in found.values() for bone in each.bones}
    legs = _standing_legs(rig, path)
    return (*found.values(), *((CompliantPart("legs", legs),) if legs else ()))


def moved(before: Posed, after: Posed, parts: Sequence[CompliantPart]) -> tuple[CompliantPart, ...]:
    """The parts with how far they moved from one pose to another of the same bones: hips or root in metres, all others
    by the turns of their bones against what carries them, in radians; of several legs the one that turned most.
    """
    turned = _turns(before, after)

    def far(each: CompliantPart) -> float:
        """Return the farthest that one of them moved, metres or radians."""
        if each.part in ROOTS:
            row = before.index[each.bones[0]]
            return float(np.linalg.norm(after.heads[row] - before.heads[row]))
        return max(sum(float(turned[before.index[name]]) for name in run) for run in each.runs)

    return tuple(msgspec.structs.replace(each, moved=far(each)) for each in parts)


def _steered(rig: Rig, name: str) -> str | None:
    """Return the bone of the body that a bone or a handle steers; None where it steers none."""
    if name not in rig.by_name or rig.by_name[name].kind == "bone":
        return name if name in rig.by_name else None
    tied = Ik | CopyRotation | CopyTransforms
    owners = [each.owner for each in rig.constraints if isinstance(each, tied) and each.target == name]
    return max(owners, key=lambda owner: len(body_ancestors(rig, owner)), default=None)


def _on_path(rig: Rig, bone: str) -> list[CompliantPart]:
    """From a bone to the root of its body: bones of one part together, unnamed ones with those that carry them."""
    root, parts = body_root(rig, bone), parts_of(rig)
    path = [bone, *body_ancestors(rig, bone)]
    path = path[: path.index(root)]
    has_head = any(parts.get(name) == "head" for name in path)
    known = {name: parts[name] for name in path if name in parts and (has_head or parts[name] not in ON_THE_HEAD)}
    rows: dict[str, BodyPart] = {name: ROWS.get(known[name], "run") if name in known else "run" for name in path}
    found = [CompliantPart("hips" if parts.get(root) == "hips" else "root", ((root,),))]
    branches = _branches_passed(rig, path[::-1])

    def key(name: str) -> tuple[BodyPart, str, int]:
        """Return what bones of one row have in common: part, side and, without a name, the run."""
        side = "" if rows[name] == "neck" else side_of(name)
        return rows[name], side, branches[name] if rows[name] == "run" else 0

    for (part, side, _branch), names in groupby(reversed(path), key=key):
        run = tuple(names)
        if part == "run" and found[-1].part in ("arm", "leg"):
            found[-1] = msgspec.structs.replace(found[-1], runs=((*found[-1].bones, *run),))
        else:
            found.append(CompliantPart(part, (run,), side))
    return found[:0:-1] + found[:1]


def _branches_passed(rig: Rig, path: Sequence[str]) -> Mapping[str, int]:
    """Return the number of bones that branch before each of a path: where a body branches, one run ends."""
    found, passed = {}, 0
    for name in path:
        found[name] = passed
        passed += sum(child.kind == "bone" for child in rig.children.get(name, ())) > 1
    return found


def _standing_legs(rig: Rig, path: set[str]) -> tuple[tuple[str, ...], ...]:
    """The legs whose ends are pinned and that are not pulled themselves: they bend under hips that move."""
    parts, runs = parts_of(rig), []
    for pin in rig.pins:
        if parts.get(pin.bone) in OF_LEGS and pin.bone not in path:
            leg = [name for name in (pin.bone, *body_ancestors(rig, pin.bone)) if parts.get(name) in OF_LEGS]
            runs.append(tuple(reversed(leg)))
    return tuple(runs)


def _turns(before: Posed, after: Posed) -> Floats:
    """Return the angle by which each bone turned against its parent (n,), radians."""
    was, now = (_against_parents(each) for each in (before, after))
    return rot.angle(np.swapaxes(was, 1, 2) @ now)


def _against_parents(posed: Posed) -> Floats:
    """The rotations of the bones in the axes of their parents (n, 3, 3)."""
    axes = rot.orthonormalised(posed.matrices[:, :3, :3])
    above = posed.skeleton.table[:, layout.PARENT_BONE].astype(np.intp)
    carried = np.where(above[:, None, None] >= 0, axes[np.maximum(above, 0)], np.eye(3))
    return np.asarray(np.einsum("nji,njk->nik", carried, axes))
