"""glTF, `*.glb`, `*.gltf`, `*.vrm`, `*.vrma`: joints and animations of its nodes. Loaded when one is met."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pantin.rigs.document import Document
    from pantin.rigs.formats.files import FilePath
    from pantin.rigs.formats.opening import Reading
    from pantin.rigs.motion.baked import BakedFigure, WrittenFile
    from pantin.rigs.motion.humanoid_motion import Humanoid, HumanoidClip


ENDINGS = (".glb", ".gltf", ".vrm", ".vrma")


def is_named_so(path: FilePath) -> bool:
    """Return whether the name of a file is that of a glTF file."""
    return os.fspath(path).lower().endswith(ENDINGS)


def read(path: FilePath, how: Reading | None = None) -> Document:
    """Return the skeleton in the file as a rig, with its animations as clips; see `reading.read`. Raises Unreadable."""
    from pantin.rigs.formats.gltf import reading

    return reading.read(path, how)


def written(baked: BakedFigure) -> WrittenFile:
    """The file of what is baked: the figure's own, with what changed of it, where that is there.

    See `patching.patched` and `writing.written`. Raises Fault.
    """
    from pantin.rigs.formats.gltf import patching, writing

    return patching.patched(baked) or writing.written(baked)


def written_vrm(baked: BakedFigure) -> WrittenFile:
    """The figure's own file, which must be a VRM, with what changed of it. Raises Fault where it is not there."""
    from pantin.rigs.formats.files import Fault
    from pantin.rigs.formats.gltf import patching
    from pantin.rigs.messages import _

    found = patching.patched(baked, as_vrm=True)
    if found is None:
        what = _("a VRM is made of the file that the figure came from, which is not there; choose .glb.")
        raise Fault(_("file"), what)
    return found


def written_vrma(humanoid: Humanoid, clips: Sequence[HumanoidClip], presets: Mapping[str, str]) -> bytes:
    """Return the VRM animation of some motions; see `vrma.written`."""
    from pantin.rigs.formats.gltf import vrma

    return vrma.written(humanoid, clips, presets)
