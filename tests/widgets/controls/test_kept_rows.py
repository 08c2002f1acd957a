"""Lists that were long once: of their rows a few are kept, however many were shown before."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget

from pantin.rigs.constraints import CopyRotation
from pantin.rigs.fields import WeightedBone
from pantin.rigs.rig import Pin
from pantin.widgets.constraints.constraints_section import ConstraintsSection
from pantin.widgets.constraints.related_constraints import ConstraintIndex
from pantin.widgets.controls import kept_rows
from pantin.widgets.forms.references.weighted_bones import WeightedBonesField
from pantin.widgets.properties.pins_section import PinsSection
from pantin.widgets.tracking.source_section import SourceSection
from pantin.widgets.tracking.trackers_panel import TrackersPanel
from pantin.widgets.values.live import LiveShown, SourceShown
from pantin.widgets.values.selected_bones import chosen_of
from tests.widgets.stage import RIG, document_with

FEW, MANY = 2, 60
Show = Callable[[int], None]
"""Show so many."""


def pins() -> tuple[QWidget, Show]:
    section = PinsSection()
    return section, lambda count: section.show_rig(RIG.changed(pins=tuple(Pin(f"bone {n}") for n in range(count))))


def cards() -> tuple[QWidget, Show]:
    section = ConstraintsSection(ConstraintIndex())

    def show(count: int) -> None:
        rig = RIG.changed(constraints=tuple(CopyRotation(owner="spine", target="hand_ik.L") for _n in range(count)))
        document = document_with("spine", rig=rig)
        chosen = chosen_of(document)
        assert chosen is not None
        section.show_document(document, chosen, ())

    return section, show


def points() -> tuple[QWidget, Show]:
    panel = TrackersPanel()
    return panel, lambda count: panel.show_live(LiveShown(serials=tuple(f"point {n}" for n in range(count))))


def sources() -> tuple[QWidget, Show]:
    section = SourceSection()
    sources = tuple(SourceShown(f"{n}", f"File {n}", "A file.") for n in range(MANY))
    return section, lambda count: section.show_live(LiveShown(sources=sources[:count]))


def targets() -> tuple[QWidget, Show]:
    field = WeightedBonesField(dict)
    return field, lambda count: field.show_values((tuple(WeightedBone(f"bone {n}") for n in range(count)),))


@pytest.mark.parametrize("panel", [pins, cards, points, sources, targets])
def test_of_many_rows_a_few_are_kept(qtbot, panel: Callable[[], tuple[QWidget, Show]]) -> None:
    """As many widgets stay as where no more than the few, and the spare ones, were ever shown."""
    shown, show = panel()
    other, show_other = panel()
    for widget in (shown, other):
        qtbot.addWidget(widget)
    for count in (FEW + kept_rows.SPARE, FEW):
        show_other(count)
    show(MANY)
    many = _widgets(shown)
    show(FEW)
    assert _widgets(shown) <= _widgets(other) < many
    show(MANY)
    assert _widgets(shown) == many


def test_hidden_rows_are_used_again(qtbot) -> None:
    section, show = pins()
    qtbot.addWidget(section)
    assert isinstance(section, PinsSection)
    show(kept_rows.SPARE)
    before = list(section.rows)
    for count in (0, kept_rows.SPARE):
        show(count)
    assert section.rows == before and not any(row.isHidden() for row in before)


def _widgets(panel: QWidget) -> int:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return len(panel.findChildren(QWidget))
