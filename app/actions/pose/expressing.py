"""Expressions of the figure's character, set by a panel or by the palette."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.rigs.document import Document
from pantin.rigs.fields import AnyBone, BoneRef, Vector3
from pantin.rigs.figure import Figure
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.faces import partners
from pantin.rigs.vectors import three
from pantin.rigs.wording import bone_label
from pantin.solver.edits.expressions import look_at, with_expressions
from pantin.viewport.values.loaded_character import loaded_of
from pantin.widgets.values.exchange import Edit

Floats = NDArray[np.float64]


def character_shown(session: Session) -> Character | None:
    """Return the character of the figure that is edited; None where it has none, or its file has not been read."""
    loaded = loaded_of(session.shown.figure, session.characters)
    return None if loaded is None else loaded.character


def on_both_sides(session: Session, values: Mapping[str, float]) -> Mapping[str, float]:
    """Return values of expressions by name, with Mirror X those of the other side beside them."""
    character = character_shown(session)
    if not session.mirrors or character is None:
        return values
    others = partners(character.expressions)
    return {**{others[name]: value for name, value in values.items() if name in others}, **values}


def with_values(values: Mapping[str, float]) -> Edit:
    """Return the edit that sets expressions of the figure that is edited."""

    def edit(document: Document) -> Document:
        return document.with_figure(with_expressions(document.figure, values))

    return edit


def keep_expressions(session: Session, values: Mapping[str, float]) -> None:
    """Set expressions, with Mirror X those of the other side as well. One step of undo."""
    both = on_both_sides(session, values)
    if all(value == 0.0 for value in both.values()):
        label = _("Put back expression {names}")
    else:
        label = _("Expression {names}")
    session.edit(label.format(names=", ".join(both)), with_values(both))


LookAt = tuple[float, float] | AnyBone | tuple[str] | None
"""The target of eyes: metres to the left and up at one metre ahead, a bone, ("camera",), or nothing."""


def looking_at(session: Session, at: LookAt, eye: Floats | None = None) -> Edit:
    """Return the edit that lets the eyes of the edited figure look at something; `eye` is the place of the camera."""
    character = character_shown(session)

    def edit(document: Document) -> Document:
        figure = document.figure
        if at is None or isinstance(at, str | BoneRef):
            return document.with_figure(look_at(figure, at, character))
        if len(at) == 2:
            return document.with_figure(look_at(figure, _ahead(figure, character, at), character))
        seen_from = (0.0, -1.0, 1.0) if eye is None else three(eye)
        point = three((figure.place.inverse.matrix @ (*seen_from, 1.0))[:3])
        return document.with_figure(look_at(figure, point, character, is_camera=True))

    return edit


def _ahead(figure: Figure, character: Character | None, aside: tuple[float, float]) -> Vector3:
    """Return the point one metre before the eyes at rest, so far to the left and up, armature space."""
    gaze = look_at(figure, (0.0, 0.0, 0.0), character).pose.gaze
    head = None if gaze is None else figure.rig.by_name.get(gaze.head or "")
    x, y, z = (0.0, 0.0, 0.0) if gaze is None or head is None else map(sum, zip(head.head, gaze.between, strict=True))
    return (x + aside[0], y - 1.0, z + aside[1])


def look(session: Session, at: LookAt, eye: Floats) -> None:
    """Let the eyes of the edited figure look at something. One step of undo."""
    if at is None:
        label = _("Look at nothing")
    elif isinstance(at, str | BoneRef):
        label = _("Look at {bone}").format(bone=bone_label(at))
    else:
        label = _("Look at a point") if len(at) == 2 else _("Look at the camera")
    session.edit(label, looking_at(session, at, eye))
