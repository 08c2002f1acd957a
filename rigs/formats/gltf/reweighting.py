"""Other weights for vertices of skins that a file has: what is written where weights were painted or transferred."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf.meshes import CHANGED
from pantin.rigs.formats.gltf.rewriting import DRACO, Rewriting
from pantin.rigs.formats.gltf.whole import Plain, Whole
from pantin.rigs.meshes.character import Part
from pantin.rigs.messages import _
from pantin.rigs.motion.transform_arrays import Floats


class OtherWeights(NamedTuple):
    """The weights that some vertices of a part get."""

    part: Part
    vertices: NDArray[np.int64]
    """(m,): their places in the part."""
    joints: NDArray[np.int64]
    """(m, k): places among the joints of its skin."""
    weights: Floats
    """(m, k), together 1."""


def reweighted(whole: Whole, changes: Sequence[OtherWeights], noted: str = CHANGED) -> bytes:
    """Return a file in which vertices have other weights, which is `noted` in it; all else is as it was.

    The parts are those of its character. Raises Fault where the file is damaged, or another one.
    """
    made = Rewriting(whole)
    for skin in dict.fromkeys(change.part.skin for change in changes):
        assert skin is not None
        meshes = dict(made.meshes_of(skin))
        todo: dict[int, tuple[Plain, list[OtherWeights]]] = {}
        alike = _alike([each for mesh in meshes.values() for each in mesh["primitives"]])
        for change in changes:
            if change.part.skin == skin:
                first = alike[id(meshes[change.part.mesh]["primitives"][change.part.primitive])][0]
                todo.setdefault(id(first), (first, []))[1].append(change)
        for first, own in todo.values():
            _write(made, alike[id(first)], own)
    made.note((noted,))
    return made.written()


def _alike(primitives: Sequence[Plain]) -> dict[int, list[Plain]]:
    """Return for each of the primitives, by its id, those that have the same vertices in the file."""
    groups: dict[object, list[Plain]] = {}
    for each in primitives:
        attributes = each["attributes"].items()
        own = tuple(sorted(pair for pair in attributes if pair[0].startswith(("JOINTS_", "WEIGHTS_"))))
        groups.setdefault(id(each) if DRACO in (each.get("extensions") or {}) else own, []).append(each)
    return {id(each): group for group in groups.values() for each in group}


def _write(made: Rewriting, primitives: Sequence[Plain], changes: Sequence[OtherWeights]) -> None:
    """Write other weights into the vertices that primitives share."""
    known = made.influences(primitives[0])
    if known is None:
        return
    width = max(known[0].shape[1], *(change.joints.shape[1] for change in changes))
    room = ((0, 0), (0, width - known[0].shape[1]))
    joints, weights = np.pad(known[0], room), np.pad(known[1], room)
    rows = list[NDArray[np.int64]]()
    for change in changes:
        places = change.vertices if change.part.rows is None else change.part.rows[change.vertices]
        if places.max(initial=0) >= len(joints):
            raise Fault(_("file"), _("its vertices are not those of the mesh that is shown; open it again."))
        own = change.joints.shape[1]
        joints[places], weights[places] = 0, 0.0
        joints[places, :own], weights[places, :own] = change.joints, change.weights
        rows.append(places)
    made.set_influences(primitives[0], joints, weights, np.unique(np.concatenate(rows)), primitives[1:])
