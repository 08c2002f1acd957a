"""A folded section of the figure is one line with its state."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.figure import Figure
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.materials import Material, Texture
from pantin.rigs.rig import Rig
from pantin.rigs.source import Source, SourceFile
from pantin.rigs.springs import Spring, Springs
from pantin.widgets.character.file_section import FileSection
from pantin.widgets.character.materials_section import MaterialsSection
from pantin.widgets.character.shown_character import ShownCharacter
from pantin.widgets.character.springs_section import SpringsSection
from pantin.widgets.controls.frames.section import HEAD, LINE, Section


def character(*materials: Material) -> Character:
    return Character("digest", (), (), np.zeros((0, 4, 4)), np.eye(4), materials)


def test_a_folded_section_is_lower_and_divided_from_an_open_one_alone(shown) -> None:
    section = shown(Section("One"))
    assert section.head.height() == HEAD
    section.show_open(False)
    assert section.head.height() == LINE
    section.show_open(True)
    section.show_body(False)
    assert section.head.height() == LINE and not section.is_open()


@pytest.mark.parametrize(
    ("names", "on", "note"),
    [
        (("Hair", "Hair", "Ribbon"), True, "Hair, Ribbon; settled"),
        (("Hair", "Skirt", "Tail"), False, "3 chains; off"),
        (("spring_0", "spring_1"), True, "2 chains; settled"),
    ],
)
def test_springs_say_which_swing(shown, names: tuple[str, ...], on: bool, note: str) -> None:
    section = shown(SpringsSection())
    section.show_rig(Rig(springs=Springs(on=on, chains=tuple(map(Spring, names)))))
    assert section.head._note == note


def test_materials_say_how_many_and_what_they_are(shown) -> None:
    section = shown(MaterialsSection())
    cloth = Material("Cloth", kind="toon", base_texture=Texture(0))
    section.show_character(character(cloth, Material("Glass", alpha="blend", double_sided=True), cloth))
    assert section.head._note == "3, toon, lit"
    assert section.facts.facts[:2] == (
        ("Cloth", "toon, with a picture"),
        ("Glass", "lit, see-through, seen from both sides"),
    )
    section.show_character(character())
    assert section.isHidden()


def test_a_file_says_its_name_and_size(shown) -> None:
    section = shown(FileSection())
    file = SourceFile(path="/models/ann.vrm", sha256="0" * 64, size=591_288)
    figure = Figure(source=Source(nodes=(), file=file))
    section.show_character(figure, ShownCharacter(character()))
    assert section.head._note == "ann.vrm, 591 kB"
    section.show_character(figure, ShownCharacter(lost="The file is gone."))
    assert section.head._note == "not found"
