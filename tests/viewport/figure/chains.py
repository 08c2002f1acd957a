"""Chains of bones that a body is made of."""

from __future__ import annotations

from pantin.rigs.rig import Bone, Rig


def chain(count: int, length: float = 0.3, name: str = "link") -> Rig:
    bones = tuple(
        Bone(
            name=f"{name}{i}",
            parent=f"{name}{i - 1}" if i else None,
            head=(0, 0, i * length),
            tail=(0, 0, (i + 1) * length),
            connected=i > 0,
        )
        for i in range(count)
    )
    return Rig(bones=bones)
