"""The limb that the selected bone belongs to: whether its end keeps the handle's rotation, and how to be rid of it.

What people ask for goes out as the name of an action: to keep the figure where it stands takes more than the rig.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from PySide6.QtCore import Signal

from rigs.fields import field
from rigs.limb import Limb, LimbKind
from rigs.limbs import held_end, keeps_rotation, limbs_of
from widgets.chosen import Chosen
from widgets.form import Form
from widgets.icon_button import IconButton
from widgets.section import Section
from widgets.switch import Switch

KINDS: dict[LimbKind, str] = {
    "limb": "IK limb",
    "spine": "Spine",
    "tail": "Tail",
    "aim": "Aim",
    "finger": "Finger",
    "reverse_foot": "Rolling foot",
}


class Held(msgspec.Struct, frozen=True):
    """What can be switched of a limb."""

    rotation: Annotated[
        bool, field("Rotation", "The foot or hand at the end turns with the handle, however the limb bends. Alt+I.")
    ] = False


class LimbSection(Section):
    """Shown while the active bone belongs to a limb."""

    action_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__("Limb")
        self.remove = IconButton("trash", "Remove limb (Ctrl+Alt+I): its handles, poles and constraints")
        self.remove.clicked.connect(lambda: self.action_asked.emit("remove_limb"))
        self.form = Form(Held, editors={"rotation": lambda _field, _bones: Switch("Kept by the handle")})
        self.form.committed.connect(lambda _name, _value: self.action_asked.emit("keep_handle_rotation"))
        self.add(self.form)
        self.add_to_head(self.remove)
        self.hide()

    def show_chosen(self, chosen: Chosen) -> None:
        """Show the limb of the active bone, or nothing."""
        limbs = limbs_of(chosen.rig, (chosen.active.name,))
        self.setVisible(bool(limbs))
        if limbs:
            self._show(chosen, limbs[0])

    def _show(self, chosen: Chosen, limb: Limb) -> None:
        self.head.setText(f"{KINDS[limb.kind]} {limb.name}")
        self.body.setVisible(self.is_open() and held_end(chosen.rig, limb) is not None)
        self.form.show_values([Held(keeps_rotation(chosen.rig, limb))])
