"""A bone that skins of a figure's own file do not have as a joint: it becomes one, without any weight yet.

Its inverse bind matrix is that of the nearest joint above it, or else of the first one, counted from where both rest:
a vertex that it gets stays where it is at rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from pantin.rigs.figure import Figure
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf.rewriting import Rewriting
from pantin.rigs.formats.gltf.whole import Whole
from pantin.rigs.formats.own_file import name_of
from pantin.rigs.messages import _
from pantin.rigs.source import Source
from pantin.rigs.source.worlds import rest_worlds
from pantin.rigs.unusable import Unusable
from pantin.rigs.wording import quoted


class WithJoint(NamedTuple):
    """A file whose skins all have a joint, and its nodes and skins; the file that these name is the one before."""

    data: bytes
    source: Source


def with_joint(figure: Figure, whole: Whole, bone: str) -> WithJoint:
    """Return the file `whole` of a figure, all of whose skins have a bone as a joint.

    Raises Unusable where the bone is no node of the file, and Fault where that is another one, or damaged.
    """
    source = figure.source
    assert source is not None
    node = next((place for place, each in enumerate(source.nodes) if each.bone == bone), None)
    if node is None:
        raise Unusable(_("{bone} is not in the file of the figure, so nothing hangs on it.").format(bone=quoted(bone)))
    made, worlds = Rewriting(whole), rest_worlds(source)
    if len(made.gltf.nodes) != len(source.nodes):
        name = quoted(name_of(source.file)) if source.file else ""
        raise Fault(_("file"), _("its nodes are not those of {file}; open that again.").format(file=name))
    skins = list(source.skins)
    for place, skin in enumerate(skins):
        if skin.joints and node not in skin.joints:
            binds, beside = made.binds(place), _nearest(source, skin.joints, node)
            own = np.linalg.pinv(worlds[node]) @ worlds[skin.joints[beside]] @ binds[beside]
            made.set_skin(place, (*skin.joints, node), np.concatenate([binds, own[None]]))
            skins[place] = replace(skin, joints=(*skin.joints, node))
    return WithJoint(made.written(), replace(source, skins=tuple(skins)))


def _nearest(source: Source, joints: Sequence[int], node: int) -> int:
    """Return the place of the nearest joint above a node; of the first where there is none."""
    at: int | None = source.nodes[node].parent
    while at is not None:
        if at in joints:
            return list(joints).index(at)
        at = source.nodes[at].parent
    return 0
