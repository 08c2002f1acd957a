"""A loaded FBX file: its axes, its unit, its nodes, and where these are at rest and in its clips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from pantin.rigs.formats.converted.content import Floats
from pantin.rigs.formats.converted.fbx_objects import at, kept, rows
from pantin.rigs.formats.converted.fbx_turning import Layer, Turning, turning_of
from pantin.rigs.motion.transform_arrays import composed

AXES = ("+X", "-X", "+Y", "-Y", "+Z", "-Z")
"""Names of axes, as ufbx counts them."""

TRIED = 16
"""Times of a clip at which it is asked whether a mesh moves by itself."""

LATEST = 1e7
"""Seconds at which a clip may end."""


class Moved(NamedTuple):
    """A node that carries a mesh on a bone, since that was moved after it was bound."""

    node: int
    """Its place among the nodes of the content."""
    bone: int
    mesh: int
    """The node of the mesh."""
    at_bind: Floats
    """Its world matrix (4, 4) when the mesh was bound."""


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
        """The matrix (3, 3) from directions of the file to right, up and front."""
        for row, axis in enumerate(told):
            self.axes[row, axis // 2] = -1.0 if axis % 2 else 1.0
        self.up_axis = AXES[told[1]]
        metres = float(settings.unit_meters)
        self.metres = metres if 1e-6 <= metres <= 1e6 else 0.01
        rate = float(settings.frames_per_second)
        self.rate = rate if 1.0 <= rate <= 1000.0 else 30.0
        self.is_of_maya = "maya" in str(at(loaded, "metadata", "latest_application").name).lower()
        """True where Maya wrote the file."""
        self.stacks = rows(loaded, "anim_stacks")
        self.moving = {number for stack in self.stacks for number in moving_in(stack)}
        """The nodes that some clip moves."""
        self.moved: list[Moved] = []
        self._layers = [[Layer(each) for each in rows(stack, "layers")] for stack in self.stacks]
        all_layers = [layer for layers in self._layers for layer in layers]
        turnings = ((number, turning_of(node, all_layers)) for number, node in enumerate(self.nodes) if number)
        self._turnings: dict[int, Turning] = {number: found for number, found in turnings if found is not None}

    def local(self, number: int, stack: int | None = None, times: Sequence[float] = (0.0,)) -> Floats:
        """Return translation, rotation [x, y, z, w] and scale (f, 10) of a node on the one above, in the file's axes.

        They are as they are saved, or at `times` of the clip with the number `stack`.
        """
        node, layers = self.nodes[number], () if stack is None else self._layers[stack]
        if stack is None:
            found = trs_of(node.local_transform)[None]
        else:
            anim = at(self.stacks[stack], "anim")
            found = np.array([trs_of(node.evaluate_transform(anim, time)) for time in times]).reshape(-1, 10)
        turning = self._turnings.get(number)
        return found if turning is None else turning.turned(found, turning.angles(layers, times))

    @cached_property
    def worlds(self) -> list[Floats]:
        """The world matrix (4, 4) of each node as it is saved, in the file's axes."""
        found = [np.eye(4)]
        for number, node in enumerate(self.nodes[1:], start=1):
            parent = at(node, "parent")
            above = found[0 if parent is None else int(parent.typed_id)]
            found.append(above @ composed(self.local(number))[0])
        return found

    def stands_of(self, node: Any) -> Iterator[Floats]:
        """Yield where a node below the root is (4, 4): as it is saved, and in some frames of each clip."""
        number = int(node.typed_id)
        yield self.worlds[number]
        if number not in self.moving:
            return
        for place, stack in enumerate(self.stacks):
            yield from composed(self.local(number, place, np.linspace(*time_of(stack), TRIED).tolist()))


def trs_of(transform: Any) -> Floats:
    """Return translation, rotation [x, y, z, w] and scale (10) of a transform of ufbx."""
    return np.array((*transform.translation, *transform.rotation, *transform.scale), np.float64)


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
