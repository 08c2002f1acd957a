"""The humanoid map of a VRM: which node is which bone of a person. It decides where names and shape tell otherwise.

Both versions have one, and so has a VRM animation. The first joint of the thumb is its metacarpal in 1.0, which 0.x
calls proximal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pantin.rigs.fitting.found_body import MIDDLE, PAIRED, Role, finger_of_role, part_of_role
from pantin.rigs.fitting.recognition import figure_in
from pantin.rigs.formats.gltf.container import Gltf
from pantin.rigs.formats.gltf.lenient import within
from pantin.rigs.rig import KnownPart, Rig
from pantin.rigs.tracking.humanoid import ROLES

_SINGLE, _PAIRED = (*MIDDLE, "jaw"), (*PAIRED, "eye")


def with_humanoid(gltf: Gltf, rig: Rig, bone_of: Mapping[int, str]) -> Rig:
    """Return the rig with the parts that the file's own map names, unless they are found so without it.

    `bone_of` are the bones of nodes.
    """
    parts = {part: bone_of[node] for part, node in _parts(gltf) if node in bone_of}
    if not parts or len(set(parts.values())) < len(parts):
        return rig
    found = figure_in(rig)
    if found.kind == "person" and all(found.bones.get(part) == bone for part, bone in parts.items() if part != "chest"):
        return rig
    return replace(rig, parts=tuple(KnownPart(part, bone) for part, bone in parts.items()))


def human_bones(gltf: Gltf) -> dict[str, int]:
    """Return the nodes that the file's own map names, by the names of VRM 1.0."""
    nodes, is_old = _human_bones(gltf)
    return {_new_name(name) if is_old else name: node for name, node in nodes.items() if node < len(gltf.nodes)}


def _new_name(name: str) -> str:
    """Return what VRM 1.0 calls a bone of the standard before it."""
    return name.replace("ThumbProximal", "ThumbMetacarpal").replace("ThumbIntermediate", "ThumbProximal")


def _parts(gltf: Gltf) -> Iterator[tuple[Role, int]]:
    """Yield each part of the body that the map names, with its node; of two bones of a chest the upper one."""
    nodes, is_old = _human_bones(gltf)
    called = {_called(name, is_old): node for name, node in nodes.items()}
    if "UpperChest" in called:
        called["Chest"] = called["UpperChest"]
    for name, role in ROLES.items():
        part = part_of_role(role)
        if name in called and (part in _SINGLE or part in _PAIRED or finger_of_role(role)):
            yield role, called[name]


def _called(name: str, is_old: bool) -> str:
    """Return what motion programs call a bone of the standard."""
    if not is_old:
        name = name.replace("ThumbProximal", "ThumbIntermediate").replace("ThumbMetacarpal", "ThumbProximal")
    return name[:1].upper() + name[1:]


def _human_bones(gltf: Gltf) -> tuple[dict[str, int], bool]:
    """Return the nodes by the names of the standard, and whether it is the one before 1.0. What is bent is left out."""
    old = within(gltf.extensions, "VRM", "humanoid", "humanBones")
    if isinstance(old, list):
        entries = [each for each in old if isinstance(each, dict)]
        return {str(each.get("bone")): each["node"] for each in entries if isinstance(each.get("node"), int)}, True
    for extension in ("VRMC_vrm", "VRMC_vrm_animation"):
        found = within(gltf.extensions, extension, "humanoid", "humanBones")
        if isinstance(found, dict):
            named = {name: each for name, each in found.items() if isinstance(each, dict)}
            return {name: each["node"] for name, each in named.items() if isinstance(each.get("node"), int)}, False
    return {}, False
