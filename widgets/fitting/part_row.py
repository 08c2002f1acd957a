"""One row of the map: the part, the bones taken for its left and right side, how sure that is, and why."""

from __future__ import annotations

from functools import partial
from itertools import takewhile

from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QToolTip, QWidget

from pantin.rigs.fitting.found_body import Role, part_of_role
from pantin.rigs.fitting.mapping.body_map import BodyMap, Found
from pantin.rigs.fitting.mapping.rows import COUNTED, Row
from pantin.widgets.controls.explain import explain
from pantin.widgets.fitting.body_picture import paint_mark
from pantin.widgets.forms.references.reference_field import ReferenceField
from pantin.widgets.forms.rows.editor import BonesByName
from pantin.widgets.forms.rows.row import RowLabel
from pantin.widgets.messages import _, ngettext
from pantin.widgets.theme import drawing, icons, theme

ROW, LABEL, GAP = 24, 92, 8
SURE = 58
WITHIN = 12
"""By how much the title of a row within another is set in, pixels."""
FIELDS = 0.62
"""The part of the room that the fields take, beside the reasons."""
SEPARATORS = ":_. |"
FEWEST = 4
"""Names that must have an end in common before it is left out."""
RIGHT = _("Click where it is right: then it is told by hand.")
ALWAYS = ("hips", "chest")
"""Parts that a body cannot be without: their fields have no cross."""


class BoneCount(QAbstractButton):
    """Checked while the rows of its bones are open."""

    def __init__(self) -> None:
        super().__init__()
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        explain(self, _("Show the fingers one by one, or all in one row."))
        self.show_count(0)

    def show_count(self, count: int) -> None:
        """Show so many bones."""
        self.setText(ngettext("{count} bone", "{count} bones", count).format(count=count) if count else _("None"))
        self.setAccessibleName(_("Fingers: {bones}").format(bones=self.text()))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(80, 24)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, room = painter.tokens, QRectF(self.rect())
        drawing.box(painter, room, tokens.field_hover if self.underMouse() else tokens.field, radius=4)
        drawing.write(painter, room.adjusted(8, 0, -24, 0), self.text(), tokens.t2)
        icons.draw(painter, "down" if self.isChecked() else "right", tokens.t2, room.right() - 20, 4)
        if self.hasFocus():
            drawing.ring(painter, room, tokens.acc, 4, 1.5)
        painter.end()


class PartRow(QWidget):
    """Edits no value of its own: what is chosen is sent, and comes back with `show_map`."""

    chosen = Signal(str)
    assigned = Signal(str, object)
    """A part, and the bone that it shall be, or None."""
    unassigned = Signal(object)
    """Parts that are to be found again."""
    pick_asked = Signal(str)
    pointed = Signal(object)
    opened = Signal(bool)
    """The rows within this one are to be shown, or no longer."""

    def __init__(self, row: Row, bones: BonesByName) -> None:
        super().__init__()
        self.row = row
        self._map: BodyMap | None = None
        self._chosen: Role | None = None
        self._ends = ("", "")
        self.setFixedHeight(ROW + 1)
        self.label = RowLabel(row.title, width=LABEL - (WITHIN if row.within else 0))
        self.label.reset_asked.connect(lambda: self.unassigned.emit(row.roles))
        self.fields: dict[Role, ReferenceField] = {}
        self.counts: dict[Role, BoneCount] = {}
        self.label.setParent(self)
        self.label.move(WITHIN if row.within else 0, 0)
        for each in row.roles:
            self._editor(each, bones).setParent(self)

    def show_map(self, shown: BodyMap, chosen: Role | None) -> None:
        """Show the bones of the part, and whether it is chosen."""
        if shown is self._map and chosen == self._chosen:
            return
        self._map, self._chosen, self._ends = shown, chosen, shared_ends(shown)
        for each, field in self.fields.items():
            field.show_value(shown.found[each].bone)
            explain(field, ", ".join(shown.found[each].bones))
        for each, count in self.counts.items():
            count.show_count(len(shown.found[each].bones))
        self.label.show_changed(any(shown.found[each].assigned for each in self.row.roles))
        explain(self.label, _("Press the dot to find it again.") if self.label.is_changed() else "")
        explain(self, shown.worse(self.row).why)
        self.update()

    def show_open(self, is_open: bool) -> None:
        """Show whether the rows within this one are shown."""
        for count in self.counts.values():
            with QSignalBlocker(count):
                count.setChecked(is_open)

    @property
    def why(self) -> str:
        """Return why the bones were taken: of the side that is less sure."""
        return self._map.worse(self.row).why if self._map else ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Left and right beside each other; a part in the middle over both columns."""
        super().resizeEvent(event)
        columns = [round(each) for each in columns_of(self.width())]
        whole = columns[3] - columns[0]
        for place, widget in enumerate((*self.fields.values(), *self.counts.values())):
            wide = columns[1] - columns[0] if self.row.paired else whole
            widget.setGeometry(columns[2 * place], 0, wide, ROW)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside the fields chooses the part: its side that is less sure. One on its doubt says it is right."""
        if event.button() != Qt.MouseButton.LeftButton or self._map is None:
            return
        self.chosen.emit(self._map.worse(self.row).role)
        if self._sure().contains(event.position()):
            for found in self.doubted:
                self.assigned.emit(found.role, found.bone)

    @property
    def doubted(self) -> tuple[Found, ...]:
        """The sides that were found and are in doubt, and can be said to be right: fingers only one by one."""
        found = (self._map.found[each] for each in self.fields) if self._map else ()
        return tuple(each for each in found if each.doubtful and each.bone is not None)

    def event(self, event: QEvent) -> bool:
        """The doubt has a tooltip of its own."""
        tip = event if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip else None
        if tip and self.doubted and self._sure().contains(QPointF(tip.pos())):
            QToolTip.showText(tip.globalPos(), RIGHT, self)
            return True
        return super().event(event)

    def _sure(self) -> QRectF:
        return QRectF(columns_of(self.width())[3] + GAP, 0, SURE, ROW)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._map is None:
            return
        painter = drawing.painter_of(self)
        tokens, found = painter.tokens, self._map.worse(self.row)
        if self._chosen in self.row.roles:
            painter.fillRect(QRectF(self.rect()), theme.colour(tokens.row_active))
        elif self.underMouse():
            painter.fillRect(QRectF(self.rect()), theme.colour(tokens.row_hover))
        for each, field in self.fields.items():
            if self._map.found[each].doubtful:
                drawing.ring(painter, QRectF(field.geometry()).adjusted(-1, 0, 1, 1), tokens.limit, 4, 1.5)
            elif each == self._chosen:
                drawing.ring(painter, QRectF(field.geometry()).adjusted(-1, 0, 1, 1), tokens.acc, 4, 1.5)
        left = columns_of(self.width())[3] + GAP
        middle = ROW / 2
        if found.bone is not None or found.assigned:
            room = QRectF(left, 0, 36, ROW)
            drawing.write(painter, room, f"{round(100 * found.confidence)} %", tokens.t1, drawing.MIDDLE_RIGHT)
        if found.doubtful:
            icons.draw(painter, "problem", tokens.limit, left + 41, middle - 8)
        else:
            paint_mark(painter, tokens, QPointF(left + 49, middle), found, 0.85)
        self._paint_why(painter, tokens, left + SURE + GAP, found.doubtful)
        painter.end()

    def _paint_why(self, painter: drawing.Painter, tokens: theme.Theme, left: float, doubtful: bool) -> None:
        room = QRectF(left, 0, self.width() - left - 12, ROW)
        text = drawing.fitting(self._sided(), room.width(), 11)
        painter.setFont(theme.font(11))
        drawing.write(painter, room, text, tokens.limit if doubtful else tokens.t2)

    def _sided(self) -> str:
        """The reason, with the side where it is that of one alone."""
        assert self._map is not None
        found, others = self._map.worse(self.row), [self._map.found[each] for each in self.row.roles]
        if len({each.why for each in others}) == 1:
            return found.why
        sentence = _("Left: {why}") if found.role.endswith(".L") else _("Right: {why}")
        return sentence.format(why=found.why[:1].lower() + found.why[1:])

    def _shortened(self, name: str) -> str:
        begin, end = self._ends
        return name.removeprefix(begin).removesuffix(end) or name

    def _name_of(self, each: Role) -> str:
        """Return the name of a field for screen readers: the part, with its side where it has two."""
        if not self.row.paired:
            return self.row.title
        sentence = _("{part}, left") if each.endswith(".L") else _("{part}, right")
        return sentence.format(part=self.row.title)

    def _editor(self, each: Role, bones: BonesByName) -> QWidget:
        if part_of_role(each) == COUNTED:
            self.counts[each] = BoneCount()
            self.counts[each].toggled.connect(self.opened)
            return self.counts[each]
        field = ReferenceField(
            bones, each not in ALWAYS, lambda: tuple(bone for bone in bones().values() if bone.kind == "bone")
        )
        field.committed.connect(partial(self.assigned.emit, each))
        field.pick_asked.connect(partial(self.pick_asked.emit, each))
        field.pointed.connect(self.pointed)
        field.shortened = self._shortened
        field.setAccessibleName(self._name_of(each))
        self.fields[each] = field
        return field


def columns_of(width: float) -> tuple[float, float, float, float]:
    """Return where the columns of left and right begin and end in a row so wide, pixels."""
    left = LABEL + 20.0
    room = max(FIELDS * (width - left - SURE - GAP), 160.0)
    half = (room - GAP) / 2
    return left, left + half, left + half + GAP, left + room


def shared_ends(shown: BodyMap) -> tuple[str, str]:
    """Return the beginning and end that all names of parts share, up to a separator: a namespace or an object tells
    none of them apart.
    """
    names = [name for found in shown.found.values() for name in found.bones]
    if len(set(names)) < FEWEST:
        return "", ""
    begin, end = _alike(names), _alike([name[::-1] for name in names])[::-1]
    first = [place for place, letter in enumerate(begin) if letter in SEPARATORS]
    last = [place for place, letter in enumerate(end) if letter in SEPARATORS]
    return (begin[: first[-1] + 1] if first else ""), (end[last[0] :] if last else "")


def _alike(names: list[str]) -> str:
    """Return the beginning of all names."""
    return "".join(
        letters[0] for letters in takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    )
