"""Bones whose ends are not where they should be: those without a length, and joints that have come apart."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

import numpy as np

from pantin.rigs.messages import _
from pantin.rigs.problems.problem import Change, Fix, Problem, sentence_for
from pantin.rigs.rest import SHORTEST, directions, rest_lengths
from pantin.rigs.rig import Rig
from pantin.rigs.wording import quoted

SHARE, SHORT = 0.25, 0.05
"""Length given to a bone that has none: against its parent, and in metres where that has none either."""

TOUCHING = 1e-3
"""Parts of the parent's length: a head that is nearer to its parent's tail is there."""


def no_length(rig: Rig) -> Iterator[Problem]:
    """Bones without a length."""
    for index in np.flatnonzero(rest_lengths(rig.bones) <= SHORTEST):
        bone = rig.bones[index]
        fix = _lengthened(rig, int(index))
        text = sentence_for(
            fix,
            _("{bone} has no length and takes its direction from above."),
            _("{bone} has no length and takes its direction from above; move its tail away from its head."),
        ).format(bone=quoted(bone.name))
        yield Problem("no_length", "warning", (bone.name,), text, f"$.bones[{index}].tail", fix)


def _lengthened(rig: Rig, index: int) -> Fix | None:
    """The bone made longer in the direction that it takes; none where others are joined to its tail."""
    bone = rig.bones[index]
    if any(child.connected for child in rig.children.get(bone.name, ())):
        return None
    parent = rig.by_name.get(bone.parent or "")
    length = SHARE * dist(parent.head, parent.tail) if parent else 0.0
    length = length if length > SHORTEST / SHARE else SHORT
    x, y, z = (np.array(bone.head) + directions(rig.bones)[index] * length).tolist()
    text = _("Give it {length} cm").format(length=_centimetres(length))
    return Fix(text, (Change("bones", index, "tail", (x, y, z)),))


def apart(rig: Rig) -> Iterator[Problem]:
    """Connected bones whose head is not on the parent's tail, measured by the parent's length."""
    for index, bone in enumerate(rig.bones):
        parent = rig.by_name.get(bone.parent or "")
        if not bone.connected or parent is None:
            continue
        gap, size = dist(bone.head, parent.tail), dist(parent.head, parent.tail)
        if gap > TOUCHING * max(size, SHORTEST):
            text = _("{bone} is connected, yet its head lies {length} cm from the tail of {parent}.").format(
                bone=quoted(bone.name), length=_centimetres(gap), parent=quoted(parent.name)
            )
            fix = Fix(_("Disconnect it"), (Change("bones", index, "connected", False),))
            yield Problem("apart", "warning", (bone.name, parent.name), text, f"$.bones[{index}].head", fix)


def _centimetres(metres: float) -> str:
    """Two figures that matter, and no exponent in what people measure."""
    return f"{metres * 100:.0f}" if metres >= 0.1 else f"{metres * 100:.2g}"
