"""A camera as a file says it: the `--camera` of `pantin render`.

`{"position": [x, y, z], "target": [x, y, z], "up": [0, 0, 1], "fov": 40}`: places in the world, metres, Z up and
figures looking along -Y; `up` points to the top of the picture; `fov` is the full vertical angle, degrees.
"""

from __future__ import annotations

from math import radians
from pathlib import Path

import msgspec

from pantin.app.messages import _
from pantin.rigs.formats import json_text
from pantin.rigs.formats.decoding import decode
from pantin.rigs.formats.files import Fault, Unreadable, read_bytes
from pantin.viewport.values.camera import Camera

Place = tuple[float, float, float]


class CameraFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the file."""

    position: Place
    target: Place
    up: Place = (0.0, 0.0, 1.0)
    fov: float = 40.0


def read(path: Path) -> Camera:
    """Return the camera that a file holds. Raises Unreadable, which says in one sentence what does not fit."""
    try:
        said = decode(json_text.parse(read_bytes(path)), CameraFile)
    except Fault as fault:
        raise Unreadable(path, fault.where, fault.what) from None
    if not 0.0 < said.fov < 180.0:
        raise Unreadable(path, "$.fov", _("this is no angle of view; write degrees, more than 0 and less than 180."))
    if not any(said.up):
        raise Unreadable(path, "$.up", _("it has no direction; the Z axis is 0, 0, 1."))
    try:
        return Camera.looking(said.position, said.target, said.up, radians(said.fov))
    except ValueError as error:
        raise Unreadable(path, "$", str(error)) from None
