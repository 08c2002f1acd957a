"""The process that reads an FBX file with the package ufbx: bytes come by standard input, a GLB leaves by its output.

Its arguments are the bytes of memory and the seconds of the processor that it may take, the bytes of the FBX file, and
those of each picture that was found beside it, in the order in which the process asked for them the time before
(`WANTED`); 0 for one that was not.
Every object of ufbx is kept for as long as the process lives: the package frees what others still refer to. So the
process ends without freeing anything.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import ufbx

from pantin.rigs.formats.converted.content import Content
from pantin.rigs.formats.converted.fbx_meshes import meshes_in
from pantin.rigs.formats.converted.fbx_motion import animations_in
from pantin.rigs.formats.converted.fbx_nodes import hidden_in, nodes_in
from pantin.rigs.formats.converted.fbx_objects import at, kept, rows
from pantin.rigs.formats.converted.fbx_scene import Scene
from pantin.rigs.formats.converted.fbx_surfaces import surfaces_in
from pantin.rigs.formats.converted.glb import glb_of
from pantin.rigs.formats.converted.metres import put_in_metres
from pantin.rigs.formats.gltf.meshes import UNIT
from pantin.rigs.isolated import limit_memory, limit_time
from pantin.rigs.messages import _

WANTED = "beside"
"""Among the notes of the content: for each picture beside the file, the names that the file has for it."""

HIDDEN = "hidden"
"""Among the notes: the nodes whose meshes are hidden."""

DEEPEST = 1000
"""Nodes above each other."""

DAMAGED, TOO_LARGE, NOT_FBX = 65, 66, 67
"""What the process ends with where the file cannot be read, besides what a crash ends with."""


def main(most: int, worked: float, waited: float, sizes: list[int]) -> int:
    """Write the GLB of the file; returns what the process ends with. The limits are bytes and seconds."""
    limit_memory(most)
    fbx, *beside = [sys.stdin.buffer.read(size) for size in sizes]
    limit_time(worked, waited)
    try:
        content = content_of(fbx, beside)
        put_in_metres(content)
        sys.stdout.buffer.write(glb_of(content))
    except MemoryError:
        return TOO_LARGE
    except ufbx.UnrecognizedFileFormatError:
        return NOT_FBX
    except (ufbx.MemoryLimitError, ufbx.OutOfMemoryError, ufbx.AllocationLimitError, OverflowError):
        return TOO_LARGE
    except (ufbx.UfbxError, ValueError, ArithmeticError, LookupError):
        return DAMAGED
    sys.stdout.buffer.flush()
    return 0


def content_of(fbx: bytes, beside: list[bytes] | None = None) -> Content:
    """Return what an FBX file holds; `beside` are the pictures that it names, as far as they were found.

    Raises ufbx.UfbxError, MemoryError, OverflowError, and ValueError for what cannot be.
    """
    loaded = kept(
        ufbx.load_memory(
            fbx,
            file_format=ufbx.FileFormat.FBX,
            generate_missing_normals=True,
            inherit_mode_handling=ufbx.InheritModeHandling.COMPENSATE,
            node_depth_limit=DEEPEST,
            retain_dom=True,
        )
    )
    scene, content = Scene(loaded), Content()
    nodes_in(scene, content)
    surfaces = surfaces_in(scene, content, beside or [])
    animations_in(scene, content, meshes_in(scene, content, surfaces))
    if hidden := hidden_in(scene, content):
        content.notes[HIDDEN] = hidden
        one, many = (
            _("A mesh is hidden, as it is in the file."),
            _("{count} meshes are hidden, as they are in the file."),
        )
        content.words.append((one if len(hidden) == 1 else many).format(count=len(hidden)))
    content.copyright = _author(loaded)
    content.facts.append(_units(scene))
    content.notes[UNIT] = scene.metres
    content.words[:0] = _left_out(loaded)
    if surfaces.wanted:
        content.notes[WANTED] = surfaces.wanted
    return content


def _units(scene: Scene) -> str:
    sentence = _("The FBX file has {up} up and {metres:.6g} m as its unit; here it stands upright, in metres.")
    return sentence.format(up=scene.up_axis, metres=scene.metres)


def _left_out(loaded: Any) -> Iterator[str]:
    """Yield a sentence for each kind of thing in the file that is not taken."""
    surfaces, caches, constraints = (
        len(at(loaded, name)) for name in ("nurbs_surfaces", "cache_deformers", "constraints")
    )
    if surfaces:
        one, many = _("A NURBS surface is left out."), _("{count} NURBS surfaces are left out.")
        yield (one if surfaces == 1 else many).format(count=surfaces)
    if caches:
        one = _("A geometry cache is left out: its mesh keeps its shape.")
        many = _("{count} geometry caches are left out: their meshes keep their shape.")
        yield (one if caches == 1 else many).format(count=caches)
    if constraints:
        one, many = _("A constraint of the file is left out."), _("{count} constraints of the file are left out.")
        yield (one if constraints == 1 else many).format(count=constraints)


def _author(loaded: Any) -> str:
    """Return whose work the file says it is; empty where it does not."""
    found = at(loaded, "dom_root")
    for name in ("FBXHeaderExtension", "SceneInfo", "MetaData"):
        found = kept(found.find(name)) if found is not None else None
    if found is None:
        return ""
    told = (kept(found.find(name)) for name in ("Author", "Copyright"))
    words = [str(value.value_str).strip() for node in told if node is not None for value in rows(node, "values")[:1]]
    return ", ".join(word for word in words if word)[:1000]


if __name__ == "__main__":
    worked, waited = map(float, sys.argv[2:4])
    ended = main(int(sys.argv[1]), worked, waited, [int(each) for each in sys.argv[4:]])
    os._exit(ended)
