"""The picture of a bend on its card: the parts that it is about from near, in the heat of the bone that turns."""

from __future__ import annotations

import hashlib
from math import radians
from typing import ClassVar

import msgspec
import numpy as np
from msgspec.structs import replace

from pantin import solver
from pantin.app.pictures.figure_pictures import Shown
from pantin.app.session.clip_frame import bend_look
from pantin.rigs import Document
from pantin.rigs.editing.selection import select
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.bends import Bend
from pantin.rigs.rig import Rig
from pantin.rigs.tree.traversal import ancestors
from pantin.viewport.figure.skin import skin_of
from pantin.viewport.paint.figure_picture import FILLED, PLAIN
from pantin.viewport.scene.scene import DISPLAY
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.loaded_character import Characters, loaded_of

HEAT = replace(DISPLAY, skin="weights")

FROM = Camera(yaw=radians(30.0), pitch=radians(6.0))
"""The left side is bent, and is seen from ahead of the left."""


class BendPicture(msgspec.Struct, frozen=True):
    """The picture of one bend."""

    kind: ClassVar[str] = "bends"
    size: ClassVar[tuple[int, int]] = (176, 160)
    bend: Bend

    def contents(self, figure: Figure, characters: Characters) -> object:
        """Return all that it shows of a figure, but for the theme."""
        rig, loaded = figure.rig, loaded_of(figure, characters)
        digest = "" if loaded is None else loaded.character.digest
        painted = None if loaded is None else loaded.weights
        if painted is not None:
            arrays = (np.ascontiguousarray(each).tobytes() for each in painted)
            digest += hashlib.sha256(b"".join(arrays)).hexdigest()
        shown = dict(self.bend.turns), self.bend.bone, figure.hidden_parts
        return rig.bones, rig.constraints, rig.limbs, digest, *shown

    def shown(self, figure: Figure, characters: Characters) -> Shown | None:
        """Return the figure in this bend; None where it has no skin, or lacks its bones."""
        bend, skin = self.bend, skin_of(figure, characters)
        if skin is None or any(name not in figure.rig.by_name for name in bend.turns):
            return None
        document = bend_look(figure.rig, bend).on(Document.of(replace(figure, poses=(), clips=())))
        evaluated = solver.evaluate(document)
        if bend.bone is not None:
            document = select(document, (bend.bone,), bend.bone)
        around = skin.around(evaluated.matrices, [figure.rig.rows[name] for name in _framed(figure.rig, bend)])
        if not len(around):
            around = skin.around(evaluated.matrices)
        camera = FROM.frame(around, *self.size, 1 / FILLED)
        return Shown(document, evaluated, camera, characters, PLAIN, HEAT)


def _framed(rig: Rig, bend: Bend) -> list[str]:
    """Return the bones that the picture is about: those that turn, what they carry, and what carries them."""
    bones = [bone.name for bone in rig.bones if bone.kind == "bone"]
    if not bend.turns:
        return bones
    turned = set(bend.turns)
    carriers = {above for name in turned if (above := rig.by_name[name].parent) is not None}
    return [name for name in bones if name in turned | carriers or turned.intersection(ancestors(rig, name))]
