"""A skeleton as a tree of joints: ancestors, descendants, depth, and common ancestors."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from itertools import accumulate
from math import dist

import numpy as np

from pantin.rigs.rig import Bone, Rig
from pantin.rigs.tree.traversal import with_descendants
from pantin.rigs.vectors import Vector

BESIDE = 0.02
"""A child that begins this near to a bone's tail, in parts of the figure's size, continues it: joints of motion capture
are off by a centimetre or two."""


class Tree:
    """The bones that shape the body, without handles and poles, by name. A rig may be thousands of bones deep.

    Methods raise KeyError for a bone that the rig lacks.
    """

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.names = tuple(bone.name for bone in rig.bones if bone.kind == "bone")

    @cached_property
    def body(self) -> tuple[str, ...]:
        """The root that carries most bones and all below it: the figure without what lies beside it."""
        roots = [name for name in self.names if self.rig.by_name[name].parent not in self._shaping]
        most = max(roots, key=self.descendant_count, default=None)
        return () if most is None else (most, *self.below(most))

    @cached_property
    def size(self) -> float:
        """The largest extent of the body's joints along an axis, metres."""
        return float(np.ptp(self.heads, axis=0).max()) if len(self.heads) else 0.0

    @cached_property
    def heads(self) -> Vector:
        """Return the heads of the bones of `body` at rest (n, 3), armature space."""
        return self.seen(np.array([self.rig.by_name[name].head for name in self.body]).reshape(-1, 3))

    def head(self, name: str) -> Vector:
        """Return the head of a bone at rest (3,), armature space."""
        return self.seen(np.array(self.rig.by_name[name].head))

    def tail(self, name: str) -> Vector:
        """Return the tail of a bone at rest (3,), armature space."""
        return self.seen(np.array(self.rig.by_name[name].tail))

    def seen(self, places: Vector) -> Vector:
        """Places (…, 3) of armature space as they are looked at: from the front."""
        return places

    def children(self, name: str | None) -> tuple[Bone, ...]:
        """The children of a bone; of None the roots."""
        return tuple(bone for bone in self.rig.children.get(name, ()) if bone.kind == "bone")

    def below(self, name: str) -> list[str]:
        """All descendants of a bone that no handle carries, each before its own."""
        found, waiting = list[str](), [name]
        while waiting:
            at = waiting.pop()
            found.append(at)
            waiting += [child.name for child in reversed(self.children(at))]
        return found[1:]

    def descendant_count(self, name: str) -> int:
        """The number of descendants of a bone."""
        first, end = self._span[name]
        return self._shaping_before[end] - self._shaping_before[first + 1]

    def above(self, name: str) -> tuple[str, ...]:
        """A bone and its ancestors, up to the root."""
        way, at = [name], self._parents[name]
        while at is not None:
            way.append(at)
            at = self._parents[at]
        return tuple(way)

    def depth(self, name: str) -> int:
        """Return the number of ancestors of a bone."""
        return self._depths[name]

    def is_below(self, name: str, above: str) -> bool:
        """Return whether a bone is a descendant of another; not of itself."""
        first, end = self._span[above]
        return first < self._span[name][0] < end

    def path(self, top: str, bottom: str) -> tuple[str, ...]:
        """The path from a bone down to one of its descendants, both included."""
        way = self.above(bottom)
        return tuple(reversed(way[: way.index(top) + 1]))

    def common_ancestor(self, names: Iterable[str]) -> str | None:
        """The lowest common ancestor, which may be one of them; None where they have different roots."""
        all_names = tuple(names)
        candidates = self.above(all_names[0]) if all_names else ()
        return next((at for at in candidates if all(self._carries(at, name) for name in all_names[1:])), None)

    def longest_chain(self, name: str) -> tuple[str, ...]:
        """The path from a bone down to the tip that is farthest along the bones."""
        path = [name]
        while (child := self._farthest[path[-1]][0]) is not None:
            path.append(child)
        return tuple(path)

    def continuation(self, name: str, excluded: Collection[str]) -> str | None:
        """The child that begins where a bone ends, without those `excluded`; of several the one that carries most."""
        tail = self.tail(name)
        near = BESIDE * self.size
        below = [bone.name for bone in self.children(name) if bone.name not in excluded]
        ending = [child for child in below if float(np.linalg.norm(self.head(child) - tail)) <= near]
        return max(ending, key=self.descendant_count, default=None)

    def _carries(self, above: str, name: str) -> bool:
        return name == above or self.is_below(name, above)

    @cached_property
    def _shaping(self) -> frozenset[str]:
        return frozenset(self.names)

    @cached_property
    def _parents(self) -> dict[str, str | None]:
        """The parent of each bone, a control too; None where the rig has no such bone."""
        known = self.rig.by_name
        return {name: bone.parent if bone.parent in known else None for name, bone in known.items()}

    @cached_property
    def _order(self) -> tuple[str, ...]:
        """All bones of the rig, controls too, each followed by all that it carries."""
        return with_descendants(self.rig, [name for name, parent in self._parents.items() if parent is None])

    @cached_property
    def _depths(self) -> dict[str, int]:
        depths: dict[str | None, int] = {None: -1}
        for name in self._order:
            depths[name] = depths[self._parents[name]] + 1
        return {name: depths[name] for name in self._order}

    @cached_property
    def _span(self) -> dict[str, tuple[int, int]]:
        """The place of each bone in `_order`, and that behind all that it carries."""
        spans = {name: (place, place + 1) for place, name in enumerate(self._order)}
        for name in reversed(self._order):
            parent = self._parents[name]
            if parent is not None:
                spans[parent] = (spans[parent][0], max(spans[parent][1], spans[name][1]))
        return spans

    @cached_property
    def _shaping_before(self) -> list[int]:
        """Return the number of bones before each place in `_order`, and before its end, that shape the body."""
        return [0, *accumulate(name in self._shaping for name in self._order)]

    @cached_property
    def _farthest(self) -> dict[str, tuple[str | None, float]]:
        """By bone the child on the way to the farthest tip, and how far along the bones that is, metres."""
        found: dict[str, tuple[str | None, float]] = {}
        for name in reversed(self._order):
            bone = self.rig.by_name[name]
            found[name] = (None, dist(bone.head, bone.tail))
            for child in self.children(name):
                reach = found[child.name][1] + dist(bone.head, child.head)
                if reach > found[name][1]:
                    found[name] = (child.name, reach)
        return found
