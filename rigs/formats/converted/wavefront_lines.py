"""The lines of a Wavefront OBJ, taken apart: points, faces, and the object, group and material of each face.

Source: Wavefront, Advanced Visualizer Manual, appendix B1 (1992).
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.converted.triangles import triangulated
from pantin.rigs.formats.files import Fault
from pantin.rigs.messages import _

MOST_FACES, MOST_CORNERS = 2_000_000, 8_000_000
"""Of a file."""
FARTHEST = 1e9
"""Numbers that are larger are damage."""

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class Named(NamedTuple):
    """The name, of several, that each of many has."""

    names: list[str]
    """Each once, in the order of the file; empty for what stands before the first."""
    numbers: Integers
    """The place of each one's name among these; that behind the last where its name is not among them."""


class _Names:
    """The names of faces: each holds until the next."""

    def __init__(self) -> None:
        self._firsts, self._names = [0], [b""]

    def begin(self, face: int, name: bytes) -> None:
        """Call the faces from this one on by a name."""
        if self._firsts[-1] == face:
            self._names[-1] = name  # a million names without a face are one
        else:
            self._firsts.append(face)
            self._names.append(name)

    def named(self, faces: int, most: int) -> Named:
        """Return the names of so many faces, of which the first `most` are kept."""
        known: dict[bytes, int] = {}
        counts = np.diff([*self._firsts, max(faces, self._firsts[-1])])
        places = []
        for name, count in zip(self._names, counts.tolist(), strict=True):
            if count and name not in known and len(known) < most:
                known[name] = len(known)
            places.append(known.get(name, most))
        numbers = np.minimum(np.repeat(np.array(places, np.int64), counts), len(known))
        return Named([text(name) for name in known], numbers)


class Lines:
    """The lines of a file, taken apart."""

    def __init__(self, data: bytes) -> None:
        """Raise Fault where a number is none, a face names what is not there, or there are too many faces."""
        self.libraries: list[str] = []
        self.has_objects = False
        """True where the file has a line `o`: then objects divide it, and groups do not."""
        self._lines: dict[bytes, list[bytes]] = {b"v": [], b"vt": [], b"vn": [], b"f": []}
        self._names = {b"o": _Names(), b"g": _Names(), b"usemtl": _Names()}
        self._ends: list[tuple[int, int, int]] = []
        """The numbers of points, coordinates and normals before each face: some count from there back."""
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
        points, coordinates, normals, faces = self._lines.values()
        for key, rest in keys(data.replace(b"\\\r\n", b" ").replace(b"\\\n", b" ")):
            if key == b"f":
                faces.append(rest.partition(b" #")[0])
                self._ends.append((len(points), len(coordinates), len(normals)))
            elif key in self._lines:
                self._lines[key].append(rest.partition(b" #")[0])
            elif key in self._names:
                self._names[key].begin(len(faces), rest)
                self.has_objects |= key == b"o"
            elif key == b"mtllib":
                self.libraries.append(text(rest))
            if len(faces) > MOST_FACES:
                raise Fault(_("file"), _("it has more than two million faces; export it with fewer."))

    def objects(self, most: int) -> Named:
        """Return the objects of the faces; the groups of a file that has no objects. The first `most` are kept."""
        return self._names[b"o" if self.has_objects else b"g"].named(len(self._sizes), most)

    def materials(self, most: int) -> Named:
        """Return the materials of the faces, of which the first `most` are kept."""
        return self._names[b"usemtl"].named(len(self._sizes), most)

    def triangles(self) -> tuple[Integers, Integers]:
        """Return the corners (t, 3, 3) of the triangles of all faces, and which face each is of (t,)."""
        starts = np.cumsum(self._sizes) - self._sizes
        rows, face = triangulated(self.points[self._corners[:, 0], :3], starts, self._sizes)
        return self._corners[rows], face

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


def keys(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the first word of each line, and what follows it."""
    for line in data.removeprefix(codecs.BOM_UTF8).splitlines():
        words = line.split(None, 1)
        if words:
            yield words[0], words[1].rstrip() if len(words) > 1 else b""


def text(data: bytes) -> str:
    """Return a name as it is written."""
    return data.strip().decode("utf-8", "replace")
