"""Writing a document by the ending of a name (`rigs.formats`), evaluated for the formats that hold what one sees.

A file of joints or of a clip is written beside its place, read back and compared before it takes that place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
import numpy as np

from pantin import rigs, solver
from pantin.app.files import character_file, read_back
from pantin.app.files.baking import baked, baked_clip, clips_of_poses, posed_mesh
from pantin.app.files.read_back import Comparison
from pantin.app.messages import _
from pantin.rigs import Unreadable, Unwritable
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.editing.springs import left_to_readers
from pantin.rigs.formats import Format, clip_file, format_of, pose
from pantin.rigs.formats.files import Fault, FilePath, unwritable, write_bytes
from pantin.rigs.formats.replacing import held, part_of
from pantin.rigs.motion.baked import BakedFigure
from pantin.rigs.pose import KeptPose
from pantin.rigs.rest import rest_matrices
from pantin.rigs.wording import listed
from pantin.solver import Posed
from pantin.solver.edits.posing import posing
from pantin.solver.springing import hung

RIG, POSE, PICTURE, CLIP = ".rig.json", ".pose.json", ".png", ".clip.json"
GLB, VRM, VRMA, BVH, OBJ = ".glb", ".vrm", ".vrma", ".bvh", ".obj"
POSED = 1e-5
"""Numbers of matrices by which a bone that is posed differs from one at rest, at least."""

RESTS_IN_POSE = _("Other programs take the pose of a VRM for its T-pose at rest; a VRMA holds the pose as motion.")

SINGLE = (CLIP, BVH)
"""Formats that hold one motion."""


def write(document: Document, path: FilePath, clips: Sequence[Clip] | None = None) -> Comparison | None:
    """Write `document` in the format that the name asks for, with `clips` where it holds some; by default with all.

    Returns how the file compares with what was to be written; None where the document itself was saved. Raises
    Unwritable, in one sentence.
    """
    path = Path(path)
    found = format_of(path)
    chosen = document.figure.clips if clips is None else clips
    if found is not None and found.write_posed is not None:
        transforms = posing.local_transforms(document, solver.evaluate(document))
        found.write_posed(document.figure, transforms, path)
        return read_back.compared_pose(transforms, path) if found.suffix == POSE else None
    if found is not None and found.written is not None:
        return _write_baked(document, chosen[:1] if found.suffix in SINGLE else chosen, found, path)
    if found is not None and found.written_mesh is not None:
        return _write_mesh(document, found, path)
    if found is not None and found.written_humanoid is not None:
        return _write_humanoid(document, chosen, found, path)
    if found is not None and found.suffix == CLIP:
        return _write_clip(document, chosen, path)
    rigs.write(document, path)
    return None


def write_poses(document: Document, path: Path, poses: Sequence[KeptPose]) -> Comparison | None:
    """Write poses of a library, each as a clip of one frame; see `write`."""
    return write(document, path, clips_of_poses(document, poses))


def write_pose(document: Document, posed: Posed, path: Path) -> None:
    """Write the solved pose: applied to the same rig without constraints it looks the same."""
    pose.write_seen(document.figure, posing.local_transforms(document, posed), path)


def _write_baked(document: Document, clips: Sequence[Clip], known: Format, path: Path) -> Comparison:
    """Write a file of joints, if it says the same when it is read back. Raises Unwritable."""
    assert known.written is not None
    if not any(bone.kind == "bone" for bone in document.rig.bones):
        raise Unwritable(
            path, _("file"), _("the rig has no bones that deform, so there is nothing to write; add some.")
        )
    if known.suffix == VRM:
        document = left_to_readers(document)
    still = _still(document, clips, known)
    what = baked(document, clips, still)
    if known.suffix == GLB and still is document and document.rig.springs.chains:
        what = msgspec.structs.replace(what, hung=hung(document.rig, what.matrices))
    with unwritable(path):
        made = known.written(what)

    def compare(beside: Path) -> Comparison:
        return read_back.compared(document, clips, what, made, beside, still)

    found = _write_checked(made.data, path, known.suffix, compare)
    if known.suffix == VRM and _is_posed(what):
        return msgspec.structs.replace(found, note=RESTS_IN_POSE)
    return found


def _still(document: Document, clips: Sequence[Clip], known: Format) -> Document:
    """Return how a document stands in a file. What is not posed leaves as its own file has it, and is not let hang.

    Nor is a pose beside motion, in a file that holds springs: whoever reads it lets them hang from the same rest.
    """
    is_posed = bool(document.figure.pose.bones)
    if known.suffix == GLB:
        return document if is_posed and not clips else left_to_readers(document)
    return document if is_posed or clips else left_to_readers(document, of_file=True)


def _is_posed(what: BakedFigure) -> bool:
    """Return whether bones stand elsewhere than at rest."""
    rest = rest_matrices(what.rig.bones)
    return bool(np.abs(what.matrices - rest).max(initial=0.0) > POSED * max(1.0, float(np.abs(rest).max(initial=0.0))))


def _write_mesh(document: Document, known: Format, path: Path) -> Comparison:
    """Write the mesh of the figure's character in its pose. Raises Unwritable.

    A figure that is not posed leaves as its file has it, whose springs are not let hang.
    """
    assert known.written_mesh is not None
    if not document.figure.pose.bones:
        document = left_to_readers(document, of_file=True)
    try:
        character = character_file.character_of(document.figure)
    except Unreadable as problem:
        raise Unwritable(path, problem.where, problem.what) from None
    if not character.parts:
        why = character.left_out[0] if character.left_out else character_file.NO_MESH
        raise Unwritable(path, _("file"), why)
    character = character.without(document.figure.hidden_parts)
    if not character.parts:
        raise Unwritable(path, _("mesh"), _("all parts of the figure are hidden; show one of them."))
    posed = posed_mesh(document, character)

    def compare(beside: Path) -> Comparison:
        return read_back.compared_mesh(character, posed, beside)

    return _write_checked(known.written_mesh(character, posed), path, known.suffix, compare)


def _write_humanoid(document: Document, clips: Sequence[Clip], known: Format, path: Path) -> Comparison:
    """Write motion that any humanoid can have, of the pose where there is no clip. Raises Unwritable."""
    from pantin.app.files.humanoid_baking import baked_humanoid

    assert known.written_humanoid is not None
    try:
        found = baked_humanoid(document, clips)
    except ValueError as problem:
        raise Unwritable(path, _("file"), str(problem)) from None
    data = known.written_humanoid(found.humanoid, found.clips, found.presets)

    def compare(beside: Path) -> Comparison:
        return read_back.compared_humanoid(found.humanoid, found.clips, found.seen, beside, found.presets)

    return _write_checked(data, path, known.suffix, compare)


def _write_clip(document: Document, clips: Sequence[Clip], path: Path) -> Comparison:
    """Write the first clip as one sees it. Raises Unwritable."""
    if not clips:
        raise Unwritable(
            path, _("file"), _("there is no clip to write; choose a file with motion, or export the pose.")
        )
    clip, stretched = baked_clip(document, clips[0])
    try:
        text = clip_file.text(document.figure.name, clip)
    except Fault as fault:
        raise Unwritable(path, fault.where, fault.what) from None
    found = _write_checked(text.encode(), path, CLIP, lambda beside: read_back.compared_clip(clip, beside))
    sentence = _("A clip holds no stretch: {bones} have their own length in the file.") if stretched else ""
    return msgspec.structs.replace(found, differ=stretched, lost=sentence.format(bones=listed(stretched)))


def _write_checked(data: bytes, path: Path, suffix: str, compare: Callable[[Path], Comparison]) -> Comparison:
    """Write a file beside its place, and give it that place if it compares well. Raises Unwritable."""
    with unwritable(path):
        beside = part_of(path.resolve(), suffix)
    try:
        write_bytes(beside, data, lasting=False)
        with held(beside):
            found = compare(beside)
    except Unreadable as problem:
        raise Unwritable(path, problem.where, _("it cannot be read back: {what}").format(what=problem.what)) from None
    except Unwritable as problem:
        raise Unwritable(path, problem.where, problem.what) from None
    finally:
        with suppress(OSError):
            beside.unlink()
    if found.why:
        raise Unwritable(path, _("file"), found.why)
    write_bytes(path, data)
    return found
