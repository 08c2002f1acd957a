"""Somebody else's figure is looked at, corrected and fitted with the mouse, on the real window."""

from __future__ import annotations

from PySide6 import QtCore, QtTest, QtWidgets

from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.rig import KnownPart, Rig
from pantin.widgets.fitting.fitting_panel import FittingPanel
from tests.app.person import Person
from tests.rigs.skeletons import person as skeleton
from tests.rigs.skeletons import renamed

LEFT = QtCore.Qt.MouseButton.LeftButton


def misnamed() -> Rig:
    """A person whose left palm is called a thumb, and the thumb a hand."""
    return renamed(skeleton(), {"hand.L": "hook", "thumb_1.L": "hand.L"})


def opened(person: Person) -> FittingPanel:
    """The figure is open, and the panel asked for."""
    person.session.open(Document.of(Figure("Loaded", rig=misnamed())))
    person.wait_for_the_pose()
    person.by_palette("Fit body…")
    person.window.panels.show()
    return person.window.panels.late.fitting


def test_a_part_is_pointed_out_in_the_view_and_the_figure_fitted_in_one_step(person: Person) -> None:
    panel = opened(person)
    before = person.session.document
    QtTest.QTest.mouseClick(panel.picture, LEFT, pos=panel.picture.at("hand.L").toPoint())
    assert person.session.document.active == "hand.L" and person.session.document.figure is before.figure
    field = panel.row_of("hand.L").fields["hand.L"]
    QtTest.QTest.mouseClick(field, LEFT, pos=QtCore.QPoint(field.width() - 10, 12))
    person.wait_for_the_pose()
    person.click(person.where("hook"))
    assert person.session.document.rig.parts == (KnownPart("hand.L", "hook"),)
    QtTest.QTest.mouseClick(panel.fit, LEFT)
    person.wait_for_the_pose()
    assert person.session.history.labels[1:] == ("Left hand is hook", "Rig Loaded")
    limbs = {limb.bones[-1] for limb in person.session.document.rig.limbs if limb.kind == "limb"}
    assert limbs == {"hook", "hand.R", "foot.L", "foot.R"}
    person.session.undo()
    assert not person.session.document.rig.limbs and person.session.document.rig.parts


def test_the_panel_stands_in_the_place_of_others_and_gives_it_back(person: Person) -> None:
    docks = person.window.docks
    docks.show_layout("pose")
    assert docks.is_shown("poses")
    panel = opened(person)
    assert docks.is_shown("fitting") and not docks.is_shown("poses")
    panel.close_button.click()
    QtWidgets.QApplication.processEvents()
    assert docks.is_shown("poses") and not docks.is_shown("fitting")
    person.by_palette("Fit body…")
    docks.show_layout("solve")
    docks.show_layout("pose")
    assert docks.is_shown("poses") and not docks.is_shown("fitting")


def test_a_figure_without_anybody_is_not_fitted_and_says_why(person: Person) -> None:
    person.session.open(Document.of(Rig(bones=skeleton().bones[:2])))
    person.wait_for_the_pose()
    person.by_palette("Fit body…")
    person.window.panels.show()
    panel, said = person.window.panels.late.fitting, []
    person.session.warned.connect(said.append)
    QtTest.QTest.mouseClick(panel.fit, LEFT)
    assert "only 0 of four limbs" in said[0] and not person.session.document.rig.limbs
