"""Loops cut into the meshes of a file, across limbs whose triangles are too long to be twisted along them.

A primitive that is cut gets all of its attributes and morph targets anew, as plain numbers: what lies on an edge has
what lies between those of its ends. All others stay to the byte, and so does everything else in the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.gltf.binary_data import VERTICES
from pantin.rigs.formats.gltf.meshes import CUT
from pantin.rigs.formats.gltf.rewriting import DRACO, Rewriting
from pantin.rigs.formats.gltf.twisted_bones import TwistedBone, twist_of
from pantin.rigs.formats.gltf.whole import Plain, Whole
from pantin.rigs.meshes.twisting.loops import Cut, Surface, between, loops_across
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.source import Source

Rows = NDArray[np.int64]

DIRECTIONS = ("NORMAL", "TANGENT")
"""The attributes that have a length of 1."""

OPPOSITE = 1e-6
"""The length between two directions below which they are opposite, so that none lies between."""


class WithLoops(NamedTuple):
    """A file into which loops were cut."""

    data: bytes
    loops: int
    primitives: int
    """The number of loops that were cut."""


def with_loops(whole: Whole, source: Source, worlds: Floats, bones: Sequence[TwistedBone]) -> WithLoops | None:
    """Return a file with loops cut into the skins of bones; None where they twist well as it is.

    `worlds` (n, 4, 4) is where its nodes rest. Raises Fault where the file is damaged.
    """
    made = Rewriting(whole)
    nodes = {bone.node for bone in bones}
    skins = [place for place, skin in enumerate(source.skins) if nodes & set(skin.joints)]
    sheets = {skin: _sheets(made, skin) for skin in skins}
    rests = {skin: worlds[list(source.skins[skin].joints)] @ made.binds(skin) for skin in skins}
    surfaces = {skin: _surface(made, own, rests[skin]) for skin, own in sheets.items() if own}
    loops = 0
    for bone in bones:
        found = {skin: twist_of(source, worlds, bone, skin, made.binds(skin)) for skin in surfaces}
        twists = [(surfaces[skin], twist) for skin, twist in found.items() if twist is not None]
        spans = [surface.spans(twist, bone.most) for surface, twist in twists]
        for place in loops_across(np.concatenate([np.empty((0, 2)), *spans]), bone.most):
            cut = [surface.cut(twist, place, bone.most) for surface, twist in twists]
            loops += any(cut)
    if not loops:
        return None
    primitives = sum(_write(made, sheets[skin], surface) for skin, surface in surfaces.items() if surface.cuts)
    made.note((CUT,))
    return WithLoops(made.written(), loops, primitives)


class _Sheet(NamedTuple):
    """Primitives that share their vertices."""

    primitives: list[Plain]
    first: int
    """The place of the first of its vertices in the surface of the skin."""
    vertices: int


def _sheets(made: Rewriting, skin: int) -> list[_Sheet]:
    """Return the triangles in a skin by the vertices that they share."""
    groups: dict[object, list[Plain]] = {}
    for _number, mesh in made.meshes_of(skin):
        for primitive in mesh["primitives"]:
            if made.has_skinned_triangles(primitive):
                groups.setdefault(_vertices_of(primitive), []).append(primitive)
    found, first = list[_Sheet](), 0
    for primitives in groups.values():
        count = len(made.floats(primitives[0], "POSITION"))
        found.append(_Sheet(primitives, first, count))
        first += count
    return found


def _vertices_of(primitive: Plain) -> object:
    """Return what is the same for primitives that share their vertices and their morph targets."""
    if DRACO in (primitive.get("extensions") or {}):
        return id(primitive)
    targets = (tuple(sorted(target.items())) for target in primitive.get("targets", ()))
    return tuple(sorted(primitive["attributes"].items())), *targets


def _surface(made: Rewriting, sheets: Sequence[_Sheet], rest: Floats) -> Surface:
    """Return the triangles of a skin together; each has the place of its primitive among all as its number."""
    positions, joints, weights, triangles = [], [], [], []
    owners = list[Rows]()
    for sheet in sheets:
        positions.append(made.floats(sheet.primitives[0], "POSITION"))
        influences = made.influences(sheet.primitives[0])
        assert influences is not None
        joints.append(influences[0])
        weights.append(influences[1])
        for primitive in sheet.primitives:
            corners = made.triangles(primitive)
            owners.append(np.full(len(corners), len(owners)))
            triangles.append(corners + sheet.first)
    width = max(each.shape[1] for each in joints)
    padded = [np.pad(each, ((0, 0), (0, width - each.shape[1]))) for each in (*joints, *weights)]
    shares = np.concatenate(padded[len(joints) :])
    total = shares.sum(axis=1, keepdims=True)
    shares = shares / np.where(total > 0.0, total, 1.0)
    return Surface(
        np.concatenate(positions),
        np.concatenate(padded[: len(joints)]),
        shares,
        np.concatenate(triangles),
        np.concatenate(owners),
        rest,
    )


# Written anew


class _Grown(NamedTuple):
    """The vertices of a sheet as it becomes: those that it had, and then new ones."""

    sheet: _Sheet
    rows: Rows
    """The new ones (m) among those of the surface."""
    cuts: list[Cut]
    """Their positions, by vertices of the sheet."""
    places: Rows
    """The vertex of the sheet of each of the surface; -1 for others."""

    def values(self, old: NDArray[np.floating]) -> Floats:
        """Return values (v + m, …) of the vertices, from those before (v, …): the new ones have what lies between."""
        found = np.empty((len(old) + len(self.rows), *old.shape[1:]))
        found[: len(old)], first = old, len(old)
        for cut in self.cuts:
            found[first : first + len(cut.ends)] = between(found, cut)
            first += len(cut.ends)
        return found

    def nearest(self, old: NDArray[np.generic]) -> NDArray[np.generic]:
        """Return values of which none lies between two: the new vertices have those of the nearer end of their edge."""
        found = old
        for cut in self.cuts:
            found = np.concatenate([found, found[np.where(cut.shares < 0.5, cut.ends[:, 0], cut.ends[:, 1])]])
        return found


def _write(made: Rewriting, sheets: Sequence[_Sheet], surface: Surface) -> int:
    """Write the vertices and triangles of what was cut. Return how many primitives were."""
    owner = np.repeat(np.arange(len(sheets)), [sheet.vertices for sheet in sheets])
    for cut in surface.cuts:
        owner = np.concatenate([owner, owner[cut.ends[:, 0]]])
    number = written = 0
    for place, sheet in enumerate(sheets):
        grown = _grown(sheet, surface, owner == place)
        changed = [grown.places[surface.triangles[surface.owners == number + k]] for k in range(len(sheet.primitives))]
        number += len(sheet.primitives)
        if len(grown.rows):
            written += _write_sheet(made, grown, surface, changed)
    return written


def _grown(sheet: _Sheet, surface: Surface, own: NDArray[np.bool_]) -> _Grown:
    """Return a sheet as it becomes, whose vertices in the surface are its `own`."""
    places = np.where(own, np.cumsum(own) - 1, -1)
    mine = [own[cut.ends[:, 0]] for cut in surface.cuts]
    cuts = [Cut(places[cut.ends[rows]], cut.shares[rows]) for cut, rows in zip(surface.cuts, mine, strict=True)]
    return _Grown(sheet, np.flatnonzero(own)[sheet.vertices :], cuts, places)


def _write_sheet(made: Rewriting, grown: _Grown, surface: Surface, corners: Sequence[Rows]) -> int:
    """Write a sheet whose primitives have these corners (t, 3) each now. Return how many of them were cut."""
    primitives = grown.sheet.primitives
    one, attributes, sizes = primitives[0], _influences(made, grown, surface), dict[str, Floats]()
    for name in one["attributes"]:
        if name == "POSITION":
            places = np.concatenate([made.floats(one, name), surface.positions[grown.rows]])
            attributes[name] = made.data.add(places, VERTICES, bounds=True)
        elif name in DIRECTIONS:
            values, sizes[name] = _directions(made.floats(one, name), grown)
            attributes[name] = made.data.add(values.astype(np.float32), VERTICES)
        elif not name.startswith(("JOINTS_", "WEIGHTS_")):
            attributes[name] = _other(made, grown, name)
    targets = [_target(made, grown, target, sizes) for target in one.get("targets", ())]
    return sum(made.set_vertices(each, attributes, targets, own) for each, own in zip(primitives, corners, strict=True))


def _influences(made: Rewriting, grown: _Grown, surface: Surface) -> dict[str, int]:
    """Add the joints and weights of a sheet, in as many sets as it has. Return their accessors."""
    known = made.influences(grown.sheet.primitives[0])
    assert known is not None
    width = known[0].shape[1]
    weights = surface.weights[grown.rows, :width]
    joints = np.concatenate([known[0], surface.joints[grown.rows, :width]]).astype(np.uint16)
    weights = np.concatenate([known[1], weights / weights.sum(axis=1, keepdims=True)]).astype(np.float32)
    found = {}
    for number in range(width // 4):
        own = slice(4 * number, 4 * number + 4)
        found[f"JOINTS_{number}"] = made.data.add(joints[:, own], VERTICES)
        found[f"WEIGHTS_{number}"] = made.data.add(weights[:, own], VERTICES)
    return found


def _directions(old: NDArray[np.float32], grown: _Grown) -> tuple[Floats, Floats]:
    """Return normals or tangents (v + m, 3 or 4), and by how much those of new vertices were made longer (m, 1).

    The fourth number of a tangent, on which side of it the third axis is, is that of the nearer end.
    """
    values, count = grown.values(old), len(old)
    lengths = np.linalg.norm(values[count:, :3], axis=1, keepdims=True)
    sizes = np.where(lengths > OPPOSITE, 1.0 / np.maximum(lengths, OPPOSITE), 1.0)
    nearest = grown.nearest(old)[count:]
    values[count:, :3] = np.where(lengths > OPPOSITE, values[count:, :3] * sizes, nearest[:, :3])
    values[count:, 3:] = nearest[:, 3:]
    return values, sizes


def _other(made: Rewriting, grown: _Grown, name: str) -> int:
    """Add an attribute of a sheet: coordinates, colours, or one of a program's own. Return its accessor."""
    one = grown.sheet.primitives[0]
    if made.is_measured(one, name):
        return made.data.add(grown.values(made.floats(one, name)).astype(np.float32), VERTICES)
    return made.add_like(one, name, grown.nearest(made.whole(one, name)))


def _target(made: Rewriting, grown: _Grown, target: Mapping[str, int], sizes: Mapping[str, Floats]) -> dict[str, int]:
    """Add what a morph target does to a sheet. Return its accessors.

    What it adds to normals of new vertices grows with them, so that both together point where they did on the edge.
    """
    found, count = {}, grown.sheet.vertices
    for name, index in target.items():
        moves = grown.values(made.moves(index, count))
        if name in sizes:
            moves[count:] *= sizes[name]
        if name == "POSITION" or name in DIRECTIONS:
            found[name] = made.data.add_moves(moves.astype(np.float32), bounds=name == "POSITION")
        else:
            found[name] = made.data.add(moves.astype(np.float32), VERTICES)
    return found
