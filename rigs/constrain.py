"""Edits of the constraints. A constraint is known by its place in `rig.constraints`."""

from __future__ import annotations

from collections.abc import Iterable
from math import dist

import msgspec

from rigs.constraints import Constraint, Ik, LimitDistance, Untargeted
from rigs.document import Document
from rigs.rig import Rig

LIMB = 2
"""Bones that a new IK constraint turns: an arm or a leg, not the whole figure."""


def add(document: Document, constraint: Constraint) -> Document:
    """The constraint put behind all others."""
    _owner_known(document.rig, constraint)
    return _with_constraints(document, (*document.rig.constraints, constraint))


def add_ik(document: Document, owner: str, target: str | None = None) -> Document:
    """A new IK constraint that bends the limb ending in `owner`; without a target it rests until it is given one."""
    return add(document, Ik(owner=owner, target=target, chain_length=min(LIMB, bones_above(document.rig, owner))))


def add_new(document: Document, kind: type[Constraint], owner: str, target: str | None = None) -> Document:
    """A new constraint of any kind, looking at `target` if it looks at anything. A distance begins as it is at rest."""
    if kind is Ik:
        return add_ik(document, owner, target)
    constraint = kind(owner=owner) if issubclass(kind, Untargeted) else kind(owner=owner, target=target)
    bones = document.rig.by_name
    if isinstance(constraint, LimitDistance) and target is not None and {owner, target} <= bones.keys():
        constraint = msgspec.structs.replace(constraint, radius=dist(bones[owner].head, bones[target].head))
    return add(document, constraint)


def replace(document: Document, index: int, constraint: Constraint) -> Document:
    """Another constraint in the place `index`."""
    constraints = list(document.rig.constraints)
    if constraints[index] == constraint:
        return document
    _owner_known(document.rig, constraint)
    constraints[index] = constraint
    return _with_constraints(document, tuple(constraints))


def remove(document: Document, index: int) -> Document:
    """The constraint in the place `index` taken away."""
    constraints = list(document.rig.constraints)
    del constraints[index]
    return _with_constraints(document, tuple(constraints))


def move(document: Document, index: int, to: int) -> Document:
    """The constraint in the place `index` put into the place `to`; those between move up or down."""
    constraints = list(document.rig.constraints)
    constraints.insert(to, constraints.pop(index))
    return document if index == to else _with_constraints(document, tuple(constraints))


def duplicate(document: Document, index: int) -> Document:
    """The same constraint once more, right behind the one in the place `index`."""
    constraints = document.rig.constraints
    return _with_constraints(document, (*constraints[: index + 1], *constraints[index:]))


def copy_to(document: Document, index: int, owners: Iterable[str]) -> Document:
    """The constraint in the place `index` added to each bone of `owners`, but not to its own owner again."""
    constraint = document.rig.constraints[index]
    for owner in owners:
        if owner != constraint.owner:
            document = add(document, msgspec.structs.replace(constraint, owner=owner))
    return document


def bones_above(rig: Rig, name: str) -> int:
    """How many bones a chain that ends in the bone `name` can have: itself and all above it."""
    count, above = 0, rig.by_name.get(name)
    while above is not None:
        count, above = count + 1, rig.by_name.get(above.parent or "")
    return count


def _owner_known(rig: Rig, constraint: Constraint) -> None:
    if constraint.owner not in rig.by_name:
        raise ValueError(f'The rig has no bone "{constraint.owner}" to constrain.')


def _with_constraints(document: Document, constraints: tuple[Constraint, ...]) -> Document:
    return msgspec.structs.replace(document, rig=document.rig.constrained(constraints))
