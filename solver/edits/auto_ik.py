"""Auto IK: pull any bone, and the bones above it follow, without any set-up.

A drag adds grabs, goals that last as long as it does; the pose that they lead to is written into the document at the
end. What a pull moves is decided when it begins: the chain above the bone; the handle, where an IK constraint controls
the bone, or the nearest point of the curve that it follows; or a root, while the tips of its chains stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import takewhile
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from pantin.rigs import Document, Ik, Rig, SplineIk, Transform
from pantin.rigs.editing.limbs import visible_control
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.tree.chains import acts, chain_bones, connected_chain, grabbed_chain
from pantin.rigs.vectors import three
from pantin.solver.edits.posing.posing import Translation, solved_rotations
from pantin.solver.edits.pulling.tree import TURNING
from pantin.solver.program.posed import Posed
from pantin.solver.program.schedule import Grab, turned_by

LEAST_TURN = 5e-6
"""The least change of a quaternion where a bone has turned: by 1e-5 rad, which moves a goal by the part of the
chain's length that a solver leaves as reached. Solving the same pose again may come to less than that."""


class Pull(msgspec.Struct, frozen=True, dict=True):
    """A drag of one bone with auto IK, from the pose that was on screen when it was pressed."""

    document: Document
    evaluated: Posed
    bone: str
    moves: Literal["chain", "handle", "root", "bone"]
    driven_bone: str
    """The bone that follows the pointer: the bone itself, or the handle or pole that controls it."""
    turned_bones: tuple[str, ...]
    """The bones that turn, from the tip; they are highlighted. The end of the first follows the pointer."""
    longest_chain: int
    """The number of bones that could turn; 0 where the number cannot be chosen."""
    held: tuple[Grab, ...] = ()
    """Grabs that keep tips in place while a root moves."""

    @property
    def length(self) -> int:
        """Return the number of bones that turn."""
        return len(self.turned_bones)

    def to(self, delta: ArrayLike) -> tuple[Document, tuple[Grab, ...]]:
        """Return the document and the grabs to evaluate when the pointer has moved by `delta` (3,), armature space,
        since the press.
        """
        by = np.asarray(delta, np.float64)
        if self.moves == "chain":
            goal = self.evaluated.tails[self.evaluated.index[self.turned_bones[0]]] + by
            return self.document, (Grab(self.bone, len(self.turned_bones), three(goal)),)
        return self._translation.by(by), self.held

    @cached_property
    def _translation(self) -> Translation:
        return Translation(self.document, self.evaluated, (self.driven_bone,))


def pull(document: Document, posed: Posed, bone: str, chain_length: int = 0) -> Pull:
    """Begin to pull `bone`. `chain_length` is how many bones turn; 0 is as far as they are connected."""
    rig = document.rig
    driven = _driven(rig, posed)
    control = _control(rig, bone, driven)
    if control is not None:
        ik, handle = control
        return Pull(document, posed, bone, "handle", visible_control(rig, handle), chain_bones(rig, ik), 0)
    if (curve := curve_of(rig, bone)) is not None:
        point = _nearest_point(posed, bone, curve)
        return Pull(document, posed, bone, "handle", visible_control(rig, point), chain_bones(rig, curve), 0)
    if rig.by_name[bone].kind != "bone":
        return Pull(document, posed, bone, "bone", bone, (), 0)
    if _is_root(rig, bone):
        return _pull_root(document, posed, bone, driven)
    if bone in _copying(rig):
        return _pull_copying(document, posed, bone, chain_length)
    longest = _free_chain(rig, bone, driven)
    if not longest or (len(longest) == 1 and _is_connected_to_none(rig, bone)):
        return Pull(document, posed, bone, "bone", bone, (), 0)
    turned = longest[:chain_length] if chain_length > 0 else longest
    return Pull(document, posed, bone, "chain", bone, turned, len(longest))


def _pull_root(document: Document, posed: Posed, bone: str, driven: dict[str, Ik]) -> Pull:
    """A root moves as it is, and the tips of its chains stay where they are."""
    rig = document.rig
    held = tuple(_tips(rig, posed, bone, driven))
    turned = tuple(name for grab in held for name in connected_chain(rig, grab.bone, grab.chain_length))
    return Pull(document, posed, bone, "root" if rig.children.get(bone) else "bone", bone, turned, 0, held)


def _pull_copying(document: Document, posed: Posed, bone: str, chain_length: int) -> Pull:
    """A bone that copies its rotation cannot be turned: its parent is pulled where connected, else it moves."""
    below = document.rig.by_name[bone]
    if below.connected and below.parent is not None:
        return pull(document, posed, below.parent, chain_length)
    return Pull(document, posed, bone, "bone", bone, (), 0)


def bake(document: Document, grabs: Sequence[Grab], posed: Posed) -> Document:
    """Write the rotations that `grabs` led to into the pose; `posed` is the evaluation of both.

    The very same document where no bone has turned by more than solving the same pose again may.
    """
    names = {name for grab in grabs for name in turned_by(document.rig, grab)}
    solved = solved_rotations(document, posed, names) if names else {}
    turned = any(_turns(document.figure.transform(name), after) for name, after in solved.items())
    return with_transforms(document, solved) if turned else document


def _turns(before: Transform, after: Transform) -> bool:
    """Return whether the rotations differ by more than LEAST_TURN; a quaternion and its negative are the same."""
    one, other = np.array(before.rotation), np.array(after.rotation)
    return min(float(np.abs(one - other).max()), float(np.abs(one + other).max())) > LEAST_TURN


def _driven(rig: Rig, posed: Posed) -> dict[str, Ik]:
    """The bones that IK turns, and their constraints."""
    acting = {report.constraint for report in posed.goals}
    found: dict[str, Ik] = {}
    for i, constraint in enumerate(rig.constraints):
        if i in acting and isinstance(constraint, Ik):
            for name in chain_bones(rig, constraint):
                found.setdefault(name, constraint)
    return found


def _control(rig: Rig, bone: str, driven: dict[str, Ik]) -> tuple[Ik, str] | None:
    """The IK constraint that controls `bone`, and its control: the handle, or inside the chain the pole.

    A bone connected to the end of a chain, as a hand to its forearm, is controlled by that chain's handle.
    """
    below = rig.by_name[bone]
    ik = driven.get(bone)
    if (
        ik is None
        and below.connected
        and below.parent in driven
        and chain_bones(rig, driven[below.parent])[0] == below.parent
    ):
        return driven[below.parent], str(driven[below.parent].own_target)
    if ik is None:
        return None
    inside = chain_bones(rig, ik)[0] != bone
    pole = ik.own_pole
    return ik, pole if inside and pole in rig.by_name and pole is not None else str(ik.own_target)


def curve_of(rig: Rig, bone: str) -> SplineIk | None:
    """The curve that a bone follows whole, whatever its own pose is."""
    curves = (each for each in rig.constraints if isinstance(each, SplineIk) and acts(rig, each))
    return next((curve for curve in curves if curve.influence >= 1.0 and bone in chain_bones(rig, curve)), None)


def _nearest_point(posed: Posed, bone: str, curve: SplineIk) -> str:
    """The point of a curve that is nearest to the middle of a bone."""
    row = posed.index[bone]
    middle = (posed.heads[row] + posed.tails[row]) / 2.0
    return min(curve.points, key=lambda name: float(np.linalg.norm(posed.heads[posed.index[name]] - middle)))


def _is_root(rig: Rig, bone: str) -> bool:
    """Return whether `bone` carries a figure and is not part of a chain: it has no parent, or a handle as parent."""
    parent = rig.by_name[bone].parent
    return parent is None or rig.by_name[parent].kind != "bone"


def _is_connected_to_none(rig: Rig, bone: str) -> bool:
    """Return whether `bone` is connected to nothing, as the target of a constraint usually is: there is no chain to
    pull.
    """
    return not rig.by_name[bone].connected and not any(child.connected for child in rig.children.get(bone, ()))


def _free_chain(rig: Rig, bone: str, driven: dict[str, Ik]) -> tuple[str, ...]:
    """Return the bones that a pull of `bone` may turn, from the tip upwards, up to bones that IK turns or that copy
    their rotation.
    """
    held = _copying(rig) | driven.keys()
    return tuple(takewhile(lambda name: name not in held, grabbed_chain(rig, bone, 0)))


def _copying(rig: Rig) -> set[str]:
    """The bones whose rotation follows other bones: turning them has no effect."""
    return {c.owner for c in rig.constraints if isinstance(c, TURNING) and acts(rig, c)}


def _tips(rig: Rig, posed: Posed, root: str, driven: dict[str, Ik]) -> list[Grab]:
    """A grab that keeps the tip of each unbranched chain under `root` in place, where nothing else controls it."""
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
        goal = three(posed.tails[posed.index[run[-1]]])
        found.append(Grab(run[-1], len(run), goal, holds=True))
    return found
