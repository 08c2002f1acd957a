"""All that a document saves: the figures, each with its rig and pose, and the ground under them."""

from __future__ import annotations

import operator
from collections.abc import Mapping

import msgspec

from pantin.rigs import references
from pantin.rigs.fields import BoneRef
from pantin.rigs.figure import Figure
from pantin.rigs.gaze import Gaze
from pantin.rigs.ground import Ground


class Scene(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Figures, whose names are unique. A value: nobody changes its parts, edits make a new one."""

    figures: tuple[Figure, ...] = ()
    ground: Ground | None = None
    """The ground under the figures, in world space; None is the floor of the picture, on which no foot plants."""

    def figure(self, name: str) -> Figure:
        """Return the figure of that name. Raises KeyError where the scene has none."""
        for figure in self.figures:
            if figure.name == name:
                return figure
        raise KeyError(name)

    def with_figure(self, name: str, figure: Figure) -> Scene:
        """Return the scene with `figure` in place of the one of that name, in its order.

        Where it has another name, other figures that refer to its bones follow.
        """
        scene = self if figure.name == name else self.following(name, {}, figure.name)
        figures = tuple(figure if each.name == name else each for each in scene.figures)
        return msgspec.structs.replace(scene, figures=figures)

    def following(self, name: str, renamed: Mapping[str, str | None] | None, new_name: str | None = None) -> Scene:
        """Return the scene, in which other figures name the bones of the figure `name` by their new names.

        A bone whose new name is None is named no more; without names none is.
        `new_name` is that of the figure, where it gets another.
        """
        figures = tuple(
            each
            if each.name == name or not (each.rig.names_others or _looks_at_other(each))
            else _following(each, name, renamed, new_name)
            for each in self.figures
        )
        same = all(map(operator.is_, figures, self.figures))
        return self if same else msgspec.structs.replace(self, figures=figures)


def has_bone(scene: Scene, ref: BoneRef) -> bool:
    """Return whether the scene has that bone of that figure."""
    return any(each.name == ref.figure and ref.bone in each.rig.by_name for each in scene.figures)


def _following(figure: Figure, name: str, renamed: Mapping[str, str | None] | None, new_name: str | None) -> Figure:
    """Return a figure that names the bones of another one by their new names; the same where it names none."""
    gaze = figure.pose.gaze
    if gaze is not None and (now := references.follow_in_others(gaze, name, renamed, new_name)) is not gaze:
        figure = msgspec.structs.replace(figure, pose=msgspec.structs.replace(figure.pose, gaze=_at_something(now)))
    constraints = tuple(references.follow_in_others(each, name, renamed, new_name) for each in figure.rig.constraints)
    if all(map(operator.is_, constraints, figure.rig.constraints)):
        return figure
    return msgspec.structs.replace(figure, rig=figure.rig.changed(constraints=constraints))


def _looks_at_other(figure: Figure) -> bool:
    return figure.pose.gaze is not None and isinstance(figure.pose.gaze.bone, BoneRef)


def _at_something(gaze: Gaze) -> Gaze | None:
    """Return the gaze; None where the bone that it was at is gone."""
    return None if gaze.at == "bone" and gaze.bone is None else gaze
