"""The picture of an expression on its card: the face of the figure at rest that has it, or what else it moves."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from pantin.app.pictures.figure_pictures import Shown
from pantin.rigs import Document
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.solver import rest_pose
from pantin.viewport.figure.expression_views import expression_view
from pantin.viewport.figure.skin import skin_of
from pantin.viewport.scene.scene import Background
from pantin.viewport.values.loaded_character import Characters

SIZE = (130, 120)
"""Pixels of a picture: twice those of its card."""

BARE = Background(grid=False, shadow=False)
"""No floor is seen behind a face, and its shadow would take most of the time."""


class ExpressionPicture(msgspec.Struct, frozen=True):
    """The picture of one expression, all of which is there and no other."""

    kind: ClassVar[str] = "expressions"
    size: ClassVar[tuple[int, int]] = SIZE
    name: str

    def contents(self, figure: Figure, characters: Characters) -> object:
        """Return all that it shows of a figure, but for the theme."""
        skin = skin_of(figure, characters)
        digest = "" if skin is None else skin.character.digest
        return self.name, figure.rig.bones, figure.rig.parts, digest, figure.hidden_parts

    def shown(self, figure: Figure, characters: Characters) -> Shown | None:
        """Return the figure at rest with the expression; None where its character has no such one."""
        bare = Figure(
            rig=figure.rig,
            source=figure.source,
            hidden_parts=figure.hidden_parts,
            pose=Pose(expressions={self.name: 1.0}),
        )
        camera = expression_view(bare, self.name, characters, SIZE)
        if camera is None:
            return None
        return Shown(Document.of(bare), rest_pose(figure.rig), camera, characters, BARE)
