"""The order in which the figures of a scene are posed: those that others refer to come first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pantin.rigs.figure import Figure
from pantin.rigs.scene import Scene


class FigureOrder(NamedTuple):
    """The names of all figures, each behind those that it refers to but for the circles that had to be cut."""

    names: tuple[str, ...]
    circles: tuple[tuple[str, ...], ...]

    def looked_at(self, figure: Figure) -> tuple[str, ...]:
        """Return the figures that `figure` refers to and that are posed before it."""
        at = self.names.index(figure.name)
        return tuple(name for name in figures_looked_at(figure) if name in self.names[:at])


def figures_looked_at(figure: Figure) -> tuple[str, ...]:
    """Return the names of other figures that constraints of a figure refer to, each once."""
    return tuple(dict.fromkeys(ref.figure for ref in figure.rig.looked_at_in_others))


def order_of_figures(scene: Scene) -> FigureOrder:
    """Return the order of the figures. Of those that refer to each other in a circle, the first in the scene goes
    first.

    Figures that do not refer to each other stay in the order of the scene (Kahn 1962).
    """
    waits_for = {each.name: set(figures_looked_at(each)) for each in scene.figures}
    for others in waits_for.values():
        others.intersection_update(waits_for)
    names: list[str] = []
    circles: list[tuple[str, ...]] = []
    while waits_for:
        free = next((name for name, others in waits_for.items() if not others), None)
        if free is None:
            circle = _circle(waits_for)
            circles.append(circle)
            free = circle[0]
        del waits_for[free]
        names.append(free)
        for others in waits_for.values():
            others.discard(free)
    return FigureOrder(tuple(names), tuple(circles))


def path_between(scene: Scene, start: str, end: str) -> tuple[str, ...]:
    """Return figures of which each looks at the next, from `start` to `end`; none where `end` is not looked at."""
    known = {figure.name: figure for figure in scene.figures}
    paths: list[tuple[str, ...]] = [(start,)] if start in known else []
    for path in paths:
        if path[-1] == end:
            return path
        paths += [(*path, name) for name in figures_looked_at(known[path[-1]]) if name in known and name not in path]
    return ()


def _circle(waits_for: Mapping[str, set[str]]) -> tuple[str, ...]:
    """Return figures of which each waits for the next, and the last for the first, which is the first in the scene.

    They wait for nothing but each other, so that cutting them lets go what waits for them. Every figure in `waits_for`
    waits for one of them.
    """
    ranks = {name: rank for rank, name in enumerate(waits_for)}
    knot = min((_waited_for(name, waits_for) for name in waits_for), key=len)
    path: list[str] = []
    at = min(knot, key=ranks.__getitem__)
    while at not in path:
        path.append(at)
        at = min(waits_for[at], key=ranks.__getitem__)
    found = path[path.index(at) :]
    first = found.index(min(found, key=ranks.__getitem__))
    return (*found[first:], *found[:first])


def _waited_for(name: str, waits_for: Mapping[str, set[str]]) -> set[str]:
    """Return all figures that one waits for, directly or by others."""
    found, waiting = set[str](), [name]
    while waiting:
        new = waits_for[waiting.pop()] - found
        found |= new
        waiting += new
    return found
