"""The start page: open a file, continue with a recent one, or start from a figure.

It shows what it is given and sends requests; `app/` opens files.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QFocusEvent, QPaintEvent, QResizeEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from pantin.resources import FOLDER
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.picture_frame import paint_label
from pantin.widgets.controls.scroll import column
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.messages import _
from pantin.widgets.start.drop_frame import DROPPABLE, OPENED, dashed_box
from pantin.widgets.start.gallery import Gallery, Sample
from pantin.widgets.start.recent_list import Recent, RecentList
from pantin.widgets.start.start_choices import PRESETS, PresetCard, ThemeCard
from pantin.widgets.theme import drawing, icons, theme

LEFT, LEFT_NARROW, NARROW = 332, 308, 960
"""Width of the left column, in a narrow window too, and what counts as one."""
ONE_ROW = 760
"""From this width on the choices of keys and theme stand side by side."""


class Panel(QWidget):
    """A background in the colour of panels."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.fillRect(event.rect(), theme.colour(painter.tokens.panel))
        painter.end()


class Name(QWidget):
    """The program's icon, its name, and a line on what it is for."""

    def __init__(self) -> None:
        super().__init__()
        self._mark = QSvgRenderer(str(FOLDER / "icons" / "pantin.svg"), self)
        self.setFixedHeight(64)
        self.setAccessibleName("Pantin")

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        self._mark.render(painter, QRectF(8, 0, 64, 64))
        room = QRectF(88, 8, self.width() - 88, 28)
        paint_label(painter, room, "Pantin", tokens.t1, 24, 600)
        paint_label(painter, room.translated(0, 26), _("Rigs and poses, by the strings"), tokens.t2, 13)
        painter.end()


class Heading(QWidget):
    """A heading with a remark after it."""

    def __init__(self, text: str, remark: str = "") -> None:
        super().__init__()
        self._text, self._remark = text, remark
        self.setFixedHeight(24)
        self.setAccessibleName(text)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        rect = QRectF(self.rect())
        paint_label(painter, rect, self._text, tokens.t1, 13, 600)
        after = theme.metrics(13, 600).horizontalAdvance(self._text) + 8
        paint_label(painter, rect.adjusted(after, 0, 0, 0), self._remark, tokens.t2)
        painter.end()


class Rule(QWidget):
    """A thin line."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.fillRect(self.rect(), theme.colour(painter.tokens.line))
        painter.end()


class DropHint(QWidget):
    """Says that files may be dropped on the window."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(48)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(DROPPABLE)
        explain(self, OPENED)

    def sizeHint(self) -> QSize:
        return QSize(200, 48)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        rect = QRectF(self.rect()).adjusted(8, 0, -8, 0)
        dashed_box(painter, rect, tokens.t3, 8)
        icons.draw(painter, "file", tokens.t2, rect.left() + 12, 16)
        paint_label(painter, rect.adjusted(40, 0, -8, 0), DROPPABLE, tokens.t2, 11)
        painter.end()


class StartPage(QWidget):
    """The page. It sends requests as signals and shows only what it is given."""

    sample_asked = Signal(str)
    """The name of a figure."""
    file_asked = Signal(object)
    """The path of a recent file."""
    open_asked = Signal()
    new_asked = Signal()
    template_asked = Signal()
    clear_asked = Signal()
    preset_asked = Signal(str)
    theme_asked = Signal(str)
    chosen = Signal(str)
    """The title of the figure that Enter would open; "" where Enter does something else."""

    def __init__(self) -> None:
        super().__init__()
        self.gallery = Gallery()
        self.recent = RecentList()
        self.new_button = TextButton(
            _("&New rig"), _("Start from nothing, ready to draw bones."), "plus", 32, primary=True
        )
        self.template_button = TextButton(
            _("New from &template…"), _("Give a figure its measures and see it while you do."), "figure", 32
        )
        self.open_button = TextButton(_("&Open…"), _("Open a rig or a glTF skeleton."), "folder", 32)
        self.presets = [PresetCard(preset) for preset in PRESETS]
        self.themes = [ThemeCard(name) for name in theme.THEMES]
        self._lay_out()
        self._connect()

    def show_samples(self, samples: Sequence[Sample]) -> None:
        """Offer these figures to start from."""
        self.gallery.show_samples(samples)

    def show_recent(self, recent: Sequence[Recent]) -> None:
        """Show the files last used, newest first."""
        self.recent.show_recent(recent)

    def show_preset(self, name: str) -> None:
        """Show which preset of keys is in use; none is chosen for custom keys."""
        _check(self.presets, name)

    def show_theme(self, name: str) -> None:
        """Show which theme is in use."""
        _check(self.themes, name)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The line between the two columns."""
        painter = drawing.painter_of(self)
        painter.fillRect(event.rect(), theme.colour(painter.tokens.edge))
        painter.end()

    def focusInEvent(self, _event: QFocusEvent) -> None:
        """Pass the focus on to the figures."""
        self.gallery.focus()

    # Laying out

    def _lay_out(self) -> None:
        self._left = Panel()
        buttons = QVBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.new_button)
        buttons.addWidget(self.template_button)
        buttons.addWidget(self.open_button)
        left = QVBoxLayout(self._left)
        left.setContentsMargins(16, 32, 16, 16)
        left.setSpacing(0)
        for part, space in ((Name(), 24), (_padded(buttons), 24)):
            left.addWidget(part)
            left.addSpacing(space)
        left.addWidget(column(self.recent), 1)
        left.addSpacing(16)
        left.addWidget(DropHint())
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(1)
        layout.addWidget(self._left)
        self._area = column(self._right())
        layout.addWidget(self._area, 1)

    def _right(self) -> QWidget:
        right = Panel()
        self._choices = QGridLayout()
        self._choices.setContentsMargins(0, 0, 0, 0)
        self._choices.setHorizontalSpacing(24)
        self._choices.setVerticalSpacing(20)
        self._choices.setColumnStretch(0, 1)
        self._keys, self._themes = self._keys_block(), self._themes_block()
        layout = QVBoxLayout(right)
        layout.setContentsMargins(32, 28, 32, 24)
        layout.setSpacing(0)
        layout.addWidget(Heading(_("Start from a figure")))
        layout.addSpacing(12)
        layout.addWidget(self.gallery)
        layout.addSpacing(28)
        layout.addWidget(Rule())
        layout.addSpacing(20)
        layout.addLayout(self._choices)
        layout.addStretch(1)
        self._place_choices(wide=True)
        return right

    def _keys_block(self) -> QWidget:
        block = QWidget()
        self._key_cards = QGridLayout()
        self._key_cards.setSpacing(12)
        layout = QVBoxLayout(block)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(Heading(_("Keys and mouse"), _("Every key can be changed later in Settings.")))
        layout.addLayout(self._key_cards)
        layout.addStretch(1)
        return block

    def _themes_block(self) -> QWidget:
        block = QWidget()
        cards = QHBoxLayout()
        cards.setSpacing(12)
        for card in self.themes:
            cards.addWidget(card)
        cards.addStretch(1)
        layout = QVBoxLayout(block)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(Heading(_("Theme")))
        layout.addLayout(cards)
        layout.addStretch(1)
        return block

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._left.setFixedWidth(LEFT if self.width() >= NARROW else LEFT_NARROW)
        self._place_choices(self.width() - self._left.width() - 64 >= ONE_ROW)

    def _place_choices(self, wide: bool) -> None:
        """Put the choices side by side, or below each other where there is no room."""
        self._choices.addWidget(self._keys, 0, 0)
        self._choices.addWidget(self._themes, *((0, 1) if wide else (1, 0)))
        for index, card in enumerate(self.presets):
            self._key_cards.addWidget(card, *((0, index) if wide else (index, 0)))

    # Connecting

    def _connect(self) -> None:
        self.new_button.clicked.connect(self.new_asked)
        self.template_button.clicked.connect(self.template_asked)
        self.open_button.clicked.connect(self.open_asked)
        self.gallery.opened.connect(lambda name: self.sample_asked.emit(name) if name else self.new_asked.emit())
        self.gallery.chosen.connect(self._choose)
        self.recent.file_asked.connect(self.file_asked)
        self.recent.clear_asked.connect(self.clear_asked)
        for card in self.presets:
            card.clicked.connect(lambda _=False, name=card.name: self.preset_asked.emit(name))
        for picture in self.themes:
            picture.clicked.connect(lambda _=False, name=picture.name: self.theme_asked.emit(name))

    def _choose(self, title: str) -> None:
        """Scroll the focused card into view, and send its title."""
        if title:
            self._area.ensureWidgetVisible(self.gallery.current, 0, 32)
        self.chosen.emit(title)


def _check(cards: Sequence[PresetCard | ThemeCard], name: str) -> None:
    for card in cards:
        card.setAutoExclusive(False)
        card.setChecked(card.name == name)
        card.setAutoExclusive(True)


def _padded(layout: QVBoxLayout) -> QWidget:
    padded = QWidget()
    layout.setContentsMargins(8, 0, 8, 0)
    padded.setLayout(layout)
    return padded
