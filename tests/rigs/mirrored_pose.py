"""The pose of a bone, mirrored by hand: what mirroring has to come to where both sides rest alike."""

from __future__ import annotations

from msgspec.structs import replace

from pantin.rigs.mirror_image import mirrored_point
from pantin.rigs.pose import Transform


def mirrored_transform(transform: Transform) -> Transform:
    """The same pose for a bone on the other side."""
    x, y, z, w = transform.rotation
    return replace(transform, location=mirrored_point(transform.location), rotation=(x, 0.0 - y, 0.0 - z, w))
