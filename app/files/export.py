"""Writing a document by the ending of a name (`rigs.formats`), evaluated for the formats that hold what one sees.

A file of joints is written beside its place, read back and compared before it takes that place.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from pantin import rigs, solver
from pantin.app.files import read_back
from pantin.app.files.seen import baked, seen
from pantin.app.messages import _
from pantin.rigs import Unreadable, Unwritable
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.formats import Format, clip_file, format_of, pose
from pantin.rigs.formats.files import Fault, write_bytes
from pantin.rigs.motion.seen import Seen
from pantin.rigs.rig import Rig
from pantin.solver import Evaluated
from pantin.solver.edits import posing

RIG, POSE, PICTURE, CLIP, GLB, BVH = ".rig.json", ".pose.json", ".png", ".clip.json", ".glb", ".bvh"
SINGLE = (CLIP, BVH)
"""Formats that hold one motion."""


def write(document: Document, path: Path, clips: Sequence[Clip] | None = None) -> None:
    """Write `document` in the format that the name asks for, with `clips` where it holds some; by default with all."""
    found = format_of(path)
    chosen = document.rig.clips if clips is None else clips
    if found is not None and found.write_posed is not None:
        transforms = posing.local_transforms(document, solver.evaluate(document))
        found.write_posed(document.rig.name, transforms, path)
    elif found is not None and found.written is not None:
        _write_seen(seen(document, chosen[:1] if found.suffix in SINGLE else chosen), found, path)
    elif found is not None and found.suffix == CLIP:
        _write_clip(document, chosen, path)
    else:
        rigs.write(document, path)


def write_pose(document: Document, evaluated: Evaluated, path: Path) -> None:
    """Write the solved pose: applied to the same rig without constraints it looks the same."""
    pose.write_pose(document.rig.name, posing.local_transforms(document, evaluated), path)


def export_kinds(rig: Rig) -> dict[str, tuple[str, Sequence[Clip] | None]]:
    """What can be exported, as file dialogs list it: the ending of each, and the clips that it holds; None for all."""
    kinds: dict[str, tuple[str, Sequence[Clip] | None]] = {
        _("glTF: skeleton, pose and all clips (*{suffix})").format(suffix=GLB): (GLB, None),
        _("BVH: skeleton and pose (*{suffix})").format(suffix=BVH): (BVH, ()),
        _("Pose: Pantin's own (*{suffix})").format(suffix=POSE): (POSE, ()),
    }
    for clip in rig.clips:
        name = clip.name.replace("(", "[").replace(")", "]").replace(";", ",")
        kinds[_("BVH: {clip} (*{suffix})").format(clip=name, suffix=BVH)] = (BVH, (clip,))
        kinds[_("Clip: {clip}, Pantin's own (*{suffix})").format(clip=name, suffix=CLIP)] = (CLIP, (clip,))
    return kinds


def _write_seen(what: Seen, known: Format, path: Path) -> None:
    """Write a file of joints, if it says the same when it is read back. Raises Unwritable."""
    assert known.written is not None
    if not any(bone.kind == "bone" for bone in what.rig.bones):
        raise Unwritable(
            path, _("file"), _("the rig has no bones that deform, so there is nothing to write; add some.")
        )
    made = known.written(what)
    beside = path.with_name(f".{path.name[:60]}.{os.urandom(6).hex()}{known.suffix}")
    try:
        write_bytes(beside, made.data, lasting=False)
        why = read_back.why_different(what, made, beside)
    except Unreadable as problem:
        raise Unwritable(path, problem.where, _("it cannot be read back: {what}").format(what=problem.what)) from None
    except Unwritable as problem:
        raise Unwritable(path, problem.where, problem.what) from None
    finally:
        with suppress(OSError):
            beside.unlink()
    if why:
        raise Unwritable(path, _("file"), why)
    write_bytes(path, made.data)


def _write_clip(document: Document, clips: Sequence[Clip], path: Path) -> None:
    """Write the first clip as one sees it. Raises Unwritable."""
    if not clips:
        raise Unwritable(
            path, _("file"), _("there is no clip to write; choose a file with motion, or export the pose.")
        )
    try:
        text = clip_file.text(document.rig.name, baked(document, clips[0]))
    except Fault as fault:
        raise Unwritable(path, fault.where, fault.what) from None
    write_bytes(path, text.encode())
