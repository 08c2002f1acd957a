"""The one question that may stop people, and the line that tells of a failure without stopping them."""

from __future__ import annotations

from html import escape
from typing import Any, Literal

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMessageBox, QPushButton, QSizePolicy, QWidget

from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme

Answer = Literal["save", "discard", "cancel"]
Change = Literal["overwrite", "reload", "save as", "cancel"]
NOTICE = 32
Role = QMessageBox.ButtonRole


def ask_before_losing(parent: QWidget | None, name: str) -> Answer:
    """Ask what to do with the unsaved changes of `name`. Esc and closing mean "cancel"."""
    answer: Answer = _answered(question(parent, name))
    return answer


def question(parent: QWidget | None, name: str) -> QMessageBox:
    """The dialog of `ask_before_losing`."""
    box = _box(parent, _("Unsaved changes"), _("<b>Save changes to {name}?</b>").format(name=name))
    box.setInformativeText(_("They are lost otherwise."))
    save = _add(box, _("Save"), Role.AcceptRole, "save")
    _add(box, _("Don't save"), Role.DestructiveRole, "discard")
    _add_cancel(box)
    box.setDefaultButton(save)
    return box


def ask_to_revert(parent: QWidget | None, name: str) -> bool:
    """Ask whether the changes to `name` since it was saved may be lost. Esc and closing mean no."""
    box = _box(parent, _("Revert"), _("<b>Go back to {name} as it was saved?</b>").format(name=name))
    box.setInformativeText(_("The changes since then are lost, and so is the undo history."))
    _add(box, _("Revert"), Role.DestructiveRole, "revert")
    box.setDefaultButton(_add_cancel(box))
    return bool(_answered(box) == "revert")


def ask_to_replace(parent: QWidget | None, name: str) -> bool:
    """Ask whether a file that is there already may be replaced. Esc and closing mean no."""
    box = _box(parent, _("Replace a file"), _("<b>Replace {name}?</b>").format(name=escape(name)))
    box.setInformativeText(_("There is a file of this name already. What it holds is lost."))
    _add(box, _("Replace"), Role.DestructiveRole, "replace")
    box.setDefaultButton(_add_cancel(box))
    return bool(_answered(box) == "replace")


def ask_about_change(parent: QWidget | None, name: str) -> Change:
    """Ask what to do with a file that somebody else changed since it was read. Esc and closing mean "cancel"."""
    answer: Change = _answered(change_question(parent, name))
    return answer


def change_question(parent: QWidget | None, name: str) -> QMessageBox:
    """The dialog of `ask_about_change`."""
    text = _("<b>{name} was changed by another program or window.</b>").format(name=escape(name))
    box = _box(parent, _("The file was changed"), text)
    box.setInformativeText(
        _("Overwrite it with the work in this window, reload it and lose that work, or save the work in another place?")
    )
    save_as = _add(box, _("Save as…"), Role.AcceptRole, "save as")
    _add(box, _("Overwrite"), Role.DestructiveRole, "overwrite")
    _add(box, _("Reload"), Role.DestructiveRole, "reload")
    _add_cancel(box)
    box.setDefaultButton(save_as)
    return box


def _box(parent: QWidget | None, title: str, text: str) -> QMessageBox:
    box = QMessageBox(parent)
    box.setWindowTitle(title)
    box.setText(text)
    return box


def _add(box: QMessageBox, label: str, role: Role, answer: str) -> QPushButton:
    """A button that stands for an answer."""
    button = box.addButton(label, role)
    button.setProperty("answer", answer)
    return button


def _add_cancel(box: QMessageBox) -> QPushButton:
    """The button that Esc and closing press."""
    cancel = _add(box, _("Cancel"), Role.RejectRole, "cancel")
    box.setEscapeButton(cancel)
    return cancel


def _answered(box: QMessageBox) -> Any:
    """Wait for an answer, which is one of those that its buttons stand for."""
    box.exec()
    return box.clickedButton().property("answer") if box.clickedButton() else "cancel"


class NoticeBar(QWidget):
    """One sentence across the top of the view, for what failed, on as many lines as it needs.

    It stays until it is closed; nothing else is blocked.
    """

    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.close_button = IconButton("close", _("Put this away"))
        self.close_button.clicked.connect(self.put_away)
        self.setMinimumHeight(NOTICE)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(36, 4, 4, 4)
        layout.setSpacing(8)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def show_error(self, sentence: str) -> None:
        """Show a sentence."""
        self.label.setText(sentence)
        self.label.setToolTip(sentence)
        self.show()

    def put_away(self) -> None:
        """Close the bar."""
        self.hide()
        self.closed.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        painter.fillRect(self.rect(), theme.colour(tokens.card))
        painter.fillRect(QRectF(0, 0, 2, self.height()), theme.colour(tokens.miss))
        icons.draw(painter, "problem", tokens.miss, 12, 8)
        painter.end()
