"""The parts of a VRM about a person: how the eyes look, and which meshes only its wearer sees.

https://github.com/vrm-c/vrm-specification/blob/master/specification/VRMC_vrm-1.0/lookAt.md, firstPerson.md
"""

from __future__ import annotations

from itertools import islice, pairwise
from math import inf, isfinite, radians

from pantin.rigs.formats.gltf.container import Gltf
from pantin.rigs.formats.gltf.lenient import as_number, as_numbers, as_object, as_place, as_rows, as_text, within
from pantin.rigs.gaze import MOST_KEYS
from pantin.rigs.meshes.person import LookAt, LookRange

STRAIGHT = (0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0)
"""The curve that such files have where nobody has drawn one."""
ONLY_WEARER = "firstpersononly"


# Looking


def look_at_of(gltf: Gltf) -> LookAt | None:
    """Return how the eyes look; None where the file says nothing of it."""
    new, old = within(gltf.extensions, "VRMC_vrm", "lookAt"), within(gltf.extensions, "VRM", "firstPerson")
    if isinstance(new, dict):
        by_bones = as_text(new.get("type")) != "expression"
        inner, outer, down, up = (
            _range(new.get(f"rangeMap{way}"), "inputMaxValue", "outputScale", by_bones)
            for way in ("HorizontalInner", "HorizontalOuter", "VerticalDown", "VerticalUp")
        )
        x, y, z = as_numbers(new.get("offsetFromHeadBone"), (0.0, 0.0, 0.0))
        return LookAt("bones" if by_bones else "expressions", inner, outer, down, up, (x, y, z))
    if isinstance(old, dict):
        by_bones = as_text(old.get("lookAtTypeName")) != "BlendShape"
        inner, outer, down, up = (
            _range(old.get(f"lookAt{way}"), "xRange", "yRange", by_bones)
            for way in ("HorizontalInner", "HorizontalOuter", "VerticalDown", "VerticalUp")
        )
        offset = as_object(old.get("firstPersonBoneOffset"))
        x, y, z = (as_number(offset.get(axis), 0.0) for axis in "xyz")
        return LookAt("bones" if by_bones else "expressions", inner, outer, down, up, (x, y, -z))
    return None


def _range(plain: object, most: str, scale: str, by_bones: bool) -> LookRange:
    """Return a range of the file, in degrees."""
    found = as_object(plain)
    reach = as_number(found.get(scale), 10.0 if by_bones else 1.0)
    return LookRange(
        most=radians(max(as_number(found.get(most), 90.0), 0.0)),
        scale=radians(reach) if by_bones else reach,
        curve=_curve(found.get("curve")),
    )


def _curve(plain: object) -> tuple[float, ...]:
    """Return the keys of the curve that a range of VRM 0.x may have; none where it is straight, or cannot be one.

    As Unity has it: https://docs.unity3d.com/ScriptReference/AnimationCurve.html
    """
    numbers = tuple(as_number(each, inf) for each in islice(as_rows(plain), 4 * MOST_KEYS + 1))
    times = numbers[0::4]
    if not 8 <= len(numbers) <= 4 * MOST_KEYS or len(numbers) % 4 or not all(map(isfinite, numbers)):
        return ()
    if any(after <= before for before, after in pairwise(times)) or numbers == STRAIGHT:
        return ()
    return numbers


def first_person_of(gltf: Gltf) -> frozenset[int]:
    """Return the nodes whose meshes only the wearer sees."""
    new = as_rows(within(gltf.extensions, "VRMC_vrm", "firstPerson", "meshAnnotations"))
    old = as_rows(within(gltf.extensions, "VRM", "firstPerson", "meshAnnotations"))
    nodes = [each.get("node") for each in map(as_object, new) if as_text(each.get("type")).lower() == ONLY_WEARER]
    flags = [(each.get("mesh"), as_text(each.get("firstPersonFlag")).lower()) for each in map(as_object, old)]
    meshes = {mesh for mesh, flag in flags if flag == ONLY_WEARER and type(mesh) is int}
    of_meshes = [index for index, node in enumerate(gltf.nodes) if type(node.mesh) is int and node.mesh in meshes]
    return frozenset(place for each in (*nodes, *of_meshes) if (place := as_place(each, len(gltf.nodes))) is not None)
