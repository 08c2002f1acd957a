"""A figure's own file whose skins are bound as its nodes rest: what is seen at rest is what lies in the mesh.

A skin may have been bound in another pose than its nodes rest in. Each of its joints then takes a vertex to another
place at rest, so that other weights would move it. Here one matrix B is chosen for a skin, that of the joint which has
most of it; what is seen at rest is written into the mesh before B, and each joint gets the inverse bind matrix by which
it does B at rest. Whatever weights a vertex has then, it rests where it was.

Joints that are squashed flat have no such matrix. They keep theirs, and vertices keep what they have of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf.binary_data import VERTICES
from pantin.rigs.formats.gltf.node_transforms import FLAT
from pantin.rigs.formats.gltf.primitives import nearest_joints
from pantin.rigs.formats.gltf.rewriting import DRACO, Rewriting
from pantin.rigs.formats.gltf.whole import Plain, Whole
from pantin.rigs.formats.own_file import name_of
from pantin.rigs.meshes.character import Part, Skin
from pantin.rigs.messages import _
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.source import Source
from pantin.rigs.source.worlds import rest_worlds
from pantin.rigs.wording import quoted

DIRECTIONS = ("NORMAL", "TANGENT")

SAME = 1e-5
"""Parts of the size of a skin by which its joints may take a vertex apart at rest: files are rounded."""

UNMOVED = 1e-7
"""Parts of their size by which vertices may be off and stay as the file has them: it holds seven digits."""

LEAST = 1e-30
"""A smaller size, or length of a direction, is none."""


def bound_at_rest(whole: Whole, source: Source) -> bytes:
    """Return the file `whole` of these nodes with all skins bound where they rest; nothing moves.

    A skin that is bound so already stays to the byte. Raises Fault where the file is damaged, or has other nodes.
    """
    made, worlds = Rewriting(whole), rest_worlds(source)
    if len(made.gltf.nodes) != len(source.nodes):
        name = quoted(name_of(source.file)) if source.file else ""
        raise Fault(_("file"), _("its nodes are not those of {file}; open that again.").format(file=name))
    for number, skin in enumerate(made.gltf.skins):
        if skin.joints:
            _bind(made, number, skin.joints, worlds[list(skin.joints)])
    return made.written()


def free_vertices(part: Part, source: Source) -> NDArray[np.int64]:
    """Return the vertices of a part in a skin that may get other weights: those on no joint which is squashed flat."""
    assert part.skin is not None and part.joints is not None and part.weights is not None
    axes = rest_worlds(source)[list(source.skins[part.skin].joints), :3, :3]
    flat = np.abs(np.linalg.det(axes)) < FLAT
    return np.flatnonzero(~(flat[part.joints] & (part.weights > 0.0)).any(axis=1))


class _Sheet(NamedTuple):
    """The vertices that some primitives of a skin share."""

    primitives: list[Plain]
    positions: Floats
    """(v, 3)."""
    joints: NDArray[np.int64]
    weights: Floats
    """(v, k), together 1."""


def _bind(made: Rewriting, number: int, joints: Sequence[int], worlds: Floats) -> None:
    """Bind a skin, whose joints rest at `worlds` (k, 4, 4), as they do."""
    skin, whole = Skin(tuple(joints), made.binds(number)), np.abs(np.linalg.det(worlds[:, :3, :3])) >= FLAT
    before = worlds @ skin.inverse_binds
    usable = whole & (np.abs(np.linalg.det(before[:, :3, :3])) >= FLAT)
    using = {node["mesh"] for node in made.plain["nodes"] if node.get("skin") == number and "mesh" in node}
    sheets = [*_sheets(made, [made.plain["meshes"][mesh] for mesh in using], skin)]
    shares = _shares(sheets, len(joints))
    if not sheets or not (usable & (shares > 0.0)).any():
        return
    heaviest = int(np.where(usable, shares, -1.0).argmax())
    off = whole & _apart(before, heaviest, sheets)
    if not off.any():
        return
    after, binds = before.copy(), skin.inverse_binds.copy()
    after[off] = before[heaviest]
    binds[off] = np.linalg.inv(worlds[off]) @ before[heaviest]
    for sheet in _sheets(made, [mesh for _place, mesh in made.meshes_of(number)], skin):
        _write(made, sheet, _moves(sheet, before, after))
    made.set_skin(number, joints, binds)


def _sheets(made: Rewriting, meshes: Sequence[Plain], skin: Skin) -> Iterator[_Sheet]:
    """Yield the vertices of meshes in a skin. Those that cannot be read are not seen, and stay as they are."""
    groups: dict[object, list[Plain]] = {}
    for mesh in meshes:
        for primitive in mesh["primitives"]:
            if {"POSITION", "JOINTS_0", "WEIGHTS_0"} <= {*primitive.get("attributes", ())}:
                groups.setdefault(_vertices_of(primitive), []).append(primitive)
    for primitives in groups.values():
        try:
            found = _sheet(made, primitives, skin)
        except Fault:
            continue
        if len(found.positions):
            yield found


def _vertices_of(primitive: Plain) -> object:
    """Return what is the same for primitives that share their vertices and their morph targets."""
    if DRACO in (primitive.get("extensions") or {}):
        return id(primitive)
    targets = (tuple(sorted(target.items())) for target in primitive.get("targets", ()))
    return tuple(sorted(primitive["attributes"].items())), *targets


def _sheet(made: Rewriting, primitives: list[Plain], skin: Skin) -> _Sheet:
    positions, found = made.positions(primitives[0]), made.influences(primitives[0])
    assert found is not None
    joints, weights = found[0], np.where(found[0] < len(skin.joints), found[1], 0.0)
    joints = np.where(weights > 0.0, joints, 0)
    lost = np.flatnonzero(~weights.any(axis=1))
    if len(lost):  # what is shown of them
        joints[lost, 0], weights[lost, 0] = nearest_joints(skin, positions[lost]), 1.0
    there = np.isfinite(positions)
    return _Sheet(
        primitives,
        np.where(there, positions, 0.0).astype(np.float64),
        joints,
        weights / weights.sum(axis=1, keepdims=True),
    )


def _shares(sheets: Sequence[_Sheet], count: int) -> Floats:
    """Return how much of the vertices each joint (k) has."""
    found = np.zeros(count)
    for sheet in sheets:
        found += np.bincount(sheet.joints.ravel(), sheet.weights.ravel(), count)
    return found


def _apart(rests: Floats, heaviest: int, sheets: Sequence[_Sheet]) -> NDArray[np.bool_]:
    """Return the joints (k) that take the corners of the box around sheets elsewhere than the heaviest does."""
    ends = np.array([end for sheet in sheets for end in (sheet.positions.min(axis=0), sheet.positions.max(axis=0))])
    box = np.array(np.meshgrid(*np.stack((ends.min(axis=0), ends.max(axis=0)), axis=1))).reshape(3, -1)
    at = rests[:, :3, :3] @ box + rests[:, :3, 3:]
    size = max(float(np.ptp(at[heaviest], axis=1).max()), LEAST)
    return np.asarray(np.abs(at - at[heaviest]).max(axis=(1, 2)) > SAME * size)


def _moves(sheet: _Sheet, before: Floats, after: Floats) -> Floats:
    """Return the matrices (v, 4, 4) that put vertices of a mesh where `after` leaves them as `before` did, (k, 4, 4).

    A vertex all of which joints squash flat stays.
    """
    seen, now = (np.einsum("vk,vkij->vij", sheet.weights, rests[sheet.joints]) for rests in (before, after))
    flat = np.abs(np.linalg.det(now[:, :3, :3])) < FLAT
    now[flat] = seen[flat] = np.eye(4)
    return np.linalg.solve(now, seen)


def _write(made: Rewriting, sheet: _Sheet, moves: Floats) -> None:
    """Write the vertices of a sheet as matrices (v, 4, 4) move them, with their directions and morph targets."""
    axes, one, count = moves[:, :3, :3], sheet.primitives[0], len(sheet.positions)
    positions = _turned(axes, sheet.positions) + moves[:, :3, 3]
    size = max(float(np.ptp(sheet.positions, axis=0).max()), LEAST)
    moved = float(np.abs(positions - sheet.positions).max())
    if moved <= UNMOVED * size and float(np.abs(axes - np.eye(3)).max()) <= UNMOVED:
        return
    turns = {"POSITION": axes, "NORMAL": _cofactors(axes), "TANGENT": axes}
    arrays, sizes = {"POSITION": positions}, {"POSITION": np.ones((count, 1))}
    for name in DIRECTIONS:
        if name in one["attributes"]:
            with suppress(Fault):  # damaged ones are not seen
                arrays[name], sizes[name] = _directions(made.floats(one, name), turns[name], axes)
    grown = {name: turns[name] * size[:, :, None] for name, size in sizes.items()}
    targets = [_target(made, target, grown) for target in one.get("targets", ())]
    attributes = {
        name: made.data.add(values.astype(np.float32), VERTICES, bounds=name == "POSITION")
        for name, values in arrays.items()
    }
    for each in sheet.primitives:
        made.make_plain(each)
        each["attributes"] = {**each["attributes"], **attributes}
        if targets:
            each["targets"] = [{**target} for target in targets]


def _target(made: Rewriting, target: Mapping[str, int], turns: Mapping[str, Floats]) -> dict[str, int]:
    """Return the accessors of a morph target whose moves are turned, those of each attribute by its own (v, 3, 3)."""
    found = {**target}
    for name in target.keys() & turns.keys():
        with suppress(Fault):  # what is damaged is not seen
            moves = _turned(turns[name], made.moves(target[name], len(turns[name])))
            found[name] = made.data.add_moves(moves.astype(np.float32), bounds=name == "POSITION")
    return found


def _directions(values: NDArray[np.float32], turns: Floats, axes: Floats) -> tuple[Floats, Floats]:
    """Return normals or tangents (v, 3 or 4) that are turned, of the length that they had, and by how much what morph
    targets add to them grows (v, 1).

    The fourth number of a tangent, on which side of it the third axis is, is the other one where space is mirrored.
    """
    old = values.astype(np.float64)
    found, mirrored = old.copy(), np.linalg.det(axes) < 0.0
    turned = _turned(turns, old[:, :3])
    long, was = (np.linalg.norm(each, axis=1, keepdims=True) for each in (turned, old[:, :3]))
    sizes = np.where(long > LEAST, was / np.maximum(long, LEAST), 1.0)
    found[:, :3] = np.where(long > LEAST, turned * sizes, old[:, :3])
    found[mirrored, 3:] *= -1.0
    return found, sizes


def _turned(axes: Floats, vectors: NDArray[np.floating]) -> Floats:
    return np.asarray(np.einsum("vij,vj->vi", axes, vectors))


def _cofactors(axes: Floats) -> Floats:
    """Return what turns normals (v, 3, 3) with axes (v, 3, 3): outwards, where these mirror too."""
    x, y, z = axes[:, :, 0], axes[:, :, 1], axes[:, :, 2]
    found = np.stack((np.cross(y, z), np.cross(z, x), np.cross(x, y)), axis=2)
    signs = np.where(np.linalg.det(axes) < 0.0, -1.0, 1.0)
    return np.asarray(found * signs[:, None, None])
