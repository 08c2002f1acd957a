"""The list of problems: sentences with names to click, and a word where there are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest

from pantin.rigs.document import Document
from pantin.rigs.problems import problems_of
from pantin.rigs.problems.fixes import all_fixed
from pantin.rigs.problems.problem import Change, Fix, Problem
from pantin.rigs.wording import quoted
from pantin.widgets.controls.sentence import with_links
from pantin.widgets.status.problems_panel import LEFT, ROW, ProblemsPanel, fix_button
from tests.rigs.problems.wrong_rigs import bone, changed
from tests.rigs.strategies import relaxed

PARENT = Fix("Parent it to hips", (Change("bones", 5, "parent", "hips"),))
FOOT = Problem(
    "cycle", "error", ("shin.R", "foot_ik.R"), '"foot_ik.R" hangs below "shin.R", which it moves.', fix=PARENT
)
HEAD = Problem("no_length", "warning", ("head",), '"head" has no length; move its tail away from its head.')


@pytest.fixture
def panel(shown) -> ProblemsPanel:
    panel = ProblemsPanel()
    panel.show_problems([FOOT, HEAD])
    return shown(panel, 600, 180)


@pytest.fixture
def asked(panel) -> list:
    found: list = []
    panel.selection_asked.connect(lambda names, active: found.append((names, active)))
    return found


def click(panel: ProblemsPanel, row: int, x: int) -> None:
    rect = panel.list.visualRect(panel.list.model().index(row))
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, rect.center().y()))


def test_the_head_counts(panel) -> None:
    assert panel.head.note() == "2"
    panel.show_problems([])
    assert panel.head.note() == ""


def test_a_click_on_a_row_selects_its_bones(panel, asked) -> None:
    click(panel, 0, 400)
    click(panel, 1, 16)
    assert asked == [(("shin.R", "foot_ik.R"), "shin.R"), (("head",), "head")]


def test_a_click_on_a_name_selects_that_bone(panel, asked) -> None:
    click(panel, 0, LEFT + 6)
    assert asked == [(("foot_ik.R",), "foot_ik.R")]
    assert panel.list.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor


def test_enter_selects_the_bones_of_the_row(panel, asked) -> None:
    panel.list.setFocus()
    panel.list.setCurrentIndex(panel.list.model().index(0))
    QTest.keyClick(panel.list, Qt.Key.Key_Down)
    assert not asked
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert asked == [(("head",), "head")]


def press_fix(panel: ProblemsPanel, row: int) -> None:
    rect = QRectF(panel.list.visualRect(panel.list.model().index(row)))
    rect.setRight(panel.list.viewport().width())
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=fix_button(rect).center().toPoint())


@pytest.fixture
def edited(panel) -> list:
    found: list = []
    panel.edited.connect(lambda label, edit: found.append((label, edit)))
    return found


def test_fix_mends_the_problem_of_its_row_and_selects_nothing(panel, asked, edited) -> None:
    rig = changed(bone("foot_ik.L", parent="shin.L"), chain_length=9)
    panel.show_problems(problems_of(rig))
    press_fix(panel, 0)
    [(label, edit)] = edited
    assert label == "Fix foot_ik.L: give it no parent" and not asked
    assert [problem.kind for problem in problems_of(edit(Document.of(rig)).rig)] == ["short_chain"]


def test_a_press_on_fix_that_ends_elsewhere_does_nothing(panel, asked, edited) -> None:
    rect = QRectF(panel.list.visualRect(panel.list.model().index(0)))
    rect.setRight(panel.list.viewport().width())
    QTest.mousePress(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=fix_button(rect).center().toPoint())
    QTest.mouseRelease(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, 16))
    assert not edited and not asked


def test_f_fixes_the_row_of_the_keyboard(panel, edited) -> None:
    panel.list.setFocus()
    panel.list.setCurrentIndex(panel.list.model().index(0))
    QTest.keyClick(panel.list, Qt.Key.Key_F)
    QTest.keyClick(panel.list, Qt.Key.Key_Down)
    QTest.keyClick(panel.list, Qt.Key.Key_F)
    assert [label for label, _ in edited] == ["Fix shin.R: parent it to hips"]


def test_what_has_no_fix_has_no_button(panel, asked, edited) -> None:
    press_fix(panel, 1)
    assert not edited and asked == [(("head",), "head")]


def test_fix_all_asks_for_everything_at_once(panel, edited) -> None:
    QTest.mouseClick(panel.fix_all, Qt.MouseButton.LeftButton)
    assert edited == [("Fix all problems", all_fixed)]
    panel.show_problems([HEAD])
    assert not panel.fix_all.isEnabled() and "obvious" in panel.fix_all.toolTip()
    panel.show_problems([])
    assert panel.fix_all.isHidden()


def test_where_there_is_nothing_wrong_it_says_so(panel) -> None:
    assert not panel.nothing.isVisible()
    panel.show_problems([])
    assert panel.nothing.isVisible() and not panel.list.isVisible()
    assert panel.nothing.accessibleName() == "No problems"


def test_a_problem_told_twice_is_one(panel) -> None:
    panel.show_problems([FOOT, HEAD, Problem(*(getattr(FOOT, name) for name in FOOT.__struct_fields__))])
    assert panel.head.note() == "2"


def test_the_same_problems_cost_nothing(panel, heard) -> None:
    resets = heard(reset=panel.list.model().modelReset)
    panel.show_problems((FOOT, HEAD))
    assert not resets


def test_errors_warnings_and_notes_differ_in_shape(panel) -> None:
    panel.show_problems(
        [FOOT, *(Problem("cycle", how, FOOT.bones, FOOT.text, "", PARENT) for how in ("warning", "note"))]
    )
    view = panel.list.viewport()
    rects = [panel.list.visualRect(panel.list.model().index(row)).adjusted(0, 2, 0, 0) for row in (0, 1, 2)]
    grey = [view.grab(rect).toImage().convertToFormat(view.grab(rect).toImage().Format.Format_Mono) for rect in rects]
    assert grey[0] != grey[1] and grey[1] != grey[2] and grey[0] != grey[2]
    spoken = panel.list.model().index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Error: ")


def test_long_sentences_wrap(panel, qtbot) -> None:
    panel.resize(240, 180)
    qtbot.waitUntil(lambda: panel.list.visualRect(panel.list.model().index(0)).height() > ROW)


def test_names_become_links_and_the_rest_stays() -> None:
    words, links = with_links(FOOT.text, FOOT.bones)
    assert words == "foot_ik.R hangs below shin.R, which it moves."
    assert [words[link.start : link.start + link.length] for link in links] == ["foot_ik.R", "shin.R"]


@given(st.lists(st.text(min_size=1, max_size=80), min_size=1, max_size=4, unique=True))
@relaxed
def test_links_stand_where_the_names_are(names: list[str]) -> None:
    text = " and ".join(quoted(name) for name in names) + " are wrong."
    words, links = with_links(text, names)
    assert len(words) == len(text) - 2 * len(links)
    for link in links:
        assert words[link.start : link.start + link.length] == quoted(link.name)[1:-1]
