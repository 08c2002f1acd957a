"""Rigs, lenses and short words for tests that send events to the generators of tools."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.document import Document
from pantin.rigs.editing.selection import select as selecting
from pantin.rigs.rig import Bone, Rig
from pantin.viewport.tools.dragging.events import (
    Held,
    Key,
    Move,
    Press,
    Release,
    Settings,
)
from pantin.viewport.values.camera import Camera, Lens
from pantin.viewport.values.stage import DragResult, Look, Preview
from tests.viewport.stages import look_at

FRONT = Lens(Camera(target=(0, 0, 1), distance=4.0, yaw=0.0, pitch=0.0), 800, 600)
PIXEL = FRONT.pixel(np.array([0.0, 0.0, 1.0]))
PLAIN = Settings(auto_ik=False, orientation="global")


def handle_rig() -> Look:
    """One free handle at 1 m, selected."""
    bone = Bone(name="handle", head=(0, 0, 1), tail=(0, 0, 1.2), kind="handle")
    return look_at(Document.of(Rig(bones=(bone,)), selected=("handle",), active="handle"))


def chain_rig() -> Look:
    """Three connected bones, upwards, along Z."""
    bones = tuple(
        Bone(
            name=f"b{i}",
            parent=f"b{i - 1}" if i else None,
            head=(0, 0, i * 0.3),
            tail=(0, 0, (i + 1) * 0.3),
            connected=i > 0,
        )
        for i in range(3)
    )
    return look_at(Document.of(Rig(bones=bones)))


def run(tool, look: Look, press: Press, *events) -> Preview:
    """Return what a tool shows after the events."""
    drag = tool(look, press)
    shown = next(drag)
    for event in events:
        shown = drag.send(event)
    return shown


def kept(tool, look: Look, press: Press, *events) -> DragResult | None:
    """Return what a tool leaves behind."""
    drag = tool(look, press)
    next(drag)
    for event in events:
        drag.send(event)
    with pytest.raises(StopIteration) as end:
        drag.send(Release())
    return end.value.value


def to(x: float, y: float, **held: bool) -> Move:
    return Move(x, y, (x, y), Held(**held))


def from_keyboard(settings: Settings = PLAIN, lens: Lens = FRONT) -> Press:
    return Press(400, 300, lens, settings=settings, keyboard=True)


def location(preview: Preview, name: str = "handle") -> np.ndarray:
    """Return where the bone went, armature space; the handle's own Y is Z, its X is X."""
    bone = preview.document.rig.by_name[name]
    look = look_at(preview.document)
    axes = np.asarray(look.evaluated.matrices[0])[:3, :3]
    return axes @ np.array(preview.document.figure.transform(bone.name).location)


def keys(*names: str) -> list[Key]:
    """Key presses, one after another; "X" with a capital is Shift and X."""
    return [Key(name.lower(), Held(shift=name.isupper())) for name in names]


def with_selected(look: Look, *names: str) -> Look:
    """The same look with these bones selected, the last one active."""
    return Look(selecting(look.document, names, names[-1]), look.evaluated)


def settings(**changes: object) -> Settings:
    """Plain settings, Auto IK off, with changes."""
    return Settings(**{"auto_ik": False, "orientation": "global", **changes})
