"""The values that a figure is made of, and the edits that make new ones from them. Needs neither a window nor a solver.

document = rigs.read("humanoid.rig.json")
rigs.write(document, "copy.rig.json")
"""

from __future__ import annotations

from pantin.rigs.clip import Clip
from pantin.rigs.collection import Collection
from pantin.rigs.constraints import (
    AboveGround,
    Armature,
    ChildOf,
    Constraint,
    CopyLocation,
    CopyRotation,
    CopyScale,
    CopyTransforms,
    DampedTrack,
    Distance,
    Floor,
    Goal,
    Ik,
    LimitDistance,
    LimitLocation,
    LimitRotation,
    LimitScale,
    LockedTrack,
    MaintainVolume,
    NodeConstraint,
    Pivot,
    SplineIk,
    StretchTo,
    TrackTo,
    Transformation,
)
from pantin.rigs.document import Document, End
from pantin.rigs.fields import BoneRef, WeightedBone
from pantin.rigs.figure import Figure
from pantin.rigs.formats import (
    FileProblem,
    Opened,
    Unreadable,
    Unwritable,
    opened,
    read,
    write,
)
from pantin.rigs.gaze import Gaze
from pantin.rigs.ground.kinds import (
    Floor as LevelGround,
)
from pantin.rigs.ground.kinds import (
    Heights,
    Planting,
    Slope,
    Steps,
)
from pantin.rigs.joint import Joint, Locks
from pantin.rigs.limb import Limb
from pantin.rigs.place import Place
from pantin.rigs.pose import REST, KeptPose, Pose, Transform
from pantin.rigs.problems.problem import Change, Fix, Problem
from pantin.rigs.rig import Bone, KnownPart, Pin, Rig
from pantin.rigs.scene import Scene
from pantin.rigs.simulation import Simulation
from pantin.rigs.source.values import (
    BesideFile,
    Source,
    SourceFile,
    SourceNode,
    SourceSkin,
    SourceTrack,
)
from pantin.rigs.springs import Collider, ColliderGroup, Spring, SpringJoint, Springs
from pantin.rigs.unusable import Unusable

__all__ = [
    "REST",
    "AboveGround",
    "Armature",
    "BesideFile",
    "Bone",
    "BoneRef",
    "Change",
    "ChildOf",
    "Clip",
    "Collection",
    "Collider",
    "ColliderGroup",
    "Constraint",
    "CopyLocation",
    "CopyRotation",
    "CopyScale",
    "CopyTransforms",
    "DampedTrack",
    "Distance",
    "Document",
    "End",
    "Figure",
    "FileProblem",
    "Fix",
    "Floor",
    "Gaze",
    "Goal",
    "Heights",
    "Ik",
    "Joint",
    "KeptPose",
    "KnownPart",
    "LevelGround",
    "Limb",
    "LimitDistance",
    "LimitLocation",
    "LimitRotation",
    "LimitScale",
    "LockedTrack",
    "Locks",
    "MaintainVolume",
    "NodeConstraint",
    "Opened",
    "Pin",
    "Pivot",
    "Place",
    "Planting",
    "Pose",
    "Problem",
    "Rig",
    "Scene",
    "Simulation",
    "Slope",
    "Source",
    "SourceFile",
    "SourceNode",
    "SourceSkin",
    "SourceTrack",
    "SplineIk",
    "Spring",
    "SpringJoint",
    "Springs",
    "Steps",
    "StretchTo",
    "TrackTo",
    "Transform",
    "Transformation",
    "Unreadable",
    "Unusable",
    "Unwritable",
    "WeightedBone",
    "opened",
    "read",
    "write",
]
