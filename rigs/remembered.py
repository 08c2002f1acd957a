"""Results of pure functions, kept by the identity of what they were computed from.

Documents do not change: a drag makes a new pose and leaves bones and constraints the same objects, so that what depends
on these alone need not be computed again. It only saves time: objects that were made anew give equal results. Small
values, such as names, are compared instead: `functools.cache`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from inspect import signature
from operator import attrgetter
from typing import Any, Generic, ParamSpec, TypeVar
from weakref import WeakSet

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

KEPT = 4
"""Results that each function keeps for a scene of one figure: for what is on screen, what is dragged, and the document
before.

Each further figure adds one (`make_room`). Meshes are large, so it is not more.
"""

_room = KEPT
"""Results that each function keeps now, unless it says `most`."""


class Remembered(Generic[Arguments, Result]):
    """A function whose last results are kept, the newest first."""

    def __init__(self, function: Callable[Arguments, Result], parts: tuple[str, ...], most: int | None) -> None:
        self._function, self._most = function, most
        self._parts = tuple(attrgetter(part) for part in parts)
        given = signature(function).parameters.values()
        self._named = tuple((each.name, each.default) for each in given)
        self._kept: tuple[tuple[tuple[object, ...], Result], ...] = ()
        """Replaced whole, so that threads may share it."""
        update_wrapper(self, function)
        _all.add(self)

    def __call__(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        """Return the result for these very objects, computed where it is not kept."""
        of = (*(part(args[0]) for part in self._parts), *args[1:]) if self._parts else args
        others = (kwargs.get(name, default) for name, default in self._named[len(args) :])
        objects, kept = (*of, *others), self._kept
        for place, (known, result) in enumerate(kept):
            if len(known) == len(objects) and all(a is b for a, b in zip(known, objects, strict=True)):
                if place:
                    self._kept = (kept[place], *kept[:place], *kept[place + 1 :])
                return result
        result = self._function(*args, **kwargs)
        self._kept = ((objects, result), *self._kept[: (self._most or _room) - 1])
        return result

    @property
    def results(self) -> tuple[Result, ...]:
        """The results that are kept, the newest first."""
        return tuple(result for _objects, result in self._kept)

    def forget_older(self) -> None:
        """Drop the results whose first argument, or first part, is another object than that of the newest."""
        self._kept = tuple(each for each in self._kept if each[0][0] is self._kept[0][0][0])


def remembered(
    *parts: str, most: int | None = None
) -> Callable[[Callable[Arguments, Result]], Remembered[Arguments, Result]]:
    """Decorate a pure function so that its last results are kept: `most` of them, by default `room()`.

    Arguments are compared by identity. `parts` name attributes of the first argument, such as "bones" or "rig.bones":
    where they are given, these are compared instead of it.
    """
    return lambda function: Remembered(function, parts, most)


def room() -> int:
    """Return how many results each function keeps, unless it says `most`."""
    return _room


def make_room(figures: int) -> None:
    """Let every function keep one result for each of so many figures, beside those for one figure."""
    global _room
    _room = max(_room, KEPT + figures - 1)


def forget_older() -> None:
    """Drop the results of documents that were open before, and keep no more than for one figure from now on."""
    global _room
    _room = KEPT
    for each in tuple(_all):
        each.forget_older()


_all: WeakSet[Remembered[Any, Any]] = WeakSet()
