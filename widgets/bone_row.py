"""How a row of the tree looks: what marks it, guides, chevron, icon, name and side."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from widgets import drawing, icons, theme
from widgets.bone_model import ROW, Node
from widgets.bone_popup import KIND_TOKENS

INDENT = 12
ICON = 16
DEEPEST = 8
"""Levels that are indented: the panel is 244 wide, and a name of some fifteen letters has to fit."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What is said of one row."""

    active: bool
    selected: bool
    lit: bool
    hovered: bool
    is_open: bool


def chevron(node: Node) -> int:
    """Where the chevron of a row begins. A long chain stops stepping to the right while its names can still be read."""
    return 8 + INDENT * min(node.depth, DEEPEST)


def paint(painter: QPainter, row: QRectF, node: Node, marks: Marks) -> None:
    """Paint a whole row."""
    tokens = theme.current()
    if node.bone:
        _paint_back(painter, row, marks, tokens)
    for level in range(1, min(node.depth, DEEPEST) + 1):
        painter.fillRect(QRectF(8 + INDENT * level, row.top(), 1, ROW), theme.colour(tokens.line))
    left = chevron(node)
    if node.children:
        token = tokens.t2 if marks.active else tokens.t3
        icons.draw(painter, "down" if marks.is_open else "right", token, left, row.top() + 4)
    room = QRectF(left + ICON, row.top(), row.width() - left - ICON - 8, ROW)
    if node.bone:
        _paint_bone(painter, room, node, marks, tokens)
    else:
        _paint_group(painter, room, node, tokens)


def _paint_back(painter: QPainter, row: QRectF, marks: Marks, tokens: theme.Theme) -> None:
    if marks.selected:
        painter.fillRect(row, theme.colour(tokens.row_active, 1.0 if marks.active else 0.55))
    elif marks.lit:
        painter.fillRect(row, theme.colour(tokens.acc, 0.09))
    if marks.hovered and not marks.selected:
        painter.fillRect(row, theme.colour(tokens.t1, 0.05))


def _paint_group(painter: QPainter, room: QRectF, node: Node, tokens: theme.Theme) -> None:
    icons.draw(painter, "layers", tokens.t3, room.left(), room.top() + 4)
    text = room.adjusted(ICON + 4, 0, 0, 0)
    painter.setFont(theme.font())
    drawing.write(painter, text, node.name, tokens.t1)
    painter.setFont(theme.font(11))
    left = theme.metrics().horizontalAdvance(node.name) + 8
    drawing.write(painter, text.adjusted(left, 0, 0, 0), str(node.count), tokens.t3)


def _paint_bone(painter: QPainter, room: QRectF, node: Node, marks: Marks, tokens: theme.Theme) -> None:
    kind = node.bone.kind
    marked = (marks.selected or marks.lit) and kind == "bone"
    icons.draw(
        painter, kind, tokens.acc_t if marked else getattr(tokens, KIND_TOKENS[kind]), room.left(), room.top() + 4
    )
    text = room.adjusted(ICON + 4, 0, 0, 0)
    drawing.name_with_side(painter, text, node.name, tokens.t1, tokens, 500 if marks.active else 400)
