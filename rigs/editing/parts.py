"""Parts of a figure's character that are shown: the meshes of its file, each known by the node that carries it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.meshes.character import Character
from pantin.rigs.source import Source


class MeshPart(NamedTuple):
    """A mesh of a character at a node, with all that is drawn of it."""

    node: int
    name: str
    materials: tuple[int | None, ...]
    """Their places among the materials of the character, each once; None is the default of a file without."""


def parts_of(character: Character, source: Source | None) -> tuple[MeshPart, ...]:
    """Return the meshes of a character in the order of its file; one that is at two nodes is two.

    Each is called as its node, which is what people name, or else as its mesh.
    """
    names = [node.name for node in source.nodes] if source is not None else []
    found: dict[int, MeshPart] = {}
    for part in character.parts:
        named = names[part.node] if part.node < len(names) else ""
        known = found.get(part.node, MeshPart(part.node, named or part.name, ()))
        found[part.node] = known._replace(materials=tuple(dict.fromkeys((*known.materials, part.material))))
    return tuple(found.values())


def shown(document: Document, nodes: Iterable[int], is_shown: bool) -> Document:
    """Return the document with the meshes at these nodes shown, or hidden, in the figure that is edited."""
    hidden = set(document.figure.hidden_parts)
    return _hiding(document, hidden - set(nodes) if is_shown else hidden | set(nodes))


def shown_alone(document: Document, node: int, nodes: Iterable[int]) -> Document:
    """Return the document with the mesh at one node alone shown of those at all these `nodes`; all of them where it
    was alone already.
    """
    others = set(nodes) - {node}
    was_alone = set(document.figure.hidden_parts) & {*others, node} == others
    return _hiding(document, set() if was_alone else others)


def _hiding(document: Document, nodes: Iterable[int]) -> Document:
    hidden = tuple(sorted(nodes))
    figure = document.figure
    return document if hidden == figure.hidden_parts else document.with_figure(replace(figure, hidden_parts=hidden))
