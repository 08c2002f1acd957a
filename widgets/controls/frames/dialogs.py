"""The questions that may stop people: each is answered by one of its buttons, or by its letter."""

from __future__ import annotations

from html import escape
from typing import Any, Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from pantin.widgets.messages import _

Answer = Literal["save", "discard", "cancel"]
Change = Literal["overwrite", "reload", "save as", "cancel"]
ButtonRole = QMessageBox.ButtonRole


def ask_before_losing(parent: QWidget | None, name: str) -> Answer:
    """Ask what to do with the unsaved changes of `name`. Esc and closing mean "cancel"."""
    answer: Answer = _answered(unsaved_question(parent, name))
    return answer


def unsaved_question(parent: QWidget | None, name: str) -> QMessageBox:
    """The dialog of `ask_before_losing`."""
    box = _box(parent, _("Unsaved changes"), _("<b>Save changes to {name}?</b>").format(name=escape(name)))
    box.setInformativeText(_("They are lost otherwise."))
    save = _add(box, _("&Save"), ButtonRole.AcceptRole, "save")
    _add(box, _("&Don't save"), ButtonRole.DestructiveRole, "discard")
    _add_cancel(box)
    box.setDefaultButton(save)
    return box


def ask_to_revert(parent: QWidget | None, name: str) -> bool:
    """Ask whether the changes to `name` since it was saved may be lost. Esc and closing mean no."""
    box = _box(parent, _("Revert"), _("<b>Go back to {name} as it was saved?</b>").format(name=escape(name)))
    box.setInformativeText(_("The changes since then are lost, and so is the undo history."))
    _add(box, _("&Revert"), ButtonRole.DestructiveRole, "revert")
    box.setDefaultButton(_add_cancel(box))
    return bool(_answered(box) == "revert")


def ask_to_replace(parent: QWidget | None, name: str) -> bool:
    """Ask whether a file that is there already may be replaced. Esc and closing mean no."""
    box = _box(parent, _("Replace a file"), _("<b>Replace {name}?</b>").format(name=escape(name)))
    box.setInformativeText(_("There is a file of this name already. What it holds is lost."))
    _add(box, _("&Replace"), ButtonRole.DestructiveRole, "replace")
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
    save_as = _add(box, _("Save &as…"), ButtonRole.AcceptRole, "save as")
    _add(box, _("&Overwrite"), ButtonRole.DestructiveRole, "overwrite")
    _add(box, _("&Reload"), ButtonRole.DestructiveRole, "reload")
    _add_cancel(box)
    box.setDefaultButton(save_as)
    return box


def _box(parent: QWidget | None, title: str, text: str) -> QMessageBox:
    box = QMessageBox(parent)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.RichText)
    box.setText(text)
    return box


def _add(box: QMessageBox, label: str, role: ButtonRole, answer: str) -> QPushButton:
    """A button that gives an answer."""
    button = box.addButton(label, role)
    button.setProperty("answer", answer)
    return button


def _add_cancel(box: QMessageBox) -> QPushButton:
    """The button that Esc and closing press."""
    cancel = _add(box, _("&Cancel"), ButtonRole.RejectRole, "cancel")
    box.setEscapeButton(cancel)
    return cancel


def _answered(box: QMessageBox) -> Any:
    """Wait for an answer, which is one of those that its buttons stand for. The dialog is gone afterwards."""
    box.exec()
    answer = box.clickedButton().property("answer") if box.clickedButton() else "cancel"
    box.deleteLater()
    return answer
