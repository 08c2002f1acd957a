"""The limb of the selected bone: its name, IK or FK and what is between, what holds it, and what goes with what.

Changes that move bones are sent as names of actions, or what holds the handle as its name, because keeping the pose
needs the solver.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from PySide6.QtCore import Signal

from pantin.rigs.editing.grounds import let_plant
from pantin.rigs.editing.limb_names import name_limb
from pantin.rigs.editing.limb_ties import influence_of, ties_of, with_influence
from pantin.rigs.editing.limbs import (
    held_controls,
    held_end,
    holder_of,
    keeps_rotation,
    let_body_come,
    let_pole_follow,
    limbs_of,
    why_not_held,
)
from pantin.rigs.editing.soles import sole_of
from pantin.rigs.fields import BoneName, Name, Weight, field
from pantin.rigs.limb import Limb, LimbKind
from pantin.rigs.rig import Rig
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.section import Section
from pantin.widgets.controls.switch import Switch
from pantin.widgets.controls.text_field import TextField
from pantin.widgets.forms.editor import editor_of
from pantin.widgets.forms.field_editors import reference_editor, slider_editor
from pantin.widgets.forms.form import Form
from pantin.widgets.forms.reference_field import ReferenceField
from pantin.widgets.messages import _
from pantin.widgets.numbers.blend_slider import BlendSlider
from pantin.widgets.numbers.ik_fk_switch import IkFkSwitch, MovesBy
from pantin.widgets.values.exchange import BoneRequest, Edit
from pantin.widgets.values.quantity import quantity_of
from pantin.widgets.values.selected_bones import Chosen

KINDS: dict[LimbKind, str] = {
    "limb": _("IK limb {name}"),
    "spine": _("Spine {name}"),
    "tail": _("Tail {name}"),
    "spline": _("Curve {name}"),
    "aim": _("Aim {name}"),
    "finger": _("Finger {name}"),
    "reverse_foot": _("Rolling foot {name}"),
}


class LimbFields(msgspec.Struct, frozen=True):
    """What can be set of a limb."""

    name: Annotated[
        Name,
        field(_("Name"), _("Bones and controls are called after it: a leg has a thigh, a shin and a knee. Ctrl+F2.")),
    ] = ""
    moves_by: Annotated[
        MovesBy,
        field(
            _("Moves by"),
            _("IK: by its handle and pole. FK: by the rotations of its bones. Either takes the pose over. Shift+F."),
        ),
    ] = "ik"
    blend: Annotated[
        Weight,
        field(_("Blend"), _("Between the FK pose, 0, and the IK pose, 1; both stay as they are while it is moved.")),
    ] = 1.0
    held_by: Annotated[
        BoneName | None,
        field(
            _("Held by"),
            _("The bone that handle and pole go with; switching moves nothing. Ctrl+Alt+P."),
            refers_to="bone",
        ),
    ] = None
    rotation: Annotated[
        bool,
        field(
            _("Keep rotation"), _("The foot or hand at the end turns with the handle, however the limb bends. Alt+I.")
        ),
    ] = False
    pull: Annotated[
        Weight,
        field(_("Pull"), _("How far the body comes along when it is pulled beyond its reach: 0 not at all.")),
    ] = 1.0
    pole_follows: Annotated[
        bool,
        field(
            _("Pole follows"), _("While the handle is pulled, the pole goes with the limb: the bend keeps its side.")
        ),
    ] = False
    plants: Annotated[
        bool,
        field(
            _("Plants"),
            _("The foot stands on the ground with its whole sole; dragged up by more than that is high, it is lifted."),
        ),
    ] = False


TIED, POLED = ("moves_by", "blend"), ("pole_follows",)
"""What there is for a limb that constraints tie to its controls, and for one that has a pole."""


NO_GROUND = _("There is no ground yet; choose one in the menu Pose, or in the solver panel.")


class LimbSection(Section):
    """Shown while the active bone belongs to a limb."""

    action_asked = Signal(str)
    holder_asked = Signal(object, object)
    """A limb, and the bone that it shall be held by."""
    bone_requested = Signal(object)
    previewed = Signal(object)
    cancelled = Signal()
    edited = Signal(str, object)
    named = Signal()
    """A name was typed: the keys are the figure's again."""

    def __init__(self) -> None:
        super().__init__(_("Limb"))
        self.remove = IconButton("trash", _("Remove limb (Ctrl+Alt+I): its handles, poles and constraints"))
        self.remove.clicked.connect(lambda: self.action_asked.emit("remove_limb"))
        self._name = TextField()
        self.form = Form(
            LimbFields,
            editors={
                "name": lambda _field, _bones: editor_of(self._name),
                "moves_by": lambda _field, _bones: editor_of(IkFkSwitch()),
                "blend": lambda field, _bones: slider_editor(BlendSlider(quantity_of(field))),
                "held_by": lambda _field, bones: reference_editor(ReferenceField(bones)),
                "rotation": lambda _field, _bones: editor_of(
                    Switch(_("Kept by the handle"), _("Follows the bone above"))
                ),
                "pole_follows": lambda _field, _bones: editor_of(
                    Switch(_("Goes with the limb"), _("Stays in its place"))
                ),
                "plants": lambda _field, _bones: editor_of(Switch(_("Stands on the ground"), _("Not on the ground"))),
            },
            bones=lambda: self._rig.by_name,
        )
        self.form.committed.connect(self._commit)
        self.form.previewed.connect(lambda name, value: self.previewed.emit(self._previewed(name, value)))
        self.form.cancelled.connect(self.cancelled)
        self.form.pick_asked.connect(lambda _name: self._request_holder())
        self._limb: Limb | None = None
        self._rig = Rig()
        self.add(self.form)
        self.add_to_head(self.remove)
        self.hide()

    def show_chosen(self, chosen: Chosen) -> None:
        """Show the limb of the active bone, or nothing."""
        limbs = limbs_of(chosen.rig, (chosen.active.name,))
        self.setVisible(bool(limbs))
        self._limb, self._rig = limbs[0] if limbs else None, chosen.rig
        rig = chosen.rig
        if limbs and not self.form.shows(limbs[0], rig.bones, rig.constraints, rig.limbs, rig.ground):
            self._show(chosen, limbs[0])

    def edit_name(self) -> None:
        """Let a name be typed."""
        self._name.setFocus()
        self._name.selectAll()

    def _show(self, chosen: Chosen, limb: Limb) -> None:
        rig, ties = chosen.rig, ties_of(chosen.rig, limb)
        self.head.setText(KINDS[limb.kind].format(name=limb.name))
        blend = influence_of(rig, ties) if ties else 1.0
        by: MovesBy = "ik" if blend >= 1.0 else "fk" if blend <= 0.0 else "both"
        kept = keeps_rotation(rig, limb)
        fields = LimbFields(limb.name, by, blend, holder_of(rig, limb), kept, limb.pull, limb.pole_follows, limb.plants)
        self.form.show_value(fields, {} if rig.ground else {"plants": NO_GROUND})
        left_out = () if ties else TIED
        poled = any(rig.by_name[name].kind == "pole" for name in limb.controls if name in rig.by_name)
        self.form.leave_out(
            (
                *left_out,
                *(() if held_controls(rig, limb) else ("held_by",)),
                *(() if held_end(rig, limb) else ("rotation",)),
                *(() if poled else POLED),
                *(() if sole_of(rig, limb) else ("plants",)),
            )
        )

    def _commit(self, field: str, value: Any) -> None:
        limb = self._limb
        if limb is None:
            return
        match field:
            case "rotation":
                self.action_asked.emit("keep_handle_rotation")
            case "moves_by":
                self.action_asked.emit("switch_to_ik" if value == "ik" else "switch_to_fk")
            case "blend":
                self.edited.emit(_("Blend {name}").format(name=limb.name), self._blended(value))
            case "pull":
                self.edited.emit(_("Pull of {name}").format(name=limb.name), self._pulling(limb, value))
            case "held_by":
                self.holder_asked.emit(limb, value)
            case "pole_follows":
                follows = bool(value)
                self.edited.emit(
                    _("Pole of {name}").format(name=limb.name),
                    lambda document: let_pole_follow(document, limb, follows),
                )
            case "plants":
                plants = bool(value)
                self.edited.emit(
                    _("Plant {name}").format(name=limb.name) if plants else _("Let {name} go").format(name=limb.name),
                    lambda document: let_plant(document, (limb,), plants),
                )
            case _:
                self._rename(limb, str(value))

    def _rename(self, limb: Limb, name: str) -> None:
        self._name.clearFocus()  # so that it shows the name with its side
        self.edited.emit(_("Name limb {name}").format(name=name), lambda document: name_limb(document, limb, name))
        self.named.emit()

    def _blended(self, value: float) -> Edit:
        """The edit that shows so much of the IK pose."""
        ties, part = ties_of(self._rig, self._limb) if self._limb else (), value
        return lambda document: with_influence(document, ties, part)

    def _previewed(self, field: str, value: float) -> Edit:
        return self._pulling(self._limb, value) if field == "pull" else self._blended(value)

    def _pulling(self, limb: Limb | None, pull: float) -> Edit:
        """The edit that lets the body come along so far."""
        return lambda document: let_body_come(document, limb, pull) if limb is not None else document

    def _request_holder(self) -> None:
        """Ask for the bone that is to hold the limb."""
        limb, rig = self._limb, self._rig
        if limb is not None:
            self.bone_requested.emit(
                BoneRequest(
                    _("what holds {limb}").format(limb=limb.name),
                    lambda name: why_not_held(rig, limb, name),
                    lambda name: self.holder_asked.emit(limb, name),
                )
            )
