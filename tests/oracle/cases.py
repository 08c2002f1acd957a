"""From a case of the oracle to a document, in Pantin's words.

A case's targets may be points in space; here everything that can be grabbed is a bone, so each becomes a root bone with
the axes of the world. Pole angles are converted: Blender's is measured from the root bone's X axis, Pantin's
from the direction in which the chain bends, so the same pose has another angle (see `_pole_angle`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from pantin.rigs import (
    Bone,
    Constraint,
    CopyLocation,
    CopyRotation,
    CopyScale,
    CopyTransforms,
    DampedTrack,
    Distance,
    Document,
    Goal,
    Ik,
    Joint,
    LimitDistance,
    LimitLocation,
    LimitRotation,
    LimitScale,
    Rig,
    Transform,
    Transformation,
)
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.rigs.rig import InheritScale
from pantin.rigs.tree.chains import connected_chain
from pantin.solver import Evaluated, Grab, evaluate
from pantin.solver.edits.auto_ik import pull
from tests.oracle.chain_goals import distance_of, ik_of
from tests.oracle.curves import spline_of
from tests.oracle.following_cases import FOLLOWING, following
from tests.oracle.words import SIDES, SPACES, bounds_of, mapping_of, mix_of, order_of, transform

_KINDS = {
    "COPY_LOCATION": CopyLocation,
    "COPY_ROTATION": CopyRotation,
    "COPY_SCALE": CopyScale,
    "COPY_TRANSFORMS": CopyTransforms,
    "DAMPED_TRACK": DampedTrack,
    "LIMIT_LOCATION": LimitLocation,
    "LIMIT_ROTATION": LimitRotation,
    "LIMIT_SCALE": LimitScale,
    "LIMIT_DISTANCE": LimitDistance,
    "TRANSFORM": Transformation,
}
KNOWN = {"IK", "SPLINE_IK", *_KINDS, *FOLLOWING}
"""The constraints that Pantin has."""


@dataclass(frozen=True)
class Case:
    """One rig of the oracle: what Blender was given, what it answered, and the document that says the same.

    `grabs` are the bones that Auto IK pulls, if it does.
    """

    spec: dict[str, Any]
    document: Document
    grabs: tuple[Grab, ...] = ()

    @property
    def id(self) -> str:
        return str(self.spec["id"])

    @property
    def family(self) -> str:
        return str(self.spec["family"])

    def evaluate(self) -> Evaluated:
        """Return what Pantin makes of it."""
        return evaluate(self.document, self.grabs)


def is_known(spec: dict[str, Any]) -> bool:
    """Return whether Pantin has every constraint of the case, and what it asks of them."""
    return not why_refused(spec)


def why_refused(spec: dict[str, Any]) -> str:
    """Return what of the case Pantin lacks, in a few words; empty where it has all of it. Nothing is posed
    otherwise."""
    lacking = [c["type"] for c in spec["constraints"] if c["type"] not in KNOWN]
    if lacking:
        return f"no constraint {lacking[0]}"
    if any(c.get("use_legacy_behavior") for c in spec["constraints"]):
        return "no legacy behaviour"
    try:
        for b in spec["bones"]:
            msgspec.convert(b["inherit_scale"].lower(), InheritScale)
        ties = [_constraint(i, c, [], {}) for i, c in enumerate(spec["constraints"])]
        msgspec.json.decode(msgspec.json.encode(ties), type=list[Constraint])
    except KeyError as missing:
        return f"no {missing}"
    except msgspec.ValidationError as fault:
        return str(fault)
    return ""


def case_of(spec: dict[str, Any]) -> Case:
    """Turn a case into a document. The rig's constraints stand in the order of the case's."""
    extra: list[Bone] = []
    pose: dict[str, Transform] = {}
    bones = [_bone(b) for b in spec["bones"]]
    for b in spec["bones"]:
        pose[b["name"]] = transform(b["pose"]["location"], b["pose"]["rotation_quaternion"], b["pose"]["scale"])
    constraints = tuple(_constraint(i, c, extra, pose) for i, c in enumerate(spec["constraints"]))
    figure = Figure(name=spec["id"], rig=Rig(bones=(*bones, *extra), constraints=constraints), pose=Pose(pose))
    document = _with_pole_angles(Document.of(figure), spec)
    return Case(spec, *_pulled(document, spec["auto_ik"])) if "auto_ik" in spec else Case(spec, document)


def residual(case: Case, evaluated: Evaluated, index: int) -> float:
    """Return how far the effector of the goal `index` is from its target, as the oracle measures it."""
    ik = case.document.rig.constraints[index]
    assert isinstance(ik, Goal) and ik.target is not None
    target = evaluated.heads[evaluated.index[ik.target]]
    return float(np.linalg.norm(evaluated.tails[evaluated.index[_end(case.document.rig, ik)]] - target))


def violation(case: Case, evaluated: Evaluated, index: int) -> float:
    """Return how far the distance constraint `index` is from being kept, metres."""
    distance = case.document.rig.constraints[index]
    assert isinstance(distance, Distance)
    beyond = residual(case, evaluated, index) - distance.radius
    return {"inside": max(beyond, 0.0), "outside": max(-beyond, 0.0), "surface": abs(beyond)}[distance.keep]


def _pulled(document: Document, auto_ik: dict[str, Any]) -> tuple[Document, tuple[Grab, ...]]:
    """Auto IK takes hold of the selected bones; a chain of 0 bones goes as far as they are connected."""
    before = evaluate(document)
    grabs: tuple[Grab, ...] = ()
    for name in auto_ik["selected"]:
        document, more = pull(document, before, name, auto_ik["chain_len"]).to(auto_ik["translate"])
        grabs = (*grabs, *more)
    return document, grabs


def pulled_to(case: Case, bone: str) -> Any:
    """Return where the tail of a bone would be if it went as far as it is pulled."""
    before = evaluate(case_of({**case.spec, "auto_ik": {**case.spec["auto_ik"], "selected": []}}).document)
    return before.tails[before.index[bone]] + np.array(case.spec["auto_ik"]["translate"])


def turned_names(case: Case) -> set[str]:
    """The bones that Auto IK may turn."""
    rig = case.document.rig
    return {name for grab in case.grabs for name in connected_chain(rig, grab.bone, grab.chain_length)}


def chain_names(rig: Rig, ik: Goal) -> list[str]:
    """The bones of a chain, its end first."""
    names = [_end(rig, ik)]
    while rig.by_name[names[-1]].parent is not None and len(names) != ik.chain_length:
        names.append(str(rig.by_name[names[-1]].parent))
    return names


def _end(rig: Rig, ik: Goal) -> str:
    return ik.owner if ik.use_tail else str(rig.by_name[ik.owner].parent)


def _bone(b: dict[str, Any]) -> Bone:
    ik = b["ik"]
    limits = tuple(None if limit is None else (min(limit[0], 0.0), max(limit[1], 0.0)) for limit in ik["limit"])
    joint = Joint(lock=tuple(ik["lock"]), limit=limits, stiffness=tuple(ik["stiffness"]), stretch=ik["stretch"])
    return Bone(
        name=b["name"],
        parent=b["parent"],
        head=tuple(b["head"]),
        tail=tuple(b["tail"]),
        roll=b["roll"],
        connected=b["connected"],
        inherit_rotation=b["inherit_rotation"],
        inherit_scale=b["inherit_scale"].lower(),
        local_location=b.get("use_local_location", True),
        joint=joint,
    )


def _target(name: str, target: dict[str, Any] | None, extra: list[Bone], pose: dict[str, Transform]) -> str | None:
    """The bone that stands for a target: itself, or a new root with the axes of the world."""
    if target is None:
        return None
    if "bone" in target:
        return str(target["bone"])
    extra.append(Bone(name=name, head=(0.0, 0.0, 0.0), tail=(0.0, 1.0, 0.0), kind="handle"))
    turn, size = target.get("quaternion", [1, 0, 0, 0]), target.get("scale", [1, 1, 1])
    pose[name] = transform(target["position"], turn, size)
    return name


def _constraint(i: int, c: dict[str, Any], extra: list[Bone], pose: dict[str, Transform]) -> Constraint:
    target = _target(f"target {i}", c.get("target"), extra, pose)
    if c.get("ik_type") == "DISTANCE":
        return distance_of(c, target)
    if c["type"] == "SPLINE_IK":
        return spline_of(i, c, extra, pose)
    if c["type"] == "IK":
        return ik_of(c, target, _target(f"pole {i}", c.get("pole"), extra, pose))
    if c["type"] in FOLLOWING:
        return following(c, target)
    kind = _KINDS[c["type"]]
    names = set(kind.__struct_fields__)
    return kind(**{name: value for name, value in _fields(c, target).items() if name in names})


def _fields(c: dict[str, Any], target: str | None) -> dict[str, Any]:
    """The fields of copies, limits and mappings, of which each kind has some."""
    head_tail = (c.get("target") or {}).get("head_tail", c.get("head_tail", 0.0))
    return {
        "owner": c["owner"],
        "target": target,
        "owner_space": SPACES[c.get("owner_space", "POSE")],
        "target_space": SPACES[c.get("target_space", "POSE")],
        "space_bone": (c.get("space") or {}).get("bone"),
        "influence": c["influence"],
        "axes": tuple(bool(c.get(f"use_{a}", True)) for a in "xyz"),
        "invert": tuple(bool(c.get(f"invert_{a}", False)) for a in "xyz"),
        "mix": mix_of(c),
        "remove_target_shear": bool(c.get("remove_target_shear", False)),
        "euler_order": order_of(c.get("euler_order")),
        "power": float(c.get("power", 1.0)),
        "uniform": bool(c.get("use_make_uniform", False)),
        "additive": bool(c.get("use_add", False)),
        "offset": bool(c.get("use_offset", False)),
        "head_tail": float(head_tail),
        "axis": c.get("track_axis", "TRACK_Y").removeprefix("TRACK_").replace("NEGATIVE_", "-").lower(),
        "lower": bounds_of(c, "min"),
        "upper": bounds_of(c, "max"),
        "keep": SIDES[c.get("limit_mode", "LIMITDIST_INSIDE")],
        "radius": float(c.get("distance", 0.0)),
        **mapping_of(c),
    }


def _with_pole_angles(document: Document, spec: dict[str, Any]) -> Document:
    """Convert the pole angles of the case: they are measured on the pose before IK."""
    rig = document.rig
    if not any(isinstance(c, Ik) and c.pole for c in rig.constraints):
        return document
    relaxed = tuple(msgspec.structs.replace(c, enabled=not isinstance(c, Ik)) for c in rig.constraints)
    before = evaluate(document.with_rig(rig.changed(constraints=relaxed)))
    turned = tuple(
        msgspec.structs.replace(c, pole_angle=_pole_angle(rig, c, spec["constraints"][i]["pole_angle"], before))
        if isinstance(c, Ik) and c.pole
        else c
        for i, c in enumerate(rig.constraints)
    )
    return document.with_rig(rig.changed(constraints=turned))


def _pole_angle(rig: Rig, ik: Ik, angle: float, before: Evaluated) -> float:
    """The signed angle, about root → effector, from what Blender aims at the pole to the direction of the bend.

    Blender aims X cos α + Z sin α of the root bone; a chain that is straight has no bend and keeps that direction.
    """
    rows = [before.index[name] for name in reversed(chain_names(rig, ik))]
    root, end = before.heads[rows[0]], before.tails[rows[-1]]
    line = (end - root) / np.linalg.norm(end - root)
    bend = sum(_across(before.heads[row] - root, line) for row in rows[1:])
    aimed = before.matrices[rows[0], :3, 0] * math.cos(angle) + before.matrices[rows[0], :3, 2] * math.sin(angle)
    aimed = _across(aimed, line)
    if np.linalg.norm(bend) < 1e-6:
        return 0.0
    return math.atan2(float(np.cross(aimed, bend) @ line), float(aimed @ bend))


def _across(v: Any, line: Any) -> Any:
    return v - (v @ line) * line
