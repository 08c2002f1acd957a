"""Painting of a row of the tree: what marks it, guides, chevron, icon, name, side, hints, switches at its right."""

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
    """The marks of one row. `column` is the switch under the pointer; rings leave `inset` free at the right."""

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
    """Return where the chevron of a row begins.

    A long chain stops stepping to the right while its names can still be read.
    """
    return _indented(node.depth)


def _indented(depth: int) -> int:
    return 8 + INDENT * min(depth, DEEP) + LESS * (min(max(depth, DEEP), DEEPEST) - DEEP)


def paint(
    painter: QPainter, row: QRectF, node: Node, marks: Marks, roles: Roles, state: SwitchState, tokens: theme.Theme
) -> None:
    """Paint a whole row: background, branches, icon with name, switches, pin, and the mark of a drop or the focus."""
    _paint_back(painter, row, marks, tokens)
    _paint_branches(painter, row, node, marks, tokens)
    beside_pin = row.adjusted(0, 0, -_paint_pin(painter, row, node, roles, tokens), 0)
    left, seen = chevron(node) + ICON, _are_switches_seen(node, marks, roles, beside_pin.width())
    room = QRectF(left, row.top(), beside_pin.width() - left - _taken(seen, state), ROW)
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


def _are_switches_seen(node: Node, marks: Marks, roles: Roles, width: float) -> bool:
    """Return whether all switches of a row are shown.

    A name matters more than its switches: these come when its row is hovered or chosen and they fit beside it, else
    when the pointer is where they are.
    """
    if node.bone is None or marks.column is not None:
        return True
    chosen = (marks.selected or marks.highlighted) and node.name not in roles.dragged
    room = width - chevron(node) - 2 * ICON - 4 - ROOM
    return (marks.hovered or chosen) and drawing.width_with_side(roles.short(node.name)) <= room


def _paint_branches(painter: QPainter, row: QRectF, node: Node, marks: Marks, tokens: theme.Theme) -> None:
    """The lines of the branches that the row lies in, and its chevron."""
    for level in range(1, min(node.depth, DEEPEST) + 1):
        painter.fillRect(QRectF(_indented(level), row.top(), 1, ROW), theme.colour(tokens.line))
    if node.children:
        token = tokens.t2 if marks.active else tokens.t3
        icons.draw(painter, "down" if marks.is_open else "right", token, chevron(node), row.top() + 4)


def _paint_pin(painter: QPainter, row: QRectF, node: Node, roles: Roles, tokens: theme.Theme) -> int:
    """The push-pin of a bone that is pinned. Returns how much room it takes at the right, pixels."""
    taken = row_pins.taken(node, roles.pinned)
    if taken:
        token = tokens.t3 if node.name in roles.released else tokens.pin
        icons.draw(painter, "pin", token, row.right() - row_pins.RIGHT, row.top() + 4)
    return taken


def _paint_back(painter: QPainter, row: QRectF, marks: Marks, tokens: theme.Theme) -> None:
    if marks.selected:
        painter.fillRect(row, theme.colour(tokens.row_active, 1.0 if marks.active else 0.55))
    elif marks.highlighted:
        painter.fillRect(row, theme.colour(tokens.acc, 0.09))
    if marks.hovered and not marks.selected:
        painter.fillRect(row, theme.colour(tokens.t1, 0.05))


def paint_drop(painter: QPainter, rect: QRectF, drop: Drop, tokens: theme.Theme) -> None:
    """Paint where something would be dropped: a ring; a dashed one where it is rejected."""
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
    """Icon and name; then, as far as there is room, what a drag does to the bone, and small icons of what it has."""
    chosen, dim = marks.selected or marks.highlighted, bone.hidden or bone.name in roles.covered
    icon, token = _look(bone, roles, tokens)
    if chosen and bone.kind == "bone":
        token = tokens.acc_t
    elif dim:
        token = tokens.off
    icons.draw(painter, icon, token, room.left(), room.top() + 4)
    text = room.adjusted(ICON + 4, 0, 0, 0)
    dragged, hints = _fitting_behind(bone, roles, text.width())
    text.setWidth(text.width() - _width_of_words(dragged) - _width_of(hints))
    name = (tokens.t2 if marks.selected else tokens.t3) if dim else tokens.t1
    end = drawing.name_with_side(painter, text, roles.short(bone.name), name, tokens, 500 if marks.active else 400)
    beside = tokens.t2 if chosen else tokens.t3
    if dragged:
        painter.setFont(theme.font(11))
        drawing.write(painter, QRectF(end + 8, room.top(), _width_of_words(dragged), ROW), dragged, beside)
    for place, hint in enumerate(hints):
        left = end + _width_of_words(dragged) + 8 + place * (HINT + 4)
        icons.draw(painter, hint, beside, left, room.top() + 6, HINT)


def _fitting_behind(bone: Bone, roles: Roles, width: float) -> tuple[str, list[str]]:
    """Return the effect of a drag on a bone, in a word, and the names of its small icons, as far as they fit behind its
    name.
    """
    dragged, hints = roles.dragged.get(bone.name, ""), _hints(bone, roles)
    name = drawing.width_with_side(roles.short(bone.name))
    if dragged and name + _width_of_words(dragged) > width:
        dragged = ""
    while hints and name + _width_of_words(dragged) + _width_of(hints) > width:
        hints.pop()
    return dragged, hints


def _width_of_words(dragged: str) -> float:
    return theme.metrics(11).horizontalAdvance(dragged) + 8 if dragged else 0.0


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
    """Return the width that the switches take at the right."""
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
