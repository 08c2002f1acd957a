"""The figure's name and place in the properties."""

from __future__ import annotations

import pytest

from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.place import Place
from pantin.rigs.scene import Scene
from pantin.widgets.character.figure_section import FigureSection
from pantin.widgets.values.shared_values import AxisEdit

BOTH = Document.in_scene(Scene((Figure(name="Anna", place=Place((1.0, 2.0, 0.0), 0.5)), Figure(name="Ben"))))


@pytest.fixture
def section(shown) -> FigureSection:
    made = shown(FigureSection())
    made.show_document(BOTH)
    return made


def edited(section: FigureSection, act) -> tuple[str, Document]:
    """Return what history calls what the section sends, and what it makes of the document."""
    sent = []
    section.edited.connect(lambda label, edit: sent.append((label, edit)))
    act()
    [(label, edit)] = sent
    return label, edit(BOTH)


def test_the_place_is_shown_and_set_a_part_at_a_time(section: FigureSection) -> None:
    assert section.place.value("heading") == 0.5 and section.name.value("name") == "Anna"
    label, made = edited(section, lambda: section.place.committed.emit("location", AxisEdit.one(1, -3.0)))
    assert label == "Place Anna" and made.figure.place == Place((1.0, -3.0, 0.0), 0.5)
    assert made.scene.figure("Ben") is BOTH.scene.figure("Ben")


def test_a_figure_is_turned_and_sized(section: FigureSection) -> None:
    label, made = edited(section, lambda: section.place.committed.emit("size", 2.0))
    assert label == "Size of Anna" and made.figure.place.size == 2.0


def test_a_figure_is_renamed_and_not_to_the_name_of_another(section: FigureSection) -> None:
    label, made = edited(section, lambda: section.name.committed.emit("name", "Eva"))
    assert label == "Rename Anna" and [each.name for each in made.scene.figures] == ["Eva", "Ben"]
    with pytest.raises(ValueError, match="Another figure is called"):
        edited(section, lambda: section.name.committed.emit("name", "Ben"))
