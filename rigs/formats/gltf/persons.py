"""What a VRM says of a person: how the eyes look, which meshes only its wearer sees, who made it, and what is allowed.

https://github.com/vrm-c/vrm-specification/blob/master/specification/VRMC_vrm-1.0/lookAt.md, firstPerson.md, meta.md
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, pairwise
from math import inf, isfinite, radians

from pantin.rigs.formats.gltf.container import Gltf
from pantin.rigs.formats.gltf.lenient import Plain, as_number, as_numbers, as_object, as_place, as_rows, as_text, within
from pantin.rigs.gaze import MOST_KEYS
from pantin.rigs.meshes.person import LookAt, LookRange, Meta
from pantin.rigs.messages import _

MOST_LINES = 20
STRAIGHT = (0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0)
"""The curve that such files have where nobody has drawn one."""
ONLY_WEARER = "firstpersononly"
LONGEST_LINE = 500
"""Characters of what is said of a character."""


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


# Who made it


def meta_of(gltf: Gltf) -> Meta | None:
    """Return who made a character and what is allowed; None where the file says nothing of it."""
    new, old = within(gltf.extensions, "VRMC_vrm", "meta"), within(gltf.extensions, "VRM", "meta")
    if isinstance(new, dict):
        return _meta(new, len(as_rows(gltf.images)))
    if isinstance(old, dict):
        return _old_meta(old, gltf)
    extras = as_object(gltf.asset.extras)
    lines = _lines(gltf.asset.copyright, extras.get("license"), extras.get("source"))
    title, author = _line(extras.get("title")), _line(extras.get("author"))
    return Meta(title, (author,) if author else (), licence=lines) if title or author or lines else None


def _meta(plain: Plain, pictures: int) -> Meta:
    authors = tuple(filter(None, map(_line, as_rows(plain.get("authors"))[:MOST_LINES])))
    copyright, url = plain.get("copyrightInformation"), plain.get("licenseUrl")
    lines = _lines(copyright, url, plain.get("otherLicenseUrl"), plain.get("thirdPartyLicenses"))
    return Meta(
        title=_line(plain.get("name")),
        authors=authors,
        version=_line(plain.get("version")),
        licence=lines,
        uses=tuple(_uses(plain)),
        thumbnail=as_place(plain.get("thumbnailImage"), pictures),
    )


def _old_meta(plain: Plain, gltf: Gltf) -> Meta:
    author, textures = _line(plain.get("author")), as_rows(gltf.textures)
    place = as_place(plain.get("texture"), len(textures))
    picture = None if place is None else as_object(textures[place]).get("source")
    return Meta(
        title=_line(plain.get("title")),
        authors=(author,) if author else (),
        version=_line(plain.get("version")),
        licence=_lines(
            _old_licence(as_text(plain.get("licenseName"))), plain.get("otherLicenseUrl"), plain.get("reference")
        ),
        uses=tuple(_old_uses(plain)),
        thumbnail=as_place(picture, len(as_rows(gltf.images))),
    )


def _old_licence(name: str) -> str:
    """Return the licence as people write it."""
    if name == "Redistribution_Prohibited":
        return _("Redistribution prohibited")
    return name.replace("CC_BY_", "CC BY-").replace("_", "-").replace("CC-BY", "CC BY")


def _line(plain: object) -> str:
    return " ".join(as_text(plain)[:LONGEST_LINE].split())


def _lines(*plain: object) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line for line in map(_line, plain) if line))


YES, NO = _("allowed"), _("not allowed")

WHO: Mapping[str, str] = {
    "onlyAuthor": _("its author alone"),
    "onlySeparatelyLicensedPerson": _("those whom the author allows it"),
    "everyone": _("everyone"),
    "OnlyAuthor": _("its author alone"),
    "ExplicitlyLicensedPerson": _("those whom the author allows it"),
    "Everyone": _("everyone"),
}
COMMERCIAL: Mapping[str, str] = {
    "personalNonProfit": _("persons, without profit"),
    "personalProfit": _("persons, also for profit"),
    "corporation": _("persons and companies"),
}
CREDIT: Mapping[str, str] = {"required": _("required"), "unnecessary": _("not required")}
CHANGES: Mapping[str, str] = {
    "prohibited": NO,
    "allowModification": _("allowed, not to be handed on"),
    "allowModificationRedistribution": _("allowed, also to be handed on"),
}


def _uses(plain: Plain) -> Iterator[tuple[str, str]]:
    """Yield what VRM 1.0 allows; what is not said is as its standard has it."""
    yield _("Who may use it"), WHO.get(as_text(plain.get("avatarPermission")), WHO["onlyAuthor"])
    commercial = COMMERCIAL.get(as_text(plain.get("commercialUsage")), COMMERCIAL["personalNonProfit"])
    yield _("Commercial use"), commercial
    yield _("Handing it on"), _allowed(plain.get("allowRedistribution"))
    yield _("Changes"), CHANGES.get(as_text(plain.get("modification")), NO)
    yield _("Credit"), CREDIT.get(as_text(plain.get("creditNotation")), CREDIT["required"])
    yield _("Violence"), _allowed(plain.get("allowExcessivelyViolentUsage"))
    yield _("Sexual content"), _allowed(plain.get("allowExcessivelySexualUsage"))
    yield _("Politics and religion"), _allowed(plain.get("allowPoliticalOrReligiousUsage"))
    yield _("Antisocial or hateful content"), _allowed(plain.get("allowAntisocialOrHateUsage"))


def _old_uses(plain: Plain) -> Iterator[tuple[str, str]]:
    """Yield what VRM before 1.0 allows, as far as the file says it; its keys are spelled as its standard has them."""
    if (who := WHO.get(as_text(plain.get("allowedUserName")))) is not None:
        yield _("Who may use it"), who
    for title, keys in (
        (_("Commercial use"), ("commercialUssageName", "commercialUsageName")),
        (_("Violence"), ("violentUssageName", "violentUsageName")),
        (_("Sexual content"), ("sexualUssageName", "sexualUsageName")),
    ):
        said = next((word for key in keys if (word := as_text(plain.get(key)))), "")
        if said:
            yield title, _allowed(said == "Allow")
    if (more := _line(plain.get("otherPermissionUrl"))) != "":
        yield _("Further conditions"), more


def _allowed(plain: object) -> str:
    return YES if plain is True else NO
