"""The layers of a USD file, in its folder and below; what leads out of it is cut off before they are put together.

Source: Pixar, USD documentation: Sdf (composition dependencies), value clips.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from pxr import Sdf

from pantin.rigs.messages import _


class Cut(NamedTuple):
    layer: Any
    words: list[str]
    held: list[Any]
    """All layers: one that nobody holds is forgotten, and is read again from its file, with all that it names."""


class Folder:
    """The folder of a file: what its layers name outside is cut off before they are put together."""

    def __init__(self, path: Path) -> None:
        self._path, self._folder = path, path.parent.resolve()
        self._seen: set[str] = set()
        self._cut: dict[str, None] = {}

    def layer(self) -> Cut:
        """Return the layer of the file, and what is said of what was cut off."""
        root = Sdf.Layer.FindOrOpen(str(self._path))
        if root is None:
            raise ValueError("no layer")
        todo, held = [root], []
        while todo:
            layer = todo.pop()
            held.append(layer)
            self._seen.add(layer.identifier)
            for named in list(layer.GetCompositionAssetDependencies()):
                place = layer.ComputeAbsolutePath(named)
                inside = self.has(place) and "`" not in named
                below = Sdf.Layer.FindOrOpen(place) if inside else None
                if below is None:
                    _cut_off(layer, named)
                    self._cut[named] = None
                elif below.identifier not in self._seen:
                    todo.append(below)
            layer.Traverse(Sdf.Path.absoluteRootPath, lambda at, layer=layer: _without_clips(layer, at))
        what = _("{file} is not in its folder, so it is not read; put it there, or export one .usdz.")
        return Cut(root, [what.format(file=f"“{name}”") for name in list(self._cut)[:5]], held)

    def name_of(self, place: str) -> str:
        """Return a path in the folder as a file in there names it."""
        return Path(place).resolve().relative_to(self._folder).as_posix()

    def has(self, place: str) -> bool:
        """Return whether a path, of a package the package's own, lies in the folder or below it."""
        try:
            return bool(place) and Path(place.partition("[")[0]).resolve().is_relative_to(self._folder)
        except (OSError, ValueError, RuntimeError):
            return False


def _cut_off(layer: Any, named: str) -> None:
    """Take all that names a file from a layer: first where it lies below as a whole, then where prims have it.

    Raises ValueError where it stays.
    """
    for _kind in ("sublayers", "references and payloads"):
        layer.UpdateCompositionAssetDependency(named, "")
    if named in layer.GetCompositionAssetDependencies():
        raise ValueError(named)


def _without_clips(layer: Any, at: Any) -> None:
    """Take value clips, which name files as well, from a prim or a variant of one."""
    spec = layer.GetPrimAtPath(at) if at.IsPrimPath() or at.IsPrimVariantSelectionPath() else None
    for key in ("clips", "clipSets"):
        if spec is not None and spec.HasInfo(key):
            spec.ClearInfo(key)
