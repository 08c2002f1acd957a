"""Pantin's own figures, `*.rig.json`: text that people can read, compare and edit.

A file says its format and version first. An older version is brought up to date step by step by MIGRATIONS; a newer one
is rejected. Reading checks everything that a rig must be, so that nothing behind this door needs to. Writing checks the
same, so that what was saved can always be opened again. A constraint that aims at a missing bone is no reason to reject
a rig: it is one of its problems (see `rigs.problems`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from pantin.rigs.clip import CHANNELS, DAMAGED, Clip
from pantin.rigs.document import Document
from pantin.rigs.fields import BoneName, Name, field
from pantin.rigs.figure import Figure
from pantin.rigs.formats import json_text
from pantin.rigs.formats.decoding import Migrations, Plain, decode, fewest, frames_fault, up_to_date
from pantin.rigs.formats.files import Fault, FilePath, Unreadable, Unwritable, read_bytes, write_bytes
from pantin.rigs.formats.json_text import json_path
from pantin.rigs.ground.kinds import why_no_ground
from pantin.rigs.messages import _
from pantin.rigs.pose import KeptPose, Pose, Transform
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.source import Source
from pantin.rigs.tree.parents import fault_among
from pantin.rigs.wording import quoted

FORMAT = "pantin.rig"
VERSION = 1
MIGRATIONS: Migrations = {}
"""How a file of version n becomes one of version n + 1, by n."""


class FigureFields(Rig, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A figure with the fields of its rig beside its own, as a file holds it."""

    name: Annotated[Name, field("Name", "What the rig is called.")] = "Untitled"
    pose: dict[BoneName, Transform] = {}
    poses: tuple[KeptPose, ...] = ()
    clips: tuple[Clip, ...] = ()
    source: Source | None = None

    @classmethod
    def of(cls, figure: Figure) -> FigureFields:
        """Return the fields of a figure."""
        own = {name: getattr(figure, name) for name in OWN}
        rig = {name: getattr(figure.rig, name) for name in Rig.__struct_fields__}
        return cls(**own, **rig, pose=figure.pose.bones)

    def figure(self) -> Figure:
        """Return the figure that has these fields."""
        own = {name: getattr(self, name) for name in OWN}
        rig = Rig(**{name: getattr(self, name) for name in Rig.__struct_fields__})
        return Figure(rig=rig, pose=Pose(self.pose), **own)


OWN = ("name", "poses", "clips", "source")
"""The fields of a figure that a file holds as they are."""


class RigFile(FigureFields, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a `*.rig.json` holds: a figure, after the format and its version."""

    format: Literal["pantin.rig"]
    version: Literal[1]
    bones: tuple[Bone, ...]
    """None, in a rig that is yet to be drawn."""


def read(path: FilePath) -> Document:
    """Return the figure in the file, nothing selected. Raises Unreadable."""
    data = read_bytes(path)
    try:
        return Document.of(parse(data))
    except Fault as fault:
        raise Unreadable(path, fault.where, fault.what) from None


def write(document: Document, path: FilePath) -> None:
    """Save the figure of a document, not what is selected. Raises Unwritable and leaves the old file as it was."""
    try:
        data = text(document.figure).encode()
    except Fault as fault:
        raise Unwritable(path, fault.where, fault.what) from None
    write_bytes(path, data)


def parse(data: bytes) -> Figure:
    """Return the figure that the bytes of a file hold. Raises Fault."""
    return _checked(up_to_date(json_text.parse(data), FORMAT, VERSION, MIGRATIONS))


def text(figure: Figure) -> str:
    """Return the figure as the text of a file. The same figure always gives the same text.

    Raises Fault for what is no figure.
    """
    plain = _plain(figure)
    json_text.check(plain)
    return json_text.lay_out(_plain(_checked(plain))) + "\n"


def _plain(figure: Figure) -> Plain:
    fields = FigureFields.of(figure)
    plain = fewest(fields)
    order = figure.rig.rows
    pose = dict(sorted(plain.get("pose", {}).items(), key=lambda entry: order.get(entry[0], len(order))))
    head = {"format": FORMAT, "version": VERSION, "name": fewest(figure.name)}
    return {**head, "bones": [], **plain, **({"pose": pose} if pose else {})}


def _checked(plain: Plain) -> Figure:
    """Return the figure that `plain` describes, if each part of it fits the others. Raises Fault."""
    return fitting(decode(plain, RigFile).figure())


def fitting(figure: Figure, known: Figure | None = None) -> Figure:
    """Return the figure, if each part of it fits the others, with unit rotations. Raises Fault.

    Parts that are those of the `known` figure have been looked at.
    """
    rig = figure.rig
    if found := fault_among(rig.bones):
        raise Fault(*found)
    for index, constraint in enumerate(rig.constraints):
        if constraint.owner not in rig.by_name:
            what = _("the rig has no bone {constraint}; correct the name or remove the constraint.").format(
                constraint=quoted(constraint.owner)
            )
            raise Fault(f"$.constraints[{index}].owner", what)
    if figure.source is not None and figure.source.fault:
        what = _("this is no part of a tree of nodes; take another copy of the file, or remove the source.")
        raise Fault(f"$.source.{figure.source.fault}", what)
    for index, track in enumerate(figure.source.tracks if figure.source else ()):
        if track.frames.shape != (track.count, CHANNELS):
            raise frames_fault(f"$.source.tracks[{index}].frames", DAMAGED)
    if rig.ground is not None and (why := why_no_ground(rig.ground)):
        raise Fault("$.ground", why)
    for name in rig.freed:
        if name not in rig.by_name:
            what = _("the rig has no bone {name} to free; correct the name or remove the entry.").format(
                name=quoted(name)
            )
            raise Fault(json_path(("freed", name)), what)
    known = Figure() if known is None else known
    pose = {name: _posed(rig, name, at, known.pose.bones.get(name)) for name, at in figure.pose.bones.items()}
    poses = figure.poses if figure.poses is known.poses else _library(figure.poses)
    clips = figure.clips if figure.clips is known.clips else _clips(figure.clips)
    return msgspec.structs.replace(figure, pose=Pose(pose), poses=poses, clips=clips)


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
            raise frames_fault(f"$.clips[{index}].tracks", str(problem)) from None
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
