"""Edits of pins: bones that stay where they are while others are pulled.

Feet are pinned where they are, and knees where they kneel. Once a pose lifts them, what is pulled takes them along;
where they are again they are held again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.constraints import Ik
from pantin.rigs.document import Document
from pantin.rigs.editing.limbs import keeps_rotation
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.creatures import named_quadruped
from pantin.rigs.fitting.found_body import SIDES, FoundBody, role_of
from pantin.rigs.fitting.recognition import feet_by_shape
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.ground.kinds import Ground
from pantin.rigs.ground.surface import above_ground, heights_above
from pantin.rigs.limb import Limb
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.rest import rest_height, rest_lengths
from pantin.rigs.rig import Bone, Pin, Rig
from pantin.rigs.vectors import three

FEET = ("foot", "paw")

LIFTED = 0.05
"""A foot whose lowest end is farther above where it is at rest, heights of the figure, is in the air: 9 cm, where the
ends of a foot that stands may be drawn a little above the floor, as shoes are, or lift with the heel."""

ON_TIPTOE = 0.07
"""A joint that is so much higher than at rest, heights of the figure, is that of a foot about to leave the ground: an
ankle 9 cm above the floor is at 21 cm then, where only the tip of the toes reaches down."""

NEAR_THE_GROUND = 0.1
"""A leg without a foot that ends no higher than this at rest, heights of the figure, stands: it is drawn by hand."""

KNELT = 0.05
"""A knee that is no higher above the ground, heights of the figure, stands on it: 9 cm."""

MOST_NAMED = 1000
"""Bones of a skeleton whose feet are looked for by name: the time that takes grows faster than they do."""


def pin_of(rig: Rig, name: str) -> Pin | None:
    """The pin of a bone."""
    return next((pin for pin in rig.pins if pin.bone == name), None)


def pinned(document: Document, names: Collection[str], rotation: bool, on_ground: bool = False) -> Document:
    """Pin bones in their places, and in their rotations too where `rotation` is asked for. Pins are replaced."""
    kept = [pin for pin in document.rig.pins if pin.bone not in names]
    added = [Pin(bone.name, rotation, on_ground) for bone in document.rig.bones if bone.name in names]
    return _with(document, (*kept, *added))


def unpinned(document: Document, names: Collection[str]) -> Document:
    """Take the pins of bones away."""
    return _with(document, tuple(pin for pin in document.rig.pins if pin.bone not in names))


def switched(document: Document, names: Collection[str], rotation: bool, released: Collection[str] = ()) -> Document:
    """Pin bones; where all of them are held so already, take their pins away.

    Those of `released` bones hold nothing now: they are pinned where they are, in the air.
    """
    held = {(pin.bone, pin.rotation) for pin in document.rig.pins if pin.bone not in released}
    if all((name, rotation) in held for name in names):
        return unpinned(document, names)
    return pinned(document, names, rotation)


def released(
    rig: Rig, ground: Ground | None, heads: NDArray[np.float64], tails: NDArray[np.float64]
) -> tuple[str, ...]:
    """The bones whose pins hold nothing in a pose that lifts them off the ground. Ends of all bones (n, 3), metres."""
    standing = (pin.bone for pin in rig.pins if pin.on_ground and pin.bone in rig.rows)
    return tuple(name for name in standing if _is_off(rig, ground, name, heads, tails))


def holding(rig: Rig, ground: Ground | None, heads: NDArray[np.float64], tails: NDArray[np.float64]) -> tuple[Pin, ...]:
    """The pins that hold in a pose: all but those of feet that it lifts off the ground.

    `heads` and `tails` (n, 3) are those of the bones in that pose, armature space, metres.
    """
    loose = released(rig, ground, heads, tails)
    return tuple(pin for pin in rig.pins if pin.bone not in loose) if loose else rig.pins


def pins_of_feet(rig: Rig) -> tuple[Pin, ...]:
    """Pins that let a figure stand: of the feet in which its limbs end, with rotations, so that soles lie flat."""
    parts = parts_of(rig)
    return tuple(foot_pin(limb.bones[-1]) for limb in rig.limbs if parts.get(limb.bones[-1]) in FEET)


def foot_pin(name: str) -> Pin:
    """The pin that lets a figure stand on a foot."""
    return Pin(name, rotation=True, on_ground=True)


def leg_pins(rig: Rig, limbs: Iterable[Limb]) -> tuple[Pin, ...]:
    """Pins that let a creature stand on those of its limbs that are legs: on their feet, which keep the rotation of
    their handles; on the handles of legs without feet, as a spider's. Limbs that are pinned so already have none.
    """
    legs = [limb for limb in limbs if limb.kind == "limb"]
    feet = [foot_pin(limb.bones[-1]) for limb in legs if keeps_rotation(rig, limb)]
    tips = [Pin(limb.controls[0], on_ground=True) for limb in legs if _reaches_down(rig, limb)]
    return tuple(pin for pin in (*feet, *tips) if pin_of(rig, pin.bone) is None)


def _reaches_down(rig: Rig, limb: Limb) -> bool:
    """Return whether a limb without a foot or a hand at its end goes down to the ground at rest."""
    first, last = rig.by_name[limb.bones[0]], rig.by_name[limb.bones[-1]]
    low = last.tail[2] <= NEAR_THE_GROUND * rest_height(rig.bones)
    ends = any(
        isinstance(each, Ik) and each.owner == last.name and each.use_tail and each.target in limb.controls
        for each in rig.constraints
    )
    return low and last.tail[2] < first.head[2] and ends and not keeps_rotation(rig, limb)


def pins_of_skeleton(rig: Rig) -> tuple[Pin, ...]:
    """Pins that let a skeleton without limbs stand: of the feet by its names, else by its shape; an animal has four.

    Skeletons of more bones than a figure has are not looked at: the time that takes grows faster than they do.
    """
    if len(rig.bones) > MOST_NAMED:
        return ()
    parts = parts_of(rig)
    named = [bone for bone in rig.bones if parts.get(bone.name) == "foot" and parts.get(bone.parent or "") != "foot"]
    feet = [bone.name for bone in named]
    if feet and (animal := named_quadruped(Tree(rig))):
        feet = [*feet_of(animal)]
    return tuple(foot_pin(foot) for foot in feet or feet_by_shape(rig))


def without_lifted_feet(document: Document) -> Document:
    """The document, in which only those of the pinned feet stay pinned that stand on the ground as they are posed.

    In a frame of motion a foot on the tip of its toes is about to leave the ground, while in a pose it stands. What
    lifts a foot is the pose of its leg and what carries it; constraints do not act.
    """
    rig = document.rig
    parts = parts_of(rig) if rig.pins else {}
    feet = (pin.bone for pin in rig.pins if parts.get(pin.bone) in FEET)
    return unpinned(document, {foot for foot in feet if _is_lifted(document.figure, document.ground, foot)})


def _is_lifted(figure: Figure, ground: Ground | None, foot: str) -> bool:
    """Return whether a foot is posed off the ground, or is about to leave it."""
    bones = [figure.rig.by_name[foot]]
    while (parent := bones[0].parent) is not None:
        bones.insert(0, figure.rig.by_name[parent])
    above = len(bones) - 1
    bones += figure.rig.children.get(foot, ())
    posed = [figure.transform(bone.name) for bone in bones]
    rows = np.array([[(*at.location, *at.rotation, *at.scale) for at in posed]])
    stands = forward_kinematics(bones, rows)[0, above:]
    tails = stands[:, :3, 3] + stands[:, :3, 1] * rest_lengths(bones)[above:, None]
    ends = np.concatenate([stands[:, :3, 3], tails])
    rest = _rest_heights(bones[above:])
    return _is_above(figure.rig, ground, rest, ends) or _is_about_to_leave(figure.rig, ground, rest, ends)


def _is_off(rig: Rig, ground: Ground | None, name: str, heads: NDArray[np.float64], tails: NDArray[np.float64]) -> bool:
    """Return whether a foot is in the air, the handle of a leg without one, or a knee: that stands far above its
    rest.
    """
    foot = rig.by_name[name]
    bones = [foot, *(bone for bone in rig.children.get(name, ()) if bone.kind == "bone")]
    rows = [rig.rows[bone.name] for bone in bones]
    if parts_of(rig).get(name) == "shin":
        return above_ground(ground, three(heads[rows[0]])) > KNELT * rest_height(rig.bones)
    is_tip = foot.kind != "bone"  # the handle of a leg without a foot: where it points says nothing
    ends = heads[rows[:1]] if is_tip else np.concatenate([heads[rows], tails[rows]])
    return _is_above(rig, ground, np.array([foot.head[2]]) if is_tip else _rest_heights(bones), ends)


def _rest_heights(bones: Sequence[Bone]) -> NDArray[np.float64]:
    """Return the heights of the heads of bones at rest, then of their tails."""
    return np.array([*(bone.head[2] for bone in bones), *(bone.tail[2] for bone in bones)])


def _is_above(rig: Rig, ground: Ground | None, rest: NDArray[np.float64], ends: NDArray[np.float64]) -> bool:
    """Return whether a foot is in the air: `ends` (n, 3) are those of its bones, its head first, `rest` how high they
    rest.
    """
    return bool(heights_above(ground, ends).min() > _above_floor(rest).min() + LIFTED * rest_height(rig.bones))


def _is_about_to_leave(rig: Rig, ground: Ground | None, rest: NDArray[np.float64], ends: NDArray[np.float64]) -> bool:
    """Return whether a foot stands on the tip of its toes at most, the same."""
    return bool(heights_above(ground, ends)[0] > _above_floor(rest)[0] + ON_TIPTOE * rest_height(rig.bones))


def _above_floor(rest: NDArray[np.float64]) -> NDArray[np.float64]:
    """Heights at rest; files have feet below the floor whose clips lift the hips up."""
    return np.asarray(rest - min(float(rest.min()), 0.0))


def feet_of(body: FoundBody) -> tuple[str, ...]:
    """The bones on which a figure stands: the feet of a person, all four paws of an animal."""
    parts = {"person": ("foot",), "quadruped": ("hand", "foot"), "hand": ()}[body.kind]
    return tuple(name for part in parts for side in SIDES if (name := body.bones.get(role_of(part, side))))


def _with(document: Document, pins: tuple[Pin, ...]) -> Document:
    if pins == document.rig.pins:
        return document
    return document.with_rig(document.rig.changed(pins=pins))
