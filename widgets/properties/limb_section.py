"""The limb of the selected bone: its name, whether its end keeps the handle's rotation, and removing it.

Changes that move bones are sent as names of actions, because keeping the pose needs the solver.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from PySide6.QtCore import Signal

from pantin.rigs.document import Document
from pantin.rigs.editing.limb_names import name_limb
from pantin.rigs.editing.limbs import held_end, keeps_rotation, limbs_of
from pantin.rigs.fields import Name, field
from pantin.rigs.limb import Limb, LimbKind
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.section import Section
from pantin.widgets.controls.switch import Switch
from pantin.widgets.controls.text_field import TextField
from pantin.widgets.forms.editor import editor_of
from pantin.widgets.forms.form import Form
from pantin.widgets.messages import _
from pantin.widgets.values.selected_bones import Chosen

KINDS: dict[LimbKind, str] = {
    "limb": _("IK limb {name}"),
    "spine": _("Spine {name}"),
    "tail": _("Tail {name}"),
    "aim": _("Aim {name}"),
    "finger": _("Finger {name}"),
    "reverse_foot": _("Rolling foot {name}"),
}


class Held(msgspec.Struct, frozen=True):
    """What can be set of a limb."""

    name: Annotated[
        Name,
        field(_("Name"), _("Bones and controls are called after it: a leg has a thigh, a shin and a knee. Ctrl+F2.")),
    ] = ""
    rotation: Annotated[
        bool,
        field(
            _("Keep rotation"), _("The foot or hand at the end turns with the handle, however the limb bends. Alt+I.")
        ),
    ] = False


class LimbSection(Section):
    """Shown while the active bone belongs to a limb."""

    action_asked = Signal(str)
    edited = Signal(str, object)
    named = Signal()
    """A name was typed: the keys are the figure's again."""

    def __init__(self) -> None:
        super().__init__(_("Limb"))
        self.remove = IconButton("trash", _("Remove limb (Ctrl+Alt+I): its handles, poles and constraints"))
        self.remove.clicked.connect(lambda: self.action_asked.emit("remove_limb"))
        self._name = TextField()
        self.form = Form(
            Held,
            editors={
                "name": lambda _field, _bones: editor_of(self._name),
                "rotation": lambda _field, _bones: editor_of(Switch(_("Kept by the handle"))),
            },
        )
        self.form.committed.connect(self._commit)
        self._limb: Limb | None = None
        self.add(self.form)
        self.add_to_head(self.remove)
        self.hide()

    def show_chosen(self, chosen: Chosen) -> None:
        """Show the limb of the active bone, or nothing."""
        limbs = limbs_of(chosen.rig, (chosen.active.name,))
        self.setVisible(bool(limbs))
        self._limb = limbs[0] if limbs else None
        if limbs:
            self._show(chosen, limbs[0])

    def edit_name(self) -> None:
        """Let a name be typed."""
        self._name.setFocus()
        self._name.selectAll()

    def _show(self, chosen: Chosen, limb: Limb) -> None:
        self.head.setText(KINDS[limb.kind].format(name=limb.name))
        self.form.show_values([Held(limb.name, keeps_rotation(chosen.rig, limb))])
        self.form.leave_out(() if held_end(chosen.rig, limb) else ("rotation",))

    def _commit(self, field: str, value: object) -> None:
        limb = self._limb
        if field == "rotation" or limb is None:
            self.action_asked.emit("keep_handle_rotation")
            return

        def edit(document: Document) -> Document:
            return name_limb(document, limb, str(value))

        self._name.clearFocus()  # so that it shows the name with its side
        self.edited.emit(_("Name limb {name}").format(name=value), edit)
        self.named.emit()
