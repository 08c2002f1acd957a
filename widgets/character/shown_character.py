"""The values that the panel shows of a figure's character: what was read of its file, or why nothing was."""

from __future__ import annotations

from typing import Literal

import msgspec

from pantin.rigs.document import Document
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.materials import Colour3
from pantin.rigs.meshes.measures import Measures
from pantin.widgets.messages import _, ngettext


class ShownCharacter(msgspec.Struct, frozen=True):
    """The character of the figure that is edited."""

    character: Character | None = None
    """None where its file has not been read, or there is none."""
    lost: str = ""
    """A sentence: why its file was not read."""
    tints: tuple[Colour3 | None, ...] = ()
    """The mean colour of the picture of each material, 0 to 1 as sRGB has it; None where it has none yet."""
    measures: Measures | None = None
    """None until it was measured."""
    rest: Literal["bind", "nodes", ""] = ""
    """The source of its rest pose, where that is known."""
    has_two_rests: bool = False
    """Whether its file tells another rest pose as well."""
    said: tuple[str, ...] = ()
    """Sentences about what was left out, or read otherwise than it is written, when the figure was opened."""

    @property
    def left_out(self) -> tuple[str, ...]:
        """Return all that is not as in the file of the figure, a sentence each."""
        known = () if self.character is None else (*self.character.left_out, *self.character.otherwise)
        return tuple(dict.fromkeys((*known, *self.said)))

    @property
    def is_there(self) -> bool:
        """Return whether there is anything to show."""
        return bool(self.lost) or (self.character is not None and bool(self.character.parts))


NO_CHARACTER = ShownCharacter()


def facts_of(document: Document, shown: ShownCharacter) -> str:
    """Return one line of facts about a figure: its height, its points and its bones."""
    bones = sum(bone.kind == "bone" for bone in document.rig.bones)
    of_bones = ngettext("{count} bone", "{count} bones", bones).format(count=bones)
    if shown.character is None:
        return of_bones
    facts = [_("{count:,} points").format(count=shown.character.vertices), of_bones]
    if shown.measures is not None and shown.measures.height:
        facts.insert(0, height_text(shown.measures.height * document.figure.place.size))
    return " · ".join(facts)


def height_text(metres: float) -> str:
    """Return a height in metres, or in centimetres where it is small, with three digits."""
    if metres < 0.1:
        return _("{height:.3g} cm").format(height=100.0 * metres)
    return _("{height:.2f} m").format(height=metres) if metres < 100.0 else _("{height:.0f} m").format(height=metres)
