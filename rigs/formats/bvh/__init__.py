"""BVH, `*.bvh`, the files of motion capture: a skeleton, and its motion."""

from pantin.rigs.formats.bvh.reading import read

__all__ = ["read"]
