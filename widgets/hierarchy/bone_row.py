"""How a row of the tree looks: what marks it, guides, chevron, icon, name, side, hints, switches at its right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from pantin.rigs.collection import Collection
from pantin.rigs.rig import Bone
from pantin.widgets.forms.references.bone_popup import KIND_TOKENS
from pantin.widgets.hierarchy import row_pins
from pantin.widgets.hierarchy.bone_model import ROW, Node, Roles
from pantin.widgets.hierarchy.bone_switches import COLUMNS, PADLOCK, ROOM, Column
from pantin.widgets.hierarchy.collection_switches import COLLECTION_COLUMNS
from pantin.widgets.theme import drawing, icons, theme

INDENT = 12
ICON = 16
HINT = 12
DEEP, DEEPEST, LESS = 5, 9, 8
"""Levels that are indented in full, and at all; those between by less: the panel is 244 wide, and the foot of a
quadruped has to fit with its pin.
"""

Drop = Literal["", "taken", "rejected"]
SwitchState = Callable[[Column], bool | None]
"""Whether the switch of a column is on; None where a group has both."""


class Marks(msgspec.Struct, frozen=True):
    """What is said of one row. `column` is the switch under the pointer; rings leave `inset` free at the right."""

    active: bool
    selected: bool
    highlighted: bool
    hovered: bool
    is_open: bool
    focused: bool
    drop: Drop
    column: Column | None
    inset: int


def chevron(node: Node) -> int:
    """Where the chevron of a row begins. A long chain stops stepping to the right while its names can still be read."""
    return _indented(node.depth)


def _indented(depth: int) -> int:
    return 8 + INDENT * min(depth, DEEP) + LESS * (min(max(depth, DEEP), DEEPEST) - DEEP)


def paint(
    painter: QPainter, row: QRectF, node: Node, marks: Marks, roles: Roles, state: SwitchState, tokens: theme.Theme
) -> None:
    """Paint a whole row. A name matters more than its switches: these come when its row is hovered or chosen and they
    fit beside it, else when the pointer is where they are."""
    _paint_back(painter, row, marks, tokens)
    for level in range(1, min(node.depth, DEEPEST) + 1):
        painter.fillRect(QRectF(_indented(level), row.top(), 1, ROW), theme.colour(tokens.line))
    left = chevron(node)
    if node.children:
        token = tokens.t2 if marks.active else tokens.t3
        icons.draw(painter, "down" if marks.is_open else "right", token, left, row.top() + 4)
    chosen = (marks.selected or marks.highlighted) and node.name not in roles.dragged
    pin = row_pins.taken(node, roles.pinned)
    if pin:
        icons.draw(painter, "pin", tokens.pin, row.right() - row_pins.RIGHT, row.top() + 4)
    beside_pin = row.adjusted(0, 0, -pin, 0)
    beside = beside_pin.width() - left - 2 * ICON - 4 - ROOM
    fits = node.bone is None or drawing.width_with_side(roles.short(node.name)) <= beside
    seen = node.bone is None or (fits and (marks.hovered or chosen)) or marks.column is not None
    room = QRectF(left + ICON, row.top(), beside_pin.width() - left - ICON - _taken(seen, state), ROW)
    if node.bone:
        _paint_bone(painter, room, node.bone, marks, roles, tokens)
    else:
        _paint_group(painter, room, node, tokens)
    for column in COLUMNS if node.bone or node.members else ():
        _paint_switch(painter, beside_pin, column, state(column), seen, marks, tokens)
    if node.collection:
        _paint_collection_switches(painter, row, node.collection, marks, tokens)
    if marks.drop:
        paint_drop(painter, row.adjusted(0, 0, -marks.inset, 0), marks.drop, tokens)
    elif marks.focused:
        drawing.ring(painter, row.adjusted(2, 1, -2 - marks.inset, -1), tokens.acc)


def _paint_back(painter: QPainter, row: QRectF, marks: Marks, tokens: theme.Theme) -> None:
    if marks.selected:
        painter.fillRect(row, theme.colour(tokens.row_active, 1.0 if marks.active else 0.55))
    elif marks.highlighted:
        painter.fillRect(row, theme.colour(tokens.acc, 0.09))
    if marks.hovered and not marks.selected:
        painter.fillRect(row, theme.colour(tokens.t1, 0.05))


def paint_drop(painter: QPainter, rect: QRectF, drop: Drop, tokens: theme.Theme) -> None:
    """Where something would be dropped: a ring; a dashed one where it is rejected."""
    inside = rect.adjusted(2, 1, -2, -1)
    if drop == "taken":
        drawing.box(painter, inside, tokens.acc, alpha=0.15)
        drawing.ring(painter, inside, tokens.acc)
    elif drop == "rejected":
        painter.setPen(QPen(theme.colour(tokens.miss), drawing.RING, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(inside.adjusted(0.75, 0.75, -0.75, -0.75), 3, 3)


def _paint_group(painter: QPainter, room: QRectF, node: Node, tokens: theme.Theme) -> None:
    group = node.collection
    count = len(group.bones) if group else len(node.members or node.children)
    icons.draw(painter, "collection" if group else "layers", tokens.t3, room.left(), room.top() + 4)
    text = room.adjusted(ICON + 4, 0, 0, 0)
    advance = theme.metrics().horizontalAdvance
    painter.setFont(theme.font())
    name = drawing.fitting(node.name, text.width() - 8 - advance(str(count)))
    drawing.write(painter, text, name, tokens.t3 if group and group.hidden else tokens.t1)
    painter.setFont(theme.font(11))
    drawing.write(painter, text.adjusted(advance(name) + 8, 0, 0, 0), str(count), tokens.t3)


def _paint_bone(painter: QPainter, room: QRectF, bone: Bone, marks: Marks, roles: Roles, tokens: theme.Theme) -> None:
    icon, token = _look(bone, roles, tokens)
    dim = bone.hidden or bone.name in roles.covered
    if (marks.selected or marks.highlighted) and bone.kind == "bone":
        token = tokens.acc_t
    elif dim:
        token = tokens.off
    icons.draw(painter, icon, token, room.left(), room.top() + 4)
    hints, dragged = _hints(bone, roles), roles.dragged.get(bone.name, "")
    text, short = room.adjusted(ICON + 4, 0, 0, 0), roles.short(bone.name)
    said = theme.metrics(11).horizontalAdvance(dragged) + 8 if dragged else 0
    if said and drawing.width_with_side(short) + said > text.width():
        dragged, said = "", 0
    while hints and drawing.width_with_side(short) + said + _width_of(hints) > text.width():
        hints.pop()
    text.setWidth(text.width() - said - _width_of(hints))
    name = (tokens.t2 if marks.selected else tokens.t3) if dim else tokens.t1
    end = drawing.name_with_side(painter, text, short, name, tokens, 500 if marks.active else 400)
    token = tokens.t2 if marks.selected or marks.highlighted else tokens.t3
    if dragged:
        painter.setFont(theme.font(11))
        drawing.write(painter, QRectF(end + 8, room.top(), said, ROW), dragged, token)
    for place, hint in enumerate(hints):
        icons.draw(painter, hint, token, end + said + 8 + place * (HINT + 4), room.top() + 6, HINT)


def _width_of(hints: list[str]) -> int:
    return len(hints) * (HINT + 4) + 8 if hints else 0


def _look(bone: Bone, roles: Roles, tokens: theme.Theme) -> tuple[str, str]:
    """Icon and colour: a bone that IK turns differs from one that is turned by hand in both."""
    if bone.kind == "bone" and bone.name in roles.turned:
        return "ik", tokens.handle
    return bone.kind, getattr(tokens, KIND_TOKENS[bone.kind])


def _hints(bone: Bone, roles: Roles) -> list[str]:
    """Small icons behind the name: it has constraints of its own, some of its channels are locked."""
    locks = bone.locks
    found = ["constraint"] if bone.name in roles.constrained else []
    return [*found, "channel-lock"] if any((*locks.location, *locks.rotation, *locks.scale)) else found


def _taken(seen: bool, state: SwitchState) -> int:
    """What the switches that are shown take at the right."""
    if seen:
        return ROOM
    return max((column.right + 4 for column in COLUMNS if not state(column)), default=8)


def _paint_collection_switches(
    painter: QPainter, row: QRectF, group: Collection, marks: Marks, tokens: theme.Theme
) -> None:
    """A switch that is not quiet stands out: a hidden collection's eye, the star of one that is solo."""
    for column in COLLECTION_COLUMNS:
        quiet = column.is_quiet(group)
        token = tokens.off if quiet and not marks.hovered else tokens.t2 if quiet else tokens.acc_t
        icons.draw(painter, column.icons[0 if quiet else 1], token, row.right() - column.right, row.top() + 4)


def _paint_switch(
    painter: QPainter, row: QRectF, column: Column, on: bool | None, seen: bool, marks: Marks, tokens: theme.Theme
) -> None:
    if on and not seen:
        return
    pointed = marks.column is column
    token = (
        tokens.t1 if pointed else tokens.t2 if on is False or (marks.active and column is not PADLOCK) else tokens.off
    )
    icon = column.icons[0 if on else 1]
    icons.draw(painter, icon, token, row.right() - column.right, row.top() + 4)
