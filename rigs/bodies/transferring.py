"""Weights of a skin taken from another skin: those of the nearest place on its surface.

Bones are those of the same name, else of the same part of the body, else the nearest above that has one. The other
figure is first laid along the bones of the rig, each with what it moves, so that it may rest otherwise, or be larger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.figure import Figure
from pantin.rigs.fitting import FoundBody, figure_in
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.nearest import nearest_places
from pantin.rigs.meshes.posed_points import points as posed_points
from pantin.rigs.meshes.weighting.characters import Weighted
from pantin.rigs.meshes.weighting.influences import Influences, influences_of
from pantin.rigs.messages import _, ngettext
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.rotations import shortest_arc
from pantin.rigs.unusable import Unusable
from pantin.rigs.wording import listed, quoted

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

PIECE = 2_000
"""Points whose weights are looked up together."""

Progress = Callable[[float], None]


class Transferred(NamedTuple):
    """Weights on the bones of a rig, and the bones of the other that it has none for."""

    influences: Influences
    lost: tuple[str, ...]

    @property
    def report(self) -> str:
        """One sentence about bones that were not found; empty where all were."""
        if not self.lost:
            return ""
        return ngettext(
            "{count} bone has no counterpart, and its weights went to the one above: {names}.",
            "{count} bones have no counterpart, and their weights went to those above: {names}.",
            len(self.lost),
        ).format(count=len(self.lost), names=listed(self.lost))


def transferred(
    points: Floats, rig: Rig, other: Figure, theirs: Character, most: int = 4, progress: Progress = lambda _part: None
) -> Transferred:
    """Return weights of points (v, 3), armature space at rest, of a rig: those of a figure with a skin.

    Raises Unusable, in one sentence, where that has no skin, or none of its bones is known.
    """
    skinned = [place for place, part in enumerate(theirs.parts) if part.skin is not None]
    if not skinned:
        raise Unusable(_("{figure} has no skin to take weights from.").format(figure=quoted(other.name)))
    known = counterparts(other.rig, rig)
    if not known:
        raise Unusable(_("no bone of {figure} is a bone of this figure.").format(figure=quoted(other.name)))
    rows, lost = _rows(other.rig, rig, known)
    bound = binding(other.rig, other.source, theirs)
    laid = posed_points(theirs, bound, palette(bound, _laid(other.rig, rig, known)))
    corners, bones, weights = list[Floats](), list[Rows](), list[Floats]()
    for place in skinned:
        part, first = theirs.parts[place], bound.firsts[place]
        assert part.joints is not None and part.weights is not None
        own = np.where(bound.rows[first + part.joints.astype(np.int64)] >= 0, part.weights.astype(np.float64), 0.0)
        width = _width(theirs) - own.shape[1]
        of_bone = rows[np.maximum(bound.rows[first + part.joints.astype(np.int64)], 0)]
        corners.append(laid[place].positions[part.triangles])
        bones.append(np.pad(of_bone, ((0, 0), (0, width)))[part.triangles])
        weights.append(np.pad(own, ((0, 0), (0, width)))[part.triangles])
    found = _looked_up(points, np.concatenate(corners), np.concatenate(bones), np.concatenate(weights), most, progress)
    used = {int(row) for part in skinned for row in _moving(theirs, bound.rows, bound.firsts, part)}
    named = tuple(name for name in lost if other.rig.rows[name] in used)
    return Transferred(found, named)


def _width(theirs: Character) -> int:
    return max(int(part.joints.shape[1]) for part in theirs.parts if part.joints is not None)


def _moving(theirs: Character, rows: NDArray[np.intp], firsts: Sequence[int], place: int) -> NDArray[np.intp]:
    """Return the rows of the bones that move anything of a part."""
    part = theirs.parts[place]
    assert part.joints is not None and part.weights is not None
    found = np.unique(rows[firsts[place] + part.joints[part.weights > 0.0].astype(np.int64)])
    return found[found >= 0]


def _looked_up(
    points: Floats, corners: Floats, bones: Rows, weights: Floats, most: int, progress: Progress
) -> Influences:
    """Return the influences of points from the corners of triangles: bones and weights (t, 3, k)."""
    made = list[Influences]()
    for start in range(0, len(points), PIECE):
        some = points[start : start + PIECE]
        near = nearest_places(some, corners)
        own = weights[near.triangles] * near.shares[:, :, None]
        of = np.broadcast_to(np.arange(len(some))[:, None, None], own.shape)
        has = own > 0.0
        made.append(influences_of(of[has], bones[near.triangles][has].astype(np.int64), own[has], len(some), most))
        progress(min(start + PIECE, len(points)) / len(points))
    joined = np.concatenate([each.bones for each in made]), np.concatenate([each.weights for each in made])
    return Influences(*joined)


# Bones


def counterparts(other: Rig, rig: Rig) -> Mapping[str, str]:
    """Return the bones of a rig that those of another are: of the same name, else of the same part of the body."""
    ours = {bone.name for bone in rig.bones if bone.kind == "bone"}
    found = {bone.name: bone.name for bone in other.bones if bone.kind == "bone" and bone.name in ours}
    taken = set(found.values())
    for theirs, own in _by_part(figure_in(other), figure_in(rig)):
        if theirs not in found and own not in taken and own in ours:
            found[theirs] = own
            taken.add(own)
    return found


def _by_part(theirs: FoundBody, ours: FoundBody) -> Iterator[tuple[str, str]]:
    """Yield bones that are the same part of two bodies; those along spine and neck by how far along they are."""
    for role, name in theirs.bones.items():
        if role in ours.bones:
            yield name, ours.bones[role]
    for many, few in ((theirs.spine, ours.spine), (theirs.neck, ours.neck)):
        for place, name in enumerate(many):
            if few:
                yield name, few[min(place * len(few) // len(many), len(few) - 1)]


def _rows(other: Rig, rig: Rig, known: Mapping[str, str]) -> tuple[Rows, tuple[str, ...]]:
    """Return the row in a rig for each bone (n) of another, and the bones that have no counterpart."""
    found, lost = np.zeros(len(other.bones), np.int64), list[str]()
    top = rig.rows[next(known[bone.name] for bone in other.bones if bone.name in known)]
    for row, bone in enumerate(other.bones):
        if bone.name not in known and bone.kind == "bone":
            lost.append(bone.name)
        above = next((name for name in _upwards(other, bone) if name in known), None)
        found[row] = top if above is None else rig.rows[known[above]]
    return found, tuple(lost)


def _upwards(rig: Rig, bone: Bone) -> Iterator[str]:
    at: Bone | None = bone
    while at is not None:
        yield at.name
        at = rig.by_name[at.parent] if at.parent is not None else None


def _laid(other: Rig, rig: Rig, known: Mapping[str, str]) -> Floats:
    """Return the matrices (n, 4, 4) of the bones of another rig laid along those of a rig, armature space."""
    rests, moves = rest_matrices(other.bones), dict[str, Floats]()
    size = _size(rig, known.values()) / max(_size(other, known), 1e-12)
    usual = np.diag((size, size, size, 1.0))
    found = np.empty_like(rests)
    for row in _parents_first(other):
        bone = other.bones[row]
        above = moves.get(bone.parent or "", usual)
        if bone.name in known:
            start, end = np.array(bone.head), np.array(rig.by_name[known[bone.name]].head)
            above = _from_to(_turn(other, rig, bone, known, above), start, end)
        moves[bone.name] = above
        found[row] = above @ rests[row]
    return found


def _parents_first(rig: Rig) -> list[int]:
    depth = [sum(1 for _name in _upwards(rig, bone)) for bone in rig.bones]
    return sorted(range(len(depth)), key=depth.__getitem__)


def _size(rig: Rig, names: Iterable[str]) -> float:
    heads = np.array([rig.by_name[name].head for name in names])
    return float(np.linalg.norm(np.ptp(heads, axis=0)))


def _turn(other: Rig, rig: Rig, bone: Bone, known: Mapping[str, str], above: Floats) -> Floats:
    """Return how a bone is turned and scaled (3, 3) so that it points at its child as its counterpart does at that
    one's; without any as what is above it.
    """
    below = [child.name for child in other.children.get(bone.name, ()) if child.name in known]
    if not below:
        return above[:3, :3]
    child = max(below, key=lambda name: len(other.children.get(name, ())))
    one = np.subtract(other.by_name[child].head, bone.head)
    two = np.subtract(rig.by_name[known[child]].head, rig.by_name[known[bone.name]].head)
    long = float(np.linalg.norm(one)), float(np.linalg.norm(two))
    if min(long) < 1e-9:
        return above[:3, :3]
    return long[1] / long[0] * shortest_arc(one / long[0], two / long[1])


def _from_to(turn: Floats, start: Floats, end: Floats) -> Floats:
    found = np.eye(4)
    found[:3, :3], found[:3, 3] = turn, end - turn @ start
    return found


# The skin that gets them


def rest_points(figure: Figure, character: Character) -> Floats:
    """Return the vertices (v, 3) of all parts of a figure at rest, armature space."""
    bound = binding(figure.rig, figure.source, character)
    posed = posed_points(character, bound, palette(bound, rest_matrices(figure.rig.bones)))
    return np.concatenate([part.positions for part in posed])


def on_the_skin(figure: Figure, character: Character, found: Influences) -> Weighted:
    """Return the weights of the parts of a character that have a skin, on its joints, from those on the bones of the
    rig of all its vertices.

    A bone that is no joint of the skin of a part gives way to the nearest above it that is.
    """
    bound, width = binding(figure.rig, figure.source, character), found.bones.shape[1]
    made, start = Weighted(), 0
    for place, (part, first) in enumerate(zip(character.parts, bound.firsts, strict=True)):
        own = slice(start, start + len(part.positions))
        start = own.stop
        if part.skin is None:
            continue
        rows = bound.rows[first : first + len(character.skins[part.skin].joints)]
        joints = _joint_of_rows(figure.rig, rows)[found.bones[own]]
        of = np.repeat(np.arange(len(joints)), width)
        weights = found.weights[own].ravel().astype(np.float64)
        made[place] = influences_of(of, joints.ravel(), weights, len(joints), width)
    return made


def _joint_of_rows(rig: Rig, rows: NDArray[np.intp]) -> Rows:
    """Return the place among joints, which the bones in `rows` move, for each bone (n) of a rig."""
    first = {int(row): place for place, row in reversed([*enumerate(rows)])}
    lines = ((rig.rows[name] for name in _upwards(rig, bone)) for bone in rig.bones)
    return np.array([next((first[row] for row in line if row in first), 0) for line in lines], np.int64)
