"""Poses flipped from side to side: every bone takes the mirror image of its partner's pose.

A turn from rest is mirrored in armature axes, and then expressed in the rest axes of the bone that takes it, because
rolls may differ from side to side. Parents that are mirrored too carry their children, so the figure is posed as in a
mirror.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, radians

import numpy as np
from msgspec.structs import replace

from pantin.rigs.anatomy.names import stem_of
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import known, several
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.poses.partners import partners_among
from pantin.rigs.pose import REST, Transform
from pantin.rigs.remembered import remembered
from pantin.rigs.rest import Matrices, rest_matrices
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.vectors import three

NEAR_AXIS = cos(radians(20.0))
"""A figure whose left has a greater cosine with an axis of the armature is flipped across that axis: in a stance the
sides are not quite opposite each other."""

TOO_NEAR = 1e-9
"""Sides that are together less far apart, metres, do not tell where left is."""

SHARP = 1e-12
"""Numbers within this of 0, 1 or −1 become that: on a symmetric figure flipping twice changes no bit."""


def flipped(document: Document, bones: Iterable[str] | None = None) -> Document:
    """Each of `bones`, or of all, takes its partner's pose mirrored; one without a partner its own.

    The mirror is between the figure's sides: across X, unless the figure looks along X or to a corner.
    Raises ValueError where the rig has no such bone.
    """
    rig = document.rig
    names = [bone.name for bone in rig.bones] if bones is None else [known(rig, name).name for name in several(bones)]
    images = _images(rig.bones)
    sources = {name: images[name] for name in names}
    return with_transforms(
        document, {name: image(document.figure.transform(source), across) for name, (source, across) in sources.items()}
    )


def flipped_pose(rig: Rig, pose: Mapping[str, Transform]) -> dict[str, Transform]:
    """A pose as the other side would have it: by partner of each bone that it names and the rig has."""
    images = _images(rig.bones)
    others = {name: images[name][0] for name in pose if name in images}
    return {other: image(pose[name], images[other][1]) for name, other in others.items()}


def _mirror(bones: tuple[Bone, ...], partners: Mapping[str, str]) -> Matrices:
    """The reflection (3, 3) across the plane between left and right, as the heads of named partners tell where left is.

    Across X where no names tell sides.
    """
    heads, left = {bone.name: np.array(bone.head) for bone in bones}, np.zeros(3)
    for name, other in partners.items():
        if (stem_of(name).side, stem_of(other).side) == ("L", "R"):
            left += heads[name] - heads[other]
    size = float(np.linalg.norm(left))
    if size < TOO_NEAR:
        left, size = np.array((1.0, 0.0, 0.0)), 1.0
    axis = int(np.abs(left).argmax())
    left = np.eye(3)[axis] if abs(left[axis]) > NEAR_AXIS * size else left / size
    return np.asarray(np.eye(3) - 2.0 * np.outer(left, left))


def image(transform: Transform, across: Matrices) -> Transform:
    """The transform seen in the mirror; `across` (3, 3) takes its bone's rest axes to those of the image."""
    if transform == REST:
        return REST
    x, y, z = three(0.0 - across @ transform.rotation[:3])
    return replace(
        transform,
        location=three(across @ transform.location + 0.0),
        rotation=(x, y, z, transform.rotation[3]),
        scale=_sizes(transform, across),
    )


def _sizes(transform: Transform, across: Matrices) -> tuple[float, float, float]:
    """Sizes stay with their axes. Where the image is rolled by a quarter turn its X is the other's Z."""
    (xx, xz), (zx, zz) = np.abs(across[[0, 2]][:, [0, 2]]).tolist()
    x, y, z = transform.scale
    return (x, y, z) if xx + zz >= xz + zx else (z, y, x)


@remembered()
def _images(bones: tuple[Bone, ...]) -> Mapping[str, tuple[str, Matrices]]:
    """For each bone the one whose mirror image it is, and what takes that one's rest axes into its own (3, 3)."""
    row, partners = {bone.name: index for index, bone in enumerate(bones)}, partners_among(bones)
    sources = [partners.get(bone.name, bone.name) for bone in bones]
    axes = rest_matrices(bones)[:, :3, :3]
    across = axes.transpose(0, 2, 1) @ _mirror(bones, partners) @ axes[[row[name] for name in sources]]
    sharp = np.round(across)
    across = np.where(np.abs(across - sharp) <= SHARP, sharp, across) + 0.0
    return {bone.name: (source, matrix) for bone, source, matrix in zip(bones, sources, across, strict=True)}
