"""BVH, `*.bvh`, the files of motion capture: a skeleton, and its motion. Loaded when one is met."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pantin.rigs.document import Document
    from pantin.rigs.formats.files import FilePath
    from pantin.rigs.formats.opening import Reading
    from pantin.rigs.motion.baked import BakedFigure, WrittenFile


def read(path: FilePath, how: Reading | None = None) -> Document:
    """Return the skeleton in the file as a rig, with its motion as a clip; see `reading.read`. Raises Unreadable."""
    from pantin.rigs.formats.bvh import reading

    return reading.read(path, how)


def written(baked: BakedFigure) -> WrittenFile:
    """The file of what is baked; see `writing.written`."""
    from pantin.rigs.formats.bvh import writing

    return writing.written(baked)
