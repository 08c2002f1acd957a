"""Before a rig is saved the files that are written beside it are said, and their names can be changed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from pantin.widgets.controls.frames.mesh_names import MeshNames, ask_for_mesh_names


def dialog(qtbot, *names: str) -> MeshNames:
    """The question for one mesh or several; a file called taken.glb is there."""
    figures = [f"Figure {number}" for number in range(len(names))]
    made = MeshNames(None, "hero.rig.json", "/home/ada", figures, names, lambda _row, name: name == "taken.glb")
    qtbot.addWidget(made)
    made.show()
    return made


def test_both_files_and_their_folder_are_said(qtbot) -> None:
    asked = dialog(qtbot, "hero.glb")
    said = " ".join(label.text() for label in asked.findChildren(QLabel))
    assert "2 files are written to /home/ada" in said and "hero.rig.json" in said
    assert asked.names == ("hero.glb",) and asked.save.isEnabled()


def test_another_name_gets_its_ending(qtbot) -> None:
    asked = dialog(qtbot, "hero.glb")
    asked.fields[0].setText(" body ")
    assert asked.names == ("body.glb",)
    asked.fields[0].setText("body.GLB")
    assert asked.names == ("body.GLB",)


def test_a_file_that_is_there_is_told_and_may_be_taken(qtbot) -> None:
    asked = dialog(qtbot, "hero.glb")
    asked.fields[0].setText("taken")
    assert "Another file" in asked.hints[0].text() and asked.save.isEnabled()
    asked.fields[0].setText("free")
    assert not asked.hints[0].text()


def test_what_is_no_name_is_not_taken(qtbot) -> None:
    asked = dialog(qtbot, "hero.glb", "other.glb")
    for text in ("", "a/b", "..\\c", "Other"):
        asked.fields[0].setText(text)
        assert not asked.save.isEnabled() and any(hint.text() for hint in asked.hints)
    asked.fields[0].setText("one")
    assert asked.save.isEnabled()


def test_enter_saves_and_escape_cancels(qtbot, monkeypatch) -> None:
    for key, answer in ((Qt.Key.Key_Return, ("hero.glb",)), (Qt.Key.Key_Escape, None)):

        def press(asked: MeshNames, key: Qt.Key = key) -> int:
            asked.show()
            QTest.keyClick(asked.fields[0], key)
            return asked.result()

        monkeypatch.setattr(MeshNames, "exec", press)
        given = (None, "hero.rig.json", "/home/ada", ["Hero"], ["hero.glb"], lambda _row, _name: False)
        assert ask_for_mesh_names(*given) == answer
