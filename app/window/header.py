"""The strip along the top: mark, menus, the open document with its unsaved dot, layouts, undo, redo, search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.docks.layouts import LAYOUTS
from pantin.app.messages import _
from pantin.widgets.controls.icon_button import ButtonFill
from pantin.widgets.controls.plain_text import plain, tooltip_of
from pantin.widgets.floating.action_button import ActionButton
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance

ICONS = {"undo": "undo", "redo": "redo", "settings": "settings"}
"""The icons on the buttons, by the action's name."""

IN_THE_MIDDLE = tuple(f"layout_{name}" for name in LAYOUTS)
ACTIONS = (*IN_THE_MIDDLE, *ICONS, "palette")
"""The actions that have buttons in the header."""

HEIGHT = 40
BUTTON, FIND = 24, 200
"""Height of the buttons, and width of the one that finds actions, pixels."""

DOT = 6
"""Width of the dot that says that there are unsaved changes, pixels."""
LONGEST = 180
"""The widest that the name of a document is, pixels; a longer one is cut in its middle."""
AROUND_NAME = 8 + 16 + 8 + 8 + DOT + 8
"""Icon and dot of a document with the room around them, pixels."""

Qt = QtCore.Qt


class Header(QtWidgets.QWidget):
    """In the place of a menu bar: menus at the left, layouts in the middle, undo, redo and others at the right."""

    def __init__(self, menus: QtWidgets.QMenuBar, actions: Mapping[str, QtGui.QAction]) -> None:
        super().__init__()
        self.setFixedHeight(HEIGHT + 1)
        menus.setSizePolicy(QtWidgets.QSizePolicy.Policy.Maximum, QtWidgets.QSizePolicy.Policy.Fixed)
        self.tab = DocumentTab()
        self.layouts = Segments([actions[name] for name in IN_THE_MIDDLE])
        row = QtWidgets.QHBoxLayout(self)
        row.setContentsMargins(12, 0, 8, 1)
        row.setSpacing(8)
        row.addWidget(_Mark())
        row.addWidget(menus)
        row.addWidget(_Divider())
        row.addWidget(self.tab)
        row.addStretch(1)
        row.addWidget(self.layouts)
        row.addStretch(1)
        row.addWidget(_HeaderButton(actions["undo"], ICONS["undo"]))
        row.addWidget(_HeaderButton(actions["redo"], ICONS["redo"]))
        row.addWidget(_Divider())
        row.addWidget(FindButton(actions["palette"]))
        row.addWidget(_HeaderButton(actions["settings"], ICONS["settings"]))

    def show_document(self, title: str, unsaved: bool) -> None:
        """Name the open document; a dot says that it has changes that are not saved."""
        self.tab.show_document(title, unsaved)

    def show_starting(self, starting: bool) -> None:
        """On the start page there is no document, and nothing to lay out."""
        self.tab.setVisible(not starting)
        self.layouts.setVisible(not starting)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        """The panel's colour, and one dark line below."""
        tokens = appearance().theme
        painter = QtGui.QPainter(self)
        painter.fillRect(self.rect(), theme.colour(tokens.panel))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.colour(tokens.edge))


class DocumentTab(QtWidgets.QWidget):
    """The open document: file icon, name, and a dot while it is not saved."""

    def __init__(self) -> None:
        super().__init__()
        self._title, self._unsaved = "", False
        self.setFixedHeight(24)

    def show_document(self, title: str, unsaved: bool) -> None:
        """Show this name."""
        if (title, unsaved) == (self._title, self._unsaved):
            return
        self._title, self._unsaved = title, unsaved
        saved = _("{title}\nNot saved yet") if unsaved else _("{title}\nSaved")
        self.setToolTip(plain(saved.format(title=title)))
        self.setAccessibleName(_("{title}, not saved").format(title=title) if unsaved else title)
        self.update()

    def sizeHint(self) -> QtCore.QSize:
        """Room for icon, dot and a long name, whatever the file is called, so that the layouts stand still."""
        return QtCore.QSize(AROUND_NAME + LONGEST, 24)

    def minimumSizeHint(self) -> QtCore.QSize:
        """In a narrow window the name is cut."""
        return QtCore.QSize(64, 24)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        """A pill in the field's colour."""
        tokens = appearance().theme
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(tokens.field))
        text = round(theme.metrics().horizontalAdvance(self._title))
        wide = min(self.width(), AROUND_NAME + text)
        painter.drawRoundedRect(0, 0, wide, self.height(), 4, 4)
        icons.draw(painter, "file", tokens.t2, 8, 4)
        painter.setPen(theme.colour(tokens.t1))
        painter.setFont(theme.font())
        room = QtCore.QRect(32, 0, wide - 32 - DOT - 16, self.height())
        name = painter.fontMetrics().elidedText(self._title, Qt.TextElideMode.ElideMiddle, room.width() + 2)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, name)
        if self._unsaved:
            centre = QtCore.QPointF(wide - DOT / 2 - 8, self.height() / 2)
            drawing.dot(painter, centre, tokens.t2, radius=DOT / 2)


class Segments(QtWidgets.QWidget):
    """A segmented control: actions side by side, of which one is checked."""

    def __init__(self, actions: Sequence[QtGui.QAction]) -> None:
        super().__init__()
        row = QtWidgets.QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        for action in actions:
            row.addWidget(_Segment(action))
        self.setFixedHeight(28)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        """The groove."""
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(appearance().theme.track))
        painter.drawRoundedRect(self.rect(), 6, 6)


class _HeaderButton(ActionButton):
    """A button of the header that triggers an action."""

    def __init__(self, action: QtGui.QAction, icon: str = "", width: int = BUTTON) -> None:
        super().__init__(icon, tooltip_of(action), BUTTON)
        self.setFixedWidth(width)
        self.action = action
        self.stand_for(action)

    def _ink(self, tokens: theme.Theme) -> str:
        return tokens.t1 if self._lit else tokens.t2


class _Segment(_HeaderButton):
    def __init__(self, action: QtGui.QAction) -> None:
        super().__init__(action, width=round(theme.metrics(12, 500).horizontalAdvance(action.text())) + 24)

    def _fill(self, tokens: theme.Theme) -> ButtonFill | None:
        if self.isChecked():
            return ButtonFill(tokens.segment)
        return ButtonFill(tokens.field) if self._lit else None

    def _ink(self, tokens: theme.Theme) -> str:
        return tokens.t1 if self.isChecked() or self._lit else tokens.t2

    def _paint_face(self, painter: QtGui.QPainter, ink: str) -> None:
        painter.setFont(theme.font(12, 500))
        drawing.write(painter, QtCore.QRectF(self.rect()), self.action.text(), ink, drawing.CENTRE)


class FindButton(_HeaderButton):
    """Looks like a search field and opens the palette."""

    def __init__(self, action: QtGui.QAction) -> None:
        super().__init__(action, "search", FIND)

    def _fill(self, tokens: theme.Theme) -> ButtonFill | None:
        return ButtonFill(tokens.field_hover if self._lit else tokens.field)

    def _paint_face(self, painter: QtGui.QPainter, ink: str) -> None:
        """Glass, words, and the key in a cap."""
        tokens, inside = appearance().theme, QtCore.QRectF(self.rect())
        icons.draw(painter, self.icon_name, tokens.t2, 8, 4)
        painter.setFont(theme.font())
        drawing.write(painter, inside.adjusted(32, 0, -40, 0), _("Find an action"), tokens.t3)
        key = self.action.shortcut().toString()
        if key:
            width = theme.metrics(10, 500).horizontalAdvance(key) + 10
            cap = QtCore.QRectF(self.width() - width - 6, 4, width, 16)
            drawing.box(painter, cap, tokens.key_cap, 3)
            painter.setFont(theme.font(10, 500))
            drawing.write(painter, cap, key, tokens.t1, drawing.CENTRE)


class _Mark(QtWidgets.QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(20, 20)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter = QtGui.QPainter(self)
        icons.draw(painter, "pantin-mark", appearance().theme.t1, 0, 0, 20)
        painter.end()


class _Divider(QtWidgets.QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(1, 16)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter = QtGui.QPainter(self)
        painter.fillRect(self.rect(), theme.colour(appearance().theme.line))
