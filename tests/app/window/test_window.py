"""The whole path in the real window: press, move, key, release, then look at the document and the pixels."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PySide6 import QtCore

from pantin import rigs
from pantin.app.actions import ACTIONS
from pantin.app.files import files, saving
from pantin.app.window.window import Window
from pantin.rigs import Transform
from pantin.rigs.constraints import Ik
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.templates import biped
from tests.app import lasting_window
from tests.app.person import Person
from tests.rigs.samples import plain

Key = QtCore.Qt.Key


def ik_of(person: Person, owner: str) -> Ik:
    return next(c for c in person.session.document.rig.constraints if isinstance(c, Ik) and c.owner == owner)


def field(person: Person, owner: str, name: str):
    """The row of a field on the IK card of `owner`, once that bone is active."""
    person.session.select((owner,), owner)
    person.wait_for_the_pose()
    person.window.panels.show()
    card = next(card for card in person.window.panels.properties.constraints.cards if card.look.title == "IK")
    return card.form.rows[name]


def test_pulling_a_hand_moves_it_and_is_one_step(person: Person) -> None:
    before, hand, foot = person.session.document, person.tail("hand.L"), person.tail("foot.L")
    pixels = person.picture()
    x, y = person.where("hand.L")
    person.drag((x, y), (x + 10, y - 20), (x + 20, y - 60), (x + 20, y - 100))
    assert person.tail("hand.L")[2] > hand[2] + 0.1
    assert person.tail("foot.L") == pytest.approx(foot, abs=1e-9)
    assert len(person.session.history.labels) == 2
    assert person.session.unsaved
    assert (np.abs(person.picture() - pixels).sum(axis=2) > 40).sum() > 500
    person.shortcut("Ctrl+Z")
    assert person.session.document.figure == before.figure
    assert np.array_equal(person.tail("hand.L"), hand)
    person.shortcut("Ctrl+Shift+Z")
    assert person.session.document.figure != before.figure


def test_page_up_during_a_drag_sets_the_chain(person: Person) -> None:
    person.open_sample("tentacle")
    rig, at_rest = person.session.document.rig, person.session.document.figure.pose.bones
    tip = rig.bones[-1].name if not any(c.owner == rig.bones[-1].name for c in rig.constraints) else rig.bones[-2].name
    free = next(
        bone.name for bone in reversed(rig.bones) if (bone.kind == "bone" and bone.name == tip) or bone.connected
    )
    x, y = person.where(free)
    person.press((x, y))
    person.move((x + 10, y), (x + 20, y + 10))
    for _ in range(3):
        person.key(Key.Key_PageUp)
    person.move((x + 30, y + 20))
    person.wait_for_the_pose()
    person.release((x + 30, y + 20))
    posed = set(person.session.document.figure.pose.bones) ^ set(at_rest)
    assert len(person.session.history.labels) == 2
    assert 1 <= len(posed) <= 3


def test_a_rig_that_is_opened_is_framed(person: Person) -> None:
    before = person.view.camera
    person.open_sample("arm")
    opened = person.view.camera
    person.view.frame_all()
    assert person.view.camera == opened != before


def test_escape_puts_back_exactly(person: Person) -> None:
    before, hand = person.session.document, person.tail("hand.L")
    x, y = person.where("hand.L")
    person.press((x, y))
    person.move((x + 20, y - 40), (x + 30, y - 80))
    person.wait_for_the_pose()
    assert not np.array_equal(person.tail("hand.L"), hand)
    person.key(Key.Key_Escape)
    person.release((x + 30, y - 80))
    assert person.session.document.figure is before.figure
    assert np.array_equal(person.tail("hand.L"), hand)
    assert not person.session.history.can_undo


def test_clicking_selects_in_view_tree_and_properties(person: Person) -> None:
    person.click(person.where("thigh.L"))
    person.window.panels.show()
    assert person.session.document.selected == ("thigh.L",)
    assert not person.session.history.can_undo
    assert person.window.panels.properties.head.isVisible()


def test_scrubbing_a_pole_angle_turns_the_knee(person: Person) -> None:
    x, y = person.where("foot.L")
    person.drag((x, y), (x, y - 30), (x, y - 60))
    knee, steps = person.tail("thigh.L"), len(person.session.history.labels)
    label = field(person, "shin.L", "pole_angle").label
    person.press((40, 12), on=label)
    person.move((50, 12), (80, 12), (120, 12), on=label)
    person.wait_for_the_pose()
    shown = person.tail("thigh.L")
    assert np.linalg.norm(shown - knee) > 0.005, "the knee turns while the pole angle is scrubbed"
    assert len(person.session.history.labels) == steps
    person.release((120, 12), on=label)
    assert np.array_equal(person.tail("thigh.L"), shown)
    assert len(person.session.history.labels) == steps + 1
    assert ik_of(person, "shin.L").pole_angle != 0.0
    person.shortcut("Ctrl+Z")
    assert np.array_equal(person.tail("thigh.L"), knee)


def test_choosing_another_pole_leaves_the_leg_where_it_is(person: Person) -> None:
    x, y = person.where("foot.L")
    person.drag((x, y), (x, y - 30), (x, y - 60))
    knee, pole = person.tail("thigh.L"), ik_of(person, "shin.L").pole
    other = ik_of(person, "shin.R").pole
    editor = field(person, "shin.L", "pole").editor
    editor.committed.emit(other)
    person.wait_for_the_pose()
    assert ik_of(person, "shin.L").pole == other != pole
    assert ik_of(person, "shin.L").pole_angle != 0.0
    np.testing.assert_allclose(person.tail("thigh.L"), knee, atol=1e-9)
    person.shortcut("Ctrl+Z")
    assert ik_of(person, "shin.L").pole == pole
    assert ik_of(person, "shin.L").pole_angle == 0.0


def test_the_blend_goes_from_fk_to_ik(person: Person) -> None:
    x, y = person.where("hand.L")
    person.drag((x, y), (x + 10, y - 50), (x + 20, y - 100))
    pulled = person.tail("forearm.L")
    for blend in (0.0, 0.5, 1.0):
        slider = field(person, "forearm.L", "blend").editor
        slider.committed.emit(blend)
        person.wait_for_the_pose()
        tail = person.tail("forearm.L")
        assert np.array_equal(tail, pulled) == (blend == 1.0)
        assert ik_of(person, "forearm.L").blend == blend


def test_saved_and_reopened_it_is_the_same(person: Person, qtbot, tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "pulled.rig.json"
    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", lambda *_: (str(path), ""))
    x, y = person.where("hand.L")
    person.drag((x, y), (x + 10, y - 50), (x + 20, y - 90))
    saved, matrices = person.session.document.rig, person.session.evaluated.matrices.copy()
    person.shortcut("Ctrl+S")
    qtbot.waitUntil(lambda: not person.session.unsaved)
    assert person.session.title == "pulled.rig.json"
    person.open_sample("arm")
    person.window.files.open(path)
    qtbot.waitUntil(lambda: person.session.title == "pulled.rig.json")
    person.wait_for_the_pose()
    assert person.session.document.rig == saved
    assert np.array_equal(person.session.evaluated.matrices, matrices)
    assert person.window.settings.recent[0] == path


def test_an_exported_pose_looks_the_same_without_constraints(person: Person, qtbot, tmp_path, monkeypatch) -> None:
    path = tmp_path / "reach.pose.json"
    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", lambda *_: (str(path), ""))
    x, y = person.where("hand.L")
    person.drag((x, y), (x + 10, y - 50), (x + 20, y - 90))
    matrices = person.session.evaluated.matrices.copy()
    ACTIONS["export_pose"].run(person.window)
    qtbot.waitUntil(path.exists)
    person.open_sample("humanoid")
    person.session.edit("Free", lambda document: rigs.Document.of(rigs.Rig(bones=document.rig.bones)))
    person.window.files.open(path)
    qtbot.waitUntil(lambda: person.session.history.undo_label == "Apply reach")
    person.wait_for_the_pose()
    assert np.allclose(person.session.evaluated.matrices, matrices, atol=1e-9)


BAD = {
    "truncated": lambda text: text[: len(text) // 2],
    "a missing parent": lambda text: text.replace('"parent": "chest"', '"parent": "nobody"', 1),
    "a duplicate name": lambda text: text.replace('"name": "spine"', '"name": "hips"', 1),
    "not a number": lambda text: text.replace(
        '"name": "Humanoid"', '"name": "Humanoid", "pose": {"bones": {"hips": {"location": [NaN, 0, 0]}}}'
    ),
    "bones left out": lambda text: json.dumps({"format": "pantin.rig", "version": 1, "name": "x"}),
    "a version to come": lambda text: text.replace('"version": 2', '"version": 99', 1),
}


@pytest.mark.parametrize("fault", BAD)
def test_a_bad_file_is_a_sentence_and_the_document_stays(fault: str, person: Person, qtbot, tmp_path: Path) -> None:
    good = (files.FOLDER / "rigs" / "humanoid.rig.json").read_text("utf-8")
    path = tmp_path / "bad.rig.json"
    path.write_text(BAD[fault](good), "utf-8")
    assert path.read_text("utf-8") != good
    before = person.session.document
    with qtbot.waitSignal(person.session.warned) as warned:
        person.window.files.open(path)
    assert warned.args[0].startswith(f"{path}: ")
    assert "\n" not in warned.args[0]
    assert person.session.document is before
    assert person.window.notice.isVisible()


def test_a_file_that_is_not_there_is_a_sentence(person: Person, qtbot, tmp_path: Path) -> None:
    with qtbot.waitSignal(person.session.warned) as warned:
        person.window.files.open(tmp_path / "nowhere.rig.json")
    assert "nowhere.rig.json" in warned.args[0]


@pytest.mark.parametrize(
    ("answer", "closes", "saves"), [("cancel", False, False), ("discard", True, False), ("save", True, True)]
)
def test_closing_asks_about_changes(answer, closes, saves, person: Person, qtbot, tmp_path: Path, monkeypatch) -> None:
    path, asked, left = tmp_path / "kept.rig.json", [], []
    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", lambda *_: (str(path), ""))
    monkeypatch.setattr(saving, "ask_before_losing", lambda parent, name: asked.append(name) or answer)
    person.window.left.connect(lambda: left.append(True))
    person.click(person.where("thigh.L"))
    person.window.close()
    assert left == [True], "nothing was changed: nothing to ask"
    assert not asked
    left.clear()
    person.window.show()
    person.session.edit(
        "Name", lambda document: rigs.Document.of(rigs.Figure(name="Other", rig=rigs.Rig(bones=document.rig.bones)))
    )
    person.window.close()
    if closes:
        qtbot.waitUntil(lambda: bool(left))
    assert asked == ["Other"]
    assert bool(left) == closes
    assert path.exists() == saves


def test_a_rename_follows_everywhere(person: Person) -> None:
    person.window.panels.hierarchy.rename_asked.emit("hand_ik.L", "grip.L")
    assert ik_of(person, "forearm.L").target == "grip.L"
    person.window.panels.hierarchy.rename_asked.emit("grip.L", "hips")
    assert "grip.L" in person.session.document.rig.by_name
    assert person.window.notice.isVisible()


def test_the_layouts_stand_still_whatever_the_file_is_called(person: Person, tmp_path, qtbot) -> None:
    header, stood = person.window.header, set()
    for name in ("a", "humanoid", "on and " * 20 + "on"):
        person.save_to(tmp_path / f"{name}.rig.json")
        person.window.files.open(tmp_path / f"{name}.rig.json")
        qtbot.waitUntil(lambda name=name: name in header.tab.toolTip())
        person.look()
        stood.add(header.layouts.geometry().getRect())
    assert len(stood) == 1


def test_a_long_name_leaves_room_for_the_layouts(person: Person, tmp_path, qtbot) -> None:
    tab, name = person.window.header.tab, f"{'on and ' * 20}on.rig.json"
    person.save_to(tmp_path / name)
    person.window.files.open(tmp_path / name)
    qtbot.waitUntil(lambda: name in tab.toolTip())
    assert tab.sizeHint().width() < 320


def test_a_posed_figure_is_framed_as_it_is_posed_although_it_stands_at_rest_at_first(qapp, warm_solver) -> None:
    """Until the solver is loaded, which is after the first painting, the rest pose is seen."""
    window = Window()
    person = Person(window)
    away = {"hips": Transform((0.0, 3.0, 0.0))}
    person.session.open(with_transforms(plain(biped.rig()), away))
    assert not person.session.posed
    window.resize(900, 700)
    window.show()
    person.wait_for_the_pose()
    person.wait_until(lambda: person.session.posed and person.view.camera is person.view.goal)
    size = np.array((person.view.width(), person.view.height()))
    heads = person.view.camera.project(person.session.evaluated.heads, *size)[:, :2]
    lasting_window.close(window)
    assert ((heads > 0.0) & (heads < size)).all()
