"""Oddities of parts of a body that were found: they need not be wrong, but ask to be looked at."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import NEXT
from pantin.rigs.fitting.bending import ARM, LEG, SEEN, LimbParts, joints_of, rest_bend, way_of_bend
from pantin.rigs.fitting.body_frame import frame_of
from pantin.rigs.fitting.found_body import PAIRED, SIDES, FoundBody, Role, role_of
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.messages import _, ngettext
from pantin.rigs.rest import rest_lengths
from pantin.rigs.sides import Side

UNEQUAL = 1.1
"""A part that is longer than that of the other side by this factor is not its mirror image."""
DOUBT_FACTOR = 0.8
"""The factor by which a doubt lessens the confidence in a part: it is then one to check, however sure it was before."""


def doubts_of(tree: Tree, body: FoundBody) -> dict[Role, str]:
    """Return the oddities, in one clause for each part, by role."""
    return dict((*_unequal(tree, body), *_divided(tree, body), *_bent(tree, body)))


def _unequal(tree: Tree, body: FoundBody) -> Iterator[tuple[Role, str]]:
    """Bones that are longer on one side."""
    for part in PAIRED:
        pair = [body.bones.get(role_of(part, side)) for side in SIDES]
        if None in pair:
            continue
        left, right = (_length(tree, body, part, side) for side in SIDES)
        longer, shorter = max(left, right), min(left, right)
        if longer > UNEQUAL * shorter and longer > 0.02 * tree.size:
            sentence = _("{part} % longer than on the other side")
            by = 100.0 * (longer / shorter - 1.0) if shorter > 0.0 else 100.0
            yield role_of(part, SIDES[int(right > left)]), sentence.format(part=round(by))


def _length(tree: Tree, body: FoundBody, part: str, side: Side) -> float:
    """From where a part begins to where the next one does, metres; to its bone's tail where that was not found.

    0 for parts at the end of a limb, whose tails are only drawn.
    """
    name = body.bones[role_of(part, side)]
    following = NEXT.get(part)
    if following is None:
        return 0.0
    below = body.bones.get(role_of(following, side))
    if below is not None:
        return float(np.linalg.norm(tree.head(below) - tree.head(name)))
    return float(rest_lengths([tree.rig.by_name[name]])[0])


def _divided(tree: Tree, body: FoundBody) -> Iterator[tuple[Role, str]]:
    """Parts of a limb that several bones share; a hock is no division."""
    parts = parts_of(tree.rig)
    for above, below in NEXT.items():
        for side in SIDES:
            top, end = body.bones.get(role_of(above, side)), body.bones.get(role_of(below, side))
            if top is None or end is None or not tree.is_below(end, top) or body.kind == "quadruped":
                continue
            more = [name for name in tree.path(top, end)[1:-1] if parts.get(name) != "twist"]
            if more:
                sentence = ngettext(
                    "{count} more bone before the next joint: it only twists",
                    "{count} more bones before the next joint: they only twist",
                    len(more),
                )
                yield role_of(above, side), sentence.format(count=len(more))


def _bent(tree: Tree, body: FoundBody) -> Iterator[tuple[Role, str]]:
    """Knees and elbows that rest bent to another side than they bend."""
    if body.kind != "person":
        return
    for parts in (LEG, ARM):
        for side in SIDES:
            if (angle := _sideways(tree, body, parts, side)) > 0.0:
                sentence = _("Rests bent {angle}° the wrong way: anatomy decides")
                yield role_of(parts[1], side), sentence.format(angle=f"{np.degrees(angle):.1f}")


def _sideways(tree: Tree, body: FoundBody, parts: LimbParts, side: Side) -> float:
    """Return the angle by which a limb is bent at rest to a side that does not count, radians; 0 where that cannot be
    seen.
    """
    joints = joints_of(tree, body, parts, side)
    if joints is None or rest_bend(joints) <= SEEN or not way_of_bend(tree, body, parts, side)[1]:
        return 0.0
    return rest_bend(joints)


def mirror_error(tree: Tree, body: FoundBody, part: str) -> float | None:
    """Return the distance of the two sides of a part from being mirror images, metres; None where one was not found."""
    pair = [body.bones.get(role_of(part, side)) for side in SIDES]
    thighs = [body.bones.get(role_of("thigh", side)) for side in SIDES]
    if None in pair or None in thighs:
        return None
    left = frame_of(tree.rig, body).left
    middle = np.mean([tree.head(str(name)) for name in thighs], axis=0)
    one, other = (tree.head(str(name)) - middle for name in pair)
    return float(np.linalg.norm(one - 2.0 * float(one @ left) * left - other))
