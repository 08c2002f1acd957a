"""The figures to choose from and the fields of their measures: what is done to the panels is told, nothing is kept."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pantin.rigs.fields import fields_of
from pantin.rigs.templates import TEMPLATES
from pantin.widgets.start.gallery import Sample
from pantin.widgets.start.measures_panel import MeasuresPanel
from pantin.widgets.start.template_list import TemplateList

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def choices(shown) -> TemplateList:
    found = TemplateList([Sample(name, name.capitalize(), "3 bones", {}) for name in TEMPLATES])
    shown(found, 244, 700)
    return found


@pytest.fixture
def panel(shown) -> MeasuresPanel:
    found = MeasuresPanel()
    found.show_measures("Bird", TEMPLATES["bird"].measures())
    shown(found, 308, 700)
    return found


def test_a_click_chooses_and_arrows_go_on_from_there(choices: TemplateList, heard) -> None:
    said = heard(chosen=choices.chosen, accepted=choices.accepted, dismissed=choices.dismissed)
    QTest.mouseClick(choices.rows["bird"], LEFT)
    choices.rows["bird"].setFocus()
    for key in (Key.Key_Down, Key.Key_Up, Key.Key_Up, Key.Key_End, Key.Key_Home, Key.Key_Up):
        QTest.keyClick(QApplication.focusWidget(), key)
    names = ["bird", "hand", "bird", "quadruped", "arm", "humanoid"]
    assert said == [("chosen", name) for name in names]
    QTest.keyClick(QApplication.focusWidget(), Key.Key_Return)
    QTest.keyClick(QApplication.focusWidget(), Key.Key_Escape)
    assert said[len(names) :] == [("accepted",), ("dismissed",)]


def test_every_measure_is_a_field_that_says_what_it_is(panel: MeasuresPanel) -> None:
    declared = fields_of(TEMPLATES["bird"].measures)
    assert tuple(panel.form.editors) == tuple(field.name for field in declared)
    for field in declared:
        assert field.help in panel.form.editors[field.name].toolTip()
        assert panel.form.editors[field.name].accessibleName().startswith(field.title)


def test_a_measure_is_told_while_it_is_scrubbed_and_when_it_is_done(panel: MeasuresPanel, heard) -> None:
    said = heard(previewed=panel.previewed, measured=panel.measured, put_back=panel.put_back)
    panel.form.editors["neck"].scrubbed.emit(2.0)
    panel.form.editors["neck"].cancelled.emit()
    panel.form.editors["neck_bones"].committed.emit(9)
    bird = TEMPLATES["bird"].measures
    assert said == [("previewed", bird(neck=2.0)), ("put_back",), ("measured", bird(neck_bones=9))]


def test_another_figure_has_other_fields(panel: MeasuresPanel, heard) -> None:
    panel.show_measures("Tentacle", TEMPLATES["tentacle"].measures(bones=7))
    said = heard(measured=panel.measured)
    assert tuple(panel.form.editors) == ("height", "bones", "curve", "taper")
    panel.reset.click()
    assert said == [("measured", TEMPLATES["tentacle"].measures())]


def test_the_ways_out_are_buttons_and_keys(panel: MeasuresPanel, heard) -> None:
    said = heard(accepted=panel.accepted, dismissed=panel.dismissed)
    QTest.mouseClick(panel.create_button, LEFT)
    QTest.mouseClick(panel.cancel, LEFT)
    QTest.keyClick(panel, Key.Key_Return)
    QTest.keyClick(panel, Key.Key_Escape)
    assert said == [("accepted",), ("dismissed",)] * 2
