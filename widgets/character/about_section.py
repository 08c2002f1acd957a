"""The section of the makers of a character and of what its file allows, as the file says it."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.person import Meta
from pantin.widgets.character.words import Facts
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.messages import _


class AboutSection(Section):
    """Shown where the file says anything of it; else the line alone that it says nothing."""

    def __init__(self) -> None:
        super().__init__(_("Author and licence"), row_gap=0, bottom=8)
        self.facts = Facts()
        self.add(self.facts)
        self._shown: Character | None = None
        self.hide()

    def show_character(self, character: Character | None) -> None:
        """Show what the file of a character says of its makers. Nothing is emitted."""
        if character is self._shown:
            return
        self._shown = character
        self.setVisible(character is not None)
        if character is None:
            return
        facts = tuple(_facts(character.meta)) if character.meta is not None else ()
        self.facts.show_facts(facts)
        self.show_body(bool(facts))
        self.show_note(short(character.meta))


def short(meta: Meta | None) -> str:
    """Return the licence in a few words."""
    if meta is None or not (meta.licence or meta.uses):
        return _("no licence told")
    return meta.licence[0] if meta.licence and len(meta.licence[0]) <= 24 else _("told by the file")


def _facts(meta: Meta) -> Iterator[tuple[str, str]]:
    """Yield each fact that is there: what it is, and its words."""
    if meta.title:
        yield _("Title"), meta.title
    if meta.authors:
        yield _("Author"), ", ".join(meta.authors)
    if meta.version:
        yield _("Version"), meta.version
    if meta.licence:
        yield _("Licence"), "\n".join(meta.licence)
    yield from meta.uses
