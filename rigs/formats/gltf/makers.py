"""The makers of a character, and what its file allows and forbids, as it says itself.

https://github.com/vrm-c/vrm-specification/blob/master/specification/VRMC_vrm-1.0/meta.md; of VRM before 1.0
https://github.com/vrm-c/UniVRM/blob/master/specification/0.0/README.md
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pantin.rigs.formats.gltf.container import Gltf
from pantin.rigs.formats.gltf.lenient import Plain, as_object, as_place, as_rows, as_text, within
from pantin.rigs.meshes.person import Meta
from pantin.rigs.messages import _

MOST_LINES, LONGEST_LINE = 20, 500
"""The most authors of a character, and characters of what is said of it."""


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
    if not (title or author or lines):
        return None
    authors = (author,) if author else ()
    return Meta(title, authors, licence=lines, asks_credit=_asks_credit(lines), forbids=_forbidden_by(lines))


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
        asks_credit=as_text(plain.get("creditNotation")) != "unnecessary",
        forbids=tuple(_forbidden(plain)),
    )


def _old_meta(plain: Plain, gltf: Gltf) -> Meta:
    author, textures = _line(plain.get("author")), as_rows(gltf.textures)
    place = as_place(plain.get("texture"), len(textures))
    picture = None if place is None else as_object(textures[place]).get("source")
    lines = _lines(
        _old_licence(as_text(plain.get("licenseName"))), plain.get("otherLicenseUrl"), plain.get("reference")
    )
    return Meta(
        title=_line(plain.get("title")),
        authors=(author,) if author else (),
        version=_line(plain.get("version")),
        licence=lines,
        uses=tuple(_old_uses(plain)),
        thumbnail=as_place(picture, len(as_rows(gltf.images))),
        asks_credit=_asks_credit(lines),
        forbids=tuple(dict.fromkeys((*_old_forbidden(plain), *_forbidden_by(lines)))),
    )


def _old_licence(name: str) -> str:
    """Return the licence as people write it."""
    if name == "Redistribution_Prohibited":
        return _("Redistribution prohibited")
    if name == "Other":
        return _("Other licence")
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


AUTHOR_ALONE, ASK = _("Author alone"), _("Ask the author")
NO_SALE, NO_CHANGES, NO_COPIES = _("No sale"), _("No changes"), _("No handing on")
USERS = {"onlyAuthor": AUTHOR_ALONE, "onlySeparatelyLicensedPerson": ASK}
OLD_USERS = {"OnlyAuthor": AUTHOR_ALONE, "ExplicitlyLicensedPerson": ASK}

CREATIVE_COMMONS = re.compile(r"\bCC[ -]BY((?:-(?:NC|ND|SA))*)\b", re.IGNORECASE)


def _forbidden(plain: Plain) -> Iterator[str]:
    """Yield what VRM 1.0 forbids; what is not said is as its standard has it."""
    who = as_text(plain.get("avatarPermission"))
    if who != "everyone":
        yield USERS.get(who, AUTHOR_ALONE)
    if as_text(plain.get("commercialUsage")) not in ("personalProfit", "corporation"):
        yield NO_SALE
    if CHANGES.get(as_text(plain.get("modification")), NO) == NO:
        yield NO_CHANGES
    if plain.get("allowRedistribution") is not True:
        yield NO_COPIES


def _old_forbidden(plain: Plain) -> Iterator[str]:
    """Yield what VRM before 1.0 forbids, as far as the file says it."""
    if (who := OLD_USERS.get(as_text(plain.get("allowedUserName")))) is not None:
        yield who
    if "Disallow" in (as_text(plain.get(key)) for key in ("commercialUssageName", "commercialUsageName")):
        yield NO_SALE
    if as_text(plain.get("licenseName")) == "Redistribution_Prohibited":
        yield NO_COPIES


def _asks_credit(licence: tuple[str, ...]) -> bool:
    """Return whether lines name a licence that asks for credit, as all of Creative Commons do but for CC0."""
    return any(CREATIVE_COMMONS.search(line) for line in licence)


def _forbidden_by(licence: tuple[str, ...]) -> tuple[str, ...]:
    """Return what the licences of Creative Commons forbid that lines name."""
    words = {
        word for line in licence for found in CREATIVE_COMMONS.finditer(line) for word in found[1].upper().split("-")
    }
    return tuple(said for word, said in (("NC", NO_SALE), ("ND", NO_CHANGES)) if word in words)
