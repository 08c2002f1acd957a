"""The list of bones that opens under a reference field: type to search, arrows and Enter or a click to choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import QLabel, QListWidgetItem, QWidget

from pantin.rigs.fields import AnyBone, BoneRef
from pantin.rigs.rig import Bone
from pantin.rigs.wording import bone_label
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.controls.row_list import Index
from pantin.widgets.forms.references.search_popup import PopupDelegate, SearchPopup
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme

KIND_TOKENS = {"bone": "t2", "handle": "handle", "pole": "pole"}
"""Each kind of bone has an icon of its name and this token's colour."""

KIND, PLACE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
"""What a row has beside its text: its kind, and the place of its bone among all that are listed."""
NOTHING = "axes"
"""The kind of the row for no bone, and its icon."""
FAINT = 0.5
WIDEST, BESIDE_NAMES = 420, 56
"""The width of a list with long names, and how much of it icons, margins and the bar take, pixels."""


class BonePopup(SearchPopup):
    """Emits `chosen` with the name of a bone. Bones that `why_invalid` gives a reason for are faint and not chosen.

    Where no bone has a name of its own, `nothing`, that is the first row, and chosen as "". Bones of other figures,
    `others`, follow behind the own ones, with the name of their figure, and are chosen as `BoneRef`.
    """

    def __init__(
        self,
        bones: Sequence[Bone],
        chosen: AnyBone | None,
        why_invalid: Callable[[Any], str] = lambda _name: "",
        nothing: str = "",
        others: Mapping[BoneRef, Bone] = {},
    ) -> None:
        super().__init__(_("Search bones"))
        named: tuple[tuple[AnyBone, Bone], ...] = (*((bone.name, bone) for bone in bones), *others.items())
        self._listed = tuple((name, bone_label(name), bone.kind) for name, bone in named)
        self._nothing = nothing
        self.why_invalid = cache(why_invalid)
        self.list.setItemDelegate(PopupDelegate(self.list, self._paint_bone))
        self.list.itemEntered.connect(lambda item: item.setToolTip(plain(_sentence(self._why_not(item)))))
        self.none = QLabel(_("No bone is called that."))
        self.none.setAlignment(drawing.CENTRE)
        self.none.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        layout = self.layout()
        assert layout is not None
        layout.addWidget(self.none)
        self.fill("")
        self._stand_on(bone_label(chosen) if chosen else nothing)

    def open_below(self, widget: QWidget) -> None:
        """Open under `widget`, as wide as it, or as bones of other figures need to be told apart, on its screen."""
        height = self.height_of(len(self._listed) + bool(self._nothing))
        long = (drawing.width_with_side(text, 400) for name, text, _kind in self._listed if isinstance(name, BoneRef))
        self.resize(max(200, widget.width(), min(WIDEST, round(max(long, default=0.0)) + BESIDE_NAMES)), height)
        corner = widget.mapToGlobal(QPoint(0, widget.height() + 4))
        screen = widget.screen().availableGeometry()
        if corner.y() + height > screen.bottom():
            corner.setY(widget.mapToGlobal(QPoint(0, 0)).y() - height - 4)
        corner.setX(min(corner.x(), screen.right() - self.width()))
        self.move(corner)
        self.show()
        self.search.setFocus()

    def fill(self, text: str) -> None:
        """Show the bones with the text in their names, or in the name of their figure."""
        self.list.clear()
        wanted = text.casefold().strip()
        if self._nothing and wanted in self._nothing.casefold():
            QListWidgetItem(self._nothing, self.list).setData(KIND, NOTHING)
        for place, (_name, label, kind) in enumerate(self._listed):
            if wanted in label.casefold():
                item = QListWidgetItem(label, self.list)
                item.setData(KIND, kind)
                item.setData(PLACE, place)
        self.list.setCurrentRow(0)
        self.list.setVisible(self.list.count() > 0)
        self.none.setVisible(self.list.count() == 0)

    def value_of(self, item: QListWidgetItem) -> AnyBone | None:
        """The name of the bone, "" for none; None where it cannot be chosen."""
        if item.data(KIND) == NOTHING:
            return ""
        return None if self._why_not(item) else self._listed[item.data(PLACE)][0]

    def _why_not(self, item: QListWidgetItem) -> str:
        """Return why the bone of a row cannot be chosen; empty where it can."""
        return "" if item.data(KIND) == NOTHING else self.why_invalid(self._listed[item.data(PLACE)][0])

    def _stand_on(self, name: str) -> None:
        for item in self.list.findItems(name, Qt.MatchFlag.MatchExactly):
            self.list.setCurrentItem(item)

    def _paint_bone(self, painter: QPainter, rect: QRectF, index: Index, tokens: theme.Theme) -> None:
        """Icon, name and side of one bone; faint, with the reason, where it cannot be chosen."""
        kind = index.data(KIND)
        why = "" if kind == NOTHING else self.why_invalid(self._listed[index.data(PLACE)][0])
        painter.setOpacity(FAINT if why else 1.0)
        icons.draw(painter, kind, getattr(tokens, KIND_TOKENS.get(kind, "t2")), rect.left() + 4, rect.top() + 4)
        bone = index.data() if kind == NOTHING else self._listed[index.data(PLACE)][0]
        end = drawing.bone_of_any_figure(painter, rect.adjusted(24, 0, -4, 0), bone, tokens.t1, tokens)
        painter.setOpacity(1.0)
        if why:
            room = rect.adjusted(end + 12 - rect.left(), 0, -8, 0)
            painter.setFont(theme.font(11))
            drawing.write(painter, room, drawing.fitting(why, room.width(), 11), tokens.t3, drawing.MIDDLE_RIGHT)
            painter.setFont(theme.font())


def _sentence(why: str) -> str:
    return _("Cannot be chosen: {why}.").format(why=why) if why else ""
