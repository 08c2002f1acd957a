"""Wavefront OBJ: its triangles and colours become a mesh on one node, with the materials and pictures that lie beside.

Faces of more than three corners are cut into triangles inside of them. A file tells neither its unit nor which way is
up: metres and Y up are what most programs write.
Source: Wavefront, Advanced Visualizer Manual, appendices B1 and MTL (1992).
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.document import Document
from pantin.rigs.formats.beside import bytes_beside, uri_of
from pantin.rigs.formats.converted.content import Content, Material, Mesh, Node, Primitive
from pantin.rigs.formats.converted.glb import glb_of
from pantin.rigs.formats.converted.opening import opened_as_gltf
from pantin.rigs.formats.converted.pictures import Pictures
from pantin.rigs.formats.converted.triangles import triangulated
from pantin.rigs.formats.files import Fault, FilePath, Unreadable, read_bytes
from pantin.rigs.formats.opening import Reading
from pantin.rigs.messages import _

MOST_FACES, MOST_CORNERS = 2_000_000, 8_000_000
"""Of a file."""
MOST_MATERIALS = 1000
FARTHEST = 1e9
"""Numbers that are larger are damage."""

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def read(path: FilePath, how: Reading | None = None) -> Document:
    """Return the mesh in a file as a figure of one bone. Raises Unreadable."""
    return opened_as_gltf(path, how or Reading(), _glb)


def _glb(path: Path) -> bytes:
    try:
        return glb_of(content_of(read_bytes(path), path))
    except Fault as fault:
        raise Unreadable(path, fault.where, fault.what) from None


def content_of(data: bytes, path: Path) -> Content:
    """Return what a file holds, with what it names beside it. Raises Fault where it has no faces, or a bad number."""
    lines = _Lines(data)
    materials = _Materials(path, lines.libraries)
    content = Content(facts=[_("OBJ tells no unit: it was read as metres, Y up.")])
    parts = []
    for name, rows in lines.by_material():
        parts.append(_primitive(lines, rows, materials.number(name)))
    if not parts:
        raise Fault(_("file"), _("it has no triangles; export the mesh with its faces."))
    content.materials, content.pictures = materials.made, materials.pictures.kept
    content.words += [*materials.words, *materials.pictures.words]
    name = lines.name or path.stem
    content.meshes, content.nodes = [Mesh(name, tuple(parts))], [Node(name, mesh=0)]
    return content


class _Lines:
    """The lines of a file, taken apart."""

    def __init__(self, data: bytes) -> None:
        self.libraries: list[str] = []
        self.name = ""
        self._lines: dict[bytes, list[bytes]] = {b"v": [], b"vt": [], b"vn": [], b"f": []}
        self._materials: dict[str, int] = {}
        self._of_face: list[int] = []
        self._ends: list[tuple[int, int, int]] = []
        """How many points, coordinates and normals there are before each face: some count from there back."""
        self._read(data)
        self.points = _numbers(self._lines[b"v"], (3, 4, 6, 7), "v")
        if not (np.abs(self.points) <= FARTHEST).all():
            raise Fault("v", _("one of these is not finite or far too large; export the file again."))
        self.coordinates = _within(_numbers(self._lines[b"vt"], (2, 1, 3), "vt"))[:, :2]
        self.normals = _within(_numbers(self._lines[b"vn"], (3,), "vn"))
        self._sizes = np.array([len(face.split()) for face in self._lines[b"f"]], np.int64)
        self._corners = self._read_corners()
        """(c, 3): of each corner of a face its point, its coordinates and its normal, from 0; -1 where it has none."""

    def _read(self, data: bytes) -> None:
        material, (points, coordinates, normals, faces) = -1, self._lines.values()
        for key, rest in _keys(data.replace(b"\\\r\n", b" ").replace(b"\\\n", b" ")):
            if key == b"f":
                faces.append(rest.partition(b" #")[0])
                self._of_face.append(material)
                self._ends.append((len(points), len(coordinates), len(normals)))
            elif key in self._lines:
                self._lines[key].append(rest.partition(b" #")[0])
            elif key == b"usemtl":
                material = self._materials.setdefault(_text(rest), len(self._materials))
            elif key == b"mtllib":
                self.libraries.append(_text(rest))
            elif key == b"o":
                self.name = self.name or _text(rest)
            if len(faces) > MOST_FACES:
                raise Fault(_("file"), _("it has more than two million faces; export it with fewer."))

    def _read_corners(self) -> Integers:
        """Return the corners of all faces. Raises Fault where one is no number, or names what is not there."""
        words = b" ".join(self._lines[b"f"]).split()
        if len(words) > MOST_CORNERS:
            raise Fault(_("file"), _("it has more than two million faces; export it with fewer."))
        fields = words[0].count(b"/") + 1 if words else 1
        if fields > 3 or any(word.count(b"/") + 1 != fields for word in words):
            words = [b"/".join([*word.split(b"/"), b"0", b"0"][:3]) for word in words]
            fields = 3
        text = b" ".join([*words, b""]).replace(b"//", b"/0/").replace(b"/ ", b"/0 ").replace(b"/", b" ")
        try:
            found = np.array(text.split(), np.int64).reshape(-1, fields)
        except (ValueError, OverflowError):
            raise Fault("f", _("a corner of a face is no number; export the file again.")) from None
        found = np.column_stack([found, np.zeros((len(found), 3 - fields), np.int64)])
        ends = np.repeat(np.array(self._ends, np.int64).reshape(-1, 3), self._sizes, axis=0)
        found = np.where(found < 0, ends + found, found - 1)
        counts = (len(self.points), len(self.coordinates), len(self.normals))
        if len(found) and ((found < (0, -1, -1)) | (found >= counts)).any():
            raise Fault("f", _("a face names a point that the file does not have; export the file again."))
        return found

    def by_material(self) -> Iterator[tuple[str | None, Integers]]:
        """Yield each material's name with the corners (t, 3, 3) of its triangles, in the order of the file."""
        starts = np.cumsum(self._sizes) - self._sizes
        rows, face = triangulated(self.points[self._corners[:, 0], :3], starts, self._sizes)
        of_triangle = np.array(self._of_face, np.int64)[face]
        for number, name in [(-1, None), *((number, name) for name, number in self._materials.items())]:
            chosen = rows[of_triangle == number]
            if len(chosen):
                yield name, self._corners[chosen]


def _numbers(lines: list[bytes], widths: tuple[int, ...], what: str) -> Floats:
    """Return the numbers of lines of one kind (n, width). Raises Fault where they are none, or not all as many.

    Other programs write what is none as `-nan(ind)` and the like.
    """
    if not lines:
        return np.zeros((0, widths[0]))
    width, words = len(lines[0].split()), b" ".join(lines).split()
    try:
        found = np.array(words, np.float64)
    except ValueError:
        try:
            found = np.array(
                [b"nan" if b"nan(" in word.lower() or b"#" in word else word for word in words], np.float64
            )
        except ValueError:
            raise Fault(what, _("one of these is no number; export the file again.")) from None
    if width not in widths or len(found) != width * len(lines):
        if len(found) and all(len(line.split()) >= widths[0] for line in lines):
            found = np.array([line.split()[: widths[0]] for line in lines], np.float64).ravel()
            width = widths[0]
        else:
            raise Fault(what, _("one of these has not as many numbers as it needs; export the file again."))
    return found.reshape(-1, width)


def _within(numbers: Floats) -> Floats:
    """Return numbers that shade a surface, with 0 for what is none or far too large."""
    return np.where(np.abs(numbers) <= FARTHEST, numbers, 0.0)


def _keys(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the first word of each line, and what follows it."""
    for line in data.removeprefix(codecs.BOM_UTF8).splitlines():
        words = line.split(None, 1)
        if words:
            yield words[0], words[1].rstrip() if len(words) > 1 else b""


def _primitive(lines: _Lines, corners: Integers, material: int | None) -> Primitive:
    """Return triangles (t, 3, 3) with a vertex for each corner that differs from the others."""
    flat = corners.reshape(-1, 3)
    vertices, triangles = _unique(flat)
    point, coordinate, normal = vertices.T
    has_uvs, has_normals = bool((coordinate >= 0).all()), bool((normal >= 0).all())
    uvs = lines.coordinates[coordinate] * (1.0, -1.0) + (0.0, 1.0) if has_uvs else None
    coloured = lines.points.shape[1] >= 6
    return Primitive(
        positions=lines.points[point, :3].astype(np.float32),
        triangles=triangles.reshape(-1, 3).astype(np.uint32),
        normals=lines.normals[normal].astype(np.float32) if has_normals else None,
        uvs=() if uvs is None else (uvs.astype(np.float32),),
        colours=_with_alpha(lines.points[point, 3:6]) if coloured else None,
        material=material,
    )


def _unique(corners: Integers) -> tuple[Integers, Integers]:
    """Return the corners (v, 3) that differ, in the order of their points, and the place of each corner (c) there."""
    point, coordinate, normal = (column - column.min() for column in corners.T)
    if float(point.max() + 1) * float(coordinate.max() + 1) * float(normal.max() + 1) < 2**62:  # one number for three
        whole = (point * (coordinate.max() + 1) + coordinate) * (normal.max() + 1) + normal
        _found, first, places = np.unique(whole, return_index=True, return_inverse=True)
        return corners[first], places
    vertices, places = np.unique(corners, axis=0, return_inverse=True)
    return vertices, places


def _with_alpha(colours: Floats) -> NDArray[np.float32]:
    """Return colours (v, 4), linear, of those that are written beside points, as sRGB."""
    return np.column_stack([to_linear(np.clip(colours, 0.0, 1.0)), np.ones(len(colours))]).astype(np.float32)


def to_linear(colour: Floats) -> Floats:
    """Return colours, linear, of those in sRGB (IEC 61966-2-1)."""
    return np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)


class _Materials:
    """The materials that the libraries beside a file have."""

    def __init__(self, path: Path, libraries: list[str]) -> None:
        self.made: list[Material] = []
        self.words: list[str] = []
        self.pictures = Pictures(path)
        self._known: dict[str, Material] = {}
        self._numbers: dict[str, int] = {}
        self._missing: dict[str, None] = {}
        for name in dict.fromkeys(libraries):
            try:
                for data in _libraries(path, name):
                    self._take(data)
            except Fault as fault:
                self.words.append(fault.what)

    def _take(self, data: bytes) -> None:
        name: str | None = None
        for key, rest in _keys(data):
            if key == b"newmtl" and len(self._known) < MOST_MATERIALS:
                name = _text(rest)
                self._known[name] = Material(name, roughness=0.8)
            elif name is not None:
                self._known[name] = msgspec.structs.replace(self._known[name], **self._changes(key, rest, name))

    def _changes(self, key: bytes, rest: bytes, name: str) -> Mapping[str, object]:
        """Return what a line of a material changes of it."""
        was = self._known[name]
        match key.lower():
            case b"kd" if (colour := _colour(rest)) is not None:
                return {"base": (*colour, was.base[3])}
            case b"ke" if (colour := _colour(rest)) is not None:
                return {"emission": colour}
            case b"d" | b"tr" if (number := _number(rest)) is not None:
                alpha = number if key.lower() == b"d" else 1.0 - number
                return {"base": (*was.base[:3], alpha), "alpha": "BLEND" if alpha < 1.0 else was.alpha}
            case b"ns" if (number := _number(rest)) is not None:
                return {"roughness": float(np.clip((2.0 / (number + 2.0)) ** 0.25, 0.05, 1.0))}
            case b"map_kd":
                return {"base_picture": self.pictures.number(_file_of(rest)), "base": (1.0, 1.0, 1.0, was.base[3])}
            case b"map_ke":
                return {"emission_picture": self.pictures.number(_file_of(rest)), "emission": (1.0, 1.0, 1.0)}
            case b"norm" | b"map_normal":
                return {"normal_picture": self.pictures.number(_file_of(rest))}
        return {}

    def number(self, name: str | None) -> int | None:
        """Return the number of the material of this name; None where there is none."""
        if name is None or name not in self._known:
            return None
        if name not in self._numbers:
            self._numbers[name] = len(self.made)
            self.made.append(self._known[name])
        return self._numbers[name]


def _libraries(path: Path, line: str) -> Sequence[bytes]:
    """Return the libraries that a line names: one whose name may have spaces, or several. Raises Fault."""
    try:
        return [bytes_beside(path, uri_of(line), "mtllib")]
    except Fault:
        names = line.split()
        if len(names) < 2:
            raise
        return [bytes_beside(path, uri_of(name), "mtllib") for name in names]


def _colour(rest: bytes) -> tuple[float, float, float] | None:
    try:
        red, green, blue = (float(word) for word in rest.split()[:3])
    except ValueError:
        return None
    found = to_linear(np.clip(np.nan_to_num([red, green, blue]), 0.0, 1.0))
    return (float(found[0]), float(found[1]), float(found[2]))


def _number(rest: bytes) -> float | None:
    try:
        found = float(rest.split()[0])
    except (ValueError, IndexError):
        return None
    return found if np.isfinite(found) and found >= 0.0 else None


def _file_of(rest: bytes) -> str:
    """Return the file in a line of a map, behind its options, such as `-s 1 1 1`."""
    words = _text(rest).split(" ")
    while words and words[0].startswith("-"):
        words = words[1:]
        while len(words) > 1 and _is_option(words[0]):
            words = words[1:]
    return " ".join(words)


def _is_option(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return word in ("on", "off", "r", "g", "b", "m", "l", "z")
    return True


def _text(data: bytes) -> str:
    return data.strip().decode("utf-8", "replace")
