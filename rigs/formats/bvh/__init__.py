"""BVH, `*.bvh`, the files of motion capture: a skeleton, and its motion."""

from pantin.rigs.formats.bvh.reading import read
from pantin.rigs.formats.bvh.writing import written

__all__ = ["read", "written"]
