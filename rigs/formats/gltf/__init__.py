"""glTF, `*.glb`, `*.gltf`, `*.vrm`, `*.vrma`: joints and animations of its nodes. Loaded when one is met."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pantin.rigs.document import Document
    from pantin.rigs.formats.files import FilePath
    from pantin.rigs.formats.opening import Reading
    from pantin.rigs.motion.baked import BakedFigure, WrittenFile


def read(path: FilePath, how: Reading | None = None) -> Document:
    """Return the skeleton in the file as a rig, with its animations as clips; see `reading.read`. Raises Unreadable."""
    from pantin.rigs.formats.gltf import reading

    return reading.read(path, how)


def written(baked: BakedFigure) -> WrittenFile:
    """The file of what is baked; see `writing.written`."""
    from pantin.rigs.formats.gltf import writing

    return writing.written(baked)
