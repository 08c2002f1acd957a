"""What files say of a character as a person: looking, first person, who made it and what is allowed."""

from __future__ import annotations

from math import radians
from pathlib import Path
from typing import Any

import pytest

from pantin.rigs import read
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.meshes.character import Character
from tests.rigs.formats.gltf.mesh_files import MeshFile


def person(folder: Path, extensions: dict[str, Any], **more: Any) -> Path:
    file = MeshFile({"name": "hips", "children": [1, 2]}, {"name": "head", "mesh": 0}, {"name": "thumb", "mesh": 1})
    file.mesh(file.primitive())
    file.mesh(file.primitive())
    file.entries |= {"extensions": extensions, "extensionsUsed": list(extensions), **more}
    return file.written(folder / "person.vrm")


def said(folder: Path, extensions: dict[str, Any], **more: Any) -> Character:
    return character(person(folder, extensions, **more))


def test_ranges_of_looking_are_read_in_both_versions(tmp_path: Path) -> None:
    inner = {"inputMaxValue": 90, "outputScale": 12}
    new = said(tmp_path, {"VRMC_vrm": {"lookAt": {"type": "bone", "rangeMapHorizontalInner": inner}}}).look_at
    assert new is not None and new.by == "bones"
    assert (new.inner.most, new.inner.scale) == pytest.approx((radians(90), radians(12)))
    old = {
        "lookAtTypeName": "BlendShape",
        "lookAtVerticalUp": {"xRange": 60, "yRange": 0.8},
        "firstPersonBoneOffset": {"x": 0.1, "y": 0.2, "z": 0.3},
    }
    found = said(tmp_path, {"VRM": {"firstPerson": old}}).look_at
    assert found is not None and found.by == "expressions"
    assert (found.up.most, found.up.scale) == pytest.approx((radians(60), 0.8))
    assert found.offset == (0.1, 0.2, -0.3)  # Unity looks along +Z
    assert said(tmp_path, {}).look_at is None


@pytest.mark.parametrize(
    "extensions",
    [
        {"VRMC_vrm": {"firstPerson": {"meshAnnotations": [{"node": 2, "type": "firstPersonOnly"}, {"node": 1}]}}},
        {"VRM": {"firstPerson": {"meshAnnotations": [{"mesh": 1, "firstPersonFlag": "FirstPersonOnly"}, 3]}}},
    ],
)
def test_what_only_the_wearer_sees_is_hidden_when_it_is_opened(tmp_path: Path, extensions: dict[str, Any]) -> None:
    path = person(tmp_path, extensions)
    assert character(path).first_person == {2}
    assert read(path).figure.hidden_parts == (2,)


def test_bones_are_named_as_in_1_0_whatever_the_version(tmp_path: Path) -> None:
    old = [{"bone": "hips", "node": 0}, {"bone": "leftThumbProximal", "node": 2}, {"bone": "head", "node": 99}]
    found = said(tmp_path, {"VRM": {"humanoid": {"humanBones": old}}})
    assert found.humanoid == {"hips": 0, "leftThumbMetacarpal": 2}
    new = {"hips": {"node": 0}, "leftThumbProximal": {"node": 2}}
    assert said(tmp_path, {"VRMC_vrm": {"humanoid": {"humanBones": new}}}).humanoid == {
        "hips": 0,
        "leftThumbProximal": 2,
    }


def test_who_made_it_and_what_is_allowed(tmp_path: Path) -> None:
    meta = {
        "name": "Robot",
        "version": "2",
        "authors": ["Ann", "Bo"],
        "licenseUrl": "https://vrm.dev/licenses/1.0/",
        "copyrightInformation": "(c) Ann",
        "commercialUsage": "corporation",
        "allowRedistribution": True,
        "thumbnailImage": 0,
    }
    found = said(tmp_path, {"VRMC_vrm": {"meta": meta}}, images=[{"uri": "data:image/png;base64,"}]).meta
    assert found is not None
    assert (found.title, found.authors, found.version, found.thumbnail) == ("Robot", ("Ann", "Bo"), "2", 0)
    assert found.licence == ("(c) Ann", "https://vrm.dev/licenses/1.0/")
    uses = dict(found.uses)
    assert uses["Commercial use"] == "persons and companies" and uses["Handing it on"] == "allowed"
    assert uses["Changes"] == "not allowed" and uses["Credit"] == "required"  # what is not said
    assert found.asks_credit and found.forbids == ("Author alone", "No changes")
    free = {"avatarPermission": "everyone", "modification": "allowModification", "creditNotation": "unnecessary"}
    open_ = said(tmp_path, {"VRMC_vrm": {"meta": {**meta, **free}}}).meta
    assert open_ is not None and not open_.asks_credit and open_.forbids == ()


def test_who_made_it_before_1_0(tmp_path: Path) -> None:
    meta = {
        "title": "Old",
        "author": "Cy",
        "licenseName": "CC_BY_NC",
        "commercialUssageName": "Disallow",
        "violentUssageName": "Allow",
        "allowedUserName": "Everyone",
        "texture": 1,
    }
    pictures = {"textures": [{"source": 1}, {"source": 0}], "images": [{"uri": "data:,"}, {"uri": "data:,"}]}
    found = said(tmp_path, {"VRM": {"meta": meta}}, **pictures).meta
    assert found is not None
    assert (found.title, found.authors, found.licence, found.thumbnail) == ("Old", ("Cy",), ("CC BY-NC",), 0)
    assert dict(found.uses) == {"Who may use it": "everyone", "Commercial use": "not allowed", "Violence": "allowed"}
    assert found.asks_credit and found.forbids == ("No sale",)
    closed = {"licenseName": "Redistribution_Prohibited", "allowedUserName": "OnlyAuthor"}
    other = said(tmp_path, {"VRM": {"meta": {**meta, **closed}}}).meta
    assert other is not None and not other.asks_credit
    assert other.forbids == ("Author alone", "No sale", "No handing on")


def test_other_files_say_it_in_their_asset(tmp_path: Path) -> None:
    extras = {"title": "Fox", "author": "Di", "license": "CC BY 4.0"}
    found = said(tmp_path, {}, asset={"version": "2.0", "copyright": "Di, 2024", "extras": extras}).meta
    assert found is not None
    assert (found.title, found.authors, found.licence) == ("Fox", ("Di",), ("Di, 2024", "CC BY 4.0"))
    assert found.asks_credit and found.forbids == ()
    assert said(tmp_path, {}).meta is None
    for licence, forbids in (("CC-BY-NC-ND-4.0 (https://example.org)", ("No sale", "No changes")), ("CC0 1.0", ())):
        found = said(tmp_path, {}, asset={"version": "2.0", "extras": {"license": licence}}).meta
        assert found is not None and found.forbids == forbids and found.asks_credit == bool(forbids)


@pytest.mark.parametrize(
    "bent", [[], 5, {"meta": {"authors": 3, "name": []}, "lookAt": {"type": 1}, "firstPerson": []}]
)
def test_what_is_bent_keeps_no_character_away(tmp_path: Path, bent: Any) -> None:
    for name in ("VRM", "VRMC_vrm"):
        assert len(said(tmp_path, {name: bent}).parts) == 2


def test_curves_of_old_files_are_read_where_they_are_not_straight(tmp_path: Path) -> None:
    curve = [0, 0.05, 0, 0, 0.5, 0.4, 1.25, 1.25, 1, 1, 1, 1]

    def read(plain: object) -> tuple[float, ...]:
        up = {"curve": plain, "xRange": 90, "yRange": 10}
        return said(tmp_path, {"VRM": {"firstPerson": {"lookAtVerticalUp": up}}}).look_at.up.curve

    assert read(curve) == tuple(map(float, curve))
    unusable = ([], None, "x", curve[:4], curve[:-1], [*curve[4:], *curve[:4]], [*curve[:-1], "x"], 100 * curve)
    for plain in ([0, 0, 0, 1, 1, 1, 1, 0], *unusable):
        assert read(plain) == ()
