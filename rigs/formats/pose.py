"""Poses on their own, `*.pose.json`: transforms by bone name, for any rig that has these names.

A file says whether it is a whole pose, which has at rest what it does not name, or a part of one. Files that say
nothing of it are parts.

A pose must hold what one sees. Where IK or other constraints move bones, that is not the document's own pose: whoever
exports evaluates first and passes the transforms that were found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec

from pantin.rigs.document import Document
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.fields import BoneName, Expressions, Name
from pantin.rigs.figure import Figure
from pantin.rigs.formats import json_text
from pantin.rigs.formats.decoding import Migrations, decode, fewest, up_to_date
from pantin.rigs.formats.files import Fault, FilePath, Unreadable, Unwritable, read_bytes, write_bytes
from pantin.rigs.formats.json_text import json_path
from pantin.rigs.formats.native import with_unit_rotation
from pantin.rigs.messages import ngettext
from pantin.rigs.pose import NO_EXPRESSIONS, PART, REST, STANDS, KeptPose, Transform
from pantin.rigs.wording import listed

FORMAT = "pantin.pose"
VERSION = 1
MIGRATIONS: Migrations = {}
"""The functions that make a file of version n one of version n + 1, by n."""


class PoseFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of a `*.pose.json`: the rig that it was made with, and the pose of each named bone."""

    format: Literal["pantin.pose"]
    version: Literal[1]
    rig: Name
    tags: tuple[Name, ...] = ()
    """Words that the pose is found by in a library."""
    part: Annotated[bool, PART] = True
    stands: Annotated[tuple[BoneName, ...], STANDS] = ()
    pose: dict[BoneName, Transform]
    expressions: Expressions = {}


class Applied(msgspec.Struct, frozen=True):
    """A document after a pose was put on it, and the bones of the pose that its rig lacks."""

    document: Document
    missing: tuple[str, ...]

    @property
    def report(self) -> str:
        """One sentence about the bones left out; empty where all were found."""
        if not self.missing:
            return ""
        count = len(self.missing)
        return ngettext(
            "The rig lacks {count} bone of the pose, which stayed out: {names}.",
            "The rig lacks {count} bones of the pose, which stayed out: {names}.",
            count,
        ).format(count=count, names=listed(self.missing))


def write(document: Document, path: FilePath) -> None:
    """Save the document's own pose, as it is before constraints act: a whole pose. Raises Unwritable."""
    rig = document.rig
    own = {
        bone.name: document.figure.pose.bones[bone.name]
        for bone in rig.bones
        if bone.name in document.figure.pose.bones
    }
    write_seen(document.figure, own, path)


def write_seen(figure: Figure, transforms: Mapping[str, Transform], path: FilePath) -> None:
    """Save the whole pose of a figure, whose bones have these transforms after constraints. Raises Unwritable."""
    write_pose(figure.name, transforms, path, part=False, expressions=figure.pose.expressions)


def write_kept(rig_name: str, kept: KeptPose, path: FilePath) -> None:
    """Save a pose of a library. Raises Unwritable."""
    write_pose(rig_name, kept.pose, path, kept.tags, kept.part, kept.stands, kept.expressions)


def kept_from(name: str, file: PoseFile) -> KeptPose:
    """Return the pose of a file as a library keeps it, by a name."""
    return KeptPose(name, file.pose, file.tags, file.part, file.stands, file.expressions)


def write_pose(
    rig_name: str,
    transforms: Mapping[str, Transform],
    path: FilePath,
    tags: Sequence[str] = (),
    part: bool = True,
    stands: Sequence[str] = (),
    expressions: Mapping[str, float] = NO_EXPRESSIONS,
) -> None:
    """Save these transforms, in their order. Raises Unwritable and leaves the old file as it was."""
    try:
        written = text(rig_name, transforms, tags, part, stands, expressions)
    except Fault as fault:
        raise Unwritable(path, fault.where, fault.what) from None
    write_bytes(path, written.encode())


def text(
    rig_name: str,
    transforms: Mapping[str, Transform],
    tags: Sequence[str] = (),
    part: bool = True,
    stands: Sequence[str] = (),
    expressions: Mapping[str, float] = NO_EXPRESSIONS,
) -> str:
    """Return the text of a file with these transforms: also what goes through the clipboard. Raises Fault.

    Whether it is a part of a pose is said in any case.
    """
    head = {"format": FORMAT, "version": VERSION, "rig": fewest(rig_name), **({"tags": list(tags)} if tags else {})}
    standing = {"stands": list(stands)} if stands else {}
    face = {"expressions": fewest(dict(expressions))} if expressions else {}
    plain = {**head, "part": part, **standing, "pose": fewest(dict(transforms)), **face}
    json_text.check(plain)
    checked = _checked(decode(plain, PoseFile))
    return json_text.lay_out({**plain, "pose": fewest(checked.pose)}) + "\n"


def read_pose(path: FilePath) -> PoseFile:
    """The pose in the file. Raises Unreadable."""
    data = read_bytes(path)
    try:
        return parse(data)
    except Fault as fault:
        raise Unreadable(path, fault.where, fault.what) from None


def parse(data: bytes) -> PoseFile:
    """The pose that the bytes of a file hold. Raises Fault."""
    return _checked(decode(up_to_date(json_text.parse(data), FORMAT, VERSION, MIGRATIONS), PoseFile))


def apply(document: Document, pose: Mapping[str, Transform], part: bool = True) -> Applied:
    """Put the pose on the document, by bone name. Bones that it does not name stay as they are, or rest if not `part`.

    Where it names no bone of the rig nothing changes.
    """
    known = {name: transform for name, transform in pose.items() if name in document.rig.by_name}
    missing = tuple(name for name in pose if name not in known)
    others = {} if part or (missing and not known) else dict.fromkeys(document.rig.by_name, REST)
    return Applied(with_transforms(document, {**others, **known}), missing)


def _checked(file: PoseFile) -> PoseFile:
    pose = {
        name: with_unit_rotation(transform, json_path(("pose", name, "rotation")))
        for name, transform in file.pose.items()
    }
    return msgspec.structs.replace(file, pose=pose)
