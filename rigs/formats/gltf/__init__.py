"""glTF, `*.glb`, `*.gltf`, `*.vrm`: joints and animations of its nodes."""

from pantin.rigs.formats.gltf.reading import read

__all__ = ["read"]
