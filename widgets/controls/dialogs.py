"""The one question that may stop people, and the line that tells of a failure without stopping them."""

from __future__ import annotations

from html import escape
from typing import Literal

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMessageBox, QSizePolicy, QWidget

from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme

Answer = Literal["save", "discard", "cancel"]
Change = Literal["overwrite", "reload", "save as", "cancel"]
NOTICE = 32


def ask_before_losing(parent: QWidget | None, name: str) -> Answer:
    """Ask what to do with the unsaved changes of `name`. Esc and closing mean "cancel"."""
    box = question(parent, name)
    box.exec()
    return box.property("answers")[box.clickedButton().text()] if box.clickedButton() else "cancel"


def question(parent: QWidget | None, name: str) -> QMessageBox:
    """The dialog of `ask_before_losing`."""
    box = QMessageBox(parent)
    box.setWindowTitle(_("Unsaved changes"))
    box.setText(_("<b>Save changes to {name}?</b>").format(name=name))
    box.setInformativeText(_("They are lost otherwise."))
    roles = QMessageBox.ButtonRole
    save = box.addButton(_("Save"), roles.AcceptRole)
    box.addButton(_("Don't save"), roles.DestructiveRole)
    cancel = box.addButton(_("Cancel"), roles.RejectRole)
    box.setDefaultButton(save)
    box.setEscapeButton(cancel)
    box.setProperty("answers", {_("Save"): "save", _("Don't save"): "discard", _("Cancel"): "cancel"})
    return box


def ask_to_revert(parent: QWidget | None, name: str) -> bool:
    """Ask whether the changes to `name` since it was saved may be lost. Esc and closing mean no."""
    box = QMessageBox(parent)
    box.setWindowTitle(_("Revert"))
    box.setText(_("<b>Go back to {name} as it was saved?</b>").format(name=name))
    box.setInformativeText(_("The changes since then are lost, and so is the undo history."))
    revert = box.addButton(_("Revert"), QMessageBox.ButtonRole.DestructiveRole)
    cancel = box.addButton(_("Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(cancel)
    box.setEscapeButton(cancel)
    box.exec()
    return box.clickedButton() is revert


def ask_to_replace(parent: QWidget | None, name: str) -> bool:
    """Ask whether a file that is there already may be replaced. Esc and closing mean no."""
    box = QMessageBox(parent)
    box.setWindowTitle(_("Replace a file"))
    box.setText(_("<b>Replace {name}?</b>").format(name=escape(name)))
    box.setInformativeText(_("There is a file of this name already. What it holds is lost."))
    replace = box.addButton(_("Replace"), QMessageBox.ButtonRole.DestructiveRole)
    cancel = box.addButton(_("Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(cancel)
    box.setEscapeButton(cancel)
    box.exec()
    return box.clickedButton() is replace


def ask_about_change(parent: QWidget | None, name: str) -> Change:
    """Ask what to do with a file that somebody else changed since it was read. Esc and closing mean "cancel"."""
    box = change_question(parent, name)
    box.exec()
    return box.property("answers")[box.clickedButton().text()] if box.clickedButton() else "cancel"


def change_question(parent: QWidget | None, name: str) -> QMessageBox:
    """The dialog of `ask_about_change`."""
    box = QMessageBox(parent)
    box.setWindowTitle(_("The file was changed"))
    box.setText(_("<b>{name} was changed by another program or window.</b>").format(name=escape(name)))
    box.setInformativeText(
        _("Overwrite it with the work in this window, reload it and lose that work, or save the work in another place?")
    )
    roles = QMessageBox.ButtonRole
    save_as = box.addButton(_("Save as…"), roles.AcceptRole)
    box.addButton(_("Overwrite"), roles.DestructiveRole)
    box.addButton(_("Reload"), roles.DestructiveRole)
    cancel = box.addButton(_("Cancel"), roles.RejectRole)
    box.setDefaultButton(save_as)
    box.setEscapeButton(cancel)
    answers = {_("Save as…"): "save as", _("Overwrite"): "overwrite", _("Reload"): "reload", _("Cancel"): "cancel"}
    box.setProperty("answers", answers)
    return box


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
