"""A scene of two figures: a person that is edited, and one beside or before it that is not."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.place import Place
from pantin.rigs.rig import Rig
from pantin.rigs.scene import Scene
from pantin.rigs.templates import humanoid
from pantin.solver import Posed, rest_pose

RIG = humanoid.rig()
ANNA, BEN = "Anna", "Ben"


def two(rig: Rig = RIG, **document) -> Document:
    """Anna is edited; Ben has a rig of his own, or the same."""
    figures = (Figure(ANNA, rig=RIG), Figure(BEN, rig=rig))
    return Document(Scene(figures), ANNA, **document)


def moved(pose: Posed, by: tuple[float, float, float]) -> Posed:
    """The pose so many metres away."""
    matrices = np.array(pose.matrices)
    matrices[:, :3, 3] += by
    return pose.with_matrices(matrices)


def beside(by: tuple[float, float, float], rig: Rig = RIG) -> dict[str, Posed]:
    """Ben at rest, so many metres from where he would stand."""
    return {BEN: moved(rest_pose(rig), by)}


def put(document: Document, name: str, place: Place) -> Document:
    """The document with a figure at another place."""
    figure = replace(document.scene.figure(name), place=place)
    return replace(document, scene=document.scene.with_figure(name, figure))
