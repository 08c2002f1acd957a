"""The controls that go with the bones that a pull moves: handles, poles, and all that hangs on them.

Handles stay at the ends of their chains and poles on the side to which these bend, however far a pull goes; so the
constraints that they steer ask for the pose that the bones have been given.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from math import sqrt
from typing import NamedTuple

import msgspec
import numpy as np

from pantin.rigs import Ik, Rig
from pantin.rigs.editing.limbs import visible_control
from pantin.rigs.tree.chains import chain_bones
from pantin.rigs.vectors import cross
from pantin.solver.edits.pulling.tree import acting_ik, aims, carried_controls
from pantin.solver.program.carried import has_size
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats

STRAIGHT = 1e-5
"""A chain whose joints are off its line by less, in parts of its length, has no side: its pole goes with its root."""


class Carried(NamedTuple):
    """A control that goes with a bone or another control."""

    parent: int
    control: int
    """The rows of both."""
    within: Floats
    """The control (4, 4) in the axes of its parent."""


class Bend(msgspec.Struct, frozen=True, eq=False):
    """The measures of a chain that tell its end, and the side to which it bends."""

    rows: list[int]
    """Of its bones, from its root."""
    length: float
    owner: int
    tail: float | None
    """Distance of its end from the head of its owner; None where it is the head."""

    def end(self, matrices: Floats) -> Floats:
        """The end (3,) of the chain when bones are posed as in `matrices` (n, 4, 4)."""
        head: Floats = matrices[self.owner, :3, 3]
        return head if self.tail is None else head + matrices[self.owner, :3, 1] * self.tail

    def plane(self, matrices: Floats) -> Floats | None:
        """The frame (4, 4) at its root: Y along its line, X to the side to which it bends; None if it is straight."""
        root, *joints = matrices[self.rows, :3, 3]
        away = self.end(matrices) - root
        far = sqrt(away @ away)
        if far < STRAIGHT * self.length or not joints:
            return None
        line, out = away / far, np.array(joints) - root
        aside = (out - (out @ line)[:, None] * line).sum(axis=0)
        off = sqrt(aside @ aside)
        if off < STRAIGHT * self.length:
            return None
        found = np.eye(4)
        across = aside / off
        found[:3, 0], found[:3, 1], found[:3, 2], found[:3, 3] = across, line, cross(across, line), root
        return found


class CarriedChain(msgspec.Struct, frozen=True, eq=False):
    """A chain under IK whose handle and pole follow it, and how these were posed before."""

    bend: Bend
    handle: int
    pole: int
    """The rows of both; −1 without a pole."""
    end: int
    """The row of the bone with which the handle turns."""
    handle_in_end: Floats
    """The handle (4, 4) in the axes of that bone."""
    pole_in_plane: Floats | None
    """The pole (4, 4) in the frame of the plane in which the chain bends; None where it is straight."""
    pole_in_root: Floats
    """The pole (4, 4) in the axes of the chain's root."""
    grabbed: int
    """The row of what is grabbed to move the handle: of another control where that is hidden, as in a foot."""
    grabbed_in_handle: Floats
    """The grabbed frame (4, 4) in the axes of the handle."""

    def follow(self, after: Floats) -> None:
        """Put handle, what is grabbed and pole in `after` (n, 4, 4) where the bones of the chain ask for them there."""
        after[self.handle] = after[self.end] @ self.handle_in_end
        after[self.handle, :3, 3] = self.bend.end(after)
        if self.grabbed != self.handle:
            after[self.grabbed] = after[self.handle] @ self.grabbed_in_handle
        if self.pole >= 0:
            after[self.pole] = self._pole(after)

    def _pole(self, after: Floats) -> Floats:
        """Return the matrix (4, 4) of the pole: it follows the plane in which the chain bends, and its root where it is
        straight.
        """
        plane = None if self.pole_in_plane is None else self.bend.plane(after)
        if self.pole_in_plane is not None and plane is not None:
            return np.asarray(plane @ self.pole_in_plane)
        return np.asarray(after[self.bend.rows[0]] @ self.pole_in_root)


class Controls(msgspec.Struct, frozen=True, eq=False):
    """The controls that follow, and the bone or control that each follows."""

    chains: tuple[CarriedChain, ...]
    copied: tuple[Carried, ...]
    """Controls of no chain, with the bones that take over their rotation."""
    aimed: tuple[Carried, ...]
    """Controls at which bones point and that go with bones below, each with the bone that points; only places count."""
    hanging: tuple[Carried, ...]
    """Controls that hang on others, parents first. They are not posed themselves."""

    @property
    def posed(self) -> list[int]:
        """The rows of the controls whose poses change."""
        return _posed(self.chains, self.copied)

    def follow(self, after: Floats) -> None:
        """Put all of them in `after` (n, 4, 4), armature space, where the bones in it need them."""
        for chain in self.chains:
            chain.follow(after)
        for parent, control, within in self.copied:
            after[control] = after[parent] @ within
        for parent, control, within in self.aimed:
            after[control, :3, 3] = (after[parent] @ within)[:3, 3]
        for parent, control, within in self.hanging:
            after[control] = after[parent] @ within


def controls_of(rig: Rig, posed: Posed, moving: Collection[str]) -> Controls:
    """The controls that go with the bones `moving`."""
    index, copied_by = posed.index, carried_controls(rig)
    chains = tuple(_chain(rig, posed, ik, copied_by) for ik in acting_ik(rig) if _end(rig, ik) in moving)
    handles = {chain.handle for chain in chains}
    of_no_chain = [(owner, control) for owner, control in copied_by.items() if index[control] not in handles]
    copied = _carried(posed, of_no_chain, moving)
    aimed = _carried(posed, [(aim.owner, str(aim.target)) for aim in aims(rig)], moving)
    followed = handles.union(_posed(chains, copied))
    hanging = (each for row in sorted(followed) for each in _hanging(rig, posed, posed.names[row], followed))
    return Controls(chains, copied, aimed, tuple(hanging))


def _posed(chains: Iterable[CarriedChain], copied: Iterable[Carried]) -> list[int]:
    """The rows of what is grabbed of chains, of their poles, and of controls of no chain."""
    of_chains = [row for chain in chains for row in (chain.grabbed, chain.pole) if row >= 0]
    return [*of_chains, *(each.control for each in copied)]


def _carried(posed: Posed, pairs: Iterable[tuple[str, str]], moving: Collection[str]) -> tuple[Carried, ...]:
    """Of pairs of bones and controls those whose bones are `moving`."""
    rows = ((posed.index[owner], posed.index[control]) for owner, control in pairs if owner in moving)
    return tuple(Carried(owner, control, _within(posed.matrices, control, owner)) for owner, control in rows)


def _hanging(rig: Rig, posed: Posed, name: str, followed: Collection[int]) -> Iterator[Carried]:
    """Yield the controls below one that follows, parents first, that are not in `followed` themselves."""
    above = posed.index[name]
    for child in rig.children.get(name, ()):
        row = posed.index[child.name]
        if child.kind != "bone" and row not in followed:
            yield Carried(above, row, _within(posed.matrices, row, above))
            yield from _hanging(rig, posed, child.name, followed)


def _chain(rig: Rig, posed: Posed, ik: Ik, copied_by: Mapping[str, str]) -> CarriedChain:
    """Return the chain whose handle and pole follow its bones; `copied_by` has the controls whose rotation bones take
    over.
    """
    index, matrices, lengths = posed.index, posed.matrices, posed.skeleton.lengths
    rows, owner = [index[name] for name in reversed(chain_bones(rig, ik))], index[ik.owner]
    bend = Bend(rows, float(lengths[rows].sum()), owner, float(lengths[owner]) if ik.use_tail else None)
    handle, pole = index[str(ik.target)], index.get(ik.own_pole or "", -1)
    end = index[next((owner for owner, control in copied_by.items() if control == ik.target), ik.owner)]
    plane = None if pole < 0 else bend.plane(matrices)
    grabbed = index[visible_control(rig, str(ik.target))]
    return CarriedChain(
        bend,
        handle,
        pole,
        end,
        handle_in_end=_within(matrices, handle, end),
        pole_in_plane=None if plane is None else np.linalg.inv(plane) @ matrices[pole],
        pole_in_root=_within(matrices, pole, rows[0]),
        grabbed=grabbed,
        grabbed_in_handle=_within(matrices, grabbed, handle),
    )


def _end(rig: Rig, ik: Ik) -> str:
    """The last bone of a chain."""
    bones = chain_bones(rig, ik)
    return bones[0] if bones else ik.owner


def _within(matrices: Floats, row: int, parent: int) -> Floats:
    """The matrix (4, 4) of a bone in the axes of another; where that has no size, what it carries goes to its head."""
    stands = matrices[parent]
    back = np.linalg.inv(stands) if has_size(stands) else np.linalg.pinv(stands)
    return np.asarray(back @ matrices[row])
