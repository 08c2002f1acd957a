"""The result of a simulation, written into the document: rotations, handles and poles."""

from __future__ import annotations

import msgspec

from pantin.rigs import Document
from pantin.rigs.editing.pose import with_transforms
from pantin.solver.edits.controls.pose_controls import matched, steered
from pantin.solver.program.posed import Posed


def with_simulated_pose(document: Document, simulated: Posed) -> Document:
    """The document posed as the figure is in `simulated`, which is a simulation of it.

    Handles that were ahead of the body come back to what the body has reached: evaluated, it has the same pose.
    """
    if simulated.memory is None:
        return document
    rig, turned = document.rig, {}
    for name in simulated.memory.bones:
        x, y, z, w = simulated.local_poses[simulated.index[name], 3:7].tolist()
        turned[name] = msgspec.structs.replace(document.figure.transform(name), rotation=(x, y, z, w))
    return matched(with_transforms(document, turned), steered(rig), simulated)
