"""Pantin's own rigs, `*.rig.json`: text that people can read, compare and edit.

A file says its format and version first. An older version is brought up to date step by step by MIGRATIONS; a newer one
is rejected. Reading checks everything that a rig must be, so that nothing behind this door needs to. Writing checks the
same, so that what was saved can always be opened again. A constraint that aims at a missing bone is no reason to reject
a rig: it is one of its problems (see `rigs.problems`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import msgspec

from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.formats import json_text
from pantin.rigs.formats.decoding import Migrations, Plain, decode, fewest, up_to_date
from pantin.rigs.formats.files import Fault, FilePath, Unreadable, Unwritable, read_bytes, write_bytes
from pantin.rigs.formats.json_text import json_path
from pantin.rigs.ground.kinds import why_no_ground
from pantin.rigs.messages import _
from pantin.rigs.rig import Bone, KeptPose, Rig, Transform
from pantin.rigs.tree.parents import fault_among
from pantin.rigs.wording import quoted

FORMAT = "pantin.rig"
VERSION = 1
MIGRATIONS: Migrations = {}
"""How a file of version n becomes one of version n + 1, by n."""


class RigFile(Rig, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a `*.rig.json` holds: a rig, after the format and its version."""

    format: Literal["pantin.rig"]
    version: Literal[1]
    bones: tuple[Bone, ...]
    """None, in a rig that is yet to be drawn."""


def read(path: FilePath) -> Document:
    """The rig in the file, nothing selected. Raises Unreadable."""
    data = read_bytes(path)
    try:
        return Document(rig=parse(data))
    except Fault as fault:
        raise Unreadable(path, fault.where, fault.what) from None


def write(document: Document, path: FilePath) -> None:
    """Save the rig of `document`; the selection is not saved. Raises Unwritable and leaves the old file as it was."""
    try:
        data = text(document.rig).encode()
    except Fault as fault:
        raise Unwritable(path, fault.where, fault.what) from None
    write_bytes(path, data)


def parse(data: bytes) -> Rig:
    """The rig that the bytes of a file hold. Raises Fault."""
    return _checked(up_to_date(json_text.parse(data), FORMAT, VERSION, MIGRATIONS))


def text(rig: Rig) -> str:
    """The rig as the text of a file. The same rig always gives the same text. Raises Fault for what is not a rig."""
    plain = _plain(rig)
    json_text.check(plain)
    return json_text.lay_out(_plain(_checked(plain))) + "\n"


def _plain(rig: Rig) -> Plain:
    plain = fewest(rig)
    order = rig.rows
    pose = dict(sorted(plain.get("pose", {}).items(), key=lambda entry: order.get(entry[0], len(order))))
    head = {"format": FORMAT, "version": VERSION, "name": fewest(rig.name)}
    return {**head, "bones": [], **plain, **({"pose": pose} if pose else {})}


def _checked(plain: Plain) -> Rig:
    """The rig that `plain` describes, if each part of it fits the others."""
    file = decode(plain, RigFile)
    return fitting(Rig(**{name: getattr(file, name) for name in Rig.__struct_fields__}))


def fitting(rig: Rig, known: Rig | None = None) -> Rig:
    """Return the rig, if each part of it fits the others, with unit rotations. Raises Fault.

    Parts that are those of the `known` rig have been looked at.
    """
    if found := fault_among(rig.bones):
        raise Fault(*found)
    for index, constraint in enumerate(rig.constraints):
        if constraint.owner not in rig.by_name:
            what = _("the rig has no bone {constraint}; correct the name or remove the constraint.").format(
                constraint=quoted(constraint.owner)
            )
            raise Fault(f"$.constraints[{index}].owner", what)
    if rig.source is not None and rig.source.fault:
        what = _("this is no part of a tree of nodes; take another copy of the file, or remove the source.")
        raise Fault(f"$.source.{rig.source.fault}", what)
    if rig.ground is not None and (why := why_no_ground(rig.ground)):
        raise Fault("$.ground", why)
    for name in rig.freed:
        if name not in rig.by_name:
            what = _("the rig has no bone {name} to free; correct the name or remove the entry.").format(
                name=quoted(name)
            )
            raise Fault(json_path(("freed", name)), what)
    known = Rig() if known is None else known
    pose = {name: _posed(rig, name, at, known.pose.get(name)) for name, at in rig.pose.items()}
    poses = rig.poses if rig.poses is known.poses else _library(rig.poses)
    clips = rig.clips if rig.clips is known.clips else _clips(rig.clips)
    return rig.posed(pose).keeping(poses).animated(clips)


def _library(poses: tuple[KeptPose, ...]) -> tuple[KeptPose, ...]:
    """The poses of the library with unit rotations. They may name bones that the rig lacks, as pose files may."""
    _check_names(poses, "poses", _("another pose is called {name} already; give this one another name."))
    return tuple(_unit(kept, f"$.poses[{index}].pose") for index, kept in enumerate(poses))


def _clips(clips: tuple[Clip, ...]) -> tuple[Clip, ...]:
    """The clips, if their frames can be read. They may name bones that the rig lacks, as poses may."""
    _check_names(clips, "clips", _("another clip is called {name} already; give this one another name."))
    for index, clip in enumerate(clips):
        try:
            clip.check()
        except ValueError as problem:
            what = _("{problem} Take another copy of the file, or remove the clip.").format(problem=problem)
            raise Fault(f"$.clips[{index}].tracks", what) from None
    return clips


def _check_names(rows: Sequence[KeptPose | Clip], table: str, sentence: str) -> None:
    """Raise Fault, with this sentence, for the first row whose name one before it has."""
    seen: set[str] = set()
    for index, row in enumerate(rows):
        if row.name in seen:
            raise Fault(f"$.{table}[{index}].name", sentence.format(name=quoted(row.name)))
        seen.add(row.name)


def _unit(kept: KeptPose, where: str) -> KeptPose:
    pose = {
        name: with_unit_rotation(transform, f"{where}{json_path((name, 'rotation')).removeprefix('$')}")
        for name, transform in kept.pose.items()
    }
    return msgspec.structs.replace(kept, pose=pose)


def _posed(rig: Rig, name: str, transform: Transform, known: Transform | None) -> Transform:
    if name not in rig.by_name:
        what = _("the rig has no bone {name} to pose; correct the name or remove the entry.").format(name=quoted(name))
        raise Fault(json_path(("pose", name)), what)
    return transform if transform is known else with_unit_rotation(transform, json_path(("pose", name, "rotation")))


def with_unit_rotation(transform: Transform, where: str) -> Transform:
    """The transform with its quaternion brought to length 1. One that is 1 already keeps its bits.

    Raises Fault at `where` for a quaternion of zeros.
    """
    length = math.hypot(*transform.rotation)
    if length < 1e-9:
        raise Fault(where, _("a quaternion of zeros is no rotation; [0, 0, 0, 1] is none at all."))
    if abs(length - 1.0) < 1e-9:
        return transform
    x, y, z, w = (part / length for part in transform.rotation)
    return msgspec.structs.replace(transform, rotation=(x, y, z, w))
