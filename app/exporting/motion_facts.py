"""In words: what a file of motion will hold of a rig, what it leaves out, and what was read back of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from pantin.app.files.export import RESTS_IN_POSE, VRM
from pantin.app.files.read_back import Comparison
from pantin.app.messages import _, ngettext
from pantin.rigs.clip import Clip
from pantin.rigs.figure import Figure
from pantin.rigs.formats.own_file import missing, name_of, state_of
from pantin.rigs.joint import Joint
from pantin.rigs.remembered import remembered
from pantin.rigs.rig import Rig
from pantin.rigs.source import Source
from pantin.rigs.wording import quoted
from pantin.solver.edits.tracking.stance import body_of
from pantin.widgets.values.motion_choices import Fact, MotionFormat, MotionKind

OF_GLTF: tuple[MotionFormat, ...] = ("glb", "vrm")
"""Formats in which the figure's own file is written again."""

MILLI = 1000.0
MANY = 1000
"""Bones in which finding a person takes longer than a sheet may."""

SEEN = 5e-7
"""Metres: what is smaller is written as none."""


def holds(figure: Figure, clips: Sequence[Clip], format: MotionFormat, poses: int = 0) -> str:
    """Return the content that the file will have, in one line; so many `poses` leave as clips."""
    if format == "obj":
        return _("The mesh of the character in its pose, as one sees it")
    if format == "vrma":
        said = [_("How the bones of a person are turned, where the hips are, expressions")]
        return " · ".join([*said, *_lengths(clips, poses)])
    count = len(figure.rig.bones) if format == "json" else sum(bone.kind == "bone" for bone in figure.rig.bones)
    said = [ngettext("{count} bone", "{count} bones", count).format(count=count)]
    said += _lengths(clips, poses)
    own = figure.source.file if figure.source is not None else None
    if format in OF_GLTF and own is not None and state_of(own) == "there":
        said.append(_("all else that {file} holds").format(file=quoted(name_of(own))))
    elif format in OF_GLTF and figure.source is not None:
        said.append(_("names, order, joint frames and scale of the file it came from"))
    return " · ".join(said)


def note(figure: Figure, format: MotionFormat, kind: MotionKind) -> str:
    """Return what other programs make of the file that a person may not expect; empty where there is nothing to say."""
    return RESTS_IN_POSE if format == "vrm" and kind == "pose" and figure.pose.bones else ""


def _lengths(clips: Sequence[Clip], poses: int) -> list[str]:
    """Return how many poses there are, and how long clips are; nothing where there are none."""
    if poses:
        return [ngettext("{count} pose", "{count} poses", poses).format(count=poses)]
    if not clips:
        return []
    frames = sum(last - first + 1 for first, last in (clip.span for clip in clips))
    counted = ngettext("{count} frame", "{count} frames", frames).format(count=frames)
    return [counted, _("{seconds:.2f} s").format(seconds=sum(clip.seconds for clip in clips))]


def left_out(figure: Figure, has_ground: bool, format: MotionFormat, kind: MotionKind) -> str:
    """Return what the file will not hold, in sentences; why nothing is seen to be missing is said with each."""
    return " ".join(_left_out(figure, has_ground, format, kind)) or _("Nothing.")


def _left_out(figure: Figure, has_ground: bool, format: MotionFormat, kind: MotionKind) -> Iterator[str]:
    if format == "obj":
        yield _("The skeleton and all that moves it. Materials but for their names, and pictures.")
        return
    if format == "vrma":
        yield _("The figure itself; bones that are no part of a person, as hair and clothes.")
        return
    if format == "json":
        yield _("The skeleton: it goes onto a rig with the same names.")
    elif any(bone.kind != "bone" for bone in figure.rig.bones):
        yield _("Handles and poles; what they do is in the bones.")
    if figure.rig.constraints:
        yield _("Constraints; what they do is in the bones.")
    if format != "json" and any(bone.joint != Joint() for bone in figure.rig.bones):
        yield _("Joint limits, locks and stiffness.")
    if format == "bvh":
        yield _("Scale and roll of bones: BVH has none.")
    if format != "json" and has_ground:
        yield _("The ground.")
    if format != "json" and figure.source is not None:
        yield from _meshes_left_out(figure.source, format)
    if kind == "pose" and figure.clips:
        yield _("Clips.")


def _meshes_left_out(source: Source, format: MotionFormat) -> Iterator[str]:
    """Yield whether meshes stay behind, and why."""
    own = source.file
    if format in OF_GLTF and own is not None:
        state = state_of(own)
        if state == "changed":
            yield _("Nothing leaves: {file} has changed since it was opened; open it again.").format(
                file=quoted(name_of(own))
            )
        elif (lost := missing(own)) is not None and source.may_have_meshes:
            yield _("The mesh of the file it came from: {file} is not where it was opened.").format(
                file=quoted(lost.name)
            )
    elif source.may_have_meshes:
        yield _("The mesh of the file it came from, with its materials.")


def is_vrm(figure: Figure) -> bool:
    """Return whether the figure was opened from a VRM that is there."""
    own = figure.source.file if figure.source is not None else None
    return own is not None and own.path.lower().endswith(VRM) and state_of(own) != "gone"


def is_person(figure: Figure) -> bool:
    """Return whether the figure is a person whose motion others can have; taken for granted of many bones."""
    return is_vrm(figure) or len(figure.rig.bones) > MANY or _has_a_body(figure.rig)


@remembered("bones", "parts")
def _has_a_body(rig: Rig) -> bool:
    try:
        body_of(rig)
    except ValueError:
        return False
    return True


def facts(found: Comparison) -> tuple[Fact, ...]:
    """Return the results of the comparison, a row each."""
    mesh = []
    if found.points_off is not None:
        mesh = [_measured(_("Points of the mesh"), found.points, found.points, found.points_off)]
    if not found.joints:
        return tuple(mesh)
    rows = [
        _counted(_("Names and order"), found.names, found.joints),
        _counted(_("Parents"), found.parents, found.joints),
    ]
    if found.at_rest is not None:
        rows.append(_measured(_("Joints at rest"), found.joints, found.joints, found.at_rest))
    if found.in_motion is not None:
        title = _("Joints in motion") if found.frames > 1 else _("Joints in the pose")
        rows.append(_measured(title, found.compared, found.frames, found.in_motion, frames=True))
    rows += mesh
    if found.beside is not None:
        beside = _measured(_("Skin beside the bones"), found.joints - len(found.differ), found.joints, found.beside)
        rows.append(msgspec.structs.replace(beside, good=not found.differ))
    if found.differ:
        rows.append(Fact(_("Not held by the file"), *_first(found.differ), good=False))
    return tuple(rows)


def _first(names: Sequence[str]) -> tuple[str, str]:
    """The first of some names, and how many more there are."""
    more = len(names) - 1
    return quoted(names[0]), ngettext("and {count} more", "and {count} more", more).format(count=more) if more else ""


def size_in_words(size: int) -> str:
    """Bytes, as people count them."""
    if size < 1e6:
        return _("{size:.0f} kB").format(size=max(size / 1e3, 1.0))
    return _("{size:.1f} MB").format(size=size / 1e6)


def _counted(title: str, found: int, count: int) -> Fact:
    difference = _("none") if found == count else ngettext("{count} differs", "{count} differ", count - found)
    return Fact(title, _of(found, count), difference.format(count=count - found), found == count)


def _measured(title: str, found: int, count: int, apart: float, frames: bool = False) -> Fact:
    value = _("{found} of {count} frames").format(found=found, count=count) if frames else _of(found, count)
    return Fact(title, value, _("{apart:.3f} mm").format(apart=apart * MILLI) if apart > SEEN else _("none"))


def _of(found: int, count: int) -> str:
    return _("{found} of {count}").format(found=found, count=count)
