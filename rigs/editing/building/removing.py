"""Bones taken out of a rig: deleted, so that what they carried hangs one higher, or dissolved, so that neighbours join.

Nothing names a bone that is gone: what was tied to it, at either end, goes as well; and so do handles and poles of a
limb that is left without what they steered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import dist

import msgspec

from pantin.rigs.constraints import Chained, Constraint
from pantin.rigs.document import Document, EndName
from pantin.rigs.editing.bones import known, with_only
from pantin.rigs.editing.building.joints import JointEnd, moved
from pantin.rigs.editing.building.poles import poles_before_bends
from pantin.rigs.editing.limbs import is_steered, remove
from pantin.rigs.fields import Vector3
from pantin.rigs.messages import _
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.tree.chains import chain_bones
from pantin.rigs.tree.traversal import with_descendants
from pantin.rigs.wording import quoted

NEAR = 1e-6
"""Metres. A head that is not farther from a tail is on it."""


def delete(document: Document, names: Iterable[str]) -> Document:
    """Delete bones, and the controls of limbs that have nothing left to steer."""
    return poles_before_bends(document.rig, _without_idle_limbs(document.rig, taken_out(document, names)))


def untied(before: Rig, after: Rig) -> tuple[str, ...]:
    """The bones that are left and have lost constraints, in the order of the rig."""
    now = Counter(constraint.owner for constraint in after.constraints)
    had = Counter(constraint.owner for constraint in before.constraints)
    return tuple(bone.name for bone in after.bones if now[bone.name] < had[bone.name])


def taken_out(document: Document, names: Iterable[str]) -> Document:
    """Delete bones alone. Their children get the next ancestor as parent and stay in place, disconnected if need be."""
    rig = document.rig
    gone = frozenset(known(rig, name).name for name in names)
    kept = [_hung_higher(rig, bone, gone) for bone in rig.bones if bone.name not in gone]
    return _without(document, kept, (_shorter(rig, each, gone) for each in rig.constraints), gone) if gone else document


def dissolve(document: Document, names: Iterable[str]) -> Document:
    """Delete bones and join their neighbours.

    The bone above one that is connected ends where that one ended. One that is connected to nothing is given up to its
    only connected child, which begins where it began. What else they carried stays in its place. Raises ValueError
    where no bone has such a neighbour.
    """
    rig, chosen = document.rig, dict.fromkeys(known(document.rig, name).name for name in names)
    joining = _Joining(rig)
    for name in reversed(with_descendants(rig, chosen)):
        if name in chosen:
            joining.dissolve(name)
    if not joining.heirs:
        raise ValueError(
            _("No bone is connected to {next} to be joined; delete it instead.").format(
                next=quoted(next(iter(chosen), ""))
            )
        )
    gone = frozenset(joining.heirs)
    constraints = (_inherited(_shorter(rig, each, gone), joining.ended) for each in rig.constraints)
    kept = [joining.bones[bone.name] for bone in rig.bones if bone.name not in gone]
    without = _without_idle_limbs(rig, moved(_without(document, kept, constraints, gone), joining.ends))
    return poles_before_bends(rig, without)


class _Joining:
    """Bones that join one after another, the tips first; where they begin and end is noted and moved at the end."""

    def __init__(self, rig: Rig) -> None:
        self.bones = dict(rig.by_name)
        self.children = {name: [child.name for child in rig.children.get(name, ())] for name in self.bones}
        self.ends: dict[JointEnd, Vector3] = {}
        self.heirs: dict[str, str] = {}
        """For each bone that is gone, the one that has its place."""
        self.ended: dict[str, str] = {}
        """Of these, the ones that are above and end now where the bone ended."""

    def dissolve(self, name: str) -> None:
        """The bone given to its neighbour; kept where it has none."""
        bone = self.bones[name]
        below = [child for child in self.children[name] if self.bones[child].connected]
        if bone.connected and bone.parent is not None:
            for other in self.children[bone.parent]:
                if other != name:
                    self._change(other, connected=False)
            self.ends[bone.parent, "tail"] = self._end(bone, "tail")
            self.ended[name] = bone.parent
            self._give(name, bone.parent)
        elif len(below) == 1:
            self.ends[below[0], "head"] = self._end(bone, "head")
            self._change(below[0], parent=bone.parent, connected=False)
            self._give(name, below[0])

    def _give(self, name: str, heir: str) -> None:
        """Give the children of a bone to its heir."""
        self.heirs[name] = heir
        self.ends.pop((name, "head"), None)
        self.ends.pop((name, "tail"), None)
        for child in self.children.pop(name):
            if child != heir:
                self._change(child, parent=heir)
                self.children[heir].append(child)
        above = self.bones.pop(name).parent
        if above is not None:
            self.children[above].remove(name)
            if above != heir:
                self.children[above].append(heir)

    def _change(self, name: str, **changes: object) -> None:
        self.bones[name] = msgspec.structs.replace(self.bones[name], **changes)

    def _end(self, bone: Bone, end: EndName) -> Vector3:
        place: Vector3 = getattr(bone, end)
        return self.ends.get((bone.name, end), place)


def _inherited(constraint: Constraint, ended: Mapping[str, str]) -> Constraint:
    """A goal that the tail of a bone met is met by the bone that ends there now."""
    if not isinstance(constraint, Chained) or constraint.owner not in ended or not constraint.use_tail:
        return constraint
    owner = constraint.owner
    while owner in ended:
        owner = ended[owner]
    return msgspec.structs.replace(constraint, owner=owner)


def _without(
    document: Document, bones: list[Bone], constraints: Iterable[Constraint], gone: frozenset[str]
) -> Document:
    """The document with these bones and constraints, and with nothing that names those that are gone."""
    kept = tuple(each for each in constraints if not each.looks_at or not gone.issuperset(each.looks_at))
    tied = document.with_rig(document.rig.changed(constraints=kept))
    return with_only(tied, tuple(bones)).renaming(dict.fromkeys(gone))


def _hung_higher(rig: Rig, bone: Bone, gone: frozenset[str]) -> Bone:
    """The bone on the nearest of its ancestors that stays; connected only where its head is on the tail of that one."""
    if bone.parent is None or bone.parent not in gone:
        return bone
    above = rig.by_name[bone.parent]
    while above.name in gone and above.parent is not None:
        above = rig.by_name[above.parent]
    if above.name in gone:
        return msgspec.structs.replace(bone, parent=None, connected=False)
    connected = bone.connected and dist(bone.head, above.tail) <= NEAR
    return msgspec.structs.replace(bone, parent=above.name, connected=connected)


def _shorter(rig: Rig, constraint: Constraint, gone: frozenset[str]) -> Constraint:
    """A goal whose chain loses the bones that go, and takes no others for them."""
    if not isinstance(constraint, Chained) or not constraint.chain_length:
        return constraint
    fewer = sum(name in gone for name in chain_bones(rig, constraint))
    if not fewer:
        return constraint
    return msgspec.structs.replace(constraint, chain_length=max(1, constraint.chain_length - fewer))


def _without_idle_limbs(before: Rig, document: Document) -> Document:
    """The document without limbs that have lost all their bones or the constraints that steer them, and their controls.

    What is selected stays so.
    """
    steered = {limb.name for limb in before.limbs if is_steered(before, limb)}
    after = document
    for limb in document.rig.limbs:
        if not limb.bones or (limb.name in steered and not is_steered(document.rig, limb)):
            after = remove(after, limb)
    if after is document:
        return document
    kept = tuple(name for name in document.selected if name in after.rig.by_name)
    active = document.active if document.active in kept else None
    return msgspec.structs.replace(after, selected=kept, active=active, ends=())
