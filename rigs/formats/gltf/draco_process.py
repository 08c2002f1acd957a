"""The process that unpacks what Draco packed: bytes come by standard input, arrays leave by standard output.

Its arguments are the bytes of memory that it may take, and the sizes of the packed meshes, which follow each other.
"""

from __future__ import annotations

import sys
from typing import Any

import DracoPy
import numpy as np

from pantin.rigs.isolated import limit_memory


def main(most: int, sizes: list[int]) -> None:
    """Write the attributes of each mesh as `place_number` and its corners as `place_corners`, but for damaged ones."""
    limit_memory(most)
    found = dict[str, Any]()
    for place, size in enumerate(sizes):
        data = sys.stdin.buffer.read(size)
        try:
            mesh = DracoPy.decode(data)
        except Exception:
            continue
        for each in mesh.attributes:
            found[f"{place}_{each['unique_id']}"] = np.asarray(each["data"])
        faces = getattr(mesh, "faces", None)
        corners = np.empty(0, np.uint32) if faces is None else np.asarray(faces, np.uint32).reshape(-1)
        found[f"{place}_corners"] = corners
    np.savez(sys.stdout.buffer, **found)


if __name__ == "__main__":
    main(int(sys.argv[1]), [int(each) for each in sys.argv[2:]])
