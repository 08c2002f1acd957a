"""Events of mouse and keyboard for a tool, as values: a press, then moves, wheel notches and keys, then a release.

Positions are logical pixels from the top left of the view. `x`, `y` are where the drag aims: while Shift is held the
aim follows the pointer at a tenth of its speed. `at` is where the pointer really is, for what is drawn beside it.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from pantin.viewport.picking.picking import Hit
from pantin.viewport.scene.limits.limit_geometry import Edge
from pantin.viewport.values.brush import Brush
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.lengths import Lengths
from pantin.viewport.values.reach import Reach, Reaching

CLICK = 3.0
"""A pointer that stays within this many pixels of its press clicks; one that leaves drags."""


class Held(msgspec.Struct, frozen=True):
    """The modifier keys that are down."""

    shift: bool = False
    ctrl: bool = False
    alt: bool = False


Orientation = Literal["global", "local", "parent", "view"]
Pivot = Literal["individual", "active", "median"]
Snap = Literal["joints", "floor", "mirror", "grid", "figure", "mesh"]


class Settings(msgspec.Struct, frozen=True):
    """The user's settings for the tools. A chain length of 0 is "as far as connected".

    Axes are local and every bone turns about its own head until somebody says otherwise. A joint bends about its own X
    and is limited there, so that is what a rigger's fingers look for; several selected finger bones curl. Keys reach
    the other axes at any time: X keeps to the axis of the orientation that is set, X again to the armature's.
    """

    auto_ik: bool = True
    reach: Reach = "chain"
    """The reach of Auto IK: along the chain above what is pulled, or through the whole body."""
    chain_length: int = 0
    orientation: Orientation = "local"
    """The axes of a gizmo, to which X, Y and Z keep."""
    pivot: Pivot = "individual"
    """The pivot of several bones that turn or scale: its own head for each, the active one's, or the middle of all."""
    lengths: Lengths = "auto"
    """The unit of what is typed during a drag, and of the lengths written over the figure."""
    snapping: bool = True
    """Whether what is drawn and what joints are moved to snaps, unless Ctrl is held; without, only while it is."""
    snaps: tuple[Snap, ...] = ("joints", "floor", "mirror", "mesh")
    """The targets that it snaps to."""
    mirror_x: bool = False
    """Whether edits of one side are made to the other as well; bones drawn beside the middle are named after it."""
    brush: Brush = Brush()
    """The tool that paints weights."""

    @property
    def reaching(self) -> Reaching:
        """Return the reach of Auto IK, with the chain length."""
        return Reaching(self.reach, self.chain_length)

    def for_rest_pose(self) -> Settings:
        """The same while the rest pose is edited: nothing follows, and bones' own axes change with every edit."""
        return replace(self, auto_ik=False, orientation="view" if self.orientation == "view" else "global")

    def snaps_while(self, held: Held) -> tuple[Snap, ...]:
        """Return what there is to snap to now: Ctrl turns it off, or on where it is off."""
        return self.snaps if self.snapping != held.ctrl else ()


class Press(msgspec.Struct, frozen=True):
    """The beginning of a drag: what was grabbed, through which lens it was seen, and the settings of that moment."""

    x: float
    y: float
    lens: Lens
    hit: Hit | None = None
    """The bone under the pointer, if any."""
    part: str | None = None
    """The part of the gizmo under the pointer, if any: "x", "yz", "centre", "trackball"…"""
    edge: Edge | None = None
    """The edge of a limit under the pointer, if any."""
    held: Held = Held()
    settings: Settings = Settings()
    clicks: int = 1
    keyboard: bool = False
    """True where a key began it: the pointer then drags without a button held."""


class Move(msgspec.Struct, frozen=True):
    """The pointer moved, or a modifier key went up or down under it."""

    x: float
    y: float
    at: tuple[float, float]
    held: Held = Held()


class Wheel(msgspec.Struct, frozen=True):
    """Whole notches of the wheel; positive is up, away from the hand."""

    notches: int
    held: Held = Held()


class Key(msgspec.Struct, frozen=True):
    """A key went down: "x", "7", ".", "-", "backspace", "tab", "page up", "page down"; "again" is that of the tool."""

    name: str
    held: Held = Held()


class Middle(msgspec.Struct, frozen=True):
    """The middle button went down or came up: between the two, the pointer's way chooses the axis."""

    down: bool


class Release(msgspec.Struct, frozen=True):
    """The button was let go, or the drag was confirmed by a click or, `by_key`, by Enter: keep what is shown."""

    by_key: bool = False


Event = Move | Wheel | Key | Middle | Release
