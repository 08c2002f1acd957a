"""The chains of a rig: which bones an IK constraint turns, and which constraints act."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.rigs.constraints import Chained, Constraint, Goal, Ik, SplineIk
from pantin.rigs.rig import Bone, Rig


def carries_all(rig: Rig, name: str) -> bool:
    """Return whether a bone says where the figure is, rather than how."""
    bone = rig.by_name[name]
    return bone.parent is None and bone.kind == "handle" and bool(rig.children.get(name))


def chain_of(rig: Rig, ik: Chained) -> tuple[Bone, ...]:
    """The bones that a constraint turns, from the end of its chain upwards, as many as there are."""
    end = rig.by_name.get(ik.owner)
    if end is not None and not ik.use_tail:
        end = rig.by_name.get(end.parent or "")
    return tuple(_upwards(rig, end, ik.chain_length))


def chain_bones(rig: Rig, ik: Chained) -> tuple[str, ...]:
    """The names of the bones that a constraint turns, from the end of its chain upwards."""
    return tuple(bone.name for bone in chain_of(rig, ik))


def connected_chain(rig: Rig, bone: str, chain_length: int) -> tuple[str, ...]:
    """`bone` and the bones above it that it hangs on without a gap, at most `chain_length` of them; 0 is all."""
    found: list[str] = []
    for at in _upwards(rig, rig.by_name[bone], chain_length):
        found.append(at.name)
        if not at.connected:
            break
    return tuple(found)


def grabbed_chain(rig: Rig, bone: str, chain_length: int) -> tuple[str, ...]:
    """The bones that turn when `bone` is dragged: the chain of an IK constraint that waits for that, else connected."""
    index = waiting_ik(rig, bone)
    if index is None:
        return connected_chain(rig, bone, chain_length)
    ik = rig.constraints[index]
    assert isinstance(ik, Ik)
    chain = chain_bones(rig, ik)
    return chain[:chain_length] if chain_length > 0 else chain


def waiting_ik(rig: Rig, bone: str) -> int | None:
    """The place of the IK constraint of `bone` that has no target and so acts only while the bone is dragged.

    One whose chain has no bones, the owner being a root that is not to turn, waits for nothing.
    """
    for index, ik in enumerate(rig.constraints):
        if isinstance(ik, Ik) and ik.owner == bone and ik.enabled and ik.target is None and chain_of(rig, ik):
            return index
    return None


def acts(rig: Rig, constraint: Constraint) -> bool:
    """Return whether `constraint` is on, knows its bones, and has any strength."""
    strength = constraint.blend if isinstance(constraint, Goal) else constraint.influence
    named = constraint.looks_at
    aimed = constraint.aims or not constraint.needs_target
    aimed = aimed and all(name in rig.by_name for name in named)
    return constraint.enabled and aimed and constraint.owner in rig.by_name and strength > 0.0


def turned_by_ik(rig: Rig) -> frozenset[str]:
    """The bones that some IK constraint turns now. One that follows a curve is not solved, and acts all the time."""
    kinds = Chained if rig.live_solving else SplineIk
    iks = [c for c in rig.constraints if isinstance(c, kinds) and acts(rig, c)]
    return frozenset(name for ik in iks for name in chain_bones(rig, ik))


def _upwards(rig: Rig, bone: Bone | None, count: int) -> Iterator[Bone]:
    """`bone` and the bones above it, at most `count` of them; 0 is all."""
    taken = 0
    while bone is not None and (count == 0 or taken < count):
        yield bone
        bone, taken = rig.by_name.get(bone.parent or ""), taken + 1
