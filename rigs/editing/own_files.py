"""The file of a figure's character, where it is found elsewhere or in another version."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.source import Source, SourceFile, SourceNode


def of_file(document: Document, digest: str) -> tuple[Figure, ...]:
    """Return the figures that came from the file of this digest."""
    return tuple(each for each in document.scene.figures if _is_of(each, digest))


def with_own_file(document: Document, digest: str, file: SourceFile) -> Document:
    """Return the document whose figures with the file of this digest have another one in its place."""
    figures = tuple(_with(each, file) if _is_of(each, digest) else each for each in document.scene.figures)
    return replace(document, scene=replace(document.scene, figures=figures))


def same_nodes(one: Source, other: Source) -> bool:
    """Return whether two files have the same nodes in the same places, whatever their meshes are."""
    return tuple(map(_bare, one.nodes)) == tuple(map(_bare, other.nodes))


def _is_of(figure: Figure, digest: str) -> bool:
    return figure.source is not None and figure.source.file is not None and figure.source.file.sha256 == digest


def _with(figure: Figure, file: SourceFile) -> Figure:
    return figure if figure.source is None else replace(figure, source=replace(figure.source, file=file))


def _bare(node: SourceNode) -> SourceNode:
    """Return a node as its file has it, without the bone that it became."""
    plain = SourceNode()
    return replace(node, bone=None, called="", head=plain.head, tail=plain.tail, roll=plain.roll, rest=None)


def rested_from(source: Source) -> Literal["bind", "nodes"]:
    """Return where the rest pose of a figure comes from: its nodes as they are saved, or the bind pose of its skin."""
    return "bind" if any(node.rest is not None for node in source.nodes) else "nodes"


def resting_as(document: Document, other: Figure) -> Document:
    """Return the document whose edited figure has rig, pose, clips and nodes of another reading of its file.

    Its name, its place, its hidden parts and its expressions stay; poses of the library count from the old rest and go.
    """
    figure = document.figure
    pose = replace(other.pose, expressions=figure.pose.expressions)
    return document.with_figure(
        replace(figure, rig=other.rig, pose=pose, clips=other.clips, source=other.source, poses=())
    )
