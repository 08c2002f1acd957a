"""The sheet of motion for other programs: what leaves, as what, what the file will hold, and what was read back.

Changes are sent and not kept here; what follows from them comes with `show_motion`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLabel, QListWidget, QSizePolicy, QVBoxLayout, QWidget

from pantin.widgets.controls.choice import Choice
from pantin.widgets.controls.explain import disable, explain
from pantin.widgets.controls.frames.overlay import CLOSE
from pantin.widgets.controls.frames.panel_head import PanelHead
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.plain_text import plain, tell
from pantin.widgets.controls.scroll import WholeColumn
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.controls.text_field import TextField
from pantin.widgets.floating.segments import Segments
from pantin.widgets.forms.rows.row import INSET, labelled
from pantin.widgets.messages import _
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.settings.sheet import WIDTH, Sheet
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.motion_choices import ALL_CLIPS, MotionFormat, MotionKind, MotionResult, MotionShown
from pantin.widgets.values.quantity import Quantity
from pantin.widgets.values.units import Unit

KINDS: dict[MotionKind, tuple[str, str]] = {
    "pose": (_("Pose"), _("The figure as it stands on the screen.")),
    "poses": (_("Poses"), _("Poses of the figure, each as a clip of one frame.")),
    "clip": (_("Clip"), _("The figure as it moves in a clip, or in all of them.")),
}
"""The kinds of contents that can be exported: name and description."""

FORMATS: dict[MotionFormat, str] = {
    "glb": "GLB",
    "vrm": "VRM",
    "vrma": "VRMA",
    "bvh": "BVH",
    "obj": "OBJ",
    "json": "JSON",
}
HOLDS: dict[tuple[MotionKind, MotionFormat], str] = {
    ("pose", "glb"): _("Figure in its pose"),
    ("clip", "glb"): _("Figure with the animation"),
    ("poses", "glb"): _("Figure with a clip for each pose"),
    ("pose", "vrm"): _("Avatar in its pose"),
    ("clip", "vrm"): _("Avatar with the animation"),
    ("poses", "vrm"): _("Avatar with a clip for each pose"),
    ("pose", "vrma"): _("Pose that any avatar can have"),
    ("clip", "vrma"): _("Motion that any avatar can have"),
    ("poses", "vrma"): _("Poses that any avatar can have"),
    ("pose", "bvh"): _("Skeleton and one frame"),
    ("clip", "bvh"): _("Skeleton and motion"),
    ("poses", "bvh"): _("Skeleton and one motion"),
    ("pose", "obj"): _("Mesh in its pose, without bones"),
    ("clip", "obj"): _("Mesh in one pose, without bones"),
    ("poses", "obj"): _("Mesh in one pose, without bones"),
    ("pose", "json"): _("Pantin's own: a pose for the library"),
    ("poses", "json"): _("Pantin's own: one pose for the library"),
    ("clip", "json"): _("Pantin's own: every frame a pose"),
}
"""The name of each format, and a description of its files."""

CARD_HIGH, CARD_RADIUS = 44, 6
WORDS, ENDING = 40, 96
"""Left edge of the words, and width of the ending."""

TABLE_HEAD, TABLE_ROW, RESULT_LINE = 28, 23, 32
DIFFERENCE = 116
"""Width of the last column, pixels."""
TINT = 0.12
"""Opacity of the line over the panel."""


class ReadBackTable(QWidget):
    """As high as what it shows; nothing while nothing was written."""

    def __init__(self) -> None:
        super().__init__()
        self._result = MotionResult()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_result(self, result: MotionResult) -> None:
        """Show what became of the file."""
        self._result = result
        self.setVisible(result.state != "none")
        self.setAccessibleName(" ".join((result.line, result.note)))
        self.updateGeometry()
        self.update()

    @property
    def result(self) -> MotionResult:
        """Return the result that is shown."""
        return self._result

    def sizeHint(self) -> QSize:
        facts = len(self._result.facts)
        return QSize(200, (TABLE_HEAD + TABLE_ROW * facts + 8 if facts else 0) + RESULT_LINE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        if self._result.facts:
            self._paint_facts(painter)
        tokens, result = painter.tokens, self._result
        token = {"done": tokens.green, "failed": tokens.miss}.get(result.state, tokens.t3)
        rect = QRectF(0, self.height() - RESULT_LINE, self.width(), RESULT_LINE)
        painter.fillRect(rect, theme.colour(token, TINT))
        drawing.dot(painter, QPointF(INSET + drawing.DOT, rect.center().y()), token, result.state == "done")
        painter.setFont(theme.font(12, 500))
        room = rect.adjusted(INSET + 16, 0, -INSET, 0)
        noted = theme.metrics(11).horizontalAdvance(result.note) + 12 if result.note else 0
        drawing.write(painter, room, drawing.fitting(result.line, room.width() - noted, 12, 500), tokens.t1)
        painter.setFont(theme.font(11))
        drawing.write(painter, room, result.note, tokens.t2, drawing.MIDDLE_RIGHT)
        painter.end()

    def _paint_facts(self, painter: drawing.Painter) -> None:
        tokens, wide = painter.tokens, self.width() - 2 * INSET
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(INSET, 0, wide, TABLE_HEAD), _("Read back and compared"), tokens.t1)
        painter.setFont(theme.font(11))
        drawing.write(
            painter, QRectF(INSET, 0, wide, TABLE_HEAD), _("largest difference"), tokens.t3, drawing.MIDDLE_RIGHT
        )
        for place, fact in enumerate(self._result.facts):
            row = QRectF(INSET, TABLE_HEAD + TABLE_ROW * place, wide, TABLE_ROW)
            token = tokens.green if fact.good else tokens.limit
            drawing.dot(painter, QPointF(INSET + drawing.DOT, row.center().y()), token, fact.good)
            painter.setFont(theme.font())
            drawing.write(painter, row.adjusted(16, 0, 0, 0), fact.title, tokens.t2)
            value = row.adjusted(0, 0, -DIFFERENCE, 0)
            drawing.write(painter, value, fact.value, tokens.t1, drawing.MIDDLE_RIGHT)
            painter.setFont(theme.font(11))
            drawing.write(painter, row, fact.difference, tokens.t2, drawing.MIDDLE_RIGHT)


class FormatCard(QAbstractButton):
    """One of several, of which one is chosen."""

    def __init__(self, name: str, remark: str) -> None:
        super().__init__()
        self.setText(name)
        self.remark, self.ending = remark, ""
        self.setCheckable(True)
        self.setFixedHeight(CARD_HIGH)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(name)
        self.setAccessibleDescription(remark)

    def nextCheckState(self) -> None:
        """Return whether it is chosen is for others to say."""

    def show_format(self, remark: str, ending: str, chosen: bool) -> None:
        """Show what the files hold, how their names end, and whether it is chosen."""
        self.remark, self.ending = remark, ending
        self.setAccessibleDescription(remark)
        self.setChecked(chosen)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, CARD_HIGH)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, rect, chosen = painter.tokens, QRectF(self.rect()), self.isChecked()
        if not self.isEnabled():
            painter.setOpacity(0.4)
        lit = self.underMouse() and self.isEnabled()
        drawing.box(painter, rect, tokens.field_hover if lit else tokens.card, CARD_RADIUS)
        marked = chosen or self.hasFocus()
        drawing.ring(painter, rect, tokens.acc if marked else tokens.key_edge, CARD_RADIUS, 2 if marked else 1)
        drawing.radio(painter, 12, CARD_HIGH / 2 - 8, chosen, tokens)
        room = rect.width() - WORDS - ENDING - 12
        painter.setFont(theme.font(12, 500))
        drawing.write(painter, QRectF(WORDS, 5, room, 18), self.text(), tokens.t1)
        painter.setFont(theme.font(11))
        drawing.write(painter, QRectF(WORDS, 22, room, 16), drawing.fitting(self.remark, room, 11), tokens.t2)
        end = QRectF(rect.width() - ENDING - 12, 0, ENDING, CARD_HIGH)
        drawing.write(painter, end, self.ending, tokens.t3, drawing.MIDDLE_RIGHT)
        painter.end()


POSE_HIGH, POSES_SEEN = 22, 6
"""Height of a line of the list of poses, pixels, and how many are seen at most."""


class PoseList(QListWidget):
    """Poses with a mark each; `committed` sends the names of those without."""

    committed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setUniformItemSizes(True)
        self.setAccessibleName(_("Poses"))
        self.setToolTip(plain(_("Poses with a mark leave. Space sets and takes it.")))
        self.itemChanged.connect(lambda _item: self.committed.emit(self._without()))

    def show_poses(self, names: Sequence[str], without: Collection[str]) -> None:
        """Show these poses. Nothing is emitted."""
        with QSignalBlocker(self):
            if names != tuple(self.item(row).text() for row in range(self.count())):
                self.clear()
                self.addItems(list(names))
                self.setFixedHeight(POSE_HIGH * min(max(len(names), 1), POSES_SEEN) + 8)
            for row, name in enumerate(names):
                state = Qt.CheckState.Unchecked if name in without else Qt.CheckState.Checked
                self.item(row).setCheckState(state)

    def _without(self) -> tuple[str, ...]:
        items = [self.item(row) for row in range(self.count())]
        return tuple(item.text() for item in items if item.checkState() == Qt.CheckState.Unchecked)


class MotionSheet(Sheet):
    """`changed` sends other choices, `folder_asked` wants another folder, `show_asked` wants the file to be seen."""

    changed = Signal(object)
    folder_asked = Signal()
    show_asked = Signal()
    hints = (("Enter", _("Export")), CLOSE)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._shown = MotionShown()
        self.kinds = self._kinds()
        self.clip, self.first, self.last = Choice(()), NumberField(_frames(1)), NumberField(_frames(1))
        self.poses = PoseList()
        self.rate, self.holds, self.left_out = QLabel(), _Words(), _Words()
        self.cards = {name: FormatCard(title, "") for name, title in FORMATS.items()}
        self.table = ReadBackTable()
        self.name, self.ending = TextField(), QLabel()
        self.name.setAccessibleName(_("File name"))
        self.folder = IconButton("folder", _("Choose another folder"))
        self.show_file = TextButton(_("&Show"), _("Show the file in its folder."), height=32)
        self.export = TextButton(_("&Export"), _("Write the file. Enter does it too."), height=32, primary=True)
        self.close_button = IconButton("close", _("Close (Esc)"))
        self._connect()
        self._lay_out()

    def show_motion(self, shown: MotionShown) -> None:
        """Show what is chosen and what follows from it. Nothing is emitted."""
        self._shown, choices = shown, shown.choices
        self._show_kinds(shown)
        self._show_clips(shown)
        for name, card in self.cards.items():
            card.show_format(HOLDS[choices.what, name], shown.endings[name], name == choices.format)
            disable(card, shown.not_now.get(name, ""))
        self.holds.show_text(shown.holds)
        self.left_out.show_text(shown.left_out)
        self.name.show_value(choices.name)
        self.ending.setText(shown.endings[choices.format])
        self.folder.setToolTip(plain(_("In {folder}. Choose another folder.").format(folder=choices.folder)))
        self.place()

    def show_result(self, result: MotionResult) -> None:
        """Show what became of the file."""
        self.table.show_result(result)
        self.show_file.setEnabled(result.state == "done")
        self.place()

    def place(self) -> None:
        """As high as what is shown, where the window lets it be."""
        self._column.fit()
        layout = self.sheet.layout()
        if layout is not None:
            layout.activate()
        super().place()

    def _show_kinds(self, shown: MotionShown) -> None:
        for kind, (_title, help) in KINDS.items():
            action = self.kinds[kind]
            why_not = shown.not_now.get(kind, "")
            action.setChecked(kind == shown.choices.what)
            action.setEnabled(not why_not)
            tell(action, why_not or help)

    def _show_clips(self, shown: MotionShown) -> None:
        """Show which clip leaves, and which of its frames, where clips do."""
        choices = shown.choices
        self._list_clips(shown)
        self.poses.show_poses(shown.poses, choices.without)
        self._of_poses.setVisible(choices.what == "poses")
        for row in self._of_clips:
            row.setVisible(choices.what == "clip")
        for field, frame in ((self.first, choices.first), (self.last, choices.last)):
            field.show_quantity(_frames(shown.count))
            field.show_value(frame)
            disable(field, "" if choices.clip else _("Choose one clip to cut it."))
        self.rate.setText(shown.rate)

    def _list_clips(self, shown: MotionShown) -> None:
        names = (*shown.clips, *((ALL_CLIPS,) if len(shown.clips) > 1 else ()))
        if names != tuple(self.clip.itemData(row) for row in range(self.clip.count())):
            self.clip.clear()
            for name in names:
                self.clip.addItem(name or _("All clips"), name)
        self.clip.show_value(shown.choices.clip)

    def _send(self, field: str, value: Any) -> None:
        self.changed.emit(msgspec.structs.replace(self._shown.choices, **{field: value}))

    def _connect(self) -> None:
        for kind, action in self.kinds.items():
            action.triggered.connect(lambda _checked=False, kind=kind: self._send("what", kind))
        self.poses.committed.connect(partial(self._send, "without"))
        self.clip.committed.connect(partial(self._send, "clip"))
        self.first.committed.connect(lambda frame: self._send("first", round(frame)))
        self.last.committed.connect(lambda frame: self._send("last", round(frame)))
        for name, card in self.cards.items():
            card.clicked.connect(lambda _checked=False, name=name: self._send("format", name))
        self.name.committed.connect(partial(self._send, "name"))
        self.folder.clicked.connect(self.folder_asked)
        self.show_file.clicked.connect(self.show_asked)
        self.export.clicked.connect(self.accepted)
        self.close_button.clicked.connect(self.put_away)

    def _kinds(self) -> dict[MotionKind, QAction]:
        group = QActionGroup(self)
        return {kind: QAction(title, group, checkable=True) for kind, (title, _help) in KINDS.items()}

    def _segments(self) -> Segments:
        """One wide choice between what may leave."""
        segments = Segments([(action.text(), action) for action in self.kinds.values()])
        for widget in (segments, *segments.segments):
            widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        return segments

    def _lay_out(self) -> None:
        """Head, fields that scroll, what was read back, and the file that is written."""
        head = PanelHead(_("Export motion"), self.close_button)
        head.show_note(_("for other programs"))
        layout = QVBoxLayout(self.sheet)
        layout.setContentsMargins(1, 0, 1, 1)
        layout.setSpacing(0)
        layout.addWidget(head)
        self._column = WholeColumn(self._fields(), WIDTH - 2)
        layout.addWidget(self._column, 1)
        layout.addWidget(self.table)
        layout.addLayout(self._file_row())

    def _fields(self) -> QWidget:
        """Return the widget of what leaves, and as what."""
        fields = QWidget()
        within = QVBoxLayout(fields)
        within.setContentsMargins(0, 4, 0, 8)
        within.setSpacing(6)
        within.addWidget(_inset(self._segments()))
        self._of_clips = (labelled(_("Clip"), self.clip), self._frames_row())
        self._of_poses = labelled(_("Poses"), self.poses)
        for widget in (*self._of_clips, self._of_poses, *(_inset(card) for card in self.cards.values())):
            within.addWidget(widget)
        within.addWidget(labelled(_("It holds"), self.holds))
        within.addWidget(labelled(_("Left out"), self.left_out))
        within.addStretch(1)
        return fields

    def _frames_row(self) -> QWidget:
        explain(self.first, _("The first frame that leaves."))
        explain(self.last, _("The last frame that leaves."))
        to = QLabel(_("to"))
        _dim(to)
        _dim(self.rate)
        return labelled(_("Frames"), self.first, to, self.last, self.rate)

    def _file_row(self) -> QHBoxLayout:
        """Name, ending and folder of the file, and the buttons that show and write it."""
        explain(self.name, _("The name of the file."))
        _dim(self.ending)
        for button in (self.show_file, self.export):
            button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout()
        row.setContentsMargins(INSET, 8, INSET, INSET)
        row.setSpacing(8)
        row.addWidget(self.name, 1)
        for widget in (self.ending, self.folder, self.show_file, self.export):
            row.addWidget(widget)
        return row


def _dim(label: QLabel) -> None:
    """A word beside fields, no wider than it needs."""
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)


BESIDE_LABEL = 4
"""The first of several lines stands where a label before it does, pixels."""


class _Words(QLabel):
    """A few sentences, wrapped."""

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setContentsMargins(0, BESIDE_LABEL, 0, BESIDE_LABEL)
        self.setForegroundRole(QPalette.ColorRole.ButtonText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def show_text(self, text: str) -> None:
        """Show other sentences."""
        self.setText(text)


def _frames(count: int) -> Quantity:
    return Quantity(Unit("", _("frames"), decimals=0, step=0.5, snap=10.0), lower=0, upper=count - 1, whole=True)


def _inset(widget: QWidget) -> QWidget:
    """A widget as wide as the sheet."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(INSET, 0, INSET, 0)
    layout.addWidget(widget)
    return row
