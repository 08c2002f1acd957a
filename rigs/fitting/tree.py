"""A skeleton as a tree of joints: ancestors, descendants, depth, and common ancestors."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property

import numpy as np

from pantin.rigs.rig import Bone, Rig
from pantin.rigs.vectors import Vector


class Tree:
    """The bones that shape the body, without handles and poles."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.names = tuple(bone.name for bone in rig.bones if bone.kind == "bone")
        self._carried = self._count()

    @cached_property
    def body(self) -> tuple[str, ...]:
        """The bones below the root that carries most, and that root: the figure without what lies beside it."""
        roots = [name for name in self.names if self.rig.by_name[name].parent not in self.names]
        most = max(roots, key=self.carried, default=None)
        return () if most is None else (most, *self.below(most))

    @cached_property
    def size(self) -> float:
        """The largest extent of the body's joints, metres."""
        heads = np.array([self.rig.by_name[name].head for name in self.body]).reshape(-1, 3)
        return float(np.ptp(heads, axis=0).max()) if len(heads) else 0.0

    def below(self, name: str) -> list[str]:
        """All descendants of a bone."""
        return [below for child in self.children(name) for below in (child.name, *self.below(child.name))]

    def head(self, name: str) -> Vector:
        """Where a bone begins at rest."""
        return np.array(self.rig.by_name[name].head)

    def tail(self, name: str) -> Vector:
        """Where a bone ends at rest."""
        return np.array(self.rig.by_name[name].tail)

    def children(self, name: str | None) -> tuple[Bone, ...]:
        """The children of a bone."""
        return tuple(bone for bone in self.rig.children.get(name, ()) if bone.kind == "bone")

    def carried(self, name: str) -> int:
        """The number of descendants of a bone."""
        return self._carried[name]

    def above(self, name: str) -> tuple[str, ...]:
        """A bone and its ancestors, up to the root."""
        path: list[str] = []
        at: str | None = name
        while at is not None and at in self.rig.by_name and at not in path:
            path.append(at)
            at = self.rig.by_name[at].parent
        return tuple(path)

    def is_below(self, name: str, above: str) -> bool:
        """Whether a bone is a descendant of another; not of itself."""
        return name != above and above in self.above(name)

    def path(self, top: str, bottom: str) -> tuple[str, ...]:
        """The path from a bone down to one of its descendants, both included."""
        way = self.above(bottom)
        return tuple(reversed(way[: way.index(top) + 1]))

    def meeting(self, names: Iterable[str]) -> str | None:
        """The lowest common ancestor, which may be one of them; None where they have different roots."""
        ways = [self.above(name) for name in names]
        if not ways:
            return None
        return next((name for name in ways[0] if all(name in way for way in ways[1:])), None)

    def longest(self, name: str) -> tuple[str, ...]:
        """The path from a bone down to the tip that is farthest along the bones."""
        return self._farthest(name)[0]

    def continuing(self, name: str, never: Collection[str] = ()) -> str | None:
        """The child that begins where a bone ends; of several the one that carries most."""
        tail = self.tail(name)
        near = 0.02 * self.size
        below = [bone.name for bone in self.children(name) if bone.name not in never]
        ending = [child for child in below if float(np.linalg.norm(self.head(child) - tail)) <= near]
        return max(ending, key=self.carried, default=None)

    def _farthest(self, name: str) -> tuple[tuple[str, ...], float]:
        """The path to the farthest tip, and how far that is."""
        found: tuple[str, ...] = (name,)
        best = float(np.linalg.norm(self.tail(name) - self.head(name)))
        for child in self.children(name):
            path, reach = self._farthest(child.name)
            reach += float(np.linalg.norm(self.head(child.name) - self.head(name)))
            if reach > best:
                found, best = (name, *path), reach
        return found, best

    def _count(self) -> dict[str, int]:
        carried = dict.fromkeys((bone.name for bone in self.rig.bones), 0)
        for name in self.names:
            for above in self.above(name)[1:]:
                carried[above] += 1
        return carried
