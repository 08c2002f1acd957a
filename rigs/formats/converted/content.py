"""The contents of a file of another program, in arrays and in the terms of glTF 2.0: nodes, meshes, skins, motion.

Axes are those of glTF: right-handed, Y up, looking along +Z, metres. A reader whose file has others puts a node above
all that turns and scales them; its scale is given to all lengths afterwards (`metres`).
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Path = Literal["translation", "rotation", "scale", "weights"]


class Node(msgspec.Struct, frozen=True, eq=False):
    """A node on its parent: translation · rotation · scale, or a matrix."""

    name: str
    parent: int = -1
    """Its place among the nodes; -1 for a root."""
    translation: tuple[float, float, float] = (0.0, 0.0, 0.0)
    rotation: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    """[x, y, z, w], of unit length."""
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    matrix: Floats | None = None
    """(4, 4), acting on columns, where the three others cannot say it; such a node cannot move in an animation."""
    mesh: int | None = None
    skin: int | None = None


class Target(msgspec.Struct, frozen=True, eq=False):
    """A morph target of a primitive: what is added to its vertices at weight 1."""

    positions: Floats32
    """(v, 3)."""
    normals: Floats32 | None = None
    """(v, 3)."""


class Primitive(msgspec.Struct, frozen=True, eq=False):
    """Triangles of one material."""

    positions: Floats32
    """(v, 3), in the space of the mesh; of a skin, of its bind pose."""
    triangles: NDArray[np.uint32]
    """(t, 3), counter-clockwise from outside."""
    normals: Floats32 | None = None
    """(v, 3)."""
    uvs: tuple[Floats32, ...] = ()
    """(v, 2) each, from the upper left corner of the picture."""
    colours: Floats32 | None = None
    """(v, 4), linear."""
    joints: NDArray[np.uint16] | None = None
    """(v, k): places among the joints of the skin."""
    weights: Floats32 | None = None
    """(v, k), not negative; they are brought to the sum 1."""
    material: int | None = None
    targets: tuple[Target, ...] = ()


class Mesh(msgspec.Struct, frozen=True, eq=False):
    """Primitives that lie on a node together. All have the same number of targets."""

    name: str
    primitives: tuple[Primitive, ...]
    target_names: tuple[str, ...] = ()
    weights: tuple[float, ...] = ()
    """How far each target is there."""


class Skin(msgspec.Struct, frozen=True, eq=False):
    """The nodes that move a mesh, and what takes its vertices to the axes of each when it was bound."""

    joints: tuple[int, ...]
    inverse_binds: Floats
    """(k, 4, 4)."""
    name: str = ""


class Picture(msgspec.Struct, frozen=True, eq=False):
    """A picture as it is encoded in a file."""

    name: str
    data: bytes
    kind: Literal["image/png", "image/jpeg"]


class Material(msgspec.Struct, frozen=True, eq=False):
    """A surface. Pictures are places among those of the content."""

    name: str = ""
    base: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    """Linear."""
    base_picture: int | None = None
    emission: tuple[float, float, float] = (0.0, 0.0, 0.0)
    emission_picture: int | None = None
    normal_picture: int | None = None
    metallic: float = 0.0
    roughness: float = 0.8
    alpha: Literal["OPAQUE", "MASK", "BLEND"] = "OPAQUE"
    cutoff: float = 0.5
    double_sided: bool = False


class Track(msgspec.Struct, frozen=True, eq=False):
    """The motion of a node on one path: a row for each time of its animation."""

    node: int
    path: Path
    values: Floats
    """(f, 3), quaternions (f, 4), or the weights of its targets (f, n)."""
    steps: bool = False
    """Whether each value holds until the next time."""


class Animation(msgspec.Struct, frozen=True, eq=False):
    """Tracks that share their times."""

    name: str
    times: Floats
    """(f,), seconds, rising, from 0 on."""
    tracks: tuple[Track, ...]


class Content(msgspec.Struct, eq=False):
    """All that was read of a file."""

    nodes: list[Node] = msgspec.field(default_factory=list)
    meshes: list[Mesh] = msgspec.field(default_factory=list)
    skins: list[Skin] = msgspec.field(default_factory=list)
    materials: list[Material] = msgspec.field(default_factory=list)
    pictures: list[Picture] = msgspec.field(default_factory=list)
    animations: list[Animation] = msgspec.field(default_factory=list)
    copyright: str = ""
    words: list[str] = msgspec.field(default_factory=list)
    """Whole sentences about what was read otherwise than it is written."""
    facts: list[str] = msgspec.field(default_factory=list)
    """Whole sentences about what is as it should be, and good to know: units and axes."""
    notes: dict[str, Any] = msgspec.field(default_factory=dict)
    """What glTF has no word for, as JSON: limits of joints, springs. They are the file's `asset.extras`."""
