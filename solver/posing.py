"""Posing by hand: moving and turning bones in armature space, as edits of the document.

What people drag is in armature space; what a document keeps is relative to the rest pose and the parent. Locks and
limits of joints hold here as they do in a solver.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import ArrayLike

from rigs import Document, Rig, Transform
from rigs.pose import with_transforms
from solver.evaluate import Evaluated
from solver.program import Floats


def translate(document: Document, evaluated: Evaluated, names: Collection[str], delta: ArrayLike) -> Document:
    """Move bones by `delta` (3), armature space, metres. Bones that hang on others of them follow those.

    A connected bone cannot leave its parent: it turns about its head, so that its tail follows as far as it can.
    """
    by = np.asarray(delta, np.float64)
    matrices = np.array(evaluated.matrices)
    moved = _topmost(document.rig, names)
    for name in moved:
        row = evaluated.index[name]
        bone = document.rig.by_name[name]
        if bone.connected and bone.parent is not None:
            arm = evaluated.tails[row] - evaluated.heads[row]
            matrices[row, :3, :3] = _swing(arm, arm + by) @ matrices[row, :3, :3]
        else:
            matrices[row, :3, 3] += by
    return with_transforms(document, _local(document, evaluated, matrices, moved, held=True))


def rotate(document: Document, evaluated: Evaluated, names: Collection[str], turn: ArrayLike) -> Document:
    """Turn bones about their own heads by the quaternion `turn` [x, y, z, w], armature space."""
    matrices = np.array(evaluated.matrices)
    turned = _topmost(document.rig, names)
    by = _matrix(np.asarray(turn, np.float64))
    for name in turned:
        row = evaluated.index[name]
        matrices[row, :3, :3] = by @ matrices[row, :3, :3]
    return with_transforms(document, _local(document, evaluated, matrices, turned, held=True))


def local_transforms(document: Document, evaluated: Evaluated) -> dict[str, Transform]:
    """How each bone would have to be posed to stand where it stands, without constraints. Stretch is not contained."""
    return _local(document, evaluated, evaluated.matrices, evaluated.names, held=False)


def solved_rotations(document: Document, evaluated: Evaluated, names: Iterable[str]) -> dict[str, Transform]:
    """The poses of `names` with the rotations in which they stand; location and scale stay as they are posed."""
    found = _local(document, evaluated, evaluated.matrices, names, held=False)
    return {
        name: Transform(
            location=document.rig.transform(name).location,
            rotation=transform.rotation,
            scale=document.rig.transform(name).scale,
        )
        for name, transform in found.items()
    }


def _topmost(rig: Rig, names: Collection[str]) -> tuple[str, ...]:
    """Those of `names` that hang on none of the others, in the order of the rig."""
    chosen = set(names)

    def hangs(name: str) -> bool:
        above = rig.by_name[name].parent
        while above is not None:
            if above in chosen:
                return True
            above = rig.by_name[above].parent
        return False

    return tuple(bone.name for bone in rig.bones if bone.name in chosen and not hangs(bone.name))


def _local(
    document: Document, evaluated: Evaluated, matrices: Floats, names: Iterable[str], held: bool
) -> dict[str, Transform]:
    """Transforms of `names` from matrices (n, 4, 4). `held` brings rotations into locks and limits.

    Channels that did not change keep the numbers of the document, so that moving a bone leaves its rotation alone.
    """
    from solver.local import hold, to_local

    table = evaluated.skeleton.table
    before, after = np.empty((len(table), 10)), np.empty((len(table), 10))
    to_local(table, np.array(matrices).reshape(-1, 16), evaluated.stretches, after)
    to_local(table, np.array(evaluated.matrices).reshape(-1, 16), evaluated.stretches, before)
    if held:
        hold(table, after)
    found = {}
    for name in names:
        row = evaluated.index[name]
        now = document.rig.transform(name)
        location, rotation, scale = after[row, :3], after[row, 3:7], after[row, 7:]
        same = np.isclose(before[row], after[row], rtol=0.0, atol=1e-12)
        found[name] = Transform(
            location=now.location if held and same[:3].all() else _three(location),
            rotation=now.rotation if held and same[3:7].all() else _four(rotation),
            scale=now.scale if held else _three(scale),
        )
    return found


def _three(v: Floats) -> tuple[float, float, float]:
    x, y, z = v.tolist()
    return (x, y, z)


def _four(q: Floats) -> tuple[float, float, float, float]:
    x, y, z, w = (q if q[3] >= 0.0 else -q).tolist()
    return (x, y, z, w)


def _matrix(q: Floats) -> Floats:
    """The rotation matrix (3, 3) of a quaternion."""
    x, y, z, w = q / np.linalg.norm(q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def _swing(a: Floats, b: Floats) -> Floats:
    """The smallest rotation (3, 3) from the direction of `a` to that of `b`; none where one has no direction."""
    la, lb = float(np.linalg.norm(a)), float(np.linalg.norm(b))
    if la < 1e-12 or lb < 1e-12:
        return np.eye(3)
    u, v = a / la, b / lb
    w = 1.0 + float(u @ v)
    if w < 1e-9:
        across = np.cross(u, np.eye(3)[int(np.argmin(np.abs(u)))])
        return _matrix(np.append(across / np.linalg.norm(across), 0.0))
    return _matrix(np.append(np.cross(u, v), w))
