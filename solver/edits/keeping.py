"""What a simulation came to, written into the document: rotations, handles and poles."""

from __future__ import annotations

from typing import cast

import msgspec

from pantin.rigs import Document
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.fields import Quaternion
from pantin.solver.edits.pose_controls import matched, steered
from pantin.solver.evaluated import Evaluated


def kept(document: Document, simulated: Evaluated) -> Document:
    """The document posed as the figure stands in `simulated`, which is a simulation of it.

    Handles that were ahead of the body come back to what the body has reached: evaluated, it stands as it did.
    """
    if simulated.memory is None:
        return document
    rig, turned = document.rig, {}
    for name in simulated.memory.bones:
        row = simulated.local_poses[simulated.index[name]]
        rotation = cast(Quaternion, tuple(row[3:7].tolist()))
        turned[name] = msgspec.structs.replace(rig.transform(name), rotation=rotation)
    return matched(with_transforms(document, turned), steered(rig), simulated)
