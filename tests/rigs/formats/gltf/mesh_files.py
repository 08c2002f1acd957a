"""glTF files with meshes, as tests write them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.rigs.formats.gltf_files import Data, glb, gltf

SQUARE = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 1.0, 0.0), (0.0, 1.0, 0.0))
TWO_TRIANGLES = (0, 1, 2, 0, 2, 3)
FACING = ((0.0, 0.0, 1.0),) * 4
IDENTITY = np.eye(4)


class MeshFile:
    """A file in the making: `data` has its numbers, `entries` the rest of its JSON."""

    def __init__(self, *nodes: dict, **entries: object) -> None:
        self.data, self.nodes, self.entries = Data(), list(nodes), dict(entries)
        self.entries.setdefault("meshes", [])

    def mesh(self, *primitives: dict, **more: object) -> int:
        """Add a mesh of these primitives and return its place."""
        self.entries["meshes"].append({"primitives": list(primitives), **more})
        return len(self.entries["meshes"]) - 1

    def primitive(self, positions: object = SQUARE, corners: object = TWO_TRIANGLES, **more: object) -> dict:
        """Return a primitive of floats; names in capitals are more attributes, by the rows that they have."""
        attributes = {"POSITION": self.data.add(positions)}
        for name in [each for each in more if each.isupper()]:
            rows = np.array(more.pop(name))
            kind = 5123 if name.startswith("JOINTS") else 5126
            attributes[name] = self.data.add(rows, kind)
        indices = {} if corners is None else {"indices": self.data.add(corners, 5125)}
        return {"attributes": attributes, **indices, **more}

    def skin(self, joints: list[int], binds: object = None) -> int:
        """Add a skin with these inverse bind matrices (n, 4, 4) and return its place."""
        skins = self.entries.setdefault("skins", [])
        own = {}
        if binds is not None:
            columns = np.array(binds, float).transpose(0, 2, 1).reshape(-1, 16)
            own = {"inverseBindMatrices": self.data.add(columns)}
        skins.append({"joints": joints, **own})
        return len(skins) - 1

    def sparse(self, count: int, rows: object, values: object, base: int | None = None) -> int:
        """Add a sparse accessor of VEC3 and return its place."""
        at = self.data.view(np.array(rows, "<u2").tobytes())
        numbers = self.data.view(np.array(values, "<f4").tobytes())
        entry = {
            "componentType": 5126,
            "count": count,
            "type": "VEC3",
            "sparse": {
                "count": len(rows),
                "indices": {"bufferView": at, "componentType": 5123},
                "values": {"bufferView": numbers},
            },
        }
        if base is not None:
            entry["bufferView"] = self.data.accessors[base]["bufferView"]
        self.data.accessors.append(entry)
        return len(self.data.accessors) - 1

    def written(self, path: Path) -> Path:
        """Write the file and return its path."""
        plain = gltf(
            *self.nodes,
            accessors=self.data.accessors,
            bufferViews=self.data.views,
            buffers=[{"byteLength": len(self.data.bytes)}],
            **self.entries,
        )
        path.write_bytes(glb(plain, self.data.bytes))
        return path


def moved_by(x: float, y: float, z: float) -> np.ndarray:
    """Return the matrix that moves by this much."""
    found = np.eye(4)
    found[:3, 3] = x, y, z
    return found
