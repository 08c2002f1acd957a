"""glTF, `*.glb`, `*.gltf`, `*.vrm`, `*.vrma`: joints and animations of its nodes."""

from pantin.rigs.formats.gltf.reading import read
from pantin.rigs.formats.gltf.writing import written

__all__ = ["read", "written"]
