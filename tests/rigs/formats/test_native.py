"""`*.rig.json`: what is written is read again to the last bit, and what is wrong is one sentence with its place."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from msgspec.structs import replace

from pantin import rigs
from pantin.rigs import REST, Bone, Document, Ik, Rig, Transform, Unreadable, Unwritable
from pantin.rigs.figure import Figure
from pantin.rigs.formats import json_text, native
from pantin.rigs.formats.files import Fault
from pantin.rigs.ground.kinds import Floor
from pantin.rigs.place import Place
from pantin.rigs.pose import Pose
from pantin.rigs.scene import Scene
from pantin.solver import evaluate
from tests.rigs.samples import is_one_sentence, leg
from tests.rigs.strategies import documents, relaxed
from tests.rigs.strategies import figures as any_figure


@given(any_figure())
@relaxed
def test_what_is_written_is_read_again(figure: Figure) -> None:
    text = native.text(Scene((figure,)))
    (again,) = native.parse(text.encode()).figures
    assert again == figure
    assert repr(again.rig.bones) == repr(figure.rig.bones)  # also -0.0, which equals 0.0
    assert all(repr(again.pose.bones[name]) == repr(at) for name, at in figure.pose.bones.items())
    assert native.text(Scene((again,))) == text


@given(document=documents(most=4))
@relaxed
def test_through_a_file(tmp_path_factory: pytest.TempPathFactory, document: Document) -> None:
    path = tmp_path_factory.getbasetemp() / "through.rig.json"
    rigs.write(document, path)
    assert rigs.read(path) == Document.of(document.figure)


def test_a_rig_without_bones_is_one_that_is_yet_to_be_drawn(tmp_path) -> None:
    rigs.write(Document(), tmp_path / "new.rig.json")
    assert rigs.read(tmp_path / "new.rig.json") == Document()


FOR_PEOPLE = """\
{
  "format": "pantin.rig",
  "version": 2,
  "figures": [
    {
      "name": "Größe",
      "rig": {
        "bones": [
          {
            "name": "a"
          },
          {
            "name": "b.L",
            "parent": "a",
            "head": [0.0, 0.0, 1.0],
            "tail": [0.0, 0.5, 1.0],
            "connected": true
          }
        ],
        "constraints": [
          {
            "type": "ik",
            "owner": "b.L",
            "target": "a",
            "chain_length": 2
          }
        ]
      },
      "pose": {
        "bones": {
          "a": {},
          "b.L": {
            "location": [0.1, 0.0, 0.0]
          }
        }
      }
    }
  ],
  "ground": {
    "kind": "floor",
    "height": 0.5
  }
}
"""


def test_the_text_is_for_people() -> None:
    bones = (Bone(name="a"), Bone(name="b.L", parent="a", head=(0, 0, 1), tail=(0.0, 0.5, 1.0), connected=True))
    rig = Rig(bones=bones, constraints=(Ik(owner="b.L", target="a", chain_length=2),))
    small = Figure(name="Größe", rig=rig, pose=Pose({"b.L": Transform(location=(0.1, 0.0, 0.0)), "a": REST}))
    assert native.text(Scene((small,), ground=Floor(height=0.5))) == FOR_PEOPLE


def test_a_quaternion_is_brought_to_length_1() -> None:
    figure = read_changed(lambda plain: plain["pose"].update({"hips": {"rotation": [0, 0, 3, 4]}}))
    assert figure.pose.bones["hips"].rotation == pytest.approx((0.0, 0.0, 0.6, 0.8))


def test_a_constraint_may_aim_at_a_missing_bone() -> None:
    rig = read_changed(lambda plain: plain["constraints"][0].update({"target": "gone", "pole": "gone too"})).rig
    assert (rig.constraints[0].target, rig.constraints[0].pole) == ("gone", "gone too")


def test_a_byte_order_mark_and_windows_line_ends_are_no_fault() -> None:
    text = native.text(Scene((leg(),))).replace("\n", "\r\n")
    assert native.parse(b"\xef\xbb\xbf" + text.encode()) == Scene((leg(),))


def in_version_1(figure: Figure) -> dict:
    """Return what a file of version 1 held of a figure: its parts and those of its rig as fields of one object."""
    plain = json.loads(native.text(Scene((figure,))))["figures"][0]
    pose = {"pose": plain["pose"]["bones"]} if "pose" in plain else {}
    rest = {name: part for name, part in plain.items() if name not in ("rig", "pose")}
    return {"format": "pantin.rig", "version": 1, **rest, **plain["rig"], **pose}


def changed(change) -> bytes:
    plain = in_version_1(leg())
    change(plain)
    return json.dumps(plain).encode()


def read_changed(change) -> Figure:
    return native.parse(changed(change)).figures[0]


def bone(number: int, **entries):
    return lambda plain: plain["bones"][number].update(entries)


def entry(key: str, value):
    return lambda plain: plain.update({key: value})


NAN, INFINITY = float("nan"), float("inf")
CUT = json_text.lay_out(in_version_1(leg())).encode()

BAD = {
    "empty": (b"", "file", "empty"),
    "blank": (b" \n\n", "file", "empty"),
    "a word that is no JSON": (b"hello", "line 1 column 1", "not JSON"),
    "truncated in a list": (CUT[: CUT.index(b'"shin.L"')], "line 18 column 15", "cut off"),
    "truncated in a text": (CUT[: CUT.index(b"thigh.L") + 3], "line 12 column 15", "cut off"),
    "truncated in a number": (CUT[: CUT.index(b"0.03") + 3], "line 15 column 25", "cut off"),
    "not JSON": (b'{"format": pantin}', "line 1 column 12", "not JSON"),
    "a semicolon": (b'{"format": "pantin.rig";}', "line 1 column 24", "not JSON"),
    "not UTF-8": (b'{"name": "\xff"}', "byte 10", "not UTF-8"),
    "UTF-16": (CUT.decode().encode("utf-16"), "byte 0", "not UTF-8"),
    "nested without end": (b"[" * 200_000, "file", "too deeply"),
    "a number of thousands of digits": (b'{"version": ' + b"9" * 5000 + b"}", "file", "digits"),
    "half a character": (changed(entry("name", "\ud800")), "$.name", "half a character"),
    "a key twice": (b'{"format": "pantin.rig", "version": 1, "version": 1}', "$", '"version" stands here twice'),
    "a list": (b"[]", "$.format", "pantin.rig"),
    "another format": (changed(entry("format", "pantin.pose")), "$.format", "pantin.rig"),
    "no version": (changed(lambda plain: plain.pop("version")), "$.version", "no such version"),
    "version true": (changed(entry("version", True)), "$.version", "no such version"),
    "version 0": (changed(entry("version", 0)), "$.version", "no such version"),
    "a newer version": (changed(entry("version", 3)), "$.version", "newer"),
    "bones missing": (changed(lambda plain: plain.pop("bones")), "$", '"bones" is missing'),
    "bones as an object": (changed(entry("bones", {})), "$.bones", "a list belongs here"),
    "no name": (changed(lambda plain: plain["bones"][1].pop("name")), "$.bones[1]", '"name" is missing'),
    "an empty name": (changed(bone(1, name="")), "$.bones[1].name", "empty"),
    "a very long name": (changed(bone(1, name="x" * 201)), "$.bones[1].name", "too long"),
    "a duplicate name": (changed(bone(2, name="hips")), "$.bones[2].name", '"hips" is also the name of bone 0'),
    "a missing parent": (changed(bone(2, parent="knee")), "$.bones[2].parent", 'no bone "knee"'),
    "its own parent": (changed(bone(0, parent="hips")), "$.bones[0].parent", '"hips" under "hips"'),
    "a cycle": (changed(bone(0, parent="shin.L")), "$.bones[0].parent", '"hips" under "shin.L" under "thigh.L" under'),
    "NaN": (changed(bone(1, head=[0, NAN, 0])), "$.bones[1].head[1]", "NaN"),
    "infinity": (changed(bone(1, tail=[0, 0, -INFINITY])), "$.bones[1].tail[2]", "infinity"),
    "a number beyond all": (CUT.replace(b"0.125", b"1e999"), '$.pose["foot_ik.L"].location[1]', "infinity"),
    "a huge number": (changed(bone(1, head=[0, 1e7, 0])), "$.bones[1].head[1]", "too large"),
    "text for a number": (changed(bone(1, roll="0")), "$.bones[1].roll", "a number belongs here, not text"),
    "a number for text": (changed(bone(1, name=7)), "$.bones[1].name", "text belongs here, not a whole number"),
    "a number for a parent": (changed(bone(1, parent=7)), "$.bones[1].parent", "text or null"),
    "a number for a switch": (changed(bone(1, connected=1)), "$.bones[1].connected", "true or false"),
    "two of three numbers": (changed(bone(1, head=[0, 1])), "$.bones[1].head", "3 values belong here, not 2"),
    "an unknown field": (changed(bone(1, lenght=1)), "$.bones[1]", '"lenght" is not known'),
    "an unknown field of the file": (changed(entry("author", "me")), "$", '"author" is not known'),
    "no such kind": (changed(bone(1, kind="rope")), "$.bones[1].kind", "none of the values"),
    "a mix that is none": (
        changed(entry("constraints", [{"type": "copy_rotation", "owner": "root", "target": "root", "mix": "offset"}])),
        "$.constraints[0].mix",
        "'offset' is none of the values possible here; write one of these: 'replace', 'add', 'before', 'after'.",
    ),
    "reversed limits": (
        changed(bone(1, joint={"limit": [None, [1.0, -1.0], None]})),
        "$.bones[1].joint.limit[1][0]",
        "reversed, from 1 down to -1",
    ),
    "limits that are too wide": (
        changed(bone(1, joint={"limit": [[-4.0, 4.0], None, None]})),
        "$.bones[1].joint.limit[0][0]",
        "wider than a whole turn",
    ),
    "limits of text": (
        changed(bone(1, joint={"limit": [["low", 1.0], None, None]})),
        "$.bones[1].joint.limit[0][0]",
        "a number belongs here",
    ),
    "too stiff": (
        changed(bone(1, joint={"stiffness": [1, 0, 0]})),
        "$.bones[1].joint.stiffness[0]",
        "0.99 is the most",
    ),
    "a constraint without a kind": (
        changed(lambda plain: plain["constraints"][0].pop("type")),
        "$.constraints[0]",
        '"type" is missing',
    ),
    "an unknown constraint": (
        changed(lambda plain: plain["constraints"][0].update(type="glue")),
        "$.constraints[0].type",
        "'glue' is none",
    ),
    "a constraint without its bone": (
        changed(lambda plain: plain["constraints"][0].update(owner="gone")),
        "$.constraints[0].owner",
        'no bone "gone"',
    ),
    "a negative chain": (
        changed(lambda plain: plain["constraints"][0].update(chain_length=-1)),
        "$.constraints[0].chain_length",
        "0 is the least",
    ),
    "a posed bone that is missing": (changed(entry("pose", {"hand.L": {}})), '$.pose["hand.L"]', 'no bone "hand.L"'),
    "half a rotation": (
        changed(entry("pose", {"hips": {}, "shin.L": {"rotation": [0, 1]}})),
        '$.pose["shin.L"].rotation',
        "4 values belong here, not 2",
    ),
    "no rotation at all": (
        changed(entry("pose", {"hips": {"rotation": [0, 0, 0, 0]}})),
        "$.pose.hips.rotation",
        "zeros",
    ),
}


@pytest.mark.parametrize(("data", "where", "words"), BAD.values(), ids=BAD)
def test_what_is_wrong_is_one_sentence_with_its_place(tmp_path, data: bytes, where: str, words: str) -> None:
    path = tmp_path / "bad.rig.json"
    path.write_bytes(data)
    with pytest.raises(Unreadable) as caught:
        rigs.read(path)
    error = caught.value
    assert error.where == where
    assert words in error.what
    assert str(error) == f"{path}: {error.where}: {error.what}"
    assert is_one_sentence(error.what)


def in_version_2(data: bytes) -> bytes:
    """A file of version 1 as one of version 2, put together by hand."""
    plain = json.loads(data)
    figure = {name: plain.pop(name) for name in ("name", "poses", "clips", "source") if name in plain}
    pose = {"pose": {"bones": plain.pop("pose")}} if "pose" in plain else {}
    head = {name: plain.pop(name) for name in ("format", "ground") if name in plain}
    del plain["version"]
    return json.dumps({**head, "version": 2, "figures": [{**figure, "rig": plain, **pose}]}).encode()


IN_FIGURES = {
    name: fault for name, fault in BAD.items() if fault[1].startswith(("$.bones", "$.constraints", "$.pose", "$.name"))
}


@pytest.mark.parametrize(("data", "where", "words"), IN_FIGURES.values(), ids=IN_FIGURES)
def test_the_place_is_that_in_a_file_of_version_2_as_well(data: bytes, where: str, words: str) -> None:
    with pytest.raises(Fault) as caught:
        native.parse(in_version_2(data.replace(b"1e999", b"1e308")))
    place = where.replace("$.pose", "$.pose.bones")
    place = place.replace("$.", "$.rig.") if where.startswith(("$.bones", "$.constraints")) else place
    assert caught.value.where == place.replace("$.", "$.figures[0].")
    assert words in caught.value.what or where == '$.pose["foot_ik.L"].location[1]'


WRONG_SCENES = {
    "no figures": ({}, "$", '"figures" is missing'),
    "none at all": ({"figures": []}, "$.figures", "there is no figure"),
    "two of one name": ({"figures": [{"name": "a"}, {"name": "b"}, {"name": "a"}]}, "$.figures[2].name", '"a" already'),
    "a place of no size": ({"figures": [{"place": {"size": 0.0}}]}, "$.figures[0].place.size", "too small"),
    "steps that do not rise": (
        {"figures": [{}], "ground": {"kind": "steps", "rise": 0.0}},
        "$.ground",
        "without a rise",
    ),
    "a second figure whose parent is missing": (
        {"figures": [{"name": "a"}, {"name": "b", "rig": {"bones": [{"name": "c", "parent": "d"}]}}]},
        "$.figures[1].rig.bones[0].parent",
        'no bone "d"',
    ),
}


@pytest.mark.parametrize(("parts", "where", "words"), WRONG_SCENES.values(), ids=WRONG_SCENES)
def test_a_scene_that_cannot_be_is_one_sentence_with_its_place(parts: dict, where: str, words: str) -> None:
    with pytest.raises(Fault) as caught:
        native.parse(json.dumps({"format": "pantin.rig", "version": 2, **parts}).encode())
    assert caught.value.where == where and words in caught.value.what and is_one_sentence(caught.value.what)


OF_VERSION_1 = sorted((Path(__file__).parents[2] / "data" / "version_1").glob("*.rig.json"))


@pytest.mark.parametrize("path", OF_VERSION_1, ids=lambda path: path.name)
def test_a_file_of_version_1_opens_is_saved_as_version_2_and_poses_to_the_same_bits(path: Path, tmp_path) -> None:
    old = rigs.read(path)
    plain = json.loads(path.read_text("utf-8"))
    assert old.figure.name == plain["name"] and [bone.name for bone in old.rig.bones] == [
        bone["name"] for bone in plain["bones"]
    ]
    assert len(old.scene.figures) == 1 and len(old.rig.constraints) == len(plain.get("constraints", ()))
    assert set(old.figure.pose.bones) == set(plain.get("pose", ())) and (old.ground is None) == ("ground" not in plain)
    rigs.write(old, tmp_path / "new.rig.json")
    saved = json.loads((tmp_path / "new.rig.json").read_text("utf-8"))
    assert saved["version"] == 2 and saved["figures"][0]["rig"]["bones"] == plain["bones"]
    again = rigs.read(tmp_path / "new.rig.json")
    assert again == old and evaluate(again).matrices.tobytes() == evaluate(old).matrices.tobytes()


def test_figures_places_and_ground_of_a_scene_are_kept(tmp_path) -> None:
    here, there = leg(), replace(leg(), name="there", place=Place((1.0, 0.5, 0.0), 0.25, 2.0))
    document = Document.in_scene(Scene((here, there), ground=Floor(height=0.25)))
    rigs.write(document, tmp_path / "two.scene.json")
    assert rigs.read(tmp_path / "two.scene.json") == document


@pytest.mark.parametrize(
    ("figure", "where"),
    [
        (Rig(bones=(Bone(name="a", head=(0.0, NAN, 0.0)),)), "$.figures[0].rig.bones[0].head[1]"),
        (Rig(bones=(Bone(name="a"), Bone(name="a"))), "$.figures[0].rig.bones[1].name"),
        (Rig(bones=(Bone(name="a", parent="b"),)), "$.figures[0].rig.bones[0].parent"),
        (Figure(rig=Rig(bones=(Bone(name="a"),)), pose=Pose({"b": REST})), "$.figures[0].pose.bones.b"),
    ],
)
def test_nothing_is_written_that_could_not_be_read_again(tmp_path, figure: Figure | Rig, where: str) -> None:
    path = tmp_path / "kept.rig.json"
    rigs.write(Document.of(leg()), path)
    with pytest.raises(Unwritable) as caught:
        rigs.write(Document.of(figure), path)
    assert caught.value.where == where
    assert rigs.read(path).figure == leg()


def test_the_names_of_a_cycle_stay_readable_when_it_is_long() -> None:
    count = 5000
    plain = {"format": "pantin.rig", "version": 1, "name": "ring"}
    plain["bones"] = [{"name": f"b{number}", "parent": f"b{(number + 1) % count}"} for number in range(count)]
    with pytest.raises(Fault) as caught:
        native.parse(json.dumps(plain).encode())
    assert len(caught.value.what) < 200


def test_a_long_chain_is_read() -> None:
    bones = tuple(Bone(name=f"b{number}", parent=f"b{number - 1}" if number else None) for number in range(5000))
    figure = Figure(rig=Rig(bones=bones[::-1]))
    assert native.parse(native.text(Scene((figure,))).encode()).figures == (figure,)


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.float16])
def test_numbers_of_numpy_are_numbers(tmp_path, kind: type[np.floating]) -> None:
    """Scripts compute heads, angles and weights with numpy and put them into a rig as they come."""
    path = tmp_path / "computed.rig.json"
    place = np.array([0.5, 0.25, 1.5], kind)
    bone = Bone(name=np.str_("a"), head=place, tail=tuple(2 * place), roll=kind(0.5), hidden=np.bool_(True))
    ik = Ik(owner="a", target="a", chain_length=np.int64(2), weight=kind(0.5))
    figure = Figure(
        name=np.str_("computed"),
        rig=Rig(bones=[bone], constraints=(ik,)),
        pose=Pose({np.str_("a"): Transform(location=place)}),
    )
    rigs.write(Document.of(figure), path)
    again = rigs.read(path).figure
    assert again.rig.bones == (Bone(name="a", head=(0.5, 0.25, 1.5), tail=(1.0, 0.5, 3.0), roll=0.5, hidden=True),)
    assert again.rig.constraints == (Ik(owner="a", target="a", chain_length=2, weight=0.5),)
    assert again.pose.bones == {"a": Transform(location=(0.5, 0.25, 1.5))}


@pytest.mark.parametrize("wrong", [object(), Decimal(1), 1j, b"1"])
def test_what_no_file_can_hold_is_said_with_its_place(tmp_path, wrong: object) -> None:
    rig = Rig(bones=(Bone(name="a", head=(0.0, wrong, 0.0)),))
    with pytest.raises(Unwritable) as caught:
        rigs.write(Document.of(rig), tmp_path / "wrong.rig.json")
    assert caught.value.where == "$.figures[0].rig.bones[0].head[1]"
    assert type(wrong).__name__ in caught.value.what and is_one_sentence(caught.value.what)
    assert not list(tmp_path.iterdir())


def test_a_reference_to_a_bone_of_the_own_figure_is_its_name() -> None:
    plain = {"type": "copy_rotation", "owner": "shin.L", "target": {"bone": "hips", "figure": "Leg"}}
    file = json.loads(native.text(Scene((leg(),))))
    file["figures"][0]["rig"]["constraints"].append(plain)
    (figure,) = native.parse(json.dumps(file).encode()).figures
    assert figure.rig.constraints[-1].target == "hips" and not figure.rig.looked_at_in_others
