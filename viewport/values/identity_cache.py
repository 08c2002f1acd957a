"""Answers that hold as long as what was asked about stays the same object.

A drag changes the pose and leaves bones and constraints as they are, so whatever was found out about those is looked up
and not found out again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Answer = TypeVar("Answer")
KEPT = 4


class IdentityCache(Generic[Answer]):
    """The answers that were asked for last, each beside the objects that it is about."""

    def __init__(self) -> None:
        self._known: list[tuple[tuple[object, ...], Answer]] = []

    def get(self, *objects: object, compute: Callable[[], Answer]) -> Answer:
        """The answer about these very objects, found now if it is not known."""
        for kept in reversed(self._known):
            if all(a is b for a, b in zip(kept[0], objects, strict=True)):
                if kept is not self._known[-1]:
                    self._known[:] = [*(other for other in self._known if other is not kept), kept]
                return kept[1]
        answer = compute()
        self._known[:] = [*self._known[1 - KEPT :], (objects, answer)]
        return answer
