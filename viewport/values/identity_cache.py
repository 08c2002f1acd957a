"""A cache of computed values, keyed by the identity of the objects that they were computed from.

A drag changes the pose and keeps bones and constraints as they are, so what depends on those alone is not computed
again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Answer = TypeVar("Answer")
KEPT = 4


class IdentityCache(Generic[Answer]):
    """The last few values, each beside the objects that it was computed from."""

    def __init__(self) -> None:
        self._known: list[tuple[tuple[object, ...], Answer]] = []

    def get(self, *objects: object, compute: Callable[[], Answer]) -> Answer:
        """The value for these very objects; calls `compute` where it is not cached."""
        for kept in reversed(self._known):
            if all(a is b for a, b in zip(kept[0], objects, strict=True)):
                if kept is not self._known[-1]:
                    self._known[:] = [*(other for other in self._known if other is not kept), kept]
                return kept[1]
        answer = compute()
        self._known[:] = [*self._known[1 - KEPT :], (objects, answer)]
        return answer
