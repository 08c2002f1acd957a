"""The section of height, front and rest of the figure, as measured on its skin; each is changed by one click."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import radians

from PySide6.QtCore import Signal

from pantin.rigs.document import Document
from pantin.rigs.editing.standing import resized, turned_round
from pantin.rigs.meshes.measures import PERSON, Facing, Measures
from pantin.widgets.character.shown_character import ShownCharacter, height_text
from pantin.widgets.character.words import Facts
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.forms.rows.row import row_of
from pantin.widgets.messages import _

LOOKS: Mapping[Facing, str] = {
    "front": _("faces front"),
    "back": _("faces back"),
    "left": _("faces its left"),
    "right": _("faces its right"),
    "up": _("lies on its back"),
    "down": _("lies on its front"),
    "unknown": _("front unknown"),
}
ON_SKIN, ON_BONES = _("{height}, measured on its skin"), _("{height}, measured on its bones")
RESTS: Mapping[str, str] = {"bind": _("bind pose"), "nodes": _("the file's pose"), "": _("the file's pose")}


class SizeSection(Section):
    """Shown where the character has been measured."""

    edited = Signal(str, object)
    action_asked = Signal(str)
    """The name of an action: "bind_rest" or "z_is_up"."""

    def __init__(self) -> None:
        super().__init__(_("Size and rest"), bottom=8)
        self._document = Document()
        self._shown: tuple[object, ...] = ()
        self._measures: Measures | None = None
        self.facts = Facts()
        self.add(self.facts)
        self.larger = TextButton(
            _("× 100"), _("It is in metres and was read as if in centimetres: 100 times as large.")
        )
        self.smaller = TextButton(_("× 0.01"), _("It is in centimetres and was read as if in metres: a hundredth."))
        self.person = TextButton(_("1.7 m"), _("Make it as tall as a person, 1.7 m."))
        self.turn = TextButton(_("Turn round"), _("It looks the other way: half a turn about where it stands."))
        self.stand = TextButton(_("Stand up"), _("Z is up in its file though the format says Y: turn it upright."))
        self.rest = TextButton(
            "", _("Rest in the other of the two poses that the file tells; what is posed counts from it.")
        )
        self.add(row_of(self.larger, self.smaller, self.person))
        self.add(row_of(self.stand, self.turn, self.rest))
        self.larger.clicked.connect(partial(self._resize, 100.0))
        self.smaller.clicked.connect(partial(self._resize, 0.01))
        self.person.clicked.connect(self._make_a_person)
        self.turn.clicked.connect(
            lambda: self.edited.emit(_("Turn round {figure}").format(figure=self._name), turned_round)
        )
        self.stand.clicked.connect(lambda: self.action_asked.emit("z_is_up"))
        self.rest.clicked.connect(lambda: self.action_asked.emit("bind_rest"))
        self.hide()

    @property
    def _name(self) -> str:
        return self._document.figure.name

    def show_character(self, document: Document, shown: ShownCharacter) -> None:
        """Show how the figure that is edited was measured. Nothing is emitted."""
        self._document, measures, place = document, shown.measures, document.figure.place
        state = (measures, place, shown.rest, shown.has_two_rests)
        if state == self._shown:
            return
        self._shown, self._measures = state, measures
        self.setVisible(measures is not None)
        if measures is None:
            return
        height, facing = height_text(measures.height * place.size), _turned(measures.facing, place.heading)
        rest = RESTS[shown.rest]
        same = "" if shown.has_two_rests else _("; it is its bind pose, too")
        self.facts.show_facts(
            (
                (_("Height"), (ON_SKIN if measures.on_skin else ON_BONES).format(height=height)),
                (_("Front"), LOOKS[facing]),
                (_("Rest"), f"{rest}{same}" if shown.rest != "bind" else rest),
            )
        )
        self.stand.setVisible(measures.facing == "down")
        self.rest.setVisible(shown.has_two_rests)
        self.rest.show_words(_("Rest in the file's pose") if shown.rest == "bind" else _("Rest in the bind pose"))
        self.person.setEnabled(measures.height > 0.0)
        is_turned = measures.facing not in ("front", "unknown") and facing != "front"
        doubt = measures.doubts_at(place.size) or is_turned
        self.show_note(", ".join((height, LOOKS[facing])), "limit" if doubt else "t3")

    def _resize(self, factor: float) -> None:
        label = _("Size of {figure}").format(figure=self._name)
        self.edited.emit(label, lambda document: resized(document, factor))

    def _make_a_person(self) -> None:
        measures = self._measures
        if measures is not None and measures.height > 0.0:
            height, label = measures.height, _("Size of {figure}").format(figure=self._name)
            self.edited.emit(label, lambda document: resized(document, PERSON / (height * document.figure.place.size)))


def _turned(facing: Facing, heading: float) -> Facing:
    """Return where a body looks that is turned by a heading, radians: told for the figure's own place alone."""
    opposite: Mapping[Facing, Facing] = {"front": "back", "back": "front", "left": "right", "right": "left"}
    return opposite.get(facing, facing) if abs(heading) > radians(135.0) else facing
