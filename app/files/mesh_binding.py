"""A mesh without skin that is bound to the bones of a figure: another figure of the scene, or one from a file."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pantin.app.messages import _
from pantin.rigs.document import Document
from pantin.rigs.editing.figures import removed
from pantin.rigs.figure import Figure
from pantin.rigs.formats.converted.binding import bound_figure, placed_in_scene
from pantin.rigs.formats.files import Fault, Unreadable
from pantin.rigs.rig import Bone, Rig


def is_bare(figure: Figure) -> bool:
    """Return whether a figure came from a file whose meshes have no skin."""
    return figure.source is not None and figure.source.file is not None and not figure.source.skins


def pair_in(document: Document) -> tuple[Figure, Figure | None] | None:
    """Return the figure with bones and the one with the mesh: the edited one, and the first that goes with it.

    Without a mesh in the scene there is the figure alone; None where only a mesh is there.
    """
    edited, others = document.figure, [each for each in document.scene.figures if each is not document.figure]
    if not is_bare(edited):
        return edited, next((each for each in others if is_bare(each)), None)
    rig = next((each for each in others if each.rig.bones and not is_bare(each)), None)
    return None if rig is None else (rig, edited)


def bound_document(
    document: Document, figure: Figure, mesh: Figure, most: int, progress: Callable[[float], None]
) -> Document:
    """Return the document in which a mesh is bound to a figure of it; the figure with the mesh is gone.

    Raises ValueError, in one sentence, where that cannot be.
    """
    try:
        made = bound_figure(mesh, figure, most, placed_in_scene(mesh, figure), progress)
    except Fault as fault:
        raise Unreadable(mesh.name, fault.where, fault.what) from None
    whole = replace(document, scene=document.scene.with_figure(figure.name, made))
    if any(each.name == mesh.name for each in whole.scene.figures if each is not made):
        whole = removed(whole, mesh.name)
    return whole.editing(figure.name)


def _bones(rig: Rig) -> list[Bone]:
    return [bone for bone in rig.bones if bone.kind == "bone"]


def said(document: Document) -> str:
    """Return what is told of a mesh that was bound."""
    bones = len(_bones(document.rig))
    return _("The mesh hangs on {bones} bones. Pantin made the weights.").format(bones=bones)
