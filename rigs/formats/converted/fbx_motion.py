"""The clips of an FBX file: every take as samples at the file's rate, of the values that ufbx evaluates.

So all kinds of tangents, layers, pre- and post-rotations and pivots are in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from pantin.rigs.formats.converted.content import Animation, Content, Floats, Track
from pantin.rigs.formats.converted.fbx_objects import at
from pantin.rigs.formats.converted.fbx_scene import Scene, moving_in, time_of
from pantin.rigs.formats.converted.fbx_shapes import Shape
from pantin.rigs.messages import _
from pantin.rigs.motion.transform_arrays import composed, decomposed
from pantin.rigs.wording import quoted

MOST_SAMPLES = 800_000
"""Transforms that are evaluated, of all clips together: each takes some microseconds."""

LONGEST = 100_000
"""Frames of one clip."""

FIRST = 1
"""The frame at which many programs let their clips begin; that is not worth a sentence."""

SAME = 1e-7
"""Parts of the largest number of a track by which it differs from what it is saved as, where it stays there."""


def animations_in(scene: Scene, content: Content, shapes: dict[int, list[Shape]]) -> None:
    """Fill in the clips; `shapes` are those of the mesh at each node. Clips begin at 0; where they begin in the file is
    noted and said.
    """
    left, begins = MOST_SAMPLES, {}
    for place, stack in enumerate(scene.stacks):
        begin, end = time_of(stack)
        moving = sorted(_moving(scene, stack))
        name = str(stack.name)
        count = round((end - begin) * scene.rate) + 1
        allowed = min(LONGEST, left // max(len(moving), 1))
        if count > allowed:
            if allowed < 2:
                content.words.append(
                    _("The clip {name} is left out: the file has too much motion.").format(name=quoted(name))
                )
                continue
            sentence = _("The clip {name} is cut after {count} frames: the file has too much motion.")
            content.words.append(sentence.format(name=quoted(name), count=allowed))
            count = allowed
        left -= count * len(moving)
        times = np.arange(count) / scene.rate
        sampled = Sampled(scene, content, place, begin + times, moving)
        tracks = [*sampled.moves(), *sampled.after_bind(), *sampled.weights(shapes)]
        if tracks:
            content.animations.append(Animation(name, times, tuple(tracks)))
            begins[name] = begin
    if later := {name: begin for name, begin in begins.items() if abs(begin) > 1e-9}:
        content.notes["begins"] = later
    late = [name for name, begin in begins.items() if abs(begin) * scene.rate > FIRST + 0.5]
    if late:
        name, begin = late[0], begins[late[0]]
        one = _("The clip {name} begins at {seconds:.4g} s in the file, and at 0 here.")
        many = _("{count} clips begin later in the file, {name} at {seconds:.4g} s; here all begin at 0.")
        sentence = one if len(late) == 1 else many
        content.words.append(sentence.format(count=len(late), name=quoted(name), seconds=begin))


def _moving(scene: Scene, stack: Any) -> set[int]:
    """Return the nodes that a clip may move: those with curves, and those that make up for the scale of others."""
    found = moving_in(stack)
    if found:
        found |= {number for number, node in enumerate(scene.nodes) if _makes_up(node)}
    return {number for number in found if 0 < number < len(scene.nodes)}


def _makes_up(node: Any) -> bool:
    if node.is_scale_helper or node.is_scale_compensate_parent:
        return True
    parent = at(node, "parent")
    return parent is not None and (parent.is_scale_compensate_parent or at(parent, "scale_helper") is not None)


class Sampled:
    """The values of all that moves in a clip, in each of its frames."""

    def __init__(self, scene: Scene, content: Content, stack: int, times: Floats, moving: Sequence[int]) -> None:
        self._scene, self._content, self._stack, self._times = scene, content, stack, times
        self._rows = {number: self._of_node(number) for number in moving}

    def _of_node(self, number: int) -> Floats:
        """Return translation, rotation and scale (f, 10) of a node on the one above."""
        found = self._scene.local(number, self._stack, self._times.tolist())
        if not np.isfinite(found).all():
            raise ValueError
        return found

    def moves(self) -> Iterator[Track]:
        """Yield the tracks of nodes that move."""
        for number, found in self._rows.items():
            yield from _tracks(number, found, self._saved(number))

    def _saved(self, number: int) -> Floats:
        node = self._content.nodes[number]
        return np.array((*node.translation, *node.rotation, *node.scale))

    def after_bind(self) -> Iterator[Track]:
        """Yield the tracks of nodes that move a mesh on a bone, as that was moved after it was bound."""
        worlds: dict[int, Floats] = {}
        for moved in self._scene.moved:
            bone, mesh = self._world(moved.bone, worlds), self._world(moved.mesh, worlds)
            local = np.linalg.inv(bone) @ mesh @ np.linalg.inv(moved.at_bind) @ bone
            yield from _tracks(moved.node, decomposed(local), self._saved(moved.node))

    def _world(self, number: int, known: dict[int, Floats]) -> Floats:
        """Return where a node is (f, 4, 4), in the axes of the file."""
        if number <= 0:
            return np.tile(np.eye(4), (len(self._times), 1, 1))
        if number not in known:
            rows = self._rows.get(number)
            rows = np.tile(self._saved(number), (len(self._times), 1)) if rows is None else rows
            known[number] = self._world(self._content.nodes[number].parent, known) @ composed(rows)
        return known[number]

    def weights(self, shapes: dict[int, list[Shape]]) -> Iterator[Track]:
        """Yield the tracks of the weights of blend shapes that change."""
        anim = at(self._scene.stacks[self._stack], "anim")
        for number, own in shapes.items():
            channels: dict[int, list[float]] = {}
            for each in own:
                key = int(each.channel.typed_id)
                if key not in channels:
                    evaluate = each.channel.evaluate_blend_weight
                    channels[key] = [float(evaluate(anim, time)) for time in self._times.tolist()]
            found = np.array([[each.weight(value) for value in channels[int(each.channel.typed_id)]] for each in own]).T
            saved = np.array([each.weight(float(each.channel.weight)) for each in own])
            if np.isfinite(found).all() and np.abs(found - saved).max(initial=0.0) > SAME:
                yield Track(number, "weights", found)


def _tracks(node: int, found: Floats, saved: Floats) -> Iterator[Track]:
    """Yield the tracks of a node whose transforms (f, 10) leave what is saved (10)."""
    turned = found[:, 3:7] / np.maximum(np.linalg.norm(found[:, 3:7], axis=1, keepdims=True), 1e-12)
    if np.abs(found[:, :3] - saved[:3]).max(initial=0.0) > SAME * max(np.abs(found[:, :3]).max(initial=0.0), 1e-3):
        yield Track(node, "translation", found[:, :3])
    if (1.0 - np.abs(turned @ saved[3:7])).max(initial=0.0) > 1e-14:
        yield Track(node, "rotation", turned)
    if np.abs(found[:, 7:] - saved[7:]).max(initial=0.0) > SAME * max(np.abs(found[:, 7:]).max(initial=0.0), 1e-3):
        yield Track(node, "scale", found[:, 7:])
