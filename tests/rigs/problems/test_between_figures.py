"""Bones of other figures that are not there, and figures that look at each other in circles: said, with a fix."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import Bone, CopyLocation, Document, Ik, Rig
from pantin.rigs.constraints import Constraint
from pantin.rigs.editing.bones import rename
from pantin.rigs.editing.building.removing import delete
from pantin.rigs.editing.figures import added_beside, put, removed
from pantin.rigs.fields import BoneRef
from pantin.rigs.figure import Figure
from pantin.rigs.place import Place
from pantin.rigs.problems.between_figures import problems_in
from pantin.rigs.problems.fixes import all_fixed, fixed
from pantin.rigs.scene import Scene
from tests.rigs.samples import leg


def box(name: str, *constraints: Constraint) -> Figure:
    return Figure(name=name, rig=Rig(bones=(Bone("box"),), constraints=constraints))


def looking(name: str, *targets: str) -> Figure:
    """A box that takes the places of boxes of other figures."""
    return box(name, *(CopyLocation(owner="box", target=BoneRef("box", target)) for target in targets))


@pytest.mark.parametrize(
    ("ref", "words"), [(BoneRef("box", "gone"), '"box of gone"'), (BoneRef("lid", "b"), '"lid of b"')]
)
def test_what_is_missing_is_said_with_a_fix(ref: BoneRef, words: str) -> None:
    document = Document.in_scene(Scene((box("a", CopyLocation(owner="box", target=ref)), box("b"))))
    [problem] = problems_in(document)
    assert (problem.kind, problem.severity, problem.where) == ("missing_bone", "error", "$.constraints[0].target")
    assert words in problem.text and problem.text.count(".") == 1
    mended = fixed(document, problem)
    assert mended.rig.constraints[0].target is None and all(each.kind != "missing_bone" for each in problems_in(mended))


def test_a_circle_is_said_in_the_figure_whose_constraint_is_left_out() -> None:
    document = Document.in_scene(Scene((looking("a", "b"), looking("b", "c"), looking("c", "a"))))
    [problem] = problems_in(document)
    assert problem.kind == "cycle" and '"a", "b", "c"' in problem.text and problem.text.count(".") == 1
    assert problems_in(document.editing("b")) == problems_in(document.editing("c")) == ()
    assert all(each.kind != "cycle" for each in problems_in(all_fixed(document)))
    itself = Document.in_scene(Scene((looking("a", "a"),)))
    assert [each.kind for each in problems_in(itself)] == ["cycle"]


def test_names_of_bones_and_figures_are_followed_by_other_figures() -> None:
    document = Document.in_scene(Scene((looking("a", "b"), box("b"))))
    renamed = rename(document.editing("b"), "box", "lid")
    assert renamed.scene.figure("a").rig.constraints[0].target == BoneRef("lid", "b")
    named = renamed.with_figure(Figure(name="chest", rig=renamed.rig))
    assert named.scene.figure("a").rig.constraints[0].target == BoneRef("lid", "chest")
    gone = delete(named, ("lid",))
    assert gone.scene.figure("a").rig.constraints[0].target is None
    own = rename(document, "box", "lid")
    assert own.scene.figure("a").rig.constraints[0].target == BoneRef("box", "b"), "a bone of the same name elsewhere"


def test_a_figure_is_added_beside_the_others_under_a_name_of_its_own_and_removed() -> None:
    first = Document.of(leg())
    second = added_beside(first, leg())
    assert [each.name for each in second.scene.figures] == ["Leg", "Leg.001"] and second.active_figure == "Leg.001"
    places = [each.place for each in added_beside(second, leg()).scene.figures]
    assert places[0] == Place() and 0.0 < places[1].location[0] < places[2].location[0]
    turned = added_beside(put(first, Place((1.0, 2.0, 0.5), 1.2)), leg()).figure.place
    assert turned.heading == 1.2 and turned.location[2] == 0.5
    back = removed(second, "Leg.001")
    assert back.scene == first.scene and back.active_figure == "Leg"
    with pytest.raises(ValueError, match="only figure"):
        removed(first, "Leg")
    tied = Document.in_scene(Scene((box("a", Ik(owner="box", target=BoneRef("box", "b"))), box("b"))))
    assert removed(tied, "b").rig.constraints[0].target is None


def test_the_first_figure_takes_the_place_of_an_empty_one() -> None:
    assert added_beside(Document(), leg()) == Document.of(leg())


def test_figures_of_a_file_go_on_looking_at_each_other_and_keep_sizes_and_places() -> None:
    file = (box("Biped"), looking("Prop", "Biped"))
    file = (replace(file[0], place=Place((1.0, 0.0, 0.0), 0.5, 2.0)), replace(file[1], place=Place((1.0, -1.0, 0.0))))
    made = added_beside(Document.of(box("Biped")), *file)
    assert [each.name for each in made.scene.figures] == ["Biped", "Biped.001", "Prop"]
    assert made.scene.figure("Prop").rig.constraints[0].target == BoneRef("box", "Biped.001")
    biped, prop = (made.scene.figure(name).place for name in ("Biped.001", "Prop"))
    assert biped.size == 2.0 and biped.heading == 0.5 and biped.location[0] > 0.0
    assert np.subtract(prop.location, biped.location) == pytest.approx((0.0, -1.0, 0.0))


def test_a_removed_figure_is_looked_at_no_more_whatever_bone_was_meant() -> None:
    lost = CopyLocation(owner="box", target=BoneRef("gone", "b"))
    made = removed(Document.in_scene(Scene((box("a", lost), box("b")))), "b")
    assert made.rig.constraints[0].target is None
    with pytest.raises(ValueError, match="no figure"):
        removed(Document.in_scene(Scene((box("a"), box("b")))), "c")
