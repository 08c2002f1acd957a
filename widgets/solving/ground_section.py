"""The ground: its shape with the few numbers of that, whether feet plant on it, and what the hips do for them.

`edited(label, edit)` and `previewed(edit)` send edits of the ground; the switch in the head hides it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import Signal

from pantin.rigs.document import Document
from pantin.rigs.editing.grounds import let_all_plant, on_preset, with_ground, with_planting
from pantin.rigs.editing.soles import sole_of
from pantin.rigs.fields import field
from pantin.rigs.ground.kinds import Floor, Ground, Heights, Planting, Slope, Steps
from pantin.rigs.limb import Limb
from pantin.rigs.rig import Rig
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.switch import Switch
from pantin.widgets.forms.form import Form
from pantin.widgets.forms.rows.editor import editor_of
from pantin.widgets.messages import _
from pantin.widgets.values.exchange import Edit
from pantin.widgets.values.shared_values import applied

T = TypeVar("T", bound=msgspec.Struct)
Shape = Literal["none", "floor", "slope", "steps", "heights"]
KINDS: dict[type[msgspec.Struct], Shape] = {Floor: "floor", Slope: "slope", Steps: "steps", Heights: "heights"}
TITLES: dict[str, str] = {
    "none": _("No ground"),
    "floor": _("Ground: floor"),
    "slope": _("Ground: slope"),
    "steps": _("Ground: steps"),
    "heights": _("Ground: heights"),
}
NUMBERS: dict[str, str] = {
    "height": _("Ground height"),
    "angle": _("Ground angle"),
    "heading": _("Ground heading"),
    "rise": _("Rise of steps"),
    "tread": _("Tread of steps"),
    "count": _("Number of steps"),
    "start": _("Start of steps"),
    "cell": _("Spacing of heights"),
    "strength": _("Strength of heights"),
    "x": _("Middle of heights along X"),
    "y": _("Middle of heights along Y"),
}
"""The labels in history of a change of each number."""
HIPS: dict[str, str] = {
    "hips": _("Hips over the ground"),
    "part": _("Hips over the ground: part"),
    "most": _("Hips over the ground: at most"),
}
NO_FEET = _("No limb ends in a foot that its handle turns: make legs with feet first.")


class Standing(msgspec.Struct, frozen=True):
    """The choices above the numbers of the ground."""

    shape: Annotated[
        Shape,
        field(
            _("Shape"), _("What the figure stands on: nothing that it knows of, a floor, a slope, steps or heights.")
        ),
    ] = "none"
    feet: Annotated[
        bool,
        field(_("Feet"), _("All legs plant: their feet stand on the ground. Each has its own switch with its limb.")),
    ] = False


class GroundSection(Section):
    """Shown with the solver."""

    edited = Signal(str, object)
    previewed = Signal(object)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__(_("Ground"))
        self._rig = Rig()
        self._ground: Ground | None = None
        self._able: list[Limb] = []
        self.eye = IconButton(
            "eye", _("Hide the ground, or show it; feet find it all the same"), checked_icon="eye-off"
        )
        self.eye.clicked.connect(self._hide)
        self.standing = Form(
            Standing,
            editors={
                "feet": lambda _field, _bones: editor_of(Switch(_("Plant on the ground"), _("Stay where they are")))
            },
        )
        self.forms = {shape: Form(kind, only=_numbers(kind)) for kind, shape in KINDS.items()}
        self.planting = Form(Planting)
        self.standing.committed.connect(self._choose)
        for form in self.forms.values():
            self._connect(form, NUMBERS, self._with_number)
        self._connect(self.planting, HIPS, self._with_hips)
        for form in (self.standing, *self.forms.values(), self.planting):
            self.add(form)
        self.add_to_head(self.eye)

    def show_document(self, document: Document) -> None:
        """Show the ground of a document, and how the feet of its figure find it. Nothing is emitted."""
        rig, ground = document.rig, document.scene.ground
        if not _same_limbs(rig, self._rig):
            self._able = able_to_plant(rig)
        self._rig, self._ground = rig, ground
        if self.standing.shows(ground, rig.planting, rig.bones, rig.constraints, rig.limbs):
            return
        shape = KINDS[type(ground)] if ground is not None else "none"
        plants = any(limb.plants for limb in self._able)
        self.standing.show_value(Standing(shape, plants), {} if self._able else {"feet": NO_FEET})
        self.standing.leave_out(() if ground is not None else ("feet",))
        for name, form in self.forms.items():
            form.setVisible(name == shape)
        if ground is not None:
            self.forms[shape].show_value(ground)
        self.planting.setVisible(ground is not None and plants)
        self.planting.show_value(rig.planting)
        self.planting.leave_out(() if rig.planting.hips == "feet" else ("part", "most"))
        self.eye.setVisible(ground is not None)
        self.eye.show_checked(ground is not None and ground.hidden)

    def _connect(self, form: Form, labels: Mapping[str, str], edit: Callable[[str, Any], Edit]) -> None:
        for touched in (form.committed, form.previewed, form.cancelled):
            touched.connect(self.standing.forget)
        form.committed.connect(lambda name, value: self.edited.emit(labels[name], edit(name, value)))
        form.previewed.connect(lambda name, value: self.previewed.emit(edit(name, value)))
        form.cancelled.connect(self.cancelled)

    def _choose(self, name: str, value: Any) -> None:
        if name == "feet":
            label = _("Plant the feet") if value else _("Let the feet go")
            self.edited.emit(label, lambda document: let_all_plant(document, bool(value)))
        elif value != self.standing.value("shape"):
            self.edited.emit(TITLES[value], lambda document: on_preset(document, value))

    def _with_number(self, name: str, value: Any) -> Edit:
        return lambda document: with_ground(document, _changed(document.scene.ground, name, value))

    def _with_hips(self, name: str, value: Any) -> Edit:
        return lambda document: with_planting(document, _applied(document.rig.planting, name, value))

    def _hide(self) -> None:
        ground = self._ground
        if ground is not None:
            label = _("Show the ground") if ground.hidden else _("Hide the ground")
            hidden = replace(ground, hidden=not ground.hidden)
            self.edited.emit(label, lambda document: with_ground(document, hidden))


def able_to_plant(rig: Rig) -> list[Limb]:
    """The limbs that end in a foot."""
    return [limb for limb in rig.limbs if sole_of(rig, limb) is not None]


def _same_limbs(a: Rig, b: Rig) -> bool:
    """Return whether two rigs differ in their pose at most, as far as limbs are concerned: then parts are the same
    objects.
    """
    return a.limbs is b.limbs and a.bones is b.bones and a.constraints is b.constraints


def _changed(ground: Ground | None, name: str, value: Any) -> Ground | None:
    return None if ground is None else _applied(ground, name, value)


def _applied(struct: T, name: str, value: Any) -> T:
    """The struct with one field as an editor sent it."""
    return replace(struct, **{name: applied(value, getattr(struct, name))})


def _numbers(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a kind in the order of its own, before what all have."""
    own = [name for name in kind.__struct_fields__ if name not in ("height", "hidden", "rows")]
    return (*own, "height")
