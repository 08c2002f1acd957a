"""Materials of the character: what each surface is, as its file says it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.materials import Material
from pantin.widgets.character.words import Facts
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.messages import _

KINDS = {"lit": _("lit"), "unlit": _("unlit"), "toon": _("toon")}
MOST = 100
"""Materials that are listed: a machine may have thousands."""


class MaterialsSection(Section):
    """Shown where the file has materials."""

    def __init__(self) -> None:
        super().__init__(_("Materials"), row_gap=0, bottom=8)
        self.facts = Facts()
        self.add(self.facts)
        self._shown: Character | None = None
        self.hide()

    def show_character(self, character: Character | None) -> None:
        """Show the materials of a character. Nothing is emitted."""
        if character is self._shown:
            return
        self._shown = character
        materials = () if character is None else character.materials
        self.setVisible(bool(materials))
        self.facts.show_facts(
            tuple(
                (each.name or _("Material {number}").format(number=at), words_of(each))
                for at, each in _first(materials)
            )
        )
        counted = Counter(each.kind for each in materials).most_common()
        kinds = ", ".join(KINDS[kind] for kind, _count in counted)
        self.show_note(_("{count}, {kinds}").format(count=len(materials), kinds=kinds))


def _first(materials: tuple[Material, ...]) -> Iterator[tuple[int, Material]]:
    return zip(range(1, MOST + 1), materials, strict=False)


def words_of(material: Material) -> str:
    """Return what a surface is, in words."""
    words = [KINDS[material.kind]]
    if material.base_texture is not None:
        words.append(_("with a picture"))
    if material.alpha != "opaque":
        words.append(_("see-through") if material.alpha == "blend" else _("cut out"))
    if material.double_sided:
        words.append(_("seen from both sides"))
    if material.toon is not None and material.toon.outline != "none":
        words.append(_("outlined"))
    return ", ".join(words)
