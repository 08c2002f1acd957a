"""A character: the meshes of one file with their skins, materials and pictures, and the names of its expressions.

It is loaded once, outside the document, and known by the digest of its file. Arrays are read-only and as the file has
them: in its axes and units, before any joint has moved.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.expressions import Expression, MeshMorphs
from pantin.rigs.meshes.materials import Material, Picture
from pantin.rigs.meshes.person import LookAt, Meta

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

NO_BONES: Mapping[str, int] = MappingProxyType({})

Weighted = Literal["as its file", "by Pantin", "changed"]
"""The weights of a character: those of whoever made its file; those that Pantin made, all of them, untouched; or either
with some that were painted or transferred since."""


class Skin(msgspec.Struct, frozen=True, eq=False):
    """A skin of the file: the nodes that carry its vertices, and what takes these to the axes of each joint at bind."""

    joints: tuple[int, ...]
    inverse_binds: Floats
    """(k, 4, 4)."""


class Targets(msgspec.Struct, frozen=True, eq=False):
    """Morph targets of a part, sparse: what each moves by a weight of 1.

    Target i moves the vertices `rows[firsts[i]:firsts[i + 1]]` by the rows of `positions` and `normals` beside them.
    """

    firsts: NDArray[np.int64]
    """(t + 1,)."""
    rows: NDArray[np.int32]
    """(m,)."""
    positions: Floats32
    """(m, 3)."""
    normals: Floats32
    """(m, 3)."""


class Part(msgspec.Struct, frozen=True, eq=False):
    """Triangles of one material: a primitive of a mesh at a node. A mesh at two nodes makes parts for each."""

    node: int
    mesh: int
    """The place of its mesh in the file: morph weights are those of the mesh at this node."""
    name: str
    """Of the mesh, or else of its node."""
    skin: int | None
    """The place of its skin; None where it hangs on its node as it is."""
    positions: Floats32
    """(v, 3), in the space of the mesh."""
    normals: Floats32
    """(v, 3), of unit length."""
    uvs: tuple[Floats32, ...]
    """(v, 2) each, by set."""
    colours: Floats32 | None
    """(v, 4), linear."""
    joints: NDArray[np.uint16] | None
    """(v, k): places among the joints of the skin; None without a skin."""
    weights: Floats32 | None
    """(v, k), together 1 for each vertex."""
    triangles: NDArray[np.uint32]
    """(t, 3), counter-clockwise from outside."""
    material: int | None
    """Its place among the materials; None for the default."""
    targets: Targets | None = None
    primitive: int = 0
    """The place of its primitive in its mesh."""
    rows: NDArray[np.int64] | None = None
    """(v,): the places of its vertices among those of its primitive in the file; None where they are the same."""


class Character(msgspec.Struct, frozen=True, eq=False):
    """All that is drawn of a file, and what was left out of it, a sentence each."""

    digest: str
    """sha256 of the file."""
    parts: tuple[Part, ...]
    skins: tuple[Skin, ...]
    worlds: Floats
    """(nodes, 4, 4): the nodes as they are in the file, its axes."""
    turn: Floats
    """(4, 4): from the axes of the file to the armature space, Z up and looking along -Y."""
    materials: tuple[Material, ...] = ()
    pictures: tuple[Picture, ...] = ()
    morphs: tuple[MeshMorphs, ...] = ()
    expressions: tuple[Expression, ...] = ()
    humanoid: Mapping[str, int] = NO_BONES
    """The nodes of the bones of a person, by their names in VRM 1.0; empty where the file tells none."""
    look_at: LookAt | None = None
    meta: Meta | None = None
    first_person: frozenset[int] = frozenset()
    """The nodes whose meshes only the one who wears the character sees: they are not drawn."""
    weighted: Weighted = "as its file"
    left_out: tuple[str, ...] = ()
    otherwise: tuple[str, ...] = ()
    """Sentences about what is not as in the file that it was converted from: what was left out there, or changed."""
    told: tuple[str, ...] = ()
    """Sentences about the file that it was converted from: units and axes; and what Pantin made of it."""
    unit: float = 1.0
    """Metres of a unit of that file; of any other file a unit is a metre."""

    @property
    def vertices(self) -> int:
        """Return the number of vertices of all parts."""
        return sum(len(part.positions) for part in self.parts)

    def without(self, nodes: Collection[int]) -> Character:
        """Return the character without the parts at these nodes; the same where it has none there."""
        parts = tuple(part for part in self.parts if part.node not in nodes)
        return self if len(parts) == len(self.parts) else msgspec.structs.replace(self, parts=parts)
