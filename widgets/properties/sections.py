"""The sections of the properties: one column of all that is shown of the selected bones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from pantin.rigs.document import Document
from pantin.rigs.fields import Quaternion
from pantin.widgets.character.figure_section import FigureSection
from pantin.widgets.constraints.constraints_section import ConstraintsSection
from pantin.widgets.constraints.related_constraints import ConstraintIndex
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.properties.balance_section import BalanceSection
from pantin.widgets.properties.bone_section import BoneSection
from pantin.widgets.properties.compliance_section import ComplianceSection
from pantin.widgets.properties.hand_section import HandSection
from pantin.widgets.properties.joint_section import JointSection
from pantin.widgets.properties.limb_section import LimbSection
from pantin.widgets.properties.pins_section import PinsSection
from pantin.widgets.properties.transform_section import TransformSection
from pantin.widgets.values.exchange import CompliantPart, Goal, KeysOf
from pantin.widgets.values.selected_bones import Chosen

FOLDED: dict[bool, frozenset[str]] = {
    False: frozenset(("giving_way", "joint", "constraints", "bone", "figure")),
    True: frozenset(("giving_way", "figure")),
}
"""The sections that are folded at first, in posing and (True) where the rest pose is edited: whoever poses needs the
hand, the limb, its pins and the pose; joints, constraints and the bone itself are of use to riggers."""


KEPT_AS = {"compliance": "giving_way"}
"""The names under which the folds of sections are kept, where they are not those of the fields here."""


class Sections(QWidget):
    """The sections of a bone, from top to bottom: what poses bodies first, what shapes single bones below it."""

    folded = Signal(str, bool)
    """A section was folded by hand, or unfolded; its name says in which mode, such as "pose/joint"."""

    def __init__(self) -> None:
        super().__init__()
        driven = ConstraintIndex()
        self.hand = HandSection()
        self.transform = TransformSection(driven)
        self.joint = JointSection()
        self.limb = LimbSection()
        self.compliance = ComplianceSection()
        self.pins, self.balance = PinsSection(), BalanceSection()
        self.constraints = ConstraintsSection(driven)
        self.bone, self.figure = BoneSection(), FigureSection()
        self.all = (self.transform, self.joint, self.constraints, self.bone)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        bodies = (self.hand, self.limb, self.compliance, self.pins, self.balance)
        for section in (*bodies, *self.all, self.figure):
            layout.addWidget(section)
        layout.addStretch(1)
        self._layout, self._in_rest_pose = layout, False
        self._folded = {mode: set(names) for mode, names in FOLDED.items()}
        """The names of those that are folded, by whether the rest pose is edited."""
        sections = {name: part for name, part in vars(self).items() if isinstance(part, Section)}
        self._named = {KEPT_AS.get(name, name): part for name, part in sections.items()}
        for name, part in self._named.items():
            part.folded.connect(partial(self._keep_fold, name))
        self._fold()

    def stages(
        self,
        document: Document,
        chosen: Chosen,
        rotation: Quaternion,
        goals: Sequence[Goal],
        compliance: Sequence[CompliantPart],
    ) -> tuple[Callable[[], None], ...]:
        """Return functions that show these bones, section by section; `rotation` is that of the active one's joint
        after solving.
        """
        rig, in_rest_pose = document.rig, self._in_rest_pose
        return (
            partial(self.hand.show_chosen, chosen, in_rest_pose),
            partial(self._show_pose, chosen, rotation),
            partial(self.limb.show_chosen, chosen),
            partial(self.compliance.show_parts, rig, () if in_rest_pose else compliance),
            partial(self.pins.show_rig, rig, in_rest_pose),
            partial(self.constraints.show_document, document, chosen, goals),
            partial(self.bone.show_chosen, chosen),
            partial(self.figure.show_document, document),
        )

    def show_keys(self, keys_of: KeysOf) -> None:
        """Say in tooltips which keys do the same."""
        self.limb.show_keys(keys_of)
        self.constraints.show_keys(keys_of)

    def show_rest_pose(self, in_rest_pose: bool) -> None:
        """Show bones first where they are edited, and no pose."""
        if in_rest_pose != self._in_rest_pose:
            self._in_rest_pose = in_rest_pose
            self.transform.setVisible(not in_rest_pose)
            self.balance.setVisible(not in_rest_pose)
            self._fold()
            self._layout.removeWidget(self.bone)
            self._layout.insertWidget(0 if in_rest_pose else self._layout.count() - 2, self.bone)

    def show_folds(self, folds: Mapping[str, bool]) -> None:
        """Fold and unfold sections as they were left, by the names of `folded`."""
        for name, is_folded in folds.items():
            mode, _slash, section = name.partition("/")
            if mode in ("rest", "pose") and section in self._named:
                names = self._folded[mode == "rest"]
                (names.add if is_folded else names.discard)(section)
        self._fold()

    def _fold(self) -> None:
        for name, section in self._named.items():
            section.show_open(name not in self._folded[self._in_rest_pose])

    def _keep_fold(self, name: str, is_folded: bool) -> None:
        names = self._folded[self._in_rest_pose]
        (names.add if is_folded else names.discard)(name)
        self.folded.emit(f"{'rest' if self._in_rest_pose else 'pose'}/{name}", is_folded)

    def _show_pose(self, chosen: Chosen, rotation: Quaternion) -> None:
        self.transform.show_chosen(chosen)
        self.joint.show_chosen(chosen, rotation)
        self.transform.show_limits(self.joint.hits())
