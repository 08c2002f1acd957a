"""The files that Pantin reads and writes: a format is one module here and one line in FORMATS.

What opens, drops, merges, converts and lists files asks this table alone.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from pantin.rigs.clip import Clip, part_of
from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.formats import bvh, clip_file, gltf, native, obj, pose
from pantin.rigs.formats.converted import homes, reader
from pantin.rigs.formats.files import FilePath, FileProblem, Unreadable, Unwritable
from pantin.rigs.formats.opening import Opened, Reading, RestFrom, no_progress
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.posed_points import PosedPart
from pantin.rigs.messages import _
from pantin.rigs.motion.baked import BakedFigure, WrittenFile
from pantin.rigs.pose import Transform

if TYPE_CHECKING:
    from pantin.rigs.motion.humanoid_motion import Humanoid, HumanoidClip

__all__ = [
    "FORMATS",
    "READABLE",
    "FilePath",
    "FileProblem",
    "Format",
    "Opened",
    "Unreadable",
    "Unwritable",
    "clips_of",
    "ending_of",
    "format_of",
    "opened",
    "read",
    "write",
]


class Format(msgspec.Struct, frozen=True):
    """A kind of file, with the functions that read and write it; each is None where the format has no such function.

    Those that read raise Unreadable, those that write Unwritable.
    """

    suffix: str
    """The ending of its names, in small letters."""
    title: str
    """Its name for people."""
    read: Callable[[FilePath], Document] | None = None
    """Returns the document in a file."""
    write: Callable[[Document, FilePath], None] | None = None
    """Writes a whole document."""
    write_posed: Callable[[Figure, Mapping[str, Transform], FilePath], None] | None = None
    """Writes the whole pose of a figure, whose bones have these transforms after constraints."""
    written: Callable[[BakedFigure], WrittenFile] | None = None
    """Returns the content of a file that holds evaluated matrices of bones, and their motion."""
    written_mesh: Callable[[Character, Sequence[PosedPart]], bytes] | None = None
    """Returns the content of a file that holds a posed mesh."""
    written_humanoid: Callable[[Humanoid, Sequence[HumanoidClip], Mapping[str, str]], bytes] | None = None
    """Returns the content of a file that holds motion of any humanoid; last the presets that expressions are."""
    clips: Callable[[FilePath], tuple[Clip, ...]] | None = None
    """Returns the clips in a file that holds nothing else."""
    read_as: Callable[[FilePath, Reading], Document] | None = None
    """Returns the document in a file, read as a `Reading` asks; what was found is noted in that."""

    @property
    def leaves(self) -> bool:
        """Return whether files of this kind are saved or exported."""
        return bool(self.write or self.written or self.written_mesh or self.written_humanoid or self.clips)


_OBJ, _FBX, _USD, _URDF = (reader(module) for module in ("wavefront", "fbx", "usd", "robots"))
_STL, _PLY = (reader("scans", name) for name in ("read_stl", "read_ply"))

FORMATS: tuple[Format, ...] = (
    Format(native.RIG, _("Pantin rig"), native.read, native.write),
    Format(native.SCENE, _("Pantin scene"), native.read, native.write),
    Format(".pose.json", _("Pantin pose"), write=pose.write, write_posed=pose.write_seen),
    Format(".clip.json", _("Pantin clip"), clips=clip_file.clips),
    Format(".glb", _("Binary glTF"), gltf.read, written=gltf.written, read_as=gltf.read),
    Format(".gltf", "glTF", gltf.read, read_as=gltf.read),
    Format(".vrm", "VRM", gltf.read, written=gltf.written_vrm, read_as=gltf.read),
    Format(".vrma", _("VRM animation"), gltf.read, written_humanoid=gltf.written_vrma, read_as=gltf.read),
    Format(".bvh", "BVH", bvh.read, written=bvh.written, read_as=bvh.read),
    Format(".obj", "Wavefront OBJ", _OBJ, written_mesh=obj.written, read_as=_OBJ),
    Format(".fbx", "FBX", _FBX, read_as=_FBX),
    Format(".stl", "STL", _STL, read_as=_STL),
    Format(".usd", "USD", _USD, read_as=_USD),
    Format(".usda", _("USD as text"), _USD, read_as=_USD),
    Format(".usdc", _("USD in binary"), _USD, read_as=_USD),
    Format(".usdz", _("USD package"), _USD, read_as=_USD),
    Format(".urdf", "URDF", _URDF, read_as=_URDF),
    Format(".ply", "PLY", _PLY, read_as=_PLY),
)

*_others, _last = (known.suffix for known in FORMATS if known.read)
READABLE = _("{endings} or {last}").format(endings=", ".join(_others), last=_last)
"""The endings of files that can be opened, in words: ".rig.json, .glb or .bvh"."""

OF_OTHERS = (".blend", ".dae", ".ma", ".mb", ".max")
"""Endings of files with figures that people try, and whose programs write others as well."""


def format_of(path: FilePath) -> Format | None:
    """The format that the name of the file asks for; of several the one with the longest suffix."""
    name = os.fspath(path).lower()
    fitting = [known for known in FORMATS if name.endswith(known.suffix)]
    return max(fitting, key=lambda known: len(known.suffix), default=None)


def ending_of(data: bytes) -> str:
    """The ending of the format that contents without a name are in; that of Pantin's own rigs where they tell none."""
    if data.startswith(b"glTF"):
        return ".glb"
    if data.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"HIERARCHY"):
        return ".bvh"
    if b'"pantin.rig"' not in data and b'"asset"' in data:
        return ".gltf"
    return native.RIG


def opened(
    path: FilePath, rest_from: RestFrom | None = None, progress: Callable[[float], None] = no_progress
) -> Opened:
    """Return the document in the file, without motions that are damaged.

    Raises Unreadable where the skeleton is damaged. `rest_from` chooses the rest pose where the file has two.
    `progress` is called with the part of a long file that is read.
    """
    found = format_of(path)
    if found is None or found.read_as is None:
        return Opened(read(path))
    reading = Reading(partly=True, rest_from=rest_from, progress=progress)
    document = found.read_as(path, reading)
    return Opened(document, tuple(reading.faults), tuple(reading.words), reading.rested_from, tuple(reading.facts))


def read(path: FilePath, rest_from: RestFrom | None = None) -> Document:
    """Return the document in the file. Raises Unreadable, in one sentence, for anything that is not one, whole.

    `rest_from` chooses the rest pose where the file has two: "bind", the bind pose of its skin, or
    "nodes", as it was saved.
    """
    found = format_of(path)
    if found is None or found.read is None:
        raise Unreadable(path, _("file"), _why_not_read(os.fspath(path), found))
    return found.read_as(path, Reading(rest_from=rest_from)) if found.read_as else found.read(path)


def _why_not_read(path: str, found: Format | None) -> str:
    """Return why a file holds nothing to open, and what to do, in one sentence."""
    if found is not None:
        sentence = _("a {format} holds no bones to open; choose a file that ends in {endings}.")
        return sentence.format(format=found.title, endings=READABLE)
    ending = next((each for each in OF_OTHERS if path.lower().endswith(each)), "")
    if ending:
        sentence = _("{ending} is not read; export .glb where it comes from, or choose a file that ends in {endings}.")
        return sentence.format(ending=ending, endings=READABLE)
    return _("this ending is not known; choose a file that ends in {endings}.").format(endings=READABLE)


def clips_of(path: FilePath, first: int = 0, last: int | None = None) -> tuple[Clip, ...]:
    """The motions in the file, by the names of its own bones, cut to the frames from `first` to `last` of each.

    Raises Unreadable where there are none, or none of these frames.
    """
    known = format_of(path)
    clips = known.clips(path) if known and known.clips else _motions_in(path)
    if not clips:
        raise Unreadable(path, _("file"), _("there is no motion in it; choose a file that has some."))
    found = tuple(cut for clip in clips if (cut := part_of(clip, first, last)) is not None)
    if not found:
        longest = max(clip.count for clip in clips)
        sentence = _("its motions have frames from 0 to {last}, so none from {first} on; ask for others.")
        raise Unreadable(path, _("file"), sentence.format(last=longest - 1, first=first))
    return found


def _motions_in(path: FilePath) -> tuple[Clip, ...]:
    """The motions of a file that can be read. Raises Unreadable where there are some and none can be."""
    return opened(path).document.figure.clips or read(path).figure.clips


def write(document: Document, path: FilePath) -> None:
    """Save the document, in the format that the name of the file asks for. Raises Unwritable, in one sentence.

    Meshes that have no file of their own yet get one beside it (`converted/homes.py`).
    """
    found = format_of(path)
    if found is None or found.write is None:
        is_seen = found is not None and found.leaves
        writable = ", ".join(known.suffix for known in FORMATS if known.write or (known.leaves and not is_seen))
        sentence = (
            _("this ending is not known; choose a name that ends in one of {endings}.")
            if found is None
            else _("{format} holds what one sees, so it is exported; save under a name that ends in one of {endings}.")
            if is_seen
            else _("{format} can only be opened; choose a name that ends in one of {endings}.")
        )
        title = found.title if found else ""
        raise Unwritable(path, _("file"), sentence.format(format=title, endings=writable))
    if native.is_named_so(path):
        places = homes.proposed(document, path)
        homes.written(document, places)
        document = homes.settled(document, places)
    found.write(document, path)
