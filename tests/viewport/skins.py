"""Skins as a file would have them: tubes along Z that their joints bend together; their figures, and poses by hand."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.meshes.materials import Material, Picture, Texture
from pantin.rigs.rig import Rig
from pantin.solver import rest_pose
from pantin.viewport.scene.scene import Background, DrawnFigure, Scene
from pantin.viewport.scene.scene_builder import scene
from pantin.viewport.values.mesh import NO_CAPSULES, Group, Levels, Mesh, joint_boxes
from pantin.viewport.values.pictures import Pictures
from pantin.viewport.values.place import ORIGIN

BLACK = Background(fill=(0, 0, 0, 255), grid=False, shadow=False)
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


def skinned(*meshes: Mesh, palette: np.ndarray | None = None, **more) -> DrawnFigure:
    """A figure of these meshes, all of whose joints are shown: by default one, which leaves them where they are."""
    matrices = np.eye(4)[None] if palette is None else palette
    count = len(matrices)
    known = {
        "name": "Skin",
        "meshes": tuple(map(Levels.of, meshes)),
        "place": ORIGIN,
        "scale": 1.0,
        "finish": "wood",
        "faded": False,
        "shown": np.ones(count, dtype=np.bool_),
        "palette": matrices[:, :3].astype(np.float32),
        "tints": np.zeros((count, 4), dtype=np.float32),
        "outlines": np.zeros(count, dtype=np.uint8),
        "ghosts": (),
        "capsules": np.zeros((0, 8), dtype=np.float32),
    }
    return DrawnFigure(**(known | more))


def alone(*figures: DrawnFigure) -> Scene:
    """A scene of these figures on black, without bones and controls."""
    nothing = Rig(bones=())
    return replace(scene(Document.of(nothing), rest_pose(nothing)), figures=figures, background=BLACK)


def smooth_tube(joints: int, vertices: int) -> Mesh:
    """A tube of about so many vertices, each of which the four nearest of its joints carry."""
    rings = round((vertices / 2) ** 0.5 * 2)
    tube = bent_tube(1, rings, round(vertices / rings))
    places = np.linspace(0.0, HEIGHT, joints)
    apart = np.abs(tube.positions[:, 2:] - places)
    nearest = np.argsort(apart, axis=1)[:, :4].astype(np.int32)
    weights = np.exp(-((np.take_along_axis(apart, nearest, axis=1) * joints / 1.5) ** 2))
    weights = (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)
    boxes = joint_boxes(tube.positions, nearest, weights, joints)
    return replace(tube, joints=nearest, weights=weights, boxes=boxes, casts_itself=False)


def textured(mesh: Mesh, side: int) -> Mesh:
    """The same with a lit material, whose picture of so many texels a side goes round it once."""
    turn = np.arctan2(mesh.positions[:, 1], mesh.positions[:, 0]) / (2 * np.pi)
    pictures = Pictures((Picture("chance", b""),))
    pictures.put(0, np.random.default_rng(2).integers(0, 256, (side, side, 4), dtype=np.uint8))
    return replace(
        mesh,
        uvs=(np.stack([turn, mesh.positions[:, 2]], axis=1).astype(np.float32),),
        groups=(Group(Material(base_texture=Texture(0)), 0, len(mesh.triangles), 0),),
        pictures=pictures,
    )


def chain(joints: int, angle: float) -> np.ndarray:
    """Matrices (n, 4, 4) of joints along a tube, each of which bends what is above it by an angle more."""
    step, matrices = np.eye(4), np.tile(np.eye(4), (joints, 1, 1))
    step[1:3, 1:3] = [(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))]
    for joint, height in enumerate(np.linspace(0.0, HEIGHT, joints).tolist()):
        at = np.eye(4)
        at[2, 3] = height
        above = matrices[joint - 1] if joint else np.eye(4)
        matrices[joint] = above @ at @ step @ np.linalg.inv(at)
    return matrices
