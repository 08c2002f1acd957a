"""Cameras for the pictures of expressions: on the face, from its brows to the collar, or on what else one moves.

The face is where expressions move the skin of the head. What they move elsewhere, a tail or the whole body, is seen
where it is, as large as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import radians
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.figure import Figure
from pantin.rigs.fitting import figure_in
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.expressions import Expression
from pantin.rigs.meshes.measures import MOST as MOST_BONES
from pantin.rigs.meshes.measures import facing_of
from pantin.rigs.remembered import remembered
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.viewport.figure.skin import Skin, skin_of, with_skin
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.loaded_character import Characters, vertices_of

Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]
Rows = NDArray[np.intp]

FACE = Camera(yaw=0.0, pitch=radians(2.0), fov=radians(20.0))
"""A face is seen from the front and from farther than the figure: near by, its nose would grow."""
BODY = Camera(yaw=radians(25.0), pitch=radians(8.0))
"""Anything else is seen from ahead of its left, as the figures on pose cards are."""
YAWS = {"front": 0.0, "left": 90.0, "back": 180.0, "right": -90.0}
"""Degrees by which a camera is turned for a body that looks there at rest."""

CLEARLY = 0.1
"""The part of the farthest move of an expression below which a vertex counts as not moved: programs that make morph
targets move whole meshes by a hair."""
MOSTLY = 0.8
"""The part of what an expression moves that is skin of the head, at least, where it is one of the face."""
ABOVE, BELOW, COLLAR, ASIDE = 0.2, 0.25, 0.1, 0.15
"""Room above what moves of a face and below it, and below the joint of the head, in heights of what moves; and at each
side, in half its widths."""
AROUND = 0.3
"""Room around a part of the body, in its own sizes."""
SMALLEST, WHOLE = 0.12, 0.6
"""Heights of the figure: no smaller part of it is seen, and from here on the whole figure."""


class _AtRest(NamedTuple):
    """A figure at rest, in armature space."""

    points: Floats
    """(v, 3): its skin."""
    axes: Floats
    """(p, 3, 3): what turns and scales the moves of morph targets, by the rows of the palette."""
    joints: NDArray[np.int32]
    """(v,): the rows of the palette that move vertices most."""
    shown: Booleans
    """(v,): whether the part of a vertex is not hidden."""
    of_head: Booleans
    """(v,): whether a vertex hangs on the bone of the head, or on one below it."""
    neck: Floats | None
    """(3,): the joint of the head; None where no bone is a head."""
    yaw: float
    """The angle by which a camera is turned that looks at its front, radians."""


class _Moved(NamedTuple):
    """The points that expressions move clearly: rows (m,) of the skin, and the moves (m, 3), armature space."""

    rows: Rows
    to: Floats


def expression_view(figure: Figure, name: str, characters: Characters, size: tuple[int, int]) -> Camera | None:
    """Return the camera for a picture, `size` pixels wide and high, of a figure at rest with an expression.

    None where the figure has no skin, or its character no such expression.
    """
    skin = skin_of(figure, characters)
    expression = None if skin is None else next((one for one in skin.character.expressions if one.name == name), None)
    if skin is None or expression is None:
        return None
    there, face = _at_rest(skin, figure.rig), _face(skin, figure.rig)
    moved = _moved(skin.character, expression, there)
    if face is not None and (not len(moved.rows) or _is_of_face(moved, there)):
        return _on_face(FACE.facing(there.yaw, FACE.pitch), face, there, size)
    return _on_part(BODY.facing(BODY.yaw + there.yaw, BODY.pitch), moved, there, size)


@remembered("mesh", "bound", "hidden", most=2)
def _at_rest(skin: Skin, rig: Rig) -> _AtRest:
    """Return a figure at rest; each vertex as the joint has it that moves it most."""
    mesh, bones = skin.mesh.full, len(rig.bones)
    strongest = 0 if mesh.weights is None else mesh.weights.argmax(axis=1)
    joints = mesh.joints[np.arange(len(mesh.joints)), strongest]
    matrices = with_skin(skin, rest_matrices(rig.bones) if bones else np.zeros((0, 4, 4)))
    points = np.einsum("nij,nj->ni", matrices[joints, :3, :3], mesh.positions) + matrices[joints, :3, 3]
    shown = np.ones(len(points), bool)
    for place, at in enumerate(vertices_of(skin.character)):
        shown[at] = place not in skin.hidden
    head = _head_of(rig)
    of_head = np.isin(skin.bound.rows[joints - bones], [rig.rows[name] for name in _from(rig, head)])
    neck = None if head is None else np.array(rig.by_name[head].head)
    yaw = radians(YAWS.get(facing_of(rig), 0.0))
    return _AtRest(points, matrices[:, :3, :3], joints, shown, of_head, neck, yaw)


def _head_of(rig: Rig) -> str | None:
    """Return the bone that is the head of the body in a rig, as it was fitted or as names tell it."""
    if len(rig.bones) <= MOST_BONES and (fitted := figure_in(rig).bones.get("head")) is not None:
        return fitted
    return next((name for name, part in parts_of(rig).items() if part == "head"), None)


def _from(rig: Rig, bone: str | None) -> set[str]:
    """Return a bone and all below it."""
    found = set[str]() if bone is None else {bone}
    waiting = list(found)
    while waiting:
        children = [child.name for child in rig.children.get(waiting.pop(), ()) if child.name not in found]
        found.update(children)
        waiting += children
    return found


@remembered("mesh", "bound", "hidden", most=2)
def _face(skin: Skin, rig: Rig) -> _Moved | None:
    """Return what expressions move of the face, or else the skin of the head; None where there is none.

    Those that are presets tell best where it is: others may move hair, or ears.
    """
    there, character = _at_rest(skin, rig), skin.character
    each = [(one.preset is not None, _moved(character, one, there)) for one in character.expressions]
    of_face = [(is_preset, moved) for is_preset, moved in each if len(moved.rows) and _is_of_face(moved, there)]
    of_face = [each for each in of_face if each[0]] or of_face
    rows = np.unique(np.concatenate([np.empty(0, np.intp), *(moved.rows for _is_preset, moved in of_face)]))
    rows = rows[there.of_head[rows]] if len(rows) else np.flatnonzero(there.of_head & there.shown)
    return _Moved(rows, there.points[rows]) if len(rows) else None


def _is_of_face(moved: _Moved, there: _AtRest) -> bool:
    return bool(there.of_head[moved.rows].mean() >= MOSTLY)


def _moved(character: Character, expression: Expression, there: _AtRest) -> _Moved:
    """Return what an expression moves clearly of what is shown."""
    found = [(np.empty(0, np.intp), np.empty((0, 3))), *_moves(character, expression)]
    rows, moves = np.concatenate([each for each, _ in found]), np.concatenate([each for _, each in found])
    far = np.linalg.norm(moves, axis=1)
    clear = there.shown[rows] & (far > CLEARLY * far.max(initial=0.0))
    rows, moves = rows[clear], moves[clear]
    return _Moved(rows, there.points[rows] + np.einsum("nij,nj->ni", there.axes[there.joints[rows]], moves))


def _moves(character: Character, expression: Expression) -> Iterator[tuple[Rows, Floats]]:
    """Yield the rows of the skin that each morph target of an expression moves, and by how much, as the mesh has it."""
    vertices = vertices_of(character)
    for bind in expression.binds:
        for part, at in zip(character.parts, vertices, strict=True):
            targets = part.targets
            if part.node == bind.node and targets is not None and bind.target < len(targets.firsts) - 1:
                moved = slice(targets.firsts[bind.target], targets.firsts[bind.target + 1])
                yield targets.rows[moved] + at.start, bind.weight * targets.positions[moved].astype(np.float64)


def _on_face(camera: Camera, face: _Moved, there: _AtRest, size: tuple[int, int]) -> Camera:
    """Return the camera on a face: as high as from its brows to the collar, the head in its middle."""
    seen = face.to @ camera.axes.T
    low, high = seen.min(axis=0), seen.max(axis=0)
    tall, middle, bottom = high[1] - low[1], (low[0] + high[0]) / 2, low[1]
    if there.neck is not None:
        joint = camera.axes @ there.neck
        middle = min(max(joint[0], low[0]), high[0])
        bottom = min(bottom - (BELOW - COLLAR) * tall, joint[1])
    half = (1.0 + ASIDE) * max(middle - low[0], high[0] - middle)
    depth = (low[2] + high[2]) / 2
    corners = np.array([(middle - half, bottom - COLLAR * tall, depth), (middle + half, high[1] + ABOVE * tall, depth)])
    return camera.frame(corners @ camera.axes, *size, 1.0)


def _on_part(camera: Camera, moved: _Moved, there: _AtRest, size: tuple[int, int]) -> Camera:
    """Return the camera on what is moved, or on the whole figure where that is nothing, or much of it."""
    shown = there.points[there.shown] if there.shown.any() else there.points
    tall = float(np.ptp(shown, axis=0).max(initial=0.0))
    if not len(moved.rows):
        return camera.frame(shown, *size, 1.0 + AROUND / 2)
    around = np.concatenate([there.points[moved.rows], moved.to])
    low, high = around.min(axis=0), around.max(axis=0)
    if float((high - low).max()) >= WHOLE * tall:
        return camera.frame(np.concatenate([shown, around]), *size, 1.0 + AROUND / 2)
    middle, half = (low + high) / 2, np.maximum((high - low) / 2, SMALLEST * tall / 2)
    return camera.frame(np.array([middle - half, middle + half]), *size, 1.0 + AROUND)
