"""Pantin: rigs and poses with inverse kinematics.

document = pantin.read("figure.rig.json")
evaluated = pantin.evaluate(document)
pantin.write(document, "copy.rig.json")
pantin.write(pantin.flipped(document), "flipped.glb")

Every function takes a document first and returns another one, or what it was asked for; documents do not change. What
does not fit raises `pantin.Unusable`, a ValueError, with one sentence. `docs/scripting.md` shows whole scripts.

Importing this costs nothing: what a name needs is loaded when it is first used. Not even a module of the standard
library is imported here: `python -m pantin` would look for it in the current folder first.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pantin.app.scripting.bodies import fit, limb
    from pantin.app.scripting.documents import (
        add,
        checked,
        edited,
        figure,
        fixed,
        pin,
        problems,
        read,
        read_pose,
        remove,
        write,
    )
    from pantin.app.scripting.figures import add_figure, edit_figure, evaluate_figures, put_figure, remove_figure
    from pantin.app.scripting.motion import frame, frames, retarget
    from pantin.app.scripting.posing import (
        evaluate,
        flipped,
        match_fk,
        match_ik,
        mixed,
        place,
        posed,
        poses,
        pull,
        rotation,
        seen,
        simulate,
        switch_to_fk,
        switch_to_ik,
    )
    from pantin.rigs import (
        REST,
        AboveGround,
        Armature,
        BesideFile,
        Bone,
        BoneRef,
        Change,
        ChildOf,
        Clip,
        Collection,
        Constraint,
        CopyLocation,
        CopyRotation,
        CopyScale,
        CopyTransforms,
        DampedTrack,
        Distance,
        Document,
        End,
        Figure,
        FileProblem,
        Fix,
        Floor,
        Heights,
        Ik,
        Joint,
        KeptPose,
        KnownPart,
        LevelGround,
        Limb,
        LimitDistance,
        LimitLocation,
        LimitRotation,
        LimitScale,
        LockedTrack,
        Locks,
        MaintainVolume,
        Pin,
        Pivot,
        Place,
        Planting,
        Pose,
        Problem,
        Rig,
        Scene,
        Simulation,
        Slope,
        Source,
        SourceFile,
        SourceNode,
        SourceSkin,
        SourceTrack,
        SplineIk,
        Steps,
        StretchTo,
        TrackTo,
        Transform,
        Transformation,
        Unreadable,
        Unusable,
        Unwritable,
        WeightedBone,
    )
    from pantin.solver import (
        Evaluated,
        GoalReport,
        Grab,
        Memory,
        Posed,
    )

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
    "Constraint",
    "CopyLocation",
    "CopyRotation",
    "CopyScale",
    "CopyTransforms",
    "DampedTrack",
    "Distance",
    "Document",
    "End",
    "Evaluated",
    "Figure",
    "FileProblem",
    "Fix",
    "Floor",
    "GoalReport",
    "Grab",
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
    "Memory",
    "Pin",
    "Pivot",
    "Place",
    "Planting",
    "Pose",
    "Posed",
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
    "Steps",
    "StretchTo",
    "TrackTo",
    "Transform",
    "Transformation",
    "Unreadable",
    "Unusable",
    "Unwritable",
    "WeightedBone",
    "add",
    "add_figure",
    "checked",
    "edit_figure",
    "edited",
    "evaluate",
    "evaluate_figures",
    "figure",
    "fit",
    "fixed",
    "flipped",
    "frame",
    "frames",
    "limb",
    "match_fk",
    "match_ik",
    "mixed",
    "pin",
    "place",
    "posed",
    "poses",
    "problems",
    "pull",
    "put_figure",
    "read",
    "read_pose",
    "remove",
    "remove_figure",
    "retarget",
    "rotation",
    "seen",
    "simulate",
    "switch_to_fk",
    "switch_to_ik",
    "write",
]

_HOMES = {
    "pantin.app.scripting.bodies": ("fit", "limb"),
    "pantin.app.scripting.documents": (
        "add",
        "checked",
        "edited",
        "figure",
        "fixed",
        "pin",
        "problems",
        "read",
        "read_pose",
        "remove",
        "write",
    ),
    "pantin.app.scripting.figures": (
        "add_figure",
        "edit_figure",
        "evaluate_figures",
        "put_figure",
        "remove_figure",
    ),
    "pantin.app.scripting.motion": ("frame", "frames", "retarget"),
    "pantin.app.scripting.posing": (
        "evaluate",
        "flipped",
        "match_fk",
        "match_ik",
        "mixed",
        "place",
        "posed",
        "poses",
        "pull",
        "rotation",
        "seen",
        "simulate",
        "switch_to_fk",
        "switch_to_ik",
    ),
    "pantin.solver": ("Evaluated", "GoalReport", "Grab", "Memory", "Posed"),
}
"""The modules of what is not offered by `pantin.rigs`."""

_MODULES = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> "Any":
    """Each name from its module, loaded at first use."""
    if name not in __all__:
        raise AttributeError(f"module 'pantin' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_MODULES.get(name, "pantin.rigs")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """All names that are offered, so that an interactive shell completes them before they are loaded."""
    return sorted({*globals(), *__all__})
