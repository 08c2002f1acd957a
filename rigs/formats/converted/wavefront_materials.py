"""The materials of a Wavefront OBJ, from the libraries (MTL) beside it.

Source: Wavefront, Advanced Visualizer Manual, appendix MTL (1992).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.beside import bytes_beside, uri_of
from pantin.rigs.formats.converted.content import Material
from pantin.rigs.formats.converted.opacity import UNSEEN, Channel, Opacity
from pantin.rigs.formats.converted.pictures import Pictures
from pantin.rigs.formats.converted.srgb import to_linear
from pantin.rigs.formats.converted.wavefront_lines import keys, text
from pantin.rigs.formats.files import Fault
from pantin.rigs.messages import _
from pantin.rigs.wording import listed

MOST_MATERIALS = 1000
"""Of a file."""

Floats = NDArray[np.float64]


CHANNELS: dict[str, Channel] = {"r": "red", "g": "green", "b": "blue", "m": "alpha", "l": "luminance"}
"""Of a picture, by the word behind `-imfchan`."""

PLACING: dict[str, tuple[float, ...]] = {"-s": (1.0, 1.0, 1.0), "-o": (0.0, 0.0, 0.0)}
"""The options that say where a picture lies on a surface, and their usual numbers."""


class _Map(NamedTuple):
    """A line that names a picture."""

    file: str
    options: Mapping[str, tuple[str, ...]]
    """The words behind each."""

    def numbers(self, option: str, usual: tuple[float, ...]) -> tuple[float, ...]:
        """Return the numbers behind an option, the usual ones for those that are missing, or none."""
        told = [_number_in(word) for word in self.options.get(option, ())[: len(usual)]]
        return tuple(each if each is not None else usual[place] for place, each in enumerate(told)) + usual[len(told) :]

    @property
    def place(self) -> tuple[tuple[float, ...], ...]:
        """Return where the picture lies."""
        return tuple(self.numbers(option, usual) for option, usual in PLACING.items())


class Materials:
    """The materials that the libraries beside a file have."""

    def __init__(self, path: Path, libraries: list[str]) -> None:
        self.made: list[Material] = []
        self.words: list[str] = []
        self.pictures = Pictures(path)
        self._known: dict[str, Material] = {}
        self._numbers: dict[str, int] = {}
        self._maps: dict[tuple[str, str], _Map] = {}
        """The maps of colour and of opacity, by the names of their materials and `kd` or `d`."""
        self._dissolved = set[str]()
        """Materials with a line `d`: it counts, and not `Tr`, which some programs write as its opposite."""
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
            case b"d" if (number := _number(rest.removeprefix(b"-halo"))) is not None:
                self._dissolved.add(name)
                return _seen(was, number)
            case b"tr" if (number := _number(rest)) is not None and name not in self._dissolved:
                return _seen(was, 1.0 - number)
            case b"map_d":
                self._maps[name, "d"] = _map_in(rest)
            case b"ns" if (number := _number(rest)) is not None:
                return {"roughness": float(np.clip((2.0 / (number + 2.0)) ** 0.25, 0.05, 1.0))}
            case b"map_kd":
                self._maps[name, "kd"] = _map_in(rest)
                return {"base_picture": self.pictures.number(_map_in(rest).file), "base": (1.0, 1.0, 1.0, was.base[3])}
            case b"map_ke":
                return {"emission_picture": self.pictures.number(_map_in(rest).file), "emission": (1.0, 1.0, 1.0)}
            case b"norm" | b"map_normal":
                return {"normal_picture": self.pictures.number(_map_in(rest).file)}
        return {}

    def number(self, name: str | None) -> int | None:
        """Return the number of the material of this name; None where there is none."""
        if name is None or name not in self._known:
            return None
        if name not in self._numbers:
            self._numbers[name] = len(self.made)
            self.made.append(self._known[name])
        return self._numbers[name]

    def opacities(self) -> list[Opacity]:
        """Return the pictures that say how opaque the materials are that are used, and say what they cannot be."""
        found, elsewhere = [], []
        for name, number in self._numbers.items():
            says, colour = self._maps.get((name, "d")), self._maps.get((name, "kd"))
            picture = None if says is None else self.pictures.number(says.file)
            if says is None or picture is None:
                continue
            if colour is not None and colour.place != says.place:
                elsewhere.append(name)
            bias, scale = says.numbers("-mm", (0.0, 1.0))
            channel = CHANNELS.get("".join(says.options.get("-imfchan", ())[:1]), "any")
            found.append(Opacity(number, picture, channel, scale, bias))
        if elsewhere:
            what = _("The opacity of {materials} lies otherwise on it than its colour; here both lie alike.")
            self.words.append(what.format(materials=listed(elsewhere)))
        return found


def _seen(material: Material, opacity: float) -> Mapping[str, object]:
    """Return what an opacity changes of a material."""
    alpha = min(opacity, 1.0) if opacity >= UNSEEN else 1.0
    return {"base": (*material.base[:3], alpha), "alpha": "BLEND" if alpha < 1.0 else "OPAQUE"}


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
    """Return the number that a line begins with; None where it is none, or negative."""
    words = rest.split()
    found = _number_in(text(words[0])) if words else None
    return found if found is not None and found >= 0.0 else None


def _number_in(word: str) -> float | None:
    try:
        found = float(word)
    except ValueError:
        return None
    return found if np.isfinite(found) else None


def _map_in(rest: bytes) -> _Map:
    """Return the file in a line of a map, and the options before it, such as `-s 1 1 1`."""
    words, options = text(rest).split(" "), dict[str, tuple[str, ...]]()
    while words and words[0].startswith("-"):
        option, *words = words
        count = 0
        while count + 1 < len(words) and _is_option(words[count]):
            count += 1
        options[option] = tuple(words[:count])
        words = words[count:]
    return _Map(" ".join(words), options)


def _is_option(word: str) -> bool:
    return _number_in(word) is not None or word in ("on", "off", "r", "g", "b", "m", "l", "z", "")
