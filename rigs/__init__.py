"""What a rig is: values and the edits that make new ones from them. Needs neither a window nor a solver.

document = rigs.read("humanoid.rig.json")
rigs.write(document, "copy.rig.json")
"""

from __future__ import annotations

from pantin.rigs.constraints import (
    Constraint,
    CopyLocation,
    CopyRotation,
    CopyScale,
    CopyTransforms,
    DampedTrack,
    Distance,
    Goal,
    Ik,
    LimitDistance,
    LimitLocation,
    LimitRotation,
    LimitScale,
    SplineIk,
    Transformation,
)
from pantin.rigs.document import Document
from pantin.rigs.formats import FileProblem, Opened, Unreadable, Unwritable, opened, read, write
from pantin.rigs.joint import Joint, Locks
from pantin.rigs.rig import REST, Bone, Pin, Rig, Transform

__all__ = [
    "REST",
    "Bone",
    "Constraint",
    "CopyLocation",
    "CopyRotation",
    "CopyScale",
    "CopyTransforms",
    "DampedTrack",
    "Distance",
    "Document",
    "FileProblem",
    "Goal",
    "Ik",
    "Joint",
    "LimitDistance",
    "LimitLocation",
    "LimitRotation",
    "LimitScale",
    "Locks",
    "Opened",
    "Pin",
    "Rig",
    "SplineIk",
    "Transform",
    "Transformation",
    "Unreadable",
    "Unwritable",
    "opened",
    "read",
    "write",
]
