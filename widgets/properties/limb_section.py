"""The limb of the selected bone: its name, IK or FK and what is between, what holds it, and what goes with what.

Changes that move bones are sent as names of actions, or what holds the handle as its name, because keeping the pose
needs the solver.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal

from pantin.rigs.editing.limb_names import name_limb
from pantin.rigs.editing.limbs import limbs_of, why_not_in_space
from pantin.rigs.limb import Limb, LimbKind
from pantin.rigs.rig import Rig
from pantin.widgets.controls.explain import remark
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.switch import Switch
from pantin.widgets.controls.text_field import TextField
from pantin.widgets.forms.field_editors import reference_editor, slider_editor
from pantin.widgets.forms.form import Form
from pantin.widgets.forms.references.reference_field import ReferenceField
from pantin.widgets.forms.rows.editor import BonesByName, editor_of
from pantin.widgets.messages import _
from pantin.widgets.numbers.blend_slider import BlendSlider
from pantin.widgets.numbers.ik_fk_switch import IkFkSwitch
from pantin.widgets.properties.limb_fields import LimbFields, edit_of_limb, fields_left_out, fields_of_limb
from pantin.widgets.values.exchange import BoneRequest, KeysOf, keys_in_words
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

KEYED = {"name": "name_limb", "moves_by": "switch_ik_fk", "space": "held_by", "rotation": "keep_handle_rotation"}
"""The fields that an action sets as well."""

REMOVE = _("Remove limb: its handles, poles and constraints")
NO_GROUND = _("There is no ground yet; choose one in the menu Pose, or in the solver panel.")


class LimbSection(Section):
    """Shown while the active bone belongs to a limb."""

    action_asked = Signal(str)
    space_asked = Signal(object, object)
    """A limb, and the bone that it shall be held by."""
    bone_requested = Signal(object)
    previewed = Signal(object)
    cancelled = Signal()
    edited = Signal(str, object)
    named = Signal()
    """A name was typed: the keys are the figure's again."""

    def __init__(self) -> None:
        super().__init__(_("Limb"))
        self._limb: Limb | None = None
        self._rig = Rig()
        self.remove = IconButton("trash", REMOVE)
        self.remove.clicked.connect(lambda: self.action_asked.emit("remove_limb"))
        self._name = TextField()
        self.form = self._form()
        self.form.committed.connect(self._commit)
        self.form.previewed.connect(self._preview)
        self.form.cancelled.connect(self.cancelled)
        self.form.pick_asked.connect(lambda _name: self._request_space())
        self.add(self.form)
        self.add_to_head(self.remove)
        self.hide()

    def _form(self) -> Form:
        """The fields, with what both states of a switch are called."""
        kept = Switch(_("Kept by the handle"), _("Follows the bone above"))
        follows = Switch(_("Goes with the limb"), _("Stays in its place"))
        plants = Switch(_("Stands on the ground"), _("Not on the ground"))
        return Form(
            LimbFields,
            editors={
                "name": lambda _field, _bones: editor_of(self._name),
                "moves_by": lambda _field, _bones: editor_of(IkFkSwitch()),
                "blend": lambda field, _bones: slider_editor(BlendSlider(quantity_of(field))),
                "space": lambda _field, bones: reference_editor(self._space_field(bones)),
                "rotation": lambda _field, _bones: editor_of(kept),
                "pole_follows": lambda _field, _bones: editor_of(follows),
                "plants": lambda _field, _bones: editor_of(plants),
            },
            bones=lambda: self._rig.by_name,
        )

    # Showing

    def show_chosen(self, chosen: Chosen) -> None:
        """Show the limb of the active bone, or nothing."""
        rig = chosen.rig
        limbs = limbs_of(rig, (chosen.active.name,))
        self.setVisible(bool(limbs))
        self._limb, self._rig = limbs[0] if limbs else None, rig
        if limbs and not self.form.shows(limbs[0], rig.bones, rig.constraints, rig.limbs, chosen.ground):
            self._show(rig, limbs[0], chosen.ground is not None)

    def _show(self, rig: Rig, limb: Limb, has_ground: bool) -> None:
        self.head.setText(KINDS[limb.kind].format(name=limb.name))
        self.form.show_value(fields_of_limb(rig, limb), {} if has_ground else {"plants": NO_GROUND})
        self.form.leave_out(tuple(fields_left_out(rig, limb)))

    def _space_field(self, bones: BonesByName) -> ReferenceField:
        """A handle that no bone holds stays in its place in the world."""
        field = ReferenceField(bones)
        field.nothing = _("World")
        field.why_invalid = lambda name: why_not_in_space(self._rig, self._limb, name) if self._limb else ""
        return field

    def edit_name(self) -> None:
        """Let a name be typed."""
        self._name.setFocus()
        self._name.selectAll()

    def show_keys(self, keys_of: KeysOf) -> None:
        """Say in the tooltips which keys do the same."""
        for field, action in KEYED.items():
            self.form.remark(field, keys_in_words(keys_of(action)))
        remark(self.remove, keys_in_words(keys_of("remove_limb")))

    # Changing

    def _preview(self, field: str, value: float) -> None:
        if self._limb is not None:
            self.previewed.emit(edit_of_limb(self._rig, self._limb, field, value).edit)

    def _commit(self, field: str, value: Any) -> None:
        limb = self._limb
        if limb is None:
            return
        match field:
            case "name":
                self._rename(limb, str(value))
            case "rotation":
                self.action_asked.emit("keep_handle_rotation")
            case "moves_by":
                self.action_asked.emit("switch_to_ik" if value == "ik" else "switch_to_fk")
            case "space":
                self.space_asked.emit(limb, value)
            case _:
                self.edited.emit(*edit_of_limb(self._rig, limb, field, value))

    def _rename(self, limb: Limb, name: str) -> None:
        self._name.clearFocus()  # so that it shows the name with its side
        self.edited.emit(_("Name limb {name}").format(name=name), lambda document: name_limb(document, limb, name))
        self.named.emit()

    def _request_space(self) -> None:
        """Ask for the bone that is to hold the limb."""
        limb, rig = self._limb, self._rig
        if limb is not None:
            self.bone_requested.emit(
                BoneRequest(
                    _("what holds {limb}").format(limb=limb.name),
                    lambda name: why_not_in_space(rig, limb, name),
                    lambda name: self.space_asked.emit(limb, name),
                )
            )
