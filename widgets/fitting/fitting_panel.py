"""The panel of fitting: the body's picture beside the table of its parts, and the button that fits controls to it.

What a person corrects is an edit of the document, one step of undo each: names and shape are asked about the rest. The
panel follows: it is the map of the document that is shown.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from pantin.rigs.document import Document
from pantin.rigs.editing.known_parts import assign, unassign, why_not
from pantin.rigs.fitting.found_body import Role, role_of, side_of_role
from pantin.rigs.fitting.mapping.body_map import BodyMap, body_map
from pantin.rigs.fitting.mapping.rows import COUNTED, Row, title_of
from pantin.rigs.rig import Rig
from pantin.rigs.translation import inside
from pantin.widgets.controls.frames.panel_head import PanelHead
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.scroll import column
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.fitting.body_picture import WIDTH, BodyPicture
from pantin.widgets.fitting.part_row import GAP, LABEL, SURE, PartRow, columns_of
from pantin.widgets.messages import _, ngettext
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.exchange import BoneRequest, Pointed

NOBODY = _("Nobody was found in this skeleton. Choose the bones of its thighs, shins, upper arms and forearms by hand.")
HEAD, TABLE, LEAST = 24, 320, 160
"""Height of the heads of the columns, least width of the table beside the picture, and height of all, pixels."""


class FittingPanel(QWidget):
    """Shows the map of the body of a document, and sends corrections of it."""

    edited = Signal(str, object)
    selection_asked = Signal(tuple, str)
    bone_requested = Signal(object)
    pointed = Signal(object)
    action_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._document = Document()
        self._map: BodyMap | None = None
        self._chosen: Role | None = None
        self._open = False
        self.next = TextButton("", _("Choose the next part that should be checked."), "problem", quiet=True)
        self.fit = TextButton(_("Fit"), _("Make handles, poles, limits and pins for the parts as told."), primary=True)
        self.fit.setFixedWidth(96)
        self.close_button = IconButton("close", _("Close the panel"))
        self.head = PanelHead(_("Fitting"), self.next, self.fit, self.close_button)
        self.close_button.clicked.connect(lambda: self.action_asked.emit("panel_fitting"))
        self.picture = BodyPicture()
        self.nobody, self.heads = QLabel(NOBODY), _Heads()
        self.rows: list[PartRow] = []
        self.next.clicked.connect(self._choose_next)
        self.fit.clicked.connect(
            lambda: self.action_asked.emit("fit_again" if self._document.rig.limbs else "rig_person")
        )
        self.picture.chosen.connect(self._choose)
        self.picture.pointed.connect(self._point_at)
        self._lay_out()

    @property
    def chosen(self) -> Role | None:
        """The part that is chosen, in the picture and in the table."""
        return self._chosen

    def show_document(self, document: Document) -> None:
        """Show the map of a document; a selected bone chooses the part that it is."""
        before, self._document = self._document, document
        rig = document.rig
        if self._map is None or rig.bones is not before.rig.bones or rig.parts is not before.rig.parts:
            self._map = body_map(rig)
            self._show_rows(self._map.rows)
            self._show_open(self._open or _doubts_fingers(self._map))
            self._show_found(self._map, rig)
        if document.active is not None and document.active != before.active:
            found = self._map.found.get(self._chosen or "")
            if found is None or document.active not in found.bones:
                self._chosen = self._map.role_of_bone(document.active)
        self._show_chosen()

    def row_of(self, each: Role) -> PartRow:
        """The row of a part."""
        return next(row for row in self.rows if each in row.row.roles)

    def minimumSizeHint(self) -> QSize:
        """Narrow docks are possible: the table is shown alone there."""
        return QSize(LEAST, 120)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the table alone where there is no room for both."""
        super().resizeEvent(event)
        self.picture.setVisible(self.width() >= WIDTH + TABLE)

    # Showing

    def _show_found(self, found: BodyMap, rig: Rig) -> None:
        count = len(found.to_check)
        self.next.setText(ngettext("{count} to check", "{count} to check", count).format(count=count))
        self.next.setAccessibleName(self.next.text())
        self.next.setVisible(count > 0 and not found.empty)
        self.next.updateGeometry()
        self.nobody.setVisible(found.empty)
        self.fit.setText(_("Fit again") if rig.limbs else _("Fit"))
        self.fit.update()

    def _show_rows(self, rows: tuple[Row, ...]) -> None:
        """Other rows where the figure is of another kind."""
        if tuple(each.row for each in self.rows) == rows:
            return
        for gone in self.rows:
            self._table.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        self.rows = [self._row(row) for row in rows]
        self.heads.paired = any(row.paired for row in rows)
        self.heads.update()
        for place, made in enumerate(self.rows):
            self._table.insertWidget(place, made)

    def _show_open(self, is_open: bool) -> None:
        """Show the fingers one by one, or all in one row."""
        self._open = is_open
        for row in self.rows:
            row.setVisible(is_open or not row.row.within)
            row.show_open(is_open)

    def _show_chosen(self) -> None:
        if self._map is not None:
            if self._chosen is not None and self._chosen not in self._map.found:
                self._chosen = None
            if self._chosen is not None and self.row_of(self._chosen).row.within:
                self._show_open(True)
            self.picture.show_map(self._map, self._chosen)
            self.head.show_note(*_note(self._map, self._chosen))
            for row in self.rows:
                row.show_map(self._map, self._chosen)

    # What a person does

    def _choose(self, each: Role) -> None:
        self._chosen = each
        found = self._map.found[each] if self._map else None
        if found is not None and found.bone is not None:
            self.selection_asked.emit(found.bones, found.bone)
        self._show_chosen()

    def _choose_next(self) -> None:
        """From the chosen part on, round again from the top."""
        if self._map is not None and (parts := self._map.to_check):
            place = parts.index(self._chosen) + 1 if self._chosen is not None and self._chosen in parts else 0
            self._choose(parts[place % len(parts)])

    def _open_fingers(self, is_open: bool) -> None:
        """A row that is put away is chosen no more: all its fingers are."""
        if not is_open and self._chosen is not None and self.row_of(self._chosen).row.within:
            self._chosen = role_of(COUNTED, side_of_role(self._chosen))
        self._show_open(is_open)
        self._show_chosen()

    def _assign(self, each: Role, bone: str | None) -> None:
        self._chosen = each
        label = _("{part} is {bone}") if bone else _("No {part}")
        name = label.format(part=self._title(each) if bone else inside(self._title(each)), bone=bone)
        self.edited.emit(name, lambda document: assign(document, each, bone))
        self._show_chosen()

    def _unassign(self, parts: tuple[Role, ...]) -> None:
        name = _("Find {part} again").format(part=inside(self._title(parts[0])))
        self.edited.emit(name, lambda document: unassign(document, *parts))

    def _pick(self, each: Role) -> None:
        rig = self._document.rig
        self.bone_requested.emit(
            BoneRequest(
                _("the bone of {part}").format(part=inside(self._title(each))),
                partial(why_not, rig, each),
                partial(self._assign, each),
            )
        )

    def _point_at(self, each: Role | None) -> None:
        bone = self._map.found[each].bone if self._map is not None and each is not None else None
        self.pointed.emit(Pointed(bone=bone))

    def _title(self, each: Role) -> str:
        return title_of(body_map(self._document.rig).figure, each)

    # Making

    def _row(self, row: Row) -> PartRow:
        made = PartRow(row, lambda: self._document.rig.by_name)
        for each, field in made.fields.items():
            field.why_invalid = partial(self._why_not, each)
        made.chosen.connect(self._choose)
        made.assigned.connect(self._assign)
        made.unassigned.connect(self._unassign)
        made.pick_asked.connect(self._pick)
        made.opened.connect(self._open_fingers)
        made.pointed.connect(lambda bone: self.pointed.emit(Pointed(bone=bone)))
        return made

    def _why_not(self, each: Role, bone: str) -> str:
        return why_not(self._document.rig, each, bone)

    def _lay_out(self) -> None:
        self.nobody.setWordWrap(True)
        self.nobody.setContentsMargins(12, 4, 12, 4)
        table = QWidget()
        self._table = QVBoxLayout(table)
        self._table.setContentsMargins(0, 0, 0, 8)
        self._table.setSpacing(0)
        self._table.addStretch(1)
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        right.addWidget(self.heads)
        right.addWidget(self.nobody)
        right.addWidget(column(table), 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.picture)
        layout.addLayout(right, 1)
        self.setMinimumSize(self.minimumSizeHint())


def _doubts_fingers(shown: BodyMap) -> bool:
    """Return whether a finger should be checked: its row is not to be looked for then."""
    return any(shown.found[each].doubtful for row in shown.rows if row.within for each in row.roles)


def _note(shown: BodyMap, chosen: Role | None) -> tuple[str, bool]:
    """The whole reason of the part that is chosen; how many parts were found where none is, on a chip."""
    if chosen is not None:
        return _("{part}: {why}").format(part=title_of(shown.figure, chosen), why=shown.found[chosen].why), False
    parts = sum(any(shown.found[each].bone for each in row.roles) for row in shown.rows if not row.within)
    return ngettext("{count} part", "{count} parts", parts).format(count=parts), True


class _Heads(QWidget):
    """The titles of the table's columns."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(HEAD)
        self.paired = True

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        painter.setFont(theme.font(11))
        begins, _ends, second, end = columns_of(self.width())
        drawing.write(painter, QRectF(12, 0, LABEL, HEAD), _("Part"), tokens.t3)
        drawing.write(painter, QRectF(end + GAP, 0, SURE, HEAD), _("Sure"), tokens.t3)
        drawing.write(painter, QRectF(end + SURE + 2 * GAP, 0, 200, HEAD), _("Why"), tokens.t3)
        if self.paired:
            for side, left in (("L", begins), ("R", second)):
                drawing.side_tag(painter, left, (HEAD - drawing.TAG) / 2, side, tokens)
        painter.end()
