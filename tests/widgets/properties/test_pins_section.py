"""The pins of a rig in the properties."""

from __future__ import annotations

from pantin.rigs.rig import Bone, Pin, Rig
from pantin.rigs.templates import biped
from pantin.widgets.properties.pins_section import PinsSection
from pantin.widgets.theme import drawing


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


def test_what_all_names_begin_with_takes_no_room_and_is_in_the_tooltip(qtbot, monkeypatch) -> None:
    bones = tuple(Bone(name=f"mixamorig:{name}") for name in ("Hips", "LeftFoot", "RightFoot", "Head"))
    section, written = PinsSection(), list[str]()
    qtbot.addWidget(section)
    section.show_rig(Rig(bones=bones, pins=(Pin("mixamorig:LeftFoot"),)))
    monkeypatch.setattr(drawing, "name_with_side", lambda painter, rect, name, *more: written.append(name) or 0.0)
    section.rows[0].grab()
    assert written == ["LeftFoot"] and "mixamorig:LeftFoot" in section.rows[0].toolTip()
