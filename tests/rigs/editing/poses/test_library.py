"""The library of poses: what is kept comes back, also from a file, and follows its bones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from pantin.rigs import Document, Transform, read, write
from pantin.rigs.editing.bones import rename
from pantin.rigs.editing.poses import library
from pantin.rigs.formats import native
from pantin.rigs.formats.files import Fault
from pantin.rigs.templates import TEMPLATES
from tests.rigs.skeletons import person

PERSON = Document.of(person())
NOD = {"head": Transform(rotation=(0.6, 0.0, 0.0, 0.8)), "chest": Transform()}


@pytest.fixture
def document() -> Document:
    return library.saved(library.saved(PERSON, "Nod", NOD, (" Head ", "", "Head")), "Other", {"head": Transform()})


def test_poses_are_kept_named_tagged_moved_and_removed(document: Document) -> None:
    assert [kept.name for kept in document.figure.poses] == ["Nod", "Other"]
    assert document.figure.poses[0].tags == ("Head",)
    assert library.free_name(document) == "Pose 1" and library.free_name(document, "Nod") == "Nod 2"
    made = library.tagged(library.renamed(library.moved(document, "Other", 0), "Nod", "Yes"), "Yes", ["Talk"])
    assert [(kept.name, kept.tags) for kept in made.figure.poses] == [("Other", ()), ("Yes", ("Talk",))]
    assert library.removed(made, "Other").figure.poses == made.figure.poses[1:]
    assert library.moved(document, "Nod", 0) is document and library.tagged(document, "Nod", ["Head"]) is document


def test_a_pose_put_back_keeps_its_place_and_its_bones(document: Document) -> None:
    turned = {"head": Transform(rotation=(0.0, 0.6, 0.0, 0.8)), "hips": Transform((0.0, 0.0, 1.0))}
    made = library.put_back(document, "Nod", turned)
    assert made.figure.poses[0] == replace(
        document.figure.poses[0], pose={"head": turned["head"], "chest": Transform()}
    )


@pytest.mark.parametrize(
    "edit",
    [
        lambda document: library.saved(document, "Nod", NOD),
        lambda document: library.saved(document, " ", NOD),
        lambda document: library.saved(document, "Empty", {}),
        lambda document: library.renamed(document, "Nod", "Other"),
        lambda document: library.removed(document, "Nobody"),
    ],
)
def test_what_cannot_be_is_said(document: Document, edit) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        edit(document)


def test_the_library_is_saved_and_follows_names(document: Document, tmp_path: Path) -> None:
    made = rename(document, "head", "skull")
    assert "skull" in made.figure.poses[0].pose and "head" not in made.figure.poses[0].pose
    write(made, tmp_path / "person.rig.json")
    assert read(tmp_path / "person.rig.json").figure.poses == made.figure.poses
    assert "poses" not in json.loads(native.text(PERSON.scene))


@pytest.mark.parametrize(
    ("kept", "where"),
    [
        ([{"name": "A"}, {"name": "A"}], "$.poses[1].name"),
        ([{"name": "A", "pose": {"b": {"rotation": [0, 0, 0, 0]}}}], "$.poses[0].pose.b.rotation"),
        ([{"name": "A", "pose": {"b": {"rotation": [0, 0, 0]}}}], "$.poses[0].pose.b.rotation"),
        ([{"name": "A", "pose": {"b": 3}}], "$.poses[0].pose.b"),
        ([{"name": ""}], "$.poses[0].name"),
    ],
)
def test_a_broken_library_says_where(kept: list[object], where: str) -> None:
    file = {"format": "pantin.rig", "version": 1, "bones": [], "poses": kept}
    with pytest.raises(Fault) as fault:
        native.parse(json.dumps(file).encode())
    assert fault.value.where == where


def test_a_pose_is_for_figures_that_have_most_of_its_bones() -> None:
    """Hips and head are names of many rigs; fingers count where a pose is about nothing else."""
    humanoid = TEMPLATES["humanoid"]()
    whole = {bone.name: Transform() for bone in humanoid.bones if bone.kind == "bone"}
    fist = {name: Transform() for name in whole if name.startswith(("index", "middle", "thumb"))}
    fitting = {
        kind: [library.fits(TEMPLATES[kind](), pose) for pose in (whole, fist)]
        for kind in ("humanoid", "biped", "quadruped", "hand")
    }
    assert fitting == {
        "humanoid": [True, True],
        "biped": [True, False],
        "quadruped": [False, False],
        "hand": [False, False],
    }
