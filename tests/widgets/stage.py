"""An arm with its handle and pole, and a session in short: what the tests of the panel of properties share."""

from __future__ import annotations

from math import radians

from pantin.rigs.constraints import CopyRotation, Ik
from pantin.rigs.document import Document
from pantin.rigs.editing.selection import select
from pantin.rigs.euler import quaternion_from_bend_twist_sway, quaternion_from_euler
from pantin.rigs.ground.kinds import Ground
from pantin.rigs.joint import Joint
from pantin.rigs.pose import Transform
from pantin.rigs.rig import Bone, Rig
from pantin.widgets.properties.properties import Properties

UNFOLDED = dict.fromkeys(("pose/giving_way", "pose/joint", "pose/constraints", "pose/bone"), False)
"""Every section of the properties open, for tests of what stands in them: at first some are folded."""

LIMITS = Joint(limit=((radians(-80), radians(70)), None, None))
RIG = Rig(
    bones=(
        Bone(name="spine", tail=(0.0, 0.0, 1.0)),
        Bone(name="upper_arm.L", parent="spine", head=(0.0, 0.0, 1.0), tail=(0.3, 0.0, 1.0), connected=True),
        Bone(
            name="forearm.L",
            parent="upper_arm.L",
            head=(0.3, 0.0, 1.0),
            tail=(0.6, 0.0, 1.0),
            connected=True,
            joint=LIMITS,
        ),
        Bone(name="hand.L", parent="forearm.L", head=(0.6, 0.0, 1.0), tail=(0.75, 0.0, 1.0), connected=True),
        Bone(name="hand_ik.L", head=(0.6, 0.0, 1.0), tail=(0.7, 0.0, 1.0), kind="handle"),
        Bone(name="elbow_pole.L", head=(0.3, 0.5, 1.0), tail=(0.3, 0.6, 1.0), kind="pole"),
    ),
    constraints=(
        Ik(owner="forearm.L", target="hand_ik.L", pole="elbow_pole.L", chain_length=2),
        CopyRotation(owner="hand.L", target="hand_ik.L"),
    ),
)


def document_with(*names: str, rig: Rig = RIG, ground: Ground | None = None) -> Document:
    """The bones `names` selected, the first of them active."""
    return select(Document.of(rig).on_ground(ground), names, names[0])


def bent(bend: float, twist: float, sway: float) -> Transform:
    """A pose whose joint is bent, twisted and swayed by so many degrees."""
    return Transform(rotation=quaternion_from_bend_twist_sway((radians(bend), radians(twist), radians(sway))))


def turned(x: float, y: float, z: float) -> Transform:
    """A pose turned by so many degrees, about X, then Y, then Z."""
    return Transform(rotation=quaternion_from_euler((radians(x), radians(y), radians(z))))


class Stage:
    """Keeps a document, applies edits, shows the result again."""

    def __init__(self, panel: Properties, document: Document) -> None:
        self.panel, self.document, self.shown = panel, document, document
        self.labels: list[str] = []
        self.previews = self.cancels = 0
        panel.previewed.connect(self.preview)
        panel.edited.connect(self.edit)
        panel.cancelled.connect(self.cancel_preview)
        self.show(document)

    def show(self, document: Document) -> None:
        """Show a document without keeping it."""
        self.shown = document
        self.panel.show_document(document, ())

    def preview(self, edit) -> None:
        """Show what `edit` would make."""
        self.previews += 1
        self.show(edit(self.document))

    def edit(self, label: str, edit) -> None:
        """One step."""
        self.labels.append(label)
        self.document = edit(self.document)
        self.show(self.document)

    def cancel_preview(self) -> None:
        """Show what is kept."""
        self.cancels += 1
        self.show(self.document)
