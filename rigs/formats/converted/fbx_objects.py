"""The objects of an FBX file as the package ufbx has them: each is kept, and read as numbers of numpy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import ufbx
from numpy.typing import NDArray

from pantin.rigs.formats.converted.content import Floats

KEPT: list[Any] = []
"""Every object of ufbx that was ever looked at. The package frees some that others still refer to, and crashes then."""

AXES = ("+X", "-X", "+Y", "-Y", "+Z", "-Z")
"""Names of axes, as ufbx counts them."""

TRIED = 16
"""Times of a clip at which it is asked whether a mesh moves by itself."""

LATEST = 1e7
"""Seconds at which a clip may end."""


def kept(thing: Any) -> Any:
    """Return the same, and keep it until the process ends."""
    KEPT.append(thing)
    return thing


def at(thing: Any, *names: str) -> Any:
    """Return what is reached by these attributes, each object on the way kept."""
    for name in names:
        thing = kept(getattr(thing, name))
    return thing


def rows(thing: Any, *names: str) -> list[Any]:
    """Return the entries of the list that is reached so, kept as well."""
    return [kept(each) for each in at(thing, *names)]


def array(thing: Any, *names: str) -> NDArray[Any]:
    """Return a copy of the numbers of a list that is reached so."""
    return np.array(at(thing, *names))


def matrix(found: Any) -> Floats:
    """Return a matrix (4, 4) of ufbx, which has four columns of three numbers."""
    whole = np.eye(4)
    whole[:3] = np.array(found, np.float64).T
    return whole


class Moved(NamedTuple):
    """A node that carries a mesh on a bone, since that was moved after it was bound."""

    node: int
    """Its place among the nodes of the content."""
    bone: int
    mesh: int
    """The node of the mesh."""
    at_bind: Floats
    """Where that was (4, 4) when the mesh was bound."""


class Scene:
    """A loaded file, with the axes and the unit that it says, and all of its nodes."""

    def __init__(self, loaded: Any) -> None:
        self.loaded = loaded
        self.nodes = rows(loaded, "nodes")
        """By the number that ufbx gives them; the first is the root of all."""
        settings = at(loaded, "settings")
        axes = at(settings, "axes")
        told = [int(axes.right), int(axes.up), int(axes.front)]
        if len({each // 2 for each in told} & {0, 1, 2}) < 3:
            told = [0, 2, 4]
        self.axes = np.zeros((3, 3))
        """What takes directions of the file to right, up and front."""
        for row, axis in enumerate(told):
            self.axes[row, axis // 2] = -1.0 if axis % 2 else 1.0
        self.up_axis = AXES[told[1]]
        metres = float(settings.unit_meters)
        self.metres = metres if 1e-6 <= metres <= 1e6 else 0.01
        rate = float(settings.frames_per_second)
        self.rate = rate if 1.0 <= rate <= 1000.0 else 30.0
        self.stacks = rows(loaded, "anim_stacks")
        self.moving = {number for stack in self.stacks for number in moving_in(stack)}
        """The nodes that some clip moves."""
        self.moved: list[Moved] = []

    def stands_of(self, node: Any) -> Iterator[Floats]:
        """Yield where a node below the root is (4, 4): as it is saved, and in some frames of each clip."""
        yield matrix(node.node_to_world)
        if int(node.typed_id) not in self.moving:
            return
        for stack in self.stacks:
            for time in np.linspace(*time_of(stack), TRIED):
                yield matrix(ufbx.transform_to_matrix(node.evaluate_transform(at(stack, "anim"), float(time))))


def moving_in(stack: Any) -> set[int]:
    """Return the nodes that a clip moves, by their numbers; what makes up for the scale of others among them."""
    found = set()
    for layer in rows(stack, "layers"):
        for each in rows(layer, "anim_props"):
            element = at(each, "element")
            if element.type.name == "NODE":
                found.add(int(element.typed_id))
    return found


def time_of(stack: Any) -> tuple[float, float]:
    """Return when a clip begins and ends, in seconds: as it says, or else from its first key to its last."""
    begin, end = float(stack.time_begin), float(stack.time_end)
    if not begin < end:
        curves = [
            curve
            for layer in rows(stack, "layers")
            for each in rows(layer, "anim_props")
            for curve in map(kept, at(each, "anim_value", "curves"))
            if curve is not None and len(at(curve, "keyframes"))
        ]
        begin = min((float(each.min_time) for each in curves), default=0.0)
        end = max((float(each.max_time) for each in curves), default=begin)
    found = begin, max(begin, end)
    return found if np.isfinite(found).all() and np.abs(found).max() < LATEST else (0.0, 0.0)
