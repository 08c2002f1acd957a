"""glTF, `*.glb`, `*.gltf`, `*.vrm`: joints and animations of its nodes."""

from pantin.rigs.formats.gltf.joints import read

__all__ = ["read"]
