"""The pins of a rig in the properties."""

from __future__ import annotations

from pantin.rigs.templates import biped
from pantin.widgets.properties.pins_section import PinsSection


def test_rows_are_made_one_at_a_time_before_they_are_shown(qtbot) -> None:
    """The first bone that is pressed is dragged while its properties are shown: making a row takes 3 ms."""
    rig, section = biped.rig(), PinsSection()
    qtbot.addWidget(section)
    made = 0
    while section.prepare_next(rig):
        made += 1
        assert len(section.rows) == made and section.isHidden()
    assert made == len(rig.pins) > 0
    before = list(section.rows)
    section.show_rig(rig)
    assert section.rows == before and not section.isHidden()
