"""Values of expressions in the frames of an animation, told from what it moves morph targets by.

Where the expressions are the names of the targets, each is what its target is moved by. Those of a VRM move several
targets each: then the values are those of which the weights are the sum. Targets are taken together that expressions
have in common. Of expressions that could stand for each other as few are taken as do, else those of the fewest targets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from pantin.rigs.formats.gltf.animations import Animation
from pantin.rigs.formats.gltf.expressions import FileFace
from pantin.rigs.formats.gltf.lenient import LARGEST_NUMBER
from pantin.rigs.formats.gltf.sampling import at_times
from pantin.rigs.meshes.expressions import Expression, weights_of
from pantin.rigs.motion.transform_arrays import Floats

MOST_VALUES = 20_000_000
"""Values of expressions in the frames of an animation."""

MOST_TOGETHER, MOST_TARGETS, MOST_LEADING = 200, 1000, 30
"""Expressions that are told apart from each other, the targets that they move together, and how many of them may be
there at once where some could stand for others."""

MOST_WORK = 2e9
"""Products of numbers for which expressions are told apart in all animations of a file: a second."""

SAME = 1e-4
"""Weights that differ by less are the same: nobody sees it."""

Target = tuple[int, int]
"""The node of a mesh, and the place of a morph target of it."""


class FaceTracks(NamedTuple):
    """The expressions of an animation."""

    values: dict[str, Floats]
    """(f,), by name."""
    left: tuple[str, ...] = ()
    """The morph targets that it moves as no expressions do."""


class Room:
    """The rest of `MOST_WORK` for the animations of a file."""

    def __init__(self) -> None:
        self._left = MOST_WORK

    def takes(self, frames: int, targets: int, expressions: int) -> bool:
        """Return whether so much can be told apart still, and take its part."""
        work = frames * targets**2 + 2 * MOST_LEADING * min(frames, targets) * targets * expressions
        if targets > MOST_TARGETS or not 0 < expressions <= MOST_TOGETHER or work > self._left:
            return False
        self._left -= work
        return True


def face_tracks(face: FileFace, animation: Animation, room: Room) -> FaceTracks:
    """Compute the values (f,) of expressions in the frames of an animation."""
    moved = dict(_moved_targets(face, animation))
    if face.has_own:
        return _mixed(face, moved, animation.count, room)
    names, found = {mesh.node: mesh.names for mesh in face.morphs}, dict[str, Floats]()
    for (node, target), values in moved.items():
        found.setdefault(names[node][target], values)
    return FaceTracks(found)


def _moved_targets(face: FileFace, animation: Animation) -> Iterator[tuple[Target, Floats]]:
    """Yield the targets that an animation moves, and by what from the weights of the file (f,)."""
    seconds = np.arange(animation.count) / animation.rate
    room = MOST_VALUES
    for mesh in face.morphs:
        keys = animation.weights.get(mesh.node)
        if keys is None or keys.values.shape[1] != len(mesh.names):
            continue
        room -= animation.count * len(mesh.names)
        if room < 0:
            break
        values = np.clip(at_times(keys, seconds, False), -LARGEST_NUMBER, LARGEST_NUMBER) - mesh.weights
        for target in np.flatnonzero(values.any(axis=0)).tolist():
            yield (mesh.node, target), values[:, target]


# Expressions that move several targets


def _mixed(face: FileFace, moved: Mapping[Target, Floats], count: int, room: Room) -> FaceTracks:
    """Return the expressions whose sum moves targets so, group by group; and the targets of groups without any."""
    seen = {target: values for target, values in moved.items() if np.abs(values).max() > SAME}
    shaping = [each for each in face.expressions if each.binds and not each.colours and not each.uvs]
    names, found = {mesh.node: mesh.names for mesh in face.morphs}, dict[str, Floats]()
    left = []
    for targets, expressions in _groups(list(seen), shaping):
        made = None
        if room.takes(count, len(targets), len(expressions)):
            still = np.zeros(count)
            wanted = np.stack([moved.get(target, still) for target in targets], axis=1)
            made = _told(face, targets, expressions, wanted)
        if made is None:
            left += [names[node][target] for node, target in targets if (node, target) in seen]
        else:
            found |= {name: values for name, values in made.items() if values.any()}
    return FaceTracks(found, tuple(dict.fromkeys(left)))


def _groups(
    moved: Sequence[Target], expressions: Sequence[Expression]
) -> Iterator[tuple[list[Target], list[Expression]]]:
    """Yield the targets that are moved, in groups that have no expression in common, with these expressions."""
    moving: dict[Target, list[Expression]] = {}
    for each in expressions:
        for bind in each.binds:
            moving.setdefault((bind.node, bind.target), []).append(each)
    done: set[Target] = set()
    order = {each.name: place for place, each in enumerate(expressions)}
    for first in moved:
        if first in done:
            continue
        waiting, targets, known = [first], [], dict[str, Expression]()
        done.add(first)
        while waiting:
            target = waiting.pop()
            targets.append(target)
            for each in moving.get(target, ()):
                if each.name not in known:
                    known[each.name] = each
                    further = dict.fromkeys((bind.node, bind.target) for bind in each.binds)
                    waiting += [other for other in further if other not in done]
                    done.update(further)
        yield targets, sorted(known.values(), key=lambda each: order[each.name])


def _told(
    face: FileFace, targets: Sequence[Target], expressions: Sequence[Expression], wanted: Floats
) -> dict[str, Floats] | None:
    """Return the values of expressions (f,) that move targets as is `wanted` (f, t); None where there are none."""
    place = {target: number for number, target in enumerate(targets)}
    effects = np.zeros((len(targets), len(expressions)))
    for column, each in enumerate(expressions):
        for bind in each.binds:
            effects[place[bind.node, bind.target], column] += bind.weight
    smooth = [column for column, each in enumerate(expressions) if not each.is_binary]
    everything = list(range(len(expressions)))
    steps: Floats = np.asarray(np.linalg.qr(wanted, mode="r")) if len(wanted) > wanted.shape[1] else wanted
    for among in dict.fromkeys((tuple(smooth), tuple(everything))):
        for chosen in (_leading(effects, among, steps), _finest(effects, among)):
            if not chosen:
                continue
            values = np.linalg.lstsq(effects[:, chosen], wanted.T, rcond=None)[0].T
            off = np.abs(values @ effects[:, chosen].T - wanted).max()
            if off <= SAME and values.min() >= -SAME and values.max() <= 1.0 + SAME:
                bounded = np.clip(np.where(np.abs(values) <= 1e-6, 0.0, values), 0.0, 1.0)
                used = [expressions[column] for column in chosen]
                if _shows(face, used, bounded, targets, wanted):
                    return {each.name: bounded[:, number] for number, each in enumerate(used)}
    return None


def _leading(effects: Floats, among: Sequence[int], wanted: Floats) -> list[int]:
    """Return few of the columns of `effects` (t, e) whose sums are rows (f, t): each that tells most of what is left.

    This is matching pursuit (Pati, Rezaiifar, Krishnaprasad, 1993).
    """
    sizes, chosen = np.linalg.norm(effects, axis=0), list[int]()
    left, axes = wanted, np.zeros((0, len(effects)))
    while len(chosen) < min(len(among), len(effects), MOST_LEADING) and np.abs(left).max(initial=0.0) > 1e-6:
        told = np.linalg.norm(left @ effects, axis=0) / np.where(sizes > 0.0, sizes, np.inf)
        free = [column for column in among if column not in chosen]
        best = max(free, key=lambda column: float(told[column]))
        if told[best] <= 1e-9:
            break
        way = effects[:, best] - axes.T @ (axes @ effects[:, best])
        way /= max(float(np.linalg.norm(way)), 1e-12)
        axes = np.vstack((axes, way))
        left = left - np.outer(left @ way, way)
        chosen.append(best)
    return chosen


def _finest(effects: Floats, among: Sequence[int]) -> list[int]:
    """Return columns none of which is a sum of others: those of the fewest targets first."""
    chosen, axes = list[int](), np.zeros((0, len(effects)))
    for column in sorted(among, key=lambda each: int(np.count_nonzero(effects[:, each]))):
        way = effects[:, column] - axes.T @ (axes @ effects[:, column])
        size = float(np.linalg.norm(way))
        if size > 1e-6 * float(np.linalg.norm(effects[:, column])) and size > 0.0:
            chosen.append(column)
            axes = np.vstack((axes, way / size))
    return chosen


def _shows(
    face: FileFace, used: Sequence[Expression], values: Floats, targets: Sequence[Target], wanted: Floats
) -> bool:
    """Return whether expressions that are rounded or weaken each other move targets as is `wanted` (f, t), too."""
    if not any(each.is_binary or {each.blink, each.look, each.mouth} != {"none"} for each in used):
        return True
    own = {mesh.node: mesh.weights for mesh in face.morphs}
    rows, places = np.unique(np.column_stack((values, wanted)), axis=0), len(used)
    if len(rows) * len(face.expressions) > MOST_VALUES // 100:
        return False
    for row in rows:
        there = weights_of(face, {each.name: float(row[place]) for place, each in enumerate(used)})
        moved = [there.get(node, own[node])[target] - own[node][target] for node, target in targets]
        if np.abs(moved - row[places:]).max(initial=0.0) > SAME:
            return False
    return True
