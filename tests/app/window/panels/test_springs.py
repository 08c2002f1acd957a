"""Springs in the window: put on the selected bones, changed in the panel, switched off, and undone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import Document
from pantin.rigs.templates import TEMPLATES
from pantin.solver import evaluate
from tests.app.files.character_window import opened
from tests.app.person import Person
from tests.rigs.formats.gltf.mesh_files import MeshFile
from tests.rigs.formats.gltf.spring_files import nodes, springs


@pytest.fixture
def haired(person: Person, tmp_path: Path) -> Person:
    """A body with springs, and with a mesh, so that the figure has its page in the properties."""
    made = nodes()
    made[0]["children"] = [*made[0]["children"], len(made)]
    file = MeshFile(*made, {"name": "body", "mesh": 0})
    file.mesh(file.primitive())
    file.entries |= {"extensions": {"VRMC_springBone": springs()}, "extensionsUsed": ["VRMC_springBone"]}
    opened(person, file.written(tmp_path / "haired.glb"))
    person.look()
    return person


def section(person: Person):
    return person.window.panels.properties.figure_page.springs


def chains(person: Person):
    return person.session.document.rig.springs.chains


def head_of(person: Person, bone: str) -> np.ndarray:
    person.wait_for_the_pose()
    evaluated = person.session.evaluated
    return np.array(evaluated.heads[evaluated.index[bone]])


def test_the_panel_shows_the_chains_and_changes_one(haired: Person) -> None:
    made = section(haired)
    assert made.chain.count() == 4 and made.values.editors["stiffness"] is not None
    before = head_of(haired, "tail_3")
    made.chain.setCurrentIndex(3)
    made.values.committed.emit("gravity", 5.0)
    assert {joint.gravity for joint in chains(haired)[3].joints} == {5.0}
    assert head_of(haired, "tail_3")[2] < before[2] - 0.02, "the tail sags"
    haired.session.undo()
    assert head_of(haired, "tail_3") == pytest.approx(before, abs=1e-9)


def test_one_switch_is_one_step_of_undo(haired: Person) -> None:
    before = head_of(haired, "hair_4")
    section(haired).all.committed.emit(False)
    assert np.abs(head_of(haired, "hair_4") - before).max() > 0.01
    assert not haired.session.document.rig.springs.on
    haired.session.undo()
    assert head_of(haired, "hair_4") == pytest.approx(before, abs=1e-9)


def test_a_chain_alone_is_switched_off(haired: Person) -> None:
    section(haired).chain.setCurrentIndex(0)
    section(haired).on.committed.emit(False)
    assert [each.on for each in chains(haired)] == [False, True, True, True]


def test_springs_are_taken_away_and_put_on_again(haired: Person) -> None:
    haired.session.select(("hair_1",), "hair_1")
    haired.by_palette("Take springs away")
    assert [each.name for each in chains(haired)] == ["ribbon", "skirt", "tail"]
    haired.by_palette("Put springs on chain")
    assert [joint.bone for joint in chains(haired)[-1].joints] == ["hair_1", "hair_2", "hair_3", "hair_4"]
    haired.session.undo()
    haired.session.undo()
    assert [each.name for each in chains(haired)] == ["hair", "ribbon", "skirt", "tail"]


def test_springs_follow_what_is_dragged_settle_and_are_at_rest_again_after_undo(haired: Person) -> None:
    session, before = haired.session, head_of(haired, "hair_4")
    turned = replace(session.document.figure.transform("spine"), rotation=(0.0, 0.0, 0.5, 0.75**0.5))

    def edit(document: Document) -> Document:
        return document.posed({**document.figure.pose.bones, "spine": turned})

    still = evaluate(edit(session.document))
    rest = np.array(still.heads[still.index["hair_4"]])
    session.preview_edit(edit)
    assert np.abs(head_of(haired, "hair_4") - rest).max() > 0.005, "hair comes after the body"
    session.edit("Turn", edit)
    haired.wait_until(lambda: not session.springs.active and session.settled)
    assert head_of(haired, "hair_4") == pytest.approx(rest, abs=1e-12), "and settles as the still has it"
    session.undo()
    assert head_of(haired, "hair_4") == pytest.approx(before, abs=1e-12)
    assert not session.springs.active


def test_any_rig_with_springs_shows_them(person: Person) -> None:
    """A tail of a hand-built figure: the properties have a page of the figure from then on."""
    person.session.open(Document.of(TEMPLATES["quadruped"]()))
    person.session.select(("tail_1",), "tail_1")
    person.look()
    properties = person.window.panels.properties
    assert not properties.subject.isVisible()
    person.by_palette("Put springs on chain")
    assert [len(each.joints) for each in chains(person)] == [6]
    person.wait_until(properties.subject.isVisible)
    assert not section(person).isVisible(), "the bone is shown still"
    properties.subject.figure.trigger()
    person.wait_until(section(person).isVisible)
    assert section(person).is_open()
    section(person).values.committed.emit("gravity", 3.0)
    assert {joint.gravity for joint in chains(person)[0].joints} == {3.0}
    person.session.undo()
    person.session.undo()
    person.wait_until(lambda: not properties.subject.isVisible())


def test_the_section_shows_the_chain_of_the_bone_that_is_selected(haired: Person) -> None:
    haired.session.select(("skirt_2",), "skirt_2")
    haired.look()
    haired.window.panels.properties.show_subject(is_figure=True)
    haired.look()
    assert section(haired).chain.currentText() == "skirt: skirt_1"
