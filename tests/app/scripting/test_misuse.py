"""Misuse of the public functions: each ends in one `pantin.Unusable`, in one sentence, and nothing is written."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

import pantin
from pantin import Bone, Document, Ik, Joint, KeptPose, Pin, Rig, Transform
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.rigs.scene import Scene

FIGURE = pantin.figure("humanoid")
ARM = pantin.figure("arm")
REST = Transform()
WALK = pantin.Clip.of(
    "Walk", 30.0, ["upper_arm"], np.tile((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0), (3, 1, 1))
)
MOVING = pantin.add(ARM, WALK)
NOT_NUMBERS = (math.nan, math.inf, -math.inf, 1e300, "1", None, True, 1j, ...)
NOT_PLACES = (
    *((0.0, number, 0.0) for number in NOT_NUMBERS),
    (1.0, 2.0),
    (1.0, 2.0, 3.0, 4.0),
    np.zeros((3, 3)),
    5.0,
    "here",
    {"x": 1.0},
    np.array([0.0, np.nan, 0.0]),
)
NOT_DOCUMENTS = (None, 5, "figure.rig.json", FIGURE.rig, {"rig": {}}, Document)


def of(*bones: Bone, **parts: object) -> Document:
    """A document of some bones and other parts, as a script puts it together."""
    whole = {name: parts.pop(name) for name in ("pose", "poses", "clips", "source") if name in parts}
    if "pose" in whole:
        whole["pose"] = Pose(whole["pose"])
    return Document.of(Figure(rig=Rig(bones=bones, **parts), **whole))


def constrained(**fields: object) -> Document:
    """An arm with an IK constraint."""
    return of(Bone("a"), Bone("b", parent="a"), constraints=(Ik(**{"owner": "b", **fields}),))


WRONG_DOCUMENTS: dict[str, Document] = {
    "no rig": Document.of(None),
    "no bones": Document.of(Rig(bones=None)),
    "bones that are numbers": Document.of(Rig(bones=(1, 2))),
    "a name twice": of(Bone("a"), Bone("a")),
    "an empty name": of(Bone("")),
    "a name that is a number": of(Bone(7)),
    "a name of half a letter": of(Bone("a\ud800")),
    "a parent that is missing": of(Bone("a", parent="b")),
    "a circle of parents": of(Bone("a", parent="b"), Bone("b", parent="a")),
    **{f"a head at {place!r}": of(Bone("a", head=place)) for place in NOT_PLACES},
    "a tail of words": of(Bone("a", tail=("x", "y", "z"))),
    "a roll beyond a turn": of(Bone("a", roll=7.0)),
    "a kind of bone that is none": of(Bone("a", kind="joint")),
    "a joint that is a number": of(Bone("a", joint=3)),
    "a limit that is reversed": of(Bone("a", joint=Joint(limit=((1.0, -1.0), None, None)))),
    "a stiffness of 2": of(Bone("a", joint=Joint(stiffness=(2.0, 0.0, 0.0)))),
    "a lock that is a number": of(Bone("a", joint=Joint(lock=(1, 0, 0)))),
    "a chain of -1 bones": constrained(chain_length=-1),
    "a chain of half a bone": constrained(chain_length=1.5),
    "a blend of 1.5": constrained(blend=1.5),
    "a blend of -0.5": constrained(blend=-0.5),
    "a weight that is no number": constrained(weight=math.nan),
    "an unknown solver": constrained(solver="magic"),
    "no tolerance": constrained(tolerance=0.0),
    "a target that is a number": constrained(target=3),
    "an owner that is missing": constrained(owner="c"),
    "an owner that is bytes": constrained(owner=b"b"),
    "a constraint that is a word": of(Bone("a"), constraints=("ik",)),
    "a pose of a bone that is missing": of(Bone("a"), pose={"b": REST}),
    "a pose under a number": of(Bone("a"), pose={1: REST}),
    "a pose that is a list": of(Bone("a"), pose=[REST]),
    "a pose without a transform": of(Bone("a"), pose={"a": None}),
    **{f"a pose at {place!r}": of(Bone("a"), pose={"a": Transform(location=place)}) for place in NOT_PLACES},
    "a rotation of zeros": of(Bone("a"), pose={"a": Transform(rotation=(0.0, 0.0, 0.0, 0.0))}),
    "a rotation of three": of(Bone("a"), pose={"a": Transform(rotation=(0.0, 0.0, 1.0))}),
    "a scale that is no number": of(Bone("a"), pose={"a": Transform(scale=(1.0, math.nan, 1.0))}),
    "an unknown solver of the rig": of(Bone("a"), solver="magic"),
    "a clip that is a number": of(Bone("a"), clips=(3,)),
    "a clip that is damaged": of(Bone("a"), clips=(pantin.Clip("c", 30.0, 1, {"a": "damaged"}),)),
    "a clip of no rate": of(Bone("a"), clips=(pantin.Clip("c", 0.0, 1, {}),)),
    "two poses of one name": of(Bone("a"), poses=(KeptPose("p"), KeptPose("p"))),
    "a pin that names a number": of(Bone("a"), pins=(Pin(3),)),
    "a ground that is a word": of(Bone("a")).on_ground("floor"),
    "no planting": of(Bone("a"), planting=None),
    "a selection that is missing": Document.of(FIGURE.figure, selected=("nobody",)),
    "a selection that is a word": Document.of(FIGURE.figure, selected="head"),
}

TAKING_A_DOCUMENT: dict[str, Callable[[Document], object]] = {
    "add": lambda document: pantin.add(document, Pin("head")),
    "add_figure": lambda document: pantin.add_figure(document, ARM),
    "checked": pantin.checked,
    "edit_figure": lambda document: pantin.edit_figure(document, "Humanoid"),
    "edited": lambda document: pantin.edited(document, "head", roll=0.0) if isinstance(document, Document) else None,
    "evaluate": pantin.evaluate,
    "evaluate_figures": pantin.evaluate_figures,
    "expressed": lambda document: pantin.expressed(document, {}),
    "fit": pantin.fit,
    "fixed": pantin.fixed,
    "flipped": pantin.flipped,
    "frame": lambda document: pantin.frame(document, 0),
    "frames": pantin.frames,
    "limb": lambda document: pantin.limb(document, "hand.L"),
    "looking_at": lambda document: pantin.looking_at(document, None),
    "match_fk": lambda document: pantin.match_fk(document, "hand.L"),
    "match_ik": lambda document: pantin.match_ik(document, "hand.L"),
    "mixed": lambda document: pantin.mixed(document, {}),
    "pin": lambda document: pantin.pin(document, ["head"]),
    "place": lambda document: pantin.place(document, "head", (0.0, 0.0, 0.0)),
    "pose_as_rest": pantin.pose_as_rest,
    "posed": lambda document: pantin.posed(document, {}),
    "poses": pantin.poses,
    "problems": pantin.problems,
    "pull": lambda document: pantin.pull(document, {}),
    "put_figure": lambda document: pantin.put_figure(document, pantin.Place()),
    "remove": lambda document: pantin.remove(document, "head"),
    "remove_figure": lambda document: pantin.remove_figure(document, "Humanoid"),
    "retarget": lambda document: pantin.retarget(document, "walk.bvh"),
    "seen": pantin.seen,
    "simulate": lambda document: pantin.simulate(document, None, 0.1),
    "switch_to_fk": lambda document: pantin.switch_to_fk(document, "hand.L"),
    "switch_to_ik": lambda document: pantin.switch_to_ik(document, "hand.L"),
    "twist_bones": lambda document: pantin.twist_bones(document, ["forearm.L"]),
    "write": lambda document: pantin.write(document, "never.rig.json"),
}

CALLS: dict[str, Callable[[], object]] = {
    **{f"pull to {place!r}": lambda place=place: pantin.pull(FIGURE, {"hand.L": place}) for place in NOT_PLACES},
    **{f"place at {place!r}": lambda place=place: pantin.place(FIGURE, "hand_ik.L", place) for place in NOT_PLACES},
    **{
        f"mixed by {number!r}": lambda number=number: pantin.mixed(FIGURE, {}, number)
        for number in (*NOT_NUMBERS[:5], 3.0)
    },
    **{f"simulated by {n!r}": lambda n=n: pantin.simulate(FIGURE, None, n) for n in (*NOT_NUMBERS, -1.0, 61.0)},
    **{f"rotation of {n!r}": lambda n=n: pantin.rotation(x=n) for n in NOT_NUMBERS},
    "pull nobody": lambda: pantin.pull(FIGURE, {"nobody": (0.0, 0.0, 0.0)}),
    "pull a number": lambda: pantin.pull(FIGURE, {3: (0.0, 0.0, 0.0)}),
    "pull a list": lambda: pantin.pull(FIGURE, ["hand.L"]),
    "pull without targets": lambda: pantin.pull(FIGURE),
    "pull with a word that is unknown": lambda: pantin.pull(FIGURE, {}, pinned=["head"]),
    "pins that are a word": lambda: pantin.pull(FIGURE, {"hand.L": (0.0, 0.0, 0.0)}, pins="head"),
    "pins that are numbers": lambda: pantin.pull(FIGURE, {"hand.L": (0.0, 0.0, 0.0)}, pins=[1]),
    "pins that are one number": lambda: pantin.pull(FIGURE, {"hand.L": (0.0, 0.0, 0.0)}, pins=1),
    "pins of nobody": lambda: pantin.pull(FIGURE, {"hand.L": (0.0, 0.0, 0.0)}, pins=["nobody"]),
    "a chain of -3 bones": lambda: pantin.pull(FIGURE, {"hand.L": (0.0, 0.0, 0.0)}, chain_length=-3),
    "a chain of 1.5 bones": lambda: pantin.pull(FIGURE, {"hand.L": (0.0, 0.0, 0.0)}, chain_length=1.5),
    "place nobody": lambda: pantin.place(FIGURE, "nobody", (0.0, 0.0, 0.0)),
    "place a number": lambda: pantin.place(FIGURE, 3, (0.0, 0.0, 0.0)),
    "place a bone that is connected": lambda: pantin.place(FIGURE, "forearm.L", (0.0, 0.0, 0.0)),
    "turn by a place": lambda: pantin.place(FIGURE, "head", turn=(1.0, 0.0, 0.0)),
    "turn by zeros": lambda: pantin.place(FIGURE, "head", turn=(0.0, 0.0, 0.0, 0.0)),
    "pose nobody": lambda: pantin.posed(FIGURE, {"nobody": REST}),
    "pose by a number": lambda: pantin.posed(FIGURE, {"head": 3}),
    "pose by a bone": lambda: pantin.posed(FIGURE, {"head": Bone("head")}),
    "pose at 1e300": lambda: pantin.posed(FIGURE, {"head": Transform((1e300, 0.0, 0.0))}),
    **{f"smile {n!r}": lambda n=n: pantin.expressed(FIGURE, {"Joy": n}) for n in NOT_NUMBERS},
    "smile": lambda: pantin.expressed(FIGURE, "Joy"),
    "look at nobody": lambda: pantin.looking_at(FIGURE, "nobody"),
    "look at a number": lambda: pantin.looking_at(FIGURE, 3),
    "mix a word": lambda: pantin.mixed(FIGURE, "Cheer"),
    "mix nothing": lambda: pantin.mixed(FIGURE, None),
    "mix a pose of others": lambda: pantin.mixed(FIGURE, {"nobody": REST}),
    "mix NaN": lambda: pantin.mixed(FIGURE, {"head": Transform((math.nan, 0.0, 0.0))}),
    "mix zeros": lambda: pantin.mixed(FIGURE, {"head": Transform(rotation=(0.0, 0.0, 0.0, 0.0))}),
    "mix of nobody": lambda: pantin.mixed(FIGURE, {}, bones=["nobody"]),
    "mix of a word": lambda: pantin.mixed(FIGURE, {}, bones="head"),
    "mix flipped by a word": lambda: pantin.mixed(FIGURE, {}, flip="yes"),
    "mix a part that is a word": lambda: pantin.mixed(FIGURE, {}, part="yes"),
    "mix a kept pose that is wrong": lambda: pantin.mixed(FIGURE, KeptPose("p", {"head": 3})),
    "flip nobody": lambda: pantin.flipped(FIGURE, ["nobody"]),
    "flip a word": lambda: pantin.flipped(FIGURE, "head"),
    "see nobody": lambda: pantin.seen(FIGURE, ["nobody"]),
    "evaluate by an unknown solver": lambda: pantin.evaluate(FIGURE, solver="magic"),
    "evaluate by a number": lambda: pantin.evaluate(FIGURE, solver=3),
    "grab a word": lambda: pantin.evaluate(FIGURE, grabs=["hand.L"]),
    "grab a number": lambda: pantin.evaluate(FIGURE, grabs=3),
    "grab nobody": lambda: pantin.evaluate(FIGURE, grabs=[pantin.Grab("nobody", 0, (0.0, 0.0, 0.0))]),
    "grab to NaN": lambda: pantin.evaluate(FIGURE, grabs=[pantin.Grab("hand.L", 0, (0.0, math.nan, 0.0))]),
    "grab with a chain of -1": lambda: pantin.evaluate(FIGURE, grabs=[pantin.Grab("hand.L", -1, (0.0, 0.0, 0.0))]),
    "a memory that is none": lambda: pantin.simulate(FIGURE, FIGURE, 0.1),
    "sizes without end": lambda: pantin.evaluate(_grown()),
    "match a limb that is none": lambda: pantin.match_fk(FIGURE, "left arm"),
    "match a number": lambda: pantin.match_ik(FIGURE, 3),
    "match an IK of another rig": lambda: pantin.match_ik(FIGURE, Ik(owner="tail")),
    "switch nothing": lambda: pantin.switch_to_fk(FIGURE, None),
    "switch a limb that is none": lambda: pantin.switch_to_ik(FIGURE, "nobody"),
    "limb of nobody": lambda: pantin.limb(FIGURE, "nobody"),
    "limb of an unknown kind": lambda: pantin.limb(ARM, "hand", kind="wing"),
    "fit an arm": lambda: pantin.fit(ARM),
    "fit and tell a word": lambda: pantin.fit(FIGURE, told="loudly"),
    "frame beyond the end": lambda: pantin.frame(MOVING, 3),
    "frame before the beginning": lambda: pantin.frame(MOVING, -1),
    "frame of half": lambda: pantin.frame(MOVING, 0.5),
    "frame of a clip that is missing": lambda: pantin.frame(MOVING, 0, "Run"),
    "frame of a rig without motion": lambda: pantin.frame(ARM, 0),
    "frames of a number": lambda: pantin.frames(MOVING, 3),
    "frames of a clip that is missing": lambda: pantin.frames(MOVING, "Run"),
    "frame of a clip that is damaged": lambda: pantin.frame(ARM, 0, pantin.Clip("c", 30.0, 1, {"a": "damaged"})),
    "retarget nothing": lambda: pantin.retarget(FIGURE, None),
    "retarget a file that is missing": lambda: pantin.retarget(FIGURE, "nowhere.bvh"),
    "add nothing": lambda: pantin.add(FIGURE, None),
    "add a word": lambda: pantin.add(FIGURE, "ik"),
    "add a transform": lambda: pantin.add(FIGURE, REST),
    "add a constraint of nobody": lambda: pantin.add(FIGURE, Ik(owner="nobody")),
    "add a constraint that is wrong": lambda: pantin.add(FIGURE, Ik(owner="head", chain_length=-1)),
    "add a bone again": lambda: pantin.add(FIGURE, Bone("head")),
    "add a bone to nobody": lambda: pantin.add(FIGURE, Bone("hat", parent="nobody")),
    "add a pin on nobody": lambda: pantin.add(FIGURE, Pin("nobody")),
    "add a clip again": lambda: pantin.add(MOVING, WALK),
    "remove nobody": lambda: pantin.remove(FIGURE, "nobody"),
    "remove what is not there": lambda: pantin.remove(FIGURE, Ik(owner="head")),
    "remove a number": lambda: pantin.remove(FIGURE, 3),
    "pin nobody": lambda: pantin.pin(FIGURE, ["nobody"]),
    "pin a word": lambda: pantin.pin(FIGURE, "head"),
    "edit nobody": lambda: pantin.edited(FIGURE, "nobody", roll=0.1),
    "edit a field that is none": lambda: pantin.edited(FIGURE, "head", rol=0.1),
    "edit a field by a word": lambda: pantin.edited(FIGURE, "head", roll="much"),
    "edit a field by NaN": lambda: pantin.edited(FIGURE, "head", roll=math.nan),
    "edit a name that is taken": lambda: pantin.edited(FIGURE, "head", name="neck"),
    "edit a name by a number": lambda: pantin.edited(FIGURE, "head", name=3),
    "edit into a circle": lambda: pantin.edited(FIGURE, "chest", parent="head"),
    "edit a constraint too far": lambda: pantin.edited(FIGURE, FIGURE.rig.constraints[0], influence=2.0),
    "edit a constraint that is not there": lambda: pantin.edited(FIGURE, Ik(owner="head"), blend=0.5),
    "edit the rig by an unknown solver": lambda: pantin.edited(FIGURE, solver="magic"),
    "edit a field of the rig that is none": lambda: pantin.edited(FIGURE, colour="red"),
    "edit a number": lambda: pantin.edited(3, colour="red"),
    "edit nothing": lambda: pantin.edited(None, colour="red"),
    "edit a value wrongly": lambda: pantin.edited(REST, location=(1e300, 0.0, 0.0)),
    "edit a part that is a number": lambda: pantin.edited(FIGURE, 3, roll=0.0),
    "a figure that is none": lambda: pantin.figure("dragon"),
    "a figure of a number": lambda: pantin.figure(3),
    "a figure of a negative height": lambda: pantin.figure("humanoid", height=-1.0),
    "a figure with a measure that is none": lambda: pantin.figure("humanoid", wings=2),
    "fix a word": lambda: pantin.fixed(FIGURE, "cycle"),
    "fix what is not there": lambda: pantin.fixed(
        FIGURE, pantin.Problem("a", "note", (), "A problem.", "", pantin.Fix("Mend it", ()))
    ),
    "two figures of one name": lambda: pantin.evaluate(Document.in_scene(Scene((FIGURE.figure, FIGURE.figure)))),
    "no figure": lambda: pantin.evaluate(Document(Scene(), "nobody")),
    "a figure whose name is a list": lambda: pantin.evaluate(replace(FIGURE, active_figure=["x"])),
    "a pose of nothing after a check": lambda: pantin.evaluate(pantin.checked(FIGURE).posed({"hips": None})),
    "a figure that is not there": lambda: pantin.evaluate(replace(FIGURE, active_figure="nobody")),
    "figures that are one": lambda: pantin.evaluate(Document(Scene(FIGURE.figure), "Humanoid")),
    "a second figure that is wrong": lambda: pantin.evaluate(
        Document(Scene((FIGURE.figure, Figure(rig=Rig(bones=(Bone("a", parent="b"),))))), FIGURE.active_figure)
    ),
    "edit a figure that is not there": lambda: pantin.edit_figure(FIGURE, "nobody"),
    "edit a figure of a number": lambda: pantin.edit_figure(FIGURE, 3),
    "remove the only figure": lambda: pantin.remove_figure(FIGURE, FIGURE.active_figure),
    "add a figure that is a rig": lambda: pantin.add_figure(FIGURE, FIGURE.rig),
    "put a figure nowhere": lambda: pantin.put_figure(FIGURE, pantin.Place((math.nan, 0.0, 0.0))),
    "put a figure of no size": lambda: pantin.put_figure(FIGURE, pantin.Place(size=0.0)),
    "a matrix of nobody": lambda: pantin.evaluate(FIGURE).matrix("nobody"),
    "a matrix of a number": lambda: pantin.evaluate(FIGURE).matrix([3]),
    "a clip of a list of words": lambda: pantin.Clip.of("c", 30.0, ["a"], [["x"]]),
    "a clip of rows of other lengths": lambda: pantin.Clip.of("c", 30.0, ["a"], [[[0.0]], [[0.0, 1.0]]]),
    "a clip of NaN": lambda: pantin.Clip.of("c", 30.0, ["a"], np.full((1, 1, 10), np.nan)),
    "a clip of words": lambda: pantin.Clip.of("c", 30.0, ["a"], np.full((1, 1, 10), "x")),
    "a clip of no frames": lambda: pantin.Clip.of("c", 30.0, ["a"], np.zeros((0, 1, 10))),
    "read nothing": lambda: pantin.read(None),
    "read a number": lambda: pantin.read(3),
    "read a rest that is unknown": lambda: pantin.read("figure.glb", rest_from="skin"),
    "read bytes": lambda: pantin.read(b"figure.rig.json"),
    "read what is missing": lambda: pantin.read("nowhere.rig.json"),
    "read a folder": lambda: pantin.read("."),
    "read an unknown ending": lambda: pantin.read("figure.blend"),
    "read a name with a zero": lambda: pantin.read("fig\0ure.rig.json"),
    "read a pose that is missing": lambda: pantin.read_pose("nowhere.pose.json"),
    "write nowhere": lambda: pantin.write(FIGURE, None),
    "write an unknown ending": lambda: pantin.write(FIGURE, "figure.xyz"),
    "write into a folder that is missing": lambda: pantin.write(FIGURE, "nowhere/figure.rig.json"),
    "write a clip that is missing": lambda: pantin.write(FIGURE, "never.glb", ["Run"]),
    "write clips that are numbers": lambda: pantin.write(FIGURE, "never.glb", [3]),
    "write clips that are a number": lambda: pantin.write(FIGURE, "never.glb", 3),
}


def _grown() -> Document:
    """A chain of bones each of which is a million times as large as the one above it."""
    bones = [Bone(f"b{n}", parent=f"b{n - 1}" if n else None) for n in range(60)]
    return of(*bones, pose={bone.name: Transform(scale=(1e6, 1e6, 1e6)) for bone in bones})


def told(call: Callable[[], object]) -> str:
    """Return what a call says that fails; whatever else it raises is not caught."""
    with pytest.raises(pantin.Unusable) as failed:
        call()
    return str(failed.value)


def check_sentence(said: str) -> None:
    """One sentence, or two of which the second says what to do, and nothing of Python's own."""
    assert said[-1] in ".)" and "\n" not in said
    assert not re.search(r"Traceback|0x[0-9a-f]{6}|object at|msgspec|unsupported operand|ufunc|broadcast", said), said


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    yield
    assert not list(tmp_path.iterdir()), "a call that failed wrote a file"


@pytest.mark.parametrize("what", CALLS)
def test_a_misused_function_says_so_in_one_sentence(what: str) -> None:
    check_sentence(told(CALLS[what]))


@pytest.mark.parametrize("what", WRONG_DOCUMENTS)
def test_a_document_that_no_file_holds_is_told_with_its_place(what: str) -> None:
    said = told(lambda: pantin.evaluate(WRONG_DOCUMENTS[what]))
    check_sentence(said)
    assert said.startswith("document")
    assert told(lambda: pantin.pull(WRONG_DOCUMENTS[what], {"a": (0.0, 0.0, 0.0)})) == said


@pytest.mark.parametrize("name", TAKING_A_DOCUMENT)
def test_every_function_checks_its_document(name: str) -> None:
    call = TAKING_A_DOCUMENT[name]
    wrong = WRONG_DOCUMENTS["a blend of 1.5"]
    place = "document.figure.rig.constraints[0].blend"
    assert told(lambda: call(wrong)) == f"{place}: the number is too large; 1.0 is the most."
    for other in NOT_DOCUMENTS if name != "edited" else ():
        assert told(lambda other=other: call(other)).startswith("document: a document belongs here, not ")


def test_no_function_is_left_out() -> None:
    functions = {name for name in pantin.__all__ if name[0].islower()}
    assert functions == {*TAKING_A_DOCUMENT, "figure", "read", "read_pose", "rotation"}


def test_what_a_file_would_hold_is_taken() -> None:
    """Lists, whole numbers and arrays become what a file has; quaternions get length 1; the rest stays as it is."""
    made = pantin.checked(
        Document.of(
            Figure(
                rig=Rig(bones=[Bone("a", head=np.array([0, 0, 1]), tail=[0, 1, 1])]),
                pose=Pose({"a": Transform(rotation=(0, 0, 2, 0))}),
            )
        )
    )
    assert made == pantin.checked(made)
    assert made.rig.bones == (Bone("a", head=(0.0, 0.0, 1.0), tail=(0.0, 1.0, 1.0)),)
    assert made.figure.pose.bones["a"].rotation == (0.0, 0.0, 1.0, 0.0)
    assert pantin.checked(FIGURE) is FIGURE
    alike = msgspec.structs.replace(FIGURE, scene=Scene((msgspec.structs.replace(FIGURE.figure),)))
    assert pantin.checked(alike) is alike and pantin.checked(FIGURE) is FIGURE
    once = pantin.posed(FIGURE, {"head": Transform(rotation=pantin.rotation(x=0.2))})
    assert pantin.checked(once).rig.bones is FIGURE.rig.bones


def test_a_part_that_was_changed_after_a_check_is_checked_again() -> None:
    pantin.evaluate(FIGURE)
    wrong = FIGURE.posed({**FIGURE.figure.pose.bones, "head": Transform(location=(math.nan, 0.0, 0.0))})
    assert "document.figure.pose.bones.head.location[0]: NaN" in told(lambda: pantin.evaluate(wrong))
    longer = FIGURE.rig.changed(constraints=(*FIGURE.rig.constraints, Ik(owner="head", weight=-1.0)))
    assert "weight: the number is too small" in told(lambda: pantin.evaluate(FIGURE.with_rig(longer)))


@pytest.mark.parametrize("word", ["part", "document"])
def test_what_edited_takes_by_its_place_is_no_field(word: str) -> None:
    with pytest.raises(pantin.Unusable, match=f'Rig has no field "{word}"; its fields are'):
        pantin.edited(FIGURE, **{word: "head"}, roll=0.1)
