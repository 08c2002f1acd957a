"""Wavefront OBJ, `*.obj`: the mesh of a posed character, without bones, in the axes and units of its own file.

Each part is an object with its corners, coordinates of pictures, normals and triangles; materials are named. Pictures
and colours stay in the file of the character.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.files import FilePath, read_bytes
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.posed_points import PosedPart, corners

Floats = NDArray[np.float64]
Triangles = NDArray[np.int64]


def written(character: Character, posed: Sequence[PosedPart]) -> bytes:
    """Return the file of a character whose parts are posed, armature space."""
    return "".join(_lines(character, posed)).encode()


def _lines(character: Character, posed: Sequence[PosedPart]) -> Iterator[str]:
    yield "# Pantin\n"
    to_file = character.turn[:3, :3]
    points = coordinates = 0
    for part, each in zip(character.parts, posed, strict=True):
        yield f"o {_word(part.name)}\n"
        yield _rows("v", each.positions @ to_file)
        yield _rows("vn", each.normals @ to_file)
        triangles = corners(part, each)
        counted = [triangles + points + 1]
        if part.uvs:
            yield _rows("vt", part.uvs[0] * (1.0, -1.0) + (0.0, 1.0))  # OBJ counts from the bottom, glTF from the top
            counted.append(triangles + coordinates + 1)
            coordinates += len(part.positions)
        if part.material is not None:
            yield f"usemtl {_word(character.materials[part.material].name or str(part.material))}\n"
        yield _faces(counted)
        points += len(part.positions)


def _rows(kind: str, numbers: NDArray[np.floating[Any]]) -> str:
    row = f"{kind}{' %.9g' * numbers.shape[1]}\n"
    return (row * len(numbers)) % tuple(numbers.ravel().tolist())


def _faces(counted: Sequence[NDArray[np.uint32]]) -> str:
    """Return the triangles: of each corner the numbers of its point, its coordinates, and its normal."""
    point, *coordinate = counted
    columns = np.stack([point, *coordinate, point], axis=2)
    row = f"f{' %d/%d/%d' * 3 if coordinate else ' %d//%d' * 3}\n"
    return (row * len(columns)) % tuple(columns.ravel().tolist())


def _word(name: str) -> str:
    """Return a name as one word."""
    return "_".join(name.split()) or "part"


def points_in(path: FilePath) -> tuple[Floats, Triangles]:
    """Return the points (v, 3) and the triangles (t, 3) of a file that was written here. Raises Unreadable."""
    lines = read_bytes(path).split(b"\n")
    points = b" ".join(line[2:] for line in lines if line.startswith(b"v "))
    faces = b"\n".join(line for line in lines if line.startswith(b"f "))
    corners = b" ".join(re.findall(rb" (\d+)", faces))
    return (
        np.fromstring(points, np.float64, sep=" ").reshape(-1, 3),
        np.fromstring(corners, np.int64, sep=" ").reshape(-1, 3) - 1,
    )
