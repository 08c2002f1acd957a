"""The chains of a rig: which bones an IK constraint turns, and which constraints do anything at all."""

from __future__ import annotations

from collections.abc import Iterator

from rigs.constraints import Constraint, Ik, Untargeted, target_of
from rigs.rig import Bone, Rig


def chain_of(rig: Rig, ik: Ik) -> tuple[Bone, ...]:
    """The bones that an IK constraint turns, from the end of its chain upwards, as many as there are."""
    end = rig.by_name.get(ik.owner)
    if end is not None and not ik.use_tail:
        end = rig.by_name.get(end.parent or "")
    return tuple(_upwards(rig, end, ik.chain_length))


def chain_bones(rig: Rig, ik: Ik) -> tuple[str, ...]:
    """The names of the bones that an IK constraint turns, from the end of its chain upwards."""
    return tuple(bone.name for bone in chain_of(rig, ik))


def connected_chain(rig: Rig, bone: str, chain_length: int) -> tuple[str, ...]:
    """`bone` and the bones above it that it hangs on without a gap, at most `chain_length` of them; 0 is all."""
    found: list[str] = []
    for at in _upwards(rig, rig.by_name[bone], chain_length):
        found.append(at.name)
        if not at.connected:
            break
    return tuple(found)


def acts(rig: Rig, constraint: Constraint) -> bool:
    """Whether `constraint` is on, knows its bones, and has any strength."""
    strength = constraint.blend if isinstance(constraint, Ik) else constraint.influence
    aimed = isinstance(constraint, Untargeted) or target_of(constraint) in rig.by_name
    return constraint.enabled and aimed and constraint.owner in rig.by_name and strength > 0.0


def turned_by_ik(rig: Rig) -> frozenset[str]:
    """The bones that some IK constraint turns now."""
    if not rig.live_solving:
        return frozenset()
    iks = [c for c in rig.constraints if isinstance(c, Ik) and acts(rig, c)]
    return frozenset(name for ik in iks for name in chain_bones(rig, ik))


def _upwards(rig: Rig, bone: Bone | None, count: int) -> Iterator[Bone]:
    """`bone` and the bones above it, at most `count` of them; 0 is all."""
    taken = 0
    while bone is not None and (count == 0 or taken < count):
        yield bone
        bone, taken = rig.by_name.get(bone.parent or ""), taken + 1
