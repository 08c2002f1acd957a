"""The panel of solvers on a real screen: what each chain got, two solvers side by side, why a goal is not reached."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from pantin.rigs.document import Document
from pantin.rigs.rig import Rig
from pantin.widgets.solving.solver_panel import SolverPanel
from pantin.widgets.solving.why_not import why_not
from pantin.widgets.theme import theme
from pantin.widgets.theme.style.dressing import apply_theme
from pantin.widgets.values.units import Lengths
from tests.widgets.conftest import LEFT, NONE
from tests.widgets.solves import CHOICES, FAR, NEAR, Reported, solved


@pytest.fixture
def panel(shown) -> SolverPanel:
    """The panel, with nothing solved yet."""
    return shown(SolverPanel(CHOICES, "fabrik"))


def figures(panel: SolverPanel) -> dict[str, tuple[str, ...]]:
    return {label: row.values() for label, row in panel.result.rows.items()}


def test_a_rig_without_goals_says_what_to_do(panel) -> None:
    panel.show_solved(solved(), None, None)
    assert set(figures(panel).values()) == {("–",)}
    assert panel.why.isHidden()
    assert panel.card_b.isHidden()


def test_each_chain_is_counted_under_what_it_got(panel) -> None:
    panel.show_solved(solved(FAR, NEAR, replace(NEAR, handle="foot_ik.R")), None, None)
    rows = [(row.accessibleName(), row.values()) for row in panel._facts if not row.isHidden()]
    assert rows == [
        ("Levenberg–Marquardt", ("1 chain",)),
        ("Two bones", ("2 chains",)),
        ("Steps of a try", ("100",)),
    ]


def test_the_figures_of_one_solver(panel) -> None:
    panel.show_solved(solved(FAR, NEAR, limits_hit=("forearm.L",), jump=0.0105), None, None)
    assert figures(panel) == {
        "Goals reached": ("1 of 2",),
        "Furthest miss": ("127 mm",),
        "Steps": ("8",),
        "Time": ("6 µs",),
        "Largest jump": ("0.6°",),
        "At a limit": ("1 bone",),
    }


def test_two_solvers_stand_side_by_side(panel) -> None:
    b = solved(replace(FAR, residual=0.216, iterations=24), NEAR, title="FABRIK", microseconds=1200.0)
    panel.show_solved(solved(FAR, NEAR), b, "fabrik")
    assert figures(panel)["Furthest miss"] == ("127 mm", "216 mm")
    assert figures(panel)["Time"] == ("6 µs", "1.2 ms")
    assert panel.card_b.isVisible()
    assert panel.card_b.title() == "FABRIK"
    assert panel.compare.isChecked()
    assert panel.choice.currentText() == "FABRIK"


def test_the_switch_asks_for_the_solver_chosen_last(panel, heard) -> None:
    said = heard(compare=panel.compare_asked)
    panel.compare.click()
    panel.show_solved(solved(FAR), None, "ccd")
    panel.close_b.click()
    panel.show_solved(solved(FAR), None, None)
    panel.compare.click()
    assert said == [("compare", "fabrik"), ("compare", None), ("compare", "ccd")]


def test_another_solver_is_chosen_with_the_keyboard(panel, heard) -> None:
    panel.show_solved(solved(FAR), None, "fabrik")
    said = heard(compare=panel.compare_asked)
    panel.choice.setFocus()
    QTest.keyClick(panel.choice, Qt.Key.Key_Up)
    assert said == [("compare", "ccd")]


def test_the_rig_gets_its_solver_and_rests(panel, heard) -> None:
    said = heard(edited=panel.edited)
    panel.show_document(Document.of(Rig()))
    panel.of_rig.setFocus()
    QTest.keyClick(panel.of_rig, Qt.Key.Key_Down)
    panel.live.click()
    assert [label for _, label, _ in said] == ["Solver CCD", "Stop solving live"]
    one, other = (edit(Document()).rig for _, _, edit in said)
    assert one.solver == "ccd" and not other.live_solving
    panel.show_document(Document.of(Rig(solver="fabrik", live_solving=False)))
    assert panel.of_rig.currentText() == "FABRIK"
    assert not panel.live.isChecked()
    assert "live solving is off" in panel._no_goals.text()


def test_showing_says_nothing(panel, heard) -> None:
    said = heard(compare=panel.compare_asked, selection=panel.selection_asked)
    panel.show_solved(solved(FAR), solved(FAR), "ccd")
    panel.show_solved(solved(FAR), None, None)
    assert said == []


def test_a_name_in_the_reason_selects_its_bone(panel, heard, qtbot) -> None:
    panel.show_solved(solved(FAR), None, None)
    said = heard(selection=panel.selection_asked)
    qtbot.waitUntil(lambda: panel.why_text.height() > 20)
    QTest.mouseClick(panel.why_text, LEFT, NONE, QPoint(30, 8))
    assert said == [("selection", ("hand_ik.L",), "hand_ik.L")]


def test_the_head_leaves_presses_to_the_dock(panel, shown) -> None:
    class Dock(QWidget):
        pressed = 0

        def mousePressEvent(self, event) -> None:
            self.pressed += 1

    dock = Dock()
    panel.head.setParent(dock)
    shown(dock)
    panel.head.resize(308, 48)
    panel.head.show()
    QTest.mouseClick(panel.head, LEFT, NONE, QPoint(20, 20))
    assert dock.pressed == 1


@pytest.mark.parametrize("tokens", theme.THEMES.values(), ids=theme.THEMES)
def test_the_colours_follow_the_theme(panel, qapp, tokens) -> None:
    panel.show_solved(solved(FAR), solved(FAR), "ccd")
    apply_theme(tokens)
    for card, token in ((panel.card_a, tokens.acc), (panel.card_b, tokens.right)):
        assert card.grab().toImage().pixelColor(14, 12).name() == token


# Why a goal is not reached.


def reason(goal: Reported, *others: Reported, limits_hit: tuple[str, ...] = ()) -> str:
    text, names = why_not(solved(goal, *others, limits_hit=limits_hit), goal, Lengths())
    assert all(f"“{name}”" in text or f'"{name}"' in text for name in names)
    return text


def test_too_far_away() -> None:
    assert "farther than the chain" in reason(FAR)


def test_at_a_limit() -> None:
    inside = replace(FAR, distance=0.4)
    assert "stands at its limit" in reason(inside, limits_hit=("forearm.L", "toe.R"))
    assert "stand at their limits" in reason(inside, limits_hit=("forearm.L", "upper_arm.L"))


def test_two_goals_on_one_chain() -> None:
    rival = replace(NEAR, handle="hand_ik.R", bones=("hand.R", "upper_arm.L"))
    assert "both pull at" in reason(replace(FAR, distance=0.4), rival)


def test_out_of_steps() -> None:
    assert "100 steps" in reason(replace(FAR, distance=0.4, iterations=100))


def test_no_nearer_pose() -> None:
    assert "No step" in reason(replace(FAR, distance=0.4))
