"""glTF files that tests write: text, and the binary container around it."""

from __future__ import annotations

import json
import struct

import numpy as np


def z_up(position: np.ndarray) -> np.ndarray:
    return np.stack([position[..., 0], -position[..., 2], position[..., 1]], axis=-1)


def gltf(*nodes: dict, **entries: object) -> dict:
    return {"asset": {"version": "2.0"}, "nodes": list(nodes), **entries}


def skinned(*nodes: dict) -> dict:
    return gltf(*nodes, skins=[{"joints": list(range(len(nodes)))}])


def glb(plain: dict) -> bytes:
    text = json.dumps(plain).encode()
    text += b" " * (-len(text) % 4)
    return struct.pack("<4sII", b"glTF", 2, 20 + len(text)) + struct.pack("<I4s", len(text), b"JSON") + text
