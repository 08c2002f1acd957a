"""The rotations of FBX nodes that ufbx evaluates otherwise than the FBX SDK and Maya do.

A node whose RotationActive is off, or whose rotation space is for limits only, turns in the order XYZ, without pre- and
post-rotation. Where layers are blended as rotations, Maya blends angles as if they were in the order XYZ, and turns the
node by what comes of it in the node's own order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.formats.converted.content import Floats
from pantin.rigs.formats.converted.fbx_objects import at, kept, rows

ROTATION = "Lcl Rotation"
ORDERS = ("XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX")
"""Axes in the order in which a node turns about them, as FBX counts them; any other number is the first."""

WHOLE = 0.99999
"""Weight of a layer from which on it is there as a whole, as ufbx takes it."""


class Layer:
    """A layer of a clip, and what it says of each property of each node."""

    def __init__(self, layer: Any) -> None:
        self.layer = layer
        self._values: dict[tuple[str, int, str], Any] = {}
        for each in rows(layer, "anim_props"):
            element = at(each, "element")
            key = element.type.name, int(element.typed_id), str(each.prop_name)
            self._values.setdefault(key, each)

    def turns(self, node: Any) -> Any:
        """Return the curves of a node's angles; None where it has none."""
        return self._found("NODE", node, ROTATION)

    def weights(self, times: Sequence[float]) -> Floats:
        """Return the weights (f,) of the layer."""
        curves = self._found("ANIM_LAYER", self.layer, "Weight")
        if curves is None or not self.layer.weight_is_animated or not self.layer.blended:
            return np.full(len(times), float(self.layer.weight))
        found = np.clip(np.array([curves.evaluate_real(time) for time in times]) / 100.0, 0.0, 1.0)
        return np.where(found > WHOLE, 1.0, found)

    def blended(self, below: Floats, own: Floats, weights: Floats) -> Floats:
        """Return the angles (f, 3) of the layer over those below it."""
        layer, share = self.layer, weights[:, None]
        if not layer.additive and not layer.blended:
            return own
        if not layer.compose_rotation:
            return below + own * share if layer.additive else below * (1.0 - share) + own * share
        first, second = turned_by(below, ORDERS[0]), turned_by(own, ORDERS[0])
        if layer.additive:
            none = np.tile((0.0, 0.0, 0.0, 1.0), (len(own), 1))
            return angles_of(rot.multiply(first, rot.slerp(none, second, weights)))
        return angles_of(rot.slerp(first, second, weights))

    def _found(self, kind: str, element: Any, name: str) -> Any:
        each = self._values.get((kind, int(element.typed_id), name))
        return None if each is None else at(each, "anim_value")


class Turning(NamedTuple):
    """The rotation of a node: its angles, order and pivots."""

    node: Any
    order: str
    before: Floats
    """The pre-rotation [x, y, z, w]."""
    after: Floats
    """The inverse of the post-rotation."""
    pivot: Floats
    """(3,): what a rotation carries along, apart from the scale."""
    scale_pivot: Floats
    """(3,)."""

    def turned(self, found: Floats, angles: Floats) -> Floats:
        """Return transforms (f, 10) that turn by `angles` (f, 3), degrees, and are else as they were `found`."""
        turns = rot.multiply(self.before, rot.multiply(turned_by(angles, self.order), self.after))
        carried = self.pivot - found[:, 7:] * self.scale_pivot
        moved = np.einsum("fij,fj->fi", _matrices(turns) - _matrices(found[:, 3:7]), carried)
        return np.concatenate((found[:, :3] + moved, turns, found[:, 7:]), axis=1)

    def angles(self, layers: Sequence[Layer], times: Sequence[float]) -> Floats:
        """Return the angles (f, 3) in degrees that the layers of a clip make of those that are saved."""
        found = np.tile(_numbers(at(self.node, "props"), ROTATION), (len(times), 1))
        for place, layer in enumerate(layers):
            curves = layer.turns(self.node)
            if curves is None:
                continue
            values = np.array([[*curves.evaluate_vec3(time)] for time in times])
            found = values if place == 0 else layer.blended(found, values, layer.weights(times))
        return found


def turning_of(node: Any, layers: Sequence[Layer]) -> Turning | None:
    """Return how a node turns where ufbx evaluates that otherwise; None where it does not.

    `layers` are those of all clips.
    """
    props = at(node, "props")
    is_plain = not props.find_int("RotationActive", 1) or bool(props.find_int("RotationSpaceForLimitOnly", 0))
    number = int(node.rotation_order)
    order = ORDERS[number] if number < len(ORDERS) else ORDERS[0]
    before, after = (_numbers(props, name) for name in ("PreRotation", "PostRotation"))
    is_blended = order != ORDERS[0] and any(
        each.layer.compose_rotation and each.layer.blended and each.turns(node) is not None for each in layers
    )
    if not is_blended and not (is_plain and (order != ORDERS[0] or before.any() or after.any())):
        return None
    if is_plain:
        order, before, after = ORDERS[0], np.zeros(3), np.zeros(3)
    first, last = (turned_by(each[None], ORDERS[0])[0] for each in (before, after))
    around, offset, scaled = (_numbers(props, name) for name in ("RotationPivot", "ScalingOffset", "ScalingPivot"))
    conjugate = np.array((-1.0, -1.0, -1.0, 1.0))
    return Turning(node, order, first, last * conjugate, offset + scaled - around, scaled)


def _numbers(props: Any, name: str) -> Floats:
    """Return the three numbers of a property; 0 where it is not there."""
    found = kept(props.find_prop(name))
    return np.zeros(3) if found is None else np.array([*found.value_vec4][:3], np.float64)


def turned_by(angles: Floats, order: str) -> Floats:
    """Return the rotations (f, 4) by angles (f, 3) in degrees about fixed axes, one after the other as in `order`."""
    found = np.tile((0.0, 0.0, 0.0, 1.0), (len(angles), 1))
    for axis in order:
        place = "XYZ".index(axis)
        found = rot.multiply(rot.quaternion_about(np.eye(3)[place][None], np.radians(angles[:, place])), found)
    return found


def angles_of(turns: Floats) -> Floats:
    """Return the angles (f, 3) in degrees about fixed x, then y, then z of rotations (f, 4)."""
    matrices = _matrices(turns)
    x = np.arctan2(matrices[:, 2, 1], matrices[:, 2, 2])
    y = np.arcsin(np.clip(-matrices[:, 2, 0], -1.0, 1.0))
    z = np.arctan2(matrices[:, 1, 0], matrices[:, 0, 0])
    return np.asarray(np.degrees(np.stack((x, y, z), axis=1)), np.float64)


def _matrices(turns: Floats) -> Floats:
    return rot.matrix_from_quaternion(rot.normalised(turns))
