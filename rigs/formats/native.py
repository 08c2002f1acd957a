"""Pantin's own scenes, `*.rig.json` and `*.scene.json`: text that people can read, compare and edit.

Both names hold the same: one figure or several, and the ground under them. A file says its format and version first. An
older version is brought up to date step by step by MIGRATIONS; a newer one is rejected. Reading checks everything that
a scene must be, so that nothing behind this door needs to. Writing checks the same, so that what was saved can always
be opened again. A constraint that aims at a missing bone is no reason to reject a rig: it is one of its problems (see
`rigs.problems`).
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from pantin.rigs.clip import CHANNELS, DAMAGED, Clip
from pantin.rigs.constraints import Constraint
from pantin.rigs.constraints.acting import ROLES
from pantin.rigs.document import Document
from pantin.rigs.fields import BoneRef
from pantin.rigs.figure import Figure
from pantin.rigs.formats import json_text
from pantin.rigs.formats.decoding import Migrations, Plain, decode, fewest, frames_fault, up_to_date
from pantin.rigs.formats.files import Fault, FilePath, Unreadable, Unwritable, read_bytes, write_bytes
from pantin.rigs.formats.json_text import json_path
from pantin.rigs.formats.own_file import named_from, placed_in
from pantin.rigs.ground.kinds import why_no_ground
from pantin.rigs.messages import _
from pantin.rigs.pose import KeptPose, Transform
from pantin.rigs.rig import Rig
from pantin.rigs.scene import Scene
from pantin.rigs.tree.parents import fault_among
from pantin.rigs.wording import quoted

FORMAT = "pantin.rig"
VERSION = 2
RIG, SCENE = ".rig.json", ".scene.json"
"""The endings of files of one figure and of several; both are read alike."""

OF_FIGURES = ("name", "poses", "clips", "source")
"""The keys of a version 1 file that belong to its one figure beside its rig, its pose and its ground."""


def _to_scene(plain: Plain) -> Plain:
    """Return version 2 of a file of version 1, which held one figure, its rig and its ground as fields of one object.

    Fields that version 1 did not know go with the rig, where they are rejected by their names.
    """
    head = {name: plain[name] for name in ("format", "version")}
    figure: Plain = {name: plain[name] for name in OF_FIGURES if name in plain}
    above = {*head, *OF_FIGURES, "pose", "ground"}
    figure["rig"] = {name: part for name, part in plain.items() if name not in above}
    if "pose" in plain:
        figure["pose"] = {"bones": plain["pose"]}
    if "bones" not in plain:
        raise Fault("$", _('"bones" is missing; add it.'))
    return {**head, "figures": [figure], **({"ground": plain["ground"]} if "ground" in plain else {})}


MIGRATIONS: Migrations = {1: _to_scene}
"""The functions that make a file of version n one of version n + 1, by n."""

IN_VERSION_1 = (
    (r"^\$\.figures\[0\]\.rig\b", "$"),
    (r"^\$\.figures\[0\]\.pose\.bones", "$.pose"),
    (r"^\$\.figures\[0\]", "$"),
)
"""Places in a file of version 1, by the places in version 2 that they became: the first that fits."""


class SceneFile(Scene, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of a file: its format and version, and a scene."""

    format: Literal["pantin.rig"]
    version: Literal[2]
    figures: tuple[Figure, ...]


def read(path: FilePath) -> Document:
    """Return the scene in the file, its first figure the one that is edited, nothing selected. Raises Unreadable."""
    data = read_bytes(path)
    try:
        return Document.in_scene(parse(data, Path(path).parent))
    except Fault as fault:
        raise Unreadable(path, fault.where, fault.what) from None


def write(document: Document, path: FilePath) -> None:
    """Save the scene of a document, not what is selected. Raises Unwritable and leaves the old file as it was."""
    try:
        data = text(document.scene, Path(path).parent).encode()
    except Fault as fault:
        raise Unwritable(path, fault.where, fault.what) from None
    write_bytes(path, data)


def is_named_so(path: FilePath) -> bool:
    """Return whether the name of a file is that of a scene of Pantin's own."""
    return os.fspath(path).lower().endswith((RIG, SCENE))


def parse(data: bytes, folder: Path | None = None) -> Scene:
    """Return the scene that the bytes of a file in `folder` hold. Raises Fault, with the place in the file as it is."""
    plain = json_text.parse(data)
    version = plain.get("version") if isinstance(plain, dict) else None
    try:
        return placed_in(_checked(up_to_date(plain, FORMAT, VERSION, MIGRATIONS)), folder)
    except Fault as fault:
        where = in_version_1(fault.where) if version == 1 else fault.where
        raise Fault(where, fault.what) from None


def in_version_1(where: str) -> str:
    """Return the place in a file of version 1 of what is at a place of version 2."""
    for pattern, of_version_1 in IN_VERSION_1:
        if re.match(pattern, where):
            return re.sub(pattern, of_version_1, where)
    return where


def text(scene: Scene, folder: Path | None = None) -> str:
    """Return the scene as the text of a file in `folder`. The same scene always gives the same text there.

    Raises Fault for what is no scene.
    """
    plain = _plain(named_from(scene, folder))
    json_text.check(plain)
    return json_text.lay_out(_plain(_checked(plain))) + "\n"


def _plain(scene: Scene) -> Plain:
    """Return the scene as plain values, poses in the order of the bones."""
    plain = fewest(scene)
    figures = [
        _plain_figure(figure, each) for figure, each in zip(scene.figures, plain.get("figures", ()), strict=True)
    ]
    return {"format": FORMAT, "version": VERSION, **plain, "figures": figures}


def _plain_figure(figure: Figure, plain: Plain) -> Plain:
    """Return a figure as plain values: its name and its bones even where they are the defaults."""
    place = {"place": plain["place"]} if "place" in plain else {}
    plain = {"name": fewest(figure.name), **place, "rig": {}, **plain}
    plain["rig"] = {"bones": [], **plain["rig"]}
    if posed := plain.get("pose", {}).get("bones"):
        order = figure.rig.rows
        in_order = sorted(posed.items(), key=lambda entry: order.get(entry[0], len(order)))
        plain["pose"] = {**plain["pose"], "bones": dict(in_order)}
    return plain


def _checked(plain: Plain) -> Scene:
    """Return the scene that `plain` describes, if each part of it fits the others. Raises Fault."""
    found = decode(plain, SceneFile)
    return fitting(Scene(**{name: getattr(found, name) for name in Scene.__struct_fields__}))


def fitting(scene: Scene) -> Scene:
    """Return the scene, if each part of it fits the others, with unit rotations. Raises Fault."""
    check_scene(scene)
    figures = []
    for index, figure in enumerate(scene.figures):
        try:
            figures.append(fitting_figure(figure))
        except Fault as fault:
            raise Fault(f"$.figures[{index}]{fault.where.removeprefix('$')}", fault.what) from None
    return msgspec.structs.replace(scene, figures=tuple(figures))


def check_scene(scene: Scene) -> None:
    """Raise Fault for a scene without figures, for two of one name, and for ground on which nothing can stand."""
    if not scene.figures:
        raise Fault("$.figures", _("there is no figure; add one, which may be without bones."))
    if scene.ground is not None and (why := why_no_ground(scene.ground)):
        raise Fault("$.ground", why)
    seen: set[str] = set()
    for index, figure in enumerate(scene.figures):
        if figure.name in seen:
            what = _("another figure is called {name} already; give this one another name.")
            raise Fault(f"$.figures[{index}].name", what.format(name=quoted(figure.name)))
        seen.add(figure.name)


def _looking_at_itself(figure: Figure) -> Figure:
    """Return the figure with names in place of references to bones of itself; the same where it has none."""
    if not any(ref.figure == figure.name for each in figure.rig.constraints for ref in each.of_others):
        return figure

    def own(constraint: Constraint) -> Constraint:
        named = {role: getattr(constraint, role, None) for role in ROLES}
        own = {role: ref.bone for role, ref in named.items() if isinstance(ref, BoneRef) and ref.figure == figure.name}
        return msgspec.structs.replace(constraint, **own) if own else constraint

    constraints = tuple(map(own, figure.rig.constraints))
    return msgspec.structs.replace(figure, rig=figure.rig.changed(constraints=constraints))


def fitting_figure(figure: Figure, known: Figure | None = None) -> Figure:
    """Return the figure, if each part of it fits the others, with unit rotations. Raises Fault, with the place in it.

    Parts that are those of the `known` figure have been looked at.
    """
    figure = _looking_at_itself(figure)
    rig = figure.rig
    if found := fault_among(rig.bones):
        where, what = found
        raise Fault(where.replace("$", "$.rig", 1), what)
    for index, constraint in enumerate(rig.constraints):
        if constraint.owner not in rig.by_name:
            what = _("the rig has no bone {constraint}; correct the name or remove the constraint.").format(
                constraint=quoted(constraint.owner)
            )
            raise Fault(f"$.rig.constraints[{index}].owner", what)
    if figure.source is not None and figure.source.fault:
        what = _("this is no part of a tree of nodes; take another copy of the file, or remove the source.")
        raise Fault(f"$.source.{figure.source.fault}", what)
    for index, track in enumerate(figure.source.tracks if figure.source else ()):
        if track.frames.shape != (track.count, CHANNELS):
            raise frames_fault(f"$.source.tracks[{index}].frames", DAMAGED)
    for name in rig.freed:
        if name not in rig.by_name:
            what = _("the rig has no bone {name} to free; correct the name or remove the entry.").format(
                name=quoted(name)
            )
            raise Fault(json_path(("rig", "freed", name)), what)
    known = Figure() if known is None else known
    pose = {name: _posed(rig, name, at, known.pose.bones.get(name)) for name, at in figure.pose.bones.items()}
    poses = figure.poses if figure.poses is known.poses else _library(figure.poses)
    clips = figure.clips if figure.clips is known.clips else _clips(figure.clips)
    return msgspec.structs.replace(
        figure, pose=msgspec.structs.replace(figure.pose, bones=pose), poses=poses, clips=clips
    )


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
        raise Fault(json_path(("pose", "bones", name)), what)
    return (
        transform
        if transform is known
        else with_unit_rotation(transform, json_path(("pose", "bones", name, "rotation")))
    )


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
