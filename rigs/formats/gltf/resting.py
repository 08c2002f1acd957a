"""The rest of the figure of a glTF file: as its nodes are saved, or in the bind pose of its skins.

A file holds both: the transforms of nodes are the pose that it was saved in, the inverses of the inverse bind matrices
the pose in which the skin was bound to the joints. They are the same in most files. Where they are not, whoever opens
the file may choose: it is posed as it is saved either way. A skin may be bound in a space of its own, turned and scaled
against the scene; it is the one in which the joints are as large as the nodes have them, and turned least.

A part at scale 0 that some animation makes larger rests in its place at scale 1, and is at 0: how it grows could
not be found otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf.accessors import Accessors
from pantin.rigs.formats.gltf.container import Gltf
from pantin.rigs.formats.gltf.joints import Skeleton, chained, resting, transform_of
from pantin.rigs.formats.opening import Reading
from pantin.rigs.messages import _
from pantin.rigs.motion.transform_arrays import Floats, composed
from pantin.rigs.source.worlds import locals_of

HIDDEN = 1e-6
"""Scales that are smaller are 0: what has them is hidden."""

SAME_SIZE, SAME_LENGTH = 0.01, 0.01
"""By how much, as a part, sizes and lengths of bones may differ between the two poses of one figure."""

SAME_PLACE, SAME_TURN = 1e-3, np.radians(1.0)
"""Parts of the figure's size, and radians, by which joints differ that are in the same pose: files are rounded."""

SHORT = 0.01
"""Parts of the figure's size: bones that are shorter do not tell whether lengths agree."""

MOST_BOUND = 20_000
"""Joints of all skins together that are looked at: characters have hundreds, files made to hurt have millions."""

NO_BIND = _("The skins of the file tell no other pose than the one that it is saved in; it rests in that.")


def rested(gltf: Gltf, skeleton: Skeleton, accessors: Accessors, reading: Reading) -> Skeleton:
    """Return the skeleton at rest as `reading` asks, by default as it is saved; `reading` notes how. Raises Fault."""
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        saved = _with_sizes(gltf, skeleton)
        try:
            bind = _bind_pose(gltf, skeleton, accessors, saved)
        except np.linalg.LinAlgError:  # of numbers beyond all bounds
            bind = None
    if bind is not None:
        reading.rested_from = reading.rest_from or "nodes"
    elif reading.rest_from == "bind":
        reading.words.append(NO_BIND)
    rest = bind if bind is not None and reading.rested_from == "bind" else saved
    return skeleton if rest is skeleton.worlds else resting(gltf, skeleton, rest)


def _with_sizes(gltf: Gltf, skeleton: Skeleton) -> Floats:
    """Return where the joints are saved (n, 4, 4), in their places with scales of 0 that are animated made 1."""
    local, growing = locals_of([gltf.nodes[index] for index in skeleton.needed]), _growing(gltf)
    flat = (np.linalg.norm(local[:, :3, :3], axis=1) < HIDDEN).any(axis=1)
    hidden = [row for row in np.flatnonzero(flat).tolist() if skeleton.needed[row] in growing]
    if not hidden:
        return skeleton.worlds
    for row in hidden:
        rows = transform_of(gltf.nodes[skeleton.needed[row]])
        rows[7:] = np.where(np.abs(rows[7:]) < HIDDEN, 1.0, rows[7:])
        local[row] = composed(rows)
    found = _joints_of(skeleton, chained(local, skeleton.parents, skeleton.needed, {}))
    found[:, :3, 3] = skeleton.worlds[:, :3, 3]
    return found


def _growing(gltf: Gltf) -> set[object]:
    """Return the nodes whose scale is animated; faults of an animation are reported where it is read."""
    targets = [
        channel.get("target")
        for animation in gltf.animations
        if isinstance(animation, dict) and isinstance(animation.get("channels"), list)
        for channel in animation["channels"]
        if isinstance(channel, dict)
    ]
    return {
        target["node"]
        for target in targets
        if isinstance(target, dict) and target.get("path") == "scale" and isinstance(target.get("node"), int)
    }


def _joints_of(skeleton: Skeleton, worlds: Floats) -> Floats:
    """Return the rows (n, 4, 4) of the joints among those of all nodes that carry them."""
    place = {index: row for row, index in enumerate(skeleton.needed)}
    return np.asarray(worlds[[place[index] for index in skeleton.nodes]])


def _bind_pose(gltf: Gltf, skeleton: Skeleton, accessors: Accessors, saved: Floats) -> Floats | None:
    """Return where the joints are bound (n, 4, 4).

    None where the skins do not tell it, or contradict each other, or tell what is saved anyway.
    """
    as_saved = dict(zip(skeleton.nodes, saved, strict=True))
    size = max(float(np.ptp(saved[:, :3, 3], axis=0).max()), 1e-9)
    known = dict[int, Floats]()
    skins = _different_skins(gltf)
    if sum(len(gltf.skins[number].joints) for number in skins) > MOST_BOUND:
        return None
    for number, meshes in skins.items():
        bound = _bound(gltf, accessors, number)
        spaces = _spaces(gltf, skeleton, number, meshes)
        placed = _placed(spaces, bound, as_saved, size)
        if placed and known and _apart({n: placed[n] for n in placed.keys() & known.keys()}, known, size):
            return None
        known = placed | known
    if not _in_another_pose(known, as_saved, size):
        return None
    rest = chained(
        locals_of([gltf.nodes[index] for index in skeleton.needed]), skeleton.parents, skeleton.needed, known
    )
    found = _joints_of(skeleton, rest)
    whole = np.isfinite(found).all() and _keeps_lengths(skeleton, found, saved, size)
    return found if whole else None


def _different_skins(gltf: Gltf) -> dict[int, list[int]]:
    """Return the nodes of the meshes of each skin, by its number; of skins that are the same, the first alone."""
    found = dict[int, list[int]]()
    first = dict[tuple[object, ...], int]()
    for number, skin in enumerate(gltf.skins):
        inverses = skin.inverseBindMatrices
        first.setdefault((skin.joints, inverses if isinstance(inverses, int) else None), number)
    for number in first.values():
        found[number] = []
    for index, node in enumerate(gltf.nodes):
        if type(node.skin) is int and node.skin in found:
            found[node.skin].append(index)
    return found


def _bound(gltf: Gltf, accessors: Accessors, number: int) -> dict[int, Floats]:
    """Return the bind matrices (4, 4) of the joints of a skin, by node, in the skin's own space, where it has them."""
    skin = gltf.skins[number]
    if not isinstance(skin.inverseBindMatrices, int) or skin.inverseBindMatrices < 0:
        return {}
    try:
        inverses = accessors.numbers(skin.inverseBindMatrices, ("MAT4",)).reshape(-1, 4, 4).transpose(0, 2, 1)
    except Fault:
        return {}  # what is wrong with a skin keeps no skeleton away
    count = min(len(inverses), len(skin.joints))
    inverses = inverses[:count].copy()
    inverses[:, 3] = (0.0, 0.0, 0.0, 1.0)
    whole = np.abs(np.linalg.det(inverses[:, :3, :3])) > 1e-18
    bound = np.linalg.inv(np.where(whole[:, None, None], inverses, np.eye(4)))
    return {joint: bound[row] for row, joint in enumerate(skin.joints[:count]) if whole[row]}


def _placed(
    spaces: Iterable[Floats], bound: Mapping[int, Floats], as_saved: Mapping[int, Floats], size: float
) -> dict[int, Floats]:
    """Return the bind matrices of a skin in one of these spaces (4, 4), in that of the scene; empty where none fits.

    Joints are as large in both poses, and of the spaces in which they are it is the one in which they are turned and
    moved least.
    """
    best, least = dict[int, Floats](), np.inf
    for space in spaces:
        placed = {joint: space @ matrix for joint, matrix in bound.items() if joint in as_saved}
        if not placed or not _same_sizes(placed, as_saved):
            continue
        away, turned = _differences(placed, as_saved, size)
        if (off := float(np.median(away) + np.median(turned))) < least - 1e-6:
            best, least = placed, off
    return best


def _spaces(gltf: Gltf, skeleton: Skeleton, number: int, meshes: Sequence[int]) -> Iterator[Floats]:
    """Yield the spaces (4, 4) in which a skin may be bound: the scene's, that above its joints, and of its meshes."""
    yield np.eye(4)
    joints = dict.fromkeys(gltf.skins[number].joints)
    above = (skeleton.parents[joint] for joint in joints if skeleton.parents[joint] not in joints)
    for index in dict.fromkeys((*islice(above, 1), *meshes[:4])):
        if index != -1:
            yield _world(gltf, skeleton, index)


def _world(gltf: Gltf, skeleton: Skeleton, index: int) -> Floats:
    """Return where any node is (4, 4)."""
    found = np.eye(4)
    while index != -1:
        found = locals_of([gltf.nodes[index]])[0] @ found
        index = skeleton.parents[index]
    return found


def _same_sizes(placed: Mapping[int, Floats], as_saved: Mapping[int, Floats]) -> bool:
    bound = np.array([np.linalg.norm(matrix[:3, :3], axis=0) for matrix in placed.values()])
    saved = np.array([np.linalg.norm(as_saved[joint][:3, :3], axis=0) for joint in placed])
    with np.errstate(divide="ignore", invalid="ignore"):
        return bool(abs(np.median(bound / saved) - 1.0) < SAME_SIZE)


def _differences(placed: Mapping[int, Floats], as_saved: Mapping[int, Floats], size: float) -> tuple[Floats, Floats]:
    """Return how far joints are apart, in parts of the figure's size, and by how much they are turned, radians."""
    one, other = np.array(list(placed.values())), np.array([as_saved[joint] for joint in placed])
    away = np.linalg.norm(one[:, :3, 3] - other[:, :3, 3], axis=1) / size
    turns = np.einsum("nji,njk->nik", rot.orthonormalised(one[:, :3, :3]), rot.orthonormalised(other[:, :3, :3]))
    return away, rot.angle(turns)


def _apart(placed: Mapping[int, Floats], as_saved: Mapping[int, Floats], size: float) -> bool:
    """Return whether some joint is in another place, or turned."""
    if not placed:
        return False
    away, turned = _differences(placed, as_saved, size)
    return bool((away > SAME_PLACE).any() or (turned > SAME_TURN).any())


def _in_another_pose(placed: Mapping[int, Floats], as_saved: Mapping[int, Floats], size: float) -> bool:
    """Return whether joints are otherwise to each other; not where all are turned and moved together."""
    if not placed or not _apart(placed, as_saved, size):
        return False
    first = next(iter(placed))
    together = as_saved[first] @ np.linalg.inv(placed[first])
    return _apart({joint: together @ matrix for joint, matrix in placed.items()}, as_saved, size)


def _keeps_lengths(skeleton: Skeleton, rest: Floats, saved: Floats, size: float) -> bool:
    """Return whether most bones are as long in one pose (n, 4, 4) as in the other."""
    pairs = [(row, pivot.parent) for row, pivot in enumerate(skeleton.pivots) if pivot.parent is not None]
    rows, parents = [row for row, _parent in pairs], [parent for _row, parent in pairs]
    before, after = (np.linalg.norm(worlds[rows, :3, 3] - worlds[parents, :3, 3], axis=1) for worlds in (saved, rest))
    long = np.maximum(before, after) > SHORT * size
    if not long.any():
        return True
    return bool(np.median(np.abs(after[long] - before[long]) / np.maximum(before, after)[long]) < SAME_LENGTH)
