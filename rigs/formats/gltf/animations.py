"""The animations of a glTF file as motions of its joints, frame by frame.

Frame 0 is the time 0 of the file, so frames and seconds say the same; what is before the first key is not played. Keys
before 0, which glTF has none of, are moved on with all others of their animation until the first is at 0. The rate
is one on whose frames all keys lie, or else on whose frames one sees what they say: those that step are moved to the
nearest frame, and what is more than a rounding is reported. A node that is no joint moves the joints below it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil

import msgspec
import numpy as np

from pantin.rigs.clip import MOST_FRAMES
from pantin.rigs.fields import Channel
from pantin.rigs.formats.decoding import decode
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf.accessors import Accessors
from pantin.rigs.formats.gltf.container import Gltf, Index, Node
from pantin.rigs.formats.gltf.joints import Skeleton, transform_of
from pantin.rigs.formats.gltf.sampling import (
    COLUMNS,
    OFF,
    WIDTHS,
    Keys,
    at_times,
    fine_enough,
    on_frames,
    on_their_frames,
    rate_of,
    rate_that_keeps,
)
from pantin.rigs.formats.json_text import LARGEST
from pantin.rigs.formats.opening import Reading
from pantin.rigs.messages import _
from pantin.rigs.motion.clips_of_bones import MOST_ROWS
from pantin.rigs.motion.transform_arrays import Floats, composed, world_matrices
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone
from pantin.rigs.source.worlds import locals_of
from pantin.rigs.wording import quoted

CHANNEL_OF: dict[str, Channel] = {"translation": "location", "rotation": "rotation", "scale": "scale"}
"""The channel of a bone, by the path of its node's animation."""

FINE = 500_000
"""Poses of joints in all animations of a file, with which rates are still made finer for the sake of keys."""

WEIGHTS = "weights"
KINDS = {"translation": ("VEC3",), "rotation": ("VEC4",), "scale": ("VEC3",), WEIGHTS: ("SCALAR",)}


class Animation(msgspec.Struct, frozen=True):
    """An animation of the file: frames a second, the frame of the first key, how many there are, and its keys."""

    index: int
    """Its place among the animations of the file."""
    name: str
    rate: float
    first: int
    count: int
    keys: dict[int, dict[str, Keys]]
    """By node and what of it moves."""
    later: float = 0.0
    """The seconds by which it begins later than in its file."""
    moved: float = 0.0
    """By how much its keys are moved to frames, seconds; 0 where nobody sees it."""
    weights: dict[int, Keys] = {}
    """By node those of the weights of its morph targets, (k, targets)."""


class _Target(msgspec.Struct, frozen=True):
    path: str
    node: Index | None = None


class _Channel(msgspec.Struct, frozen=True):
    sampler: Index
    target: _Target


class _Sampler(msgspec.Struct, frozen=True):
    input: Index
    output: Index
    interpolation: str = "LINEAR"


class _Animation(msgspec.Struct, frozen=True):
    channels: tuple[_Channel, ...]
    samplers: tuple[_Sampler, ...]
    name: str = ""


def animations_of(gltf: Gltf, accessors: Accessors, joints: int, how: Reading | None = None) -> list[Animation]:
    """Return all animations of a file of so many joints. Raises Fault, where those at fault are not to be left out."""
    reading = how or Reading()
    found: list[Animation] = []
    rows, rates = 0, _Rates()
    for index in range(len(gltf.animations)):
        try:
            animation = _animation(gltf, accessors, index, rates, (FINE - rows) / max(joints, 1))
            check_length(index, rows + animation.count * joints, MOST_ROWS)
        except Fault as fault:
            reading.leave_out(fault)
        else:
            rows += animation.count * joints
            found.append(animation)
    _tell(found, reading)
    return found


def _tell(animations: Sequence[Animation], reading: Reading) -> None:
    """Tell which animations begin later than in their file, or have keys that are moved to frames."""
    later = [each for each in animations if each.later]
    if later:
        one = _("The animation {name} has keys before 0; it begins {seconds:.3g} s later here.")
        many = _("{count} animations have keys before 0; they begin up to {seconds:.3g} s later here.")
        values = {"count": len(later), "name": quoted(called(later[0])), "seconds": max(each.later for each in later)}
        reading.words.append((one if len(later) == 1 else many).format(**values))
    moved = [each for each in animations if each.moved]
    if moved:
        worst = max(moved, key=lambda each: each.moved)
        one = _(
            "Keys of the animation {name} lie between its frames, {rate:g} a second; they are moved by up to "
            "{apart:.2g} ms."
        )
        many = _(
            "Keys of {count} animations lie between frames; those of {name}, with {rate:g} frames a second, are moved "
            "by up to {apart:.2g} ms."
        )
        values = {"count": len(moved), "name": quoted(called(worst)), "rate": worst.rate, "apart": 1e3 * worst.moved}
        reading.words.append((one if len(moved) == 1 else many).format(**values))


def called(animation: Animation) -> str:
    """Return the name of an animation, or its number."""
    return animation.name or f"animation_{animation.index}"


def check_length(index: int, rows: int, most: float) -> None:
    """Raise Fault for the animation with which there are `rows` poses of joints, where these are more than `most`."""
    if rows > most:
        what = _("the animations are too long, with {rows:,} poses of joints; export a part of them.")
        raise Fault(f"$.animations[{index}]", what.format(rows=rows))


class _Rates:
    """The frames a second that sets of times ask for; animations that share their times are asked about once."""

    def __init__(self) -> None:
        self._known: dict[frozenset[int], tuple[Floats, float]] = {}

    def of(self, accessors: Accessors, inputs: frozenset[int], splines: Sequence[Keys]) -> tuple[Floats, float]:
        """Return all times (n,) of the accessors `inputs`, seconds, and the rate on whose frames they are."""
        if inputs not in self._known:
            times = np.concatenate([np.zeros(0), *(accessors.times(each) for each in sorted(inputs))])
            self._known[inputs] = times, rate_of(times - min(float(times.min(initial=0.0)), 0.0))
        times, rate = self._known[inputs]
        return times, fine_enough(rate, splines)


def _animation(gltf: Gltf, accessors: Accessors, index: int, rates: _Rates, most: float) -> Animation:
    """Return an animation of the file; for its keys' sake it gets no more than `most` frames. Raises Fault."""
    where = f"$.animations[{index}]"
    try:
        animation = decode(gltf.animations[index], _Animation)
    except Fault as fault:
        raise Fault(where + fault.where.removeprefix("$"), fault.what) from None
    keys: dict[int, dict[str, Keys]] = {}
    known: dict[tuple[int, str], Keys] = {}
    for number, channel in enumerate(animation.channels):
        target = channel.target
        if target.node is not None and target.node >= len(gltf.nodes):
            what = _("the file has no node {node}; export it anew.").format(node=target.node)
            raise Fault(f"{where}.channels[{number}]", what)
        if channel.sampler >= len(animation.samplers):
            what = _("the animation has no such sampler; export the file anew.")
            raise Fault(f"{where}.channels[{number}]", what)
        if target.node is not None and target.path in (*WIDTHS, WEIGHTS):
            asked = channel.sampler, target.path
            if asked not in known:
                there = f"{where}.samplers[{channel.sampler}]"
                known[asked] = _keys(accessors, animation.samplers[channel.sampler], target.path, there)
            keys.setdefault(target.node, {})[target.path] = known[asked]
    splines = [each for each in known.values() if each.interpolation == "CUBICSPLINE"]
    inputs = frozenset(sampler.input for sampler in animation.samplers)
    return _timed(index, animation.name, *rates.of(accessors, inputs, splines), keys, most)


def _timed(
    index: int, name: str, times: Floats, rate: float, keys: dict[int, dict[str, Keys]], most: float
) -> Animation:
    """Return the animation with the frames that its times (n,) ask for, of which finer rates make `most` at most."""
    later, moved = -min(float(times.min(initial=0.0)), 0.0), 0.0
    if later:
        times = times + later
        keys = _changed(keys, lambda each: each._replace(times=each.times + later))
    if not on_frames(times, rate):
        moving = (each for parts in keys.values() for path, each in parts.items() if path != WEIGHTS)
        every = {id(each.values): each for each in moving}
        rate, moved = rate_that_keeps(times, every.values(), rate, most)
    last = float(times.max(initial=0.0))
    count = ceil(last * rate - OFF) + 1 if last * rate <= MOST_FRAMES else MOST_FRAMES + 1
    if count > MOST_FRAMES:
        what = _("the animation is too long, {seconds:g} seconds; export a part of it.")
        raise Fault(f"$.animations[{index}]", what.format(seconds=last))
    first = min(max(round(float(times.min(initial=last)) * rate), 0), count - 1)
    keys = _changed(keys, lambda each: on_their_frames(each, rate))
    weights = {node: parts[WEIGHTS] for node, parts in keys.items() if WEIGHTS in parts}
    moving_nodes = {
        node: {path: each for path, each in parts.items() if path != WEIGHTS} for node, parts in keys.items()
    }
    keys = {node: parts for node, parts in moving_nodes.items() if parts}
    return Animation(index, name, rate, first, count, keys, later, moved, weights)


def _changed(keys: dict[int, dict[str, Keys]], change: Callable[[Keys], Keys]) -> dict[int, dict[str, Keys]]:
    """Return keys by node and path, those that are shared changed once."""
    known = {id(each): change(each) for parts in keys.values() for each in parts.values()}
    return {node: {path: known[id(each)] for path, each in parts.items()} for node, parts in keys.items()}


def _keys(accessors: Accessors, sampler: _Sampler, path: str, where: str) -> Keys:
    times = accessors.times(sampler.input)
    values = accessors.numbers(sampler.output, KINDS[path])
    rows = len(times) * (3 if sampler.interpolation == "CUBICSPLINE" else 1)
    if path == WEIGHTS and rows and values.size % rows == 0:
        values = values.reshape(rows, -1)  # of each key those of all targets
    if sampler.interpolation not in ("LINEAR", "STEP", "CUBICSPLINE"):
        what = _("{found} is no way from key to key; export the file anew.")
        raise Fault(f"{where}.interpolation", what.format(found=quoted(sampler.interpolation)))
    if not len(times) or (np.diff(times) <= 0.0).any():
        raise Fault(f"{where}.input", _("the times of the keys do not increase; export the file anew."))
    if len(values) != rows:
        what = _("there are {times} times and {values} values of keys; export the file anew.")
        raise Fault(f"{where}.output", what.format(times=len(times), values=len(values)))
    return Keys(times, values, sampler.interpolation)


Make = Callable[[int, int], Floats]
"""Return what makes the matrices (f, n, 4, 4) of bones from one frame to before another. Raises Fault where one leaves
sight."""


def matrices_of(gltf: Gltf, skeleton: Skeleton, bones: Sequence[Bone]) -> Callable[[Animation], Make]:
    """Return what gives, for an animation, what makes the matrices of bones: they move as their joints do from rest."""
    to_bones, still = _to_bones(skeleton, bones), locals_of([gltf.nodes[index] for index in skeleton.needed])

    def of(animation: Animation) -> Make:
        def make(first: int, end: int) -> Floats:
            seconds = np.arange(first, end) / animation.rate
            found = to_bones(joint_worlds(gltf.nodes, skeleton, animation.keys, seconds, still))
            if not np.isfinite(found).all() or (np.abs(found[..., :3, 3]) > LARGEST).any():
                where = f"$.animations[{animation.index}]"
                raise Fault(where, _("it moves joints out of sight, more than a million metres away; export it anew."))
            return found

        return make

    return of


def bones_at(skeleton: Skeleton, bones: Sequence[Bone], worlds: Floats) -> Floats:
    """Return the matrices (f, n, 4, 4) of the bones, armature space, whose joints are in `worlds` (f, n, 4, 4)."""
    return _to_bones(skeleton, bones)(worlds)


def _to_bones(skeleton: Skeleton, bones: Sequence[Bone]) -> Callable[[Floats], Floats]:
    """Return what makes the matrices (f, n, 4, 4) of bones from those of their joints."""
    turn = np.eye(4)
    turn[:3, :3] = skeleton.turn
    rest = rest_matrices(bones)
    from_joints, steady = _from_joints(turn @ skeleton.worlds, rest)

    def make(worlds: Floats) -> Floats:
        with np.errstate(over="ignore", invalid="ignore"):
            turned = turn @ worlds
            found = turned @ from_joints
        found[:, steady] = rest[steady]
        found[:, steady, :3, 3] = turned[:, steady, :3, 3]
        return np.asarray(found)

    return make


def _from_joints(worlds: Floats, rest: Floats) -> tuple[Floats, Floats]:
    """From a joint to its bone (n, 4, 4); and which joints are squashed at rest, so that no turn of theirs is known."""
    with np.errstate(over="ignore", invalid="ignore"):
        volumes = np.abs(np.linalg.det(worlds[:, :3, :3]))
        sizes = np.abs(worlds[:, :3, :3]).max(axis=(1, 2))
    squashed = ~(volumes > 1e-12 * np.minimum(sizes, 1e90) ** 3) | (sizes < 1e-90)
    whole = np.where(squashed[:, None, None], np.eye(4), worlds)
    return np.linalg.inv(whole) @ rest, squashed


def joint_worlds(
    nodes: Sequence[Node],
    skeleton: Skeleton,
    keys: Mapping[int, dict[str, Keys]],
    seconds: Floats,
    still: Floats | None = None,
) -> Floats:
    """Compute where the joints are at these times (f, n, 4, 4), in the file's own axes; `keys` are by node.

    `still`, where somebody knows it, is how all nodes that are needed stand on those above when nothing moves.
    """
    still = locals_of([nodes[index] for index in skeleton.needed]) if still is None else still
    place = {index: row for row, index in enumerate(skeleton.needed)}
    local, moving = list(still), [index for index in skeleton.needed if index in keys]
    rows = np.array([local_rows(nodes[index], keys[index], seconds) for index in moving])
    for index, matrices in zip(moving, composed(rows) if moving else (), strict=True):
        local[place[index]] = matrices
    worlds = world_matrices(local, [place.get(skeleton.parents[index], -1) for index in skeleton.needed])
    found = np.empty((len(seconds), len(skeleton.nodes), 4, 4))
    for row, index in enumerate(skeleton.nodes):
        found[:, row] = worlds[place[index]]
    return found


def held_in(keys: dict[str, Keys]) -> tuple[Channel, ...]:
    """Return the channels of a node whose keys are held until the next."""
    return tuple(channel for path, channel in CHANNEL_OF.items() if path in keys and keys[path].interpolation == "STEP")


def local_rows(node: Node, keys: dict[str, Keys], seconds: Floats) -> Floats:
    """Translation, rotation and scale (f, 10) of a node at these times: what has no keys stays as it is."""
    rows = np.tile(transform_of(node), (len(seconds), 1))
    for path, found in keys.items():
        rows[:, COLUMNS[path]] = at_times(found, seconds, path == "rotation")
    return rows
