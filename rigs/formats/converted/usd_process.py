"""The process that reads USD by usd-core: a GLB leaves by standard output, nothing where there is nothing to see.

Its arguments are the path of the file, and what it may take: bytes of memory, seconds of the processor, and seconds.
Matrices of USD act on rows; here they are turned over at once, so that all act on columns.
Source: Pixar, USD documentation: UsdSkel (skinning, joint orders, blend shapes), UsdGeom, UsdPreviewSurface.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path as FilePath
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pxr import Usd, UsdGeom, UsdShade, UsdSkel

from pantin.rigs import rotations as rot
from pantin.rigs.formats.converted.content import (
    Animation,
    Content,
    Mesh,
    Node,
    Path,
    Primitive,
    Skin,
    Target,
    Track,
)
from pantin.rigs.formats.converted.glb import glb_of
from pantin.rigs.formats.converted.metres import put_in_metres
from pantin.rigs.formats.converted.opacity import noted
from pantin.rigs.formats.converted.scans import Y_UP
from pantin.rigs.formats.converted.usd_layers import Folder
from pantin.rigs.formats.converted.usd_surfaces import Surfaces
from pantin.rigs.formats.gltf.meshes import UNIT
from pantin.rigs.isolated import limit_time, limit_written_memory
from pantin.rigs.messages import _
from pantin.rigs.motion.transform_arrays import decomposed
from pantin.rigs.vectors import three

Floats = NDArray[np.float64]

CENTIMETRE = 0.01
"""Metres of a unit where a file says nothing, as USD has it."""

MOST_FRAMES = 100_000
"""Of a clip."""
FASTEST = 240.0
"""Frames a second of what is made for films and games."""
ON_FRAMES = 1e-3
"""Frames by which a time code may be off one: some files count seconds as single floats."""
FARTHEST = 1e9
"""Numbers of points and matrices that are larger, or none, are damage."""
ALL = Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)
PATHS: tuple[tuple[Path, slice], ...] = (("translation", slice(3)), ("rotation", slice(3, 7)), ("scale", slice(7, 10)))
"""The columns of transforms (10) that are the paths of a node."""
UNSEEN = ("guide", "proxy")
"""Purposes of what is no part of a picture."""


def main(path: str, most: int, worked: float, waited: float) -> None:
    """Write the file as binary glTF. Raises what the library raises."""
    limit_written_memory(most)
    limit_time(worked, waited)
    cut = Folder(FilePath(path)).layer()
    stage = Usd.Stage.Open(cut.layer)
    reading = _Reading(stage, FilePath(path))
    reading.read()
    reading.content.words += cut.words
    if reading.content.meshes or reading.content.skins or len(reading.content.nodes) > 1:
        put_in_metres(reading.content)
        sys.stdout.buffer.write(glb_of(reading.content))


def _metres_of(stage: Any) -> float:
    """Return the metres of a unit; those of a file that has them as a single float, as Blender wrote them, too."""
    layer = stage.GetRootLayer().pseudoRoot
    told = layer.GetInfo("metersPerUnit") if layer.HasInfo("metersPerUnit") else None
    if told is None:
        return float(UsdGeom.GetStageMetersPerUnit(stage))
    return round(float(told), 7) if float(told) > 0.0 else CENTIMETRE


# The stage


class _Skeleton(NamedTuple):
    """A skeleton, and the nodes that its joints became."""

    prim: Any
    query: Any
    node: int
    joints: list[int]
    binds: Floats
    """(n, 4, 4): where each joint was bound, in the space of the skeleton."""


class _Reading:
    """A stage while it is read."""

    def __init__(self, stage: Any, path: FilePath) -> None:
        self.content = Content()
        self._stage, self._path = stage, path
        self._at = Usd.TimeCode.EarliestTime()
        self._placed = UsdGeom.XformCache(self._at)
        self._cache = UsdSkel.Cache()
        self._surfaces = Surfaces(path, Folder(path))
        self._bound: dict[str, tuple[_Skeleton, Any]] = {}
        self._said: dict[str, None] = {}
        self._rests: dict[int, Floats] = {}
        """The rest matrices (n, 4, 4) of the joints on their parents, by the node of their skeleton."""
        self._meshes: list[tuple[int, list[str]]] = []
        """The node of each mesh with targets, and their names."""

    def read(self) -> None:
        """Read skeletons, meshes and motion."""
        unit, up = _metres_of(self._stage), UsdGeom.GetStageUpAxis(self._stage)
        name = self._stage.GetDefaultPrim().GetName() if self._stage.GetDefaultPrim() else self._path.stem
        turn = Y_UP if up == UsdGeom.Tokens.z else (0.0, 0.0, 0.0, 1.0)
        self.content.nodes.append(Node(name, rotation=turn, scale=(unit, unit, unit)))
        words = _("It was read with {unit:g} m a unit, {up} up, as the file says.")
        self.content.facts.append(words.format(unit=unit, up=up))
        self.content.notes[UNIT] = unit
        skeletons = list(self._skeletons())
        for prim in Usd.PrimRange(self._stage.GetPseudoRoot(), ALL):
            if prim.IsA(UsdGeom.Mesh) and self._is_seen(prim):
                self._mesh(UsdGeom.Mesh(prim))
            elif prim.IsA(UsdGeom.PointInstancer):
                self._said[_("What instancers scatter is left out.")] = None
            elif prim.IsA(UsdGeom.Gprim):
                self._said[_("Curves, points and simple solids are left out; meshes alone are seen.")] = None
        self.content.animations = [made for each in skeletons if (made := self._animation(each)) is not None]
        surfaces = self._surfaces
        self.content.materials, self.content.pictures = surfaces.materials, surfaces.pictures.kept
        self.content.notes |= noted(surfaces.opacities)
        self.content.words += [*self._said, *surfaces.said, *surfaces.pictures.words]

    def _is_seen(self, prim: Any) -> bool:
        shown = UsdGeom.Imageable(prim)
        if shown.ComputePurpose() in UNSEEN:
            return False
        return bool(shown.ComputeVisibility(self._at) != UsdGeom.Tokens.invisible)

    def _world(self, prim: Any) -> Floats:
        return _columns(self._placed.GetLocalToWorldTransform(prim))

    def _skeletons(self) -> Iterator[_Skeleton]:
        """Yield the skeletons, and note which meshes each moves."""
        known: dict[str, _Skeleton] = {}
        for prim in Usd.PrimRange(self._stage.GetPseudoRoot(), ALL):
            if prim.IsA(UsdSkel.Root):
                root = UsdSkel.Root(prim)
                self._cache.Populate(root, ALL)
                for binding in self._cache.ComputeSkelBindings(root, ALL):
                    skeleton = self._skeleton(binding.GetSkeleton(), known)
                    for target in binding.GetSkinningTargets():
                        if skeleton is not None:
                            self._bound[str(target.GetPrim().GetPath())] = skeleton, target
        for prim in Usd.PrimRange(self._stage.GetPseudoRoot(), ALL):
            if prim.IsA(UsdSkel.Skeleton):
                self._skeleton(UsdSkel.Skeleton(prim), known)
        yield from known.values()

    def _skeleton(self, skeleton: Any, known: dict[str, _Skeleton]) -> _Skeleton | None:
        path = str(skeleton.GetPath())
        if path in known:
            return known[path]
        query = self._cache.GetSkelQuery(skeleton)
        if not query or not query.GetJointOrder():
            return None
        parents = list(query.GetTopology().GetParentIndices())
        binds = _matrices(query.GetJointWorldBindTransforms(), len(parents))
        rests = query.ComputeJointLocalTransforms(self._at, True)
        locals_ = _matrices(rests, len(parents)) if rests else _below(binds, parents)
        node = self._add(skeleton.GetPrim().GetName(), self._world(skeleton.GetPrim()), 0)
        self._rests[node], joints = locals_, list[int]()
        for name, parent, local in zip(query.GetJointOrder(), parents, locals_, strict=True):
            at = joints[parent] if parent >= 0 else node
            joints.append(self._add(str(name).rpartition("/")[2], local, at))
        known[path] = _Skeleton(skeleton.GetPrim(), query, node, joints, binds)
        self.content.skins.append(Skin(tuple(joints), _inverse(binds), skeleton.GetPrim().GetName()))
        return known[path]

    def _add(self, name: str, local: Floats, parent: int, mesh: int | None = None, skin: int | None = None) -> int:
        """Add a node; return its place."""
        transform = decomposed(local)
        x, y, z, w = transform[3:7].tolist()
        node = Node(name, parent, three(transform[:3]), (x, y, z, w), three(transform[7:]), mesh=mesh, skin=skin)
        self.content.nodes.append(node)
        return len(self.content.nodes) - 1

    # Meshes

    def _mesh(self, mesh: Any) -> None:
        prim, path = mesh.GetPrim(), str(mesh.GetPath())
        surface = _Surface.of(mesh, self._at)
        if surface is None:
            self._said[_("Meshes whose faces name points that are not there are left out.")] = None
            return
        if mesh.GetSubdivisionSchemeAttr().Get() not in (None, "none"):
            self._said[_("Subdivision surfaces are seen as their cages.")] = None
        skeleton, target = self._bound.get(path, (None, None))
        influences = None if target is None else self._influences(skeleton, target, len(surface.points))
        names, shapes = self._shapes(target, len(surface.points))
        parts = [
            surface.primitive(faces, self._surfaces.place(bound), influences, shapes)
            for faces, bound in _by_material(mesh, len(surface.counts))
        ]
        parts = [part for part in parts if len(part.triangles)]
        if not parts:
            return
        weights = self._weights_at_rest(skeleton, names)
        self.content.meshes.append(Mesh(prim.GetName(), tuple(parts), tuple(names), weights))
        number = len(self.content.meshes) - 1
        if influences is None or skeleton is None:
            node = self._add(prim.GetName(), self._world(prim), 0, number)
        else:
            node = self._add(prim.GetName(), np.eye(4), -1, number, self._skin(skeleton, target))
        if names and skeleton is not None:
            self._meshes.append((node, names))

    def _skin(self, skeleton: _Skeleton, target: Any) -> int:
        """Return the skin by which a skeleton moves a mesh: its points were bound elsewhere than they are written."""
        placed = _columns(target.GetGeomBindTransform(self._at))
        inverse = _inverse(skeleton.binds) @ placed
        for number, known in enumerate(self.content.skins):
            if known.joints == tuple(skeleton.joints) and np.array_equal(known.inverse_binds, inverse):
                return number
        self.content.skins.append(Skin(tuple(skeleton.joints), inverse, target.GetPrim().GetName()))
        return len(self.content.skins) - 1

    def _influences(self, skeleton: _Skeleton | None, target: Any, points: int) -> tuple[Any, Any] | None:
        """Return joints and weights (v, k) of the points of a mesh; None where it has none."""
        if skeleton is None or not target.HasJointInfluences():
            return None
        found = target.ComputeVaryingJointInfluences(points, self._at)
        if not found:
            return None
        joints, weights = (np.array(each).reshape(points, -1) for each in found)
        order = target.GetJointOrder()
        if order:
            of_skeleton = {str(name): place for place, name in enumerate(skeleton.query.GetJointOrder())}
            places = np.array([of_skeleton.get(str(name), 0) for name in order])
            joints = places[np.clip(joints, 0, len(places) - 1)]
        joints = np.clip(joints, 0, len(skeleton.joints) - 1)
        if target.GetSkinningMethod() == UsdSkel.Tokens.dualQuaternion:
            self._said[_("It is skinned by dual quaternions in its file, and by linear blending here.")] = None
        return joints.astype(np.uint16), np.maximum(_within(weights), 0.0).astype(np.float32)

    def _shapes(self, target: Any, points: int) -> tuple[list[str], list[tuple[Any, Any]]]:
        """Return the names of the blend shapes of a mesh, and what each adds to its points and normals (v, 3)."""
        names, found = list[str](), list[tuple[Any, Any]]()
        if target is None or not target.HasBlendShapes():
            return names, found
        paths = UsdSkel.BindingAPI(target.GetPrim()).GetBlendShapeTargetsRel().GetTargets()
        for name, path in zip(target.GetBlendShapeOrder(), paths, strict=False):
            shape = UsdSkel.BlendShape(self._stage.GetPrimAtPath(path))
            moves = _spread(shape.GetOffsetsAttr().Get(), shape.GetPointIndicesAttr().Get(), points)
            if not shape or moves is None:
                continue
            normals = _spread(shape.GetNormalOffsetsAttr().Get(), shape.GetPointIndicesAttr().Get(), points)
            if shape.GetInbetweens():
                self._said[_("Shapes between a blend shape and rest are left out.")] = None
            names.append(str(name))
            found.append((moves, normals))
        return names, found

    def _weights_at_rest(self, skeleton: _Skeleton | None, names: Sequence[str]) -> tuple[float, ...]:
        if skeleton is None or not names:
            return (0.0,) * len(names)
        said = _shape_weights(skeleton, self._at)
        return tuple(said.get(name, 0.0) for name in names)

    # Motion

    def _animation(self, skeleton: _Skeleton) -> Animation | None:
        """Return how a skeleton and the shapes of its meshes move; None where they do not."""
        query = skeleton.query.GetAnimQuery()
        rate = self._stage.GetTimeCodesPerSecond()
        codes = self._codes(query)
        if codes is None or not len(codes) or rate <= 0.0:
            return None
        frames = np.array([self._frame(skeleton, code) for code in codes])
        rows = decomposed(frames)
        rests = decomposed(self._rests[skeleton.node])
        tracks = list(_tracks(skeleton.joints, rows, rests))
        weights = [_shape_weights(skeleton, Usd.TimeCode(code)) for code in codes]
        for node, names in self._meshes:
            values = np.array([[each.get(name, 0.0) for name in names] for each in weights])
            if np.ptp(values, axis=0).any():
                tracks.append(Track(node, "weights", values))
        return Animation(query.GetPrim().GetName(), (codes - codes[0]) / rate, tuple(tracks)) if tracks else None

    def _codes(self, query: Any) -> Floats | None:
        """Return the time codes of the frames of a motion; None where it has none. They may be seconds, or ticks."""
        if not query:
            return None
        times = np.unique([*query.GetJointTransformTimeSamples(), *query.GetBlendShapeWeightTimeSamples()])
        rate, frames = self._stage.GetTimeCodesPerSecond(), self._stage.GetFramesPerSecond()
        steps = (1.0 if rate <= FASTEST else 0.0, rate / frames if 1.0 <= frames <= FASTEST else 0.0)
        return _frames_of(times, [step for step in steps if step > 0.0])

    def _frame(self, skeleton: _Skeleton, code: float) -> Floats:
        found = skeleton.query.ComputeJointLocalTransforms(Usd.TimeCode(code), False)
        return _matrices(found, len(skeleton.joints))


def _frames_of(times: Floats, steps: Sequence[float]) -> Floats:
    """Return the frames from the first to the last of some time codes, in the first of these steps on which all are.

    The codes themselves where there is none: between them files go straight, as glTF does. Not more than MOST_FRAMES.
    """
    for step in steps:
        places = (times - times[:1]) / step
        if len(times) and places[-1] < MOST_FRAMES and (np.abs(places - np.round(places)) < ON_FRAMES).all():
            return np.asarray(times[0] + step * np.arange(round(float(places[-1])) + 1))
    return times[:MOST_FRAMES]


def _tracks(joints: Sequence[int], rows: Floats, rests: Floats) -> Iterator[Track]:
    """Yield the tracks of the nodes `joints` that move in rows (f, n, 10), or stand elsewhere than at rest (n, 10)."""
    turns = rot.without_sign_flips(rows[..., 3:7])
    for place, node in enumerate(joints):
        for path, columns in PATHS:
            values = turns[:, place] if path == "rotation" else rows[:, place, columns]
            if np.abs(values - rests[place, columns]).max(initial=0.0) > 1e-7:
                yield Track(node, path, values)


def _shape_weights(skeleton: _Skeleton, at: Any) -> dict[str, float]:
    """Return how far the blend shapes of a motion are there at a time, by name."""
    query = skeleton.query.GetAnimQuery()
    if not query:
        return {}
    weights = query.ComputeBlendShapeWeights(at)
    return dict(zip(map(str, query.GetBlendShapeOrder()), _within(weights or ()).tolist(), strict=False))


# Matrices and points


def _columns(matrix: Any) -> Floats:
    """Return a matrix that acts on columns, of one that acts on rows; what does nothing of a damaged one."""
    return _sound(np.array(matrix, np.float64).T)


def _matrices(found: Any, count: int) -> Floats:
    """Return matrices (n, 4, 4) that act on columns; those that are missing do nothing."""
    whole = np.tile(np.eye(4), (count, 1, 1))
    read = np.array(found, np.float64).reshape(-1, 4, 4)[:count]
    whole[: len(read)] = read.transpose(0, 2, 1)
    return _sound(whole)


def _sound(matrices: Floats) -> Floats:
    """Return matrices (…, 4, 4), those that do nothing in place of damaged ones."""
    is_sound = (np.abs(matrices) <= FARTHEST).all(axis=(-2, -1), keepdims=True)
    return np.where(is_sound, matrices, np.eye(4))


def _within(numbers: Any, most: float = FARTHEST) -> Any:
    """Return numbers from -`most` to `most`, 0 for what is none."""
    return np.clip(np.nan_to_num(np.asarray(numbers, np.float64)), -most, most)


def _below(worlds: Floats, parents: Sequence[int]) -> Floats:
    """Return where joints are on their parents (n, 4, 4), of where they are in the skeleton."""
    above = np.array([np.eye(4) if parent < 0 else worlds[parent] for parent in parents])
    return _inverse(above) @ worlds


def _inverse(matrices: Floats) -> Floats:
    """Return the inverse of matrices (n, 4, 4); of those squashed flat, what does nothing."""
    flat = np.abs(np.linalg.det(matrices[:, :3, :3])) < 1e-30
    return _sound(np.asarray(np.linalg.inv(np.where(flat[:, None, None], np.eye(4), matrices)), np.float64))


def _spread(offsets: Any, indices: Any, points: int) -> NDArray[np.float32] | None:
    """Return what is added to each point (v, 3), of what is added to some; None where it fits none."""
    moves: NDArray[np.float32] = _within(np.array([] if offsets is None else offsets, np.float32)).astype(np.float32)
    moves = moves.reshape(-1, 3)
    if not len(moves):
        return None
    found = np.zeros((points, 3), np.float32)
    if not indices:
        if len(moves) != points:
            return None
        return moves
    at = np.array(indices, np.int64)
    if len(at) != len(moves) or at.min() < 0 or at.max() >= points:
        return None
    found[at] = moves
    return found


class _Surface(NamedTuple):
    """The faces of a mesh, with what their corners have."""

    points: Floats
    """(v, 3)."""
    counts: NDArray[np.int64]
    """The corners of each face."""
    corners: NDArray[np.int64]
    """The point of each corner."""
    flipped: bool
    normals: Floats | None
    """(c, 3), of each corner."""
    uvs: Floats | None
    """(c, 2)."""
    colours: Floats | None
    """(c, 4), linear."""

    @classmethod
    def of(cls, mesh: Any, at: Any) -> _Surface | None:
        """Return the surface of a mesh at a time; None where its faces and points do not fit together."""
        points = np.array(mesh.GetPointsAttr().Get(at) or [], np.float64).reshape(-1, 3)
        counts = np.array(mesh.GetFaceVertexCountsAttr().Get(at) or [], np.int64)
        corners = np.array(mesh.GetFaceVertexIndicesAttr().Get(at) or [], np.int64)
        if (
            not len(points)
            or not (np.abs(points) <= FARTHEST).all()
            or (counts < 0).any()
            or counts.sum() != len(corners)
        ):
            return None
        if not len(corners) or corners.min() < 0 or corners.max() >= len(points):
            return None
        variables = UsdGeom.PrimvarsAPI(mesh.GetPrim())
        normals = variables.GetPrimvar("normals")
        given = (
            _of_corners(normals.ComputeFlattened(at), normals.GetInterpolation(), corners, counts, 3)
            if normals
            else None
        )
        if given is None and mesh.GetNormalsAttr().HasAuthoredValue():
            given = _of_corners(mesh.GetNormalsAttr().Get(at), mesh.GetNormalsInterpolation(), corners, counts, 3)
        shown = mesh.GetDisplayColorPrimvar()
        colours = _of_corners(shown.ComputeFlattened(at), shown.GetInterpolation(), corners, counts, 3)
        if colours is not None:
            colours = np.column_stack([np.clip(colours, 0.0, 1.0), np.ones(len(colours))])
        flipped = mesh.GetOrientationAttr().Get(at) == UsdGeom.Tokens.leftHanded
        return cls(points, counts, corners, flipped, given, _uvs(variables, at, corners, counts), colours)

    def primitive(
        self, faces: NDArray[np.int64], material: int | None, influences: Any, shapes: Sequence[tuple[Any, Any]]
    ) -> Primitive:
        """Return the triangles of some faces: a vertex for each corner that differs from the others."""
        starts = np.cumsum(self.counts) - self.counts
        cut = np.maximum(self.counts[faces] - 2, 0)
        face = np.repeat(faces, cut)
        within = np.arange(len(face)) - np.repeat(np.cumsum(cut) - cut, cut)
        order = (0, 2, 1) if self.flipped else (0, 1, 2)
        rows = np.stack([starts[face], starts[face] + within + 1, starts[face] + within + 2], axis=1)[:, order].ravel()
        columns = [self.corners[rows][:, None].astype(np.float64)]
        columns += [each[rows] for each in (self.normals, self.uvs, self.colours) if each is not None]
        _unique, first, places = np.unique(np.column_stack(columns), axis=0, return_index=True, return_inverse=True)
        at = rows[first]
        point = self.corners[at]
        return Primitive(
            positions=self.points[point].astype(np.float32),
            triangles=places.reshape(-1, 3).astype(np.uint32),
            normals=None if self.normals is None else self.normals[at].astype(np.float32),
            uvs=() if self.uvs is None else ((self.uvs[at] * (1.0, -1.0) + (0.0, 1.0)).astype(np.float32),),
            colours=None if self.colours is None or material is not None else self.colours[at].astype(np.float32),
            joints=None if influences is None else influences[0][point],
            weights=None if influences is None else influences[1][point],
            material=material,
            targets=tuple(
                Target(moves[point], None if normals is None or self.normals is None else normals[point])
                for moves, normals in shapes
            ),
        )


def _uvs(variables: Any, at: Any, corners: NDArray[np.int64], counts: NDArray[np.int64]) -> Floats | None:
    """Return the texture coordinates of corners: `st`, or the first of two numbers that there is."""
    named = [
        each
        for each in variables.GetPrimvarsWithValues()
        if str(each.GetTypeName()).startswith(("texCoord2", "float2"))
    ]
    named.sort(key=lambda each: each.GetPrimvarName() != "st")
    for each in named:
        found = _of_corners(each.ComputeFlattened(at), each.GetInterpolation(), corners, counts, 2)
        if found is not None:
            return found
    return None


def _of_corners(
    values: Any, interpolation: str, corners: NDArray[np.int64], counts: NDArray[np.int64], width: int
) -> Floats | None:
    """Return values (c, width) for each corner; None where there are not as many as their kind asks for."""
    if values is None:
        return None
    found = _within(np.array(values, np.float64).reshape(-1, width))
    if interpolation == UsdGeom.Tokens.faceVarying:
        return found if len(found) == len(corners) else None
    if interpolation in (UsdGeom.Tokens.vertex, UsdGeom.Tokens.varying):
        return found[corners] if len(found) > corners.max() else None
    if interpolation == UsdGeom.Tokens.uniform:
        return np.repeat(found, counts, axis=0) if len(found) == len(counts) else None
    return np.repeat(found[:1], len(corners), axis=0) if len(found) else None


def _by_material(mesh: Any, count: int) -> Iterator[tuple[NDArray[np.int64], Any]]:
    """Yield the faces of a mesh with the material that is bound to them."""
    left = np.ones(count, bool)
    for subset in UsdShade.MaterialBindingAPI(mesh.GetPrim()).GetMaterialBindSubsets():
        faces = np.array(subset.GetIndicesAttr().Get() or [], np.int64)
        faces = faces[(faces >= 0) & (faces < count)]
        faces = faces[left[faces]]
        left[faces] = False
        yield faces, UsdShade.MaterialBindingAPI(subset.GetPrim()).ComputeBoundMaterial()[0]
    yield np.flatnonzero(left), UsdShade.MaterialBindingAPI(mesh.GetPrim()).ComputeBoundMaterial()[0]


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]))
    sys.stdout.flush()
    os._exit(0)
