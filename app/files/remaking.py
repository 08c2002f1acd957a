"""Figures whose own file is made anew, because their rest pose or their skin is another: it is kept until it is saved.

Nothing of a mesh is in a document: the figure names the new file, and undo names the old one again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from pantin.app.messages import _, ngettext
from pantin.rigs.document import Document
from pantin.rigs.editing.building.twisting import add_twist_bones
from pantin.rigs.figure import Figure
from pantin.rigs.formats import own_file
from pantin.rigs.formats.converted.remade import remade_file
from pantin.rigs.formats.files import Fault, Unreadable
from pantin.rigs.source import SourceFile
from pantin.rigs.unusable import Unusable
from pantin.rigs.wording import quoted

if TYPE_CHECKING:
    from pantin.rigs.formats.gltf.whole import Whole

TWIST_BONES = 5
"""Twist bones of a limb: at a turn of 170° each turns by 43° from the next, which leaves 87 % of a cross-section."""

NOWHERE: Mapping[str, str] = {}


class Remade(NamedTuple):
    """A document whose edited figure may come from another file than before."""

    document: Document
    words: tuple[str, ...]
    """Whole sentences about what does not stay as it was."""
    said: str = ""
    """A sentence about what was made."""


Make = Callable[[Document, "Whole | None"], tuple[Document, bytes | None, tuple[str, ...]]]
"""Returns a document, and what the file of its edited figure becomes; that is None without a file."""


def pose_as_rest(document: Document, place: Path | None = None, known: Mapping[str, str] = NOWHERE) -> Remade:
    """Return the document whose edited figure rests in the pose that is seen; nothing moves.

    Its file is looked for where it was, beside the document at `place`, and in `known`, paths by digest. Raises
    ValueError, and Unreadable where the file is not found.
    """
    from pantin.solver.edits.poses import pose_as_rest as posing

    return remade(document, posing.pose_as_rest, place, known)


def twist_bones(
    document: Document,
    place: Path | None = None,
    known: Mapping[str, str] = NOWHERE,
    *,
    names: Sequence[str],
    count: int = TWIST_BONES,
    by_hand: bool = False,
) -> Remade:
    """Return the document in which each of the bones has `count` twist bones, and its skin weights for them.

    Raises as `pose_as_rest` does.
    """

    from pantin.rigs.formats.gltf.twist_joints import with_twist_joints

    def make(before: Document, whole: Whole | None) -> tuple[Document, bytes | None, tuple[str, ...]]:
        made = add_twist_bones(before, names, count, by_hand)
        old = before.rig.by_name
        rows = {
            name: [bone for bone in made.rig.children[name] if bone.name not in old] for name in dict.fromkeys(names)
        }
        found = None if whole is None else with_twist_joints(before.figure, whole, rows)
        if found is None:
            return made, None, ()
        bones = sum(map(len, rows.values()))
        said = ngettext(
            "{bones} twist bones have weights of {count} vertex, made by Pantin of those of its bone.",
            "{bones} twist bones have weights of {count} vertices, made by Pantin of those of their bones.",
            found.vertices,
        ).format(bones=bones, count=f"{found.vertices:,}")
        told.append(said)
        if found.loops:
            told.append(_loops_cut(found.loops, found.primitives))
        return made.with_figure(replace(made.figure, source=found.source)), found.data, ()

    told: list[str] = []
    return remade(document, make, place, known)._replace(said=" ".join(told))


def _loops_cut(loops: int, parts: int) -> str:
    into = ngettext("{count} part of the mesh", "{count} parts of the mesh", parts).format(count=parts)
    sentence = ngettext("{count} loop was cut into {parts}.", "{count} loops were cut into {parts}.", loops)
    return sentence.format(count=loops, parts=into)


def bound_again(document: Document, place: Path | None = None, known: Mapping[str, str] = NOWHERE) -> Remade:
    """Return the document whose figure has new weights, made from where its bones rest; nothing moves at rest.

    Controls of limbs whose joints were moved are fitted anew. Raises as `pose_as_rest` does.
    """
    from pantin.solver.edits import rigged_meshes

    def make(before: Document, whole: Whole | None) -> tuple[Document, bytes | None, tuple[str, ...]]:
        if whole is None:
            raise Unreadable(before.figure.name, _("mesh"), _("the figure has no mesh that could be bound."))
        try:
            made, found = rigged_meshes.bound_again(before, whole)
        except Unusable as error:
            raise Unreadable(before.figure.name, _("mesh"), str(error)) from None
        told.append(
            ngettext(
                "{count} vertex is bound anew. Pantin made its weights.",
                "{count} vertices are bound anew. Pantin made the weights.",
                found.vertices,
            ).format(count=f"{found.vertices:,}")
        )
        return made, found.data, ()

    told: list[str] = []
    return remade(document, make, place, known)._replace(said=" ".join(told))


def skin_joint(
    document: Document, place: Path | None = None, known: Mapping[str, str] = NOWHERE, *, bone: str
) -> Remade:
    """Return the document in whose file all skins of the edited figure have a bone as a joint.

    Raises as `pose_as_rest` does.
    """
    from pantin.rigs.formats.gltf.more_joints import with_joint

    def make(before: Document, whole: Whole | None) -> tuple[Document, bytes | None, tuple[str, ...]]:
        if whole is None:
            return before, None, ()
        found = with_joint(before.figure, whole, bone)
        return before.with_figure(replace(before.figure, source=found.source)), found.data, ()

    said = _("{bone} is a joint of the whole skin now; paint again.").format(bone=quoted(bone))
    return remade(document, make, place, known)._replace(said=said)


def remade(document: Document, make: Make, place: Path | None = None, known: Mapping[str, str] = NOWHERE) -> Remade:
    """Return the document that `make` makes, with the file that it makes kept. Raises as `pose_as_rest`."""
    file = file_of(document.figure)
    whole = None if file is None else whole_of_file(file, place, known)
    try:
        made, data, words = make(document, whole)
    except Fault as fault:
        raise Unreadable("" if file is None else file.path, fault.where, fault.what) from None
    if file is None or data is None or made.figure.source is None:
        return Remade(made, words)
    source = replace(made.figure.source, file=remade_file(data, file.path))
    return Remade(made.with_figure(replace(made.figure, source=source)), words)


def file_of(figure: Figure) -> SourceFile | None:
    """Return the file that a figure came from; None where it has none."""
    return None if figure.source is None else figure.source.file


def whole_of_file(file: SourceFile, place: Path | None, known: Mapping[str, str]) -> Whole:
    """Return the parts of a figure's file, where it is now. Raises Unreadable."""
    from pantin.rigs.formats.gltf.whole import whole_of

    path = own_file.found(file, place, known)
    try:
        whole = None if path is None else whole_of(replace(file, path=str(path.absolute())))
    except Fault as fault:
        raise Unreadable(file.path, fault.where, fault.what) from None
    if whole is None:
        what = _("it is not where it was, and the figure cannot be made anew without it; find it first.")
        raise Unreadable(file.path, _("file"), what)
    return whole
