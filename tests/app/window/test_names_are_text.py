"""Tests that what a file calls things is shown as it is: no name is drawn as HTML, and no ampersand underlines a
letter."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6 import QtCore, QtGui, QtWidgets

from pantin import rigs
from pantin.app.actions import ACTIONS
from pantin.app.docks.panels import PANELS
from pantin.resources import FOLDER
from pantin.rigs import Document
from pantin.rigs.clip import Clip
from pantin.rigs.figure import Figure
from pantin.rigs.formats import native
from pantin.rigs.scene import Scene
from pantin.widgets.controls.plain_text import Markup, bold, in_menu, lines, plain
from tests.app.person import Person
from tests.cases import case

MARK = "<img src=x>a&b "
SHEETS = ("export", "palette", "new_from_template")
SUBJECTS = ((), ("hand.L",), ("hips",), ("hand_ik.L",), ("hand.L", "hand.R"))
TIP = QtCore.Qt.ItemDataRole.ToolTipRole


def renamed(value: Any, names: frozenset[str], of_bones: bool = False) -> Any:
    """Plain values of a file in which everything that has a name has another; keys `of_bones` are names as well."""
    if isinstance(value, dict):
        pairs = ((key, renamed(entry, names, key in ("pose", "tracks"))) for key, entry in value.items())
        return {MARK + key if of_bones else key: entry for key, entry in pairs}
    if isinstance(value, list):
        return [renamed(entry, names) for entry in value]
    return MARK + value if isinstance(value, str) and value in names else value


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """The sample figure with a pose of its own, a clip and a problem; all names look like HTML."""
    given = json.loads((FOLDER / "rigs" / "humanoid.rig.json").read_bytes())
    pose = {"name": "Bow", "tags": ["Low"], "pose": {"hips": {"location": [0.0, 0.0, -0.1]}}}
    still = np.tile([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0], (3, 1, 1))
    (clip,) = json.loads(native.text(Scene((Figure(clips=(Clip.of("Nod", 30.0, ["head"], still),)),))))["figures"][0][
        "clips"
    ]
    (figure,) = given["figures"]
    figure["poses"], figure["clips"] = [pose], [clip]
    figure["rig"]["constraints"].append({"type": "copy_rotation", "owner": "head", "target": None})
    rows = [figure["rig"][part] for part in ("bones", "collections", "limbs") if part in figure["rig"]]
    named = {part.get("name") for where in (*rows, [pose], [clip]) for part in where}
    named |= {figure["name"], *pose["tags"]}
    names = frozenset(filter(None, named))
    path = tmp_path / "<b>a&b.rig.json"
    path.write_text(json.dumps(renamed(given, names)))
    return path


def drawn_as_marks() -> set[str]:
    """Return what is seen, or would be said by a tooltip, with a name in it that Qt takes for HTML or for a
    mnemonic."""
    found = set()
    for widget in QtWidgets.QApplication.allWidgets():
        texts = [widget.toolTip(), *_tips_of(widget)]
        if isinstance(widget, QtWidgets.QLabel) and widget.isVisible() and widget.textFormat() != PLAIN:
            texts.append(widget.text())
        found |= {f"{type(widget).__name__}: {text}" for text in texts if "<img" in text and is_rich(text)}
        entries = [action.text() for action in widget.actions()]
        found |= {f"{type(widget).__name__}: {text}" for text in entries if re.search("(?<!&)&b", text)}
    return found


OWN_WORDS = {
    "widgets/constraints/card_report.py",
    "widgets/controls/frames/dock_title.py",
    "widgets/forms/references/weighted_bones.py",
    "widgets/settings/settings_dialog.py",
}
"""Modules whose tooltips are put together from the program's own words alone."""
PLAIN = QtCore.Qt.TextFormat.PlainText


def is_rich(text: str) -> bool:
    return bool(QtGui.Qt.mightBeRichText(text))


def _tips_of(widget: QtWidgets.QWidget) -> Iterator[str]:
    """The tooltips of the actions and the rows of a widget."""
    for action in widget.actions():
        yield action.toolTip() if action.toolTip() != action.iconText() else ""
    if isinstance(widget, QtWidgets.QAbstractItemView) and widget.model() is not None:
        model, is_tree = widget.model(), isinstance(widget, QtWidgets.QTreeView)
        rows = (model.index(row, 0) for row in range(model.rowCount()))
        yield from _tips_below(model, QtCore.QModelIndex()) if is_tree else (str(row.data(TIP) or "") for row in rows)


def _tips_below(model: QtCore.QAbstractItemModel, parent: QtCore.QModelIndex) -> Iterator[str]:
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        yield str(index.data(TIP) or "")
        if model.hasChildren(index):
            yield from _tips_below(model, index)


@pytest.fixture
def opened(person: Person, hostile: Path) -> Person:
    read = rigs.opened(hostile)
    assert all(MARK in bone.name for bone in read.document.rig.bones)
    person.window.files.opened(hostile, read)
    person.wait_for_the_pose()
    return person


def test_no_name_in_the_panels_is_drawn_as_html(opened: Person) -> None:
    for subject in SUBJECTS:
        names = tuple(MARK + name for name in subject)
        opened.session.select(names, names[0] if names else None)
        opened.wait_for_the_pose()
        assert drawn_as_marks() == set()
    for panel in PANELS:
        ACTIONS[f"panel_{panel}"].run(opened.window)
        opened.wait_for_the_pose()
        assert drawn_as_marks() == set(), panel


def test_no_name_in_a_menu_underlines_a_letter(opened: Person) -> None:
    opened.session.select((MARK + "hand.L",), MARK + "hand.L")
    opened.wait_for_the_pose()
    for action in opened.window.menus.bar.actions():
        menu = action.menu()
        menu.aboutToShow.emit()
        QtWidgets.QApplication.processEvents()
        assert drawn_as_marks() == set()
        menu.aboutToHide.emit()


@pytest.mark.parametrize("sheet", SHEETS)
def test_no_name_in_a_sheet_is_drawn_as_html(opened: Person, sheet: str) -> None:
    ACTIONS[sheet].run(opened.window)
    QtWidgets.QApplication.processEvents()
    assert drawn_as_marks() == set()


def test_notices_and_what_is_told_show_names_as_they_are(opened: Person) -> None:
    for say in (opened.session.notified, opened.session.warned):
        say.emit(f'The bone "{MARK}hips" was renamed.')
        QtWidgets.QApplication.processEvents()
        assert drawn_as_marks() == set()
    bar = opened.window.recovery_offer.bar
    bar.offer(f"{MARK}x.rig.json", "Today", [(f"{MARK}y.rig.json", "Monday")])
    QtWidgets.QApplication.processEvents()
    assert drawn_as_marks() == set() and bar.isVisible()


def test_the_case_of_two_bones_that_are_called_as_a_picture(person: Person) -> None:
    """The names are not unique either: the file does not open, and the notice shows the name."""
    person.window.files.open(case("hostile/html_name.rig.json"))
    notice = person.window.notice
    person.wait_until(lambda: not notice.isHidden())
    assert "<img src=" in notice.label.text() and notice.label.textFormat() == PLAIN and drawn_as_marks() == set()


# One function for it


def drawn(text: str) -> str:
    """Return what Qt would show where it guesses whether a text is HTML."""
    document = QtGui.QTextDocument()
    document.setHtml(text) if is_rich(text) else document.setPlainText(text)
    return document.toPlainText()


@pytest.mark.parametrize("text", ["<b>x</b>", "a <img src=x> b", "<a href=x>y</a>", "<!-- x -->"])
def test_what_looks_like_html_is_shown_letter_by_letter(text: str, qapp) -> None:
    assert drawn(plain(text)) == text
    assert plain("a & b, 1 < 2") == "a & b, 1 < 2", "and what does not is left alone"


def test_marks_of_our_own_stay_and_names_in_them_are_text(qapp) -> None:
    told = lines((bold("<i>x</i>"), "a <b>\nc", "", Markup("<br>d")))
    assert isinstance(told, Markup) and drawn(plain(told)) == "<i>x</i>\na <b>\nc\n\nd"
    assert lines(("a", "", "b")) == "a\nb" and in_menu("a&b") == "a&&b"


def test_every_tooltip_goes_through_it() -> None:
    """A literal sentence needs not; everything else does."""
    top = Path(__file__).parents[3]
    given = re.compile(r"(?:setToolTip|QToolTip\.showText)\(")
    fine = re.compile(r'setToolTip\(\s*(plain\(|""|_\(\s*"[^{}]*"\s*\)\)|_\(\s*"[^{}]*"\s*\) if )')
    left = set()
    for room in ("app", "widgets"):
        for path in sorted((top / room).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if len(given.findall(text)) > len(fine.findall(text)) + text.count("QToolTip.showText("):
                left.add(path.relative_to(top).as_posix())
    assert left == OWN_WORDS


def test_a_document_with_such_names_is_one_like_any_other(hostile: Path, tmp_path: Path) -> None:
    document = rigs.read(hostile)
    rigs.write(document, tmp_path / "again.rig.json")
    assert rigs.read(tmp_path / "again.rig.json") == document == Document.of(document.figure)
