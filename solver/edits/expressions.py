"""Expressions of a figure as edits: what its face does is part of its pose."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite, radians

import numpy as np
from msgspec.structs import replace

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.editing.bones import known
from pantin.rigs.fields import AnyBone, BoneRef, Vector3
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.found_body import role_of
from pantin.rigs.fitting.recognition import figure_in
from pantin.rigs.gaze import LOOKING, Gaze, GazeBy
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.expressions import PRESETS
from pantin.rigs.messages import _
from pantin.rigs.rig import Rig
from pantin.rigs.sides import Side, mirrored_name, side_of
from pantin.rigs.vectors import three

USUAL = radians(35.0)
"""The most that eyes turn where no file says it, radians."""


def set_expression(figure: Figure, name: str, value: float) -> Figure:
    """Return the figure with an expression that far there; one of 0 is not kept.

    Raises ValueError for a value that is not finite.
    """
    return with_expressions(figure, {name: value})


def with_expressions(figure: Figure, values: Mapping[str, float]) -> Figure:
    """Return the figure with these values of expressions beside its others; those of 0 are not kept.

    Raises ValueError for a value that is not finite.
    """
    for value in values.values():
        if not isfinite(value):
            raise ValueError(_("The value of an expression is a finite number."))
    found = {name: value for name, value in {**figure.pose.expressions, **values}.items() if value}
    return only_expressions(figure, found)


def only_expressions(figure: Figure, values: Mapping[str, float]) -> Figure:
    """Return the figure with these values of expressions and no others; the same where nothing changes."""
    if values == figure.pose.expressions:
        return figure
    return replace(figure, pose=replace(figure.pose, expressions=dict(values)))


def look_at(
    figure: Figure, at: Vector3 | AnyBone | None, character: Character | None = None, is_camera: bool = False
) -> Figure:
    """Return the figure whose eyes look at a point in armature space, at a bone of whatever figure, or at nothing.

    The point is that of the camera where that is said: then they follow whoever sees the figure. How eyes look is as
    the file of the `character` says; without it, eyes that are bones turn. Raises ValueError where there are none.
    """
    if at is None:
        return figure if figure.pose.gaze is None else replace(figure, pose=replace(figure.pose, gaze=None))
    gaze = figure.pose.gaze or eyes_of(figure, character)
    if isinstance(at, BoneRef):
        gaze = replace(gaze, at="bone", bone=at)
    elif isinstance(at, str):
        gaze = replace(gaze, at="bone", bone=known(figure.rig, at).name)
    else:
        gaze = replace(gaze, at="camera" if is_camera else "point", point=at, bone=None)
    return replace(figure, pose=replace(figure.pose, gaze=gaze))


def eyes_of(figure: Figure, character: Character | None) -> Gaze:
    """Return how a figure looks, at nothing yet. Raises ValueError where it has no eyes."""
    rig, found = figure.rig, _parts(figure.rig)
    head, left, right = (
        _bone_of(figure, character, name) or found.get(part)
        for name, part in (("head", "head"), ("leftEye", "eye.L"), ("rightEye", "eye.R"))
    )
    file = character.look_at if character is not None else None
    presets = {each.preset for each in character.expressions} if character is not None else set()
    by: GazeBy = "bones" if left or right else "expressions"
    if file is not None and file.by == "expressions" and presets.intersection(LOOKING):
        by = "expressions"
    if head is None or (by == "expressions" and not presets.intersection(LOOKING)):
        raise ValueError(_("The figure has no eyes that are bones, and no expressions that look somewhere."))
    fits = file is not None and (file.by == by)
    inner, outer, down, up = (
        ((each.most, each.scale, *each.curve) for each in (file.inner, file.outer, file.down, file.up))
        if file is not None and fits
        else ((USUAL, USUAL if by == "bones" else 1.0),) * 4
    )
    own = rig.by_name[head].head
    if file is not None and character is not None and any(file.offset):
        between = three(character.turn[:3, :3] @ file.offset)
    else:
        eyes = [rig.by_name[eye].head for eye in (left, right) if eye is not None]
        between = three(np.mean(eyes, axis=0) - own) if eyes else (0.0, 0.0, 0.0)
    return Gaze(by=by, head=head, left=left, right=right, between=between, inner=inner, outer=outer, down=down, up=up)


def _parts(rig: Rig) -> dict[str, str]:
    """Return the bones of head and eyes by their roles, also of a figure that is no person."""
    eyes = {role_of("eye", side_of(name)): name for name, part in parts_of(rig).items() if part == "eye"}
    heads = [parent for name in eyes.values() if (parent := rig.by_name[name].parent) is not None]
    return {**({"head": heads[0]} if heads else {}), **eyes, **figure_in(rig).bones}


def _bone_of(figure: Figure, character: Character | None, name: str) -> str | None:
    """Return the bone that the file of the character calls so; None where it calls none so."""
    node = None if character is None else character.humanoid.get(name)
    if node is None or figure.source is None or node >= len(figure.source.nodes):
        return None
    bone = figure.source.nodes[node].bone
    return bone if bone in figure.rig.by_name else None


def mixed_expressions(
    figure: Figure, goal: Mapping[str, float], amount: float, flip: bool = False, part: bool = True
) -> Figure:
    """Return the figure with expressions `amount` of the way to those of a pose, from side to side where asked for.

    A whole pose, not a `part` of one, leads those that it does not name to 0. One that names none leaves them all.
    """
    if not goal or amount == 0.0:
        return figure
    goal, own = flipped_values(goal) if flip else goal, figure.pose.expressions
    names = goal if part else {**own, **goal}
    pairs = {name: (own.get(name, 0.0), goal.get(name, 0.0)) for name in names}
    return with_expressions(
        figure, {name: end if amount == 1.0 else start + amount * (end - start) for name, (start, end) in pairs.items()}
    )


def flipped_expressions(figure: Figure) -> Figure:
    """Return the figure with what it does on one side of its face on the other."""
    return only_expressions(figure, flipped_values(figure.pose.expressions))


def with_one_side(figure: Figure, side: Side) -> Figure:
    """Return the figure that does on both sides of its face what it does on one; where it looks stays."""
    values = figure.pose.expressions
    sides = {name: "" if PRESETS.get(name.lower()) in LOOKING else side_of(name) for name in values}
    kept = {name: value for name, value in values.items() if sides[name] in ("", side)}
    others = {mirrored_name(name): value for name, value in kept.items() if sides[name]}
    return only_expressions(figure, {**kept, **others})


def flipped_values(values: Mapping[str, float]) -> dict[str, float]:
    """Return values of expressions as the other side would have them: those whose names tell a side change it."""
    return {mirrored_name(name): value for name, value in values.items()}
