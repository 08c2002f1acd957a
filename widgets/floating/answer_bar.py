"""A bar over the view with a sentence and a button that answers it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy

from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.floating.floating_bar import FloatingBar
from pantin.widgets.messages import _
from pantin.widgets.theme import theme


class AnswerBar(FloatingBar):
    """One sentence over the view. It stays until it is closed, or until whoever showed it hides it."""

    answered = Signal()
    """The button was pressed."""

    def __init__(self, icon: str, button: TextButton) -> None:
        super().__init__(icon, "acc")
        self.button = button
        self.button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.button.clicked.connect(self.answered)
        self.close_button = IconButton("close", _("Put this away"))
        self.close_button.clicked.connect(self.hide)
        self.row.addWidget(self.button)
        self.row.addWidget(self.close_button)

    def tell(self, sentence: str, offers: bool = True) -> None:
        """Show a sentence, with the button where there is something to press it for."""
        self.button.setVisible(offers)
        self.say(sentence)


def undo_bar() -> AnswerBar:
    """Return the bar that tells what was taken away, with Undo beside it."""
    return AnswerBar("trash", TextButton(_("Undo"), _("Take this step back."), "undo"))


def limit_bar() -> AnswerBar:
    """Return the bar that tells why a pull went no farther, with what frees the limits beside it."""
    tip = _("Let these joints turn beyond their limits in this pose, as a click on the title of a limit does.")
    return AnswerBar("limit", TextButton(_("Free limits"), tip))


def skeleton_bar() -> AnswerBar:
    """Return the bar that tells of a mesh without skeleton, with what places one in it beside it."""
    tip = _("Place a skeleton in this mesh; bind it and fit controls.")
    return AnswerBar("figure", TextButton(_("Rig this mesh…"), tip))


def replace_bar() -> AnswerBar:
    """Return the bar that asks whether weights are to be replaced, with what says yes beside it."""
    return AnswerBar("brush", TextButton(_("Replace"), _("Replace the weights that the mesh has now.")))


class CornerBar(AnswerBar):
    """A sentence that nobody has to answer: in the corner, clear of the figure, and out of the way of a drag."""

    WIDEST = 440
    IN_CORNER = True

    def fit(self, room: int) -> int:
        """Be as wide as the sentence and what answers it, where the page is."""
        words = round(theme.metrics().horizontalAdvance(self.label.text())) + 1
        beside = self.button.sizeHint().width() + self.close_button.sizeHint().width() + 2 * self.row.spacing()
        edges = self.column.contentsMargins()
        return min(words + beside + edges.left() + edges.right() + 8, super().fit(room))


def standing_bar() -> CornerBar:
    """Return the bar that tells how a figure stands that was opened, with what changes that beside it."""
    tip = _("Change its size, what is up, where it looks and how it rests.")
    return CornerBar("units", TextButton(_("Change"), tip))


def bind_bar() -> AnswerBar:
    """Return the bar that tells of joints that were moved since the mesh was bound, with what binds it beside it."""
    tip = _("Make new weights from where the joints are now; controls of limbs that were moved are fitted anew.")
    return AnswerBar("figure", TextButton(_("Bind again"), tip))
