"""The materials of a Wavefront OBJ, from the libraries (MTL) beside it.

Source: Wavefront, Advanced Visualizer Manual, appendix MTL (1992).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.beside import bytes_beside, uri_of
from pantin.rigs.formats.converted.content import Material
from pantin.rigs.formats.converted.pictures import Pictures
from pantin.rigs.formats.converted.srgb import to_linear
from pantin.rigs.formats.converted.wavefront_lines import keys, text
from pantin.rigs.formats.files import Fault
from pantin.rigs.messages import _

MOST_MATERIALS = 1000
"""Of a file."""

Floats = NDArray[np.float64]


class Materials:
    """The materials that the libraries beside a file have."""

    def __init__(self, path: Path, libraries: list[str]) -> None:
        self.made: list[Material] = []
        self.words: list[str] = []
        self.pictures = Pictures(path)
        self._known: dict[str, Material] = {}
        self._numbers: dict[str, int] = {}
        for name in dict.fromkeys(libraries):
            try:
                for data in _libraries(path, name):
                    self._take(data)
            except Fault as fault:
                self.words.append(fault.what)

    def _take(self, data: bytes) -> None:
        name: str | None = None
        for key, rest in keys(data):
            if key == b"newmtl":
                name = text(rest)
                if len(self._known) >= MOST_MATERIALS:
                    what = _("Only the first {count} materials are read; what has another one is grey.")
                    self.words.append(what.format(count=MOST_MATERIALS))
                    return
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
    words = text(rest).split(" ")
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
