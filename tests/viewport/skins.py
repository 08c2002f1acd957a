"""A skin as a file would have it: a tube along Z that one to eight joints bend together; and its pose by hand."""

from __future__ import annotations

import numpy as np

from pantin.viewport.values.mesh import NO_CAPSULES, Mesh

RADIUS, HEIGHT = 0.15, 1.0


def bent_tube(influences: int, rings: int = 40, spokes: int = 24) -> Mesh:
    """A tube from the floor to HEIGHT, open at its ends, whose `influences` joints stand evenly along it.

    The joint at one end does all the work there, and less and less towards the other.
    """
    heights = np.linspace(0.0, HEIGHT, rings)
    turn = np.arange(spokes) / spokes * 2 * np.pi
    around = np.stack([np.cos(turn), np.sin(turn), 0.0 * turn], axis=1)
    positions = (RADIUS * around[None] + heights[:, None, None] * (0.0, 0.0, 1.0)).reshape(-1, 3)
    places = np.linspace(0.0, HEIGHT, influences) if influences > 1 else np.zeros(1)
    weights = np.exp(-(((positions[:, 2:] - places) / (0.6 * HEIGHT / influences)) ** 2))
    weights /= weights.sum(axis=1, keepdims=True)
    ring, spoke = np.mgrid[0 : rings - 1, 0:spokes]
    a, b = ring * spokes + spoke, ring * spokes + (spoke + 1) % spokes
    triangles = np.stack([a, b, a + spokes, b, b + spokes, a + spokes], axis=-1).reshape(-1, 3)
    joints = np.tile(np.arange(influences), (len(positions), 1))
    box = np.stack([positions.min(axis=0), positions.max(axis=0)])
    return Mesh(
        positions=positions.astype(np.float32),
        normals=np.tile(around, (rings, 1)).astype(np.float32),
        joints=joints.astype(np.int32),
        weights=None if influences == 1 else weights.astype(np.float32),
        materials=np.zeros(len(positions), dtype=np.uint8),
        triangles=triangles.astype(np.uint32),
        triangle_counts=None,
        boxes=np.tile(box, (influences, 1, 1)),
        capsules=NO_CAPSULES,
        scale=1.0,
        casts_itself=True,
    )


def posed_by_hand(mesh: Mesh, palette: np.ndarray) -> np.ndarray:
    """The vertices (v, 3) by linear blending: of each joint's place for a vertex, as much as it weighs."""
    points = np.zeros((len(mesh.positions), 3))
    for column in range(mesh.joints.shape[1]):
        share = 1.0 if mesh.weights is None else mesh.weights[:, column : column + 1]
        matrices = palette[mesh.joints[:, column]]
        points += share * (np.einsum("nij,nj->ni", matrices[:, :3, :3], mesh.positions) + matrices[:, :3, 3])
    return points
