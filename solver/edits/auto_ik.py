"""Auto IK: pull any bone, and the bones that it hangs on follow. Nothing has to be set up.

A drag adds grabs, goals that last as long as it does; what they made of the pose is written into it at the end. What a
pull moves is decided once, when it begins: the chain above the bone; the handle, where an IK constraint already holds
the bone; or a root, while the tips of its chains stay where they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from pantin.rigs import (
    CopyRotation,
    CopyTransforms,
    DampedTrack,
    Document,
    Ik,
    Rig,
)
from pantin.rigs.chains import acts, chain_bones, connected_chain, grabbed_chain
from pantin.rigs.editing.limbs import shown_carrier
from pantin.rigs.editing.pose import with_transforms
from pantin.solver.edits.posing import solved_rotations, translate
from pantin.solver.evaluate import Evaluated
from pantin.solver.program.schedule import Grab, turned_by


@dataclass(frozen=True, slots=True)
class Pull:
    """One bone being pulled, from what was on screen when it was pressed."""

    document: Document
    evaluated: Evaluated
    bone: str
    moves: Literal["chain", "handle", "root", "bone"]
    mover: str
    """The bone that goes with the pointer: the bone itself, or the handle or pole that holds it."""
    lit: tuple[str, ...]
    """The bones that turn, the end first."""
    longest: int
    """How many bones could turn; 0 where the length cannot be chosen."""
    held: tuple[Grab, ...] = ()
    """Tips that stay where they are while a root moves."""

    @property
    def length(self) -> int:
        """How many bones turn."""
        return len(self.lit)

    def to(self, delta: ArrayLike) -> tuple[Document, tuple[Grab, ...]]:
        """What to evaluate when the pointer has gone `delta` (3), armature space, since the press."""
        by = np.asarray(delta, np.float64)
        if self.moves == "chain":
            goal = self.evaluated.tails[self.evaluated.index[self.bone]] + by
            return self.document, (Grab(self.bone, len(self.lit), _point(goal)),)
        return translate(self.document, self.evaluated, (self.mover,), by), self.held


def pull(document: Document, evaluated: Evaluated, bone: str, chain_length: int = 0) -> Pull:
    """Take hold of `bone`. `chain_length` is how many bones turn; 0 is as far as they are connected."""
    rig = document.rig
    driven = _driven(rig, evaluated)
    holder = _holder(rig, bone, driven)
    if holder is not None:
        ik, mover = holder
        return Pull(document, evaluated, bone, "handle", shown_carrier(rig, mover), chain_bones(rig, ik), 0)
    if rig.by_name[bone].kind != "bone":
        return Pull(document, evaluated, bone, "bone", bone, (), 0)
    if _is_root(rig, bone):
        held = tuple(_tips(rig, evaluated, bone, driven))
        lit = tuple(name for grab in held for name in connected_chain(rig, grab.bone, grab.chain_length))
        return Pull(document, evaluated, bone, "root" if rig.children.get(bone) else "bone", bone, lit, 0, held)
    if bone in _copying(rig):
        return _pull_copying(document, evaluated, bone, chain_length)
    longest = _free_chain(rig, bone, driven)
    lit = longest[:chain_length] if chain_length > 0 else longest
    return Pull(document, evaluated, bone, "chain", bone, lit, len(longest))


def _pull_copying(document: Document, evaluated: Evaluated, bone: str, chain_length: int) -> Pull:
    """A bone that copies its rotation cannot be turned: what it sits on is pulled, and carries it; else it moves."""
    below = document.rig.by_name[bone]
    if below.connected and below.parent is not None:
        return pull(document, evaluated, below.parent, chain_length)
    return Pull(document, evaluated, bone, "bone", bone, (), 0)


def bake(document: Document, grabs: Sequence[Grab], evaluated: Evaluated) -> Document:
    """Write the rotations that `grabs` made into the pose; `evaluated` is what the two were evaluated to."""
    names = {name for grab in grabs for name in turned_by(document.rig, grab)}
    if not names:
        return document
    return with_transforms(document, solved_rotations(document, evaluated, names))


def longer(length: int, longest: int) -> int:
    """The next longer chain. 0 is as far as connected; from there the first step gives 1."""
    return min(length + 1, longest) if longest > 0 else length


def shorter(length: int, longest: int) -> int:
    """The next shorter chain; below 1 it is 0, as far as connected."""
    return max(min(length, longest) - 1, 0)


def _driven(rig: Rig, evaluated: Evaluated) -> dict[str, Ik]:
    """The bones that IK holds, and the constraint that does."""
    acting = {report.constraint for report in evaluated.goals}
    found: dict[str, Ik] = {}
    for i, constraint in enumerate(rig.constraints):
        if i in acting and isinstance(constraint, Ik):
            for name in chain_bones(rig, constraint):
                found.setdefault(name, constraint)
    return found


def _holder(rig: Rig, bone: str, driven: dict[str, Ik]) -> tuple[Ik, str] | None:
    """The IK constraint that holds `bone`, and what steers it: its handle, or inside the chain its pole.

    A bone that sits on the end of a chain without a gap, a hand on its forearm, is held by that chain's handle.
    """
    below = rig.by_name[bone]
    ik = driven.get(bone)
    if (
        ik is None
        and below.connected
        and below.parent in driven
        and chain_bones(rig, driven[below.parent])[0] == below.parent
    ):
        return driven[below.parent], str(driven[below.parent].target)
    if ik is None:
        return None
    inside = chain_bones(rig, ik)[0] != bone
    return ik, ik.pole if inside and ik.pole in rig.by_name and ik.pole is not None else str(ik.target)


def _is_root(rig: Rig, bone: str) -> bool:
    """Whether `bone` carries a figure rather than being part of a chain: it hangs on nothing, or on a handle."""
    parent = rig.by_name[bone].parent
    return parent is None or rig.by_name[parent].kind != "bone"


def _free_chain(rig: Rig, bone: str, driven: dict[str, Ik]) -> tuple[str, ...]:
    """`bone` and what it hangs on without a gap, up to what IK holds or what copies its rotation from elsewhere."""
    held = _copying(rig) | driven.keys()
    return tuple(takewhile(lambda name: name not in held, grabbed_chain(rig, bone, 0)))


def _copying(rig: Rig) -> set[str]:
    """The bones that take their rotation from others, or look at them: turning them would come to nothing."""
    turning = CopyRotation | CopyTransforms | DampedTrack
    return {c.owner for c in rig.constraints if isinstance(c, turning) and acts(rig, c)}


def _tips(rig: Rig, evaluated: Evaluated, root: str, driven: dict[str, Ik]) -> list[Grab]:
    """A grab that keeps its place for the tip of each unbranched chain under `root`, where nothing else holds it."""
    held = _copying(rig) | driven.keys()
    found = []
    for child in rig.children.get(root, ()):
        if child.kind != "bone" or child.name in held:
            continue
        run = [child.name]
        while True:
            below = [bone for bone in rig.children.get(run[-1], ()) if bone.connected]
            if len(below) != 1 or below[0].name in held:
                break
            run.append(below[0].name)
        goal = _point(evaluated.tails[evaluated.index[run[-1]]])
        found.append(Grab(run[-1], len(run), goal, holds=True))
    return found


def _point(v: np.ndarray) -> tuple[float, float, float]:
    x, y, z = v.tolist()
    return (x, y, z)
