"""A cache of computed values, keyed by the identity of the objects that they were computed from.

A drag changes the pose and keeps bones and constraints as they are, so what depends on those alone is not computed
again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar
from weakref import WeakSet

Answer = TypeVar("Answer")
KEPT = 4


class IdentityCache(Generic[Answer]):
    """The last few values, each beside the objects that it was computed from."""

    def __init__(self) -> None:
        self._known: list[tuple[tuple[object, ...], Answer]] = []
        _caches.add(self)

    @property
    def answers(self) -> Iterator[Answer]:
        """The values that are cached, the one asked for last at the end."""
        return (answer for _objects, answer in self._known)

    def forget_older(self) -> None:
        """Keep what was computed from the same object, the first of them, as the value asked for last."""
        if self._known:
            first = self._known[-1][0][0]
            self._known[:] = [kept for kept in self._known if kept[0][0] is first]

    def get(self, *objects: object, compute: Callable[[], Answer], room: int = KEPT) -> Answer:
        """Return the value for these very objects; calls `compute` where it is not cached.

        The last `room` values are kept: of each figure of a scene one is asked for at every frame.
        """
        for kept in reversed(self._known):
            if all(a is b for a, b in zip(kept[0], objects, strict=True)):
                if kept is not self._known[-1]:
                    self._known[:] = [*(other for other in self._known if other is not kept), kept]
                return kept[1]
        answer = compute()
        self._known[:] = [*self._known[1 - max(room, KEPT) :], (objects, answer)]
        return answer


def forget_older() -> None:
    """Let every cache forget what it holds of documents that were open before."""
    for cache in tuple(_caches):
        cache.forget_older()


_caches: WeakSet[IdentityCache[Any]] = WeakSet()
