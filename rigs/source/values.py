"""The nodes of the file that a rig was read from. What leaves as GLB has their names, order, parents and joint frames.

Bones have frames of their own, with Y from head to tail; a node is posed as its file has it. A node that became a bone
remembers how that bone rested then, so that it follows where the bone's rest is edited. All nodes are kept, those too
that became no bones, since they carry others.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from pantin.rigs.fields import BoneName, Channel, Name, Vector3, field
from pantin.rigs.frames import Frames

LONGEST_PATH = 4096
"""Characters of the path of a file."""

MOST_BESIDE = 1000
"""Buffers and pictures beside a file; one that names more was made to hurt, and nothing is made of it again."""

Floats4 = tuple[float, float, float, float]
Floats16 = Annotated[tuple[float, ...], msgspec.Meta(min_length=16, max_length=16)]


class SourceNode(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A node as the file has it, in the file's own axes: relative to its parent, by a matrix or by the other three."""

    name: Annotated[str, field("Name", "What the file calls the node; nothing where it has no name.")] = ""
    parent: Annotated[int, field("Parent", "The place of the node above among all nodes.", ge=0)] | None = None
    matrix: Annotated[Floats16, field("Matrix", "By columns, where the file has a matrix.")] | None = None
    translation: Annotated[Vector3, field("Translation", "Where it stands.")] = (0.0, 0.0, 0.0)
    rotation: Annotated[Floats4, field("Rotation", "How it is turned, a quaternion of any length.")] = (
        0.0,
        0.0,
        0.0,
        1.0,
    )
    scale: Annotated[Vector3, field("Scale", "How large it is.")] = (1.0, 1.0, 1.0)
    rest: (
        Annotated[
            Floats16,
            field("Rest", "Where it rests in the file's axes, by columns; nothing where it was saved at rest."),
        ]
        | None
    ) = None
    bone: Annotated[BoneName | None, field("Bone", "The bone that the node became.", refers_to="bone")] = None
    called: Annotated[str, field("Called", "What that bone was called when it was read.")] = ""
    head: Annotated[Vector3, field("Head", "Where that bone began when it was read.", unit="m")] = (0.0, 0.0, 0.0)
    tail: Annotated[Vector3, field("Tail", "Where that bone ended when it was read.", unit="m")] = (0.0, 0.0, 0.0)
    roll: Annotated[float, field("Roll", "Its roll when it was read.", unit="rad")] = 0.0

    @property
    def gone(self) -> bool:
        """Return whether the node was a bone that the rig has no longer."""
        return bool(self.called) and self.bone is None


class SourceSkin(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A skin of the file: the nodes that move it, by their places, in their order."""

    joints: tuple[int, ...]
    name: str = ""


class SourceTrack(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The track of a node that became no bone in one of the clips: frames of its own, packed as those of a clip are.

    The bones below it have its motion in theirs. It is kept so that the node moves again where the clip is written.
    """

    clip: Annotated[Name, field("Clip", "The clip that was read with it.")]
    node: Annotated[int, field("Node", "Its place among all nodes.", ge=0)]
    count: Annotated[int, field("Frames", "How many frames there are.", ge=1)]
    frames: Frames
    """Rows (count, 10)."""
    held: tuple[Channel, ...] = ()
    """The channels of the node that keep each frame's value until the next."""


Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class BesideFile(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A file that the one which was read names: its buffers and pictures."""

    uri: Annotated[str, field("URI", "Where it is, as that file says it.", max_length=LONGEST_PATH)]
    sha256: Annotated[Digest, field("SHA-256", "The digest of what it held.")]


class SourceFile(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The file of a character: meshes, materials and pictures stay in it, and what is exported is made of it.

    A path is absolute in memory. In a rig file it is relative to the folder of that with "/", or a bare name where it
    leads elsewhere.
    """

    path: Annotated[str, field("Path", "Where the file is.", min_length=1, max_length=LONGEST_PATH)]
    sha256: Annotated[Digest, field("SHA-256", "The digest of what it held.")]
    size: Annotated[int, field("Size", "How many bytes it had.", ge=0)]
    beside: Annotated[
        tuple[BesideFile, ...],
        field("Beside", "The files that it names, where it holds not all.", max_length=MOST_BESIDE),
    ] = ()


class Source(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The nodes of a file, in its order."""

    nodes: tuple[SourceNode, ...]
    skins: tuple[SourceSkin, ...] = ()
    faces_back: Annotated[bool, field("Faces back", "The file's figure looks along -Z, and was turned round.")] = False
    z_up: Annotated[
        bool | None, field("Z up", "Z is up in the file, not Y; nothing where its format says which is.")
    ] = None
    motion_z_up: Annotated[
        bool, field("Motion Z up", "Z is up in the motion of the file alone, not in its skeleton, and it was turned.")
    ] = False
    stood_up: Annotated[
        bool,
        field("Stood up", "Z is up in the file though its format says Y, and its figure was turned upright."),
    ] = False
    copyright: Annotated[str, field("Copyright", "Whose work the file is, which goes on with it.")] = ""
    animations: dict[str, str] = {}
    """The file's name for an animation, by the clip's name, where that differs; nothing where it has no name."""
    tracks: tuple[SourceTrack, ...] = ()
    file: SourceFile | None = None
    """The file itself, where it may have more than nodes."""

    @property
    def may_have_meshes(self) -> bool:
        """Return whether its skins may move meshes: a format that leaves open which way is up, BVH, has joints
        alone.
        """
        return bool(self.skins) and self.z_up is None

    @property
    def was_turned(self) -> bool:
        """Return whether figure or motion stand though Z is up in a file that was read as having Y up."""
        return bool(self.z_up) or self.motion_z_up

    @property
    def fault(self) -> str:
        """Return why this is no tree of nodes, in the path of what is wrong; empty where it is one."""
        count, safe = len(self.nodes), set[int]()
        for index in range(count):
            path: list[int] = []
            at: int | None = index
            while at is not None and at not in safe:
                if at >= count or len(path) > count:
                    return f"nodes[{path[-1] if path else index}].parent"
                path.append(at)
                at = self.nodes[at].parent
                if at in path[-1:]:
                    return f"nodes[{path[-1]}].parent"
            safe.update(path)
        for number, skin in enumerate(self.skins):
            if not skin.joints or not all(0 <= joint < count for joint in skin.joints):
                return f"skins[{number}].joints"
        bad = next((number for number, track in enumerate(self.tracks) if track.node >= count), None)
        return "" if bad is None else f"tracks[{bad}].node"
